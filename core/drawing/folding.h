// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Which groups are open, and what is then to be seen: boxes, frames and edges.
#pragma once

#include "drawing/diagram.h"

namespace metainfer::drawing {

/// The set of open groups. A group is shown open when it and all around it are open. The root is
/// always open. A value; cheap to copy.
class Folding {
  public:
    explicit Folding(const Diagram& diagram);
    /// Opens everything when that makes at most `maxBoxes` boxes, else from outside to inside up to
    /// half as many, repeats of many blocks last. `maxDepth` limits how deep; 0: the groups of
    /// `root` stay closed.
    static Folding automatic(const Diagram& diagram, std::size_t maxBoxes = 240,
                             std::size_t maxDepth = 1000, GroupId root = GroupId(0u));
    static Folding allOpen(const Diagram& diagram);

    bool isOpen(GroupId group) const { return m_open[group.index]; }
    void setOpen(GroupId group, bool open); ///< the root stays open
    void toggle(GroupId group) { setOpen(group, !isOpen(group)); }
    /// Opens all groups below `group` too, while at most `maxBoxes` are added.
    void openBelow(GroupId group, std::size_t maxBoxes = 100000);
    void closeBelow(GroupId group); ///< the group itself and all below
    /// Opens what is around the item; returns the groups that were closed.
    std::vector<GroupId> reveal(const Diagram& diagram, ItemId item);
    bool operator==(const Folding&) const = default;

  private:
    const Diagram* m_diagram = nullptr;
    std::vector<bool> m_open; ///< by group
};

using BoxId = Id<struct DrawingBoxTag>;
using FrameId = Id<struct DrawingFrameTag>;
using EdgeId = Id<struct DrawingEdgeTag>;

/// What is drawn as one box: an item or a closed group. A closed ControlFlow is the group; its
/// operator is Group::head.
struct Box {
    ItemId item;
    GroupId group;
    FrameId frame; ///< that it lies in
    /// Only where a single group is shown: a tensor that comes from or goes to outside it. `item`
    /// is then its producer, or its first reader, outside.
    TensorId context;
    bool isInflow = false; ///< of a context
    bool isGroup() const { return group.isValid(); }
    bool isContext() const { return context.isValid(); }
};

/// An open group. The first frame is the root and has no border.
struct Frame {
    GroupId group;
    FrameId parent;
};

/// Tensors with the same source box and the same target boxes, drawn as one line that branches.
struct VisibleEdge {
    std::vector<TensorId> tensors;
    BoxId from;
    std::vector<BoxId> to; ///< sorted, each once
    bool isOrder = false;
};

/// The picture before it has places. Independent of the Folding; keeps the diagram alive.
class VisibleGraph {
  public:
    /// `root` shows that group alone, with its tensors from and to outside as context boxes.
    VisibleGraph(std::shared_ptr<const Diagram> diagram, const Folding& folding,
                 GroupId root = GroupId(0u));

    const Diagram& diagram() const { return *m_diagram; }
    const std::shared_ptr<const Diagram>& diagramPointer() const { return m_diagram; }
    const std::vector<Box>& boxes() const { return m_boxes; } ///< in topological order
    const std::vector<Frame>& frames() const { return m_frames; }
    const std::vector<VisibleEdge>& edges() const { return m_edges; }
    const Box& box(BoxId id) const { return m_boxes[id.index]; }
    const Frame& frame(FrameId id) const { return m_frames[id.index]; }
    const VisibleEdge& edge(EdgeId id) const { return m_edges[id.index]; }
    GroupId root() const { return m_frames[0].group; }
    /// The box that shows an item, itself or a closed group around it. Invalid only outside the
    /// root.
    BoxId boxOf(ItemId item) const { return m_boxOfItem[item.index]; }
    /// The box of a closed visible group, else invalid.
    BoxId boxOf(GroupId group) const;
    /// The frame of an open visible group, else invalid.
    FrameId frameOf(GroupId group) const;
    std::span<const EdgeId> outgoing(BoxId box) const;
    std::span<const EdgeId> incoming(BoxId box) const;
    /// What stands at an edge: "float32[1,64,56,56]", "3 tensors", "" for an order.
    std::string edgeLabel(EdgeId edge) const;

  private:
    void addGroup(GroupId group, const Folding& folding);
    void addContext(bool isInflow);
    void addEdges();
    void addEdge(TensorId tensor, BoxId from);
    void linkEdges();

    std::shared_ptr<const Diagram> m_diagram;
    std::vector<Box> m_boxes;
    std::vector<Frame> m_frames;
    std::vector<VisibleEdge> m_edges;
    std::vector<BoxId> m_boxOfItem;
    std::vector<BoxId> m_inflow, m_outflow; ///< by tensor; empty when everything is shown
    std::vector<std::uint32_t> m_ofGroup;   ///< by group: frame or box index, see m_isFrame
    std::vector<std::uint8_t> m_stateOfGroup;
    std::vector<EdgeId> m_outgoing, m_incoming;
    std::vector<std::uint32_t> m_outgoingBegin, m_incomingBegin;
    std::vector<BoxId> m_targets;        ///< scratch
    std::vector<std::uint64_t> m_hashes; ///< scratch: of the last edges, those with one source
};

} // namespace metainfer::drawing
