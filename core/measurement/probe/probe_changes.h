// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What changed since an earlier probe, beyond what noise explains.
#pragma once

#include "measurement/probe/probe.h"

namespace metainfer::measurement {

/// One family, or one rate of the machine, that is not as it was.
struct ProbeChange {
    std::string family; ///< "matmul", "compute", "bandwidth", "launch"; empty = all operators alike
    std::string dtype;  ///< of operators and of compute; the access pattern of "bandwidth"
    Interval ratio;     ///< time now over time then, 95 %: above 1 is slower
    double p = 1;       ///< adjusted for the number of comparisons (Holm)
    std::size_t cases = 0; ///< that both probes hold
    Json toJson() const;
};

struct ProbeComparison {
    std::string earlier; ///< when the other one began, UTC
    std::vector<hardware::EnvironmentDifference> environment;
    std::vector<ProbeChange> changes; ///< largest first
    std::size_t compared = 0;         ///< families and rates that both hold
    Json toJson() const;
};

/// Significant changes only: the interval lies beyond both spreads, the whole family of
/// comparisons errs in less than 5 %, and the effect is at least 5 %.
ProbeComparison compareProbes(const ProbeResult& earlier, const ProbeResult& now);

} // namespace metainfer::measurement
