// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A model at the sizes that it is run with.
#pragma once

#include "base/cancellation.h"
#include "execution/executor.h"
#include "ir/graph.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace metainfer::engine {

/// All inputs are tensors of known size.
bool hasFixedInputs(const ir::Graph& graph);

/// Fixes symbolic dimensions at these sizes and infers all types that follow. `executor` may be
/// null: then types are those that the model itself tells.
Status inferAtSizes(ir::Model& model, const std::map<std::string, std::int64_t>& sizes,
                    Executor* executor, const CancellationToken& cancel);

/// Model with all types that can be inferred when its inputs have the dims of `inputs`.
Result<ir::Model> modelAtShapes(const std::filesystem::path& path,
                                const std::vector<NamedTensor>& inputs, Executor* executor,
                                const CancellationToken& cancel);

} // namespace metainfer::engine
