// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Operators over devices and data types, as profiles and microbenchmarks know them.
#pragma once

#include "hardware/compared_profile.h"
#include "hardware/heat_map.h"

#include "hardware/probe_row.h"

namespace metainfer::widgets {

enum class MatrixMetric { Tier, Rate, Traffic, Overhead };
QString matrixMetricText(MatrixMetric metric);

/// Families down, data types of each profile across. Cells hold what the profile says: its matrix
/// first, then its lists of fast and slow operators.
HeatMatrix profileMatrix(const ComparedProfiles& profiles, MatrixMetric metric);

/// The rows of a probe: families with shapes down, data type and layout across. `fractionOf` gives
/// the share of the roofline that a row reaches, in (0, 1].
HeatMatrix
probeMatrix(const std::vector<hardware::ProbeRow>& rows, MatrixMetric metric,
            const std::function<std::optional<double>(const hardware::ProbeRow&)>& fractionOf);

QString tierText(hardware::OpTier tier);
QString probeStatusText(hardware::ProbeStatus status);

} // namespace metainfer::widgets
