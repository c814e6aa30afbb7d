// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The lock of a machine under the names of this folder. It lies in execution, since the agent holds
// it on a device.
#pragma once

#include "execution/machine_lock.h"
#include "measurement/device.h"

namespace metainfer::measurement {

using metainfer::MachineLock;
using metainfer::measurementInProgress;

} // namespace metainfer::measurement
