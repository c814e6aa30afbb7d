// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the experience store says about a model on a device.
#pragma once

#include "engine/queries.h"
#include "engine/tools/tool_context.h"
#include "experience/store.h"

namespace metainfer::engine::tools {

/// As an adaptation would ask: same model, other models, other devices, best first in each.
Result<TransferAnswer> experienceFor(const TransferRequest& request, const experience::Store& store,
                                     std::int64_t nowMs, const ToolContext& context);

} // namespace metainfer::engine::tools
