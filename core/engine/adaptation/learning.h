// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The way back: what earlier sessions learned goes into the search, what this one found goes into
// the store.
#pragma once

#include "engine/adaptation/evaluator.h"
#include "experience/store.h"
#include "search/strategy.h"

#include <vector>

namespace metainfer::engine {

/// What the store knows for this task. `strong`: it was found on this very model, hardware and
/// environment, so the search may end as soon as it is confirmed.
struct Recalled {
    std::vector<search::Candidate> candidates; ///< best first
    std::vector<search::Candidate> failures;   ///< known not to work here
    bool strong = false;
};

experience::Query experienceQuery(const Task& task, const std::string& environmentHash,
                                  const std::vector<double>& modelFeatures,
                                  const std::vector<double>& hardwareFingerprint,
                                  std::int64_t nowMs);
Result<Recalled> recall(const experience::Store& store, const experience::Query& query,
                        const session::Deployment& deployment);

/// One record per evaluated candidate.
std::vector<experience::Record> recordsOf(const Task& task, const session::SessionInfo& info,
                                          const experience::Query& query,
                                          const Evaluator& evaluator,
                                          const std::vector<Evaluated>& tried);

} // namespace metainfer::engine
