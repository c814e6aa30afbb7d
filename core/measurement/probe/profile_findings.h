// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Findings into the fields of a profile that have a place for them.
#pragma once

#include "measurement/probe/probe.h"

#include <functional>

namespace metainfer::measurement::probe {

struct ProfileFindings {
    hardware::Profile& profile;
    const ProbeResult& probe;
    /// Notes that the field was measured, with its confidence.
    std::function<void(const std::string& path, std::optional<double> confidence)> measured;
};

/// Fields that nobody stated, or that a probe wrote: max_streams, supports_dynamic_shape,
/// alignment, preferred layouts, and status and notes of operators.
void addFindings(ProfileFindings& to);

/// A field may be written: it is empty, or what is there was measured.
bool mayWrite(const hardware::Profile& profile, const std::string& path, bool isEmpty);

} // namespace metainfer::measurement::probe
