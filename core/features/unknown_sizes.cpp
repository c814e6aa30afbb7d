// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The beginnings of what is unknown in a graph.
#include "features/unknown_sizes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <vector>

namespace metainfer::features {
namespace {

constexpr std::size_t kNamed = 3;

bool isOpen(const ir::Graph& graph, ir::ValueId id) {
    const ir::Value& value = graph.value(id);
    return !value.constant && value.type.isTensor() && !value.type.tensor.isStatic();
}

/// "dimension 1 of "where" (NonZero) depends on the content".
std::string placeText(const ir::Graph& graph, const ir::Node& node, ir::ValueId output) {
    const ir::Value& value = graph.value(output);
    const auto& shape = value.type.tensor.shape;
    if (!shape)
        return fmt::format("the number of dimensions of \"{}\" ({})", value.name, node.opType);
    std::vector<std::size_t> open;
    for (std::size_t axis = 0; axis < shape->size(); ++axis)
        if (!(*shape)[axis].isKnown())
            open.push_back(axis);
    return fmt::format("dimension{} {} of \"{}\" ({})", open.size() == 1 ? "" : "s",
                       fmt::join(open, ", "), value.name, node.opType);
}

struct Beginnings {
    std::vector<std::string> places; ///< the first few
    std::size_t count = 0;
};

/// Outputs with an open dimension of nodes whose inputs have none.
Beginnings beginningsOf(const ir::Graph& graph) {
    Beginnings found;
    for (const ir::NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (std::any_of(node.inputs.begin(), node.inputs.end(), [&](const ir::ValueId input) {
                return input.isValid() && isOpen(graph, input);
            }))
            continue;
        for (const ir::ValueId output : node.outputs)
            if (output.isValid() && isOpen(graph, output) && ++found.count <= kNamed)
                found.places.push_back(placeText(graph, node, output));
    }
    return found;
}

/// Operators whose work is not known although all their sizes are.
std::set<std::string> unknownOperators(const ModelFeatures& features, const ir::Graph& graph) {
    std::set<std::string> names;
    const std::vector<ir::NodeId>& order = graph.order(); // the rows of the main graph come first
    for (std::size_t i = 0; i < std::min(order.size(), features.nodes.size()); ++i) {
        const ir::Node& node = graph.node(order[i]);
        const auto open = [&](const ir::ValueId id) { return id.isValid() && isOpen(graph, id); };
        if (!features.nodes[i].work && std::none_of(node.inputs.begin(), node.inputs.end(), open) &&
            std::none_of(node.outputs.begin(), node.outputs.end(), open))
            names.insert(node.domain.empty() ? node.opType : node.domain + "." + node.opType);
    }
    return names;
}

} // namespace

std::string unknownWorkText(const ir::Model& model, const ModelFeatures& features) {
    if (features.unknownWork == 0)
        return {};
    std::string text = fmt::format("the work of {} node{} is not known", features.unknownWork,
                                   features.unknownWork == 1 ? "" : "s");
    std::vector<std::string> reasons;
    if (!features.dynamicSymbols.empty())
        reasons.push_back(fmt::format("the inputs have dynamic dimensions: give their sizes with "
                                      "--dim {}=N",
                                      fmt::join(features.dynamicSymbols, "=N --dim ")));
    // With an open input nobody can tell what hangs on its size and what on content.
    else if (const Beginnings open = beginningsOf(*model.graph); open.count > 0)
        reasons.push_back(fmt::format(
            "{}{} depend{} on the content of tensors, not on sizes", fmt::join(open.places, ", "),
            open.count > kNamed ? fmt::format(" and {} more", open.count - kNamed) : "",
            open.count == 1 ? "s" : ""));
    if (const auto operators = unknownOperators(features, *model.graph); !operators.empty())
        reasons.push_back(fmt::format("nothing is known about {}", fmt::join(operators, ", ")));
    for (std::size_t i = 0; i < reasons.size(); ++i)
        text += (i == 0 ? ": " : "; ") + reasons[i];
    return text + ".";
}

} // namespace metainfer::features
