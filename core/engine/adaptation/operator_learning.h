// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The operator model of a device: learned from what probes and profiles showed, used where it is
// shown to be better than the analytic one.
#pragma once

#include "engine/adaptation/task.h"
#include "experience/store.h"
#include "measurement/device.h"

#include <string>
#include <vector>

namespace metainfer::engine {

/// Which operator model a predictor uses, and why.
struct OperatorModelChoice {
    bool learned = false;
    std::size_t observations = 0; ///< timed operators of this device in the store
    std::string text;             ///< for people: which one, with both errors
};

/// Reads the timed operators of the query's device from the store, cross-validates, and gives the
/// predictor the learned model only when it predicts operators that it was not trained on better
/// than the analytic model does. Too few operators (under 40) leave the analytic one.
Result<OperatorModelChoice> learnOperators(prediction::Predictor& predictor,
                                           const experience::Store& store,
                                           const experience::Query& query, std::uint64_t seed,
                                           const CancellationToken& cancel);

/// What a per-operator profile adds to the store.
std::vector<experience::OperatorObservation>
observationsOf(const Task& task, const experience::Query& query,
               const measurement::OperatorProfile& profile, const SessionOptions& session);

/// A node of the runtime's profile as the prediction takes it.
prediction::MeasuredOperator measuredOperator(const measurement::OperatorTime& time);

} // namespace metainfer::engine
