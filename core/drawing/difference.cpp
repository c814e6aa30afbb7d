// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Counterparts by origin, or by name for models without common origins.
#include "drawing/difference.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace metainfer::drawing {
namespace {

class Differ {
  public:
    Differ(const Diagram& source, const Diagram& adapted)
        : m_source(source)
        , m_adapted(adapted) {
        m_result.source.resize(source.items().size());
        m_result.adapted.resize(adapted.items().size());
        m_result.toAdapted.resize(source.items().size());
        m_result.toSource.resize(adapted.items().size());
    }

    Difference run(bool byName) {
        if (byName)
            linkByName();
        else
            linkByOrigin();
        linkTensors();
        for (auto* lists : {&m_result.toAdapted, &m_result.toSource})
            for (auto& list : *lists) {
                std::sort(list.begin(), list.end());
                list.erase(std::unique(list.begin(), list.end()), list.end());
            }
        judge();
        return std::move(m_result);
    }

  private:
    void link(ItemId source, ItemId adapted) {
        m_result.toAdapted[source.index].push_back(adapted);
        m_result.toSource[adapted.index].push_back(source);
    }

    void linkByOrigin() {
        std::map<ir::SourceId, std::vector<ItemId>> byOrigin;
        for (std::size_t i = 0; i < m_source.items().size(); ++i)
            if (m_source.items()[i].isOperator())
                for (const ir::SourceId origin : m_source.items()[i].origins)
                    byOrigin[origin].push_back(ItemId(i));
        for (std::size_t i = 0; i < m_adapted.items().size(); ++i)
            if (m_adapted.items()[i].isOperator())
                for (const ir::SourceId origin : m_adapted.items()[i].origins)
                    if (const auto it = byOrigin.find(origin); it != byOrigin.end())
                        for (const ItemId from : it->second)
                            link(from, ItemId(i));
    }

    /// An operator is known by its name, or by that of its first result when it has none.
    static std::string keyOf(const Diagram& diagram, const Item& item) {
        const std::string& graph = diagram.graphPaths()[item.graph];
        if (!item.name.empty())
            return graph + "\n" + item.name;
        return item.outputs.empty() ? std::string()
                                    : graph + "\n>" + diagram.tensor(item.outputs[0]).name;
    }

    void linkByName() {
        std::map<std::string, ItemId> byKey;
        for (std::size_t i = 0; i < m_source.items().size(); ++i)
            if (const Item& item = m_source.items()[i]; item.isOperator())
                if (const std::string key = keyOf(m_source, item); !key.empty())
                    byKey.try_emplace(key, ItemId(i));
        for (std::size_t i = 0; i < m_adapted.items().size(); ++i)
            if (const Item& item = m_adapted.items()[i]; item.isOperator())
                if (const auto it = byKey.find(keyOf(m_adapted, item)); it != byKey.end())
                    link(it->second, ItemId(i));
    }

    /// Inputs, outputs, constants and the ends of control-flow operators: by kind and name.
    void linkTensors() {
        using Key = std::tuple<ItemKind, std::string, std::string>;
        const auto keyOfItem = [](const Diagram& diagram, const Item& item) {
            return Key{item.kind, diagram.graphPaths()[item.graph], item.name};
        };
        std::map<Key, ItemId> byKey;
        for (std::size_t i = 0; i < m_source.items().size(); ++i)
            if (!m_source.items()[i].isOperator())
                byKey.try_emplace(keyOfItem(m_source, m_source.items()[i]), ItemId(i));
        for (std::size_t i = 0; i < m_adapted.items().size(); ++i)
            if (!m_adapted.items()[i].isOperator())
                if (const auto it = byKey.find(keyOfItem(m_adapted, m_adapted.items()[i]));
                    it != byKey.end())
                    link(it->second, ItemId(i));
    }

    static bool isEqual(const Item& a, const Item& b) {
        if (a.kind != b.kind || a.type != b.type || a.domain != b.domain ||
            a.attributes != b.attributes || a.parameters.size() != b.parameters.size())
            return false;
        return std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(),
                          [](const Parameter& x, const Parameter& y) {
                              return x.input == y.input && x.type == y.type &&
                                     x.content == y.content;
                          });
    }

    void judge() {
        for (std::size_t i = 0; i < m_adapted.items().size(); ++i) {
            const auto& from = m_result.toSource[i];
            Change change = Change::Changed;
            if (from.empty())
                change = Change::Added;
            else if (from.size() == 1 && m_result.toAdapted[from[0].index].size() == 1 &&
                     isEqual(m_source.item(from[0]), m_adapted.items()[i]))
                change = Change::Same;
            m_result.adapted[i] = change;
            for (const ItemId source : from)
                m_result.source[source.index] = change;
            if (m_adapted.items()[i].isOperator())
                ++(change == Change::Added     ? m_result.added
                   : change == Change::Changed ? m_result.changed
                                               : m_result.same);
        }
        for (std::size_t i = 0; i < m_source.items().size(); ++i) {
            if (!m_result.toAdapted[i].empty())
                continue;
            m_result.source[i] = Change::Removed;
            m_result.removed += m_source.items()[i].isOperator();
        }
    }

    const Diagram& m_source;
    const Diagram& m_adapted;
    Difference m_result;
};

} // namespace

Difference difference(const Diagram& source, const Diagram& adapted, bool byName) {
    return Differ(source, adapted).run(byName);
}

} // namespace metainfer::drawing
