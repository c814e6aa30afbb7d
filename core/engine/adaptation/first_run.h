// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One inference of the original before anything is written: what cannot work is said at once.
#pragma once

#include "engine/adaptation/task.h"

namespace metainfer::engine {

/// Runs the original once at the measured shapes. Errors name the model and what is wrong with it:
/// an opset or operator that the runtime lacks, an inference that does not end, too much memory,
/// outputs that are NaN throughout. Outputs that are NaN in part are a remark.
Status tryOriginal(const Task& task, const EventSink& events, const CancellationToken& cancel);

} // namespace metainfer::engine
