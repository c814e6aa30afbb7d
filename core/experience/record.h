// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What is remembered: one record per tried candidate, one observation per timed operator.
#pragma once

#include "base/json.h"
#include "candidates/candidate.h"
#include "measurement/metric.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::experience {

using measurement::Metric;
using measurement::MetricRatios;
using measurement::MetricValues;

/// One candidate that a session tried. Times are Unix milliseconds.
struct Record {
    std::int64_t id = 0; ///< row in the store, 0 before it is stored
    std::string uid;     ///< identity across stores; computed when empty
    std::string sessionId;
    std::int64_t timeMs = 0;

    std::string modelName;
    std::string modelHash;        ///< graph with weights
    std::string architectureHash; ///< graph without weights
    std::int64_t irVersion = 0;
    std::vector<double> modelFeatures;
    std::vector<std::string> subgraphSignatures;

    std::string hardwareName;
    std::string hardwareRevision;
    std::vector<double> hardwareFingerprint;
    std::string environmentHash;
    Json environment = Json::object();

    candidates::Candidate candidate;
    std::string candidateKey; ///< computed from the candidate when empty
    MetricValues predicted;
    MetricValues measured;
    MetricRatios ratios; ///< to the original in the same session; what is transferable
    std::string failure; ///< why it failed; empty = it worked
    Json deviation;      ///< analysis of predicted against measured
    Json accuracy;       ///< result of the accuracy check
    double trust = 1;    ///< 0..1 at `timeMs`; imports start lower

    Json toJson() const;
    static Result<Record> fromJson(const Json& json);
    /// SHA-256 over what was tried, where, when and what came out.
    std::string computeUid() const;
};

/// One timed operator, from a probe or from a profile of a candidate.
struct OperatorObservation {
    std::string uid; ///< computed when empty
    std::string hardwareName;
    std::string environmentHash;
    std::string origin = "profile"; ///< "probe" or "profile"
    std::string opType;
    std::string dtype;
    std::string layout;
    std::string shapes; ///< canonical text; with type, dtype, layout and threads it is the key
    int threads = 1;
    std::vector<double> features;
    double microseconds = 0;
    double relativeError = 0; ///< half width of the interval over the value
    std::int64_t timeMs = 0;
    double trust = 1; ///< filled by queries
    Json extra;       ///< what else the source knows (gflops, gbps, …)

    std::string operatorKey() const;
    Json toJson() const;
    static Result<OperatorObservation> fromJson(const Json& json);
    std::string computeUid() const;
};

} // namespace metainfer::experience
