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
/// Attributes of a box's group element, with a leading space.
using BoxAttributes = std::function<std::string(BoxId)>;
/// The content of an svg element for the page, coloured over `range` when it is given: its style
/// sheet has the colours as variables, of the overlay --o0 … (fill) and --i0 … (ink) by step of the
/// scale or category, of the tints --t0 ….
std::string svgFragment(const Layout& layout, const Overlay* overlay,
                        const std::optional<OverlayRange>& range, const BoxAttributes& attributes);
/// The style sheet with the colours of a theme.
std::string svgStyle(const Theme& theme);
/// The same with colours as variables: var(--ink) and so on, see `themeVariables`.
std::string svgStyleOfPage();
/// "--ink:#1c2026;--line:…" with the overlay's scale (or categories) and the tints.
std::string themeVariables(const Theme& theme, bool isCategorical);
/// Script and style sheet of the page; both hold no "]]>".
std::string_view pageScript();
std::string_view pageStyle();

} // namespace metainfer::drawing
