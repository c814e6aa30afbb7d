// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Live curves of a device.
#include "devices/telemetry_page.h"

#include "hardware/quantity_text.h"
#include "plot/plot_view.h"
#include "session/engine_words.h"

#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <map>

namespace metainfer::workbench {
namespace {

using widgets::PlotSeries;

constexpr double kGib = 1024.0 * 1024 * 1024;
constexpr std::size_t kMostSensors = 6; ///< curves that can be told apart
constexpr double kShownSeconds = 300;
constexpr double kGapSeconds = 6; ///< well above what lies between two looks

PlotSeries line(const QString& name, int color, bool dashed = false) {
    PlotSeries series;
    series.kind = PlotSeries::Kind::Line;
    series.name = name;
    series.color = color;
    series.dashed = dashed;
    return series;
}

void addPoint(PlotSeries& series, double x, double y) {
    series.x.push_back(x);
    series.y.push_back(y);
}

/// What is drawn after it does not go on from what was before.
void breakLine(PlotSeries& series, double x) {
    if (!series.x.empty())
        addPoint(series, x, std::numeric_limits<double>::quiet_NaN());
}

void keepFilled(std::vector<PlotSeries>& all) {
    std::erase_if(all, [](const PlotSeries& series) { return series.x.empty(); });
}

} // namespace

TelemetryCurves telemetryCurves(const std::deque<TelemetryLook>& looks, const QDateTime& now) {
    TelemetryCurves curves;
    if (looks.empty())
        return curves;
    const QDateTime last = now.isValid() ? now : looks.back().when;
    const TelemetryLook* before = nullptr;
    PlotSeries all = line(TelemetryPage::tr("all processors"), 0),
               busiest = line(TelemetryPage::tr("busiest processor"), 1, true),
               stolen = line(TelemetryPage::tr("taken by the hypervisor"), 3, true);
    PlotSeries fastest = line(TelemetryPage::tr("fastest processor"), 0),
               slowest = line(TelemetryPage::tr("slowest processor"), 1, true);
    PlotSeries used = line(TelemetryPage::tr("used"), 0),
               swapped = line(TelemetryPage::tr("swapped out"), 1, true);
    std::map<std::string, PlotSeries> sensors;
    for (const TelemetryLook& look : looks) {
        const double x = static_cast<double>(last.msecsTo(look.when)) / 1000;
        const hardware::Telemetry& values = look.values;
        if (before && before->when.msecsTo(look.when) > kGapSeconds * 1000) {
            for (PlotSeries* series :
                 {&all, &busiest, &stolen, &fastest, &slowest, &used, &swapped})
                breakLine(*series, x);
            for (auto& [name, series] : sensors)
                breakLine(series, x);
        }
        before = &look;
        if (look.load)
            addPoint(all, x, *look.load * 100);
        if (look.cpuLoads.size() > 1)
            addPoint(busiest, x,
                     *std::max_element(look.cpuLoads.begin(), look.cpuLoads.end()) * 100);
        if (look.stolen && *look.stolen > 0)
            addPoint(stolen, x, *look.stolen * 100);
        if (!values.clocksMhz.empty()) {
            const auto [low, high] =
                std::minmax_element(values.clocksMhz.begin(), values.clocksMhz.end());
            addPoint(fastest, x, *high);
            if (values.clocksMhz.size() > 1)
                addPoint(slowest, x, *low);
        }
        for (const hardware::TemperatureSensor& sensor : values.temperatures) {
            PlotSeries& series = sensors[sensor.name];
            addPoint(series, x, sensor.celsius);
        }
        if (values.memoryBytes && values.availableBytes)
            addPoint(used, x,
                     static_cast<double>(*values.memoryBytes - *values.availableBytes) / kGib);
        if (values.swapBytes && values.swapFreeBytes && *values.swapBytes > 0)
            addPoint(swapped, x,
                     static_cast<double>(*values.swapBytes - *values.swapFreeBytes) / kGib);
    }
    curves.load = {std::move(all), std::move(busiest), std::move(stolen)};
    curves.clocks = {std::move(fastest), std::move(slowest)};
    curves.memory = {std::move(used), std::move(swapped)};
    for (auto& [name, series] : sensors) {
        if (curves.temperatures.size() >= kMostSensors)
            break;
        PlotSeries named =
            line(QString::fromStdString(name), static_cast<int>(curves.temperatures.size()),
                 curves.temperatures.size() % 2 == 1);
        named.x = std::move(series.x);
        named.y = std::move(series.y);
        curves.temperatures.push_back(std::move(named));
    }
    for (auto* group : {&curves.load, &curves.clocks, &curves.memory})
        keepFilled(*group);
    return curves;
}

TelemetryPage::TelemetryPage(TelemetryPresenter& presenter, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_load(makePanel("telemetryLoad"))
    , m_clocks(makePanel("telemetryClocks"))
    , m_temperatures(makePanel("telemetryTemperatures"))
    , m_memory(makePanel("telemetryMemory"))
    , m_now(new QLabel(this))
    , m_note(new QLabel(this)) {
    m_now->setObjectName("telemetryNow");
    m_now->setWordWrap(true);
    m_note->setProperty("role", "muted");
    m_note->setWordWrap(true);
    auto* grid = new QGridLayout;
    grid->setSpacing(8);
    grid->addWidget(m_load.stack, 0, 0);
    grid->addWidget(m_clocks.stack, 0, 1);
    grid->addWidget(m_temperatures.stack, 1, 0);
    grid->addWidget(m_memory.stack, 1, 1);
    for (const int part : {0, 1}) { // also where one of them is a sentence only
        grid->setRowStretch(part, 1);
        grid->setColumnStretch(part, 1);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(m_now);
    layout->addLayout(grid, 1);
    layout->addWidget(m_note);
    connect(&m_presenter, &TelemetryPresenter::looked, this, [this] {
        if (isVisible())
            showLooks();
    });
}

TelemetryPage::Panel TelemetryPage::makePanel(const char* name) {
    Panel panel;
    panel.stack = new QStackedWidget(this);
    panel.plot = new widgets::PlotView(panel.stack);
    panel.plot->setObjectName(name);
    auto* instead = new QFrame(panel.stack);
    instead->setFrameShape(QFrame::StyledPanel);
    auto* column = new QVBoxLayout(instead);
    panel.title = new QLabel(instead);
    panel.title->setProperty("role", "heading");
    panel.title->setAlignment(Qt::AlignCenter);
    panel.why = new QLabel(instead);
    panel.why->setProperty("role", "muted");
    panel.why->setAlignment(Qt::AlignCenter);
    panel.why->setWordWrap(true);
    column->addStretch(1);
    column->addWidget(panel.title);
    column->addWidget(panel.why);
    column->addStretch(1);
    panel.stack->addWidget(panel.plot);
    panel.stack->addWidget(instead);
    return panel;
}

void TelemetryPage::showPanel(Panel& panel, const widgets::PlotAxis& y,
                              std::vector<PlotSeries> series, const QString& unit) {
    panel.stack->setCurrentIndex(series.empty() ? 1 : 0);
    panel.plot->setTipText([unit](const PlotSeries& one, std::size_t point) {
        return tr("%1: %2 %3, %4 s ago", "curve: value unit, age")
            .arg(one.name, widgets::numberText(one.y[point]), unit,
                 widgets::numberText(-one.x[point]));
    });
    panel.plot->setReferenceLines(m_quiet);
    panel.plot->setContent(m_time, y, std::move(series));
}

void TelemetryPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_presenter.start();
    showLooks();
}

void TelemetryPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_presenter.stop();
}

void TelemetryPage::showLooks() {
    const TelemetryLook* latest = m_presenter.latest();
    const QDateTime now = latest ? latest->when : QDateTime();
    TelemetryCurves curves = telemetryCurves(m_presenter.looks(), now);
    widgets::PlotAxis load, clock, temperature, memory;
    m_time.title = tr("Seconds before now");
    // As much as there is, in steps that do not make the curves jump at every look.
    double seconds = 0;
    if (!m_presenter.looks().empty())
        seconds = static_cast<double>(m_presenter.looks().front().when.msecsTo(now)) / 1000;
    m_time.range = {seconds <= 60 ? -60 : seconds <= 120 ? -120 : -kShownSeconds, 0};
    m_quiet = quietLines(now, m_time.range->first);
    load.title = tr("Load, %");
    load.range = {0, 100};
    clock.title = tr("Clock, MHz");
    temperature.title = tr("Temperature, °C");
    memory.title = tr("Memory, GiB");
    memory.fromZero = true;
    showPanel(m_load, load, std::move(curves.load), tr("%"));
    showPanel(m_clocks, clock, std::move(curves.clocks), tr("MHz"));
    showPanel(m_temperatures, temperature, std::move(curves.temperatures), tr("°C"));
    showPanel(m_memory, memory, std::move(curves.memory), tr("GiB"));
    showReasons();
    m_now->setText(latest ? nowText(*latest) : tr("Looking…"));
    const bool here = m_presenter.device() == "local";
    m_note->setText(
        !m_presenter.looks().empty() && m_presenter.looks().back().values.clocksAreNominal
            ? tr("The clock is what the processor is called with (/proc/cpuinfo); this "
                 "machine does not say what it really runs at.")
        : here ? tr("Read from /proc and /sys once a second while this page is shown, half "
                    "as often while a measurement runs.")
               : tr("Read on the device once a second while this page is shown; the sensors are "
                    "left alone while a timed run goes on."));
}

/// Where a timed run began and ended; one that goes on has no end.
std::vector<widgets::ReferenceLine> TelemetryPage::quietLines(const QDateTime& now,
                                                              double earliest) const {
    std::vector<widgets::ReferenceLine> lines;
    const TelemetryLook* latest = m_presenter.latest();
    for (const QuietTime& quiet : m_presenter.quietTimes()) {
        const double begin = static_cast<double>(now.msecsTo(quiet.begin)) / 1000,
                     end = static_cast<double>(now.msecsTo(quiet.end)) / 1000;
        if (end < earliest)
            continue;
        lines.push_back(
            {widgets::ReferenceLine::Kind::X, std::max(begin, earliest), tr("timed run")});
        const bool goesOn = latest && latest->values.isAsleep && quiet.end == latest->when;
        if (!goesOn)
            lines.push_back({widgets::ReferenceLine::Kind::X, end, {}});
    }
    return lines;
}

/// Why a panel has no curve.
void TelemetryPage::showReasons() {
    const std::size_t looks = m_presenter.looks().size();
    const TelemetryLook* latest = m_presenter.latest();
    const QString wait = latest && latest->values.isAsleep
                             ? tr("The sensors are left alone while a timed run goes on.")
                             : tr("A moment…");
    m_load.why->setText(looks < 2 ? wait
                                  : tr("Not available here: the system does not say how busy its "
                                       "processors are."));
    m_clocks.why->setText(looks < 1 ? wait
                                    : tr("Not available here: the system does not show the clocks "
                                         "(no cpufreq in /sys, no rate in /proc/cpuinfo)."));
    m_temperatures.why->setText(looks < 1 ? wait
                                          : tr("Not available here: the system has no temperature "
                                               "sensor in /sys (usual in virtual machines)."));
    m_memory.why->setText(
        looks < 1 ? wait
                  : tr("Not available here: the system does not say how much memory is in "
                       "use."));
}

QString TelemetryPage::nowText(const TelemetryLook& look) const {
    if (look.problem)
        return tr("✕ Nothing can be read: %1").arg(EngineWords::error(*look.problem));
    const hardware::Telemetry& now = look.values;
    QStringList parts;
    const QString unknown = tr("not available here");
    if (now.isAsleep)
        parts << tr("☾ asleep during a timed run; these are the last values");
    parts << tr("Load: %1")
                 .arg(look.load                        ? widgets::shareText(*look.load)
                      : m_presenter.looks().size() < 2 ? tr("…")
                                                       : unknown);
    parts << tr("average of a minute: %1")
                 .arg(now.loadAverage ? QLocale().toString(*now.loadAverage, 'f', 2) : unknown);
    if (now.memoryBytes && now.availableBytes)
        parts << tr("memory: %1 of %2 used")
                     .arg(widgets::bytesText(
                              static_cast<double>(*now.memoryBytes - *now.availableBytes)),
                          widgets::bytesText(static_cast<double>(*now.memoryBytes)));
    else
        parts << tr("memory: %1").arg(unknown);
    parts << tr("clock governor: %1")
                 .arg(now.governor.empty() ? unknown : QString::fromStdString(now.governor));
    parts << tr("throttling events: %1")
                 .arg(now.throttleCount ? QLocale().toString(qulonglong(*now.throttleCount))
                                        : unknown);
    return parts.join(QStringLiteral("\u00a0·  ")); // no line begins with the dot
}

void TelemetryPage::retranslate() {
    const auto set = [](Panel& panel, const QString& title) {
        panel.plot->setTitle(title);
        panel.title->setText(title);
    };
    set(m_load, tr("Load"));
    set(m_clocks, tr("Clocks"));
    set(m_temperatures, tr("Temperatures"));
    set(m_memory, tr("Memory"));
    showLooks();
}

} // namespace metainfer::workbench
