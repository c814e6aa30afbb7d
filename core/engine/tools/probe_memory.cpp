// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a probe leaves in the experience store.
#include "engine/tools/probe_memory.h"

namespace metainfer::engine::tools {

Status rememberProbe(experience::Store& store, const ProbeOutcome& outcome, std::int64_t nowMs) {
    std::vector<experience::OperatorObservation> observations;
    const std::string environment = outcome.result.environment.hash();
    for (const hardware::ProbeRow& row : outcome.result.rows) {
        if (row.status != hardware::ProbeStatus::Ok || !row.p50Us || !(*row.p50Us > 0))
            continue;
        experience::OperatorObservation seen;
        seen.hardwareName = outcome.profile.name;
        seen.environmentHash = environment;
        seen.origin = "probe";
        seen.opType = row.op;
        seen.dtype = row.dtype;
        seen.layout = row.layout;
        seen.shapes = row.shapes.text();
        seen.microseconds = *row.p50Us;
        seen.relativeError = row.madUs.value_or(0) / *row.p50Us;
        seen.timeMs = nowMs;
        seen.extra = row.toJson();
        observations.push_back(std::move(seen));
    }
    MI_CHECK(store.addObservations(observations));
    MI_CHECK(store.confirmByProbe(outcome.profile.name, environment, nowMs));
    return {};
}

} // namespace metainfer::engine::tools
