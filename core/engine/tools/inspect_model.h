// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The analysis of a model, on a target when one is named.
#pragma once

#include "engine/commands.h"

namespace metainfer::engine::tools {

/// diagnosis.json with `sizes`: those that work and memory are counted at. A symbolic first
/// dimension that nobody fixes counts as 1.
Result<Json> inspectModel(const InspectRequest& request, const CancellationToken& cancel);

} // namespace metainfer::engine::tools
