// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// After loading: which quantized operators the runtime really made, and which Q/DQ pairs are left.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "execution/agent_client.h"
#include "ir/graph.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace metainfer::candidates {

/// A float operator that still sits between DequantizeLinear and QuantizeLinear.
struct UnfusedNode {
    std::string node; ///< its name or first output in the optimized graph
    std::string opType;
    bool operator==(const UnfusedNode&) const = default;
};

struct FusionReport {
    std::map<std::string, std::size_t> quantizedOps; ///< "QLinearConv" -> count, …
    std::size_t quantizeNodes = 0, dequantizeNodes = 0;
    /// Heavy operators (Conv, MatMul, Gemm) that were meant to be integer and compute in float.
    std::vector<UnfusedNode> unfused;
    std::size_t quantizedCount() const;
    bool allFused() const { return unfused.empty(); }
    Json toJson() const;
    /// "12 of 14 quantized operators fused; Conv at "x", … computed in float".
    std::string text() const;
};

/// Reads an optimized graph as the runtime saved it.
FusionReport inspectFusion(const ir::Model& optimized);

/// Loads a model with these options and saves what the runtime made of it.
using OptimizedModelSaver = std::function<Status(
    const std::filesystem::path& model, const SessionOptions& options,
    const std::vector<NamedTensor>& inputs, const std::filesystem::path& saveTo)>;
OptimizedModelSaver optimizedModelSaver(std::shared_ptr<AgentClient> client);

} // namespace metainfer::candidates
