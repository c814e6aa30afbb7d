// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Convolutions or products that read the same input, to be computed as one and then split.
#pragma once

#include "candidates/rewrite/linear.h"

#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace metainfer::candidates {

/// A match of several branches; `nodes` holds all that the fused value replaces.
struct BranchMatch : Match {
    std::vector<ir::ValueId> outputs;    ///< one per branch
    std::vector<ir::NodeId> activations; ///< one per branch, applied before the split, or none
};

struct Siblings {
    std::vector<LinearNode> branches; ///< in the order of the input's readers, `first` among them
    std::string reason;               ///< why a node like `first` is not among them, or nothing
};
/// The nodes like `first` (type, attributes but `ignoring`) that read the same first input, have
/// constant weights and are accepted. nullopt when another than `first` comes first: only the first
/// of them is the anchor, so that a group is found once.
std::optional<Siblings>
siblingsOf(const ir::Graph& graph, const ir::Node& first,
           std::initializer_list<std::string_view> ignoring,
           const std::function<bool(const ir::Node&, const LinearNode&)>& accepts);

/// Fills in the activations of a match whose nodes and outputs are known. The reason why the
/// branches must not be computed together; empty when they may.
std::string joinObstacle(const RewriteContext& context, const ir::Graph& graph, BranchMatch& match);

/// Replaces the branches by one value: `fused` makes it (without outputs), the activations follow,
/// a Split along `axis` gives `sizes` to the readers of the outputs. `replaced` are the nodes whose
/// place the Split takes.
Effect replaceBranches(const RewriteContext& context, ir::Graph& graph, const BranchMatch& match,
                       std::vector<ir::Node> fused, std::int64_t axis,
                       const std::vector<std::int64_t>& sizes,
                       std::span<const ir::NodeId> replaced);

} // namespace metainfer::candidates
