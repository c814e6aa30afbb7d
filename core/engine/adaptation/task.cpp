// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Loading a model with its data and settling the shapes.
#include "engine/adaptation/task.h"

#include "engine/adaptation/first_run.h"
#include "engine/adaptation/port.h"
#include "engine/adaptation/wishes.h"
#include "engine/data_check.h"
#include "engine/shapes.h"
#include "ir/onnx_io.h"
#include "ir/verifier.h"
#include "validation/accuracy.h"

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

/// Samples in one request: the first dimension on which all inputs agree. Where they do not, some
/// hold a state beside the samples, and one request is one whole sample.
int batchOf(const std::vector<candidates::InputSpec>& inputs) {
    std::optional<std::int64_t> common;
    for (const auto& input : inputs) {
        if (input.shape.empty() || !input.shape[0].isKnown())
            continue;
        if (common && *common != input.shape[0].value)
            return 1;
        common = input.shape[0].value;
    }
    return std::max(1, static_cast<int>(common.value_or(1)));
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
    task.batch = batchOf(task.inputs);
    return {};
}

/// Single samples, as many as at least one request needs; requests are put together from them.
Result<Dataset> randomData(const Task& task, std::uint64_t seed) {
    std::vector<candidates::InputSpec> inputs = task.inputs;
    for (candidates::InputSpec& input : inputs)
        if (task.batch > 1 && !input.shape.empty())
            input.shape[0] = ir::Dim::known(1);
    std::map<std::string, candidates::GeneratorSpec> generators;
    for (const auto& [name, entry] : task.deployment.inputs) {
        candidates::GeneratorSpec generator;
        generator.shape = entry.shape;
        if (task.batch > 1 && !generator.shape.empty())
            generator.shape[0] = 1;
        generator.low = entry.low;
        generator.high = entry.high;
        generator.normal = entry.generator == "normal";
        if (entry.generator == "zeros" || entry.generator == "ones")
            generator.low = generator.high = entry.generator == "ones" ? 1 : 0;
        generators.emplace(name, std::move(generator));
    }
    const auto samples = std::max(kRandomSamples, static_cast<std::size_t>(task.batch));
    return candidates::generateDataset(inputs, generators, samples, seed);
}

/// The validation data with the labels of a file of their own.
Result<Dataset> withLabels(const Dataset& data, const std::filesystem::path& file,
                           const std::filesystem::path& writtenIn) {
    MI_ASSIGN(const Dataset labels, openData(file, writtenIn));
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

/// Real samples that calibration does not see are worth more than random inputs, even when nobody
/// set them apart.
void holdOutValidation(Task& task) {
    const auto& asked = task.deployment.accuracy.calibrationSamples;
    auto divided = holdOut(task.calibration, asked ? std::optional<std::size_t>(*asked)
                                                   : std::optional<std::size_t>());
    if (divided) {
        task.calibration = std::move(divided->calibration);
        task.validation = std::move(divided->heldOut);
        task.validationText =
            fmt::format("{} held-out calibration sample{}", task.validation.sampleCount(),
                        task.validation.sampleCount() == 1 ? "" : "s");
    } else {
        task.validation = task.calibration;
        task.validationText = "the only calibration sample: give accuracy.validation";
    }
    task.realValidation = true;
}

Status openAllData(Task& task) {
    const session::AccuracySettings& accuracy = task.deployment.accuracy;
    const std::filesystem::path& file = task.deployment.file;
    if (accuracy.metric == "command")
        if (const auto there = validation::checkMetricCommand(accuracy.command); !there)
            return failWith(there.error(), "in accuracy.command of " + file.string());
    if (!accuracy.calibration.empty()) {
        MI_ASSIGN(task.calibration, openData(accuracy.calibration, file));
        task.realCalibration = true;
    }
    if (!accuracy.validation.empty()) {
        MI_ASSIGN(task.validation, openData(accuracy.validation, file));
        if (!accuracy.labels.empty()) {
            MI_ASSIGN(task.validation, withLabels(task.validation, accuracy.labels, file));
        }
        task.realValidation = true;
        task.validationText = fmt::format("{} validation samples", task.validation.sampleCount());
    } else if (accuracy.metric == "top1" || accuracy.metric == "map50") {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("accuracy.metric is {} but accuracy.validation names no data",
                                accuracy.metric),
                    "Name labelled validation data, or use the metric fidelity.");
    }
    return {};
}

/// What the given data are used for, once it is known that they fit.
Status divideData(Task& task) {
    if (!task.realCalibration)
        return {};
    if (const auto fit = task.calibration.feeds(task.inputs, static_cast<std::size_t>(task.batch));
        !fit)
        return fail(fit.error());
    if (!task.realValidation)
        holdOutValidation(task);
    if (const auto& asked = task.deployment.accuracy.calibrationSamples)
        task.calibration = task.calibration.firstSamples(static_cast<std::size_t>(*asked));
    return {};
}

/// Fills the place of data that were not given, and says so.
Status makeMissingData(Task& task, const EventSink& events) {
    const std::uint64_t seed = task.deployment.search.seed;
    if (!task.realCalibration) {
        MI_ASSIGN(task.calibration, randomData(task, seed));
        notify(events,
               Remark{Severity::Warning, "no_calibration_data",
                      fmt::format("No calibration data: int8 ranges come from {} random inputs, so "
                                  "int8 may lose accuracy on real ones. Give "
                                  "accuracy.calibration",
                                  task.calibration.sampleCount())});
    }
    if (!task.realValidation) {
        // Never the calibration samples: what calibration saw proves nothing.
        MI_ASSIGN(task.validation, randomData(task, seed ^ 0x5eed));
        task.validationText = fmt::format("{} random inputs: give accuracy.validation",
                                          task.validation.sampleCount());
    }
    return {};
}

/// The given data hold numbers, before anything is divided or run on them.
Status checkData(const Task& task, const EventSink& events) {
    std::vector<const Dataset*> given;
    if (task.realCalibration)
        given.push_back(&task.calibration);
    if (task.realValidation)
        given.push_back(&task.validation);
    for (const Dataset* data : given) {
        MI_ASSIGN(const std::string partly, checkNumbers(*data, task.inputs));
        if (!partly.empty())
            notify(events, Remark{Severity::Warning, "nan_data", partly});
    }
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

bool withinThreads(const Task& task, const SessionOptions& session) {
    const auto& limit = task.deployment.constraints.maxThreads;
    return !limit || (session.threads > 0 && session.threads <= *limit);
}

Result<Task> prepareTask(session::Deployment deployment, Target target, const EventSink& events,
                         const CancellationToken& cancel) {
    Task task;
    task.deployment = std::move(deployment);
    task.target = std::move(target);
    MI_CHECK(checkObjectives(task.deployment, task.target, events));
    MI_ASSIGN(task.givenPath, session::resolveModel(task.deployment));
    task.modelPath = task.givenPath;
    task.legality = LearnedLegality::open(*task.target.device, events);
    MI_ASSIGN(task.model, ir::importOnnx(task.modelPath));
    MI_CHECK(ir::verify(task.model));
    MI_CHECK(applyIntents(task.deployment, task.model));
    MI_CHECK(cancel.check());
    honourMemoryIntents(task.deployment, events);
    remarkUnhonoured(task.deployment, task.target, events);
    // With all types known from the start, computed shapes fold in one round in every variant.
    MI_CHECK(inferAtSizes(task.model, {}, &task.target.device->executor(), cancel));
    MI_ASSIGN(task.modelHash, task.model.structuralHash());
    task.architectureHash = task.model.architectureHash();
    MI_CHECK(openAllData(task));
    MI_CHECK(settleShapes(task));
    MI_CHECK(checkData(task, events));
    MI_CHECK(divideData(task));
    MI_CHECK(makeMissingData(task, events));
    MI_CHECK(makeFeed(task));
    if (const auto tried = tryOriginal(task, events, cancel); !tried)
        MI_CHECK(portOriginal(task, tried.error(), events, cancel));
    if (hasFixedInputs(*task.model.graph)) {
        task.boundModel = task.model.clone();
    } else {
        MI_ASSIGN(task.boundModel, modelAtShapes(task.modelPath, task.feed,
                                                 &task.target.device->executor(), cancel));
    }
    return task;
}

} // namespace metainfer::engine
