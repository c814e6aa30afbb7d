// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Objectives, intents and constraints held against what the device gives.
#include "engine/adaptation/wishes.h"

#include "base/suggest.h"
#include "candidates/intents.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace metainfer::engine {
namespace {

using measurement::Metric;

/// No device of this version has a sensor for energy or power.
bool isMeasured(Metric metric, const Target& target) {
    switch (metric) {
    case Metric::Energy:
    case Metric::Power:
        return false;
    case Metric::ColdStart:
        return target.device->capabilities().coldStart;
    default:
        return true;
    }
}

std::string measuredMetrics(const Target& target) {
    std::vector<std::string_view> names;
    for (const Metric metric : measurement::allMetrics())
        if (isMeasured(metric, target))
            names.push_back(measurement::metricName(metric));
    return fmt::format("{}", fmt::join(names, ", "));
}

/// The type that an intent's precision stands for; both int8 lowerings are int8.
std::optional<ElementType> precisionType(const std::string& name) {
    if (name == "int8_dynamic")
        return ElementType::Int8;
    if (name == "int4_weights")
        return ElementType::Int4;
    return elementTypeFromName(name);
}

/// What a lower peak is worth, as a share of the primary objective.
constexpr double kSpeedForMemory = 0.05;

bool hasMemoryIntent(const session::Deployment& deployment) {
    return std::any_of(deployment.intents.begin(), deployment.intents.end(), [](const auto& entry) {
        return entry.intent == ir::intentKindName(ir::IntentKind::MemoryConstrained);
    });
}

ir::Intent intentOf(const session::IntentEntry& entry) {
    ir::Intent intent;
    intent.kind = ir::intentKindFromName(entry.intent).value_or(ir::IntentKind::None);
    intent.layout = entry.layout;
    for (const std::string& name : entry.precisions)
        if (const auto type = precisionType(name))
            intent.precisions.push_back(*type);
    return intent;
}

} // namespace

Status checkObjectives(const session::Deployment& deployment, const Target& target,
                       const EventSink& events) {
    const auto& terms = deployment.objectives.terms;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (isMeasured(terms[i].metric, target))
            continue;
        const std::string what =
            fmt::format("nothing measures {} on {}", measurement::metricName(terms[i].metric),
                        target.profile.name);
        if (i == 0)
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("{}: {}, so it cannot be the primary objective",
                                    deployment.file.string(), what),
                        "Choose one of: " + measuredMetrics(target) + ".");
        notify(events, Remark{Severity::Warning, "objective_not_measured",
                              fmt::format("{}: this objective has no say in the decision", what)});
    }
    return {};
}

Status applyIntents(const session::Deployment& deployment, ir::Model& model) {
    for (std::size_t i = 0; i < deployment.intents.size(); ++i) {
        const session::IntentEntry& entry = deployment.intents[i];
        if (candidates::setIntent(model, entry.nodes, intentOf(entry)) > 0)
            continue;
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}: intents[{}].nodes: the model has no node or scope \"{}\"",
                                deployment.file.string(), i, entry.nodes),
                    didYouMean(entry.nodes, candidates::nodeNames(model)) +
                        " A pattern may hold *, for example encoder/*.");
    }
    return {};
}

void honourMemoryIntents(session::Deployment& deployment, const EventSink& events) {
    auto& objectives = deployment.objectives;
    if (!hasMemoryIntent(deployment) || objectives.weighted || objectives.terms.size() != 1 ||
        objectives.primary() == Metric::Memory)
        return;
    objectives = search::Objectives::single(objectives.primary(), Metric::Memory);
    notify(events,
           Remark{Severity::Information, "intent",
                  fmt::format("intents: memory_constrained: among candidates up to {:.0f} % slower "
                              "than the fastest the lowest peak memory decides. It is the peak of "
                              "the whole process: the runtime tells none of a part",
                              kSpeedForMemory * 100)});
}

search::DecisionOptions decisionOptions(const session::Deployment& deployment) {
    const auto& terms = deployment.objectives.terms;
    search::DecisionOptions options;
    if (hasMemoryIntent(deployment) && !deployment.objectives.weighted && terms.size() == 2 &&
        terms[1].metric == Metric::Memory)
        options.tieTolerance = kSpeedForMemory;
    return options;
}

void remarkUnhonoured(const session::Deployment& deployment, const Target& target,
                      const EventSink& events) {
    const auto say = [&](const std::string& what, const std::string& why) {
        notify(events,
               Remark{Severity::Warning, "not_honoured",
                      fmt::format("{} is not honoured on {}: {}", what, target.profile.name, why)});
    };
    const search::Constraints& limits = deployment.constraints;
    if (!limits.powerMode.empty())
        say("constraints.power_mode: " + limits.powerMode,
            "power modes are not set here; set the mode before the run. The governor is recorded "
            "with each measurement");
    if (limits.maxOccupancy)
        say(fmt::format("constraints.max_occupancy: {}", *limits.maxOccupancy),
            "occupancy is not measured here; max_threads limits the cores that are used");
    if (!limits.backgroundLoad.empty())
        say("constraints.background_load: " + limits.backgroundLoad,
            "measurements run without another load");
    if (limits.allowRecompile)
        say(fmt::format("constraints.allow_recompile: {}", *limits.allowRecompile),
            "nothing is compiled again after the adaptation");
    for (std::size_t i = 0; i < deployment.intents.size(); ++i) {
        const session::IntentEntry& entry = deployment.intents[i];
        if (!entry.layout.empty())
            say(fmt::format("intents[{}].layout: {}", i, entry.layout),
                "the runtime chooses the layout of each operator itself, and no rewrite of this "
                "version sets one");
        if (entry.intent == ir::intentKindName(ir::IntentKind::PowerSensitive))
            say(fmt::format("intents[{}].intent: {}", i, entry.intent),
                "nothing here measures power; it is recorded with the nodes");
        if (entry.intent == ir::intentKindName(ir::IntentKind::MemoryConstrained) &&
            decisionOptions(deployment).tieTolerance == search::DecisionOptions{}.tieTolerance)
            say(fmt::format("intents[{}].intent: {}", i, entry.intent),
                "the objectives say themselves what memory is worth");
        const auto has = [&](const char* name) {
            return std::find(entry.precisions.begin(), entry.precisions.end(), name) !=
                   entry.precisions.end();
        };
        if (!entry.precisions.empty() && !has("fp32"))
            say(fmt::format("intents[{}].precisions without fp32", i),
                "the nodes may always stay in the float that the model is written in");
        if (has("int8") != has("int8_dynamic"))
            say(fmt::format("intents[{}].precisions: {} alone", i,
                            has("int8") ? "int8" : "int8_dynamic"),
                "static and dynamic int8 are allowed together");
    }
    const search::KernelStage& kernel = deployment.search.kernel;
    if (target.device->capabilities().operatorKeys.empty()) {
        std::vector<std::string_view> keys;
        if (!kernel.targetOps.empty())
            keys.push_back("target_ops");
        if (!kernel.tileGrid.empty())
            keys.push_back("tile_grid");
        if (!kernel.layouts.empty())
            keys.push_back("layouts");
        if (!kernel.fusion.empty())
            keys.push_back("fusion");
        if (!keys.empty())
            notify(events,
                   Remark{Severity::Information, "not_honoured",
                          fmt::format("search.stage_kernel: {} {} not honoured on {}: it takes no "
                                      "mapping per operator, so the stage searches session options "
                                      "and precision per node",
                                      fmt::join(keys, ", "), keys.size() == 1 ? "is" : "are",
                                      target.profile.name)});
    }
}

} // namespace metainfer::engine
