// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
// Nodes whose inputs are all constant are computed once, by the runtime.
#include "base/file.h"
#include "candidates/rewrite/patterns.h"
#include "ir/onnx_io.h"
#include "ir/operators.h"

#include <algorithm>
#include <set>

namespace metainfer::candidates {
namespace {

/// Folding may make the model this much larger than the constants that it replaces.
constexpr std::uint64_t kGrowthLimit = 64 << 10;
/// Nodes folded by one application.
constexpr std::size_t kRegionLimit = 4096;

bool isFoldable(const ir::Node& node) {
    const bool known = node.domain.empty() || node.domain == "com.microsoft";
    return known && !node.hasSubgraphs() && !ir::isNonDeterministic(node) && !node.is("Constant") &&
           !node.is("DequantizeLinear") && !node.inputs.empty();
}

bool allInputs(const ir::Graph& graph, const ir::Node& node, const std::set<ir::NodeId>& region) {
    bool any = false;
    for (const ir::ValueId input : node.inputs) {
        if (!input.isValid())
            continue;
        any = true;
        if (!isConstant(graph, input) && !region.contains(graph.value(input).producer))
            return false;
    }
    return any;
}

bool isSized(const ir::TensorType& type) {
    return type.elementCount() && elementBits(type.element) > 0;
}

/// A result of unknown size could be too large to keep: what is upstream of it folds first, and
/// then its size may be known. Outputs of the graph stay results of nodes. Either ends the region
/// and is no reason against the rest of it.
bool mayJoin(const ir::Graph& graph, const ir::Node& node) {
    return isFoldable(node) &&
           std::all_of(node.outputs.begin(), node.outputs.end(), [&](const ir::ValueId output) {
               return !output.isValid() ||
                      (isSized(graph.tensorType(output)) && !graph.value(output).isOutput);
           });
}

/// The anchor and everything downstream that becomes constant with it.
std::vector<ir::NodeId> constantRegion(const ir::Graph& graph, ir::NodeId anchor) {
    std::vector<ir::NodeId> nodes = {anchor};
    std::set<ir::NodeId> region = {anchor};
    for (std::size_t i = 0; i < nodes.size() && nodes.size() < kRegionLimit; ++i)
        for (const ir::ValueId output : graph.node(nodes[i]).outputs) {
            if (!output.isValid())
                continue;
            for (const ir::Use& use : graph.value(output).uses) {
                const ir::Node& reader = graph.node(use.node);
                if (use.index != ir::Use::kCapture && !region.contains(use.node) &&
                    mayJoin(graph, reader) && allInputs(graph, reader, region)) {
                    region.insert(use.node);
                    nodes.push_back(use.node);
                }
            }
        }
    return nodes;
}

struct RegionMatch : Match {
    std::vector<ir::ValueId> results; ///< values that somebody outside of the region reads
};

std::vector<ir::ValueId> frontier(const ir::Graph& graph, const std::vector<ir::NodeId>& nodes) {
    const std::set<ir::NodeId> region(nodes.begin(), nodes.end());
    std::vector<ir::ValueId> results;
    for (const ir::NodeId id : nodes)
        for (const ir::ValueId output : graph.node(id).outputs) {
            if (!output.isValid())
                continue;
            const ir::Value& value = graph.value(output);
            if (value.isOutput ||
                std::any_of(value.uses.begin(), value.uses.end(), [&](const ir::Use& use) {
                    return use.index == ir::Use::kCapture || !region.contains(use.node);
                }))
                results.push_back(output);
        }
    return results;
}

class ConstantFolding final : public NamedRule {
  public:
    ConstantFolding()
        : NamedRule("constant_folding", "clean-up",
                    "Computes nodes with constant inputs once, by executing them.") {}
    /// A size or a target shape that has become constant fixes the types behind it.
    bool invalidatesShapes() const override { return true; }

    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const override {
        const ir::Node& node = graph.node(anchor);
        if (node.is("Constant"))
            return matchConstant(graph, node);
        if (!isFoldable(node) || !allInputs(graph, node, {}))
            return notThisPattern();
        if (!context.executor)
            return declined("no runtime is at hand to compute it");
        auto match = makeMatch<RegionMatch>(anchor, constantRegion(graph, anchor));
        match->results = frontier(graph, match->nodes);
        if (match->results.empty())
            return notThisPattern(); // dead code
        if (auto reason = obstacle(graph, *match); !reason.empty())
            return declined(std::move(reason));
        match->gainUs = timeOf(context, graph, match->nodes);
        return match;
    }

    Result<Effect> apply(const RewriteContext& context, ir::Graph& graph,
                         const Match& match) const override {
        if (graph.node(match.anchor).is("Constant"))
            return toInitializer(graph, match.anchor);
        const auto& region = static_cast<const RegionMatch&>(match);
        MI_ASSIGN(const auto tensors, compute(context, graph, region));
        for (std::size_t i = 0; i < region.results.size(); ++i) {
            const ir::ValueId old = region.results[i];
            graph.replaceAllUses(old, addConstantNear(graph, graph.value(old).name,
                                                      ir::TensorData::fromHost(tensors[i].tensor)));
        }
        return Effect{{}, removeUnused(graph, match.nodes)};
    }

  private:
    static MatchResult matchConstant(const ir::Graph& graph, const ir::Node& node) {
        if (!hasOutput(node, 0) || !constantOf(graph, node.outputs[0]))
            return notThisPattern();
        if (graph.value(node.outputs[0]).isOutput)
            return declined("it is an output of the graph");
        return makeMatch<RegionMatch>(node.id, {node.id});
    }

    static Result<Effect> toInitializer(ir::Graph& graph, ir::NodeId anchor) {
        const ir::ValueId old = graph.node(anchor).outputs[0];
        auto data = constantOf(graph, old);
        if (!data)
            return fail(ErrorCode::Internal,
                        fmt::format("the constant `{}` has no tensor", graph.value(old).name));
        graph.replaceAllUses(old, addConstantNear(graph, graph.value(old).name, std::move(*data)));
        return Effect{{}, removeUnused(graph, {anchor})};
    }

    static std::string obstacle(const ir::Graph& graph, const RegionMatch& match) {
        std::uint64_t before = 0;
        std::uint64_t after = 0;
        for (const ir::NodeId id : match.nodes)
            for (const ir::ValueId input : graph.node(id).inputs)
                if (input.isValid() && isConstant(graph, input)) {
                    const auto data = constantOf(graph, input);
                    if (!data || data->type() == ElementType::String)
                        return "an input is sparse or text";
                    before += data->byteSize();
                }
        for (const ir::ValueId result : match.results) {
            const ir::TensorType& type = graph.tensorType(result);
            if (graph.value(result).isOutput)
                return "its result is an output of the graph";
            if (!isSized(type))
                return "the type of its result is not known";
            after += packedBytes(type.element, static_cast<std::uint64_t>(*type.elementCount()));
        }
        if (after > before + kGrowthLimit)
            return fmt::format("its result would make the model {} KiB larger",
                               (after - before) / 1024);
        return {};
    }

    /// A model of the region alone, run without optimization.
    static Result<std::vector<NamedTensor>>
    compute(const RewriteContext& context, const ir::Graph& graph, const RegionMatch& match) {
        ir::Model model;
        model.irVersion = context.model.irVersion;
        model.opsets = context.model.opsets;
        model.functions = context.model.functions;
        model.path = context.model.path;
        model.graph->name = "fold";
        std::map<ir::ValueId, ir::ValueId> moved;
        for (const ir::NodeId id : match.nodes)
            for (const ir::ValueId output : graph.node(id).outputs)
                if (output.isValid())
                    moved[output] =
                        model.graph->addValue(graph.value(output).name, graph.value(output).type);
        for (const ir::NodeId id : match.nodes) {
            ir::Node copy = graph.node(id);
            copy.origins.clear();
            for (ir::ValueId& input : copy.inputs) {
                if (!input.isValid())
                    continue;
                auto [it, fresh] = moved.try_emplace(input);
                if (fresh) {
                    const auto data = constantOf(graph, input);
                    if (!data)
                        return fail(ErrorCode::Io, fmt::format("the constant `{}` cannot be read",
                                                               graph.value(input).name));
                    it->second = model.graph->addConstant(graph.value(input).name, *data);
                }
                input = it->second;
            }
            for (ir::ValueId& output : copy.outputs)
                if (output.isValid())
                    output = moved.at(output);
            model.graph->addNode(std::move(copy));
        }
        std::vector<ir::ValueId> outputs;
        for (const ir::ValueId result : match.results)
            outputs.push_back(moved.at(result));
        model.graph->setOutputs(std::move(outputs));

        MI_ASSIGN(const auto folder, TemporaryDirectory::create("fold"));
        const auto path = folder.path() / "fold.onnx";
        MI_CHECK(ir::exportOnnx(model, path));
        SessionOptions options;
        options.optimization = OptimizationLevel::None;
        options.threads = 1;
        MI_ASSIGN(auto tensors,
                  context.executor->run(path, options, {}, {}, RunLimits{}, context.cancel));
        if (tensors.size() != match.results.size())
            return fail(ErrorCode::Internal,
                        fmt::format("the runtime returned {} results, the folded part has {}",
                                    tensors.size(), match.results.size()));
        return tensors;
    }
};

} // namespace

std::unique_ptr<RewriteRule> makeConstantFolding() {
    return std::make_unique<ConstantFolding>();
}

} // namespace metainfer::candidates
