// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The engine behind the four interfaces.
#pragma once

#include "engine/commands.h"

#include <filesystem>
#include <memory>

namespace metainfer::engine {

struct EngineOptions {
    std::filesystem::path experience; ///< the store's file; empty = the user's default
};

/// Cheap: nothing is opened or started before it is needed.
std::unique_ptr<Commands> createEngine(EngineOptions options = {});

} // namespace metainfer::engine
