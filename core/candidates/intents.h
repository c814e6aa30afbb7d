// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Hardware intents on nodes: put there by name or scope, kept through rewrites, asked by whoever
// lowers precision.
#pragma once

#include "candidates/candidate.h"
#include "ir/graph.h"

#include <string>
#include <vector>

namespace metainfer::candidates {

/// Gives `intent` to the nodes of the main graph and its subgraphs that `pattern` names: a node's
/// name or its first output's, with `*` for any text, or the scope before a `/` or `.`. An intent
/// given earlier keeps what the new one does not say. How many nodes it names.
std::size_t setIntent(ir::Model& model, const std::string& pattern, const ir::Intent& intent);

/// Nodes that a rewrite made stand for nodes of `source`: they take over those nodes' intents.
/// Where several meet, only what all of them allow is allowed.
void inheritIntents(const ir::Model& source, ir::Model& rewritten);

/// False when the node's intent lists precisions and this one is not among them. Float is always
/// possible: it is what the model computes in.
bool mayBecome(const ir::Node& node, Precision precision);

/// The node's intent asks for speed or little memory: it is not to be kept in float only because
/// the model might lose less accuracy that way. The accuracy limit holds all the same.
bool mustBeLean(const ir::Node& node);

/// Names that patterns may use, for near names in an error.
std::vector<std::string> nodeNames(const ir::Model& model);

} // namespace metainfer::candidates
