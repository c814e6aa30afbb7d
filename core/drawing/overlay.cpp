// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Values of visible boxes, their range, colours and legend.
#include "drawing/overlay.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace metainfer::drawing {
namespace {

constexpr int kStops = 11;              // of the colour bar
constexpr std::size_t kNamedOthers = 3; // in the legend's line of those that share a colour

std::string textOfOthers(const Overlay& overlay, std::size_t first) {
    const auto& names = overlay.categories;
    const std::size_t named = std::min(names.size(), first + kNamedOthers);
    std::string text =
        fmt::format("{}: {}", overlay.others,
                    fmt::join(names.begin() + static_cast<std::ptrdiff_t>(first),
                              names.begin() + static_cast<std::ptrdiff_t>(named), ", "));
    if (named < names.size())
        text += fmt::format(", +{}", names.size() - named);
    return text;
}

struct Prefix {
    double factor;
    std::string_view text;
};
constexpr Prefix kPrefixes[]{{1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}};

} // namespace

std::string formatQuantity(double value, std::string_view unit) {
    if (!std::isfinite(value))
        return "–";
    const double size = std::abs(value);
    if (unit == "us") {
        if (size >= 1e6)
            return fmt::format("{:.3g} s", value / 1e6);
        return size >= 1e3 ? fmt::format("{:.3g} ms", value / 1e3)
                           : fmt::format("{:.3g} µs", value);
    }
    // A quotient such as FLOP/B keeps its unit as it is.
    if (unit.find('/') == std::string_view::npos)
        for (const Prefix& prefix : kPrefixes)
            if (size >= prefix.factor)
                return fmt::format("{:.3g} {}{}", value / prefix.factor, prefix.text, unit);
    const std::string number =
        size >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
    return unit.empty() ? number : fmt::format("{} {}", number, unit);
}

Overlay Overlay::quantitative(const Diagram& diagram, std::string title, std::string unit,
                              OverlayScale scale) {
    Overlay overlay;
    overlay.title = std::move(title);
    overlay.unit = std::move(unit);
    overlay.scale = scale;
    overlay.values.resize(diagram.items().size());
    return overlay;
}

Overlay Overlay::categorical(const Diagram& diagram, std::string title,
                             std::vector<std::string> categories) {
    Overlay overlay;
    overlay.title = std::move(title);
    overlay.scale = OverlayScale::Categorical;
    overlay.categories = std::move(categories);
    overlay.values.resize(diagram.items().size());
    return overlay;
}

OverlayColors::OverlayColors(const Overlay& overlay, const VisibleGraph& visible, ThemeKind theme,
                             const std::optional<OverlayRange>& range)
    : m_title(overlay.title)
    , m_unit(overlay.unit)
    , m_source(overlay.source)
    , m_scale(overlay.scale)
    , m_theme(theme)
    , m_categories(overlay.categories) {
    mergeValues(overlay, visible);
    findRange();
    if (range) {
        m_low = range->low;
        m_high = range->high;
    }
    makeLegend(overlay);
}

void OverlayColors::mergeValues(const Overlay& overlay, const VisibleGraph& visible) {
    const std::size_t boxes = visible.boxes().size();
    m_values.resize(boxes);
    std::vector<std::size_t> counts(boxes, 0);
    // Categories of a closed group: the one that most of its operators have.
    std::vector<std::vector<std::uint32_t>> votes(isCategorical() ? boxes : 0);
    for (std::size_t i = 0; i < overlay.values.size(); ++i) {
        const auto& value = overlay.values[i];
        if (!value || i >= visible.diagram().items().size())
            continue;
        if (!visible.boxOf(ItemId(i)).isValid())
            continue;
        const std::size_t box = visible.boxOf(ItemId(i)).index;
        if (isCategorical()) {
            votes[box].resize(m_categories.size(), 0);
            if (value->category < m_categories.size())
                ++votes[box][value->category];
            continue;
        }
        if (!std::isfinite(value->number))
            continue;
        auto& merged = m_values[box];
        if (!merged)
            merged = *value;
        else if (overlay.merge == OverlayMerge::Max)
            merged->number = std::max(merged->number, value->number);
        else
            merged->number += value->number;
        ++counts[box];
    }
    for (std::size_t b = 0; b < boxes; ++b) {
        if (overlay.merge == OverlayMerge::Mean && m_values[b])
            m_values[b]->number /= static_cast<double>(counts[b]);
        if (isCategorical() && !votes[b].empty()) {
            const auto most = std::max_element(votes[b].begin(), votes[b].end());
            if (most != votes[b].end() && *most > 0)
                m_values[b] = OverlayValue{0, static_cast<std::uint32_t>(most - votes[b].begin())};
        }
    }
}

void OverlayColors::findRange() {
    bool any = false;
    for (const auto& value : m_values) {
        if (!value || (isLogarithmic() && value->number <= 0))
            continue;
        m_low = any ? std::min(m_low, value->number) : value->number;
        m_high = any ? std::max(m_high, value->number) : value->number;
        any = true;
    }
    if (!isLogarithmic())
        m_low = std::min(m_low, 0.0);
    if (any)
        m_ownRange = OverlayRange{m_low, m_high};
    if (!any) {
        m_low = isLogarithmic() ? 1 : 0;
        m_high = 1;
    }
}

double OverlayColors::position(double value) const {
    if (isLogarithmic()) {
        if (value <= 0)
            return 0;
        const double span = std::log(m_high / m_low);
        return span > 0 ? std::clamp(std::log(value / m_low) / span, 0.0, 1.0) : 1;
    }
    return m_high > m_low ? std::clamp((value - m_low) / (m_high - m_low), 0.0, 1.0) : 1;
}

std::optional<Color> OverlayColors::fill(BoxId box) const {
    const auto& value = m_values[box.index];
    if (!value)
        return std::nullopt;
    const Theme& colors = theme(m_theme);
    if (isCategorical()) // as the legend says: the last one is shared when there are too few
        return colors
            .categories[std::min<std::size_t>(value->category, colors.categories.size() - 1)];
    return sequentialColor(position(value->number), m_theme);
}

Color OverlayColors::ink(BoxId box) const {
    const auto color = fill(box);
    return color ? inkOn(*color) : theme(m_theme).ink;
}

std::string OverlayColors::valueText(BoxId box) const {
    const auto& value = m_values[box.index];
    if (!value)
        return {};
    return isCategorical() ? m_categories[value->category] : formatQuantity(value->number, m_unit);
}

std::optional<double> OverlayColors::value(BoxId box) const {
    const auto& value = m_values[box.index];
    return value && !isCategorical() ? std::optional(value->number) : std::nullopt;
}

void OverlayColors::makeLegend(const Overlay& overlay) {
    const Theme& colors = theme(m_theme);
    if (isCategorical()) {
        std::vector<bool> used(overlay.categories.size(), false);
        for (const auto& value : m_values)
            if (value)
                used[value->category] = true;
        const std::size_t last = colors.categories.size() - 1;
        const std::size_t own = used.size() > colors.categories.size() ? last : used.size();
        for (std::size_t i = 0; i < own; ++i)
            if (used[i])
                m_legend.push_back(
                    {colors.categories[i], static_cast<double>(i), overlay.categories[i]});
        if (std::find(used.begin() + static_cast<std::ptrdiff_t>(own), used.end(), true) !=
            used.end())
            m_legend.push_back(
                {colors.categories[last], static_cast<double>(last), textOfOthers(overlay, own)});
        return;
    }
    const bool any = std::any_of(m_values.begin(), m_values.end(),
                                 [](const auto& value) { return value.has_value(); });
    for (int i = 0; any && i < kStops; ++i) {
        const double at = static_cast<double>(i) / (kStops - 1);
        LegendEntry entry{sequentialColor(at, m_theme), at, {}};
        if (i == 0 || i == kStops - 1 || i == kStops / 2) {
            const double value = isLogarithmic() ? m_low * std::pow(m_high / m_low, at)
                                                 : m_low + (m_high - m_low) * at;
            entry.text = formatQuantity(value, m_unit);
        }
        m_legend.push_back(std::move(entry));
    }
}

} // namespace metainfer::drawing
