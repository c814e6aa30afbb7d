// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Pieces that the SVG document and the page share; private to core/drawing.
#pragma once

#include "drawing/writers.h"

namespace metainfer::drawing {

/// Appends the `d` attribute of an edge with all its branches.
void edgePath(std::string& out, const Layout& layout, EdgeId edge);
/// Full name and attributes of a box, lines separated by newlines, not escaped.
std::string boxTooltip(const VisibleGraph& visible, BoxId box);
/// The style sheet of a theme.
std::string svgStyle(const Theme& theme);

} // namespace metainfer::drawing
