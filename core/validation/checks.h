// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Boundary cases, and anomalies that an average hides: the content of validation.json.
#pragma once

#include "base/json.h"
#include "candidates/quantize/calibration.h"
#include "validation/accuracy.h"
#include "validation/equivalence.h"

#include <string>
#include <vector>

namespace metainfer::validation {

enum class Finding { Ok, Warning, Failure };
std::string_view findingName(Finding finding);

/// One boundary case: what was fed, what both models did.
struct BoundaryCase {
    std::string name; ///< "zeros", "smallest batch", "NaN in", …
    Finding finding = Finding::Ok;
    std::string detail;
};

struct BoundaryRequest {
    std::filesystem::path reference, other;
    std::vector<candidates::InputSpec> inputs;
    std::vector<NamedTensor> sample; ///< one typical feed, batch 1
    std::optional<int> maxBatch;     ///< of the deployment
    SessionOptions session;
    RunLimits limits;
};
/// Zeros, extremes of the samples' range, smallest and largest batch, NaN and infinity in, and
/// malformed inputs (wrong rank, wrong name), each on both models. A case that fails on the
/// original as well is no finding against the other.
Result<std::vector<BoundaryCase>> boundaryCases(Executor& executor, const BoundaryRequest& request,
                                                const CancellationToken& cancel);

/// One anomaly with the samples or channels that show it.
struct Anomaly {
    std::string
        kind; ///< "channel_bias", "channel_variance", "worst_sample", "saturation", "class_flip"
    Finding finding = Finding::Warning;
    std::string where;                ///< output or tensor
    double value = 0;                 ///< in the unit of the kind
    std::vector<std::size_t> samples; ///< indices into the data set
    std::vector<std::size_t> channels;
    std::string detail;
};

/// Looks at the outputs of both models on all feeds.
class AnomalyDetector {
  public:
    Status add(std::size_t sample, const std::vector<NamedTensor>& reference,
               const std::vector<NamedTensor>& other);
    std::vector<Anomaly> anomalies() const;

  private:
    struct Channel {
        double sumA = 0, sumB = 0, squareA = 0, squareB = 0;
        std::uint64_t count = 0;
    };
    struct Output {
        std::vector<Channel> channels;
        std::vector<std::pair<double, std::size_t>> errors; ///< relative L2, sample
        std::vector<std::size_t> flips;
    };
    static void addOutput(Output& into, std::size_t sample, const std::vector<float>& a,
                          const std::vector<float>& b, const std::vector<std::int64_t>& dims);
    static void channelAnomalies(const std::string& name, const Output& output,
                                 std::vector<Anomaly>& into);

    std::map<std::string, Output> m_outputs;
};

/// Tensors of which more than `share` of the calibration values lie outside the quantized range.
std::vector<Anomaly> saturation(const candidates::Calibration& calibration,
                                const std::map<std::string, candidates::ValueRange>& ranges,
                                double share = 0.001);

Json toJson(const std::vector<BoundaryCase>& cases);
Json toJson(const std::vector<Anomaly>& anomalies);

} // namespace metainfer::validation
