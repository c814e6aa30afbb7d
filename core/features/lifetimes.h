// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// How long each activation lives under a schedule, and how much memory that takes at the worst
// moment.
#pragma once

#include "ir/graph.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace metainfer::features {

/// A buffer: an activation and everything that is only another view of it (Reshape, Squeeze, …).
struct TensorLifetime {
    ir::ValueId value; ///< the first tensor in the buffer
    std::string name;
    std::uint64_t bytes = 0;
    std::size_t first = 0; ///< position in the schedule at which it is written; 0 for inputs
    std::size_t last = 0;  ///< position of the last reader; the end for outputs of the graph
};

struct Lifetimes {
    std::vector<TensorLifetime> tensors; ///< in order of creation; constants are not among them
    std::uint64_t peakBytes = 0;         ///< largest sum of buffers alive at one node
    std::size_t peakPosition = 0;
    std::string peakNode;            ///< first output of that node
    std::vector<std::size_t> atPeak; ///< indices into `tensors`, largest first
    std::size_t unknown = 0;         ///< activations whose size is not known and not counted
};

/// `schedule` lists all nodes once, producers before consumers; empty = the graph's own order. A
/// node's inputs and outputs live together while it runs (no in-place). The peak inside subgraphs
/// counts at the node that owns them.
Lifetimes tensorLifetimes(const ir::Graph& graph, std::span<const ir::NodeId> schedule = {});

} // namespace metainfer::features
