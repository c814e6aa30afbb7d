// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The engine behind the four interfaces.
#pragma once

#include "engine/commands.h"
#include "engine/prompts.h"

#include <filesystem>
#include <memory>

namespace metainfer::engine {

struct EngineOptions {
    std::filesystem::path experience = {}; ///< the store's file; empty = the user's default
    /// Asked for passwords, passphrases and host keys; null = nobody is there.
    std::shared_ptr<Prompts> prompts = nullptr;
    std::filesystem::path devices = {};   ///< folder of added devices; empty = the user's
    std::filesystem::path baselines = {}; ///< file of manual baselines; empty = beside the store
};

/// Cheap: nothing is opened or started before it is needed.
std::unique_ptr<Commands> createEngine(EngineOptions options = {});

} // namespace metainfer::engine
