// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Finding branches that read one value, and putting a Split behind what replaces them.
#include "candidates/rewrite/branches.h"

#include "candidates/rewrite/parts.h"

#include <algorithm>
#include <numeric>

namespace metainfer::candidates {
namespace {

/// The activations that follow all branches alike, or none. nullopt with a reason when splitting
/// would tear an activation from the product that it fuses into.
std::optional<std::vector<ir::NodeId>> commonActivations(const ir::Graph& graph,
                                                         const std::vector<ir::ValueId>& outputs,
                                                         std::string& reason) {
    std::vector<ir::NodeId> activations;
    for (const ir::ValueId output : outputs) {
        const ir::Node* reader = graph.soleConsumer(output);
        if (!reader || !reader->domain.empty())
            continue;
        if (reader->is("BatchNormalization")) {
            reason = "a normalization follows that should be folded first";
            return std::nullopt;
        }
        if (fusesIntoProducer(reader->opType) && reader->inputs[0] == output)
            activations.push_back(reader->id);
    }
    if (activations.empty())
        return activations;
    const ir::Node& first = graph.node(activations.front());
    const bool alike =
        activations.size() == outputs.size() &&
        std::all_of(activations.begin(), activations.end(), [&](ir::NodeId id) {
            const ir::Node& node = graph.node(id);
            return node.opType == first.opType && sameAttributes(node, first) &&
                   node.inputs.size() == first.inputs.size() &&
                   std::equal(node.inputs.begin() + 1, node.inputs.end(), first.inputs.begin() + 1);
        });
    if (!alike) {
        reason = "different activations follow, each of which fuses into its own branch";
        return std::nullopt;
    }
    return activations;
}

} // namespace

std::optional<Siblings>
siblingsOf(const ir::Graph& graph, const ir::Node& first,
           std::initializer_list<std::string_view> ignoring,
           const std::function<bool(const ir::Node&, const LinearNode&)>& accepts) {
    Siblings siblings;
    std::string reason;
    for (const ir::Use& use : graph.value(first.inputs[0]).uses) {
        const ir::Node& other = graph.node(use.node);
        if (use.index != 0 || !other.is(first.opType) || !sameAttributes(first, other, ignoring))
            continue;
        const auto linear = linearNode(graph, other, reason);
        if (!linear)
            siblings.reason = reason;
        if (!linear || !accepts(other, *linear))
            continue;
        if (use.node < first.id)
            return std::nullopt;
        siblings.branches.push_back(*linear);
    }
    return siblings;
}

std::string joinObstacle(const RewriteContext& context, const ir::Graph& graph,
                         BranchMatch& match) {
    if (!sameIntent(graph, match.nodes))
        return "the branches have different hardware intents";
    if (auto obstacle = familyObstacle(context, "split"); !obstacle.empty())
        return obstacle;
    std::string reason;
    if (auto activations = commonActivations(graph, match.outputs, reason))
        match.activations = std::move(*activations);
    return reason;
}

Effect replaceBranches(const RewriteContext& context, ir::Graph& graph, const BranchMatch& match,
                       std::vector<ir::Node> fused, std::int64_t axis,
                       const std::vector<std::int64_t>& sizes,
                       std::span<const ir::NodeId> replaced) {
    const std::vector<ir::ValueId>& outputs = match.outputs;
    const std::vector<ir::NodeId>& activations = match.activations;
    Effect effect;
    ir::ValueType type = graph.value(outputs.front()).type;
    if (type.isTensor() && type.tensor.shape &&
        axis < static_cast<std::int64_t>(type.tensor.shape->size()))
        (*type.tensor.shape)[static_cast<std::size_t>(axis)] =
            ir::Dim::known(std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}));
    type.raw.clear();
    if (!activations.empty()) {
        const ir::Node& like = graph.node(activations.front());
        fused.push_back(makeNode(like.opType, like.inputs, {}, like.attributes));
        inherit(graph, activations, fused.back());
    }
    // The chain: each node reads the one before in its first input, except the first.
    ir::ValueId value;
    for (std::size_t i = 0; i < fused.size(); ++i) {
        if (i > 0)
            fused[i].inputs[0] = value;
        value = graph.addValue(graph.freshName(graph.value(outputs.front()).name + "_fused"), type);
        fused[i].outputs = {value};
        effect.added.push_back(graph.addNode(std::move(fused[i])));
    }
    std::vector<ir::ValueId> old = outputs;
    std::vector<ir::NodeId> unused(replaced.begin(), replaced.end());
    if (!activations.empty()) {
        for (std::size_t i = 0; i < old.size(); ++i)
            old[i] = graph.node(activations[i]).outputs[0];
        unused = activations;
    }
    effect.added.push_back(splitInto(context, graph, value, axis, sizes, old, replaced));
    effect.removed = removeUnused(graph, unused);
    return effect;
}

} // namespace metainfer::candidates
