// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Transposes move down through elementwise operators towards another one.
#include "candidates/rewrite/patterns.h"
#include "ir/operators.h"

#include <algorithm>

namespace metainfer::candidates {
namespace {

/// Elementwise steps over which another Transpose is looked for.
constexpr int kHorizon = 8;

/// The Transpose before `value` when nobody else reads its result.
const ir::Node* soleTranspose(const ir::Graph& graph, ir::ValueId value) {
    const ir::Node* node = producerOf(graph, value, "Transpose");
    return node && hasInput(*node, 0) && graph.soleConsumer(value) ? node : nullptr;
}

bool isScalarConstant(const ir::Graph& graph, ir::ValueId value) {
    const auto data = constantOf(graph, value);
    return data && data->elementCount() == 1 && data->dims().size() <= 1;
}

/// True when a chain of single-reader unary operators leads to another Transpose.
bool leadsToTranspose(const ir::Graph& graph, const ir::Node& from) {
    const ir::Node* node = &from;
    for (int i = 0; i < kHorizon; ++i) {
        if (node->outputs.size() != 1)
            return false;
        const ir::Node* next = graph.soleConsumer(node->outputs[0]);
        if (!next)
            return false;
        if (next->is("Transpose"))
            return true;
        const bool passes = next->domain.empty() && ir::isUnaryElementwise(next->opType);
        if (!passes)
            return false;
        node = next;
    }
    return false;
}

struct SinkMatch : Match {
    std::vector<std::pair<int, ir::ValueId>> inputs; ///< index -> value before its Transpose
    std::vector<std::int64_t> perm;
    ir::ValueType moved; ///< type of the result before the transposition
};

class TransposeSinking final : public NamedRule {
  public:
    TransposeSinking()
        : NamedRule("transpose_sinking", "clean-up",
                    "Moves Transpose below elementwise operators where that lets two of them meet "
                    "or merges two of them.") {}

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& node = graph.node(anchor);
        const bool unary = node.domain.empty() && ir::isUnaryElementwise(node.opType);
        const bool binary = node.domain.empty() && ir::isBinaryElementwise(node.opType);
        if (!(unary || binary) || node.outputs.size() != 1 || node.inputs.empty() ||
            (binary && context.model.opset() < 7))
            return notThisPattern();
        auto match = makeMatch<SinkMatch>(anchor, {anchor});
        const std::size_t carried = unary ? 1 : node.inputs.size();
        for (std::size_t i = 0; i < carried; ++i) {
            if (!hasInput(node, i))
                return notThisPattern();
            const ir::Node* transpose = soleTranspose(graph, node.inputs[i]);
            if (!transpose) {
                if (binary && isScalarConstant(graph, node.inputs[i]))
                    continue;
                return notThisPattern();
            }
            const auto perm = transpose->intsAttribute("perm");
            if (perm.empty())
                return declined("the Transpose has no explicit permutation");
            if (!match->perm.empty() && match->perm != perm)
                return declined("its inputs are transposed differently");
            match->perm = perm;
            match->inputs.emplace_back(static_cast<int>(i), transpose->inputs[0]);
            match->nodes.push_back(transpose->id);
        }
        if (match->inputs.empty())
            return notThisPattern();
        // One Transpose that stays one gains only where it meets the next.
        if (match->inputs.size() == 1 && !leadsToTranspose(graph, node))
            return notThisPattern();
        if (!sameRanks(graph, *match))
            return declined("the operands differ in rank, so broadcasting would change");
        match->moved = typeBefore(graph, node, *match);
        if (match->inputs.size() > 1)
            match->gainUs = timeOf(context, graph, std::span(&match->nodes[1], 1));
        return match;
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        const auto& sink = static_cast<const SinkMatch&>(match);
        ir::Node moved = graph.node(match.anchor);
        for (const auto& [index, source] : sink.inputs)
            moved.inputs[static_cast<std::size_t>(index)] = source;
        const ir::ValueId old = moved.outputs[0];
        const ir::ValueId between =
            graph.addValue(graph.freshName(graph.value(old).name + "_before"), sink.moved);
        moved.outputs = {between};
        ir::Node transpose =
            makeNode("Transpose", {between}, {}, {ir::Attribute::ofInts("perm", sink.perm)});
        inherit(graph, std::span(match.nodes).subspan(1), transpose);
        const ir::NodeId first = graph.addNode(std::move(moved));
        const ir::NodeId second = replaceOutput(graph, old, std::move(transpose));
        return Effect{{first, second}, removeUnused(graph, {match.anchor})};
    }

  private:
    static bool sameRanks(const ir::Graph& graph, const SinkMatch& match) {
        return std::all_of(match.inputs.begin(), match.inputs.end(), [&](const auto& input) {
            const auto rank = rankOf(graph, input.second);
            return match.inputs.size() == 1 || (rank && *rank == match.perm.size());
        });
    }

    static ir::ValueType typeBefore(const ir::Graph& graph, const ir::Node& node,
                                    const SinkMatch& match) {
        ir::ValueType type = graph.value(node.outputs[0]).type;
        if (!type.isTensor() || !type.tensor.shape ||
            type.tensor.shape->size() != match.perm.size()) {
            type.tensor.shape.reset();
            return type;
        }
        ir::Shape before(match.perm.size());
        for (std::size_t i = 0; i < match.perm.size(); ++i)
            before[static_cast<std::size_t>(match.perm[i])] = (*type.tensor.shape)[i];
        type.tensor.shape = std::move(before);
        type.raw.clear();
        return type;
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeTransposeSinking() {
    return std::make_unique<TransposeSinking>();
}

} // namespace metainfer::candidates
