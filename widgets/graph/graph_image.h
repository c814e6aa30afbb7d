// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A graph as an image. May run on any thread.
#pragma once

#include "graph/graph_painter.h"

#include <QImage>

namespace metainfer::widgets {

/// Everything at `scale` pixels per logical pixel; smaller when that would be more than an image or
/// a person can take (30 000 pixels a side, 100 million in all). Null when there is no memory.
QImage wholeImage(const GraphPicture& picture, const GraphFonts& fonts, const GraphLook& look,
                  double scale);

} // namespace metainfer::widgets
