// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The boxes, frames and edges that a folding shows.
#include "drawing/folding.h"

#include "drawing/content.h"

#include <algorithm>

namespace metainfer::drawing {
namespace {

constexpr std::size_t kLabelCharacters = 40; ///< a type with eight dimensions would be a ribbon

enum State : std::uint8_t { kHidden, kBox, kFrame };

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
    return hash * 0xff51afd7ed558ccdULL;
}

} // namespace

VisibleGraph::VisibleGraph(std::shared_ptr<const Diagram> diagram, const Folding& folding,
                           GroupId root)
    : m_diagram(std::move(diagram))
    , m_boxOfItem(m_diagram->items().size())
    , m_ofGroup(m_diagram->groups().size())
    , m_stateOfGroup(m_diagram->groups().size(), kHidden) {
    const bool isPart = root != m_diagram->root();
    if (isPart) {
        m_inflow.resize(m_diagram->tensors().size());
        m_outflow.resize(m_diagram->tensors().size());
        m_frames.push_back({root, {}});
        addContext(true);
        m_frames.clear();
    }
    addGroup(root, folding);
    if (isPart)
        addContext(false);
    addEdges();
    linkEdges();
}

/// Boxes for the tensors that cross the border of the only group shown.
void VisibleGraph::addContext(bool isInflow) {
    const Group& group = m_diagram->group(m_frames[0].group);
    const auto isInside = [&](ItemId item) {
        return item.index >= group.firstItem.index &&
               item.index < group.firstItem.index + group.itemCount;
    };
    for (std::size_t i = 0; i < m_diagram->tensors().size(); ++i) {
        const Tensor& tensor = m_diagram->tensors()[i];
        const bool fromInside = isInside(tensor.producer);
        const auto use =
            std::find_if(tensor.uses.begin(), tensor.uses.end(),
                         [&](const TensorUse& u) { return isInside(u.item) != fromInside; });
        if (fromInside == isInflow || use == tensor.uses.end() || tensor.isOrder)
            continue;
        (isInflow ? m_inflow : m_outflow)[i] = BoxId(m_boxes.size());
        m_boxes.push_back(
            {isInflow ? tensor.producer : use->item, {}, FrameId(0u), TensorId(i), isInflow});
    }
}

void VisibleGraph::addGroup(GroupId root, const Folding& folding) {
    struct Step {
        GroupId group;
        FrameId frame;
        std::size_t next = 0;
    };
    std::vector<Step> stack;
    const auto open = [&](GroupId group, FrameId parent) {
        m_ofGroup[group.index] = static_cast<std::uint32_t>(m_frames.size());
        m_stateOfGroup[group.index] = kFrame;
        stack.push_back({group, FrameId(m_frames.size()), 0});
        m_frames.push_back({group, parent});
    };
    open(root, {});
    while (!stack.empty()) {
        Step& step = stack.back();
        const auto& children = m_diagram->group(step.group).children;
        if (step.next == children.size()) {
            stack.pop_back();
            continue;
        }
        const Child child = children[step.next++];
        const BoxId box(m_boxes.size());
        if (!child.isGroup()) {
            m_boxOfItem[child.item.index] = box;
            m_boxes.push_back({child.item, {}, step.frame, {}, false});
        } else if (folding.isOpen(child.group)) {
            open(child.group, step.frame);
        } else {
            const Group& group = m_diagram->group(child.group);
            m_ofGroup[child.group.index] = box.index;
            m_stateOfGroup[child.group.index] = kBox;
            for (std::size_t i = 0; i < group.itemCount; ++i)
                m_boxOfItem[group.firstItem.index + i] = box;
            m_boxes.push_back({{}, child.group, step.frame, {}, false});
        }
    }
}

/// Items are numbered as their boxes are, so that the edges of a box follow each other.
void VisibleGraph::addEdges() {
    m_edges.reserve(m_boxes.size());
    for (std::size_t i = 0; i < m_inflow.size(); ++i)
        if (m_inflow[i].isValid())
            addEdge(TensorId(i), m_inflow[i]);
    for (std::size_t i = 0; i < m_boxOfItem.size(); ++i)
        if (m_boxOfItem[i].isValid())
            for (const TensorId tensor : m_diagram->items()[i].outputs)
                addEdge(tensor, m_boxOfItem[i]);
}

void VisibleGraph::addEdge(TensorId id, BoxId from) {
    const Tensor& tensor = m_diagram->tensor(id);
    std::vector<BoxId>& targets = m_targets;
    targets.clear();
    for (const TensorUse& use : tensor.uses) {
        const BoxId to = m_boxOfItem[use.item.index];
        if (to.isValid() && to != from)
            targets.push_back(to);
    }
    if (!m_outflow.empty() && m_outflow[id.index].isValid())
        targets.push_back(m_outflow[id.index]);
    if (targets.size() > 1) {
        std::sort(targets.begin(), targets.end());
        targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    }
    if (targets.empty())
        return;
    std::uint64_t hash = tensor.isOrder;
    for (const BoxId to : targets)
        hash = mix(hash, to.index);
    if (m_edges.empty() || m_edges.back().from != from)
        m_hashes.clear();
    const std::size_t first = m_edges.size() - m_hashes.size();
    for (std::size_t i = 0; i < m_hashes.size(); ++i) {
        VisibleEdge& edge = m_edges[first + i];
        if (m_hashes[i] == hash && edge.isOrder == tensor.isOrder && edge.to == targets) {
            edge.tensors.push_back(id);
            return;
        }
    }
    m_hashes.push_back(hash);
    m_edges.push_back({{id}, from, targets, tensor.isOrder});
}

void VisibleGraph::linkEdges() {
    m_outgoingBegin.assign(m_boxes.size() + 1, 0);
    m_incomingBegin.assign(m_boxes.size() + 1, 0);
    for (const VisibleEdge& edge : m_edges) {
        ++m_outgoingBegin[edge.from.index + 1];
        for (const BoxId to : edge.to)
            ++m_incomingBegin[to.index + 1];
    }
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        m_outgoingBegin[i + 1] += m_outgoingBegin[i];
        m_incomingBegin[i + 1] += m_incomingBegin[i];
    }
    m_outgoing.resize(m_outgoingBegin.back());
    m_incoming.resize(m_incomingBegin.back());
    std::vector<std::uint32_t> next = m_incomingBegin;
    for (std::size_t i = 0; i < m_edges.size(); ++i) {
        m_outgoing[i] = EdgeId(i); // edges are sorted by source
        for (const BoxId to : m_edges[i].to)
            m_incoming[next[to.index]++] = EdgeId(i);
    }
}

BoxId VisibleGraph::boxOf(GroupId group) const {
    return m_stateOfGroup[group.index] == kBox ? BoxId(m_ofGroup[group.index]) : BoxId();
}

FrameId VisibleGraph::frameOf(GroupId group) const {
    return m_stateOfGroup[group.index] == kFrame ? FrameId(m_ofGroup[group.index]) : FrameId();
}

std::span<const EdgeId> VisibleGraph::outgoing(BoxId box) const {
    return {m_outgoing.data() + m_outgoingBegin[box.index],
            m_outgoing.data() + m_outgoingBegin[box.index + 1]};
}

std::span<const EdgeId> VisibleGraph::incoming(BoxId box) const {
    return {m_incoming.data() + m_incomingBegin[box.index],
            m_incoming.data() + m_incomingBegin[box.index + 1]};
}

std::string VisibleGraph::edgeLabel(EdgeId id) const {
    const VisibleEdge& found = edge(id);
    if (found.isOrder)
        return {};
    const Tensor& first = m_diagram->tensor(found.tensors.front());
    if (found.tensors.size() == 1)
        return first.type.size() <= kLabelCharacters ? first.type
                                                     : elided(first.type, kLabelCharacters);
    return std::to_string(found.tensors.size()) + " tensors";
}

} // namespace metainfer::drawing
