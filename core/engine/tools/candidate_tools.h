// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One candidate of a session, built again from the session's folder: to be taken away as a model
// with its mapping, or to be measured again.
#pragma once

#include "engine/events.h"
#include "measurement/device.h"
#include "measurement/measurement.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::engine::tools {

/// Writes model.onnx, mapping.json and session_options.json of the candidate into `out`, which is
/// made where it is missing; the files written. The session's own choice is copied, any other
/// candidate is built again. NotFound when the session has no such candidate.
Result<std::vector<std::filesystem::path>> exportCandidate(const std::filesystem::path& session,
                                                           const std::string& candidate,
                                                           const std::filesystem::path& out,
                                                           const EventSink& events,
                                                           const CancellationToken& cancel);

struct CandidateMeasured {
    measurement::Comparison comparison; ///< in turn with the original
    measurement::OperatorProfile original, candidate;
};
/// On the session's device, with the deployment's data.
Result<CandidateMeasured> measureCandidate(const std::filesystem::path& session,
                                           const std::string& candidate, const EventSink& events,
                                           const CancellationToken& cancel);

} // namespace metainfer::engine::tools
