// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The joint space of graph variants and mappings that the search samples from, with hard filters
// and predictions.
#pragma once

#include "candidates/mapping/mapping_space.h"
#include "candidates/variant_space.h"
#include "engine/adaptation/evaluator.h"
#include "search/strategy.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace metainfer::engine {

class CandidateSpace final : public search::SampleSource {
  public:
    /// `base` is the mapping that variants are tried with first (the best hand-set one).
    CandidateSpace(const Task& task, Evaluator& evaluator, candidates::VariantSpace variants,
                   candidates::MappingSpace mappings, candidates::Mapping base);

    std::vector<search::Candidate> seeds() const override;
    std::optional<search::Candidate> sample(Random& random) const override;
    std::optional<search::Candidate> mutate(const search::Candidate& parent,
                                            Random& random) const override;
    std::optional<search::Candidate> crossover(const search::Candidate& a,
                                               const search::Candidate& b,
                                               Random& random) const override;
    Status admit(const search::Candidate& candidate) const override;
    measurement::MetricValues predict(const search::Candidate& candidate) const override;

    /// For the stage of single operators: mappings one step away and nodes kept in float, around
    /// the best.
    std::vector<search::Candidate> neighbours(const search::Candidate& best, Random& random) const;
    /// The variant's graph at the measured shapes with all types; nullptr when it cannot be built.
    const ir::Model* typedModel(const candidates::Variant& variant) const;
    const candidates::VariantSpace& variants() const { return m_variants; }
    const candidates::MappingSpace& mappings() const { return m_mappings; }

  private:
    const Task& m_task;
    Evaluator& m_evaluator;
    candidates::VariantSpace m_variants;
    candidates::MappingSpace m_mappings;
    candidates::Mapping m_base;
    bool m_predictable;
    mutable std::map<std::string, std::unique_ptr<ir::Model>> m_typed; ///< by variant key
};

/// The variants that are legal for the task: rules that match, precisions that the target and the
/// data allow. Transforms that this version does not have are remarked upon.
Result<candidates::VariantSpace> makeVariantSpace(const Task& task, const EventSink& events,
                                                  const CancellationToken& cancel);
candidates::MappingSpace makeMappingSpace(const Task& task);

} // namespace metainfer::engine
