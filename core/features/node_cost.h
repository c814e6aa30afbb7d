// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a profile says about one node: support, bound and a first estimate.
#pragma once

#include "features/model_features.h"

namespace metainfer::features {

/// The type in which a node computes: of its first floating-point or 8-bit input, else of its first
/// result.
ElementType computeType(const ir::Graph& graph, const ir::Node& node);

/// Fills in support, bound and estimate of `row` from the profile.
void judge(const hardware::Profile& target, NodeFeatures& row);

} // namespace metainfer::features
