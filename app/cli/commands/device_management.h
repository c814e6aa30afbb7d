// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The subcommands of `metainfer device` that add, test and remove devices.
#pragma once

#include "command.h"

namespace metainfer::cli {

void addDeviceManagement(CLI::App& parent, Context& context);

} // namespace metainfer::cli
