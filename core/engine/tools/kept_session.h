// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Going back to what a session's folder holds: its task and its candidates, to be built again.
#pragma once

#include "candidates/build_variant.h"
#include "engine/adaptation/task.h"
#include "engine/tools/tool_context.h"
#include "session/session_folder.h"

#include <string>

namespace metainfer::engine::tools {

/// The session's candidate of this id; "original" is always there. NotFound names the near ones.
Result<candidates::Candidate> candidateOf(const session::SessionContent& content,
                                          const std::string& id);

/// The task as the session had it: same model, data, shapes and target.
Result<Task> taskOf(const session::SessionContent& content, const ToolContext& context);

/// For building candidates of the task. `task` and `cache` must outlive it.
candidates::BuildContext buildContextOf(const Task& task, candidates::CalibrationCache& cache,
                                        const CancellationToken& cancel);

} // namespace metainfer::engine::tools
