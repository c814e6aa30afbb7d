// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What an engineer reached by hand, measured like everything else.
#pragma once

#include "engine/device_requests.h"
#include "engine/tools/tool_context.h"

namespace metainfer::engine::tools {

/// Measures the two in turn in fresh processes, compares a hand-made model's outputs with the
/// original's, and keeps the result.
Result<experience::Baseline> recordBaseline(const BaselineRequest& request,
                                            const experience::BaselineBook& book,
                                            const ToolContext& context);

} // namespace metainfer::engine::tools
