// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Rooflines with the operators of a model on them.
#include "hardware/roofline_page.h"

#include "hardware/model_chooser.h"
#include "hardware/profile_yaml.h"
#include "hardware/quantity_text.h"
#include "plot/plot_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSettings>
#include <QVBoxLayout>

namespace metainfer::workbench {
RooflinePage::RooflinePage(HardwarePresenter& presenter, QSettings& settings, QWidget* parent)
    : ComparisonPage(presenter, parent)
    , m_settings(settings)
    , m_chooser(new ModelChooser(presenter, settings, this))
    , m_typeLabel(new QLabel(this))
    , m_remarks(new QLabel(this))
    , m_type(new QComboBox(this))
    , m_plot(new widgets::PlotView(this)) {
    m_type->setObjectName("rooflineType");
    m_plot->setObjectName("roofline");
    m_remarks->setProperty("role", "muted");
    m_remarks->setWordWrap(true);
    m_typeLabel->setBuddy(m_type);
    auto* bar = new QHBoxLayout;
    for (QWidget* widget : std::initializer_list<QWidget*>{m_typeLabel, m_type, m_chooser})
        bar->addWidget(widget);
    bar->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addLayout(bar);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_remarks);
    connect(m_type, &QComboBox::activated, this, [this] {
        m_settings.setValue("hardware/rooflineType", m_type->currentData());
        showPlot();
    });
    connect(&presenter, &HardwarePresenter::modelChanged, this, &RooflinePage::askForRefresh);
}

void RooflinePage::refresh() {
    presenter().offerModel(ModelChooser::chosen(m_settings));
    const auto types = widgets::ratedTypes(presenter().compared());
    const int before = m_settings.value("hardware/rooflineType", -1).toInt();
    m_type->clear();
    for (const ElementType type : types)
        m_type->addItem(QString::fromStdString(hardware::dtypeName(type)), static_cast<int>(type));
    m_type->setCurrentIndex(std::max(0, m_type->findData(before)));
    m_type->setEnabled(!types.empty());
    showPlot();
}

void RooflinePage::showPlot() {
    const auto& compared = presenter().compared();
    const auto model = presenter().model();
    static const std::vector<widgets::OperatorPoint> none;
    const auto type = static_cast<ElementType>(m_type->currentData().toInt());
    std::vector<widgets::OperatorPoint> operators = model ? model->operators : none;
    // The same operators as they would run at the chosen type.
    for (widgets::OperatorPoint& one : operators)
        if (one.dtype == ElementType::Float && elementBits(type) > 0) {
            one.bytes *= elementBits(type) / 32.0;
            one.dtype = type;
        }
    widgets::RooflinePlot plot = m_type->count() ? widgets::rooflinePlot(compared, type, operators)
                                                 : widgets::RooflinePlot();
    widgets::PlotAxis x, y;
    x.title = tr("Arithmetic intensity, FLOP/byte");
    y.title = tr("Rate, GFLOP/s");
    x.scale = y.scale = widgets::AxisScale::Logarithmic;
    const auto points = std::make_shared<std::vector<widgets::OperatorPoint>>(std::move(operators));
    m_plot->setTipText([points](const widgets::PlotSeries& series, std::size_t point) {
        const QString place =
            tr("%1 FLOP/byte, %2")
                .arg(widgets::numberText(series.x[point]), widgets::rateText(series.y[point]));
        if (series.rows.empty() || series.rows[point] >= points->size())
            return tr("%1\n%2", "name\nplace").arg(series.name, place);
        const widgets::OperatorPoint& one = (*points)[series.rows[point]];
        return tr("%1 (%2)\n%3\n%4 predicted, with launch overhead")
            .arg(one.name, one.op, place, widgets::microsecondsText(series.third[point]));
    });
    widgets::PlotAxis time;
    time.title = tr("Predicted time");
    time.scale = widgets::AxisScale::Logarithmic;
    time.format = widgets::microsecondsText;
    m_plot->setThird(model ? widgets::ThirdUse::Size : widgets::ThirdUse::None, time);
    m_plot->setContent(x, y, std::move(plot.series));
    QStringList remarks = plot.remarks;
    if (model)
        remarks << tr("The operators of %1 (%2) at the rate that roofline and launch overhead "
                      "allow: predicted, batch 1.")
                       .arg(model->model)
                       .arg(model->operators.size());
    if (model && model->unknown)
        remarks << tr("Left out, because their shapes are not known: %1.").arg(model->unknown);
    m_remarks->setText(remarks.join(" "));
    m_remarks->setVisible(!remarks.isEmpty());
}

void RooflinePage::retranslate() {
    m_typeLabel->setText(tr("Data &type"));
    m_chooser->retranslate();
    m_type->setAccessibleName(tr("Data type of the roofline"));
    m_plot->setTitle(tr("Roofline"));
    m_plot->setEmptyText(tr("No profile with a rate and a bandwidth is shown. Choose one on the "
                            "left, or fill in peak rates and bandwidths in the editor."));
    askForRefresh();
}

} // namespace metainfer::workbench
