// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Hardware place.
#include "hardware/hardware_place.h"

#include "hardware/comparison_pages.h"
#include "hardware/history_page.h"
#include "hardware/profile_editor_page.h"
#include "hardware/profile_list.h"
#include "hardware/roofline_page.h"
#include "hardware/what_if_page.h"
#include "session/engine_words.h"
#include "shell/empty_state.h"
#include "theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace metainfer::workbench {

Place* makeHardwarePlace(Workspace& workspace) {
    return new HardwarePlace(workspace);
}

HardwarePlace::HardwarePlace(Workspace& workspace)
    : Place(workspace)
    , m_presenter(workspace.engine(), workspace.jobs())
    , m_draft(m_presenter.document(), workspace.settings())
    , m_items(new widgets::ProfileListModel(this))
    , m_found(new QSortFilterProxyModel(this)) {
    m_found->setSourceModel(m_items);
    m_found->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_split = new QSplitter(Qt::Horizontal, this);
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(makeList());
    m_split->addWidget(makePages());
    m_split->setStretchFactor(1, 1);
    m_split->setSizes({260, 900});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->addWidget(m_split);
    QSettings& settings = workspace.settings();
    m_split->restoreState(settings.value("hardware/split").toByteArray());
    connect(m_split, &QSplitter::splitterMoved, this, [this] {
        this->workspace().settings().setValue("hardware/split", m_split->saveState());
    });
    connectPresenter();
    retranslate();
    m_tabs->setCurrentIndex(settings.value("hardware/page", 0).toInt());
    connect(m_tabs, &QTabWidget::currentChanged, this,
            [this](int index) { this->workspace().settings().setValue("hardware/page", index); });
    m_presenter.catalogue().reload();
}

QWidget* HardwarePlace::makeList() {
    auto* pane = new QWidget(this);
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 4, 0);
    m_search = new QLineEdit(pane);
    m_search->setClearButtonEnabled(true);
    m_search->setObjectName("profileSearch");
    m_list = new widgets::ProfileList(pane);
    m_list->setObjectName("profileList");
    m_list->setModel(m_found);
    m_listHint = new QLabel(pane);
    m_listHint->setProperty("role", "muted");
    m_listHint->setWordWrap(true);
    m_new = new QToolButton(pane);
    m_open = new QToolButton(pane);
    m_new->setObjectName("newProfile");
    auto* bar = new QHBoxLayout;
    for (QToolButton* button : {m_new, m_open}) {
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        bar->addWidget(button);
    }
    bar->addStretch(1);
    column->addWidget(m_search);
    column->addWidget(m_list, 1);
    column->addWidget(m_listHint);
    column->addLayout(bar);
    connect(m_search, &QLineEdit::textChanged, m_found,
            &QSortFilterProxyModel::setFilterFixedString);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        this->workspace().settings().setValue("hardware/search", text);
    });
    m_search->setText(this->workspace().settings().value("hardware/search").toString());
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (index.isValid() && !m_filling)
                    chooseRow(index.data(widgets::ProfileListModel::KeyRole).toString());
            });
    connect(m_new, &QToolButton::clicked, this, [this] {
        const auto begin = [this] {
            m_chosen.clear();
            m_list->clearSelection();
            m_presenter.showNew();
            m_tabs->setCurrentWidget(m_editor);
        };
        if (mayLeave(begin))
            begin();
    });
    connect(m_open, &QToolButton::clicked, this, [this] {
        const QString file = QFileDialog::getOpenFileName(
            this, tr("Open hardware profile"),
            this->workspace().settings().value("lastFolder").toString(),
            tr("Hardware profiles (*.yaml *.yml)"));
        if (!file.isEmpty())
            this->workspace().openFile(file);
    });
    return pane;
}

QWidget* HardwarePlace::makePages() {
    m_stack = new QStackedWidget(this);
    m_empty = new widgets::EmptyState("hardware", m_stack);
    m_stack->addWidget(m_empty);
    auto* pane = new QWidget(m_stack);
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(8, 0, 0, 0);
    m_name = new QLabel(pane);
    m_name->setProperty("role", "title");
    m_detail = new QLabel(pane);
    m_detail->setProperty("role", "muted");
    m_detail->setWordWrap(true);
    m_tabs = new QTabWidget(pane);
    m_tabs->setObjectName("hardwarePages");
    m_tabs->setDocumentMode(true);
    QSettings& settings = workspace().settings();
    m_editor = new ProfileEditorPage(m_presenter, settings, m_tabs);
    m_roofline = new RooflinePage(m_presenter, settings, m_tabs);
    m_whatIf = new WhatIfPage(m_presenter, workspace().jobs(), settings, m_tabs);
    m_radar = new RadarPage(m_presenter, m_tabs);
    m_bandwidth = new BandwidthPage(m_presenter, m_tabs);
    m_operators = new OperatorsPage(m_presenter, settings, m_tabs);
    m_difference = new DifferencePage(m_presenter, settings, m_tabs);
    m_similar = new SimilarPage(m_presenter, m_tabs);
    m_history = new HistoryPage(m_presenter, m_tabs);
    for (QWidget* page :
         std::initializer_list<QWidget*>{m_editor, m_roofline, m_whatIf, m_radar, m_bandwidth,
                                         m_operators, m_difference, m_similar, m_history})
        m_tabs->addTab(page, QString());
    connect(m_similar, &SimilarPage::compareAsked, this, &HardwarePlace::compareByName);
    connect(m_whatIf, &WhatIfPage::editAsked, this, [this](const hardware::Profile& profile) {
        const auto edit = [this, profile] {
            m_chosen.clear();
            m_list->clearSelection();
            m_presenter.showNew();
            m_presenter.document().replace(profile, tr("What if"));
            m_tabs->setCurrentWidget(m_editor);
        };
        if (mayLeave(edit))
            edit();
    });
    column->addWidget(m_name);
    column->addWidget(m_detail);
    column->addWidget(m_tabs, 1);
    m_stack->addWidget(pane);
    return m_stack;
}

void HardwarePlace::connectPresenter() {
    connect(&m_presenter.catalogue(), &ProfileCatalogue::changed, this, &HardwarePlace::fillList);
    connect(&m_presenter, &HardwarePresenter::problem, this,
            [this](const Error& error) { workspace().say(error); });
    connect(&m_presenter, &HardwarePresenter::comparedChanged, this, &HardwarePlace::showHeader);
    connect(&m_presenter.document(), &ProfileDocument::opened, this, &HardwarePlace::showHeader);
    connect(&m_presenter.document(), &ProfileDocument::saved, this, [this] {
        m_chosen = QString::fromStdString(m_presenter.shown().string());
        showHeader();
        if (const auto then = std::exchange(m_afterSaving, nullptr))
            then();
    });
    connect(&m_presenter.document(), &ProfileDocument::failed, this,
            [this] { m_afterSaving = nullptr; });
    connect(m_items, &widgets::ProfileListModel::comparedChanged, this, [this] {
        std::vector<std::filesystem::path> files;
        for (const QString& key : m_items->compared())
            files.emplace_back(key.toStdString());
        m_presenter.compareWith(files);
        saveComparison();
    });
    connect(&workspace(), &Workspace::profileOpened, this, [this](const QString& file) {
        const auto open = [this, file] {
            m_chosen = file;
            m_presenter.catalogue().addFile(file.toStdString());
            m_presenter.show(file.toStdString());
        };
        if (mayLeave(open))
            open();
    });
}

void HardwarePlace::compareByName(const QString& name) {
    QStringList keys = m_items->compared();
    for (const widgets::ProfileItem& item : m_items->items())
        if (item.name == name && !keys.contains(item.key))
            keys << item.key;
    m_items->setCompared(keys);
    m_tabs->setCurrentWidget(m_difference);
}

void HardwarePlace::saveComparison() {
    if (!m_filling)
        workspace().settings().setValue("hardware/compared", m_items->compared());
}

void HardwarePlace::fillList() {
    m_filling = true;
    std::vector<widgets::ProfileItem> items;
    std::size_t broken = 0;
    for (const CatalogueEntry& entry : m_presenter.catalogue().entries()) {
        widgets::ProfileItem item;
        item.key = QString::fromStdString(entry.file.string());
        item.name = entry.name;
        item.broken = !entry.profile;
        item.detail = entry.profile ? profileDetail(*entry.profile) : tr("does not load");
        item.tip =
            entry.profile ? widgets::EngineWords::text(entry.profile->description) : entry.problem;
        broken += item.broken ? 1 : 0;
        items.push_back(std::move(item));
    }
    QSettings& settings = workspace().settings();
    if (m_chosen.isEmpty() && m_presenter.shown().empty() && !m_presenter.document().isOpen())
        openFirst(items);
    m_items->setItems(std::move(items));
    m_items->setCompared(settings.value("hardware/compared").toStringList());
    m_list->setCurrentIndex(m_found->mapFromSource(m_items->index(m_items->rowOf(m_chosen))));
    m_filling = false;
    showHeader();
}

/// At the start: what was typed and not saved, else the profile shown last.
void HardwarePlace::openFirst(const std::vector<widgets::ProfileItem>& items) {
    if (items.empty())
        return; // the catalogue was not read yet
    const auto isKnown = [&items](const QString& key) {
        return std::any_of(items.begin(), items.end(),
                           [&key](const auto& item) { return item.key == key; });
    };
    m_chosen = workspace().settings().value("hardware/profile").toString();
    if (m_draft.isKept()) {
        m_chosen = QString::fromStdString(m_draft.file().string());
        m_draft.giveToNext();
        if (!isKnown(m_chosen)) {
            m_chosen.clear();
            return m_presenter.showNew();
        }
    }
    if (!isKnown(m_chosen))
        m_chosen = items.front().key;
    m_presenter.show(m_chosen.toStdString());
}

bool HardwarePlace::mayLeave(const std::function<void()>& then) {
    m_afterSaving = nullptr;
    if (!m_presenter.document().isModified())
        return true;
    QMessageBox question(QMessageBox::Question, tr("Unsaved changes"),
                         tr("%1 was changed and not saved.").arg(m_name->text()),
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    question.setInformativeText(tr("Save or discard the changes?"));
    question.setDefaultButton(QMessageBox::Cancel);
    question.button(QMessageBox::Save)->setEnabled(m_presenter.document().isValid());
    const int answer = question.exec();
    if (answer == QMessageBox::Save && m_editor->askAndSave())
        m_afterSaving = then;
    return answer == QMessageBox::Discard;
}

void HardwarePlace::markChosen() {
    m_filling = true;
    m_list->setCurrentIndex(m_found->mapFromSource(m_items->index(m_items->rowOf(m_chosen))));
    m_filling = false;
}

void HardwarePlace::chooseRow(const QString& key) {
    if (key == m_chosen)
        return;
    if (!mayLeave([this, key] { chooseRow(key); })) {
        // The view marks the row that was pressed after this has returned.
        QMetaObject::invokeMethod(this, &HardwarePlace::markChosen, Qt::QueuedConnection);
        return;
    }
    m_chosen = key;
    workspace().settings().setValue("hardware/profile", key);
    markChosen();
    m_presenter.show(key.toStdString());
}

void HardwarePlace::showHeader() {
    m_stack->setCurrentIndex(m_presenter.document().isOpen() ? 1 : 0);
    if (const auto profile = m_presenter.document().profile()) {
        m_name->setText(QString::fromStdString(profile->name));
        const QString description = widgets::EngineWords::text(profile->description);
        const QString detail = profileDetail(*profile);
        m_detail->setText(description.isEmpty()
                              ? detail
                              : tr("%1 · %2", "kind · description").arg(detail, description));
    } else {
        m_name->setText(m_chosen.section('/', -1));
        m_detail->setText(tr("This file does not load; its mistakes are marked below."));
    }
    QHash<QString, int> colors;
    for (const widgets::ProfileItem& item : m_items->items())
        if (const int color = m_presenter.colorOf(item.key.toStdString()); color >= 0)
            colors.insert(item.key, color);
    m_items->setColors(colors);
}

bool HardwarePlace::isLoading() const {
    return m_presenter.isLoading() || m_whatIf->whatIf().isBusy();
}

QString HardwarePlace::title() const {
    return tr("Hardware");
}

QString HardwarePlace::hint() const {
    return tr("Edit hardware profiles and compare devices");
}

QList<QAction*> HardwarePlace::placeActions() const {
    return m_editor->actions();
}

void HardwarePlace::retranslate() {
    m_search->setPlaceholderText(tr("Search profiles"));
    m_search->setAccessibleName(tr("Search profiles"));
    m_list->setAccessibleName(tr("Hardware profiles"));
    m_listHint->setText(tr("Check those to compare with the chosen one."));
    m_new->setText(tr("&New"));
    m_open->setText(tr("&Open…"));
    m_new->setToolTip(tr("Start an empty profile"));
    m_open->setToolTip(tr("Open a profile from a file"));
    m_new->setIcon(widgets::themedIcon("plus", palette()));
    m_open->setIcon(widgets::themedIcon("folder", palette()));
    m_empty->setTexts(tr("No profile is open"),
                      tr("Choose a profile on the left, start a new one, or drop a profile (.yaml) "
                         "onto the window."));
    const QStringList names{tr("Editor"),     tr("Roofline"),  tr("What if"),
                            tr("Radar"),      tr("Bandwidth"), tr("Operators"),
                            tr("Difference"), tr("Similar"),   tr("History")};
    for (int i = 0; i < m_tabs->count(); ++i)
        m_tabs->setTabText(i, names[i]);
    m_tabs->setAccessibleName(tr("Views of the profile"));
    m_editor->retranslate();
    m_roofline->retranslate();
    m_whatIf->retranslate();
    m_radar->retranslate();
    m_bandwidth->retranslate();
    m_operators->retranslate();
    m_difference->retranslate();
    m_similar->retranslate();
    m_history->retranslate();
    fillList();
}

void HardwarePlace::changeEvent(QEvent* event) {
    Place::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_new) {
        m_new->setIcon(widgets::themedIcon("plus", palette()));
        m_open->setIcon(widgets::themedIcon("folder", palette()));
    }
}

} // namespace metainfer::workbench
