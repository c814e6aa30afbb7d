// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// From a refusal's context to a rule, and from rules to refusals.
#include "engine/adaptation/learned_legality.h"

#include "measurement/runtime_facts.h"
#include "measurement/time_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace metainfer::engine {
namespace {

using candidates::LearnedRule;

/// What stands behind "key: " in the error's context.
std::string contextEntry(const Error& error, std::string_view key) {
    for (const std::string& entry : error.context)
        if (entry.starts_with(key) && entry.substr(key.size()).starts_with(": "))
            return entry.substr(key.size() + 2);
    return {};
}

struct FoundNode {
    const ir::Graph* graph = nullptr;
    const ir::Node* node = nullptr;
};

/// By name, which for nodes without one is that of their first output; else the first of the type.
FoundNode findNode(const ir::Model& model, const std::string& opType, const std::string& name) {
    FoundNode named, first;
    ir::forEachGraph(model, [&](const ir::Graph& graph, const std::string&) {
        for (const ir::NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            const std::string full =
                node.domain.empty() ? node.opType : node.domain + ":" + node.opType;
            if (node.opType != opType && full != opType)
                continue;
            const bool isNamed =
                !name.empty() &&
                (node.name == name || (!node.outputs.empty() && node.outputs[0].isValid() &&
                                       graph.value(node.outputs[0]).name == name));
            if (isNamed && !named.node)
                named = {&graph, &node};
            if (!first.node)
                first = {&graph, &node};
        }
    });
    return named.node ? named : first;
}

/// The least special form that no node before the refused one has: those were taken. Empty when
/// even the exact form does not tell them apart.
std::string tellingForm(const FoundNode& found) {
    for (const auto form : {candidates::nodeForm, candidates::exactNodeForm}) {
        const std::string wanted = form(*found.graph, *found.node);
        bool isTold = true;
        for (const ir::NodeId id : found.graph->order()) {
            if (id == found.node->id)
                break;
            isTold = isTold && form(*found.graph, found.graph->node(id)) != wanted;
        }
        if (isTold)
            return wanted;
    }
    return {};
}

bool hasForbidden(const ir::Model& model, const LearnedRule& rule) {
    return candidates::firstViolation(std::span(&rule, 1), model).has_value();
}

std::string shortName(const LearnedRule& rule) {
    if (rule.operatorType == "*")
        return rule.dtype;
    return rule.dtype.empty() ? rule.operatorType
                              : fmt::format("{} ({})", rule.operatorType, rule.dtype);
}

} // namespace

std::shared_ptr<LearnedLegality> LearnedLegality::open(measurement::Device& device,
                                                       const EventSink& events,
                                                       experience::LegalityStore store) {
    std::shared_ptr<LearnedLegality> legality(new LearnedLegality);
    const SessionOptions session = measurement::plainSession(device.capabilities());
    const hardware::Environment environment = device.environment(session);
    legality->m_device = device.name();
    legality->m_events = events;
    legality->m_store = std::move(store);
    const std::size_t at = environment.runtime.find('@');
    legality->m_runtime = environment.runtime.substr(0, at);
    legality->m_version = at == std::string::npos ? "" : environment.runtime.substr(at + 1);
    legality->m_sha256 = environment.runtimeSha256;
    auto rules = legality->m_store.rules(legality->m_device);
    if (!rules) {
        notify(events, Remark{Severity::Warning, "learned_rules", rules.error().text()});
        return legality;
    }
    legality->m_rules = std::move(*rules);
    legality->revoke([&](const LearnedRule& rule) {
        return rule.runtime == legality->m_runtime && (rule.runtimeVersion != legality->m_version ||
                                                       rule.runtimeSha256 != legality->m_sha256);
    });
    std::erase_if(legality->m_rules,
                  [&](const LearnedRule& rule) { return rule.runtime != legality->m_runtime; });
    return legality;
}

void LearnedLegality::revoke(const std::function<bool(const LearnedRule&)>& isRevoked) {
    std::size_t count = 0;
    for (const LearnedRule& rule : m_rules) {
        if (!isRevoked(rule))
            continue;
        ++count;
        notify(m_events, Remark{Severity::Information, "rule_revoked",
                                fmt::format("no longer held true of {}: {}", m_device,
                                            candidates::ruleText(rule, m_device))});
    }
    if (count == 0)
        return;
    std::erase_if(m_rules, isRevoked);
    if (const auto forgotten = m_store.forget(m_device, isRevoked); !forgotten)
        notify(m_events, Remark{Severity::Warning, "learned_rules", forgotten.error().text()});
}

std::optional<Error> LearnedLegality::refusal(const ir::Model& model,
                                              const candidates::PrecisionPlan& plan) {
    const auto violation = candidates::firstViolation(m_rules, model);
    if (!violation)
        return std::nullopt;
    const LearnedRule rule = *violation->rule;
    const std::string form = candidates::planForm(plan);
    if (!rule.precision.empty() && !form.empty() && rule.precision != form)
        keep(candidates::ruleOfPlan(rule, plan));
    return Error{
        ErrorCode::Unsupported,
        fmt::format("{}; node {} has it", candidates::ruleText(rule, m_device), violation->node),
        "replace the operator, or use a runtime that has it",
        {}};
}

std::optional<Error> LearnedLegality::refusal(const candidates::PrecisionPlan& plan) const {
    const LearnedRule* rule = candidates::forbiddingPlan(m_rules, plan);
    if (!rule)
        return std::nullopt;
    return Error{
        ErrorCode::Unsupported,
        fmt::format("{}: {}", candidates::planForm(plan), candidates::ruleText(*rule, m_device)),
        {},
        {}};
}

bool LearnedLegality::learn(const Error& error, const ir::Model& model,
                            const candidates::PrecisionPlan& plan, const ir::Model& original,
                            const std::string& session) {
    if (error.code != ErrorCode::Unsupported)
        return false;
    LearnedRule rule;
    rule.operatorType = contextEntry(error, "operator");
    rule.dtype = contextEntry(error, "dtype");
    const std::string reason = contextEntry(error, "form");
    if (rule.operatorType.empty()) {
        if (rule.dtype.empty())
            return false;
        rule.operatorType = "*";
    } else {
        const FoundNode found = findNode(model, rule.operatorType, contextEntry(error, "node"));
        if (found.node && !found.node->domain.empty() && found.node->domain != "ai.onnx")
            rule.operatorType = found.node->domain + ":" + found.node->opType;
        // Without the node nothing tells which form is refused.
        if (!reason.empty())
            rule.form = found.node ? tellingForm(found) : std::string();
        if (!reason.empty() && rule.form.empty())
            return false;
    }
    rule.reason = reason.empty() ? error.message : reason;
    rule.runtime = m_runtime;
    rule.runtimeVersion = m_version;
    rule.runtimeSha256 = m_sha256;
    rule.session = session;
    rule.date = measurement::utcNow();
    if (!hasForbidden(original, rule))
        rule.precision = candidates::planForm(plan);
    keep(rule);
    return true;
}

void LearnedLegality::keep(const LearnedRule& rule) {
    const auto same = std::find_if(m_rules.begin(), m_rules.end(),
                                   [&](const LearnedRule& other) { return other.sameAs(rule); });
    if (same == m_rules.end()) {
        m_rules.push_back(rule);
        notify(m_events, Remark{Severity::Information, "rule_learned",
                                fmt::format("learned: {}", candidates::ruleText(rule, m_device))});
    } else {
        ++same->count;
        same->date = rule.date;
    }
    if (const auto kept = m_store.remember(m_device, rule); !kept)
        notify(m_events, Remark{Severity::Warning, "learned_rules", kept.error().text()});
}

void LearnedLegality::confirm(const ir::Model& model, const candidates::PrecisionPlan& plan) {
    if (m_rules.empty())
        return;
    const std::string form = candidates::planForm(plan);
    revoke([&](const LearnedRule& rule) {
        return (!form.empty() && rule.precision == form) || hasForbidden(model, rule);
    });
}

std::string LearnedLegality::refusedOperators(const ir::Model& model) const {
    std::set<std::string> names;
    for (const LearnedRule& rule : m_rules)
        if (hasForbidden(model, rule))
            names.insert(shortName(rule));
    return fmt::format("{}", fmt::join(names, ", "));
}

} // namespace metainfer::engine
