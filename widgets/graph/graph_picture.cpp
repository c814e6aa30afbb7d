// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Tints of the boxes; elements and where they are drawn.
#include "graph/graph_picture.h"

#include <string_view>
#include <unordered_map>

namespace metainfer::widgets {

using namespace drawing;

std::shared_ptr<const GraphPicture> GraphPicture::make(std::shared_ptr<const Layout> layout,
                                                       std::uint64_t generation) {
    auto picture = std::make_shared<GraphPicture>();
    const VisibleGraph& visible = layout->visible();
    std::unordered_map<std::string_view, OperatorTint> known; // a model has few types, many nodes
    picture->tints.reserve(visible.boxes().size());
    for (const Box& box : visible.boxes()) {
        const Group* group = box.isGroup() ? &visible.diagram().group(box.group) : nullptr;
        if (group && !group->head.isValid()) {
            picture->tints.push_back(OperatorTint::Neutral);
            continue;
        }
        const Item& item = visible.diagram().item(group ? group->head : box.item);
        if (!item.isOperator() || !item.domain.empty()) {
            picture->tints.push_back(operatorTint(item));
            continue;
        }
        const auto [it, isNew] = known.try_emplace(item.type, OperatorTint::Neutral);
        if (isNew)
            it->second = operatorTint(item);
        picture->tints.push_back(it->second);
    }
    picture->layout = std::move(layout);
    picture->generation = generation;
    return picture;
}

BoxId boxOf(const VisibleGraph& visible, const GraphElement& element) {
    if (element.item.isValid())
        return visible.boxOf(element.item);
    if (!element.group.isValid())
        return {};
    if (const BoxId own = visible.boxOf(element.group); own.isValid())
        return own;
    if (visible.frameOf(element.group).isValid())
        return {};
    return visible.boxOf(
        visible.diagram().group(element.group).firstItem); // an outer one is closed
}

GraphElement elementOf(const VisibleGraph& visible, BoxId id) {
    GraphElement element;
    const Box& box = visible.box(id);
    if (box.isGroup())
        element.group = box.group;
    else
        element.item = box.item;
    return element;
}

Rect areaOf(const Layout& layout, const GraphElement& element) {
    const VisibleGraph& visible = layout.visible();
    if (element.tensor.isValid())
        return layout.box(visible.boxOf(visible.diagram().tensor(element.tensor).producer));
    if (const BoxId box = boxOf(visible, element); box.isValid())
        return layout.box(box);
    if (const FrameId frame = visible.frameOf(element.group); frame.isValid())
        return layout.frame(frame);
    return layout.bounds();
}

} // namespace metainfer::widgets
