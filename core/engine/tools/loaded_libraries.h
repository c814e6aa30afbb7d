// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The shared libraries that this process runs with.
#pragma once

#include "engine/queries.h"

namespace metainfer::engine::tools {

/// One line for the program and one for each library of architecture's list that is loaded.
void addLibraries(SystemReport& report);

} // namespace metainfer::engine::tools
