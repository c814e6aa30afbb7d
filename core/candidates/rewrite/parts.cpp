// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Slices and splits.
#include "candidates/rewrite/parts.h"

#include <algorithm>
#include <numeric>

namespace metainfer::candidates {
namespace {

std::optional<Part> slicePart(const ir::Graph& graph, const ir::Node& node) {
    const auto starts = attributeOrInput(graph, node, "starts", 1);
    const auto ends = attributeOrInput(graph, node, "ends", 2);
    if (!starts || !ends || starts->size() != 1 || ends->size() != 1 || !hasInput(node, 0))
        return std::nullopt;
    std::int64_t axis = 0;
    if (const auto axes = attributeOrInput(graph, node, "axes", 3)) {
        if (axes->size() != 1)
            return std::nullopt;
        axis = axes->front();
    } else if (hasInput(node, 3)) {
        return std::nullopt;
    }
    if (hasInput(node, 4)) {
        const auto steps = constantInts(graph, node.inputs[4]);
        if (!steps || *steps != std::vector<std::int64_t>{1})
            return std::nullopt;
    }
    const auto rank = rankOf(graph, node.inputs[0]);
    const auto size = dimOf(graph, node.inputs[0], axis);
    if (!rank || !size)
        return std::nullopt;
    const auto clamp = [&](std::int64_t at) {
        return std::clamp<std::int64_t>(at < 0 ? at + *size : at, 0, *size);
    };
    return Part{node.inputs[0], axis < 0 ? axis + static_cast<std::int64_t>(*rank) : axis,
                clamp(starts->front()), clamp(ends->front()), true};
}

} // namespace

std::optional<std::int64_t> axisOf(const ir::Graph& graph, const ir::Node& node,
                                   std::int64_t fallback) {
    const std::int64_t axis = node.intAttribute("axis", fallback);
    if (axis >= 0)
        return axis;
    for (const ir::ValueId value : node.inputs)
        if (const auto rank = rankOf(graph, value))
            return axis + static_cast<std::int64_t>(*rank);
    return std::nullopt;
}

std::optional<std::vector<std::int64_t>> splitSizes(const ir::Graph& graph, const ir::Node& split) {
    if (auto given = attributeOrInput(graph, split, "split", 1))
        return given->size() == split.outputs.size() ? given : std::nullopt;
    if (hasInput(split, 1))
        return std::nullopt;
    const auto size = dimOf(graph, split.inputs[0], split.intAttribute("axis", 0));
    const auto count = static_cast<std::int64_t>(split.outputs.size());
    if (!size || count == 0)
        return std::nullopt;
    // Equal parts, the last one smaller when they do not divide (num_outputs of opset 18).
    const std::int64_t each = (*size + count - 1) / count;
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(count), each);
    sizes.back() = *size - each * (count - 1);
    return sizes.back() >= 0 ? std::optional(sizes) : std::nullopt;
}

std::optional<Part> partOf(const ir::Graph& graph, ir::ValueId value) {
    if (!value.isValid())
        return std::nullopt;
    const ir::Node* node = graph.producer(value);
    if (node && node->is("Slice"))
        return slicePart(graph, *node);
    if (!node || !node->is("Split") || !hasInput(*node, 0))
        return std::nullopt;
    const auto axis = axisOf(graph, *node, 0);
    const auto sizes = splitSizes(graph, *node);
    if (!axis || !sizes)
        return std::nullopt;
    const auto index = static_cast<std::ptrdiff_t>(graph.value(value).producerOutput);
    const std::int64_t begin =
        std::accumulate(sizes->begin(), sizes->begin() + index, std::int64_t{0});
    return Part{node->inputs[0], *axis, begin, begin + (*sizes)[static_cast<std::size_t>(index)],
                false};
}

ir::NodeId splitInto(const RewriteContext& context, ir::Graph& graph, ir::ValueId value,
                     std::int64_t axis, const std::vector<std::int64_t>& sizes,
                     const std::vector<ir::ValueId>& old, std::span<const ir::NodeId> replaced) {
    ir::Node split = makeNode("Split", {value}, {}, {ir::Attribute::ofInt("axis", axis)});
    if (context.model.opset() >= 13)
        split.inputs.push_back(addConstantNear(
            graph, graph.value(value).name + "_sizes",
            ir::TensorData::fromInt64s({static_cast<std::int64_t>(sizes.size())}, sizes)));
    else
        split.setAttribute(ir::Attribute::ofInts("split", sizes));
    for (const ir::ValueId one : old)
        split.outputs.push_back(addValueLike(graph, one));
    inherit(graph, replaced, split);
    split.name.clear();
    const std::vector<ir::ValueId> outputs = split.outputs;
    const ir::NodeId id = graph.addNode(std::move(split));
    for (std::size_t i = 0; i < old.size(); ++i)
        takeOver(graph, old[i], outputs[i]);
    return id;
}

ir::Node makeSlice(const RewriteContext& context, ir::Graph& graph, const Part& part) {
    ir::Node slice = makeNode("Slice", {part.source}, {});
    const std::pair<const char*, std::int64_t> arguments[] = {
        {"starts", part.begin}, {"ends", part.end}, {"axes", part.axis}};
    for (const auto& [name, number] : arguments) {
        if (context.model.opset() >= 10)
            slice.inputs.push_back(
                addConstantNear(graph, fmt::format("{}_{}", graph.value(part.source).name, name),
                                ir::TensorData::fromInt64s({1}, std::span(&number, 1))));
        else
            slice.setAttribute(ir::Attribute::ofInts(name, {number}));
    }
    return slice;
}

} // namespace metainfer::candidates
