// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The style sheet of drawings, with the colours of a theme or with variables for the page.
#include "drawing/svg_parts.h"

#include <fmt/format.h>

namespace metainfer::drawing {
namespace {

constexpr std::size_t kScaleSteps = 11; // as in the legend of OverlayColors

// Names in braces are replaced by colours.
constexpr std::string_view kStyle =
    "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans CJK SC',"
    "sans-serif;fill:{ink}}"
    ".t{font-size:13px;font-weight:600;text-anchor:middle}"
    ".n{font-size:11px;text-anchor:middle}"
    ".d{font-size:10px;text-anchor:middle;fill:{faint}}"
    ".l{font-size:10px;fill:{faint};paint-order:stroke;stroke:{bg};stroke-width:3px;"
    "stroke-linejoin:round}"
    ".ft{font-size:11px;font-weight:600;fill:{faint};paint-order:stroke;stroke:{frame};"
    "stroke-width:3px;stroke-linejoin:round}"
    ".lt{font-size:12px;font-weight:600}.ll{font-size:11px}"
    ".mid{text-anchor:middle}.end{text-anchor:end}"
    ".bg{fill:{bg}}.b{fill:{box};stroke:{border}}.io{fill:{group}}.cx{stroke-dasharray:4 3}"
    ".g{fill:{group};stroke:{groupBorder}}"
    ".fr{fill:{frame};stroke:{frameBorder}}.cf{stroke-dasharray:5 3}"
    ".e{fill:none;stroke:{line};stroke-width:1.2}.o{stroke-dasharray:3 3}"
    ".p{stroke-dasharray:2 2}.a{fill:{line}}.bar{stroke:{border}}";

std::string themed(const std::function<std::string(std::string_view)>& color) {
    std::string out;
    for (std::string_view rest = kStyle; !rest.empty();) {
        const auto open = rest.find('{');
        out += rest.substr(0, open);
        if (open == std::string_view::npos)
            break;
        // A colour's name has letters only, a rule has more.
        const auto close = rest.find('}', open);
        const std::string_view inside = rest.substr(open + 1, close - open - 1);
        if (inside.find_first_of(":;") == std::string_view::npos &&
            inside.find('{') == std::string_view::npos) {
            out += color(inside);
            rest.remove_prefix(close + 1);
        } else {
            out += '{';
            rest.remove_prefix(open + 1);
        }
    }
    return out;
}

std::vector<std::pair<std::string_view, Color>> colorsOf(const Theme& t) {
    return {{"ink", t.ink},          {"faint", t.faintInk},
            {"bg", t.background},    {"box", t.box},
            {"border", t.boxBorder}, {"group", t.groupBox},
            {"line", t.line},        {"groupBorder", t.groupBorder},
            {"frame", t.frame},      {"frameBorder", t.frameBorder},
            {"select", t.selection}, {"match", t.match},
            {"unknown", t.unknown}};
}

} // namespace

std::string svgStyle(const Theme& t) {
    const auto colors = colorsOf(t);
    return themed([&](std::string_view name) {
        for (const auto& [known, color] : colors)
            if (known == name)
                return color.hex();
        return std::string("#000000");
    });
}

std::string svgStyleOfPage() {
    return themed([](std::string_view name) { return fmt::format("var(--{})", name); });
}

std::string themeVariables(const Theme& t, bool isCategorical) {
    std::string out;
    for (const auto& [name, color] : colorsOf(t))
        out += fmt::format("--{}:{};", name, color.hex());
    for (std::size_t i = 0; i < t.tints.size(); ++i)
        out += fmt::format("--t{}:{};", i, t.tints[i].hex());
    const std::size_t count = isCategorical ? t.categories.size() : kScaleSteps;
    for (std::size_t i = 0; i < count; ++i) {
        const Color fill =
            isCategorical ? t.categories[i]
                          : sequentialColor(static_cast<double>(i) / (kScaleSteps - 1), t.kind);
        out += fmt::format("--o{}:{};--i{}:{};", i, fill.hex(), i, inkOn(fill).hex());
    }
    return out;
}

} // namespace metainfer::drawing
