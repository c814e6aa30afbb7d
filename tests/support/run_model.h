// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Running models in tests, and comparing what two of them compute.
#pragma once

#include "execution/executor.h"
#include "ir/graph.h"

#include <memory>
#include <string>
#include <vector>

namespace metainfer::test {

/// One executor over a local agent for the whole test program; nullptr when there is no runtime.
std::shared_ptr<Executor> localExecutor();

/// Seeded inputs for a model: floats in [-2, 2], integers 0 and 1 (indices that every table has),
/// true. Symbolic dimensions become 2, 3, … by name. Unsupported when a shape is not known.
Result<std::vector<NamedTensor>> randomInputs(const ir::Model& model, std::uint64_t seed);
Result<std::vector<NamedTensor>> runModel(const ir::Model& model, Executor& executor,
                                          const std::vector<NamedTensor>& inputs);
/// Empty when both agree within `tolerance` (relative to 1 + |value|), else what differs first.
std::string firstDifference(const std::vector<NamedTensor>& a, const std::vector<NamedTensor>& b,
                            double tolerance);

} // namespace metainfer::test
