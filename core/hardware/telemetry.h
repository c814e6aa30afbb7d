// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a machine does right now. Its readers lie in execution, since the agent reads it on a
// device.
#pragma once

#include "execution/device_telemetry.h"
