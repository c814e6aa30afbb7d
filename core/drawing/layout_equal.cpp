// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Groups that are laid out alike: found by a signature, given the places of the first.
#include "drawing/layout_builder.h"

#include <algorithm>
#include <bit>

namespace metainfer::drawing {
namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9fb21c651e98df25ULL;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93ULL;
    return hash ^ hash >> 29;
}

} // namespace

/// Equal ones get equal places: of a model's repeated blocks one is laid out.
LayoutBuilder::Signature LayoutBuilder::signature(std::size_t frame) const {
    const Level& level = m_levels[frame];
    const Attachments& at = m_attachments[frame];
    Signature s{0x243f6a8885a308d3ULL, 0x13198a2e03707344ULL};
    const auto add = [&](std::uint64_t value) {
        s.a = mixed(s.a, value);
        s.b = mixed(s.b, value + 0xa4093822299f31d0ULL);
    };
    const auto addNumber = [&](double value) { add(std::bit_cast<std::uint64_t>(value)); };
    add(std::uint64_t{level.childCount} << 32 | level.rankCount);
    add(level.nodes.size());
    addNumber(titleWidth(level));
    for (const LevelNode& node : level.nodes) {
        add(std::uint64_t{node.rank} << 8 | std::uint64_t{node.isStacked} << 4 |
            static_cast<std::uint64_t>(node.kind));
        addNumber(node.left);
        addNumber(node.height);
    }
    std::uint32_t longest = 0;
    for (const BundleTarget& target : level.targets)
        longest = std::max(longest, target.path);
    for (const BundleTarget& target : level.targets) // of the ways only the order counts
        add(std::uint64_t{longest - target.path} << 32 | target.node << 1 | target.isPortal);
    for (const Bundle& bundle : level.bundles) {
        add(std::uint64_t{bundle.source} << 32 | bundle.targetCount);
        add(std::uint64_t{bundle.laneCount} << 1 | bundle.isReversed);
    }
    for (const double offset : at.source)
        addNumber(offset);
    for (const double offset : at.target)
        addNumber(offset);
    return s;
}

void LayoutBuilder::copyPlaces(std::size_t frame, std::size_t twin) {
    Level& level = m_levels[frame];
    const Level& other = m_levels[twin];
    for (std::size_t i = 0; i < level.nodes.size(); ++i) {
        level.nodes[i].position = other.nodes[i].position;
        level.nodes[i].x = other.nodes[i].x;
        level.nodes[i].top = other.nodes[i].top;
    }
    level.sequence = other.sequence;
    level.rowTop = other.rowTop;
    level.rowBottom = other.rowBottom;
    level.size = other.size;
    level.originX = other.originX;
    m_attachments[frame].source = m_attachments[twin].source;
    m_attachments[frame].target = m_attachments[twin].target;
}

} // namespace metainfer::drawing
