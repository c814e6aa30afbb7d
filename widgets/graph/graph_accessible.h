// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The graph for screen readers: a list of the boxes that are drawn, in the order of the model, each
// with name, description, place and what can be done with it.
#pragma once

namespace metainfer::widgets {

class GraphView;

/// Once per program; further calls do nothing.
void installGraphAccessibility();
/// Tells screen readers which box is the current one now.
void announceCurrentBox(GraphView* view);

} // namespace metainfer::widgets
