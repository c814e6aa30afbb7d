// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The invariants of a graph, and a checker that names what broke.
#pragma once

#include "ir/graph.h"

namespace metainfer::ir {

/// Single assignment, producers and uses agree, acyclic, names unique, captures resolve, constants
/// have as many bytes as their type says, interface types present. Internal names the graph, node
/// and value.
Status verify(const Model& model);

/// One node per line, stable, for golden tests and diffs:
///   `%y: float32[1,8,4,4] = Conv(%x, %w) {group=1, pads=[0,0,0,0]}  # conv1`
/// Constants up to 8 elements are printed, larger ones by type and a short hash.
Result<std::string> dumpText(const Model& model);

} // namespace metainfer::ir
