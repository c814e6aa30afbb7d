// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Raising the opset of a model, for operators that a lowering needs.
#pragma once

#include "base/result.h"
#include "ir/graph.h"

namespace metainfer::candidates {

/// Rewrites all nodes (subgraphs too) from the model's ai.onnx opset to `kTargetOpset` where it is
/// lower; nothing to do otherwise. Unsupported names the node that cannot be converted; the model
/// must then be thrown away.
inline constexpr std::int64_t kTargetOpset = 13;
Status raiseOpset(ir::Model& model);

} // namespace metainfer::candidates
