// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One analysis per source: each looks at its part of a probe and adds what it finds.
#pragma once

#include "measurement/probe/probe.h"

namespace metainfer::measurement::probe {

using Findings = std::vector<ProbeFinding>;

void findCapacities(const ProbeResult& probe, Findings& findings);
void findTypeUse(const ProbeResult& probe, Findings& findings);
void findFallbacks(const ProbeResult& probe, Findings& findings);
void findAlignment(const ProbeResult& probe, Findings& findings);
void findFirstRuns(const ProbeResult& probe, Findings& findings);
void findHeat(const ProbeResult& probe, Findings& findings);
void findScaling(const ProbeResult& probe, Findings& findings);
void findShapePenalties(const ProbeResult& probe, Findings& findings);
void findLayouts(const ProbeResult& probe, Findings& findings);

/// A mean with its Student interval and the chance that noise alone is as far from `null`.
struct MeanEstimate {
    Interval value;
    double standardDeviation = 0;
    double p = 1; ///< two-sided
    std::size_t n = 0;
};
/// `floor` is the least standard deviation that one observation is given: numbers of one probe
/// agree better than those of two. One observation has the floor alone.
MeanEstimate meanOf(const std::vector<double>& values, double floor, double null = 0,
                    double level = 0.95);
/// exp() of value and interval.
Interval exponential(const Interval& logarithm);
/// Two-sided probability of a Student variable at least as far out as `t`.
double studentTail(double t, int degrees);

/// Relative spread of a row's median.
double spreadOf(const hardware::ProbeRow& row);
/// Case of a row without type and layout: "Conv 1x64x56x56,…".
std::string caseText(const hardware::ProbeRow& row);
std::string evidenceText(const hardware::ProbeRow& row);
bool isTimed(const hardware::ProbeRow& row);
/// Runtimes and clocks differ by this much between two looks at the same thing.
inline constexpr double kRepeatNoise = 0.03;

} // namespace metainfer::measurement::probe
