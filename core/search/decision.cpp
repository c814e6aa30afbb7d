// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Choosing among measured candidates.
#include "search/decision.h"

#include "search/pareto.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace metainfer::search {
namespace {

double worstExcess(const Verdict& verdict) {
    double worst = 0;
    for (const LimitCheck& check : verdict.limits)
        if (check.state == LimitState::Violated)
            worst = std::max(worst, check.excess);
    return worst;
}

std::vector<std::string> violations(const Verdict& verdict) {
    std::vector<std::string> texts;
    for (const LimitCheck& check : verdict.limits)
        if (check.state == LimitState::Violated)
            texts.push_back(check.text);
    return texts;
}

/// A gain that the interval proves and that is worth an artefact.
bool isClearlyBetter(const Interval& ratio, double minGain) {
    return ratio.high < 1 && ratio.value <= 1 - minGain;
}

std::string percent(double ratio) {
    return fmt::format("{:.1f} %", std::abs(1 - ratio) * 100);
}

/// Decides one problem; the parts share what they found out.
class Decider {
  public:
    Decider(const Objectives& objectives, const Constraints& constraints,
            const Evaluation& original, const std::vector<Evaluation>& candidates,
            const DecisionOptions& options)
        : m_objectives(objectives)
        , m_original(original)
        , m_candidates(candidates)
        , m_options(options)
        , m_limits(limitsOf(objectives, constraints, original.values)) {}

    Decision run() {
        m_decision.verdicts.push_back(judge(m_original));
        for (const Evaluation& candidate : m_candidates)
            m_decision.verdicts.push_back(judge(candidate));
        markDominated();
        noteUnverified();
        const Verdict& own = m_decision.verdicts.front();
        std::vector<std::size_t> worth;
        for (std::size_t i = 1; i < m_decision.verdicts.size(); ++i)
            if (isWorthIt(m_decision.verdicts[i], own.feasible))
                worth.push_back(i);
        if (!worth.empty())
            adapt(best(worth), worth, own.feasible);
        else if (own.feasible)
            keep();
        else
            explainInfeasible();
        return std::move(m_decision);
    }

  private:
    Verdict judge(const Evaluation& candidate) const {
        Verdict verdict;
        verdict.id = candidate.id;
        verdict.score = scoreOf(m_objectives, candidate, m_original.values);
        verdict.limits = checkLimits(m_limits, candidate, m_original.values);
        const std::vector<std::string> broken = violations(verdict);
        verdict.feasible = broken.empty() && candidate.invalid.empty();
        if (!candidate.invalid.empty())
            verdict.reason = candidate.invalid;
        else if (!broken.empty())
            verdict.reason = fmt::format("{}", fmt::join(broken, "; "));
        else if (!verdict.score.complete)
            verdict.reason = "an objective was not measured";
        return verdict;
    }

    void markDominated() {
        std::vector<std::optional<std::vector<double>>> points;
        points.push_back(coordinatesOf(m_objectives, m_original, m_original.values));
        for (const Evaluation& candidate : m_candidates)
            points.push_back(coordinatesOf(m_objectives, candidate, m_original.values));
        for (std::size_t i = 0; i < points.size(); ++i)
            for (std::size_t j = 0; j < points.size() && !m_decision.verdicts[i].dominated; ++j)
                if (points[i] && points[j] && m_decision.verdicts[j].feasible)
                    m_decision.verdicts[i].dominated = dominates(*points[j], *points[i]);
    }

    void noteUnverified() {
        for (const LimitCheck& check : m_decision.verdicts.front().limits)
            if (check.state == LimitState::Unverified)
                m_decision.unverified.push_back(check.text);
    }

    bool isWorthIt(Verdict& verdict, bool originalIsFeasible) const {
        if (!verdict.feasible || !verdict.score.complete)
            return false;
        if (!originalIsFeasible)
            return true;
        const Interval& total = verdict.score.total;
        if (isClearlyBetter(total, m_options.minGain))
            return true;
        const auto& second = verdict.score.secondary;
        if (second && total.value <= 1 + m_options.tieTolerance && total.low <= 1 &&
            isClearlyBetter(*second, m_options.minSecondaryGain))
            return true;
        verdict.reason =
            total.value < 1 && total.high >= 1
                ? fmt::format("cannot be told from the original ({:.3f} [{:.3f}, "
                              "{:.3f}] of it)",
                              total.value, total.low, total.high)
            : total.value < 1
                ? fmt::format("gains only {}, less than the {:.0f} % that another "
                              "artefact is worth",
                              percent(total.value), m_options.minGain * 100)
                : fmt::format("is not better than the original ({:.3f} of it)", total.value);
        return false;
    }

    bool isTie(const Score& leader, const Score& other) const {
        if (other.total.value <= leader.total.value * (1 + m_options.tieTolerance))
            return true;
        return leader.measured && other.measured && other.total.low <= leader.total.high &&
               leader.total.low < leader.total.high;
    }

    /// The same in every objective: the first of such is chosen.
    static bool isEqual(const Score& chosen, const Score& other) {
        const auto second = [](const Score& score) {
            return score.secondary ? std::optional(score.secondary->value) : std::nullopt;
        };
        return other.total.value == chosen.total.value && second(other) == second(chosen);
    }

    std::size_t best(const std::vector<std::size_t>& among) const {
        const auto score = [&](std::size_t i) -> const Score& {
            return m_decision.verdicts[i].score;
        };
        std::size_t leader = among.front();
        for (std::size_t i : among)
            if (score(i).total.value < score(leader).total.value)
                leader = i;
        if (m_objectives.weighted || !score(leader).secondary)
            return leader;
        std::size_t chosen = leader;
        for (std::size_t i : among)
            if (isTie(score(leader), score(i)) && score(i).secondary &&
                score(i).secondary->value <
                    score(chosen).secondary->value * (1 - m_options.tieTolerance))
                chosen = i;
        return chosen;
    }

    void adapt(std::size_t chosen, const std::vector<std::size_t>& among, bool originalIsFeasible) {
        Verdict& winner = m_decision.verdicts[chosen];
        m_decision.answer = Answer::Adapt;
        m_decision.chosen = winner.id;
        const auto equals = std::count_if(among.begin(), among.end(), [&](std::size_t i) {
            return i != chosen && isEqual(winner.score, m_decision.verdicts[i].score);
        });
        m_decision.reason = winnerReason(winner, originalIsFeasible);
        if (equals > 0)
            m_decision.reason +=
                fmt::format("; as good in every objective: {} more, the first of all these is "
                            "chosen",
                            equals);
        winner.reason = m_decision.reason;
        for (Verdict& other : m_decision.verdicts)
            if (other.reason.empty() && other.id != winner.id)
                other.reason = loserReason(other, winner);
    }

    std::string winnerReason(const Verdict& winner, bool originalIsFeasible) const {
        const std::string measure =
            m_objectives.weighted ? std::string("total score")
                                  : std::string(measurement::metricName(m_objectives.primary()));
        const Interval& total = winner.score.total;
        std::string text = fmt::format("{} is {:.3f} [{:.3f}, {:.3f}] of the original's", measure,
                                       total.value, total.low, total.high);
        if (!winner.score.measured)
            text += ", predicted or simulated in part";
        if (winner.score.secondary && m_objectives.terms.size() > 1)
            text += fmt::format("; {} is {:.3f} of it",
                                measurement::metricName(m_objectives.terms[1].metric),
                                winner.score.secondary->value);
        if (!originalIsFeasible)
            text += "; the original itself does not meet the limits: " +
                    m_decision.verdicts.front().reason;
        return text;
    }

    std::string loserReason(const Verdict& other, const Verdict& winner) const {
        const Score &mine = other.score, &its = winner.score;
        if (isEqual(its, mine))
            return "is as good as the chosen one in every objective, which comes before it";
        if (!m_objectives.weighted && mine.secondary && its.secondary &&
            mine.total.value <= its.total.value) {
            if (mine.secondary->value <= its.secondary->value) // by less than counts
                return "cannot be told from the chosen one, which comes before it";
            return fmt::format("cannot be told from the chosen one in the primary objective and is "
                               "worse in the secondary ({:.3f} against {:.3f})",
                               mine.secondary->value, its.secondary->value);
        }
        const char* beaten = other.dominated ? " and is dominated" : "";
        if (std::abs(mine.total.value - its.total.value) < 1e-3)
            return fmt::format("scores {:.6f} against {:.6f} of the chosen one{}", mine.total.value,
                               its.total.value, beaten);
        return fmt::format("scores {:.3f} against {:.3f} of the chosen one{}", mine.total.value,
                           its.total.value, beaten);
    }

    void keep() {
        m_decision.answer = Answer::KeepOriginal;
        m_decision.chosen = m_original.id;
        m_decision.reason =
            m_candidates.empty()
                ? "There was no candidate to compare with: keep the original."
                : "No candidate beats the original distinguishably within the limits: adapting is "
                  "not worth it, keep the original.";
    }

    bool meets(std::size_t verdict, std::size_t limit) const {
        return m_decision.verdicts[verdict].limits[limit].state != LimitState::Violated;
    }
    bool isValid(std::size_t verdict) const {
        return verdict == 0 ? m_original.invalid.empty()
                            : m_candidates[verdict - 1].invalid.empty();
    }

    void explainInfeasible() {
        m_decision.answer = Answer::NoneFeasible;
        findConflicts();
        findNearMisses();
        m_decision.reason = "No candidate meets the limits.";
        if (m_limits.empty())
            m_decision.reason = "No candidate passed its checks.";
        for (const LimitConflict& conflict : m_decision.conflicts)
            m_decision.reason += " " + conflict.text;
    }

    void findConflicts() {
        const auto nobodyMeets = [&](std::size_t a, std::size_t b) {
            for (std::size_t v = 0; v < m_decision.verdicts.size(); ++v)
                if (isValid(v) && meets(v, a) && meets(v, b))
                    return false;
            return true;
        };
        std::vector<std::size_t> possible;
        for (std::size_t a = 0; a < m_limits.size(); ++a) {
            if (!nobodyMeets(a, a)) {
                possible.push_back(a);
                continue;
            }
            m_decision.conflicts.push_back(
                {{m_limits[a].name}, fmt::format("No candidate meets {}.", m_limits[a].text())});
        }
        for (std::size_t i = 0; i < possible.size(); ++i)
            for (std::size_t j = i + 1; j < possible.size(); ++j)
                if (nobodyMeets(possible[i], possible[j]))
                    m_decision.conflicts.push_back(
                        {{m_limits[possible[i]].name, m_limits[possible[j]].name},
                         fmt::format("Some candidates meet {}, others {}, none both.",
                                     m_limits[possible[i]].text(), m_limits[possible[j]].text())});
        if (!m_decision.conflicts.empty() || m_limits.size() < 3)
            return;
        LimitConflict all;
        for (const Limit& limit : m_limits)
            all.limits.push_back(limit.name);
        all.text = fmt::format("Each two of these limits can be met, but not all together: {}.",
                               fmt::join(all.limits, ", "));
        m_decision.conflicts.push_back(std::move(all));
    }

    void findNearMisses() {
        std::vector<std::size_t> order;
        for (std::size_t v = 0; v < m_decision.verdicts.size(); ++v)
            if (isValid(v) && !m_decision.verdicts[v].feasible)
                order.push_back(v);
        // A limit that was merely not measured is no near miss: it sorts behind the measured ones.
        const auto rank = [&](std::size_t v) {
            const Verdict& verdict = m_decision.verdicts[v];
            const bool unmeasured = std::any_of(
                verdict.limits.begin(), verdict.limits.end(), [](const LimitCheck& check) {
                    return check.state == LimitState::Violated && check.uncertain;
                });
            return std::make_pair(unmeasured, worstExcess(verdict));
        };
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
        for (std::size_t v : order) {
            if (m_decision.nearestMisses.size() == 3)
                break;
            const Verdict& verdict = m_decision.verdicts[v];
            m_decision.nearestMisses.push_back(
                {verdict.id, worstExcess(verdict), violations(verdict)});
        }
    }

    const Objectives& m_objectives;
    const Evaluation& m_original;
    const std::vector<Evaluation>& m_candidates;
    const DecisionOptions& m_options;
    std::vector<Limit> m_limits;
    Decision m_decision;
};

Json toJson(const Interval& interval) {
    return Json{{"value", interval.value}, {"low", interval.low}, {"high", interval.high}};
}

std::string_view stateName(LimitState state) {
    switch (state) {
    case LimitState::Met:
        return "met";
    case LimitState::Violated:
        return "violated";
    case LimitState::Unverified:
        break;
    }
    return "unverified";
}

Json toJson(const Verdict& verdict) {
    Json limits = Json::array();
    for (const LimitCheck& check : verdict.limits)
        limits.push_back(Json{{"limit", check.limit.text()},
                              {"state", stateName(check.state)},
                              {"uncertain", check.uncertain},
                              {"text", check.text}});
    Json json{{"id", verdict.id},
              {"feasible", verdict.feasible},
              {"dominated", verdict.dominated},
              {"score", toJson(verdict.score.total)},
              {"measured", verdict.score.measured},
              {"complete", verdict.score.complete},
              {"limits", std::move(limits)},
              {"reason", verdict.reason}};
    if (verdict.score.secondary)
        json["secondary"] = toJson(*verdict.score.secondary);
    return json;
}

} // namespace

std::string_view answerName(Answer answer) {
    switch (answer) {
    case Answer::Adapt:
        return "adapt";
    case Answer::KeepOriginal:
        return "keep_original";
    case Answer::NoneFeasible:
        break;
    }
    return "none_feasible";
}

Json Decision::toJson() const {
    Json json{{"answer", answerName(answer)}, {"chosen", chosen}, {"reason", reason}};
    json["verdicts"] = Json::array();
    for (const Verdict& verdict : verdicts)
        json["verdicts"].push_back(search::toJson(verdict));
    json["conflicts"] = Json::array();
    for (const LimitConflict& conflict : conflicts)
        json["conflicts"].push_back(Json{{"limits", conflict.limits}, {"text", conflict.text}});
    json["nearest_misses"] = Json::array();
    for (const NearMiss& miss : nearestMisses)
        json["nearest_misses"].push_back(
            Json{{"id", miss.id}, {"excess", miss.excess}, {"violations", miss.violations}});
    json["unverified"] = unverified;
    return json;
}

Decision decide(const Objectives& objectives, const Constraints& constraints,
                const Evaluation& original, const std::vector<Evaluation>& candidates,
                const DecisionOptions& options) {
    return Decider(objectives, constraints, original, candidates, options).run();
}

} // namespace metainfer::search
