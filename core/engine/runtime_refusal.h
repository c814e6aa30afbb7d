// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Why a runtime does not take a model, in the terms of the model.
#pragma once

#include "base/result.h"
#include "ir/graph.h"

#include <filesystem>
#include <string>
#include <vector>

namespace metainfer::engine {

/// VersionMismatch and Unsupported of a runtime that loads `path`: names the opset or IR version
/// and the newest one it reads, or the operator that it lacks and the nodes that need it.
Error explainedRefusal(const std::filesystem::path& path, const ir::Model& model, Error error);

/// Names of the constants that hold NaN. Reads every floating-point weight.
std::vector<std::string> weightsWithNan(const ir::Model& model);

/// The first few of `names`: "a, b, c and 4 more".
std::string someOf(const std::vector<std::string>& names);

} // namespace metainfer::engine
