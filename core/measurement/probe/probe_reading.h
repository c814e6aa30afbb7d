// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading back what a probe wrote, to compare with it later.
#pragma once

#include "measurement/probe/probe.h"

namespace metainfer::measurement {

/// The inverse of ProbeResult::toJson; unknown keys are ignored. InvalidArgument names the part
/// that is wrong, VersionMismatch a newer schema.
Result<ProbeResult> probeResultFromJson(const Json& json);

} // namespace metainfer::measurement
