// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Look-ups in a diagram.
#include "drawing/diagram.h"

#include "drawing/diagram_builder.h"

namespace metainfer::drawing {

Result<std::shared_ptr<const Diagram>> Diagram::build(const ir::Model& model,
                                                      const DiagramOptions& options,
                                                      const CancellationToken& cancel) {
    return DiagramBuilder(model, options, cancel).build();
}

ItemId Diagram::find(ir::NodeId node, std::uint32_t graph) const {
    if (graph >= m_itemOfNode.size() || !node.isValid() || node.index >= m_itemOfNode[graph].size())
        return {};
    return m_itemOfNode[graph][node.index];
}

GroupId Diagram::findGroup(std::string_view pathOrTitle) const {
    for (std::size_t i = 0; i < m_groups.size(); ++i)
        if (m_groups[i].path == pathOrTitle)
            return GroupId(i);
    for (std::size_t i = 1; i < m_groups.size(); ++i)
        if (m_groups[i].title == pathOrTitle)
            return GroupId(i);
    return {};
}

std::vector<GroupId> Diagram::groupsOf(ItemId id) const {
    std::vector<GroupId> groups;
    for (GroupId group = item(id).group; group.isValid(); group = m_groups[group.index].parent)
        groups.push_back(group);
    return groups;
}

std::string Diagram::label(ItemId id) const {
    const Item& found = item(id);
    return found.name.empty() ? found.type : found.type + " " + found.name;
}

} // namespace metainfer::drawing
