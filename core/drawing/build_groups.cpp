// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The tree of groups of a diagram and the final numbers of items.
#include "drawing/diagram_builder.h"
#include "drawing/grouper.h"

#include <algorithm>
#include <string_view>

namespace metainfer::drawing {

GroupId DiagramBuilder::addDraft(GroupKind kind, GroupId parent, std::string title,
                                 std::string path) {
    Draft draft;
    draft.group.kind = kind;
    draft.group.parent = parent;
    draft.group.title = std::move(title);
    draft.group.path = std::move(path);
    m_drafts.push_back(std::move(draft));
    return GroupId(m_drafts.size() - 1);
}

/// What prepares a constant (a weight's DequantizeLinear, say) belongs to its only reader: the
/// tools that insert such operators name them after the weight, without a scope.
void DiagramBuilder::adoptScopes(std::vector<Unit>& units) const {
    std::vector<std::size_t> adopted;
    for (std::size_t i = 0; i < units.size(); ++i) {
        const Child& child = units[i].child;
        if (child.isGroup() || !units[i].scope.empty())
            continue;
        const Item& item = m_diagram->m_items[child.item.index];
        if (item.isOperator() && item.inputs.empty() && item.outputs.size() == 1)
            adopted.push_back(i);
    }
    if (adopted.empty())
        return;
    std::unordered_map<ItemId, std::size_t> unitOf;
    for (std::size_t i = 0; i < units.size(); ++i)
        if (!units[i].child.isGroup())
            unitOf.emplace(units[i].child.item, i);
    for (const std::size_t i : adopted) {
        const Item& item = m_diagram->m_items[units[i].child.item.index];
        const Tensor& tensor = m_diagram->m_tensors[item.outputs[0].index];
        const auto reader =
            tensor.uses.size() == 1 ? unitOf.find(tensor.uses[0].item) : unitOf.end();
        if (reader != unitOf.end())
            units[i].scope = units[reader->second].scope;
    }
}

void DiagramBuilder::groupAll() {
    // Inner graphs were added before the graphs around them.
    for (auto& [container, units] : m_containers) {
        if (m_cancel.isCancelled())
            return;
        if (m_options.scopes)
            adoptScopes(units);
        Grouper(*this, container, units).run();
    }
}

void DiagramBuilder::finish() {
    // Depth first over the tree: items of one group get neighbouring numbers.
    std::vector<ItemId> itemNumber(m_diagram->m_items.size());
    std::vector<Item> items;
    items.reserve(itemNumber.size());
    struct Step {
        GroupId draft, group;
        std::size_t next = 0;
    };
    std::vector<Group> groups;
    std::unordered_map<std::string, int> paths; ///< and how often each was wanted
    std::vector<Step> stack{{GroupId(0u), GroupId(0u)}};
    groups.push_back(m_drafts[0].group);
    groups[0].firstItem = ItemId(0u);
    while (!stack.empty()) {
        Step& step = stack.back();
        const auto& children = m_drafts[step.draft.index].children;
        if (step.next == children.size()) {
            Group& group = groups[step.group.index];
            group.itemCount = items.size() - group.firstItem.index;
            stack.pop_back();
            continue;
        }
        const Child child = children[step.next++];
        if (child.isGroup()) {
            Group group = m_drafts[child.group.index].group;
            const GroupId number(groups.size());
            group.parent = step.group;
            group.depth = groups[step.group.index].depth + 1;
            group.firstItem = ItemId(items.size());
            std::string path = groups[step.group.index].path + "/" + group.path;
            group.path = path;
            for (auto& next = paths[path]; next++ > 0;) {
                group.path = path + "~" + std::to_string(next);
                if (paths.try_emplace(group.path, 1).second)
                    break;
            }
            groups[step.group.index].children.push_back({number, {}});
            groups.push_back(std::move(group));
            stack.push_back({child.group, number});
        } else {
            itemNumber[child.item.index] = ItemId(items.size());
            groups[step.group.index].children.push_back({{}, ItemId(items.size())});
            items.push_back(std::move(m_diagram->m_items[child.item.index]));
            items.back().group = step.group;
        }
    }
    m_diagram->m_items = std::move(items);
    for (Tensor& tensor : m_diagram->m_tensors) {
        tensor.producer = itemNumber[tensor.producer.index];
        for (TensorUse& use : tensor.uses)
            use.item = itemNumber[use.item.index];
    }
    for (auto& table : m_diagram->m_itemOfNode)
        for (ItemId& id : table)
            if (id.isValid())
                id = itemNumber[id.index];
    for (Group& group : groups)
        if (group.head.isValid())
            group.head = itemNumber[group.head.index];
    m_diagram->m_groups = std::move(groups);
    countOperators();
    measureWays();
}

void DiagramBuilder::countOperators() {
    std::unordered_map<std::string_view, std::uint32_t> known;
    std::vector<std::string_view> names;
    std::vector<std::uint32_t> typeOf; // by item
    constexpr std::uint32_t kNone = 0xffffffffu;
    for (const Item& item : m_diagram->m_items) {
        if (!item.isOperator()) {
            typeOf.push_back(kNone);
            continue;
        }
        const auto [it, isNew] = known.try_emplace(item.type, names.size());
        if (isNew)
            names.push_back(item.type);
        typeOf.push_back(it->second);
    }
    std::vector<std::size_t> counts(names.size(), 0);
    std::vector<std::uint32_t> found;
    for (Group& group : m_diagram->m_groups) {
        found.clear();
        for (std::size_t i = 0; i < group.itemCount; ++i)
            if (const std::uint32_t type = typeOf[group.firstItem.index + i]; type != kNone)
                if (counts[type]++ == 0)
                    found.push_back(type);
        std::sort(found.begin(), found.end(), [&](std::uint32_t a, std::uint32_t b) {
            return counts[a] != counts[b] ? counts[a] > counts[b] : names[a] < names[b];
        });
        group.operators.reserve(found.size());
        for (const std::uint32_t type : found) {
            group.operatorCount += counts[type];
            group.operators.emplace_back(names[type], counts[type]);
            counts[type] = 0;
        }
    }
}

void DiagramBuilder::measureWays() {
    // Items are numbered in topological order; what runs against it belongs to a cycle.
    auto& items = m_diagram->m_items;
    for (std::size_t i = 0; i < items.size(); ++i)
        for (const TensorId tensor : items[i].outputs)
            for (const TensorUse& use : m_diagram->m_tensors[tensor.index].uses)
                if (use.item.index > i) {
                    Item& reader = items[use.item.index];
                    reader.wayTo = std::max(reader.wayTo, items[i].wayTo + 1);
                }
    for (std::size_t i = items.size(); i-- > 0;)
        for (const TensorId tensor : items[i].outputs)
            for (const TensorUse& use : m_diagram->m_tensors[tensor.index].uses)
                if (use.item.index > i)
                    items[i].wayFrom =
                        std::max(items[i].wayFrom, items[use.item.index].wayFrom + 1);
}

} // namespace metainfer::drawing
