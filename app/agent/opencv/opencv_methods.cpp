// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The requests that the OpenCV runner answers in its own way: inventory and profile.
#include "methods.h"
#include "opencv_session.h"
#include "opencv_support.h"
#include "timed_run.h"

#include "base/hash.h"
#include "execution/agent_codec.h"
#include "execution/statistics.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer::runner {

namespace {

/// A run that takes longer is not repeated as often.
constexpr double kSlowUs = 200'000;
constexpr int kSlowRuns = 3;

using Shapes = std::vector<cv::dnn::MatShape>;

std::string shapesText(const Shapes& shapes) {
    std::vector<std::string> texts;
    for (const cv::dnn::MatShape& shape : shapes)
        texts.push_back(fmt::format("float32[{}]", fmt::join(shape, ",")));
    return fmt::format("{}", fmt::join(texts, " "));
}

std::uint64_t bytesOf(const Shapes& shapes) {
    std::uint64_t bytes = 0;
    for (const cv::dnn::MatShape& shape : shapes) {
        std::uint64_t count = sizeof(float);
        for (const int dim : shape)
            count *= static_cast<std::uint64_t>(std::max(dim, 0));
        bytes += count;
    }
    return bytes;
}

/// The layers as nodes: layer names are the node names behind a mark, "onnx_node!conv1".
std::vector<NodeProfile> layersOf(OpencvSession& session, const Shapes& inputs) {
    const std::vector<std::string> names = session.net().getLayerNames();
    std::vector<int> ids;
    std::vector<Shapes> inShapes, outShapes;
    session.net().getLayersShapes(inputs, ids, inShapes, outShapes);
    std::vector<NodeProfile> layers;
    for (const std::string& name : names) {
        NodeProfile layer;
        layer.name = name.substr(name.find('!') + 1);
        const auto known = session.glance().operators.find(layer.name);
        const int id = session.net().getLayerId(name);
        const auto content = session.net().getLayer(id);
        layer.opType = known != session.glance().operators.end() ? known->second : content->type;
        layer.provider = "CPU";
        for (std::size_t i = 0; i < ids.size(); ++i)
            if (ids[i] == id) {
                layer.inputShapes = shapesText(inShapes[i]);
                layer.outputShapes = shapesText(outShapes[i]);
                layer.outputBytes = bytesOf(outShapes[i]);
                layer.activationBytes = bytesOf(inShapes[i]);
            }
        for (const cv::Mat& blob : content->blobs)
            layer.parameterBytes += blob.total() * blob.elemSize();
        layers.push_back(std::move(layer));
    }
    return layers;
}

Shapes inputShapes(const OpencvSession& session, const std::vector<NamedTensor>& inputs) {
    Shapes shapes;
    for (const ReportedType& type : session.types().inputs)
        for (const NamedTensor& input : inputs)
            if (input.name == type.name)
                shapes.emplace_back(input.tensor.dims.begin(), input.tensor.dims.end());
    return shapes;
}

} // namespace

Result<Json> inventory(const Json& params, const Progress&) {
    RuntimeLibrary library;
    library.runtime = "opencv";
    library.version = opencvVersion();
    library.file = opencvLibraries().front();
    library.origin = "system";
    library.build = opencvBuild();
    library.isDefault = true;
    if (jsonValue(params, "hashes", true))
        library.sha256 = sha256OfFile(library.file).value_or(std::string());
    Json result;
    result["runtimes"] = Json::array({toJson(library)});
    return result;
}

Result<Json> profile(const Json& params, const Progress&) {
    MI_ASSIGN(const ModelVariant variant, variantFromJson(params));
    MI_ASSIGN(std::vector<NamedTensor> inputs, tensorsOf(params, "inputs"));
    int warmupRuns = std::max(1, jsonValue(params, "warmup_runs", 2));
    int runs = std::max(1, jsonValue(params, "runs", 10));
    MI_ASSIGN(const auto session, OpencvSession::load(variant));
    const Shapes shapes = inputShapes(*session, inputs);
    MI_ASSIGN(const auto prepared, session->prepare(std::move(inputs), {}));
    ProfileReport report;
    report.load = session->report();
    SampleSeries warmup, timed;
    MI_CHECK(timeOneRun(*prepared, warmup));
    if (warmup.wallUs.front() > kSlowUs) {
        runs = std::min(runs, kSlowRuns);
        warmupRuns = 1;
    }
    for (int i = 1; i < warmupRuns; ++i)
        MI_CHECK(timeOneRun(*prepared, warmup));
    std::vector<NodeProfile> layers = layersOf(*session, shapes);
    std::vector<std::vector<double>> durations(layers.size()); // of each layer, us
    const double ticksPerUs = cv::getTickFrequency() * 1e-6;
    for (int i = 0; i < runs; ++i) {
        MI_CHECK(timeOneRun(*prepared, timed));
        std::vector<double> ticks;
        session->net().getPerfProfile(ticks);
        for (std::size_t layer = 0; layer < std::min(ticks.size(), layers.size()); ++layer)
            durations[layer].push_back(ticks[layer] / ticksPerUs);
    }
    report.runs = runs;
    for (const double sample : timed.wallUs)
        report.endToEndMeanUs += sample / runs;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        NodeProfile& layer = layers[i];
        for (const double us : durations[i])
            layer.sumUs += us;
        if (layer.sumUs <= 0)
            continue; // became a part of the layer before it
        layer.count = static_cast<int>(durations[i].size());
        layer.meanUs = layer.sumUs / layer.count;
        layer.medianUs = median(std::move(durations[i]));
        report.nodes.push_back(std::move(layer));
    }
    return toJson(report);
}

} // namespace metainfer::runner
