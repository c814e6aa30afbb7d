// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// An agent's folder as it lies on a device.
#pragma once

#include "execution/agent_executor.h"
#include "measurement/agent_bundle.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

namespace metainfer::test {

/// Puts the bundle's files there, the loader only when it is wanted.
inline void layOut(const AgentBundle& bundle, const std::filesystem::path& folder,
                   bool withLoader) {
    std::vector<BundleFile> files = bundle.programs;
    files.insert(files.end(), bundle.runtimes.begin(), bundle.runtimes.end());
    if (withLoader)
        files.insert(files.end(), bundle.loader.begin(), bundle.loader.end());
    for (const BundleFile& file : files) {
        const std::filesystem::path target = folder / file.name;
        std::filesystem::create_directories(target.parent_path());
        std::filesystem::copy_file(file.local, target);
    }
}

/// What runs as each child of a process.
inline std::vector<std::filesystem::path> programsBelow(int pid) {
    const std::string process = "/proc/" + std::to_string(pid);
    std::ifstream children(process + "/task/" + std::to_string(pid) + "/children");
    std::vector<std::filesystem::path> programs;
    std::error_code error;
    for (int child = 0; children >> child;)
        programs.push_back(
            std::filesystem::read_symlink("/proc/" + std::to_string(child) + "/exe", error));
    return programs;
}

/// The largest distance between two results, relative to the first one's largest value; infinite
/// when their names or shapes differ.
inline double distance(const std::vector<NamedTensor>& a, const std::vector<NamedTensor>& b) {
    double largest = 0, apart = 0;
    if (a.size() != b.size())
        return INFINITY;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i].name != b[i].name || a[i].tensor.dims != b[i].tensor.dims)
            return INFINITY;
        const auto left = a[i].tensor.toFloats(), right = b[i].tensor.toFloats();
        if (!left || !right)
            return INFINITY;
        for (std::size_t k = 0; k < left->size(); ++k) {
            largest = std::max(largest, std::abs(double((*left)[k])));
            apart = std::max(apart, std::abs(double((*left)[k]) - double((*right)[k])));
        }
    }
    return largest > 0 ? apart / largest : apart;
}

} // namespace metainfer::test
