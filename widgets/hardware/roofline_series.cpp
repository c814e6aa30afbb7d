// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Roofs, operators on them, and bandwidth curves, as series of a plot.
#include "hardware/roofline_series.h"

#include "hardware/profile_yaml.h"
#include "hardware/quantity_text.h"
#include "hardware/roofline.h"
#include "session/engine_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

namespace metainfer::widgets {
namespace {

struct RooflineTexts {
    Q_DECLARE_TR_FUNCTIONS(metainfer::widgets::RooflineTexts)
};

constexpr double kLowestIntensity = 0.01, kHighestIntensity = 10000;

Marker markerOf(int color) {
    static constexpr Marker kMarkers[] = {Marker::Circle, Marker::Square, Marker::Diamond,
                                          Marker::Triangle, Marker::Cross};
    return kMarkers[static_cast<std::size_t>(color) % std::size(kMarkers)];
}

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

/// Three points are a roof: a slope up to the ridge, then flat.
PlotSeries roof(const QString& name, int color, double gbps, double gflops, bool dashed) {
    PlotSeries series;
    series.kind = PlotSeries::Kind::Line;
    series.name = name;
    series.color = color;
    series.dashed = dashed;
    series.faint = dashed;
    series.markers = !dashed;
    series.marker = markerOf(color);
    const double ridge = std::clamp(gflops / gbps, kLowestIntensity, kHighestIntensity);
    series.x = {kLowestIntensity, ridge, kHighestIntensity};
    for (const double intensity : series.x)
        series.y.push_back(std::min(gbps * intensity, gflops));
    return series;
}

class RooflineBuilder {
  public:
    RooflineBuilder(const ComparedProfiles& profiles, ElementType dtype,
                    const std::vector<OperatorPoint>& operators)
        : m_profiles(profiles)
        , m_dtype(dtype)
        , m_operators(operators) {}

    RooflinePlot run() {
        for (const ComparedProfile& one : m_profiles)
            addRoofs(one);
        for (const ComparedProfile& one : m_profiles)
            addOperators(one);
        // Devices of which the same is to be said share one sentence.
        for (const auto& [basis, names] : m_assumed)
            m_plot.remarks << RooflineTexts::tr("%1: the rate at %2 is not in the profile; assumed "
                                                "from %3.")
                                  .arg(names.join(", "), text(hardware::dtypeName(m_dtype)),
                                       EngineWords::text(basis));
        return std::move(m_plot);
    }

  private:
    void add(PlotSeries series, std::vector<std::size_t> operators = {}) {
        m_plot.series.push_back(std::move(series));
        m_plot.operators.push_back(std::move(operators));
    }

    void addRoofs(const ComparedProfile& one) {
        const auto peak = hardware::peakGflops(*one.profile, m_dtype);
        const double outside = 1e15; // no level but the last holds it
        std::string level;
        const auto bandwidth = hardware::bandwidthGbps(*one.profile, outside, 0, &level);
        if (!peak || !bandwidth) {
            m_plot.remarks << (peak ? RooflineTexts::tr("%1 says nothing about its bandwidth.")
                                    : RooflineTexts::tr("%1 says nothing about its rate at %2."))
                                  .arg(one.name, text(hardware::dtypeName(m_dtype)));
            return;
        }
        if (peak->assumed)
            m_assumed[peak->basis] << one.name;
        if (bandwidth->assumed)
            m_plot.remarks << RooflineTexts::tr("%1: the bandwidth is assumed from %2.")
                                  .arg(one.name, EngineWords::text(bandwidth->basis));
        add(roof(one.name, one.color, bandwidth->value, peak->value, false));
        if (m_profiles.size() > 1)
            return;
        for (const auto& inner : one.profile->memory.hierarchy) {
            const auto gbps = inner.totalGbps();
            if (gbps && inner.level != level)
                add(roof(RooflineTexts::tr("%1 (%2)", "memory level (device)")
                             .arg(text(inner.level), one.name),
                         static_cast<int>(m_plot.series.size()), *gbps, peak->value, true));
        }
    }

    void addOperators(const ComparedProfile& one) {
        PlotSeries series;
        series.kind = PlotSeries::Kind::Scatter;
        series.color = one.color;
        series.marker = markerOf(one.color);
        series.size = 8;
        std::vector<std::size_t> shown;
        for (std::size_t i = 0; i < m_operators.size(); ++i) {
            const OperatorPoint& point = m_operators[i];
            const auto estimate = estimateOf(*one.profile, point);
            if (!estimate || !(point.flops > 0) || !(point.bytes > 0))
                continue;
            series.x.push_back(point.flops / point.bytes);
            series.y.push_back(estimate->gflops);
            series.third.push_back(estimate->us);
            series.rows.push_back(i);
            shown.push_back(i);
        }
        if (!shown.empty())
            add(std::move(series), std::move(shown));
    }

    const ComparedProfiles& m_profiles;
    ElementType m_dtype;
    const std::vector<OperatorPoint>& m_operators;
    RooflinePlot m_plot;
    std::map<std::string, QStringList> m_assumed; ///< basis -> devices
};

QString boundText(hardware::Bound bound) {
    switch (bound) {
    case hardware::Bound::Compute:
        return RooflineTexts::tr("compute");
    case hardware::Bound::Memory:
        return RooflineTexts::tr("memory");
    case hardware::Bound::Launch:
        return RooflineTexts::tr("launch overhead");
    }
    return {};
}

} // namespace

RooflinePlot rooflinePlot(const ComparedProfiles& profiles, ElementType dtype,
                          const std::vector<OperatorPoint>& operators) {
    return RooflineBuilder(profiles, dtype, operators).run();
}

std::optional<OperatorEstimate> estimateOf(const hardware::Profile& profile,
                                           const OperatorPoint& one) {
    const auto point = hardware::roofline(
        profile,
        {.flops = one.flops, .bytes = one.bytes, .footprintBytes = one.bytes, .dtype = one.dtype});
    if (!point)
        return std::nullopt;
    const double launch = profile.launchOverheadUs().value_or(0);
    OperatorEstimate estimate;
    estimate.us = point->us + launch;
    if (!(estimate.us > 0))
        return std::nullopt;
    estimate.gflops = one.flops / estimate.us / 1000; // FLOP per µs is 1e6 FLOP/s
    estimate.bound = boundText(launch > point->us ? hardware::Bound::Launch : point->bound);
    return estimate;
}

std::vector<ElementType> ratedTypes(const ComparedProfiles& profiles) {
    std::vector<ElementType> types;
    for (const ElementType type : {ElementType::Float, ElementType::Float16, ElementType::BFloat16,
                                   ElementType::Int8, ElementType::Int4, ElementType::Double})
        if (std::any_of(profiles.begin(), profiles.end(), [type](const ComparedProfile& one) {
                return one.profile->supports(type) && hardware::peakGflops(*one.profile, type);
            }))
            types.push_back(type);
    return types;
}

BandwidthPlot bandwidthPlot(const ComparedProfiles& profiles) {
    BandwidthPlot plot;
    // A last level without a size serves all that the others do not hold.
    double end = 1 << 26;
    for (const ComparedProfile& one : profiles)
        for (const auto& level : one.profile->memory.hierarchy)
            end = std::max(end, level.totalBytes().value_or(0));
    for (const ComparedProfile& one : profiles) {
        PlotSeries curve;
        curve.kind = PlotSeries::Kind::Line;
        curve.name = RooflineTexts::tr("%1, measured", "device").arg(one.name);
        curve.color = one.color;
        curve.marker = markerOf(one.color);
        curve.markers = true;
        for (const auto& point : one.profile->memory.curve) {
            curve.x.push_back(point.footprintBytes);
            curve.y.push_back(point.gbps);
        }
        const bool measured = !curve.x.empty();
        if (measured)
            plot.series.push_back(std::move(curve));
        PlotSeries levels;
        levels.kind = PlotSeries::Kind::Line;
        levels.name = RooflineTexts::tr("%1, levels", "device").arg(one.name);
        levels.color = one.color;
        levels.dashed = true;
        levels.markers = true;
        levels.marker = markerOf(one.color);
        double from = 1024; // bytes: below it every level is as good
        for (const auto& level : one.profile->memory.hierarchy) {
            const auto gbps = level.totalGbps();
            const double to = level.totalBytes().value_or(gbps ? end : from);
            if (!(to > from))
                continue;
            if (!gbps) { // known to be there, not how fast it is
                from = to;
                continue;
            }
            levels.x.insert(levels.x.end(), {from, to});
            levels.y.insert(levels.y.end(), {*gbps, *gbps});
            from = to;
        }
        if (!levels.x.empty())
            plot.series.push_back(std::move(levels));
        else if (!measured)
            plot.remarks << RooflineTexts::tr("%1 says nothing about its bandwidth.").arg(one.name);
    }
    return plot;
}

} // namespace metainfer::widgets
