// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Is everything here that the program needs, and what lowers the worth of its numbers?
#pragma once

#include "engine/queries.h"

namespace metainfer::engine::tools {

SystemReport readSystem();

} // namespace metainfer::engine::tools
