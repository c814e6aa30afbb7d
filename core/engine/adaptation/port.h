// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A model that the device's runtime does not take as it is, rewritten as little as it takes.
#pragma once

#include "engine/adaptation/task.h"

namespace metainfer::engine {

/// `refusal` is what the first run of the original failed with. Where it names an operator, exact
/// rewrites are looked for with which the device takes the model: shapes bound and computed shapes
/// folded first, substitutions of what is refused, then all exact rules. What each attempt is
/// refused for is learned. The result takes the place of the task's model and is compared with the
/// original on the agent's default runtime. Otherwise the refusal comes back, with the operators
/// that are known to be in the way.
Status portOriginal(Task& task, const Error& refusal, const EventSink& events,
                    const CancellationToken& cancel);

} // namespace metainfer::engine
