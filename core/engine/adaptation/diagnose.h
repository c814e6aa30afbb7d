// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// diagnosis.json: the analysis of a model on a device, with the rules that apply and predicted
// times.
#pragma once

#include "base/cancellation.h"
#include "base/json.h"
#include "execution/executor.h"
#include "hardware/profile.h"
#include "ir/graph.h"

#include <cstdint>
#include <map>
#include <string>

namespace metainfer::engine {

/// `model` is bound to `dimensions` (symbol -> size) and its types are inferred; `profile` and
/// `executor` may be null: then support, times and types that need them stay unknown.
Result<Json> diagnoseModel(ir::Model& model, const std::map<std::string, std::int64_t>& dimensions,
                           const hardware::Profile* profile, Executor* executor,
                           const CancellationToken& cancel);

} // namespace metainfer::engine
