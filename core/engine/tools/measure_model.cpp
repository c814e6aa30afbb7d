// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Measuring a model by the protocol, alone or in turn with another.
#include "base/file.h"
#include "engine/devices/device_hub.h"
#include "engine/tools/device_tools.h"
#include "engine/tools/prepared_model.h"
#include "measurement/check_model.h"
#include "measurement/toolchain/tool_driver.h"

#include <algorithm>
#include <thread>

namespace metainfer::engine::tools {
namespace {

using measurement::Protocol;
using measurement::Workload;

measurement::MeasureRequest requestFor(const MeasureModelRequest& asked, Workload workload,
                                       const ToolContext& context) {
    measurement::MeasureRequest request;
    request.workload = std::move(workload);
    request.protocol = asked.quick ? Protocol::quick() : Protocol::full();
    request.peakMemory = asked.memory;
    request.coldStart = asked.memory;
    request.pinTo = asked.pinTo;
    request.cancel = context.cancel;
    request.progress = context.progress();
    return request;
}

Status compare(const MeasureModelRequest& asked, const ToolContext& context, Target& target,
               const PreparedModel& mine, const Workload& subject, MeasureOutcome& outcome) {
    ModelInput input = asked.input;
    input.model = asked.against;
    MI_ASSIGN(const auto other, prepareModel(input, &target.device->executor(), context.cancel));
    MI_CHECK(checkSameInputs(mine, other.inputs, other.path.string()));
    Workload base = subject;
    base.label = "against";
    base.model = other.path;
    base.session = asked.againstSession;
    context.say(-1, "measuring the other model");
    MI_ASSIGN(outcome.other, target.device->measure(requestFor(asked, base, context)));
    measurement::CompareRequest request;
    request.base = std::move(base);
    request.variants = {subject};
    // Fewer processes than a finalist needs are allowed for a first look.
    request.purpose = asked.processes >= static_cast<int>(kFinalistProcesses)
                          ? measurement::ComparisonPurpose::Confirmation
                          : measurement::ComparisonPurpose::Selection;
    request.processes = asked.processes;
    request.rounds = asked.rounds;
    request.pinTo = asked.pinTo;
    request.cancel = context.cancel;
    request.progress = context.progress();
    MI_ASSIGN(outcome.comparison, target.device->compare(request));
    return {};
}

} // namespace

Result<MeasureOutcome> measureModel(const MeasureModelRequest& request,
                                    const ToolContext& context) {
    // The model first: its mistakes are found without starting a device.
    MI_CHECK(findModelFile(request.input.model));
    if (!request.against.empty())
        MI_CHECK(findModelFile(request.against));
    MI_ASSIGN(Target target, context.target(request.device));
    context.say(-1, "loading");
    MI_ASSIGN(const auto prepared,
              prepareModel(request.input, &target.device->executor(), context.cancel));
    MI_ASSIGN(const auto feed, prepared.firstFeed());
    const Workload subject{"model", prepared.path, request.session, feed,
                           static_cast<int>(prepared.batch)};
    MeasureOutcome outcome;
    outcome.fedWith = prepared.realData ? "the first sample of " + prepared.dataText()
                                        : std::string("seeded random values");
    context.say(-1, "measuring");
    MI_ASSIGN(outcome.measurement, target.device->measure(requestFor(request, subject, context)));
    if (outcome.measurement.failure)
        return failWith(*outcome.measurement.failure, "while measuring " + prepared.path.string());
    if (!request.against.empty())
        MI_CHECK(compare(request, context, target, prepared, subject, outcome));
    if (request.operators) {
        context.say(-1, "profiling operators");
        MI_ASSIGN(outcome.operators,
                  target.device->profileOperators(subject, 20, RunLimits{}, context.cancel));
    }
    return outcome;
}

Result<std::vector<std::string>> commandLines(const MeasureModelRequest& request,
                                              const measurement::DeviceRegistry& registry,
                                              const CancellationToken& cancel) {
    MI_ASSIGN(auto adapter, adapterOf(request.device, registry));
    MI_ASSIGN(const auto folder, TemporaryDirectory::create("metainfer-dry"));
    Workload workload;
    if (request.input.model.empty()) {
        MI_ASSIGN(workload, measurement::writeCheckModel(folder.path()));
    } else {
        MI_ASSIGN(const auto prepared, prepareModel(request.input, nullptr, cancel));
        workload.model = prepared.path;
        MI_ASSIGN(workload.inputs, prepared.firstFeed());
    }
    workload.session = request.session;
    const measurement::ToolDriver driver(
        std::move(adapter),
        {measurement::toolCacheFolder() / "toolchains" / profileNameOf(request.device), nullptr,
         static_cast<int>(std::max(1u, std::thread::hardware_concurrency()))});
    const auto protocol = request.quick ? Protocol::quick() : Protocol::full();
    return driver.commandsFor(measurement::ToolMode::Latency, workload,
                              measurement::ToolPlan::of(protocol));
}

} // namespace metainfer::engine::tools

namespace metainfer::engine {

Json MeasureOutcome::toJson() const {
    Json json = {
        {"schema", "measure/1"}, {"fed_with", fedWith}, {"measurement", measurement.toJson()}};
    if (other)
        json["against"] = other->toJson();
    if (comparison)
        json["comparison"] = comparison->toJson();
    if (operators)
        json["operators"] = operators->toJson();
    return json;
}

} // namespace metainfer::engine
