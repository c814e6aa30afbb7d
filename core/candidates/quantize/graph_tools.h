// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Small steps that all precision lowerings share.
#pragma once

#include "base/result.h"
#include "candidates/candidate.h"
#include "ir/graph.h"

#include <string>
#include <vector>

namespace metainfer::candidates {

/// The stable key of a node: the name of its first output.
std::string nodeKey(const ir::Graph& graph, const ir::Node& node);
/// True when the plan names the node or its operator type.
bool keptFloat(const ir::Graph& graph, const ir::Node& node, const PrecisionPlan& plan);
/// Constant nodes, and Identity nodes of constants, become initializers.
Status inlineConstantNodes(ir::Graph& graph);
bool isFloat32(const ir::Graph& graph, ir::ValueId value);
/// Rank when known, else -1.
int knownRank(const ir::Graph& graph, ir::ValueId value);
/// Adds a node in the main domain that stands for what `origin` stands for; its only output.
ir::ValueId addOperator(ir::Graph& graph, const ir::Node& origin, std::string opType,
                        std::vector<ir::ValueId> inputs, const std::string& outputName,
                        std::vector<ir::Attribute> attributes = {}, std::string domain = {},
                        ir::ValueType type = {});
ir::ValueId addFloats(ir::Graph& graph, const std::string& name, std::vector<std::int64_t> dims,
                      const std::vector<float>& values);
ir::ValueId addInt64s(ir::Graph& graph, const std::string& name, std::vector<std::int64_t> dims,
                      const std::vector<std::int64_t>& values);

/// MatMul, or Gemm without alpha, beta and transposed A, whose B is a constant matrix and whose C
/// (if any) is a constant vector: y[.., N] = x[.., K] * W[K, N] + bias[N].
struct LinearLayer {
    ir::ValueId input;
    std::int64_t k = 0, n = 0;
    std::vector<float> weights; ///< row-major [K, N], B transposed where it has to be
    ir::ValueId bias;           ///< Gemm's C, invalid when absent
};
/// Decline reason in the error when the node is not such a layer.
Result<LinearLayer> linearLayer(const ir::Graph& graph, const ir::Node& node);
/// The same test without reading the weights; empty when it is one, else why not.
std::string whyNotLinear(const ir::Graph& graph, const ir::Node& node);

} // namespace metainfer::candidates
