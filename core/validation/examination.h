// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Where two models part, in detail: by channel of each output, by sample, by tensor inside, and how
// much each layer alone costs when its precision is lowered.
#pragma once

#include "base/json.h"
#include "base/progress.h"
#include "candidates/candidate.h"
#include "candidates/data/dataset.h"
#include "execution/executor.h"
#include "ir/graph.h"
#include "validation/equivalence.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::validation {

/// One channel (axis 1) of an output over all samples.
struct ChannelError {
    std::size_t channel = 0;
    double mean = 0, deviation = 0; ///< of the reference
    double otherMean = 0;
    double relativeL2 = 0; ///< sqrt(sum (a-b)^2 / sum a^2), of this channel alone
    double maxAbsolute = 0;
};

struct OutputDetail {
    OutputError total;
    std::vector<ChannelError> channels; ///< of floating-point outputs with an axis 1
};

/// One sample with the elements at which reference and other differ most, and the reference's
/// largest ones.
struct SampleDetail {
    std::size_t sample = 0; ///< in the data set
    std::string output;     ///< the one with the largest error
    double relativeL2 = 0;
    std::vector<std::size_t> elements; ///< ascending, of the flattened output
    std::vector<double> reference, other;
    bool winnerChanged = false; ///< another element is the largest now
};

/// Adds up outputs sample by sample; keeps the worst few.
class DetailMeter {
  public:
    explicit DetailMeter(std::size_t keep = 12)
        : m_keep(keep) {}
    Status add(std::size_t sample, const std::vector<NamedTensor>& reference,
               const std::vector<NamedTensor>& other);
    std::vector<OutputDetail> outputs() const;
    std::vector<SampleDetail> worst() const; ///< worst first
    double medianError() const;              ///< relative L2 of the samples' worst outputs
    std::size_t samples() const { return m_errors.size(); }

  private:
    struct Channel {
        double sum = 0, otherSum = 0, square = 0, difference = 0, largest = 0;
        std::uint64_t count = 0;
    };
    Status addChannels(std::vector<Channel>& channels, const HostTensor& a, const HostTensor& b);

    std::size_t m_keep;
    DifferenceMeter m_meter;
    std::map<std::string, std::vector<Channel>> m_channels;
    std::vector<double> m_errors;
    std::vector<SampleDetail> m_worst;
};

/// One tensor that both models have by name.
struct TensorError {
    std::string tensor;
    std::string opType, node; ///< of its producer in the reference; node may be empty
    double relativeL2 = 0, cosine = 1, snrDb = 0;
};
/// In the order of the reference. Both models run without optimizations, so that names mean what
/// they say.
Result<std::vector<TensorError>> tensorErrors(Executor& executor, const ir::Model& reference,
                                              const ir::Model& other, const FeedSource& feeds,
                                              const RunLimits& limits,
                                              const CancellationToken& cancel,
                                              const ProgressSink& progress = {});

/// What lowering one layer alone does to the outputs.
struct LayerSensitivity {
    std::string layer; ///< name of its first output
    std::string opType, node;
    std::vector<std::string> sources; ///< nodes of the original that it stands for: name or output
    double relativeL2 = 0;            ///< of the output that suffers most
    double cosine = 1, snrDb = 0;
    double changedWinners = 0; ///< share of rows (last axis) with another largest element
    std::string skipped;       ///< why it cannot be lowered; empty = it was
};

struct SensitivityRequest {
    const ir::Model* model = nullptr; ///< in float, rewritten, with types
    candidates::PrecisionPlan plan;   ///< its `keepFloat` is not used
    const candidates::Dataset* calibration = nullptr;
    FeedSource feeds;
    SessionOptions session;
    std::size_t batch = 1; ///< of calibration
    RunLimits limits;
};
/// Layers are convolutions and matrix products with constant weights, in the model's order.
Result<std::vector<LayerSensitivity>> layerSensitivity(Executor& executor,
                                                       const SensitivityRequest& request,
                                                       const CancellationToken& cancel,
                                                       const ProgressSink& progress = {});

/// accuracy.json of a session.
struct Examination {
    std::string candidate;  ///< id
    std::string comparedOn; ///< "200 validation samples"
    bool realData = false;
    std::string plan; ///< precision of the sensitivity: "int8(u8s8,per_channel,minmax)"
    std::size_t layerSamples = 0, tensorSamples = 0;
    std::vector<OutputDetail> outputs;
    double medianError = 0;
    std::vector<SampleDetail> worst;
    std::vector<TensorError> inside;
    std::vector<LayerSensitivity> layers;
    std::vector<std::string> notes; ///< what could not be examined and why
    Json toJson() const;
    /// What is missing keeps its default; InvalidArgument when it is no examination at all.
    static Result<Examination> fromJson(const Json& json);
};

} // namespace metainfer::validation
