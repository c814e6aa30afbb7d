// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The time of an operator from the profile alone: roofline, operator matrix, tiers, alignment,
// launch overhead, threads.
#pragma once

#include "base/quantity.h"
#include "execution/session_options.h"
#include "hardware/profile.h"
#include "hardware/roofline.h"
#include "prediction/operator_case.h"

#include <string>

namespace metainfer::prediction {

/// One operator's estimate. `logSigma` is the standard deviation of ln(true / us).
struct OperatorEstimate {
    double us = 0;
    double logSigma = 0.5;
    hardware::Bound bound = hardware::Bound::Compute;
    double computeUs = 0, memoryUs = 0, launchUs = 0;
    std::string level;    ///< memory level that serves it
    std::string reason;   ///< one phrase for a person: what limits it, by which number
    bool possible = true; ///< false: the device cannot run it; `reason` says why

    /// 90 % interval.
    Interval interval() const;
};

/// Microseconds of one execution. Monotone: more bandwidth, more rate or less launch overhead never
/// makes an operator slower.
OperatorEstimate analyticEstimate(const hardware::Profile& profile, const SessionOptions& session,
                                  const OperatorCase& operation);

/// What one request costs before its first operator; 0 where it is not known apart.
double requestOverheadUs(const hardware::Profile& profile);

/// Work wasted by channel counts that do not fill the device's alignment or matrix tile; at
/// least 1.
double alignmentPenalty(const hardware::Profile& profile, const OperatorCase& operation);

} // namespace metainfer::prediction
