// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The operator model of a device: learned from what probes and profiles showed, used where it is
// shown to be better than the analytic one.
#pragma once

#include "engine/adaptation/task.h"
#include "experience/store.h"
#include "measurement/device.h"

#include <vector>

namespace metainfer::engine {

/// Reads the device's timed operators from the store, cross-validates, and gives the predictor the
/// learned model only when it predicts operators that it was not trained on better than the
/// analytic model does. Says which one is used, with both errors. Too few operators (under 40) are
/// no error.
Status learnOperators(const Task& task, const experience::Store& store,
                      const experience::Query& query, const EventSink& events,
                      const CancellationToken& cancel);

/// What a per-operator profile adds to the store.
std::vector<experience::OperatorObservation>
observationsOf(const Task& task, const experience::Query& query,
               const measurement::OperatorProfile& profile, const SessionOptions& session);

/// A node of the runtime's profile as the prediction takes it.
prediction::MeasuredOperator measuredOperator(const measurement::OperatorTime& time);

} // namespace metainfer::engine
