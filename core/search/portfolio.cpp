// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Sharing the asks among strategies and drawing by predicted improvement.
#include "search/portfolio.h"

#include "search/strategies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace metainfer::search {
namespace {

/// Share of a pool's mean weight that each of its candidates has at least: the predictor may be
/// wrong about any of them.
constexpr double kFloor = 0.1;
constexpr double kSmallestSigma = 0.02;
/// Intervals are 95 %: their width in standard deviations.
constexpr double kIntervalSigmas = 2 * 1.96;

/// Expected improvement over `best` of a log-normal score: what the draw is proportional to.
double expectedImprovement(const Interval& score, double best) {
    if (score.value <= 0 || best <= 0)
        return 0;
    const double low = std::max(score.low, 1e-9), high = std::max(score.high, low);
    const double sigma = std::max(kSmallestSigma, std::log(high / low) / kIntervalSigmas);
    const double z = (std::log(best) - std::log(score.value)) / sigma;
    const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
    const double cumulative = std::erfc(-z / std::numbers::sqrt2) / 2;
    return sigma * (z * cumulative + density);
}

} // namespace

Portfolio::Portfolio(const SampleSource& source, Objectives objectives, MetricValues original,
                     PortfolioOptions options)
    : m_source(&source)
    , m_objectives(std::move(objectives))
    , m_original(std::move(original))
    , m_options(std::move(options))
    , m_random(Random(m_options.seed).split("search")) {}

Result<Portfolio> Portfolio::create(const SampleSource& source, const Objectives& objectives,
                                    const MetricValues& original, const StrategyInput& input,
                                    const PortfolioOptions& options) {
    if (!(options.exploreRatio >= 0 && options.exploreRatio <= 1))
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("explore_ratio {} is outside 0 to 1", options.exploreRatio));
    Portfolio portfolio(source, objectives, original, options);
    const std::vector<std::string> names =
        options.strategies.empty() ? strategyNames() : options.strategies;
    for (const std::string& name : names) {
        MI_ASSIGN(auto strategy, createStrategy(name, input));
        auto& group =
            strategyRole(name) == StrategyRole::Knows ? portfolio.m_knowing : portfolio.m_exploring;
        group.push_back(std::move(strategy));
    }
    return portfolio;
}

std::vector<Proposal> Portfolio::ask(std::size_t count) {
    std::vector<Proposal> proposals;
    if (count == 0)
        return proposals;
    // Rounds alternate which share gets the odd one, so that small rounds keep the ratio too.
    const double exact = m_options.exploreRatio * static_cast<double>(count);
    std::size_t exploring = static_cast<std::size_t>(exact);
    if (m_random.uniform() < exact - static_cast<double>(exploring))
        ++exploring;
    std::vector<Pooled> known = gather(m_knowing, count);
    take(known, count - exploring, false, proposals);
    std::vector<Pooled> explored = gather(m_exploring, count);
    take(explored, count - proposals.size(), true, proposals);
    take(known, count - proposals.size(), false, proposals); // exploring ran dry
    return proposals;
}

void Portfolio::tell(std::span<const Outcome> outcomes) {
    for (const Outcome& outcome : outcomes) {
        m_seen.insert(m_source->key(outcome.candidate));
        if (!outcome.failed() && outcome.feasible)
            m_bestScore = std::min(m_bestScore, outcome.score);
    }
    for (auto& strategy : m_knowing)
        strategy->tell(outcomes);
    for (auto& strategy : m_exploring)
        strategy->tell(outcomes);
}

void Portfolio::exclude(const Candidate& candidate) {
    m_seen.insert(m_source->key(candidate));
}

bool Portfolio::admits(const Candidate& candidate, const std::string& key) {
    Status status = m_source->admit(candidate);
    if (status)
        return true;
    m_seen.insert(key);
    m_rejections.push_back({key, candidate.origin, std::move(status).error()});
    return false;
}

std::vector<Portfolio::Pooled> Portfolio::gather(Strategies& strategies, std::size_t count) {
    std::vector<Pooled> pool;
    std::unordered_set<std::string> pooled;
    for (auto& strategy : strategies) {
        AskContext context{*m_source, m_random, m_seen};
        for (Candidate& candidate : strategy->ask(count * m_options.poolFactor, context)) {
            candidate.origin = strategy->name();
            std::string key = m_source->key(candidate);
            if (m_seen.contains(key) || pooled.contains(key) || !admits(candidate, key))
                continue;
            pooled.insert(key);
            Pooled entry{std::move(candidate), std::move(key), {}, 1, false};
            entry.predicted = m_source->predict(entry.candidate);
            // What was measured to be good is not drawn for, it is tried again first.
            entry.ordered = strategy->name() == "experience" ||
                            (entry.predicted.empty() && &strategies == &m_knowing);
            pool.push_back(std::move(entry));
        }
    }
    weigh(pool);
    return pool;
}

void Portfolio::weigh(std::vector<Pooled>& pool) const {
    double sum = 0;
    std::size_t predicted = 0;
    for (Pooled& entry : pool) {
        if (entry.predicted.empty())
            continue;
        const Score score = scoreOf(m_objectives, {{}, entry.predicted, {}, {}}, m_original);
        entry.weight = expectedImprovement(score.total, m_bestScore);
        sum += entry.weight;
        ++predicted;
    }
    if (predicted == 0)
        return;
    const double mean = sum / static_cast<double>(predicted);
    for (Pooled& entry : pool)
        entry.weight = entry.predicted.empty()
                           ? std::max(mean, 1e-12)
                           : std::max(entry.weight, std::max(kFloor * mean, 1e-12));
}

std::size_t Portfolio::drawIndex(const std::vector<Pooled>& pool, double& probability) {
    for (std::size_t i = 0; i < pool.size(); ++i)
        if (pool[i].ordered) {
            probability = 1;
            return i;
        }
    double sum = 0;
    for (const Pooled& entry : pool)
        sum += entry.weight;
    double mark = m_random.uniform() * sum;
    std::size_t chosen = pool.size() - 1;
    for (std::size_t i = 0; i < pool.size(); ++i) {
        mark -= pool[i].weight;
        if (mark < 0) {
            chosen = i;
            break;
        }
    }
    probability = pool[chosen].weight / sum;
    return chosen;
}

void Portfolio::take(std::vector<Pooled>& pool, std::size_t count, bool exploring,
                     std::vector<Proposal>& into) {
    while (count > 0 && !pool.empty()) {
        double probability = 1;
        const std::size_t chosen = drawIndex(pool, probability);
        Pooled entry = std::move(pool[chosen]);
        pool.erase(pool.begin() + static_cast<std::ptrdiff_t>(chosen));
        if (!m_seen.insert(entry.key).second)
            continue;
        entry.candidate.id = fmt::format("c{}", ++m_count);
        into.push_back(
            {std::move(entry.candidate), std::move(entry.predicted), probability, exploring});
        --count;
    }
}

} // namespace metainfer::search
