// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Queries on a layout.
#include "drawing/layout.h"

namespace metainfer::drawing {

std::span<const Route> Layout::routesOf(EdgeId edge) const {
    return {m_routes.data() + m_firstRoute[edge.index],
            m_routes.data() + m_firstRoute[edge.index + 1]};
}

void Layout::query(const Rect& area, std::vector<BoxId>* boxes, std::vector<RouteId>* routes,
                   std::vector<FrameId>* frames) const {
    std::vector<std::uint32_t> found;
    const auto collect = [&](const SpatialIndex& index, auto* into) {
        if (!into)
            return;
        into->clear();
        found.clear();
        index.query(area, found);
        for (const std::uint32_t i : found)
            into->emplace_back(i);
    };
    collect(m_boxIndex, boxes);
    collect(m_routeIndex, routes);
    collect(m_frameIndex, frames);
}

} // namespace metainfer::drawing
