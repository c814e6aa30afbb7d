// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the axes of the radar plot are.
#include "hardware/radar_plot.h"

#include "hardware/quantity_text.h"
#include "hardware/roofline.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace metainfer::widgets {
namespace {

struct RadarTexts {
    Q_DECLARE_TR_FUNCTIONS(metainfer::widgets::RadarTexts)
};

using hardware::Profile;

std::optional<double> rateOf(const Profile& profile, ElementType type) {
    // Only what the profile states: a rate that is derived from another would repeat its axis.
    return profile.gflops(type);
}

std::optional<double> mainBandwidth(const Profile& profile) {
    const auto* level = hardware::mainMemory(profile);
    return level ? level->totalGbps() : std::nullopt;
}

std::optional<double> mainSize(const Profile& profile) {
    const auto* level = hardware::mainMemory(profile);
    return level ? level->totalBytes() : std::nullopt;
}

std::optional<double> cacheSize(const Profile& profile) {
    const double bytes = hardware::cacheBytes(profile);
    return bytes > 0 ? std::optional(bytes) : std::nullopt;
}

struct Property {
    QString name;
    std::optional<double> (*value)(const Profile&);
    QString (*text)(double);
    bool lessIsBetter = false;
};

std::vector<Property> properties() {
    return {
        {RadarTexts::tr("fp32 rate"),
         [](const Profile& p) { return rateOf(p, ElementType::Float); },
         [](double v) { return rateText(v); }},
        {RadarTexts::tr("fp16 rate"),
         [](const Profile& p) { return rateOf(p, ElementType::Float16); },
         [](double v) { return rateText(v); }},
        {RadarTexts::tr("int8 rate"), [](const Profile& p) { return rateOf(p, ElementType::Int8); },
         [](double v) { return rateText(v, true); }},
        {RadarTexts::tr("Memory bandwidth"), mainBandwidth,
         [](double v) { return gigabytesText(v); }},
        {RadarTexts::tr("Memory size"), mainSize, [](double v) { return bytesText(v); }},
        {RadarTexts::tr("On-chip memory"), cacheSize, [](double v) { return bytesText(v); }},
        {RadarTexts::tr("Launch overhead (small is outside)"),
         [](const Profile& p) { return p.launchOverheadUs(); },
         [](double v) { return microsecondsText(v); }, true},
        {RadarTexts::tr("Power (small is outside)"),
         [](const Profile& p) { return p.compute.powerWatts; },
         [](double v) { return RadarTexts::tr("%1 W").arg(numberText(v)); }, true},
    };
}

} // namespace

std::vector<RadarAxis> radarAxes(const ComparedProfiles& shown, const ComparedProfiles& known) {
    std::vector<RadarAxis> axes;
    for (const Property& property : properties()) {
        double low = 1e300, high = -1e300;
        for (const ComparedProfiles* all : {&shown, &known})
            for (const ComparedProfile& one : *all)
                if (const auto value = property.value(*one.profile); value && *value > 0) {
                    low = std::min(low, std::log10(*value));
                    high = std::max(high, std::log10(*value));
                }
        RadarAxis axis{property.name, {}, {}};
        for (const ComparedProfile& one : shown) {
            const auto value = property.value(*one.profile);
            if (!value || !(*value > 0)) {
                axis.places.push_back(std::nullopt);
                axis.values << RadarTexts::tr("not known");
                continue;
            }
            const double place = high > low ? (std::log10(*value) - low) / (high - low) : 1;
            // The least one stays visible: its point is off the centre.
            axis.places.push_back(0.1 + 0.9 * (property.lessIsBetter ? 1 - place : place));
            axis.values << property.text(*value);
        }
        const bool any = std::any_of(axis.places.begin(), axis.places.end(),
                                     [](const auto& place) { return place.has_value(); });
        if (any)
            axes.push_back(std::move(axis));
    }
    return axes;
}

} // namespace metainfer::widgets
