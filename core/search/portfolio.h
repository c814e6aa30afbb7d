// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The search: shares the asks among strategies, filters, never proposes twice, draws by predicted
// improvement.
#pragma once

#include "search/strategy.h"

namespace metainfer::search {

/// A candidate to be measured.
struct Proposal {
    Candidate candidate; ///< with its id ("c1", "c2", … in order of proposal) and origin set
    MetricValues predicted;
    double probability = 0; ///< with which it was drawn among its round's pool; 1 when not drawn
    bool exploring = false; ///< came from the exploring share, not from experience or rules
};

/// A candidate that was thought of and not measured.
struct Rejection {
    std::string key;
    std::string origin;
    Error reason; ///< the hard filter that it failed
};

struct PortfolioOptions {
    std::uint64_t seed = 1;
    double exploreRatio = 0.5; ///< share of each round that explores, once there is experience
    std::vector<std::string> strategies; ///< empty = all of strategies.def
    /// Each strategy is asked for this many times the candidates that are measured, so that the
    /// predictor has something to choose from.
    std::size_t poolFactor = 4;
};

/// Same seed, same source, same outcomes told: same proposals. Not thread-safe.
class Portfolio {
  public:
    /// `source` must outlive the portfolio. `original` are the original's values (measured or
    /// predicted), the yardstick for predicted improvement.
    static Result<Portfolio> create(const SampleSource& source, const Objectives& objectives,
                                    const MetricValues& original, const StrategyInput& input,
                                    const PortfolioOptions& options);

    /// Up to `count` new proposals; empty = the space is exhausted (as far as can be told).
    std::vector<Proposal> ask(std::size_t count);
    void tell(std::span<const Outcome> outcomes);
    /// Never propose this candidate (measured elsewhere, known to fail).
    void exclude(const Candidate& candidate);
    const std::vector<Rejection>& rejections() const { return m_rejections; }

  private:
    struct Pooled {
        Candidate candidate;
        std::string key;
        MetricValues predicted;
        double weight = 1;
        bool ordered = false; ///< taken in order, not drawn
    };
    using Strategies = std::vector<std::unique_ptr<Strategy>>;
    Portfolio(const SampleSource& source, Objectives objectives, MetricValues original,
              PortfolioOptions options);
    std::vector<Pooled> gather(Strategies& strategies, std::size_t count);
    bool admits(const Candidate& candidate, const std::string& key);
    void weigh(std::vector<Pooled>& pool) const;
    /// Moves up to `count` of the pool into `into`.
    void take(std::vector<Pooled>& pool, std::size_t count, bool exploring,
              std::vector<Proposal>& into);
    std::size_t drawIndex(const std::vector<Pooled>& pool, double& probability);

    const SampleSource* m_source;
    Objectives m_objectives;
    MetricValues m_original;
    PortfolioOptions m_options;
    Random m_random;
    Strategies m_knowing;   ///< rules, experience
    Strategies m_exploring; ///< random, evolution
    std::unordered_set<std::string> m_seen;
    std::vector<Rejection> m_rejections;
    double m_bestScore = 1;
    std::size_t m_count = 0;
};

} // namespace metainfer::search
