// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A candidate of the joint decision: what is done to the graph, and how it is mapped.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "execution/session_options.h"
#include "execution/tensor.h"

#include <map>
#include <string>
#include <vector>

namespace metainfer::candidates {

/// One rewrite rule at the sites where it is applied. Sites are stable keys (the name of the first
/// output of the node that the rule anchors at, in the model as it is at that moment); "*" =
/// wherever it matches, repeated until nothing matches.
struct RewriteStep {
    std::string rule;
    std::vector<std::string> sites{"*"};
    bool operator==(const RewriteStep&) const = default;
};

enum class Precision { Float, Float16, Int8Static, Int8Dynamic, Int4Weights };
std::string_view
precisionName(Precision precision); ///< "fp32", "fp16", "int8", "int8_dynamic", "int4_weights"
std::optional<Precision> precisionFromName(std::string_view name);

enum class CalibrationMethod { MinMax, Percentile, Entropy };
std::string_view calibrationMethodName(CalibrationMethod method);
std::optional<CalibrationMethod> calibrationMethodFromName(std::string_view name);

/// How the graph is quantized.
struct PrecisionPlan {
    Precision precision = Precision::Float;
    bool perChannel = true;   ///< weights
    bool reduceRange = false; ///< 7-bit weights, where 8 x 8 bit sums saturate (AVX2 U8S8)
    ElementType activation = ElementType::UInt8;
    ElementType weight = ElementType::Int8;
    bool symmetricActivations = false;
    CalibrationMethod calibration = CalibrationMethod::MinMax;
    double percentile = 99.99; ///< with CalibrationMethod::Percentile
    int blockSize = 32;        ///< with Int4Weights
    std::vector<std::string>
        keepFloat; ///< nodes (by first output name) or operator types left in float
    bool operator==(const PrecisionPlan&) const = default;
};

/// What is done to the model, in this order: shapes are bound, rewrites applied, precision lowered.
struct Variant {
    std::map<std::string, std::int64_t> shapeBindings; ///< symbol -> size
    std::vector<RewriteStep> rewrites;
    PrecisionPlan precision;
    bool operator==(const Variant&) const = default;
    bool isOriginal() const;
    /// Canonical one-line key, e.g. "bind(batch=1)+fold_bn+int8(u8s8,per_channel,minmax)".
    std::string key() const;
    Json toJson() const;
    static Result<Variant> fromJson(const Json& json);
};

/// How it is run. `session` is the whole-model part; `operators` holds signatures per operator for
/// targets with open mapping: output name -> "layout=NCHWc8;tile=…".
struct Mapping {
    SessionOptions session;
    std::map<std::string, std::string> operators;
    bool operator==(const Mapping&) const = default;
    Json toJson() const;
    static Result<Mapping> fromJson(const Json& json);
};

struct Candidate {
    std::string id;                   ///< "c17"; "original" and "hand-tuned" are reserved
    std::vector<std::string> parents; ///< ids that it was made from
    std::string origin; ///< which strategy or source proposed it: "rules", "random", "evolution",
                        ///< "experience"
    Variant variant;
    Mapping mapping;
    /// Variant key and session signature: equal keys are equal candidates.
    std::string key() const;
    Json toJson() const;
    static Result<Candidate> fromJson(const Json& json);
};

} // namespace metainfer::candidates
