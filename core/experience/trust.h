// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// How much an old result still counts.
#pragma once

#include <cstdint>
#include <span>

namespace metainfer::experience {

struct TrustPolicy {
    double halfLifeDays = 90;          ///< trust halves in this time
    double changedEnvironment = 0.3;   ///< factor at once when the environment fingerprint differs
    double imported = 0.5;             ///< factor for records from another store
    double minimum = 0.02;             ///< below it a record is not offered
    double minimumAgreement = 0.5;     ///< a re-probe that agrees less restores nothing
    std::size_t minimumCommonRows = 8; ///< operators that two probes must share to be compared
};

/// What a re-probe found out about an older environment: how far its numbers still hold.
struct Confirmation {
    double agreement = 1; ///< 0..1
    std::int64_t timeMs = 0;
};

/// `confirmation` of the record's environment by a probe under the current one, or null. Ages are
/// counted from the later of record and confirmation; a clock that went backwards counts as age 0.
double effectiveTrust(double stored, std::int64_t recordMs, std::int64_t nowMs,
                      bool sameEnvironment, const Confirmation* confirmation,
                      const TrustPolicy& policy);

/// How well two probes agree, 0..1, from the ratios new / old of operators that both timed:
/// exp(-median |log ratio| / 0.2). 1 % off gives 0.95, 15 % gives 0.5.
double probeAgreement(std::span<const double> ratios);

/// Similarity of two feature vectors, 0..1: 1 - mean |a-b| / (|a|+|b|) over the entries that are
/// not both zero, so that it does not depend on units. 0 when lengths differ or one is empty.
double featureSimilarity(std::span<const double> a, std::span<const double> b);

} // namespace metainfer::experience
