// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Caches from sysfs.
#include "execution/device_caches.h"

#include "base/file.h"

#include <cctype>
#include <cstdlib>
#include <map>
#include <set>

#include <fmt/format.h>

namespace metainfer {

namespace fs = std::filesystem;

namespace {

std::string lineOf(const fs::path& path) {
    const auto text = readTextFile(path);
    return text ? text->substr(0, text->find('\n')) : std::string();
}

/// "32K", "1024K", "32M".
double bytesOf(const std::string& text) {
    char* end = nullptr;
    double value = std::strtod(text.c_str(), &end);
    if (*end == 'K')
        value *= 1024;
    else if (*end == 'M')
        value *= 1024 * 1024;
    else if (*end == 'G')
        value *= 1024.0 * 1024 * 1024;
    return value;
}

} // namespace

std::vector<CacheLevel> readDeviceCaches(const fs::path& root) {
    std::map<std::string, CacheLevel> byLevel;
    std::map<std::string, std::set<std::string>> instances;
    std::error_code error;
    const fs::path cpus = root / "sys/devices/system/cpu";
    for (fs::directory_iterator cpu(cpus, error), end; !error && cpu != end; cpu.increment(error)) {
        const std::string name = cpu->path().filename().string();
        if (!name.starts_with("cpu") || name.size() < 4 || !std::isdigit(name[3]))
            continue;
        for (int index = 0; index < 8; ++index) {
            const fs::path folder = cpu->path() / fmt::format("cache/index{}", index);
            const std::string type = lineOf(folder / "type");
            if (type != "Data" && type != "Unified")
                continue;
            const std::string level = "L" + lineOf(folder / "level");
            CacheLevel& cache = byLevel[level];
            cache.level = level;
            cache.sizeBytes = bytesOf(lineOf(folder / "size"));
            cache.lineBytes = std::atoi(lineOf(folder / "coherency_line_size").c_str());
            instances[level].insert(lineOf(folder / "shared_cpu_list"));
        }
    }
    std::vector<CacheLevel> caches;
    for (auto& [level, cache] : byLevel)
        if (cache.sizeBytes > 0) {
            cache.instances = static_cast<int>(instances[level].size());
            caches.push_back(cache);
        }
    return caches;
}

Json toJson(const CacheLevel& cache) {
    return Json{{"level", cache.level},
                {"size_bytes", cache.sizeBytes},
                {"line_bytes", cache.lineBytes},
                {"instances", cache.instances}};
}

CacheLevel cacheLevelFromJson(const Json& json) {
    return {jsonValue(json, "level", std::string()), jsonValue(json, "size_bytes", 0.0),
            jsonValue(json, "line_bytes", 0), jsonValue(json, "instances", 1)};
}

} // namespace metainfer
