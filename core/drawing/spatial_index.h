// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds rectangles that touch an area: a packed R-tree, built once.
#pragma once

#include "base/ids.h"
#include "drawing/geometry.h"

#include <cstdint>
#include <span>
#include <vector>

namespace metainfer::drawing {

using RouteId = Id<struct DrawingRouteTag>;

class SpatialIndex {
  public:
    SpatialIndex() = default;
    explicit SpatialIndex(std::span<const Rect> rects);
    /// Appends the indexes of all rectangles that touch `area`, ascending.
    void query(const Rect& area, std::vector<std::uint32_t>& found) const;
    std::size_t size() const { return m_order.size(); }

  private:
    static constexpr std::size_t kFanOut = 16;
    std::vector<std::uint32_t> m_order; ///< leaves: rectangle indexes
    std::vector<Rect> m_leaves;         ///< their rectangles, in the order of m_order
    std::vector<std::vector<Rect>> m_levels;
};

} // namespace metainfer::drawing
