// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a probe's numbers mean: values with an interval and how far they can be believed. Front ends
// make the sentences.
#pragma once

#include "base/json.h"
#include "base/quantity.h"
#include "execution/statistics.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::measurement {

enum class FindingKind {
    CacheCapacity,     ///< bytes at which half of a fall of the bandwidth has happened
    IntegerAsFloat,    ///< time of int8 over fp32, where the runtime computes it in float
    HalfAsFloat,       ///< time of fp16 over fp32, where the runtime computes it in float
    TypePenalty,       ///< time of the type over fp32: the smaller type is slower
    Decomposed,        ///< share of a family's cases that run as several other operators
    OtherProvider,     ///< share of a family's cases that another provider ran
    AlignmentStep,     ///< channels: time per useful multiply-add drops at multiples of this
    FirstRun,          ///< time of the first inference over the steady one
    BurstRate,         ///< rate of the first seconds over the sustained one
    ThermalDecline,    ///< per cent of the rate lost each minute
    StreamScaling,     ///< concurrent instances from which on more gain nothing
    ThreadScaling,     ///< speed-up of a family on all cores, where that is small
    DynamicShape,      ///< time with an open dimension over the time with a fixed one
    LayoutPreference,  ///< time in the preferred layout over that in the other
    DatasheetConflict, ///< measured over stated
};
std::string_view findingKindName(FindingKind kind); ///< "int8 …" as a key: "integer_as_float"
std::optional<FindingKind> findingKindFromName(std::string_view name);

/// How far a finding can be believed, and why.
struct Confidence {
    double value = 0;             ///< 0..1
    std::size_t n = 0;            ///< independent observations: cases, sessions, sizes
    std::optional<double> spread; ///< relative, of one observation
    Grade grade = Grade::Valid;   ///< of the machine's state during the probe
};
/// From the probability that noise alone shows as much: (1 - p), less for few observations and for
/// a disturbed machine.
Confidence confidenceOf(double p, std::size_t n, std::optional<double> spread, Grade grade);

struct ProbeFinding {
    FindingKind kind = FindingKind::CacheCapacity;
    std::string family;  ///< "conv2d:depthwise"; empty = of the machine
    std::string dtype;   ///< empty = of all
    std::string subject; ///< what else names it: "L2", "output_channels", "throughput"
    Interval value;      ///< 95 %; of what, says the kind
    Confidence confidence;
    /// What the value rests on beside itself: "kernel" -> "DequantizeLinear+Conv", "penalty" ->
    /// "1.31", "preferred" -> "NCHWc".
    std::map<std::string, std::string> facts;
    std::vector<std::string> evidence; ///< rows and samples, at most 12

    Json toJson() const;
    static Result<ProbeFinding> fromJson(const Json& json);
};

struct ProbeResult;
/// Everything that the numbers of a probe show, most certain first. Pure: the same numbers give the
/// same findings.
std::vector<ProbeFinding> findingsOf(const ProbeResult& probe);

} // namespace metainfer::measurement
