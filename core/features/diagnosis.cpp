// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Shares, rules and limits brought together.
#include "features/diagnosis.h"

#include "features/unknown_sizes.h"

#include <algorithm>
#include <set>

namespace metainfer::features {
namespace {

struct FamilyRow {
    std::size_t nodes = 0;
    double cost = 0, flops = 0, bytes = 0;
    std::size_t withRule = 0;            ///< nodes that an applicable rule changes
    std::map<std::string, int> declines; ///< "rule: reason" -> how often
};

std::string percent(double share) {
    return fmt::format("{:.0f} %", 100 * share);
}

std::string mebibytes(double bytes) {
    return fmt::format("{:.1f} MiB", bytes / (1 << 20));
}

class Diagnostician {
  public:
    Diagnostician(const ir::Model& model, const ModelFeatures& features,
                  const hardware::Profile* target, std::span<const RuleAt> rules,
                  const DiagnosisOptions& options)
        : m_model(model)
        , m_features(features)
        , m_target(target)
        , m_rules(rules)
        , m_options(options) {}

    Diagnosis run() {
        price();
        indexRules();
        Json json = {{"schema", "diagnosis/1"}};
        json["model"] = m_features.toJson();
        if (m_target)
            json["hardware"] = {{"name", m_target->name},
                                {"type", hardware::deviceTypeName(m_target->type)},
                                {"measured", m_target->hasMeasurements()}};
        json["cost"] = {{"basis", m_basis}, {"total", m_total}};
        json["hot_spots"] = hotSpots();
        json["families"] = families();
        json["operators"] = support();
        json["rules"] = rules();
        json["peak_memory"] = memory();
        remark();
        const auto rank = [](const Remark& r) {
            return r.severity == "error" ? 0 : r.severity == "warning" ? 1 : 2;
        };
        std::stable_sort(m_remarks.begin(), m_remarks.end(),
                         [&](const Remark& a, const Remark& b) { return rank(a) < rank(b); });
        json["remarks"] = Json::array();
        for (const Remark& r : m_remarks)
            json["remarks"].push_back(
                {{"code", r.code}, {"severity", r.severity}, {"text", r.text}});
        return {std::move(m_remarks), std::move(json)};
    }

  private:
    /// One cost per node: given times, else the roofline's, else work.
    void price() {
        const auto& nodes = m_features.nodes;
        const bool timed = !m_options.microseconds.empty();
        const bool estimated = std::any_of(nodes.begin(), nodes.end(), [](const auto& n) {
            return n.estimatedUs && *n.estimatedUs > 0;
        });
        m_basis = timed       ? fmt::format("microseconds, {}", numberSourceName(m_options.source))
                  : estimated ? "microseconds, predicted by the roofline"
                  : m_target
                      ? fmt::format("FLOPs: the profile of {} gives no times", m_target->name)
                      : "FLOPs: no hardware profile was given";
        for (const NodeFeatures& node : nodes) {
            double cost = 0;
            if (timed) {
                const auto it = m_options.microseconds.find(node.site);
                cost = it == m_options.microseconds.end() ? 0 : it->second;
            } else if (estimated) {
                cost = node.estimatedUs.value_or(0);
            } else if (node.work) {
                cost = node.work->flops;
            }
            m_cost.push_back(cost);
            m_total += cost;
            FamilyRow& family = m_families[node.family];
            ++family.nodes;
            family.cost += cost;
            if (node.work) {
                family.flops += node.work->flops;
                family.bytes += node.work->bytes();
            }
        }
    }

    double share(double cost) const { return m_total > 0 ? cost / m_total : 0; }

    void indexRules() {
        for (const RuleAt& rule : m_rules)
            for (const std::string& node : rule.nodes)
                m_rulesOf[rule.graph.empty() ? node : rule.graph + ":" + node].push_back(&rule);
        for (const NodeFeatures& node : m_features.nodes) {
            const auto it = m_rulesOf.find(node.site);
            if (it == m_rulesOf.end())
                continue;
            FamilyRow& family = m_families[node.family];
            bool applies = false;
            for (const RuleAt* rule : it->second) {
                applies = applies || rule->declined.empty();
                if (!rule->declined.empty())
                    ++family.declines[rule->rule + ": " + rule->declined];
            }
            family.withRule += applies;
        }
    }

    Json hotSpots() const {
        std::vector<std::size_t> order(m_features.nodes.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::stable_sort(order.begin(), order.end(),
                         [&](auto a, auto b) { return m_cost[a] > m_cost[b]; });
        order.resize(std::min(order.size(), m_options.hotSpots));
        Json list = Json::array();
        for (const std::size_t i : order) {
            const NodeFeatures& node = m_features.nodes[i];
            if (m_cost[i] <= 0)
                break;
            Json row = {{"site", node.site},
                        {"op", node.opType},
                        {"family", node.family},
                        {"cost", m_cost[i]},
                        {"share", share(m_cost[i])},
                        {"inputs", node.inputs},
                        {"support", supportName(node.support)}};
            if (node.bound)
                row["bound"] = hardware::boundName(*node.bound);
            if (node.work)
                row["intensity"] = node.work->intensity();
            row["rules"] = Json::array();
            if (const auto it = m_rulesOf.find(node.site); it != m_rulesOf.end())
                for (const RuleAt* rule : it->second)
                    if (rule->declined.empty())
                        row["rules"].push_back(rule->rule);
            list.push_back(std::move(row));
        }
        return list;
    }

    Json families() const {
        std::vector<std::pair<std::string, FamilyRow>> rows(m_families.begin(), m_families.end());
        std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
            return a.second.cost > b.second.cost;
        });
        Json list = Json::array();
        for (const auto& [name, row] : rows)
            list.push_back({{"family", name},
                            {"nodes", row.nodes},
                            {"flops", row.flops},
                            {"bytes", row.bytes},
                            {"cost", row.cost},
                            {"share", share(row.cost)},
                            {"nodes_with_rule", row.withRule}});
        return list;
    }

    Json support() {
        std::map<std::string, std::pair<std::size_t, double>> slow;
        std::map<std::string, std::pair<std::size_t, double>> missing;
        std::map<std::string, std::string> reasons;
        for (std::size_t i = 0; i < m_features.nodes.size(); ++i) {
            const NodeFeatures& node = m_features.nodes[i];
            if (node.support != Support::Slow && node.support != Support::Unsupported)
                continue;
            auto& row = (node.support == Support::Slow ? slow : missing)[node.opType];
            ++row.first;
            row.second += m_cost[i];
            reasons[node.opType] = node.supportReason;
        }
        const auto listed = [&](const auto& rows) {
            Json list = Json::array();
            for (const auto& [opType, row] : rows)
                list.push_back({{"op", opType},
                                {"nodes", row.first},
                                {"share", share(row.second)},
                                {"reason", reasons[opType]}});
            return list;
        };
        for (const auto& [opType, row] : missing)
            add("unsupported", "error",
                fmt::format("{} of {} nodes cannot run on the target: {}. They need a rewrite, "
                            "another precision, or the host.",
                            row.first, opType, reasons[opType]));
        for (const auto& [opType, row] : slow)
            if (share(row.second) >= m_options.remarkableShare)
                add("slow_operator", "warning",
                    fmt::format("{} takes {} and is slow on the target: {}.", opType,
                                percent(share(row.second)), reasons[opType]));
        return {{"unsupported", listed(missing)}, {"slow", listed(slow)}};
    }

    Json rules() const {
        std::map<std::string, std::vector<const RuleAt*>> byRule;
        std::vector<std::string> order;
        for (const RuleAt& rule : m_rules) {
            if (!byRule.contains(rule.rule))
                order.push_back(rule.rule);
            byRule[rule.rule].push_back(&rule);
        }
        Json list = Json::array();
        for (const std::string& name : order) {
            Json row = {{"rule", name}, {"applies", 0}, {"declines", 0}};
            Json sites = Json::array();
            Json declined = Json::array();
            std::size_t applies = 0;
            for (const RuleAt* at : byRule[name]) {
                Json& into = at->declined.empty() ? sites : declined;
                applies += at->declined.empty();
                if (into.size() >= m_options.sitesPerRule)
                    continue;
                Json site = {{"site", at->site}};
                if (!at->declined.empty())
                    site["reason"] = at->declined;
                if (at->gainUs)
                    site["gain_us"] = {at->gainUs->value, at->gainUs->low, at->gainUs->high};
                into.push_back(std::move(site));
            }
            row["applies"] = applies;
            row["declines"] = byRule[name].size() - applies;
            row["sites"] = std::move(sites);
            row["declined"] = std::move(declined);
            list.push_back(std::move(row));
        }
        return list;
    }

    Json memory() {
        const Lifetimes lifetimes = tensorLifetimes(*m_model.graph);
        Json tensors = Json::array();
        for (const std::size_t i : lifetimes.atPeak) {
            if (tensors.size() >= m_options.hotSpots)
                break;
            tensors.push_back(
                {{"tensor", lifetimes.tensors[i].name}, {"bytes", lifetimes.tensors[i].bytes}});
        }
        return {{"activation_bytes", lifetimes.peakBytes},
                {"parameter_bytes", m_features.parameterBytes},
                {"node", lifetimes.peakNode},
                {"unknown_tensors", lifetimes.unknown},
                {"tensors", std::move(tensors)}};
    }

    void add(std::string code, std::string severity, std::string text) {
        m_remarks.push_back({std::move(code), std::move(severity), std::move(text)});
    }

    void remark() {
        for (const auto& [name, row] : m_families)
            if (share(row.cost) >= m_options.remarkableShare && row.withRule == 0)
                add("hot_without_rule", "note", withoutRule(name, row));
        if (m_features.unknownWork > 0)
            add("unknown_work", "note", unknownWorkText(m_model, m_features));
        if (!m_features.dynamicSymbols.empty() && m_target &&
            m_target->scheduling.dynamicShape == false)
            add("dynamic_shapes", "error",
                fmt::format("the inputs have the dynamic dimensions {} and {} takes static shapes "
                            "only: bind them.",
                            fmt::join(m_features.dynamicSymbols, ", "), m_target->name));
        if (m_target)
            remarkOnTarget();
    }

    std::string withoutRule(const std::string& family, const FamilyRow& row) const {
        std::string text =
            fmt::format("{} takes {} and no rule applies", family, percent(share(row.cost)));
        const auto reason =
            std::max_element(row.declines.begin(), row.declines.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
        if (reason != row.declines.end())
            text += fmt::format(" ({})", reason->first);
        return text + ".";
    }

    void remarkOnTarget() {
        double launch = 0;
        for (std::size_t i = 0; i < m_features.nodes.size(); ++i)
            if (m_features.nodes[i].bound == hardware::Bound::Launch)
                launch += m_cost[i];
        if (share(launch) >= 0.25)
            add("launch_bound", "warning",
                fmt::format("{} of the estimated time is in nodes whose launch overhead exceeds "
                            "their work: fusing them gains more than speeding them up.",
                            percent(share(launch))));
        const hardware::MemoryLevel* main = hardware::mainMemory(*m_target);
        const auto size = main ? main->totalBytes() : std::nullopt;
        const double needed = static_cast<double>(m_features.parameterBytes) +
                              static_cast<double>(m_features.peakActivationBytes);
        if (size && needed > *size)
            add("memory", "error",
                fmt::format("weights and activations need {} and {} has {}.", mebibytes(needed),
                            m_target->name, mebibytes(*size)));
    }

    const ir::Model& m_model;
    const ModelFeatures& m_features;
    const hardware::Profile* m_target;
    std::span<const RuleAt> m_rules;
    const DiagnosisOptions& m_options;
    std::string m_basis;
    std::vector<double> m_cost;
    double m_total = 0;
    std::map<std::string, FamilyRow> m_families;
    std::map<std::string, std::vector<const RuleAt*>> m_rulesOf;
    std::vector<Remark> m_remarks;
};

} // namespace

Diagnosis diagnose(const ir::Model& model, const ModelFeatures& features,
                   const hardware::Profile* target, std::span<const RuleAt> rules,
                   const DiagnosisOptions& options) {
    return Diagnostician(model, features, target, rules, options).run();
}

} // namespace metainfer::features
