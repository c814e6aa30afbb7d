// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The port through which everything runs a model without knowing where: constant folding, shape
// inference, calibration, equivalence and accuracy. Implemented over the agent's runner processes.
#pragma once

#include "base/cancellation.h"
#include "base/result.h"
#include "execution/session_options.h"
#include "execution/tensor.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace metainfer {

/// A type that a runtime reports for an input or output; -1 for a dimension it does not know.
struct ReportedType {
    std::string name;
    ElementType element = ElementType::Undefined;
    bool isTensor = true;
    std::vector<std::int64_t> dims;
    std::vector<std::string> symbols; ///< same length as dims, empty text where there is none
    bool hasShape = true;
};

struct ModelTypes {
    std::vector<ReportedType> inputs;
    std::vector<ReportedType> outputs;
};

struct RunLimits {
    std::chrono::milliseconds timeout{60'000};
    std::uint64_t memoryBytes = 0; ///< address space of the runner; 0 = the device's default
};

/// How to reduce an activation in the runner, so that raw values never travel.
struct HistogramRequest {
    std::vector<std::string> tensors; ///< names of values of the model (made outputs by the caller)
    int bins = 2048;
};

/// Range and distribution of one tensor over all samples: `counts[i]` elements lie in the i-th of
/// equal bins over [-absMax, absMax]; `channelMin/Max` along axis 1 when the tensor has one.
struct TensorStatistics {
    std::string name;
    double min = 0, max = 0, mean = 0, variance = 0, absMax = 0;
    std::uint64_t elements = 0, nans = 0, infinities = 0;
    std::vector<std::uint64_t> counts;
    std::vector<double> channelMin, channelMax;
};

/// Feeds of several runs, produced on demand so that a data set need not be in memory at once.
struct FeedSource {
    std::size_t count = 0;
    std::function<Result<std::vector<NamedTensor>>(std::size_t index)> feed;
};

/// Runs models somewhere. Calls block; each is thread-safe. A crash, a hang or an out-of-memory of
/// the runtime comes back as an error with the code Crash, Timeout or OutOfMemory.
class Executor {
  public:
    virtual ~Executor() = default;

    /// One run. `outputs` empty = all, in the model's order.
    virtual Result<std::vector<NamedTensor>>
    run(const std::filesystem::path& model, const SessionOptions& options,
        const std::vector<NamedTensor>& inputs, const std::vector<std::string>& outputs,
        const RunLimits& limits, const CancellationToken& cancel) = 0;

    /// Many runs over one loaded session; `consume` gets each result in order and may fail to stop.
    virtual Status
    runAll(const std::filesystem::path& model, const SessionOptions& options,
           const FeedSource& feeds, const std::vector<std::string>& outputs,
           const std::function<Status(std::size_t, std::vector<NamedTensor>)>& consume,
           const RunLimits& limits, const CancellationToken& cancel) = 0;

    /// Types of inputs and outputs as the runtime sees them after loading with no optimization.
    virtual Result<ModelTypes> types(const std::filesystem::path& model, const RunLimits& limits,
                                     const CancellationToken& cancel) = 0;

    /// Runs all feeds and reduces the named outputs of `model` to statistics in the runner: two
    /// passes, first the ranges, then the histograms.
    virtual Result<std::vector<TensorStatistics>>
    statistics(const std::filesystem::path& model, const SessionOptions& options,
               const FeedSource& feeds, const HistogramRequest& request, const RunLimits& limits,
               const CancellationToken& cancel) = 0;
};

} // namespace metainfer
