// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A laid-out graph with what painting it needs beside the geometry.
#pragma once

#include "drawing/layout.h"
#include "drawing/theme.h"

#include <memory>
#include <vector>

namespace metainfer::widgets {

/// Immutable; made off the GUI thread.
struct GraphPicture {
    std::shared_ptr<const drawing::Layout> layout;
    std::vector<drawing::OperatorTint> tints; ///< by box
    /// Equal ones other than 0 show the same graph (same ids), though the diagram may be another
    /// object.
    std::uint64_t generation = 0;

    const drawing::Diagram& diagram() const { return layout->visible().diagram(); }
    bool isSameGraph(const GraphPicture& other) const {
        return &diagram() == &other.diagram() ||
               (generation != 0 && generation == other.generation);
    }
    static std::shared_ptr<const GraphPicture> make(std::shared_ptr<const drawing::Layout> layout,
                                                    std::uint64_t generation = 0);
};

/// What can be pointed at: an operator, input, output or constant; a group, open or closed; a
/// tensor, drawn as an edge. At most one of the three is valid.
struct GraphElement {
    drawing::ItemId item;
    drawing::GroupId group;
    drawing::TensorId tensor;

    bool isValid() const { return item.isValid() || group.isValid() || tensor.isValid(); }
    bool operator==(const GraphElement&) const = default;
};

/// The box that stands for the element: its own, or that of the closed group around it. Invalid
/// for tensors and open groups.
drawing::BoxId boxOf(const drawing::VisibleGraph& visible, const GraphElement& element);
GraphElement elementOf(const drawing::VisibleGraph& visible, drawing::BoxId box);
/// Where it is drawn: its box, its frame, or for a tensor its producer's box.
drawing::Rect areaOf(const drawing::Layout& layout, const GraphElement& element);

} // namespace metainfer::widgets
