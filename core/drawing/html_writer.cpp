// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The standalone page: one picture for each group that can be opened in place, and the details of
// all items.
#include "base/json.h"
#include "base/xml_text.h"
#include "drawing/svg_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace metainfer::drawing {
namespace {

constexpr std::size_t kMaxBoxes = 60000; // of all pictures; groups beyond cannot be opened

class PageWriter {
  public:
    PageWriter(std::shared_ptr<const Diagram> diagram, const HtmlOptions& options)
        : m_diagram(std::move(diagram))
        , m_options(options)
        , m_where(m_diagram->items().size()) {}

    Result<std::string> write(const CancellationToken& cancel) {
        GroupId root = m_diagram->root();
        if (!m_options.group.empty()) {
            root = m_diagram->findGroup(m_options.group);
            if (!root.isValid())
                return fail(ErrorCode::NotFound, fmt::format("no group “{}”", m_options.group),
                            "Groups are named as in the picture, or by path: /model/layers.0.");
        }
        m_pictures.push_back({root, -1});
        m_ofStructure.emplace(m_diagram->group(root).structure, 0);
        for (std::size_t i = 0; i < m_pictures.size(); ++i) {
            MI_CHECK(cancel.check());
            MI_CHECK(lay(i, cancel));
        }
        for (std::size_t i = 0; i < m_pictures.size(); ++i) {
            MI_CHECK(cancel.check());
            draw(i);
        }
        for (std::size_t i = 0; i < m_where.size(); ++i)
            m_where[i] = placeOf(ItemId(i));
        return page();
    }

  private:
    struct Picture {
        GroupId group;
        int up = -1;
        bool isShared = false;
        std::shared_ptr<const Layout> layout{}; ///< until it is drawn
        Rect bounds{};
        std::string svg{};
    };
    struct Place {
        int picture = -1;
        std::uint32_t box = 0;
    };

    /// The picture of a closed group, -1 when it has none. Equal groups share one.
    int pictureOf(GroupId id, std::size_t from) {
        const Group& group = m_diagram->group(id);
        const auto [it, isNew] =
            m_ofStructure.try_emplace(group.structure, static_cast<int>(m_pictures.size()));
        if (!isNew) {
            m_pictures[static_cast<std::size_t>(it->second)].isShared |=
                m_pictures[static_cast<std::size_t>(it->second)].group != id;
        } else if (m_boxCount > kMaxBoxes) {
            m_ofStructure.erase(it);
            return -1;
        } else {
            m_pictures.push_back({id, static_cast<int>(from)});
        }
        return m_ofStructure.at(group.structure);
    }

    /// Makes the layout and finds the groups that its picture can open.
    Status lay(std::size_t index, const CancellationToken& cancel) {
        const GroupId root = m_pictures[index].group;
        const Folding folding =
            Folding::automatic(*m_diagram, m_options.maxBoxes, m_options.maxDepth, root);
        const auto visible = std::make_shared<const VisibleGraph>(m_diagram, folding, root);
        m_boxCount += visible->boxes().size();
        LayoutOptions layoutOptions;
        layoutOptions.content = m_options.content;
        MI_ASSIGN(m_pictures[index].layout,
                  layout(visible, ApproximateMeasure(), layoutOptions, cancel));
        for (const Box& box : visible->boxes())
            if (box.isGroup())
                m_pictureOf[box.group.index] = pictureOf(box.group, index);
        if (m_options.overlay)
            addRange(OverlayColors(*m_options.overlay, *visible, ThemeKind::Light));
        return {};
    }

    /// Groups open in place: all pictures share one scale and one legend.
    void addRange(const OverlayColors& colors) {
        if (const auto& own = colors.ownRange(); own && !colors.isCategorical()) {
            if (!m_range)
                m_range = own;
            m_range->low = std::min(m_range->low, own->low);
            m_range->high = std::max(m_range->high, own->high);
        }
        if (colors.isCategorical())
            for (const LegendEntry& entry : colors.legend())
                m_categories[static_cast<int>(entry.at)] = entry.text;
    }

    void draw(std::size_t index) {
        const auto laid = std::exchange(m_pictures[index].layout, nullptr);
        const VisibleGraph& visible = laid->visible();
        std::optional<OverlayColors> colors;
        if (m_options.overlay)
            colors.emplace(*m_options.overlay, visible, ThemeKind::Light, m_range);
        std::string svg = svgFragment(*laid, m_options.overlay, m_range, [&](BoxId id) {
            const Box& box = visible.box(id);
            std::string text = fmt::format(" data-b=\"{}\"", id.index);
            if (box.isGroup()) {
                text += fmt::format(" data-g=\"{}\"", box.group.index);
                m_usedGroups.push_back(box.group);
                if (const int picture = m_pictureOf[box.group.index]; picture >= 0)
                    text += fmt::format(" data-p=\"{}\"", picture);
                if (const ItemId head = m_diagram->group(box.group).head; head.isValid())
                    text += fmt::format(" data-i=\"{}\"", head.index);
            } else {
                text += fmt::format(" data-i=\"{}\"", box.item.index);
                if (!box.isContext())
                    m_where[box.item.index] = {static_cast<int>(index), id.index};
            }
            if (colors)
                if (const std::string value = colors->valueText(id); !value.empty())
                    text += fmt::format(" data-v=\"{}\"", xmlEscaped(value));
            return text;
        });
        m_pictures[index].svg = std::move(svg);
        m_pictures[index].bounds = laid->bounds();
        if (colors && !colors->isCategorical() && m_legend.empty())
            for (const LegendEntry& entry : colors->legend())
                if (!entry.text.empty())
                    m_legend.push_back(entry.text);
    }

    /// Where an item is seen; in a group that shares a picture, its counterpart there.
    Place placeOf(ItemId id) const {
        ItemId item = id;
        for (int i = 0; i < 64 && m_where[item.index].picture < 0; ++i) {
            GroupId shared;
            for (GroupId g = m_diagram->item(item).group; g.isValid();
                 g = m_diagram->group(g).parent) {
                const auto it = m_ofStructure.find(m_diagram->group(g).structure);
                if (it != m_ofStructure.end() &&
                    m_pictures[static_cast<std::size_t>(it->second)].group != g)
                    shared = g;
            }
            if (!shared.isValid())
                return {};
            const Group& own = m_diagram->group(shared);
            const Group& drawn = m_diagram->group(
                m_pictures[static_cast<std::size_t>(m_ofStructure.at(own.structure))].group);
            if (own.itemCount != drawn.itemCount)
                return {};
            item = ItemId(drawn.firstItem.index + item.index - own.firstItem.index);
        }
        return m_where[item.index];
    }

    /// Appends a JSON string. Nearly all are plain; the others take the careful way.
    static void quote(std::string& out, std::string_view text) {
        const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
            return c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '<' && c != '>' &&
                   c != '&';
        });
        if (!plain) {
            out += embedded(Json(std::string(text)));
            return;
        }
        out += '"';
        out += text;
        out += '"';
    }

    template <typename List, typename Write>
    static void array(std::string& out, const List& list, const Write& write) {
        out += '[';
        bool first = true;
        for (const auto& element : list) {
            if (!std::exchange(first, false))
                out += ',';
            write(element);
        }
        out += ']';
    }

    static void writeItem(std::string& out, const Item& item) {
        const auto index = [&](TensorId id) { out += std::to_string(id.index); };
        out += "{\"t\":";
        quote(out, item.type);
        out += ",\"n\":";
        quote(out, item.name);
        if (!item.domain.empty()) {
            out += ",\"d\":";
            quote(out, item.domain);
        }
        if (!item.attributes.empty()) {
            out += ",\"a\":";
            quote(out, item.attributes);
        }
        if (!item.parameters.empty()) {
            out += ",\"p\":";
            array(out, item.parameters, [&](const Parameter& p) {
                array(out, std::array{&p.role, &p.name, &p.type, &p.content},
                      [&](const std::string* text) { quote(out, *text); });
            });
        }
        out += ",\"i\":";
        array(out, item.inputs, index);
        out += ",\"o\":";
        array(out, item.outputs, index);
        out += '}';
    }

    /// As one text: a document tree of a hundred thousand items would be far larger than they.
    std::string dataText() const {
        std::string out = embedded(data());
        out.pop_back(); // goes on inside the object
        out += ",\"items\":";
        array(out, m_diagram->items(), [&](const Item& item) { writeItem(out, item); });
        out += ",\"where\":";
        array(out, m_where, [&](const Place& place) {
            out += place.picture < 0 ? "null" : fmt::format("[{},{}]", place.picture, place.box);
        });
        out += ",\"tensors\":";
        array(out, m_diagram->tensors(), [&](const Tensor& tensor) {
            out += '[';
            quote(out, tensor.name);
            out += ',';
            quote(out, tensor.type);
            out += ']';
        });
        return out + '}';
    }

    /// What is not by item or tensor.
    Json data() const {
        Json json;
        for (const Picture& picture : m_pictures) {
            const Group& group = m_diagram->group(picture.group);
            Json entry{{"title", group.kind == GroupKind::Root ? "model" : group.title},
                       {"path", group.path},
                       {"up", picture.up},
                       {"x", picture.bounds.x},
                       {"y", picture.bounds.y},
                       {"w", picture.bounds.width},
                       {"h", picture.bounds.height}};
            if (picture.isShared)
                entry["shared"] = true;
            json["pictures"].push_back(std::move(entry));
        }
        json["groups"] = Json::object();
        for (const GroupId id : m_usedGroups) {
            const Group& group = m_diagram->group(id);
            json["groups"][std::to_string(id.index)] = {{"title", group.title},
                                                        {"path", group.path},
                                                        {"repeat", group.repeat},
                                                        {"operators", group.operatorCount},
                                                        {"types", group.operators}};
        }
        if (m_options.overlay) {
            Json legend = m_legend;
            for (const auto& [number, text] : m_categories)
                legend.push_back({std::min(7, number), text});
            json["overlay"] = {
                {"title", m_options.overlay->title},
                {"source", m_options.overlay->source},
                {"categorical", m_options.overlay->scale == OverlayScale::Categorical},
                {"legend", std::move(legend)}};
        }
        return json;
    }

    /// JSON that neither HTML nor XML takes for markup.
    static std::string embedded(const Json& json) {
        std::string out;
        for (const char c : dumpJson(json)) {
            if (c == '<' || c == '>' || c == '&')
                out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
            else if (c != 0x7f)
                out += c;
        }
        return out;
    }

    std::string page() const {
        const bool categorical =
            m_options.overlay && m_options.overlay->scale == OverlayScale::Categorical;
        const std::string title =
            xmlEscaped(m_options.title.empty() ? m_diagram->modelName() : m_options.title);
        std::string out = fmt::format(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
            "<title>{}</title>\n<style>\n:root{{color-scheme:light dark;{}}}\n"
            "@media (prefers-color-scheme:dark){{:root{{{}}}}}\n{}\n{}</style>\n</head>\n<body>\n",
            title, themeVariables(theme(ThemeKind::Light), categorical),
            themeVariables(theme(ThemeKind::Dark), categorical), svgStyleOfPage(), pageStyle());
        out += fmt::format(
            "<header><h1>{}</h1><nav id=\"path\" aria-label=\"Where the selected element "
            "is\"></nav>"
            "<input id=\"find\" type=\"search\" placeholder=\"Search (/)\" "
            "aria-label=\"Search by type, name, attribute or tensor\"/>"
            "<span id=\"count\" role=\"status\"></span>"
            "<button class=\"k\" id=\"next\" title=\"Next match (Enter)\">Next</button>"
            "<button class=\"k\" id=\"out\" title=\"Smaller (-)\" aria-label=\"Smaller\">−</button>"
            "<button class=\"k\" id=\"in\" title=\"Larger (+)\" aria-label=\"Larger\">+</button>"
            "<button class=\"k\" id=\"fit\" title=\"Show from the top (0)\">Fit</button></header>\n"
            "<main><svg id=\"view\" tabindex=\"0\" aria-label=\"Graph\"><g id=\"scene\"></g></svg>"
            "<aside id=\"side\" hidden=\"hidden\" aria-label=\"Details\"></aside></main>\n"
            "<div id=\"legend\" hidden=\"hidden\"></div><div id=\"note\"></div>\n",
            title);
        for (std::size_t i = 0; i < m_pictures.size(); ++i)
            out += fmt::format("<script type=\"text/plain\" id=\"p{}\">{}</script>\n", i,
                               m_pictures[i].svg);
        out += "<script type=\"application/json\" id=\"data\">" + dataText() +
               "</script>\n<script>//<![CDATA[" + std::string(pageScript()) +
               "//]]></script>\n</body>\n</html>\n";
        return out;
    }

    const std::shared_ptr<const Diagram> m_diagram;
    const HtmlOptions& m_options;
    std::vector<Picture> m_pictures;
    std::unordered_map<std::uint64_t, int> m_ofStructure;
    std::vector<Place> m_where; ///< by item
    std::vector<GroupId> m_usedGroups;
    std::unordered_map<std::uint32_t, int> m_pictureOf; ///< by group; -1: cannot be opened
    std::optional<OverlayRange> m_range;
    std::map<int, std::string> m_categories;
    Json m_legend = Json::array();
    std::size_t m_boxCount = 0;
};

} // namespace

Result<std::string> htmlDocument(const std::shared_ptr<const Diagram>& diagram,
                                 const HtmlOptions& options, const CancellationToken& cancel) {
    return PageWriter(diagram, options).write(cancel);
}

} // namespace metainfer::drawing
