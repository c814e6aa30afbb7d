// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// NSGA-II (Deb et al. 2002) as ask/tell: parents are the best of all that was measured.
#include "search/pareto.h"
#include "search/strategies.h"

#include <algorithm>
#include <numeric>

namespace metainfer::search {
namespace {

constexpr std::size_t kTriesPerCandidate = 12;
constexpr std::size_t kFewestParents = 2;
constexpr double kCrossoverRate = 0.5;
constexpr double kMutationAfterCrossover = 0.5;

struct Individual {
    Candidate candidate;
    std::vector<double> coordinates;
    bool feasible = true;
    std::size_t rank = 0;
    double crowding = 0;
};

/// Constrained domination: feasible before infeasible, then rank, then the less crowded.
bool isFitter(const Individual& a, const Individual& b) {
    if (a.feasible != b.feasible)
        return a.feasible;
    if (a.rank != b.rank)
        return a.rank < b.rank;
    return a.crowding > b.crowding;
}

class EvolutionStrategy final : public Strategy {
  public:
    explicit EvolutionStrategy(std::size_t population)
        : m_size(std::max(population, kFewestParents)) {}

    std::string_view name() const override { return "evolution"; }

    std::vector<Candidate> ask(std::size_t count, AskContext& context) override {
        std::vector<Candidate> out;
        if (m_population.size() < kFewestParents)
            return out; // the other strategies provide the first generation
        std::unordered_set<std::string> mine;
        for (std::size_t i = 0; i < count * kTriesPerCandidate && out.size() < count; ++i) {
            auto child = offspring(context);
            if (!child)
                continue;
            std::string key = context.source.key(*child);
            if (!context.seen.contains(key) && mine.insert(std::move(key)).second)
                out.push_back(std::move(*child));
        }
        return out;
    }

    void tell(std::span<const Outcome> outcomes) override {
        for (const Outcome& outcome : outcomes)
            if (!outcome.failed() && hasSameObjectives(outcome))
                m_population.push_back(
                    {outcome.candidate, outcome.coordinates, outcome.feasible, 0, 0});
        select();
    }

  private:
    bool hasSameObjectives(const Outcome& outcome) const {
        return m_population.empty() ||
               m_population.front().coordinates.size() == outcome.coordinates.size();
    }

    /// Ranks all and keeps the best `m_size`; equals stay in the order in which they were told.
    void select() {
        std::vector<std::vector<double>> points;
        for (const Individual& individual : m_population)
            points.push_back(individual.coordinates);
        const auto ranks = nonDominationRanks(points);
        const auto crowding = crowdingDistances(points);
        for (std::size_t i = 0; i < m_population.size(); ++i) {
            m_population[i].rank = ranks[i];
            m_population[i].crowding = crowding[i];
        }
        std::stable_sort(m_population.begin(), m_population.end(), isFitter);
        if (m_population.size() > m_size)
            m_population.resize(m_size);
    }

    const Candidate& tournament(Random& random) const {
        const std::size_t a = random.below(m_population.size());
        const std::size_t b = random.below(m_population.size());
        return m_population[std::min(a, b)].candidate; // sorted by fitness
    }

    std::optional<Candidate> offspring(AskContext& context) const {
        Random& random = context.random;
        const Candidate& first = tournament(random);
        if (random.uniform() >= kCrossoverRate)
            return withParents(context.source.mutate(first, random), {first.id});
        const Candidate& second = tournament(random);
        auto child = context.source.crossover(first, second, random);
        if (child && random.uniform() < kMutationAfterCrossover)
            if (auto mutated = context.source.mutate(*child, random))
                child = std::move(mutated);
        return withParents(std::move(child), {first.id, second.id});
    }

    static std::optional<Candidate> withParents(std::optional<Candidate> child,
                                                std::vector<std::string> parents) {
        parents.erase(std::unique(parents.begin(), parents.end()), parents.end());
        if (child)
            child->parents = std::move(parents);
        return child;
    }

    std::size_t m_size;
    std::vector<Individual> m_population;
};

} // namespace

std::unique_ptr<Strategy> makeEvolutionStrategy(const StrategyInput& input) {
    return std::make_unique<EvolutionStrategy>(input.population);
}

} // namespace metainfer::search
