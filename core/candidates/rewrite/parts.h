// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Values that are a contiguous part of another along one axis; splitting a value into parts.
#pragma once

#include "candidates/rewrite/patterns.h"

#include <optional>
#include <string>
#include <vector>

namespace metainfer::candidates {

/// Elements [begin, end) of `source` along `axis` (not negative).
struct Part {
    ir::ValueId source;
    std::int64_t axis = 0, begin = 0, end = 0;
    bool isSlice = false; ///< made by Slice, not by Split
};
/// What Slice (one axis, step 1) or Split makes of a known dimension; nullopt otherwise.
std::optional<Part> partOf(const ir::Graph& graph, ir::ValueId value);
/// Sizes of the outputs of a Split; nullopt when not known.
std::optional<std::vector<std::int64_t>> splitSizes(const ir::Graph& graph, const ir::Node& split);
/// The node's axis attribute, not negative; nullopt when the rank is needed and not known.
std::optional<std::int64_t> axisOf(const ir::Graph& graph, const ir::Node& node,
                                   std::int64_t fallback);

/// A Split in the form of the model's opset; the outputs take over the readers of `old`.
ir::NodeId splitInto(const RewriteContext& context, ir::Graph& graph, ir::ValueId value,
                     std::int64_t axis, const std::vector<std::int64_t>& sizes,
                     const std::vector<ir::ValueId>& old, std::span<const ir::NodeId> replaced);
/// A Slice of one axis in the form of the model's opset, without outputs.
ir::Node makeSlice(const RewriteContext& context, ir::Graph& graph, const Part& part);

} // namespace metainfer::candidates
