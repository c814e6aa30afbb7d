// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Overlays that follow from the model alone.
#include "drawing/overlay.h"
#include "ir/operators.h"

#include <algorithm>
#include <map>

namespace metainfer::drawing {
namespace {

/// The graphs in the order of Diagram::graphPaths.
std::vector<const ir::Graph*> graphsOf(const Diagram& diagram, const ir::Model& model) {
    std::map<std::string, const ir::Graph*> byPath;
    ir::forEachGraph(model, [&](const ir::Graph& graph, const std::string& path) {
        byPath.emplace(path, &graph);
    });
    std::vector<const ir::Graph*> graphs;
    for (const std::string& path : diagram.graphPaths()) {
        const auto it = byPath.find(path);
        graphs.push_back(it == byPath.end() ? nullptr : it->second);
    }
    return graphs;
}

/// The type in which an operator computes: of its first result, for quantized and mixed ones of
/// its first input or constant below 32 bits.
ElementType precisionOf(const Diagram& diagram, const Item& item) {
    for (const Parameter& parameter : item.parameters)
        if (parameter.role == "W" || parameter.role == "B")
            if (elementBits(parameter.element) > 0 && elementBits(parameter.element) < 16)
                return parameter.element;
    for (const auto* list : {&item.outputs, &item.inputs})
        for (const TensorId tensor : *list)
            if (diagram.tensor(tensor).element != ElementType::Undefined)
                return diagram.tensor(tensor).element;
    return ElementType::Undefined;
}

template <typename Name>
Overlay namedOverlay(const Diagram& diagram, std::string title, const Name& nameOf) {
    // The most frequent categories get the first colours.
    std::map<std::string, std::size_t> counts;
    for (const Item& item : diagram.items())
        if (item.isOperator())
            if (const std::string name = nameOf(item); !name.empty())
                ++counts[name];
    std::vector<std::pair<std::size_t, std::string>> order;
    for (const auto& [name, count] : counts)
        order.emplace_back(count, name);
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    std::map<std::string, std::uint32_t> numbers;
    std::vector<std::string> categories;
    for (const auto& entry : order) {
        numbers[entry.second] = static_cast<std::uint32_t>(categories.size());
        categories.push_back(entry.second);
    }
    Overlay overlay = Overlay::categorical(diagram, std::move(title), std::move(categories));
    for (std::size_t i = 0; i < diagram.items().size(); ++i)
        if (diagram.items()[i].isOperator())
            if (const std::string name = nameOf(diagram.items()[i]); !name.empty())
                overlay.setCategory(ItemId(i), numbers[name]);
    overlay.source = "from the model";
    return overlay;
}

} // namespace

Overlay modelOverlay(const Diagram& diagram, const ir::Model& model, OverlayKind kind) {
    if (kind == OverlayKind::Precision)
        return namedOverlay(diagram, "Precision", [&](const Item& item) {
            const ElementType type = precisionOf(diagram, item);
            return type == ElementType::Undefined ? std::string()
                                                  : std::string(elementTypeName(type));
        });
    if (kind == OverlayKind::Family)
        return namedOverlay(diagram, "Operator family", [](const Item& item) {
            return ir::operatorFamily(item.type, item.domain);
        });
    const char* title = kind == OverlayKind::Bytes   ? "Bytes moved"
                        : kind == OverlayKind::Flops ? "Work"
                                                     : "Arithmetic intensity";
    const char* unit = kind == OverlayKind::Bytes   ? "B"
                       : kind == OverlayKind::Flops ? "FLOP"
                                                    : "FLOP/B";
    Overlay overlay = Overlay::quantitative(diagram, title, unit, OverlayScale::Logarithmic);
    overlay.source = "from shapes";
    if (kind == OverlayKind::Intensity)
        overlay.merge = OverlayMerge::Mean;
    const auto graphs = graphsOf(diagram, model);
    for (std::size_t i = 0; i < diagram.items().size(); ++i) {
        const Item& item = diagram.items()[i];
        const ir::Graph* graph = item.isOperator() ? graphs[item.graph] : nullptr;
        if (!graph || !graph->contains(item.node))
            continue;
        const auto work = ir::operatorWork(*graph, graph->node(item.node));
        if (!work)
            continue;
        overlay.set(ItemId(i), kind == OverlayKind::Bytes   ? work->bytes()
                               : kind == OverlayKind::Flops ? work->flops
                                                            : work->intensity());
    }
    return overlay;
}

} // namespace metainfer::drawing
