// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The caches of a machine as its operating system describes them.
#pragma once

#include "base/json.h"

#include <filesystem>
#include <string>
#include <vector>

namespace metainfer {

struct CacheLevel {
    std::string level; ///< "L1", "L2", "L3" (data or unified)
    double sizeBytes = 0;
    int lineBytes = 0;
    int instances = 1; ///< on the usable cores
};

/// Smallest level first; empty where the system does not say it. `root` replaces "/" in tests.
std::vector<CacheLevel> readDeviceCaches(const std::filesystem::path& root = "/");

Json toJson(const CacheLevel& cache);
CacheLevel cacheLevelFromJson(const Json& json);

} // namespace metainfer
