// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The drawing as an SVG document.
#include "base/xml_text.h"
#include "drawing/svg_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

namespace metainfer::drawing {
namespace {

constexpr double kLegendHeight = 62;
constexpr double kLegendWidth = 320;

/// A number with at most one decimal, without a trailing ".0".
void number(std::string& out, double value) {
    const long long tenths = std::llround(value * 10);
    if (tenths < 0)
        out += '-';
    const auto size = static_cast<unsigned long long>(tenths < 0 ? -tenths : tenths);
    const fmt::format_int whole(size / 10);
    out.append(whole.data(), whole.size());
    if (const auto rest = size % 10) {
        out += '.';
        out += static_cast<char>('0' + rest);
    }
}

class SvgWriter {
  public:
    /// With `attributes` the boxes get these and colours come from classes of the page.
    SvgWriter(const Layout& layout, const SvgOptions& options, const BoxAttributes& attributes = {},
              const std::optional<OverlayRange>& range = {})
        : m_layout(layout)
        , m_options(options)
        , m_attributes(attributes)
        , m_theme(theme(options.theme)) {
        if (options.overlay)
            m_colors.emplace(*options.overlay, layout.visible(), options.theme, range);
    }

    std::string write() {
        m_out.reserve(m_layout.routes().size() * 160 + m_layout.visible().boxes().size() * 400 +
                      8192);
        head();
        body();
        if (m_colors && m_options.legend)
            legend();
        m_out += "</svg>\n";
        return std::move(m_out);
    }

    std::string writeFragment() {
        body();
        return std::move(m_out);
    }

  private:
    void body() {
        frames();
        edges();
        for (std::size_t i = 0; i < m_layout.visible().boxes().size(); ++i)
            box(BoxId(i));
        if (m_options.edgeLabels)
            labels();
    }

    template <typename... Args>
    void put(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(m_out), format, std::forward<Args>(args)...);
    }

    void head() {
        Rect view = m_layout.bounds();
        if (m_colors && m_options.legend) {
            view.width = std::max(view.width, kLegendWidth + 48);
            view.y -= kLegendHeight;
            view.height += kLegendHeight;
        }
        const std::string& name =
            m_options.title.empty() ? m_layout.visible().diagram().modelName() : m_options.title;
        put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{0:.0f}\" "
            "height=\"{1:.0f}\" viewBox=\"{2:.0f} {3:.0f} {0:.0f} {1:.0f}\" role=\"img\">\n"
            "<title>{4}</title>\n<style>{5}</style>\n",
            std::ceil(view.width), std::ceil(view.height), std::floor(view.x), std::floor(view.y),
            xmlEscaped(name), svgStyle(m_theme));
        if (m_options.background)
            put("<rect class=\"bg\" x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" "
                "height=\"{:.0f}\"/>\n",
                std::floor(view.x), std::floor(view.y), std::ceil(view.width),
                std::ceil(view.height));
        m_view = view;
    }

    void rect(const char* name, const Rect& r, double radius, const std::string& style = {}) {
        m_out += "<rect class=\"";
        m_out += name;
        m_out += "\" x=\"";
        number(m_out, r.x);
        m_out += "\" y=\"";
        number(m_out, r.y);
        m_out += "\" width=\"";
        number(m_out, r.width);
        m_out += "\" height=\"";
        number(m_out, r.height);
        m_out += "\" rx=\"";
        number(m_out, radius);
        m_out += '"';
        m_out += style;
        m_out += "/>\n";
    }

    void text(const char* name, double x, double y, std::string_view content,
              const std::string& style = {}) {
        m_out += "<text class=\"";
        m_out += name;
        m_out += "\" x=\"";
        number(m_out, x);
        m_out += "\" y=\"";
        number(m_out, y);
        m_out += '"';
        m_out += style;
        m_out += '>';
        m_out += xmlEscaped(content);
        m_out += "</text>\n";
    }

    void frames() {
        const auto& visible = m_layout.visible();
        for (std::size_t i = 1; i < visible.frames().size(); ++i) {
            const Rect& r = m_layout.frame(FrameId(i));
            const GroupKind kind = visible.diagram().group(visible.frames()[i].group).kind;
            rect(kind == GroupKind::ControlFlow || kind == GroupKind::Body ? "fr cf" : "fr", r, 8);
        }
    }

    void edges() {
        const auto& edges = m_layout.visible().edges();
        for (std::size_t e = 0; e < edges.size(); ++e) {
            const auto routes = m_layout.routesOf(EdgeId(e));
            const bool isPortal = std::any_of(routes.begin(), routes.end(),
                                              [](const Route& r) { return r.isPortal(); });
            put("<path class=\"e{}{}\"", edges[e].isOrder ? " o" : "", isPortal ? " p" : "");
            if (m_attributes) { // the page lights up the lines of a box
                put(" data-e=\"{}", edges[e].from.index);
                for (const BoxId to : edges[e].to)
                    put(" {}", to.index);
                m_out += '"';
            }
            m_out += " d=\"";
            edgePath(m_out, m_layout, EdgeId(e));
            m_out += "\"/>\n";
            for (const Route& route : routes)
                arrow(route);
        }
    }

    void arrow(const Route& route) {
        const auto points = m_layout.points(route);
        if (points.empty())
            return;
        const Point tip = points.back();
        const double y = route.isBackward ? tip.y + 6 : tip.y - 6;
        m_out += "<path class=\"a\" d=\"M";
        number(m_out, tip.x - 3.5);
        m_out += ' ';
        number(m_out, y);
        m_out += 'L';
        number(m_out, tip.x + 3.5);
        m_out += ' ';
        number(m_out, y);
        m_out += 'L';
        number(m_out, tip.x);
        m_out += ' ';
        number(m_out, tip.y);
        m_out += "Z\"/>\n";
    }

    void box(BoxId id) {
        const Rect& r = m_layout.box(id);
        const auto& visible = m_layout.visible();
        const Box& at = visible.box(id);
        const Group* group = at.isGroup() ? &visible.diagram().group(at.group) : nullptr;
        const bool isStack = group && group->repeat > 0;
        std::string style, ink;
        if (m_colors && m_attributes) {
            style = " style=\"fill:var(--unknown)\"";
            if (m_colors->fill(id)) {
                style = fmt::format(" style=\"fill:var(--o{})\"", colorClass(id));
                ink = fmt::format(" style=\"fill:var(--i{})\"", colorClass(id));
            }
        } else if (m_colors) {
            const auto fill = m_colors->fill(id);
            style = fmt::format(" style=\"fill:{}\"", fill.value_or(m_theme.unknown).hex());
            if (fill)
                ink = fmt::format(" style=\"fill:{}\"", m_colors->ink(id).hex());
        }
        m_out += m_attributes ? "<g" + m_attributes(id) + ">" : "<g>";
        put("<title>{}</title>", xmlEscaped(elided(boxTooltip(visible, id), 400)));
        if (isStack)
            for (int k = 2; k > 0; --k)
                rect("b g", {r.x + 3.0 * k, r.y + 3.0 * k, r.width, r.height}, 6);
        rect(group ? "b g" : boxClass(visible, id), r, group ? 6 : 5, style);
        tint(id, r);
        content(id, r, ink);
        m_out += "</g>\n";
    }

    static const char* boxClass(const VisibleGraph& visible, BoxId id) {
        if (visible.box(id).isContext())
            return "b io cx";
        const ItemKind kind = visible.diagram().item(visible.box(id).item).kind;
        return kind == ItemKind::Operator || kind == ItemKind::Merge ? "b" : "b io";
    }

    /// Number of the colour variable of the page: a category, or a step of the scale.
    std::size_t colorClass(BoxId id) const {
        std::vector<Color> colors(m_theme.categories.begin(), m_theme.categories.end());
        if (!m_colors->isCategorical()) {
            colors.clear();
            for (const LegendEntry& entry : m_colors->legend())
                colors.push_back(entry.color);
        }
        const Color fill = *m_colors->fill(id);
        std::size_t best = 0;
        double least = 1e9;
        for (std::size_t i = 0; i < colors.size(); ++i) {
            const double away = std::abs(fill.r - colors[i].r) + std::abs(fill.g - colors[i].g) +
                                std::abs(fill.b - colors[i].b);
            if (away < least) {
                least = away;
                best = i;
            }
        }
        return best;
    }

    bool hasTint(BoxId id) const {
        const auto& visible = m_layout.visible();
        const Box& at = visible.box(id);
        if (at.isContext())
            return false;
        const ItemId item = at.isGroup() ? visible.diagram().group(at.group).head : at.item;
        if (!item.isValid())
            return false;
        const ItemKind kind = visible.diagram().item(item).kind;
        return kind == ItemKind::Operator || kind == ItemKind::Merge;
    }

    /// The coloured edge at the left that tells the kind of operator.
    void tint(BoxId id, const Rect& r) {
        const auto& visible = m_layout.visible();
        const Box& at = visible.box(id);
        if (!hasTint(id))
            return;
        const Item& item =
            visible.diagram().item(at.isGroup() ? visible.diagram().group(at.group).head : at.item);
        const Color color = m_theme.tints[static_cast<std::size_t>(operatorTint(item))];
        m_out += "<path d=\"M";
        number(m_out, r.x + 6);
        m_out += ' ';
        number(m_out, r.y);
        m_out += "h-1a5 5 0 0 0 -5 5v";
        number(m_out, r.height - 10);
        put("a5 5 0 0 0 5 5h1z\" fill=\"{}\"/>\n",
            m_attributes ? fmt::format("var(--t{})", static_cast<std::size_t>(operatorTint(item)))
                         : color.hex());
    }

    void content(BoxId id, const Rect& r, const std::string& ink) {
        const BoxContent& content = m_layout.content(id);
        const ApproximateMeasure measure;
        const double x = r.center().x + (hasTint(id) ? kBoxTintWidth / 2 : 0);
        double y = r.y + kBoxPaddingY;
        const auto line = [&](TextRole role, const char* name, std::string_view what,
                              const std::string& style) {
            const double height = measure.lineHeight(role);
            text(name, x, y + height * 0.76, what, style);
            y += height;
        };
        std::string title = content.title;
        if (!content.badge.empty())
            title += "  " + content.badge;
        line(TextRole::Title, "t", title, ink);
        if (!content.name.empty())
            line(TextRole::Name, "n", content.name, ink);
        if (!content.details.empty())
            y += kBoxDetailGap;
        for (const std::string& detail : content.details)
            line(TextRole::Detail, "d", detail, ink);
    }

    void labels() {
        const auto& visible = m_layout.visible();
        for (const Route& route : m_layout.routes())
            if (route.isLabelled)
                text("l", route.label.x, route.label.y + 3.5, visible.edgeLabel(route.edge));
        for (std::size_t i = 1; i < visible.frames().size(); ++i) {
            const Rect& r = m_layout.frame(FrameId(i));
            text("ft", r.x + 12, r.y + m_layout.frameTitleHeight() * 0.68,
                 frameTitle(visible, FrameId(i)));
        }
    }

    void legend() {
        const double x = m_view.x + 24, y = m_view.y + 14;
        std::string title = m_colors->title();
        if (!m_colors->source().empty())
            title += " (" + m_colors->source() + ")";
        text("lt", x, y + 8, title);
        if (m_colors->legend().empty())
            text("ll", x, y + 26, "not known for any operator");
        else if (m_colors->isCategorical())
            categories(x, y + 18);
        else
            colorBar(x, y + 16);
    }

    void categories(double x, double y) {
        const ApproximateMeasure measure;
        for (const LegendEntry& entry : m_colors->legend()) {
            put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"14\" height=\"14\" rx=\"3\" "
                "fill=\"{}\"/>\n",
                x, y, entry.color.hex());
            text("ll", x + 19, y + 11, entry.text);
            x += 32 + measure.width(entry.text, TextRole::Name);
        }
    }

    void colorBar(double x, double y) {
        const auto& legend = m_colors->legend();
        const double width = kLegendWidth - 40;
        put("<defs><linearGradient id=\"bar\">");
        for (const LegendEntry& entry : legend)
            put("<stop offset=\"{:.3f}\" stop-color=\"{}\"/>", entry.at, entry.color.hex());
        put("</linearGradient></defs><rect class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\" "
            "width=\"{:.1f}\" height=\"12\" rx=\"2\" fill=\"url(#bar)\"/>\n",
            x, y, width);
        for (const LegendEntry& entry : legend)
            if (!entry.text.empty())
                text(entry.at < 0.01   ? "ll"
                     : entry.at > 0.99 ? "ll end"
                                       : "ll mid",
                     x + entry.at * width, y + 25, entry.text);
    }

    const Layout& m_layout;
    const SvgOptions& m_options;
    const BoxAttributes m_attributes;
    const Theme& m_theme;
    std::optional<OverlayColors> m_colors;
    std::string m_out;
    Rect m_view;
};

} // namespace

void edgePath(std::string& out, const Layout& layout, EdgeId edge) {
    // Branches share a trunk, which is drawn once: a route begins where it leaves the last one.
    std::span<const Point> last;
    for (const Route& route : layout.routesOf(edge)) {
        const auto points = layout.points(route);
        std::size_t same = 0;
        while (same < points.size() && same < last.size() && points[same] == last[same])
            ++same;
        for (std::size_t i = same > 0 ? same - 1 : 0; i < points.size(); ++i) {
            const Point p = points[i];
            if (i + 1 == same || i == 0 || route.gap == i) {
                out += 'M';
            } else if (points[i - 1].x == p.x) {
                out += 'V';
                number(out, p.y);
                continue;
            } else {
                const double middle = (points[i - 1].y + p.y) / 2;
                out += 'C';
                for (const double v : {points[i - 1].x, middle, p.x, middle}) {
                    number(out, v);
                    out += ' ';
                }
            }
            number(out, p.x);
            out += ' ';
            number(out, p.y);
        }
        last = points;
    }
}

std::string boxTooltip(const VisibleGraph& visible, BoxId id) {
    const Box& box = visible.box(id);
    const Diagram& diagram = visible.diagram();
    if (box.isGroup()) {
        const Group& group = diagram.group(box.group);
        return fmt::format("{}\n{} operators", group.path, group.operatorCount);
    }
    if (box.isContext())
        return diagram.tensor(box.context).name;
    const Item& item = diagram.item(box.item);
    std::string text = diagram.label(box.item);
    if (!item.attributes.empty())
        text += "\n" + item.attributes;
    return text;
}

std::string svgFragment(const Layout& layout, const Overlay* overlay,
                        const std::optional<OverlayRange>& range, const BoxAttributes& attributes) {
    SvgOptions options;
    options.overlay = overlay;
    return SvgWriter(layout, options, attributes, range).writeFragment();
}

std::string svgDocument(const Layout& layout, const SvgOptions& options) {
    return SvgWriter(layout, options).write();
}

} // namespace metainfer::drawing
