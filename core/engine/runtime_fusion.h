// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Which of a quantized model's operators the runtime here really computes in integers.
#pragma once

#include "candidates/quantize/fusion_check.h"
#include "execution/agent_client.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace metainfer::engine {

/// Lets the runtime optimize the model as `session` says, saves what it made in a temporary folder
/// and looks at that.
Result<candidates::FusionReport> runtimeFusion(const std::shared_ptr<AgentClient>& client,
                                               const std::filesystem::path& model,
                                               const SessionOptions& session,
                                               const std::vector<NamedTensor>& feed);

} // namespace metainfer::engine
