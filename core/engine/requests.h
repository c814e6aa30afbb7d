// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the commands beside the main job are asked, and what they answer.
#pragma once

#include "candidates/build_variant.h"
#include "candidates/rewrite/driver.h"
#include "hardware/profile_store.h"
#include "measurement/device.h"
#include "measurement/probe/probe_changes.h"
#include "prediction/predictor.h"
#include "validation/accuracy.h"
#include "validation/equivalence.h"
#include "validation/examination.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::engine {

/// A model with the sizes and the data that it is run with.
struct ModelInput {
    std::string model;          ///< ONNX file, or a name in sample_models/
    std::filesystem::path data; ///< .npz, .npy or a folder of them; empty = seeded random values
    std::map<std::string, std::int64_t> dimensions; ///< symbol -> size
    std::size_t samples = 0; ///< at most so many of the data (0 = all), or so many random ones
    std::uint64_t seed = 1;
};

struct RewritesRequest {
    ModelInput input;
    std::string hardware; ///< profile that judges legality and gain; empty = the graph alone
    std::vector<std::string> rules;             ///< to list; empty = all
    std::vector<candidates::RewriteStep> apply; ///< empty = list only
    bool check = false;                         ///< run both models and compare their outputs
    std::filesystem::path out;                  ///< where to write the rewritten model; empty = not
};

struct RewritesOutcome {
    std::vector<candidates::OfferedMatch> offered;
    std::vector<candidates::AppliedStep> applied;
    std::size_t nodesBefore = 0, nodesAfter = 0;
    std::optional<Interval> before, after; ///< predicted us of one request; with a profile only
    NumberSource source = NumberSource::Predicted; ///< of gains and the two above
    std::optional<validation::EquivalenceReport> check;
    std::string checkedOn; ///< "16 random samples", "calibration.npz, 64 samples"
    std::filesystem::path written;
    Json toJson() const;
};

struct QuantizeRequest {
    ModelInput input; ///< `data` calibrates; needed by static int8
    candidates::PrecisionPlan plan;
    bool rewrite = true; ///< apply the exact rewrites first, as the search does
    std::filesystem::path out;
};

struct QuantizeOutcome {
    candidates::Variant variant;
    std::vector<candidates::FiredRule> fired;
    candidates::QuantizationSummary summary;
    std::vector<std::string> notes;
    std::optional<candidates::FusionReport> fusion; ///< what the runtime here makes of it
    validation::EquivalenceReport difference;       ///< to the original's outputs
    std::string comparedOn;
    std::uint64_t bytesBefore = 0, bytesAfter = 0;
    std::filesystem::path written;
    Json toJson() const;
};

/// Which layers lose most when each alone is lowered to a precision?
struct LayersRequest {
    ModelInput input;               ///< `data` calibrates and is run; `samples` 0 = the first 16
    candidates::PrecisionPlan plan; ///< its `keepFloat` is not used
    SessionOptions session;
    bool rewrite = true; ///< apply the exact rewrites first, as the search does
};

struct LayersOutcome {
    std::string plan;       ///< key of the precision: "int8(u8s8,per_channel,minmax)"
    std::string comparedOn; ///< "calibration.npz, 16 samples"
    std::vector<validation::LayerSensitivity> layers; ///< in the model's order
    /// Indices into `layers` of those that could be lowered, the largest error first.
    std::vector<std::size_t> ranking() const;
    Json toJson() const;
};

/// What a session's validation leaves out because it takes long: errors by channel, sample and
/// tensor, and the sensitivity of its layers.
struct ExamineRequest {
    std::filesystem::path session; ///< folder
    std::string candidate;         ///< id; empty = the session's choice
    std::size_t samples = 200;     ///< of the validation data for outputs, at most
    std::size_t layerSamples = 16; ///< for each lowered layer
    std::size_t tensorSamples = 4; ///< for the tensors inside
};

struct EquivalentRequest {
    ModelInput a;
    std::string b;
    bool bisect = false; ///< look for the first tensor that differs
};

struct EquivalentOutcome {
    validation::EquivalenceReport report;
    std::optional<validation::FirstDifference> first;
    std::string comparedOn;
    Json toJson() const;
};

struct ProbeRequest {
    std::string device = "local";
    measurement::ProbeOptions options;
    std::filesystem::path profile; ///< file to write; empty = the user's profile of the device
    std::filesystem::path csv, jsonRows;
};

struct ProbeOutcome {
    measurement::ProbeResult result;
    hardware::Profile profile;       ///< as stored
    std::filesystem::path written;   ///< the profile's file
    std::vector<std::string> tables; ///< files of rows that were written
    /// Against the probe before; nullopt = there was none of this device.
    std::optional<measurement::ProbeComparison> changes;
    Json toJson() const;
};

struct PredictRequest {
    ModelInput input;
    std::string hardware;
    SessionOptions session;
};

struct PredictOutcome {
    std::string hardware;
    prediction::Prediction prediction;
    bool learned = false;      ///< operators are predicted by the model learned on this device
    std::string operatorModel; ///< which model it is, and why
    Json toJson() const;
};

struct MeasureModelRequest {
    ModelInput input;
    std::string device = "local";
    SessionOptions session;
    std::string against; ///< model to be measured in turn with it; empty = alone
    SessionOptions againstSession;
    bool quick = false; ///< few runs instead of enough for p95
    bool operators = false, memory = false;
    int processes = 5, rounds = 10; ///< of the comparison
    std::vector<int> pinTo;
};

struct MeasureOutcome {
    measurement::Measurement measurement;
    std::optional<measurement::Measurement> other; ///< of `against`
    std::optional<measurement::Comparison> comparison;
    std::optional<measurement::OperatorProfile> operators;
    std::string fedWith;
    Json toJson() const;
};

/// One gate for accuracy and one for latency; what is not asked is not checked.
struct GateRequest {
    ModelInput input;      ///< `data` is the validation data
    std::string reference; ///< the original model
    std::string device = "local";
    SessionOptions session, referenceSession;
    validation::AccuracyMetric metric = validation::AccuracyMetric::Fidelity;
    std::string command; ///< with AccuracyMetric::Command
    validation::Gate gate;
    std::optional<double> maxLatencyMs; ///< on p95 of a full measurement
};

struct GateOutcome {
    bool passed = true;
    std::vector<std::string> reasons; ///< one per check, met or not
    std::optional<validation::Accuracy> reference, accuracy;
    std::optional<validation::AccuracyChange> change;
    std::optional<measurement::Measurement> latency;
    Json details = Json::object(); ///< of a session
    Json toJson() const;
};

/// A candidate of a session: "original", "c7".
struct CandidateRequest {
    std::filesystem::path session; ///< folder
    std::string candidate;
};

/// One candidate measured again, in turn with the original.
struct MeasuredCandidate {
    std::string candidate;
    measurement::Comparison comparison;
    measurement::OperatorProfile original, adapted;
    Json toJson() const;
};

struct ReportRequest {
    std::vector<std::filesystem::path> sessions;
    std::string kind = "migration"; ///< or "comparison": all sessions in one report
    std::string format = "html";
    std::filesystem::path out; ///< empty = give the text back
};

struct ReportOutcome {
    std::string text; ///< empty when written to files
    std::vector<std::filesystem::path> written;
};

} // namespace metainfer::engine
