// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a probe leaves in the experience store.
#pragma once

#include "engine/requests.h"
#include "experience/store.h"

namespace metainfer::engine::tools {

/// One observation per operator that ran; older environments of the device are confirmed as far as
/// they agree with it.
Status rememberProbe(experience::Store& store, const ProbeOutcome& outcome, std::int64_t nowMs);

} // namespace metainfer::engine::tools
