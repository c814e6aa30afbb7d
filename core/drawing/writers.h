// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A drawing as SVG and as a standalone page.
#pragma once

#include "drawing/layout.h"
#include "drawing/overlay.h"

namespace metainfer::drawing {

struct SvgOptions {
    ThemeKind theme = ThemeKind::Light;
    const Overlay* overlay = nullptr; ///< of the layout's diagram
    bool edgeLabels = true;
    bool legend = true; ///< when there is an overlay
    bool background = true;
    std::string title; ///< of the document; empty: the model's name
};

/// A valid SVG 1.1 document in UTF-8; all text is escaped, characters that XML forbids are left
/// out. Sizes are the layout's logical pixels.
std::string svgDocument(const Layout& layout, const SvgOptions& options = {});

struct HtmlOptions {
    const Overlay* overlay = nullptr;
    ContentOptions content;
    std::string title;
    std::size_t maxBoxes = 240; ///< of the first picture; see Folding::automatic
    std::size_t maxDepth = 1000;
    std::string group; ///< show this group alone: path or title
};

/// One file without any outside reference: a picture of the whole and one for each closed group,
/// which a double click opens in place (equal groups share one); pan, zoom, search, details; light
/// or dark as the reader's system says. Well-formed as XML too. NotFound when there is no group of
/// that name.
Result<std::string> htmlDocument(const std::shared_ptr<const Diagram>& diagram,
                                 const HtmlOptions& options = {},
                                 const CancellationToken& cancel = {});

} // namespace metainfer::drawing
