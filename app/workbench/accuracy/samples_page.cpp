// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Worst samples beside the reference.
#include "accuracy/samples_page.h"

#include "plot/plot_view.h"
#include "session/row_table.h"
#include "shell/empty_state.h"

#include <QLabel>
#include <QLocale>
#include <QSplitter>
#include <QVBoxLayout>

#include <cmath>

namespace metainfer::workbench {

using widgets::PlotSeries;
using widgets::TableCell;

namespace {

constexpr int kPictureSide = 168; ///< logical pixels

TableCell number(double value, int digits = 4) {
    return {QLocale().toString(value, 'g', digits), value, {}};
}

} // namespace

SamplesPage::SamplesPage(AccuracyPresenter& accuracy, QWidget* parent)
    : QStackedWidget(parent)
    , m_accuracy(accuracy)
    , m_empty(new widgets::EmptyState("accuracy", this))
    , m_note(new QLabel(this))
    , m_name(new QLabel(this))
    , m_picture(new QLabel(this))
    , m_samples(new widgets::RowTable(this))
    , m_values(new widgets::RowTable(this))
    , m_plot(new widgets::PlotView(this)) {
    m_samples->setObjectName("worstSamples");
    m_samples->setSelectionMode(QAbstractItemView::SingleSelection);
    m_values->setObjectName("sampleValues");
    m_plot->setObjectName("samplePlot");
    m_picture->setObjectName("samplePicture");
    m_note->setProperty("role", "muted");
    m_note->setWordWrap(true);
    m_name->setProperty("role", "heading");
    m_name->setWordWrap(true);
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(m_note);
    auto* splitter = new QSplitter(Qt::Horizontal, page);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_samples);
    splitter->addWidget(makeDetail());
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    splitter->setSizes({430, 640});
    column->addWidget(splitter, 1);
    addWidget(m_empty);
    addWidget(page);
    connect(m_samples, &widgets::RowTable::currentSourceChanged, this, &SamplesPage::showSample);
    connect(&accuracy, &AccuracyPresenter::picturesChanged, this, &SamplesPage::showPicture);
}

QWidget* SamplesPage::makeDetail() {
    auto* detail = new QWidget(this);
    auto* column = new QVBoxLayout(detail);
    column->setContentsMargins(8, 0, 0, 0);
    column->addWidget(m_name);
    auto* across = new QHBoxLayout;
    m_picture->setAlignment(Qt::AlignCenter);
    m_picture->setFixedSize(kPictureSide, kPictureSide);
    across->addWidget(m_picture, 0, Qt::AlignTop);
    across->addWidget(m_plot, 1);
    column->addLayout(across, 3);
    column->addWidget(m_values, 2);
    return detail;
}

void SamplesPage::refresh() {
    const auto& found = m_accuracy.examination();
    const bool some = found && !found->worst.empty();
    setCurrentIndex(some ? 1 : 0);
    QList<QList<TableCell>> rows;
    if (some) {
        for (const auto& sample : found->worst)
            rows.append(
                {{QString::number(sample.sample), static_cast<qulonglong>(sample.sample), {}},
                 number(sample.relativeL2, 3),
                 {QString::fromStdString(sample.output), {}, {}},
                 {sample.winnerChanged ? tr("≠ another one") : tr("= the same"), {}, {}}});
        m_note->setText(tr("The worst of %1. Median relative error of a sample: %2.")
                            .arg(m_accuracy.outputsComparedOn(),
                                 QLocale().toString(found->medianError, 'g', 3)));
    }
    m_samples->rows().setRows(std::move(rows));
    m_samples->setColumnWidth(0, 80);
    m_samples->setColumnWidth(1, 110);
    m_samples->setColumnWidth(3, 120);
    m_samples->stretch(2);
    if (some)
        m_samples->selectSource(0);
    showSample(m_samples->currentSource());
}

void SamplesPage::showSample(int row) {
    const auto& found = m_accuracy.examination();
    const bool some = found && row >= 0 && row < static_cast<int>(found->worst.size());
    m_name->setText(
        some ? tr("Sample %1, output %2")
                   .arg(found->worst[static_cast<std::size_t>(row)].sample)
                   .arg(QString::fromStdString(found->worst[static_cast<std::size_t>(row)].output))
             : tr("Select a sample"));
    QList<QList<TableCell>> rows;
    std::vector<PlotSeries> series(2);
    widgets::PlotAxis x, y;
    if (some) {
        const auto& sample = found->worst[static_cast<std::size_t>(row)];
        for (std::size_t i = 0; i < sample.elements.size(); ++i) {
            const double a = sample.reference[i], b = sample.other[i];
            rows.append({{QString::number(sample.elements[i]),
                          static_cast<qulonglong>(sample.elements[i]),
                          {}},
                         number(a),
                         number(b),
                         number(b - a)});
            x.categories << QString::number(sample.elements[i]);
            for (PlotSeries& each : series)
                each.x.push_back(static_cast<double>(i));
            series[0].y.push_back(a);
            series[1].y.push_back(b);
        }
    }
    for (std::size_t i = 0; i < series.size(); ++i) {
        series[i].kind = PlotSeries::Kind::Bar;
        series[i].color = static_cast<int>(i);
    }
    series[0].name = tr("Original");
    series[1].name = tr("Adapted");
    x.title = tr("Element of the output");
    y.title = tr("Value");
    y.fromZero = true;
    m_plot->setContent(x, y, std::move(series));
    m_values->rows().setRows(std::move(rows));
    for (int column = 0; column < 4; ++column)
        m_values->stretch(column);
    showPicture();
}

void SamplesPage::showPicture() {
    const auto& found = m_accuracy.examination();
    const int row = m_samples->currentSource();
    QImage image;
    if (found && row >= 0 && row < static_cast<int>(found->worst.size()))
        image = m_accuracy.picture(found->worst[static_cast<std::size_t>(row)].sample);
    m_picture->setVisible(!image.isNull());
    if (image.isNull())
        return;
    const double ratio = devicePixelRatioF();
    QPixmap pixmap = QPixmap::fromImage(image.scaled(
        QSize(kPictureSide, kPictureSide) * ratio, Qt::KeepAspectRatio,
        image.width() < kPictureSide ? Qt::FastTransformation : Qt::SmoothTransformation));
    pixmap.setDevicePixelRatio(ratio);
    m_picture->setPixmap(pixmap);
}

void SamplesPage::resizeEvent(QResizeEvent* event) {
    QStackedWidget::resizeEvent(event);
    showPicture();
}

void SamplesPage::retranslate() {
    m_samples->rows().setHeaders(
        {tr("Sample"), tr("Relative error"), tr("Output"), tr("Largest element")});
    m_values->rows().setHeaders({tr("Element"), tr("Original"), tr("Adapted"), tr("Difference")});
    m_samples->setAccessibleName(tr("Worst samples"));
    m_values->setAccessibleName(tr("Values of the sample"));
    m_plot->setAccessibleName(tr("Values of the sample as bars"));
    m_picture->setAccessibleName(tr("Input of the sample"));
    refresh();
}

} // namespace metainfer::workbench
