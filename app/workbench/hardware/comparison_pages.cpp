// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The compared profiles in one view each.
#include "hardware/comparison_pages.h"

#include "hardware/operator_matrix.h"
#include "hardware/quantity_text.h"
#include "hardware/radar_plot.h"
#include "plot/plot_view.h"
#include "session/data_table.h"
#include "theme/wrapped_label.h"

#include "hardware/profile_diff.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <utility>

namespace metainfer::workbench {
namespace {

/// All profiles of the catalogue: they fix the scales of the radar.
widgets::ComparedProfiles allProfiles(const ProfileCatalogue& catalogue) {
    widgets::ComparedProfiles all;
    for (const CatalogueEntry& entry : catalogue.entries())
        if (entry.profile)
            all.push_back({entry.name, 0, entry.profile});
    return all;
}

/// Sizes as people write them, powers of 1024.
QString sizeTip(const widgets::PlotSeries& series, std::size_t point) {
    return BandwidthPage::tr("%1\n%2: %3", "series, size: bandwidth")
        .arg(series.name, widgets::bytesText(series.x[point]),
             widgets::gigabytesText(series.y[point]));
}

} // namespace

ComparisonPage::ComparisonPage(HardwarePresenter& presenter, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter) {
    connect(&m_presenter, &HardwarePresenter::comparedChanged, this,
            &ComparisonPage::askForRefresh);
}

void ComparisonPage::askForRefresh() {
    m_stale = !isVisible();
    if (!m_stale)
        refresh();
}

void ComparisonPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (std::exchange(m_stale, false))
        refresh();
}

RadarPage::RadarPage(HardwarePresenter& presenter, QWidget* parent)
    : ComparisonPage(presenter, parent)
    , m_plot(new widgets::RadarPlot(this))
    , m_remark(widgets::wrappedLabel(this, "muted")) {
    m_plot->setObjectName("radar");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_remark);
}

void RadarPage::refresh() {
    const auto& compared = presenter().compared();
    QStringList names;
    std::vector<int> colors;
    for (const auto& one : compared) {
        names << one.name;
        colors.push_back(one.color);
    }
    m_plot->setContent(names, colors,
                       widgets::radarAxes(compared, allProfiles(presenter().catalogue())));
}

void RadarPage::retranslate() {
    m_plot->setAccessibleName(tr("Radar of the compared devices"));
    m_plot->setEmptyText(
        tr("Fewer than three properties are known of these devices. Fill in rates, "
           "bandwidths and sizes in the editor, or check a better known profile "
           "on the left."));
    m_remark->setText(tr("Each axis is logarithmic from the least to the greatest of all known "
                         "profiles; outside is better. A gap means: not known."));
    askForRefresh();
}

BandwidthPage::BandwidthPage(HardwarePresenter& presenter, QWidget* parent)
    : ComparisonPage(presenter, parent)
    , m_plot(new widgets::PlotView(this))
    , m_remark(widgets::wrappedLabel(this, "muted")) {
    m_plot->setObjectName("bandwidth");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_remark);
}

void BandwidthPage::refresh() {
    widgets::BandwidthPlot plot = widgets::bandwidthPlot(presenter().compared());
    widgets::PlotAxis x, y;
    x.title = tr("Size of the data");
    x.format = widgets::decadeBytesText;
    y.title = tr("Bandwidth, GB/s");
    x.scale = y.scale = widgets::AxisScale::Logarithmic;
    m_plot->setTipText(sizeTip);
    m_plot->setContent(x, y, std::move(plot.series));
    m_remark->setText(plot.remarks.join(" "));
    m_remark->setVisible(!plot.remarks.isEmpty());
}

void BandwidthPage::retranslate() {
    m_plot->setTitle(tr("Bandwidth"));
    m_plot->setEmptyText(tr("None of these profiles gives a bandwidth. Fill it in for the memory "
                            "levels in the editor, or measure it in Microbenchmarks."));
    askForRefresh();
}

OperatorsPage::OperatorsPage(HardwarePresenter& presenter, QSettings& settings, QWidget* parent)
    : ComparisonPage(presenter, parent)
    , m_label(new QLabel(this))
    , m_metric(new QComboBox(this))
    , m_map(new widgets::HeatMap(this)) {
    m_map->setObjectName("operatorMatrix");
    m_metric->setObjectName("operatorMetric");
    m_label->setBuddy(m_metric);
    for (int i = 0; i < 4; ++i)
        m_metric->addItem(QString());
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_label);
    bar->addWidget(m_metric);
    bar->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addLayout(bar);
    layout->addWidget(m_map, 1);
    m_metric->setCurrentIndex(settings.value("hardware/operatorMetric", 0).toInt());
    connect(m_metric, &QComboBox::currentIndexChanged, this, [this, &settings](int index) {
        settings.setValue("hardware/operatorMetric", index);
        askForRefresh();
    });
}

void OperatorsPage::refresh() {
    m_map->setMatrix(widgets::profileMatrix(
        presenter().compared(), static_cast<widgets::MatrixMetric>(m_metric->currentIndex())));
}

void OperatorsPage::retranslate() {
    m_label->setText(tr("&Colour shows"));
    m_metric->setAccessibleName(tr("What the colour of a cell shows"));
    for (int i = 0; i < m_metric->count(); ++i)
        m_metric->setItemText(i, widgets::matrixMetricText(static_cast<widgets::MatrixMetric>(i)));
    m_map->setAccessibleName(tr("Operators of the compared devices"));
    m_map->setEmptyText(tr("These profiles name no operators. List fast, medium, slow and "
                           "unsupported ones in the editor, or measure them in Microbenchmarks."));
    askForRefresh();
}

DifferencePage::DifferencePage(HardwarePresenter& presenter, QSettings& settings, QWidget* parent)
    : ComparisonPage(presenter, parent)
    , m_search(new QLineEdit(this))
    , m_onlyDifferent(new QCheckBox(this))
    , m_sources(new QCheckBox(this))
    , m_count(widgets::wrappedLabel(this, "muted"))
    , m_table(new widgets::DataTable(this)) {
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(240);
    m_search->setMaximumWidth(280);
    m_search->setObjectName("fieldSearch");
    m_onlyDifferent->setObjectName("onlyDifferent");
    m_sources->setObjectName("sourcesToo");
    const QString kSearch = "hardware/differenceSearch", kOnly = "hardware/onlyDifferent",
                  kSources = "hardware/sourcesToo";
    m_onlyDifferent->setChecked(settings.value(kOnly, true).toBool());
    m_sources->setChecked(settings.value(kSources, false).toBool());
    m_table->setObjectName("fieldTable");
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_search);
    bar->addWidget(m_onlyDifferent);
    bar->addWidget(m_sources);
    bar->addStretch(1);
    bar->addWidget(m_count);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addLayout(bar);
    layout->addWidget(m_table, 1);
    connect(m_search, &QLineEdit::textChanged, m_table, &widgets::DataTable::setSearch);
    m_search->setText(settings.value(kSearch).toString());
    connect(m_search, &QLineEdit::textChanged, this,
            [&settings, kSearch](const QString& text) { settings.setValue(kSearch, text); });
    for (const auto& [box, key] : {std::pair{m_onlyDifferent, kOnly}, {m_sources, kSources}})
        connect(box, &QCheckBox::toggled, this, [this, &settings, key = key](bool on) {
            settings.setValue(key, on);
            askForRefresh();
        });
}

void DifferencePage::refresh() {
    const auto& compared = presenter().compared();
    QStringList columns{tr("Field")};
    std::map<std::string, std::vector<std::string>> fields;
    for (std::size_t i = 0; i < compared.size(); ++i) {
        columns << compared[i].name;
        for (const auto& [path, text] : hardware::flattenProfile(*compared[i].profile)) {
            const bool isSource =
                path.starts_with("provenance.") || path.starts_with("environments.");
            if (isSource && !m_sources->isChecked())
                continue;
            auto& row = fields[path];
            row.resize(compared.size());
            row[i] = text;
        }
    }
    const bool onlyDifferent = m_onlyDifferent->isChecked() && compared.size() > 1;
    std::vector<widgets::DataTableModel::Row> rows;
    for (const auto& [path, texts] : fields) {
        const bool same = std::all_of(texts.begin(), texts.end(),
                                      [&](const auto& text) { return text == texts.front(); });
        if (same && onlyDifferent)
            continue;
        widgets::DataTableModel::Row row{
            {QString::fromStdString(path), {}, {}, widgets::CellTone::Plain}};
        for (const std::string& text : texts) {
            const QString shown = QString::fromStdString(text);
            bool isNumber = false;
            const double number = shown.toDouble(&isNumber);
            if (text.empty())
                row.push_back(widgets::DataCell::absent(tr("not given")));
            else if (isNumber && path.ends_with(".size"))
                row.push_back({widgets::bytesText(number), {}, {}, {}});
            else if (isNumber)
                row.push_back({widgets::numberText(number), {}, shown, {}});
            else
                row.push_back({shown, {}, {}, {}});
        }
        rows.push_back(std::move(row));
    }
    m_onlyDifferent->setEnabled(compared.size() > 1);
    const auto shown = static_cast<int>(rows.size());
    m_count->setText(compared.size() < 2 ? tr("Check more profiles on the left to compare them.")
                     : onlyDifferent     ? tr("Differing fields: %1").arg(shown)
                                         : tr("Fields: %1").arg(shown));
    const bool otherColumns = m_table->content().columnCount() != columns.size();
    m_table->content().setContent(columns, std::move(rows));
    if (otherColumns)
        m_table->fitColumns(190); // a long description shall not push the other devices out
}

void DifferencePage::retranslate() {
    m_search->setPlaceholderText(tr("Search fields and values"));
    m_search->setAccessibleName(tr("Search fields and values"));
    m_onlyDifferent->setText(tr("Only what &differs"));
    m_sources->setText(tr("&Sources too"));
    m_table->setAccessibleName(tr("Fields of the compared profiles"));
    askForRefresh();
}

} // namespace metainfer::workbench
