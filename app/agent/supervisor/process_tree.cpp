// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads /proc: a few small files for each process.
#include "process_tree.h"

#include <algorithm>
#include <fstream>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>

namespace metainfer::agent {

namespace {

constexpr std::size_t kMostProcesses = 4096;

/// Of the thread that leads the process: others seldom start processes.
std::vector<int> childrenOf(int pid) {
    std::ifstream file(fmt::format("/proc/{0}/task/{0}/children", pid));
    std::vector<int> children;
    for (int child = 0; file >> child;)
        children.push_back(child);
    return children;
}

} // namespace

std::uint64_t residentBytesOfTree(int pid) {
    std::vector<int> processes{pid};
    std::uint64_t own = 0, mostShared = 0;
    for (std::size_t i = 0; i < processes.size() && i < kMostProcesses; ++i) {
        std::ifstream file(fmt::format("/proc/{}/statm", processes[i]));
        std::uint64_t total = 0, resident = 0, shared = 0;
        file >> total >> resident >> shared;
        own += resident - std::min(resident, shared);
        mostShared = std::max(mostShared, shared);
        const std::vector<int> children = childrenOf(processes[i]);
        processes.insert(processes.end(), children.begin(), children.end());
    }
    return (own + mostShared) * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

} // namespace metainfer::agent
