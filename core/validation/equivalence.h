// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Do two models compute the same? Per output errors, a verdict, and the first tensor that differs.
#pragma once

#include "base/json.h"
#include "candidates/data/dataset.h"
#include "execution/executor.h"
#include "ir/graph.h"

#include <filesystem>
#include <string>
#include <vector>

namespace metainfer::validation {

/// Sums over all elements of one output, so that samples can be added up.
struct OutputError {
    std::string output;
    std::uint64_t elements = 0;
    double maxAbsolute = 0;
    double maxRelative = 0;          ///< |a-b| / max(|a|, 1e-3 * largest |a|)
    double cosine = 1;               ///< of all elements as one vector
    double snrDb = 0;                ///< 10 log10(sum a^2 / sum (a-b)^2); 300 when equal
    double relativeL2 = 0;           ///< sqrt(sum (a-b)^2 / sum a^2)
    std::uint64_t nanMismatches = 0; ///< NaN or infinite on one side only
    double argmaxAgreement = 1;      ///< rows (last axis) with the same largest element
    bool withinTolerance = true;
    std::size_t worstSample = 0; ///< feed with the largest relative L2 error
    double worstRelativeL2 = 0;
    Json toJson() const;
};

struct Tolerance {
    double absolute = 1e-4; ///< times the largest magnitude of the output, at least times 1
    double relative = 1e-3;
    /// By element type: exact for integers, 1e-2 for 16-bit floats.
    static Tolerance of(ElementType type);
};

struct EquivalenceReport {
    bool equivalent = true;
    std::vector<OutputError> outputs;
    std::string verdict; ///< one sentence
    double worstCosine() const;
    Json toJson() const;
};

/// Adds up the differences of `a` (reference) and `b`; outputs are matched by name, those that a
/// side lacks make it fail.
class DifferenceMeter {
  public:
    Status add(const std::vector<NamedTensor>& reference, const std::vector<NamedTensor>& other);
    EquivalenceReport report() const;

  private:
    struct Sums {
        ElementType type = ElementType::Undefined;
        std::uint64_t elements = 0, nanMismatches = 0, rows = 0, agreeing = 0;
        double aa = 0, bb = 0, ab = 0, dd = 0, maxAbsolute = 0, maxRelative = 0, magnitude = 0;
        double worst = -1;
        std::size_t worstSample = 0;
    };
    Status addOutput(Sums& sums, const HostTensor& reference, const HostTensor& other);

    std::vector<std::string> m_names;
    std::vector<Sums> m_sums;
    std::size_t m_samples = 0;
};

/// Runs both models on all feeds.
Result<EquivalenceReport> compareModels(Executor& executor, const std::filesystem::path& reference,
                                        const std::filesystem::path& other, const FeedSource& feeds,
                                        const SessionOptions& referenceSession,
                                        const SessionOptions& otherSession, const RunLimits& limits,
                                        const CancellationToken& cancel);

/// The first tensor, in the order of the reference, that both models have by name and that differs
/// beyond the tolerance.
struct FirstDifference {
    std::string tensor;
    std::string producer; ///< operator type in the other model
    std::vector<ir::SourceId> origins;
    OutputError error;
};
/// nullopt when all common tensors agree. Runs both models with their common tensors as outputs, in
/// portions from the front, without optimizations, on the first feed only.
Result<std::optional<FirstDifference>> bisect(Executor& executor, const ir::Model& reference,
                                              const ir::Model& other, const FeedSource& feeds,
                                              const RunLimits& limits,
                                              const CancellationToken& cancel);

} // namespace metainfer::validation
