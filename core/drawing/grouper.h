// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the groups among the units of one graph; private to core/drawing. Every list of children
// is in topological order and has no cycle between its members, so that any folding gives a picture
// without cycles.
#pragma once

#include "drawing/diagram_builder.h"

namespace metainfer::drawing {

class Grouper {
  public:
    /// `items` and `tensors` of the diagram are linked; graphs inside `units` are grouped already.
    Grouper(DiagramBuilder& builder, GroupId container,
            const std::vector<DiagramBuilder::Unit>& units);
    ~Grouper();
    Grouper(const Grouper&) = delete;
    Grouper& operator=(const Grouper&) = delete;
    void run();

  private:
    /// A child of a group under construction.
    struct Entry {
        Child child;
        std::vector<std::uint32_t> units;
        std::uint64_t label = 0; ///< equal for entries of equal structure
        std::size_t operators = 0;
        bool isFixed = false; ///< inputs and outputs: never part of a repeat or section
    };
    using Entries = std::vector<Entry>;
    /// Edges between the entries of a list, by position.
    struct Links {
        std::vector<std::uint32_t> before, begin; ///< positions that an entry reads, sorted
        std::vector<std::uint32_t> crossing;      ///< tensors that pass the cut before an entry
    };
    struct Repeat {
        std::size_t first = 0, period = 0, count = 0, operators = 0;
    };

    // grouper.cpp
    void mapItems();
    void mapDraft(GroupId draft);
    void linkUnits();
    Entries byScope(const std::vector<std::uint32_t>& units, std::size_t depth);
    Entry entryOfUnit(std::uint32_t unit) const;
    Entry makeGroup(GroupKind kind, std::string title, std::string path, Entries entries);
    Entries fold(Entries entries);
    Links linksOf(const Entries& entries);
    std::uint64_t structureOf(const Entries& entries, const Links& links, std::size_t first,
                              std::size_t count, std::size_t reach = 0) const;

    // grouper_order.cpp: `cluster` numbers the entry of each unit
    void splitCycles(const std::vector<std::uint32_t>& units, std::vector<std::uint32_t>& cluster,
                     std::uint32_t& clusterCount);
    void splitComponent(const std::vector<std::uint32_t>& units,
                        std::vector<std::uint32_t>& cluster, std::uint32_t& clusterCount,
                        const std::vector<std::uint32_t>& positions);
    std::vector<std::uint32_t> sorted(const std::vector<std::uint32_t>& units,
                                      const std::vector<std::uint32_t>& cluster,
                                      std::uint32_t clusterCount);

    // grouper_repeats.cpp
    std::vector<Repeat> findRepeats(const Entries& entries, const Links& links) const;
    bool isWorthwhile(const Entries& entries, const Repeat& repeat) const;
    void confirm(const Entries& entries, const Links& links, Repeat& repeat) const;
    Entries foldRepeats(Entries entries);
    Entry makeRepeat(Entries entries, std::size_t period);
    Entries foldSections(Entries entries);

    DiagramBuilder& m_builder;
    const GroupId m_container;
    const std::vector<DiagramBuilder::Unit>& m_units;
    std::vector<std::string_view> m_parts; ///< of the units' scopes
    std::vector<std::uint32_t> m_partsBegin;
    std::vector<std::uint32_t>& m_unitOfItem; ///< shared by all graphs, clean between them
    std::vector<ItemId> m_items;              ///< of the units
    struct Edge {
        std::uint32_t to = 0, tensor = 0;
    };
    std::vector<Edge> m_out; ///< by unit
    std::vector<std::uint32_t> m_outBegin;
    std::vector<std::uint32_t> m_place; ///< scratch: by unit
};

} // namespace metainfer::drawing
