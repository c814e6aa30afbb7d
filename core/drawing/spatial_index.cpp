// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Sort-tile-recursive packing of an R-tree.
#include "drawing/spatial_index.h"

#include <cmath>
#include <utility>

namespace metainfer::drawing {

SpatialIndex::SpatialIndex(std::span<const Rect> rects)
    : m_order(rects.size()) {
    // Strips by y, in each sorted by x: drawings are usually much taller than wide.
    std::vector<std::pair<double, std::uint32_t>> keys(rects.size());
    for (std::uint32_t i = 0; i < rects.size(); ++i)
        keys[i] = {rects[i].center().y, i};
    if (!std::is_sorted(keys.begin(), keys.end()))
        std::sort(keys.begin(), keys.end());
    for (auto& [key, index] : keys)
        key = rects[index].center().x;
    const auto pages = static_cast<double>((rects.size() + kFanOut - 1) / kFanOut);
    const std::size_t strip =
        kFanOut * std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(std::sqrt(pages))));
    for (std::size_t begin = 0; begin < keys.size(); begin += strip)
        std::sort(keys.begin() + static_cast<std::ptrdiff_t>(begin),
                  keys.begin() + static_cast<std::ptrdiff_t>(std::min(begin + strip, keys.size())));
    for (std::size_t i = 0; i < keys.size(); ++i)
        m_order[i] = keys[i].second;
    m_leaves.reserve(m_order.size());
    for (const std::uint32_t i : m_order)
        m_leaves.push_back(rects[i]);
    const std::vector<Rect>* below = &m_leaves;
    while (below->size() > 1) {
        std::vector<Rect> level;
        level.reserve(below->size() / kFanOut + 1);
        for (std::size_t i = 0; i < below->size(); i += kFanOut) {
            Rect box = (*below)[i];
            for (std::size_t k = i + 1; k < std::min(i + kFanOut, below->size()); ++k)
                box = box.united((*below)[k]);
            level.push_back(box);
        }
        m_levels.push_back(std::move(level));
        below = &m_levels.back();
    }
}

void SpatialIndex::query(const Rect& area, std::vector<std::uint32_t>& found) const {
    const std::size_t begin = found.size();
    struct Step {
        std::size_t level, index;
    };
    std::vector<Step> stack;
    if (m_levels.empty()) {
        if (m_leaves.size() == 1 && m_leaves[0].touches(area))
            found.push_back(m_order[0]);
        return;
    }
    stack.push_back({m_levels.size() - 1, 0});
    while (!stack.empty()) {
        const Step step = stack.back();
        stack.pop_back();
        if (!m_levels[step.level][step.index].touches(area))
            continue;
        const std::size_t first = step.index * kFanOut;
        if (step.level == 0) {
            for (std::size_t i = first; i < std::min(first + kFanOut, m_leaves.size()); ++i)
                if (m_leaves[i].touches(area))
                    found.push_back(m_order[i]);
            continue;
        }
        const std::size_t last = std::min(first + kFanOut, m_levels[step.level - 1].size());
        for (std::size_t i = first; i < last; ++i)
            stack.push_back({step.level - 1, i});
    }
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(begin), found.end());
}

} // namespace metainfer::drawing
