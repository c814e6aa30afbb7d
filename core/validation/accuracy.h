// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Task accuracy on validation data, with intervals, and the gate on its drop.
#pragma once

#include "base/json.h"
#include "base/quantity.h"
#include "candidates/data/dataset.h"
#include "execution/executor.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::validation {

enum class AccuracyMetric { Top1, Map50, Fidelity, Command };
std::string_view accuracyMetricName(AccuracyMetric metric); ///< "top1", "map50", …
std::optional<AccuracyMetric> accuracyMetricFromName(std::string_view name);

/// What one model scored. `perSample` lets two models be compared sample by sample.
struct Accuracy {
    AccuracyMetric metric = AccuracyMetric::Fidelity;
    Interval value; ///< a fraction, with its 95 % interval
    std::size_t samples = 0;
    std::vector<float> perSample;          ///< Top1: 1 or 0; Fidelity: cosine; empty otherwise
    std::vector<std::int64_t> predictions; ///< Top1: the class of each sample
    Json toJson() const;                   ///< without the per-sample parts
};

struct AccuracyRequest {
    AccuracyMetric metric = AccuracyMetric::Fidelity;
    std::string command; ///< with Command: the program; `{model}` or the last argument
    std::string output;  ///< Top1: which output holds the scores; empty = the first
    const candidates::Dataset* data = nullptr;
    std::vector<candidates::InputSpec> inputs;
    std::size_t batch = 1;
    SessionOptions session;
    RunLimits limits{std::chrono::minutes(10), 0};
    std::filesystem::path reference; ///< Fidelity: the original model
    SessionOptions referenceSession;
};

/// Top1: data needs `labels`. Map50: outputs `boxes` [N,M,4] (x1,y1,x2,y2) and `scores` [N,M,C],
/// data `boxes` [n,k,4] and `box_labels` [n,k] padded with -1. Fidelity: cosine to the original's
/// outputs (mean over samples of the worst output). Command: prints JSON with a number `value`
/// (and optionally `low`, `high`, `samples`).
Result<Accuracy> measureAccuracy(Executor& executor, const std::filesystem::path& model,
                                 const AccuracyRequest& request, const CancellationToken& cancel);

/// InvalidArgument when the command's program is not there or not executable, as the shell that
/// will run it sees it. Programs that only the shell itself can tell (variables, substitutions) are
/// let through.
Status checkMetricCommand(const std::string& command);

/// Wilson score interval of a proportion at 95 %.
Interval wilson(std::size_t hits, std::size_t samples);

/// The change from `original` to `adapted` on the same samples.
struct AccuracyChange {
    Interval drop; ///< original minus adapted; positive = worse
    std::size_t onlyOriginalRight = 0, onlyAdaptedRight = 0; ///< Top1
    std::optional<double> pValue;                            ///< McNemar, exact two-sided
    std::vector<std::size_t> flipped; ///< samples whose class changed, first 100
    Json toJson() const;
};
/// Paired by sample (bootstrap with `seed`) where both have per-sample values, else from the
/// intervals. InvalidArgument when metric or samples differ.
Result<AccuracyChange> compareAccuracy(const Accuracy& original, const Accuracy& adapted,
                                       std::uint64_t seed);

struct Gate {
    std::optional<double> maxDrop;  ///< absolute: 0.01 = one percentage point
    std::optional<double> minValue; ///< smallest accepted value
};
struct GateVerdict {
    bool passed = true;
    std::string reason; ///< "top1 87.9 % is 0.5 points below the original's 88.4 %, limit 1.0"
};
GateVerdict applyGate(const Gate& gate, const Accuracy& original, const Accuracy& adapted);

/// Mean average precision at an overlap of 0.5 over the classes that occur in the truth. Boxes are
/// x1,y1,x2,y2; predictions of one image above `scoreFloor`, after per-class suppression of
/// overlaps above `nmsOverlap`.
struct Detection {
    std::size_t image = 0;
    int label = 0;
    float score = 0;
    float box[4] = {0, 0, 0, 0};
};
struct TrueBox {
    std::size_t image = 0;
    int label = 0;
    float box[4] = {0, 0, 0, 0};
};
double meanAveragePrecision(std::vector<Detection> detections, const std::vector<TrueBox>& truth,
                            double overlap = 0.5);
std::vector<Detection> suppressOverlaps(std::vector<Detection> detections, double nmsOverlap = 0.5);

} // namespace metainfer::validation
