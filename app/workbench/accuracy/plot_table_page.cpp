// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Plot and table.
#include "accuracy/plot_table_page.h"

#include "plot/plot_view.h"
#include "session/row_table.h"
#include "shell/empty_state.h"

#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

namespace metainfer::workbench {

PlotTablePage::PlotTablePage(const QString& name, QWidget* parent)
    : QStackedWidget(parent)
    , m_empty(new widgets::EmptyState("accuracy", this))
    , m_note(new QLabel(this))
    , m_plot(new widgets::PlotView(this))
    , m_table(new widgets::RowTable(this)) {
    m_table->setObjectName(name);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_plot->setObjectName(name + "Plot");
    m_plot->setLegendVisible(false);
    m_note->setObjectName(name + "Note");
    m_note->setProperty("role", "muted");
    m_note->setWordWrap(true);
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(m_note);
    auto* splitter = new QSplitter(Qt::Vertical, page);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_plot);
    splitter->addWidget(m_table);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({240, 260});
    column->addWidget(splitter, 1);
    addWidget(m_empty);
    addWidget(page);
    connect(m_table, &widgets::RowTable::currentSourceChanged, this, [this](int row) {
        m_plot->setSelection({}, row);
        emit rowChosen(row);
    });
    connect(m_plot, &widgets::PlotView::pointClicked, this, [this](int row) {
        if (row >= 0)
            m_table->selectSource(row);
    });
    connect(m_plot, &widgets::PlotView::pointActivated, this, &PlotTablePage::rowActivated);
    connect(m_table, &QAbstractItemView::activated, this,
            [this] { emit rowActivated(m_table->currentSource()); });
}

void PlotTablePage::setNote(const QString& note) {
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void PlotTablePage::showEmpty(bool empty) {
    setCurrentIndex(empty ? 0 : 1);
}

} // namespace metainfer::workbench
