// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The variants that are legal for a model on a target: sets of rewrites and precision plans.
#pragma once

#include "base/random.h"
#include "candidates/candidate.h"
#include "hardware/profile.h"
#include "ir/graph.h"

#include <optional>
#include <string>
#include <vector>

namespace metainfer::candidates {

/// One rule that may be part of a variant, in the order in which rules are applied.
struct RewriteChoice {
    std::string rule;
    double probability = 0.8; ///< that a random sample has it
};

struct VariantSpaceOptions {
    std::vector<RewriteChoice> rewrites; ///< rules that match this model, in order
    bool precisionPlans = true;          ///< false: the list of transforms leaves them out
    std::map<std::string, std::int64_t> shapeBindings; ///< always bound
    bool calibrationData = false;                      ///< static int8 needs it
    bool lossyAllowed = true;                          ///< false: the gate allows no drop at all
    const hardware::Profile* target = nullptr;
    std::vector<std::string> fragile; ///< nodes that sensitivity found fragile, worst first; empty
                                      ///< = the layers nearest to the outputs
    std::optional<CalibrationMethod> calibration; ///< fixed by the deployment
};

class VariantSpace {
  public:
    /// `model` decides which precisions have something to work on.
    VariantSpace(const ir::Model& model, VariantSpaceOptions options);

    /// Precision plans that are legal here, best prior first, plain float first of all.
    const std::vector<PrecisionPlan>& precisions() const { return m_precisions; }
    const std::vector<RewriteChoice>& rewrites() const { return m_options.rewrites; }
    /// Why a precision is not in the space: "int8: no calibration data".
    const std::vector<std::string>& excluded() const { return m_excluded; }

    /// Shapes bound, every rewrite, float.
    Variant cleanFloat() const;
    /// All rewrites with each precision in turn, best prior first; the original is not among them.
    std::vector<Variant> seeds() const;
    Variant sample(Random& random) const;
    /// One rewrite in or out, another precision, one field of the plan, one node kept in float.
    std::optional<Variant> mutate(const Variant& variant, Random& random) const;
    Variant crossover(const Variant& a, const Variant& b, Random& random) const;
    /// Unsupported with the reason when the variant is outside the space.
    Status admit(const Variant& variant) const;

  private:
    struct Contents {
        std::size_t convolutions = 0, linear = 0, largeLinear = 0, recurrent = 0, depthwise = 0;
    };
    void addStatic(const Contents& contents);
    void addDynamic(const Contents& contents);
    bool known(const PrecisionPlan& plan) const;
    Variant withRewrites(const std::vector<std::string>& rules, PrecisionPlan plan) const;

    VariantSpaceOptions m_options;
    std::vector<PrecisionPlan> m_precisions;
    std::vector<std::string> m_excluded;
};

} // namespace metainfer::candidates
