// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Shared parts of the rewrite rules.
#include "candidates/rewrite/patterns.h"

#include <algorithm>
#include <array>

namespace metainfer::candidates {
namespace {

struct Located {
    const ir::Graph* graph;
    ir::ValueId value;
};

/// Follows captures to the graph that owns the value.
Located resolve(const ir::Graph& graph, ir::ValueId value) {
    const ir::Graph* at = &graph;
    while (at->parent() && at->value(value).captured.isValid()) {
        value = at->value(value).captured;
        at = at->parent();
    }
    return {at, value};
}

bool sameTensor(const ir::TensorData& a, const ir::TensorData& b) {
    if (a.type() != b.type() || a.dims() != b.dims())
        return false;
    if (a.type() == ElementType::String)
        return a.strings() == b.strings();
    const auto left = a.bytes();
    const auto right = b.bytes();
    return left && right && (*left == *right || **left == **right);
}

bool sameAttribute(const ir::Attribute& a, const ir::Attribute& b) {
    if (a.kind != b.kind || a.isReference != b.isReference || !a.graphs.empty() ||
        !b.graphs.empty() || !a.sparse.empty() || !b.sparse.empty())
        return false;
    if (a.f != b.f || a.i != b.i || a.s != b.s || a.floats != b.floats || a.ints != b.ints ||
        a.strings != b.strings || a.types != b.types || a.raw != b.raw ||
        a.tensors.size() != b.tensors.size())
        return false;
    return std::equal(a.tensors.begin(), a.tensors.end(), b.tensors.begin(), sameTensor);
}

} // namespace

bool isConstant(const ir::Graph& graph, ir::ValueId value) {
    if (!value.isValid())
        return false;
    const Located at = resolve(graph, value);
    if (at.graph->constant(at.value))
        return true;
    const ir::Node* producer = at.graph->producer(at.value);
    return producer && producer->is("Constant");
}

std::optional<ir::TensorData> constantOf(const ir::Graph& graph, ir::ValueId value) {
    if (!value.isValid())
        return std::nullopt;
    const Located at = resolve(graph, value);
    if (const ir::TensorData* data = at.graph->constant(at.value))
        return *data;
    const ir::Node* producer = at.graph->producer(at.value);
    if (!producer || !producer->is("Constant"))
        return std::nullopt;
    if (const auto* a = producer->attribute("value"); a && a->tensors.size() == 1)
        return a->tensors.front();
    if (const auto* a = producer->attribute("value_float"))
        return ir::TensorData::scalar(a->f);
    if (const auto* a = producer->attribute("value_floats"))
        return ir::TensorData::fromFloats({static_cast<std::int64_t>(a->floats.size())}, a->floats);
    if (const auto* a = producer->attribute("value_int"))
        return ir::TensorData::fromInt64s({}, std::array{a->i});
    if (const auto* a = producer->attribute("value_ints"))
        return ir::TensorData::fromInt64s({static_cast<std::int64_t>(a->ints.size())}, a->ints);
    return std::nullopt;
}

std::optional<std::vector<std::int64_t>> constantInts(const ir::Graph& graph, ir::ValueId value) {
    const auto data = constantOf(graph, value);
    if (!data || !(isInteger(data->type()) || data->type() == ElementType::Bool))
        return std::nullopt;
    auto read = data->toInt64s();
    return read ? std::optional(std::move(*read)) : std::nullopt;
}

std::optional<std::vector<float>> constantFloats(const ir::Graph& graph, ir::ValueId value) {
    const auto data = constantOf(graph, value);
    if (!data || data->type() != ElementType::Float)
        return std::nullopt;
    auto read = data->toFloats();
    return read ? std::optional(std::move(*read)) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> attributeOrInput(const ir::Graph& graph,
                                                          const ir::Node& node,
                                                          std::string_view attribute, int input) {
    if (const auto* found = node.attribute(attribute); found && !found->isReference)
        return found->kind == ir::Attribute::Kind::Int ? std::vector{found->i} : found->ints;
    if (!hasInput(node, static_cast<std::size_t>(input)))
        return std::nullopt;
    return constantInts(graph, node.inputs[static_cast<std::size_t>(input)]);
}

bool hasInput(const ir::Node& node, std::size_t index) {
    return index < node.inputs.size() && node.inputs[index].isValid();
}

bool hasOutput(const ir::Node& node, std::size_t index) {
    return index < node.outputs.size() && node.outputs[index].isValid();
}

bool isOutputUsed(const ir::Graph& graph, const ir::Node& node, std::size_t index) {
    if (!hasOutput(node, index))
        return false;
    const ir::Value& value = graph.value(node.outputs[index]);
    return value.isOutput || !value.uses.empty();
}

const ir::Node* producerOf(const ir::Graph& graph, ir::ValueId value, std::string_view opType) {
    if (!value.isValid())
        return nullptr;
    const ir::Node* node = graph.producer(value);
    return node && node->is(opType) ? node : nullptr;
}

const ir::Node* soleConsumerOf(const ir::Graph& graph, ir::ValueId value, std::string_view opType) {
    if (!value.isValid())
        return nullptr;
    const ir::Node* node = graph.soleConsumer(value);
    return node && node->is(opType) ? node : nullptr;
}

ElementType elementOf(const ir::Graph& graph, ir::ValueId value) {
    return value.isValid() ? graph.tensorType(value).element : ElementType::Undefined;
}

std::optional<std::size_t> rankOf(const ir::Graph& graph, ir::ValueId value) {
    if (!value.isValid() || !graph.tensorType(value).shape)
        return std::nullopt;
    return graph.tensorType(value).shape->size();
}

std::optional<std::int64_t> dimOf(const ir::Graph& graph, ir::ValueId value, std::int64_t axis) {
    const auto rank = rankOf(graph, value);
    if (!rank)
        return std::nullopt;
    axis = axis < 0 ? axis + static_cast<std::int64_t>(*rank) : axis;
    if (axis < 0 || axis >= static_cast<std::int64_t>(*rank))
        return std::nullopt;
    const ir::Dim& dim = (*graph.tensorType(value).shape)[static_cast<std::size_t>(axis)];
    return dim.isKnown() ? std::optional(dim.value) : std::nullopt;
}

bool sameShape(const ir::TensorType& a, const ir::TensorType& b) {
    if (!a.shape || !b.shape || a.shape->size() != b.shape->size())
        return false;
    for (std::size_t i = 0; i < a.shape->size(); ++i) {
        const ir::Dim& left = (*a.shape)[i];
        if (!(left.isKnown() || left.isSymbolic()) || left != (*b.shape)[i])
            return false;
    }
    return true;
}

bool sameAttributes(const ir::Node& a, const ir::Node& b,
                    std::initializer_list<std::string_view> ignoring) {
    const auto counted = [&](const ir::Node& node) {
        return std::count_if(node.attributes.begin(), node.attributes.end(), [&](const auto& x) {
            return std::find(ignoring.begin(), ignoring.end(), x.name) == ignoring.end();
        });
    };
    if (a.hasSubgraphs() || b.hasSubgraphs() || counted(a) != counted(b))
        return false;
    return std::all_of(a.attributes.begin(), a.attributes.end(), [&](const ir::Attribute& x) {
        if (std::find(ignoring.begin(), ignoring.end(), x.name) != ignoring.end())
            return true;
        const ir::Attribute* other = b.attribute(x.name);
        return other && sameAttribute(x, *other);
    });
}

bool sameIntent(const ir::Graph& graph, std::span<const ir::NodeId> nodes) {
    return std::all_of(nodes.begin(), nodes.end(), [&](ir::NodeId id) {
        return graph.node(id).intent == graph.node(nodes.front()).intent;
    });
}

std::string bypassObstacle(const ir::Graph& graph, ir::ValueId from, ir::ValueId to) {
    if (!graph.value(from).isOutput)
        return {};
    const ir::Value& target = graph.value(to);
    if (target.isOutput)
        return "its result and its source are both outputs of the graph";
    if (target.isInput)
        return "it copies a graph input to a graph output";
    if (!target.producer.isValid())
        return "it copies a constant or an outer value to a graph output";
    return {};
}

Effect bypass(ir::Graph& graph, ir::NodeId node, ir::ValueId source) {
    const ir::ValueId from = graph.node(node).outputs.front();
    ir::ValueType& known = graph.value(source).type;
    const ir::ValueType& other = graph.value(from).type;
    if (other.isTensor() && other.tensor.shape && !(known.isTensor() && known.tensor.shape))
        known = other;
    // Whoever reads the result now reads the source: that node stands for both.
    if (const ir::NodeId maker = graph.value(source).producer; maker.isValid()) {
        auto& origins = graph.node(maker).origins;
        const auto& gone = graph.node(node).origins;
        origins.insert(origins.end(), gone.begin(), gone.end());
        std::sort(origins.begin(), origins.end());
        origins.erase(std::unique(origins.begin(), origins.end()), origins.end());
        if (!graph.node(maker).intent)
            graph.node(maker).intent = graph.node(node).intent;
    }
    graph.replaceAllUses(from, source);
    return {{}, removeUnused(graph, {node})};
}

std::size_t removeUnused(ir::Graph& graph, std::vector<ir::NodeId> start) {
    std::size_t removed = 0;
    while (!start.empty()) {
        const ir::NodeId id = start.back();
        start.pop_back();
        if (!id.isValid() || !graph.contains(id))
            continue;
        const ir::Node& node = graph.node(id);
        bool used = false;
        for (std::size_t i = 0; i < node.outputs.size(); ++i)
            used = used || isOutputUsed(graph, node, i);
        if (used)
            continue;
        const std::vector<ir::ValueId> inputs = node.inputs;
        graph.removeNode(id);
        ++removed;
        for (const ir::ValueId input : inputs) {
            if (!input.isValid() || !graph.contains(input))
                continue;
            const ir::Value& value = graph.value(input);
            if (value.producer.isValid())
                start.push_back(value.producer);
            else if (value.uses.empty() && !value.isInput && !value.isOutput)
                graph.removeValue(input);
        }
    }
    return removed;
}

void inherit(const ir::Graph& graph, std::span<const ir::NodeId> replaced, ir::Node& made) {
    for (const ir::NodeId id : replaced) {
        const ir::Node& node = graph.node(id);
        made.origins.insert(made.origins.end(), node.origins.begin(), node.origins.end());
        if (!made.intent)
            made.intent = node.intent;
        if (made.name.empty() && !node.name.empty())
            made.name = node.name;
    }
    std::sort(made.origins.begin(), made.origins.end());
    made.origins.erase(std::unique(made.origins.begin(), made.origins.end()), made.origins.end());
}

ir::Node makeNode(std::string opType, std::vector<ir::ValueId> inputs,
                  std::vector<ir::ValueId> outputs, std::vector<ir::Attribute> attributes) {
    ir::Node node;
    node.opType = std::move(opType);
    node.inputs = std::move(inputs);
    node.outputs = std::move(outputs);
    node.attributes = std::move(attributes);
    return node;
}

ir::ValueId addValueLike(ir::Graph& graph, ir::ValueId like) {
    ir::ValueType type = graph.value(like).type;
    return graph.addValue(graph.freshName(graph.value(like).name), std::move(type));
}

ir::ValueId addConstantNear(ir::Graph& graph, std::string_view base, ir::TensorData data) {
    return graph.addConstant(graph.freshName(base), std::move(data));
}

ir::NodeId replaceOutput(ir::Graph& graph, ir::ValueId old, ir::Node made) {
    const ir::ValueId fresh = addValueLike(graph, old);
    made.outputs = {fresh};
    const ir::NodeId id = graph.addNode(std::move(made));
    takeOver(graph, old, fresh);
    return id;
}

void takeOver(ir::Graph& graph, ir::ValueId old, ir::ValueId fresh) {
    graph.replaceAllUses(old, fresh);
    if (graph.value(fresh).isOutput)
        return; // it has the name already
    const std::string name = graph.value(old).name;
    graph.rename(old, graph.freshName(name + "_replaced"));
    graph.rename(fresh, name);
}

std::optional<Interval> timeOf(const RewriteContext& context, const ir::Graph& graph,
                               std::span<const ir::NodeId> nodes) {
    if (!context.estimator)
        return std::nullopt;
    Interval sum;
    for (const ir::NodeId id : nodes) {
        const auto one = context.estimator->nodeMicroseconds(graph, graph.node(id));
        if (!one)
            return std::nullopt;
        sum = {sum.value + one->value, sum.low + one->low, sum.high + one->high};
    }
    return sum;
}

std::string familyObstacle(const RewriteContext& context, std::string_view family) {
    if (context.target && context.target->tierOf(family) == hardware::OpTier::Unsupported)
        return fmt::format("it needs {}, which {} does not support", family, context.target->name);
    return {};
}

bool fusesIntoProducer(std::string_view opType) {
    static constexpr std::array kActivations = {
        std::string_view("Relu"),      std::string_view("Clip"),
        std::string_view("LeakyRelu"), std::string_view("Tanh"),
        std::string_view("Sigmoid"),   std::string_view("HardSigmoid"),
        std::string_view("Elu"),       std::string_view("ThresholdedRelu")};
    return std::find(kActivations.begin(), kActivations.end(), opType) != kActivations.end();
}

bool takesFusedActivation(std::string_view opType) {
    return opType == "Conv" || opType == "Gemm" || opType == "ConvTranspose" ||
           opType == "BatchNormalization" || opType == "QLinearConv";
}

MatchResult EliminationRule::match(const RewriteContext& context, const ir::Graph& graph,
                                   ir::NodeId anchor) const {
    const ir::Node& node = graph.node(anchor);
    if (!hasInput(node, 0) || !hasOutput(node, 0))
        return notThisPattern();
    if (auto kept = keeps(context, graph, node))
        return std::move(*kept);
    if (auto reason = bypassObstacle(graph, node.outputs[0], node.inputs[0]); !reason.empty())
        return declined(std::move(reason));
    auto match = makeMatch<Match>(anchor, {anchor});
    match->gainUs = timeOf(context, graph, match->nodes);
    return match;
}

Result<Effect> EliminationRule::apply(const RewriteContext&, ir::Graph& graph,
                                      const Match& match) const {
    return bypass(graph, match.anchor, graph.node(match.anchor).inputs[0]);
}

} // namespace metainfer::candidates
