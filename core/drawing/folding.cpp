// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Opening and closing groups.
#include "drawing/folding.h"

#include <algorithm>
#include <queue>

namespace metainfer::drawing {

Folding::Folding(const Diagram& diagram)
    : m_diagram(&diagram)
    , m_open(diagram.groups().size(), false) {
    m_open[0] = true;
}

Folding Folding::automatic(const Diagram& diagram, std::size_t maxBoxes, std::size_t maxDepth,
                           GroupId root) {
    Folding folding(diagram);
    std::size_t visible = diagram.group(root).children.size();
    for (GroupId around = root; around.isValid(); around = diagram.group(around).parent)
        folding.m_open[around.index] = true;
    // Outer groups first, among equals the one that costs least, so that the picture fills evenly.
    using Entry = std::tuple<std::size_t, std::size_t, std::uint32_t>; // depth, children, group
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> waiting;
    const auto offer = [&](GroupId parent) {
        for (const Child& child : diagram.group(parent).children)
            if (child.isGroup())
                waiting.emplace(diagram.group(child.group).depth - diagram.group(root).depth,
                                diagram.group(child.group).children.size(), child.group.index);
    };
    offer(root);
    const bool all = diagram.group(root).itemCount <= maxBoxes;
    // Many equal blocks say more as one box; they open only where there is little else to see.
    constexpr std::size_t kManyBlocks = 12, kFewBoxes = 8;
    std::vector<Entry> postponed;
    const auto openWaiting = [&](bool postpone) {
        while (!waiting.empty()) {
            const Entry entry = waiting.top();
            const auto [depth, children, index] = entry;
            waiting.pop();
            if (depth > maxDepth || (!all && visible - 1 + children > maxBoxes / 2))
                continue;
            if (postpone && diagram.groups()[index].repeat > kManyBlocks) {
                postponed.push_back(entry);
                continue;
            }
            folding.m_open[index] = true;
            visible += children - 1;
            offer(GroupId(index));
        }
    };
    openWaiting(!all);
    if (visible < kFewBoxes) {
        for (const Entry& entry : postponed)
            waiting.push(entry);
        openWaiting(false);
    }
    return folding;
}

Folding Folding::allOpen(const Diagram& diagram) {
    Folding folding(diagram);
    folding.m_open.assign(folding.m_open.size(), true);
    return folding;
}

void Folding::setOpen(GroupId group, bool open) {
    if (group.index != 0)
        m_open[group.index] = open;
}

void Folding::openBelow(GroupId group, std::size_t maxBoxes) {
    std::size_t added = 0;
    std::vector<GroupId> waiting{group};
    for (std::size_t i = 0; i < waiting.size(); ++i) {
        const Group& at = m_diagram->group(waiting[i]);
        added += at.children.size();
        if (i > 0 && added > maxBoxes)
            return;
        m_open[waiting[i].index] = true;
        for (const Child& child : at.children)
            if (child.isGroup())
                waiting.push_back(child.group);
    }
}

void Folding::closeBelow(GroupId group) {
    std::vector<GroupId> waiting{group};
    while (!waiting.empty()) {
        const GroupId at = waiting.back();
        waiting.pop_back();
        setOpen(at, false);
        for (const Child& child : m_diagram->group(at).children)
            if (child.isGroup())
                waiting.push_back(child.group);
    }
}

std::vector<GroupId> Folding::reveal(const Diagram& diagram, ItemId item) {
    std::vector<GroupId> opened;
    for (const GroupId group : diagram.groupsOf(item))
        if (!m_open[group.index]) {
            m_open[group.index] = true;
            opened.push_back(group);
        }
    std::reverse(opened.begin(), opened.end());
    return opened;
}

} // namespace metainfer::drawing
