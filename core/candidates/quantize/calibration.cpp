// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Running the calibration samples with the wanted tensors as outputs; the cache of results.
#include "candidates/quantize/calibration.h"

#include "base/file.h"
#include "ir/onnx_io.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::candidates {
namespace {

/// Histogram without its empty ends: the first bin's index and the counts from there.
Json histogramJson(const TensorStatistics& statistics) {
    std::size_t first = 0, last = statistics.counts.size();
    while (first < last && statistics.counts[first] == 0)
        ++first;
    while (last > first && statistics.counts[last - 1] == 0)
        --last;
    Json counts = Json::array();
    for (std::size_t i = first; i < last; ++i)
        counts.push_back(statistics.counts[i]);
    return Json{{"low", -statistics.absMax},
                {"high", statistics.absMax},
                {"bins", statistics.counts.size()},
                {"first", first},
                {"counts", std::move(counts)}};
}

/// A copy whose outputs are the wanted tensors. Inputs of the graph cannot be outputs themselves:
/// they go through an Identity. Output name -> tensor name.
Result<std::map<std::string, std::string>> exposeTensors(ir::Model& model,
                                                         const std::vector<std::string>& tensors) {
    std::map<std::string, std::string> names;
    std::vector<ir::ValueId> outputs;
    auto& graph = *model.graph;
    for (const auto& tensor : tensors) {
        ir::ValueId id = graph.find(tensor);
        if (!id.isValid())
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("there is no tensor \"{}\" to calibrate", tensor));
        const auto element = graph.tensorType(id).element;
        if (element != ElementType::Float && element != ElementType::Undefined)
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("tensor \"{}\" is {}, only float32 can be calibrated", tensor,
                                    elementTypeName(element)));
        if (!graph.value(id).producer.isValid()) {
            ir::Node identity;
            identity.opType = "Identity";
            identity.inputs = {id};
            const ir::ValueType type = graph.value(id).type;
            id = graph.addValue(graph.freshName(tensor + "_seen"), type);
            identity.outputs = {id};
            graph.addNode(std::move(identity));
        }
        names[graph.value(id).name] = tensor;
        outputs.push_back(id);
    }
    graph.setOutputs(outputs);
    graph.removeDead();
    return names;
}

} // namespace

Json Calibration::toJson() const {
    Json list = Json::object();
    for (const auto& [name, s] : tensors)
        list[name] = Json{{"min", s.min},
                          {"max", s.max},
                          {"mean", s.mean},
                          {"variance", s.variance},
                          {"elements", s.elements},
                          {"nans", s.nans},
                          {"infinities", s.infinities},
                          {"channel_min", s.channelMin},
                          {"channel_max", s.channelMax},
                          {"histogram", histogramJson(s)}};
    return Json{{"dataset", dataset}, {"samples", samples}, {"tensors", std::move(list)}};
}

Result<Calibration> calibrate(const ir::Model& model, const std::vector<std::string>& tensors,
                              const Dataset& dataset, Executor& executor,
                              const CalibrateOptions& options, const CancellationToken& cancel) {
    Calibration calibration;
    const Dataset samples = options.maxSamples ? dataset.firstSamples(options.maxSamples) : dataset;
    calibration.samples = samples.sampleCount();
    calibration.dataset = dataset.name();
    if (tensors.empty())
        return calibration;
    MI_ASSIGN(const auto inputs, inputSpecs(model));
    MI_ASSIGN(const Batches batches, samples.feeds(inputs, options.batch));
    ir::Model exposed = model.clone();
    MI_ASSIGN(const auto names, exposeTensors(exposed, tensors));

    MI_ASSIGN(const auto temporary, TemporaryDirectory::create("metainfer-calibrate"));
    const auto folder = options.workFolder.empty() ? temporary.path() : options.workFolder;
    const auto file = folder / "calibrate.onnx";
    MI_CHECK(ir::exportOnnx(exposed, file));
    HistogramRequest request;
    for (const auto& [output, tensor] : names)
        request.tensors.push_back(output);
    request.bins = options.bins;
    auto statistics =
        executor.statistics(file, options.session, batches.source, request, options.limits, cancel);
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
    if (!statistics)
        return failWith(std::move(statistics).error(),
                        fmt::format("while calibrating with {}", dataset.name()));
    for (auto& entry : *statistics) {
        const std::string tensor = names.at(entry.name);
        entry.name = tensor;
        calibration.tensors[tensor] = std::move(entry);
    }
    return calibration;
}

std::shared_ptr<const Calibration>
CalibrationCache::find(const std::string& key, const std::vector<std::string>& tensors) const {
    const std::lock_guard lock(m_mutex);
    const auto it = m_entries.find(key);
    if (it == m_entries.end())
        return nullptr;
    const bool covered = std::all_of(tensors.begin(), tensors.end(), [&](const std::string& name) {
        return it->second->tensors.contains(name);
    });
    return covered ? it->second : nullptr;
}

std::shared_ptr<const Calibration> CalibrationCache::add(const std::string& key,
                                                         Calibration calibration) {
    const std::lock_guard lock(m_mutex);
    ++m_runs;
    auto& entry = m_entries[key];
    if (entry)
        calibration.tensors.insert(entry->tensors.begin(), entry->tensors.end());
    entry = std::make_shared<const Calibration>(std::move(calibration));
    return entry;
}

std::size_t CalibrationCache::runs() const {
    const std::lock_guard lock(m_mutex);
    return m_runs;
}

} // namespace metainfer::candidates
