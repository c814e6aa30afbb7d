// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Errors at the tensors inside two models, and by layer.
#include "base/file.h"
#include "candidates/build_variant.h"
#include "candidates/quantize/graph_tools.h"
#include "ir/onnx_io.h"
#include "validation/examination.h"

#include <algorithm>
#include <set>

namespace metainfer::validation {
namespace {

/// All intermediates of a large model at once would not fit in memory.
constexpr std::size_t kPortion = 24;

bool isFloat(const ir::Graph& graph, ir::ValueId value) {
    return graph.value(value).producer.isValid() &&
           isFloatingPoint(graph.tensorType(value).element);
}

/// Float values that nodes of both main graphs make under the same name; constants are left out.
std::vector<ir::ValueId> commonTensors(const ir::Graph& reference, const ir::Graph& other) {
    std::vector<ir::ValueId> found;
    for (const auto id : reference.order()) {
        if (reference.node(id).is("Constant"))
            continue;
        for (const auto output : reference.node(id).outputs) {
            if (!output.isValid() || !isFloat(reference, output))
                continue;
            const auto twin = other.find(reference.value(output).name);
            if (twin.isValid() && other.value(twin).producer.isValid() && isFloat(other, twin))
                found.push_back(output);
        }
    }
    return found;
}

Status exportExposed(const ir::Model& model, const std::vector<std::string>& names,
                     const std::filesystem::path& file) {
    ir::Model exposed = model.clone();
    std::vector<ir::ValueId> outputs;
    for (const auto& name : names)
        outputs.push_back(exposed.graph->find(name));
    exposed.graph->setOutputs(outputs);
    return ir::exportOnnx(exposed, file);
}

Result<std::vector<std::vector<NamedTensor>>>
runAll(Executor& executor, const std::filesystem::path& file, const SessionOptions& session,
       const FeedSource& feeds, const std::vector<std::string>& outputs, const RunLimits& limits,
       const CancellationToken& cancel) {
    std::vector<std::vector<NamedTensor>> results;
    MI_CHECK(executor.runAll(
        file, session, feeds, outputs,
        [&](std::size_t, std::vector<NamedTensor> out) -> Status {
            results.push_back(std::move(out));
            return {};
        },
        limits, cancel));
    return results;
}

bool isLayer(const ir::Graph& graph, const ir::Node& node) {
    static const std::set<std::string> kTypes{"Conv", "ConvTranspose", "Gemm", "MatMul"};
    if (!node.domain.empty() || !kTypes.contains(node.opType) || node.inputs.size() < 2)
        return false;
    const ir::ValueId weights = node.inputs[1];
    if (!weights.isValid())
        return false;
    const ir::Node* maker = graph.producer(weights);
    return graph.constant(weights) || (maker && maker->is("Constant"));
}

LayerSensitivity describe(const ir::Model& model, const ir::Node& node) {
    LayerSensitivity layer;
    layer.layer = candidates::nodeKey(*model.graph, node);
    layer.opType = node.opType;
    layer.node = node.name;
    for (const ir::SourceId id : node.origins)
        if (id.index < model.sources.size()) {
            const ir::SourceNode& source = model.sources[id.index];
            layer.sources.push_back(source.name.empty() ? source.output : source.name);
        }
    return layer;
}

void take(const EquivalenceReport& report, LayerSensitivity& layer) {
    for (const OutputError& error : report.outputs) {
        if (error.relativeL2 < layer.relativeL2)
            continue;
        layer.relativeL2 = error.relativeL2;
        layer.cosine = error.cosine;
        layer.snrDb = error.snrDb;
        layer.changedWinners = 1 - error.argmaxAgreement;
    }
}

} // namespace

Result<std::vector<TensorError>> tensorErrors(Executor& executor, const ir::Model& reference,
                                              const ir::Model& other, const FeedSource& feeds,
                                              const RunLimits& limits,
                                              const CancellationToken& cancel,
                                              const ProgressSink& progress) {
    const ir::Graph& graph = *reference.graph;
    const auto common = commonTensors(graph, *other.graph);
    std::vector<TensorError> errors;
    if (common.empty() || feeds.count == 0)
        return errors;
    MI_ASSIGN(const auto folder, TemporaryDirectory::create("metainfer-inside"));
    const auto referenceFile = folder.path() / "reference.onnx";
    const auto otherFile = folder.path() / "other.onnx";
    SessionOptions plain;
    plain.optimization = OptimizationLevel::None;
    for (std::size_t first = 0; first < common.size(); first += kPortion) {
        report(progress, static_cast<double>(first) / static_cast<double>(common.size()),
               "comparing tensors inside");
        std::vector<std::string> names;
        const std::size_t end = std::min(first + kPortion, common.size());
        for (std::size_t i = first; i < end; ++i)
            names.push_back(graph.value(common[i]).name);
        MI_CHECK(exportExposed(reference, names, referenceFile));
        MI_CHECK(exportExposed(other, names, otherFile));
        MI_ASSIGN(const auto a,
                  runAll(executor, referenceFile, plain, feeds, names, limits, cancel));
        MI_ASSIGN(const auto b, runAll(executor, otherFile, plain, feeds, names, limits, cancel));
        for (std::size_t i = 0; i < names.size(); ++i) {
            DifferenceMeter meter;
            Status status;
            for (std::size_t feed = 0; feed < std::min(a.size(), b.size()) && status; ++feed)
                status = meter.add({a[feed][i]}, {b[feed][i]});
            if (!status || meter.report().outputs.empty())
                continue; // another layout under the same name
            const OutputError error = meter.report().outputs.front();
            const ir::Node& producer = *graph.producer(common[first + i]);
            errors.push_back({names[i], producer.opType, producer.name, error.relativeL2,
                              error.cosine, error.snrDb});
        }
    }
    return errors;
}

Result<std::vector<LayerSensitivity>> layerSensitivity(Executor& executor,
                                                       const SensitivityRequest& request,
                                                       const CancellationToken& cancel,
                                                       const ProgressSink& progress) {
    const ir::Model& model = *request.model;
    const ir::Graph& graph = *model.graph;
    std::vector<ir::NodeId> nodes;
    std::vector<std::string> keys; // of all nodes, in order
    for (const auto id : graph.order()) {
        keys.push_back(candidates::nodeKey(graph, graph.node(id)));
        if (isLayer(graph, graph.node(id)))
            nodes.push_back(id);
    }
    std::vector<LayerSensitivity> layers;
    if (nodes.empty() || request.feeds.count == 0)
        return layers;
    MI_ASSIGN(const auto folder, TemporaryDirectory::create("metainfer-layers"));
    const auto file = folder.path() / "model.onnx";
    MI_CHECK(ir::exportOnnx(model, file));
    MI_ASSIGN(const auto expected,
              runAll(executor, file, request.session, request.feeds, {}, request.limits, cancel));
    candidates::CalibrationCache cache;
    candidates::BuildContext context;
    context.executor = &executor;
    context.calibration = request.calibration;
    context.cache = &cache;
    context.calibrate.batch = request.batch;
    context.cancel = cancel;
    candidates::Variant whole;
    whole.precision = request.plan;
    whole.precision.keepFloat.clear();
    // Gathers the statistics of all tensors at once; that it cannot be lowered shows below too.
    if (auto built = candidates::buildVariant(model, whole, context); !built)
        MI_CHECK(cancel.check());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        LayerSensitivity layer = describe(model, graph.node(nodes[i]));
        report(progress, static_cast<double>(i) / static_cast<double>(nodes.size()),
               "lowering one layer at a time");
        candidates::Variant alone = whole;
        for (const std::string& key : keys)
            if (key != layer.layer)
                alone.precision.keepFloat.push_back(key);
        const auto built = candidates::buildVariant(model, alone, context);
        MI_CHECK(cancel.check());
        if (!built) {
            layer.skipped = built.error().message;
            layers.push_back(std::move(layer));
            continue;
        }
        MI_CHECK(ir::exportOnnx(built->model, file));
        MI_ASSIGN(const auto outputs, runAll(executor, file, request.session, request.feeds, {},
                                             request.limits, cancel));
        DifferenceMeter meter;
        for (std::size_t feed = 0; feed < std::min(outputs.size(), expected.size()); ++feed)
            MI_CHECK(meter.add(expected[feed], outputs[feed]));
        take(meter.report(), layer);
        layers.push_back(std::move(layer));
    }
    return layers;
}

} // namespace metainfer::validation
