// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Loading a model with its data and settling the shapes.
#include "engine/adaptation/task.h"

#include "engine/adaptation/first_run.h"
#include "ir/onnx_io.h"
#include "ir/verifier.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::engine {
namespace {

using candidates::Dataset;

/// Random samples to calibrate and to compare outputs with, where the user gives no data.
constexpr std::size_t kRandomSamples = 16;

/// Symbol sizes from whole shapes given for an input.
Status bindFromShape(const candidates::InputSpec& input, const std::vector<std::int64_t>& shape,
                     std::map<std::string, std::int64_t>& bindings) {
    if (shape.size() != input.shape.size())
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("inputs.{}.shape has {} dimensions, the model's input has {}: {}",
                                input.name, shape.size(), input.shape.size(),
                                ir::TensorType{input.element, input.shape}.text()));
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        const ir::Dim& dim = input.shape[axis];
        if (dim.isKnown() && dim.value != shape[axis])
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("inputs.{}.shape: dimension {} is {}, the model fixes it to {}",
                                    input.name, axis, shape[axis], dim.value));
        if (dim.isSymbolic())
            bindings.emplace(dim.symbol, shape[axis]);
    }
    return {};
}

/// Sizes that the data show: arrays named like an input, beyond the batch axis.
void bindFromData(const candidates::InputSpec& input, const Dataset& data, std::size_t inputCount,
                  std::map<std::string, std::int64_t>& bindings) {
    const HostTensor* array = data.array(input.name);
    if (!array && inputCount == 1 && data.arrays().size() == 1)
        array = &data.arrays().begin()->second;
    if (!array || array->dims.size() != input.shape.size())
        return;
    for (std::size_t axis = 1; axis < input.shape.size(); ++axis)
        if (input.shape[axis].isSymbolic())
            bindings.emplace(input.shape[axis].symbol, array->dims[axis]);
}

Status settleShapes(Task& task) {
    const session::Deployment& deployment = task.deployment;
    auto& bindings = task.bindings;
    bindings = deployment.dimensions;
    MI_ASSIGN(const auto specs, candidates::inputSpecs(task.model));
    for (const auto& [name, entry] : deployment.inputs) {
        const auto spec =
            std::find_if(specs.begin(), specs.end(), [&](const auto& s) { return s.name == name; });
        if (spec == specs.end()) {
            std::string known;
            for (const auto& s : specs)
                known += (known.empty() ? "" : ", ") + s.name;
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("inputs: the model has no input \"{}\"", name),
                        "It has: " + known + ".");
        }
        for (const auto& [symbol, size] : entry.dimensions)
            bindings.emplace(symbol, size);
        if (!entry.shape.empty())
            MI_CHECK(bindFromShape(*spec, entry.shape, bindings));
    }
    task.batch = deployment.searchBatchSize.value_or(deployment.batchSize.value_or(1));
    for (const auto& spec : specs) {
        if (task.realCalibration)
            bindFromData(spec, task.calibration, specs.size(), bindings);
        if (!spec.shape.empty() && spec.shape[0].isSymbolic())
            bindings.emplace(spec.shape[0].symbol, task.batch);
    }
    MI_ASSIGN(task.inputs, candidates::inputSpecs(task.model, bindings));
    for (const auto& input : task.inputs)
        if (!input.shape.empty() && input.shape[0].isKnown())
            task.batch = std::max<int>(1, static_cast<int>(input.shape[0].value));
    return {};
}

Result<Dataset> randomData(const Task& task, std::uint64_t seed) {
    std::map<std::string, candidates::GeneratorSpec> generators;
    for (const auto& [name, entry] : task.deployment.inputs) {
        candidates::GeneratorSpec generator;
        generator.shape = entry.shape;
        generator.low = entry.low;
        generator.high = entry.high;
        generator.normal = entry.generator == "normal";
        if (entry.generator == "zeros" || entry.generator == "ones")
            generator.low = generator.high = entry.generator == "ones" ? 1 : 0;
        generators.emplace(name, std::move(generator));
    }
    return candidates::generateDataset(task.inputs, generators, kRandomSamples, seed);
}

/// The validation data with the labels of a file of their own.
Result<Dataset> withLabels(const Dataset& data, const std::filesystem::path& file) {
    MI_ASSIGN(const Dataset labels, Dataset::open(file));
    const HostTensor* array = labels.array("labels");
    if (!array && labels.arrays().size() == 1)
        array = &labels.arrays().begin()->second;
    if (!array)
        return fail(ErrorCode::InvalidArgument,
                    labels.name() + ": accuracy.labels needs an array \"labels\"",
                    "Name it so, or keep only this array in the file.");
    auto arrays = data.arrays();
    arrays["labels"] = *array;
    return Dataset::fromArrays(std::move(arrays), data.name());
}

Status openData(Task& task, const EventSink& events) {
    const session::AccuracySettings& accuracy = task.deployment.accuracy;
    if (!accuracy.calibration.empty()) {
        MI_ASSIGN(task.calibration, Dataset::open(accuracy.calibration));
        if (accuracy.calibrationSamples)
            task.calibration = task.calibration.firstSamples(
                static_cast<std::size_t>(*accuracy.calibrationSamples));
        task.realCalibration = true;
    }
    if (!accuracy.validation.empty()) {
        MI_ASSIGN(task.validation, Dataset::open(accuracy.validation));
        if (!accuracy.labels.empty()) {
            MI_ASSIGN(task.validation, withLabels(task.validation, accuracy.labels));
        }
        task.realValidation = true;
    } else if (accuracy.metric == "top1" || accuracy.metric == "map50") {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("accuracy.metric is {} but accuracy.validation names no data",
                                accuracy.metric),
                    "Name labelled validation data, or use the metric fidelity.");
    }
    if (!task.realCalibration && task.realValidation)
        notify(
            events,
            Remark{
                Severity::Warning, "no_calibration_data",
                "No calibration data: ranges come from random inputs, so int8 may lose accuracy."});
    return {};
}

Status makeFeed(Task& task) {
    MI_ASSIGN(const auto batches,
              task.calibration.feeds(task.inputs, static_cast<std::size_t>(task.batch)));
    if (batches.source.count == 0)
        return fail(ErrorCode::InvalidArgument, task.calibration.name() + " holds no samples",
                    "Give at least one sample.");
    MI_ASSIGN(task.feed, batches.source.feed(0));
    return {};
}

} // namespace

Result<Task> prepareTask(session::Deployment deployment, Target target, const EventSink& events,
                         const CancellationToken& cancel) {
    Task task;
    task.deployment = std::move(deployment);
    task.target = std::move(target);
    MI_ASSIGN(task.modelPath, session::resolveModel(task.deployment));
    MI_ASSIGN(task.model, ir::importOnnx(task.modelPath));
    MI_CHECK(ir::verify(task.model));
    MI_CHECK(cancel.check());
    MI_CHECK(ir::inferShapes(task.model, &task.target.device->executor(), cancel));
    MI_ASSIGN(task.modelHash, task.model.structuralHash());
    task.architectureHash = task.model.architectureHash();
    MI_CHECK(openData(task, events));
    MI_CHECK(settleShapes(task));
    const std::uint64_t seed = task.deployment.search.seed;
    if (!task.realCalibration) {
        MI_ASSIGN(task.calibration, randomData(task, seed));
    }
    if (!task.realValidation) {
        // Never the calibration samples: what calibration saw proves nothing.
        MI_ASSIGN(task.validation, randomData(task, seed ^ 0x5eed));
    }
    MI_CHECK(makeFeed(task));
    MI_CHECK(tryOriginal(task, events, cancel));
    MI_ASSIGN(task.boundModel,
              modelAtShapes(task.modelPath, task.feed, &task.target.device->executor(), cancel));
    return task;
}

} // namespace metainfer::engine
