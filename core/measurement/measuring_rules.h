// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What every device that measures asks of a request, and how it reads the times of a round.
#pragma once

#include "measurement/device.h"

#include <vector>

namespace metainfer::measurement {

/// NotFound when there is no model file, InvalidArgument when the batch is below 1.
Status checkModelFile(const Workload& workload);
/// InvalidArgument names the field and the legal range; labels must differ.
Status checkRequest(const CompareRequest& request);
/// InvalidArgument below 1.
Status checkProfileRuns(int runs);

/// What one block says on a clock; 0 without samples. The minimum of CPU time is its steadiest
/// statistic under other load; wall time is what the user gets, so there it is the median.
double blockValue(const std::vector<double>& wallUs, const std::vector<double>& cpuUs,
                  ClockKind clock);
/// Whether others got so much of a round, all of its blocks together, that its wall times do not
/// count: above the counters' resolution and above a share.
bool isDisturbed(double foreignUs, double stolenUs, double wallUs);

} // namespace metainfer::measurement
