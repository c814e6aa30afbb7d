// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Matching of patterns, and the way of an intent from the source nodes to those that replace them.
#include "candidates/intents.h"

#include <algorithm>
#include <map>
#include <set>

namespace metainfer::candidates {
namespace {

/// `*` stands for any text, the empty one too. Linear in practice: only the last star is retried.
bool matchesGlob(std::string_view pattern, std::string_view text) {
    std::size_t p = 0, t = 0, star = pattern.npos, resumeAt = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resumeAt = t;
        } else if (p < pattern.size() && pattern[p] == text[t]) {
            ++p;
            ++t;
        } else if (star != pattern.npos) {
            p = star + 1;
            t = ++resumeAt;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

bool isNamed(std::string_view pattern, std::string_view name) {
    if (name.empty())
        return false;
    if (matchesGlob(pattern, name))
        return true;
    const bool isScope = pattern.find('*') == pattern.npos && name.size() > pattern.size() &&
                         name.starts_with(pattern);
    return isScope && (name[pattern.size()] == '/' || name[pattern.size()] == '.' ||
                       pattern.ends_with('/') || pattern.ends_with('.'));
}

std::string firstOutput(const ir::Graph& graph, const ir::Node& node) {
    for (const ir::ValueId output : node.outputs)
        if (output.isValid())
            return graph.value(output).name;
    return {};
}

ElementType typeOf(Precision precision) {
    switch (precision) {
    case Precision::Int8Static:
    case Precision::Int8Dynamic:
        return ElementType::Int8;
    case Precision::Int4Weights:
        return ElementType::Int4;
    case Precision::Float16:
        return ElementType::Float16;
    case Precision::Float:
        break;
    }
    return ElementType::Float;
}

/// What both allow; an empty list allows all, so a conflict leaves float alone.
std::vector<ElementType> allowedByBoth(const std::vector<ElementType>& a,
                                       const std::vector<ElementType>& b) {
    if (a.empty() || b.empty())
        return a.empty() ? b : a;
    std::vector<ElementType> both;
    for (const ElementType type : a)
        if (std::find(b.begin(), b.end(), type) != b.end())
            both.push_back(type);
    if (both.empty())
        both.push_back(ElementType::Float);
    return both;
}

} // namespace

std::size_t setIntent(ir::Model& model, const std::string& pattern, const ir::Intent& intent) {
    std::size_t named = 0;
    ir::forEachGraph(model, [&](ir::Graph& graph, const std::string&) {
        for (const ir::NodeId id : graph.order()) {
            ir::Node& node = graph.node(id);
            if (!isNamed(pattern, node.name) && !isNamed(pattern, firstOutput(graph, node)))
                continue;
            ++named;
            ir::Intent merged = node.intent.value_or(ir::Intent{});
            if (intent.kind != ir::IntentKind::None)
                merged.kind = intent.kind;
            if (!intent.layout.empty())
                merged.layout = intent.layout;
            if (!intent.precisions.empty())
                merged.precisions = intent.precisions;
            node.intent = std::move(merged);
        }
    });
    return named;
}

void inheritIntents(const ir::Model& source, ir::Model& rewritten) {
    std::map<std::uint32_t, ir::Intent> bySource;
    ir::forEachGraph(source, [&](const ir::Graph& graph, const std::string&) {
        for (const ir::NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            if (node.intent)
                for (const ir::SourceId origin : node.origins)
                    bySource.emplace(origin.index, *node.intent);
        }
    });
    if (bySource.empty())
        return;
    ir::forEachGraph(rewritten, [&](ir::Graph& graph, const std::string&) {
        for (const ir::NodeId id : graph.order()) {
            ir::Node& node = graph.node(id);
            for (const ir::SourceId origin : node.origins) {
                const auto found = bySource.find(origin.index);
                if (found == bySource.end())
                    continue;
                if (!node.intent) {
                    node.intent = found->second;
                    continue;
                }
                node.intent->precisions =
                    allowedByBoth(node.intent->precisions, found->second.precisions);
                if (node.intent->layout != found->second.layout)
                    node.intent->layout.clear();
                if (node.intent->kind == ir::IntentKind::None)
                    node.intent->kind = found->second.kind;
            }
        }
    });
}

bool mayBecome(const ir::Node& node, Precision precision) {
    if (precision == Precision::Float || !node.intent || node.intent->precisions.empty())
        return true;
    const auto& allowed = node.intent->precisions;
    return std::find(allowed.begin(), allowed.end(), typeOf(precision)) != allowed.end();
}

bool mustBeLean(const ir::Node& node) {
    return node.intent && (node.intent->kind == ir::IntentKind::LatencyCritical ||
                           node.intent->kind == ir::IntentKind::MemoryConstrained);
}

std::vector<std::string> nodeNames(const ir::Model& model) {
    std::set<std::string> names;
    ir::forEachGraph(model, [&](const ir::Graph& graph, const std::string&) {
        for (const ir::NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            names.insert(node.name.empty() ? firstOutput(graph, node) : node.name);
        }
    });
    names.erase(std::string());
    return {names.begin(), names.end()};
}

} // namespace metainfer::candidates
