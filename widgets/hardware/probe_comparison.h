// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Probed operators against what a datasheet promises, and against an earlier run, as heat maps.
#pragma once

#include "hardware/heat_map.h"

#include "hardware/probe_row.h"
#include "hardware/profile.h"

namespace metainfer::widgets {

/// Share of the roofline of the datasheet's numbers alone (one core) that each family reaches at
/// its largest size; what was measured of the profile does not count.
HeatMatrix datasheetMatrix(const std::vector<hardware::ProbeRow>& rows,
                           const hardware::Profile& datasheet);

/// Time now over time then, the geometric mean over the cases that both runs hold. The middle of
/// the scale is "as before".
HeatMatrix changeMatrix(const std::vector<hardware::ProbeRow>& now,
                        const std::vector<hardware::ProbeRow>& then);

} // namespace metainfer::widgets
