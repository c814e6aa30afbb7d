// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Shape computations over known dimensions become constants.
#include "candidates/rewrite/partial_shape.h"
#include "candidates/rewrite/patterns.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace metainfer::candidates {
namespace {

struct FoldMatch : Match {
    std::vector<std::int64_t> numbers;
    bool isScalar = false;
    bool isReshape = false; ///< the numbers are a Reshape's new target, not the node's result
};

bool computesShapes(const ir::Node& node) {
    static const std::set<std::string_view> kTypes = {"Shape",     "Size",    "Gather", "Concat",
                                                      "Unsqueeze", "Squeeze", "Slice",  "Cast",
                                                      "Add",       "Sub",     "Mul",    "Div"};
    return node.domain.empty() && kTypes.contains(node.opType);
}

/// True when every reader computes shapes too and will be complete itself: then the last of the
/// chain is folded at once and this one dies with it.
bool feedsOnlyFoldable(const RewriteContext& context, const ir::Graph& graph, ir::ValueId value) {
    const ir::Value& read = graph.value(value);
    if (read.isOutput || read.uses.empty())
        return false;
    return std::all_of(read.uses.begin(), read.uses.end(), [&](const ir::Use& use) {
        if (use.index == ir::Use::kCapture)
            return false;
        const ir::Node& reader = graph.node(use.node);
        if (!computesShapes(reader) || !hasOutput(reader, 0))
            return false;
        const auto result = evaluateShape(context, graph, reader.outputs[0]);
        return result && result->isComplete();
    });
}

/// The target of a Reshape with what is unknown written as 0, "copy", which is legal where the
/// dimension comes from the same axis of the reshaped tensor; nullopt when that cannot express it.
std::optional<std::vector<std::int64_t>> partialTarget(const ir::Graph& graph, const ir::Node& node,
                                                       const PartialInts& target) {
    const auto& type = graph.tensorType(node.inputs[0]);
    std::vector<std::int64_t> numbers;
    std::vector<std::size_t> open;
    bool inferred = false;
    for (std::size_t i = 0; i < target.elements.size(); ++i) {
        const ShapeElement& e = target.elements[i];
        if (e.value) {
            inferred = inferred || *e.value == -1;
            numbers.push_back(*e.value);
            continue;
        }
        const bool sameAxis = e.tensor == node.inputs[0] && e.axis == static_cast<std::int64_t>(i);
        const bool sameSymbol = !e.symbol.empty() && type.shape && i < type.shape->size() &&
                                (*type.shape)[i].symbol == e.symbol;
        if (!sameAxis && !sameSymbol)
            open.push_back(i);
        numbers.push_back(0);
    }
    if (open.empty())
        return numbers;
    // One number that no axis gives may be inferred from the count, but only beside known positive
    // ones: with copied axes a tensor without elements would become ambiguous.
    const bool othersKnown =
        std::all_of(target.elements.begin(), target.elements.end(),
                    [](const ShapeElement& e) { return !e.value || *e.value > 0; }) &&
        static_cast<std::size_t>(std::count(numbers.begin(), numbers.end(), 0)) == open.size();
    if (open.size() != 1 || inferred || !othersKnown)
        return std::nullopt;
    numbers[open.front()] = -1;
    return numbers;
}

class ShapeFolding final : public NamedRule {
  public:
    ShapeFolding()
        : NamedRule("shape_folding", "clean-up",
                    "Replaces shape computations over known dimensions by constants.") {}
    /// A Reshape to a constant has a known rank, which the next rules need.
    bool invalidatesShapes() const override { return true; }

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& node = graph.node(anchor);
        if (node.is("Reshape"))
            return matchReshape(context, graph, node);
        if (!computesShapes(node) || node.outputs.size() != 1 || !hasOutput(node, 0))
            return notThisPattern();
        const auto result = evaluateShape(context, graph, node.outputs[0]);
        if (!result)
            return node.is("Shape") ? declined("the rank is not known") : notThisPattern();
        if (!result->isComplete())
            return node.is("Shape") ? declined("a dimension is not known") : notThisPattern();
        if (graph.value(node.outputs[0]).isOutput)
            return declined("its result is an output of the graph");
        if (graph.value(node.outputs[0]).uses.empty() ||
            feedsOnlyFoldable(context, graph, node.outputs[0]))
            return notThisPattern();
        auto match = makeMatch<FoldMatch>(anchor, {anchor});
        match->isScalar = result->isScalar;
        for (const ShapeElement& e : result->elements)
            match->numbers.push_back(*e.value);
        match->gainUs = timeOf(context, graph, match->nodes);
        return match;
    }

    Result<Effect> apply(const RewriteContext&, ir::Graph& graph,
                         const Match& match) const override {
        const auto& fold = static_cast<const FoldMatch&>(match);
        const ir::Node& node = graph.node(match.anchor);
        const std::vector<std::int64_t> dims =
            fold.isScalar ? std::vector<std::int64_t>{}
                          : std::vector{static_cast<std::int64_t>(fold.numbers.size())};
        if (fold.isReshape) {
            const ir::ValueId old = node.inputs[1];
            const ir::ValueId target = addConstantNear(
                graph, graph.value(old).name, ir::TensorData::fromInt64s(dims, fold.numbers));
            graph.setInput(match.anchor, 1, target);
            return Effect{{match.anchor}, removeUnused(graph, {graph.value(old).producer})};
        }
        const ir::ValueId old = node.outputs[0];
        const bool narrow = elementOf(graph, old) == ElementType::Int32;
        MI_ASSIGN(auto data,
                  narrow ? narrowed(dims, fold.numbers)
                         : Result<ir::TensorData>(ir::TensorData::fromInt64s(dims, fold.numbers)));
        graph.replaceAllUses(old, addConstantNear(graph, graph.value(old).name, std::move(data)));
        return Effect{{}, removeUnused(graph, {match.anchor})};
    }

  private:
    MatchResult matchReshape(const RewriteContext& context, const ir::Graph& graph,
                             const ir::Node& node) const {
        if (!hasInput(node, 1) || isConstant(graph, node.inputs[1]) ||
            node.intAttribute("allowzero", 0) != 0 || !graph.producer(node.inputs[1]))
            return notThisPattern();
        const auto target = evaluateShape(context, graph, node.inputs[1]);
        if (!target || target->isScalar)
            return declined("the target shape is computed from content");
        if (target->isComplete())
            return notThisPattern(); // the producer itself folds
        const auto numbers = partialTarget(graph, node, *target);
        if (!numbers)
            return declined("more than one dimension of the target shape is not known");
        auto match = makeMatch<FoldMatch>(node.id, {node.id});
        match->numbers = *numbers;
        match->isReshape = true;
        if (const ir::Node* producer = graph.soleConsumer(node.inputs[1]) == &node
                                           ? graph.producer(node.inputs[1])
                                           : nullptr)
            match->gainUs = timeOf(context, graph, std::span(&producer->id, 1));
        return match;
    }

    static Result<ir::TensorData> narrowed(std::vector<std::int64_t> dims,
                                           const std::vector<std::int64_t>& numbers) {
        std::vector<std::byte> bytes(numbers.size() * sizeof(std::int32_t));
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const auto n = static_cast<std::int32_t>(numbers[i]);
            std::memcpy(bytes.data() + i * sizeof n, &n, sizeof n);
        }
        return ir::TensorData::fromBytes(ElementType::Int32, std::move(dims), std::move(bytes));
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeShapeFolding() {
    return std::make_unique<ShapeFolding>();
}

} // namespace metainfer::candidates
