// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One piece of work as a runtime executes it: a node, or several that it fuses.
#pragma once

#include "base/json.h"
#include "ir/graph.h"
#include "ir/operators.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::prediction {

/// Sizes of one execution. `repeat` executions count (loops).
struct OperatorCase {
    std::string key;    ///< name of its output value; stable within a model
    std::string node;   ///< name of the node that does the main work, may be empty
    std::string opType; ///< of that node; "ReorderInput" and the like for what a runtime adds
    std::string family; ///< "conv2d:depthwise", "matmul", …
    ElementType dtype = ElementType::Float; ///< of the arithmetic
    bool blockedLayout = false;             ///< runs in the runtime's own channel-blocked layout
    double flops = 0, macs = 0;
    double inputBytes = 0, weightBytes = 0, outputBytes = 0;
    std::vector<std::int64_t> input, weight, output; ///< dims of the main ones
    std::int64_t groups = 1;
    std::int64_t kernel = 1;                            ///< product of the kernel's extents
    std::int64_t stride = 1;                            ///< product of the strides
    bool signedActivations = false, perChannel = false; ///< of 8-bit arithmetic
    double repeat = 1;
    bool known = true;                ///< false: a shape that the work depends on is unknown
    std::vector<std::string> members; ///< operator types in it, main one first
    std::vector<ir::NodeId> nodes;    ///< all nodes in it; empty for what a runtime adds

    double bytes() const { return inputBytes + weightBytes + outputBytes; }
    std::string baseFamily() const { return family.substr(0, family.find(':')); }
    std::string kind() const; ///< "depthwise", empty when there is none
    bool operator==(const OperatorCase&) const = default;
};

/// Families whose time is arithmetic rather than traffic: conv, matmul, rnn, attention.
bool isComputeFamily(std::string_view baseFamily);

/// The kind of a convolution by its weight dims [M, C/group, k…] and groups: "dense", "pointwise",
/// "depthwise" or "grouped".
std::string_view convolutionKind(const std::vector<std::int64_t>& weight, std::int64_t groups);

/// The node alone, unfused.
OperatorCase caseOf(const ir::Graph& graph, const ir::Node& node);

Json toJson(const OperatorCase& operation);
OperatorCase operatorCaseFromJson(const Json& json);

} // namespace metainfer::prediction
