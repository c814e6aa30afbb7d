// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One candidate of a session, built again from the session's folder: to be taken away as a model
// with its mapping, or to be measured again.
#pragma once

#include "engine/requests.h"
#include "engine/tools/tool_context.h"

#include <filesystem>
#include <vector>

namespace metainfer::engine::tools {

/// The session's own choice is copied, any other candidate is built again; mapping.json says which
/// operators of the source each of its operators stands for. NotFound when the session has no such
/// candidate: it names the near ones.
Result<std::vector<std::filesystem::path>> exportCandidate(const CandidateRequest& request,
                                                           const std::filesystem::path& out,
                                                           const ToolContext& context);

/// On the session's device, with the deployment's data.
Result<MeasuredCandidate> measureCandidate(const CandidateRequest& request,
                                           const ToolContext& context);

} // namespace metainfer::engine::tools
