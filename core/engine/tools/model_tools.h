// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Tools that change or compare models.
#pragma once

#include "engine/requests.h"
#include "engine/tools/tool_context.h"

namespace metainfer::engine::tools {

Result<RewritesOutcome> rewriteModel(const RewritesRequest& request, const ToolContext& context);
Result<QuantizeOutcome> quantizeModel(const QuantizeRequest& request, const ToolContext& context);
Result<EquivalentOutcome> compareTwoModels(const EquivalentRequest& request,
                                           const ToolContext& context);

} // namespace metainfer::engine::tools
