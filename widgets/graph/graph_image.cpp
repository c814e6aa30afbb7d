// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Painting a whole graph into an image.
#include "graph/graph_image.h"

#include <algorithm>
#include <cmath>

namespace metainfer::widgets {

QImage wholeImage(const GraphPicture& picture, const GraphFonts& fonts, const GraphLook& look,
                  double scale) {
    constexpr double kMargin = 24, kMostSide = 30000, kMostPixels = 1e8;
    const drawing::Rect bounds = picture.layout->bounds().grown(kMargin);
    scale = std::min({scale, kMostSide / std::max(bounds.width, bounds.height),
                      std::sqrt(kMostPixels / (bounds.width * bounds.height))});
    QImage image(static_cast<int>(std::ceil(bounds.width * scale)),
                 static_cast<int>(std::ceil(bounds.height * scale)), QImage::Format_RGB32);
    if (image.isNull())
        return image;
    // Text is left out only when its pixels would be too few, not because the image is sharp.
    const double ratio = scale >= GraphDetail::kTitles ? scale : 1;
    Camera camera;
    camera.scale = scale / ratio;
    camera.offset = {-bounds.x * camera.scale, -bounds.y * camera.scale};
    image.setDevicePixelRatio(ratio);
    GraphPainter(picture, fonts, look).paint(image, camera, image.rect());
    image.setDevicePixelRatio(1);
    return image;
}

} // namespace metainfer::widgets
