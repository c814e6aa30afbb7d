// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Which nodes and tensors of a graph become integer, decided before anything is changed.
#pragma once

#include "candidates/candidate.h"
#include "ir/graph.h"

#include <map>
#include <string>
#include <vector>

namespace metainfer::candidates {

enum class QdqRole {
    Float,       ///< stays as it is
    Anchor,      ///< Conv, Gemm, MatMul with constant weights: worth quantizing for its own sake
    Follower,    ///< has an integer kernel and lies between quantized tensors
    PassThrough, ///< only moves data: same parameters in and out
    Absorbed     ///< Relu or Clip that the quantization of its result does by saturating
};

struct QdqPlan {
    std::vector<QdqRole> roles;    ///< by node id
    std::vector<bool> quantized;   ///< by value id: has Q/DQ behind it
    std::vector<bool> integerMade; ///< by value id: its producer is integer, all readers get the DQ
    std::vector<ir::ValueId> group; ///< by value id: representative with the same parameters
    std::map<std::string, std::string> keptFloat; ///< heavy nodes that stay float, and why

    /// Nodes that were added after planning have no role.
    bool nodeIsNew(ir::NodeId node) const { return node.index >= roles.size(); }
    QdqRole role(ir::NodeId node) const {
        return nodeIsNew(node) ? QdqRole::Float : roles[node.index];
    }
    bool isQuantized(ir::ValueId value) const {
        return value.isValid() && value.index < quantized.size() && quantized[value.index];
    }
};

/// Constants must be initializers (see inlineConstantNodes) and types inferred.
QdqPlan planQdq(const ir::Graph& graph, const PrecisionPlan& plan);

/// Upper bound of a Clip (or infinity for Relu) that saturation at zero can replace; nullopt when
/// the node is neither Relu nor a Clip from 0.
std::optional<double> absorbableLimit(const ir::Graph& graph, const ir::Node& node);

} // namespace metainfer::candidates
