// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Strategies are asked for candidates and told the results; the search space comes through a port.
#pragma once

#include "base/random.h"
#include "candidates/candidate.h"
#include "search/objectives.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace metainfer::search {

using candidates::Candidate;

/// The search space: what candidates there are for this model on this target. Calls must depend on
/// their arguments only, so that the same seed gives the same path. Ids and origins of the
/// candidates that it returns are ignored.
class SampleSource {
  public:
    virtual ~SampleSource() = default;
    /// What prior knowledge would try, best first (for example: int8 per channel, then fp16, …).
    virtual std::vector<Candidate> seeds() const = 0;
    /// A candidate anywhere in the space; nullopt when the space is empty.
    virtual std::optional<Candidate> sample(Random& random) const = 0;
    /// A neighbour; nullopt when there is none.
    virtual std::optional<Candidate> mutate(const Candidate& parent, Random& random) const = 0;
    virtual std::optional<Candidate> crossover(const Candidate& a, const Candidate& b,
                                               Random& random) const = 0;
    /// Equal keys are equal candidates.
    virtual std::string key(const Candidate& candidate) const { return candidate.key(); }
    /// Hard filters; the error says which one it fails.
    virtual Status admit(const Candidate& candidate) const = 0;
    /// Predicted values with intervals; empty when there is no predictor.
    virtual MetricValues predict(const Candidate& candidate) const = 0;
};

/// What was found out about a proposed candidate.
struct Outcome {
    Candidate candidate;
    /// Minimised, relative to the original (`coordinatesOf`); empty = it failed.
    std::vector<double> coordinates;
    /// Total score relative to the original; smaller is better. Ignored when it failed.
    double score = 1;
    bool feasible = true; ///< meets the limits
    bool failed() const { return coordinates.empty(); }
};

/// What a strategy may use while it is asked.
struct AskContext {
    const SampleSource& source;
    Random& random;
    /// Keys proposed before by anybody; a strategy need not propose them again (they are dropped).
    const std::unordered_set<std::string>& seen;
};

class Strategy {
  public:
    virtual ~Strategy() = default;
    virtual std::string_view name() const = 0;
    /// Up to `count` candidates, best first; fewer when it has no more ideas.
    virtual std::vector<Candidate> ask(std::size_t count, AskContext& context) = 0;
    /// Results of any strategy's proposals, in the order in which they were measured.
    virtual void tell(std::span<const Outcome> outcomes) = 0;
};

/// What strategies are made from.
struct StrategyInput {
    /// Candidates that earlier sessions found good here, best first.
    std::vector<Candidate> experience;
    std::size_t population = 16; ///< of evolution
};

/// The registered names (strategies.def), in order.
std::vector<std::string> strategyNames();
/// NotFound with the nearest names for an unknown one.
Result<std::unique_ptr<Strategy>> createStrategy(std::string_view name, const StrategyInput& input);

} // namespace metainfer::search
