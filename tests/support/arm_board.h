// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A 64-bit Arm board by user-mode emulation: for what it computes, never for how fast.
#pragma once

#include "measurement/agent_bundle.h"
#include "support/agent_folder.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <unistd.h>

namespace metainfer::test {

constexpr const char* kArmEmulator = "/usr/bin/qemu-aarch64-static";
constexpr const char* kArmLibraries = "/usr/aarch64-linux-gnu/lib";

/// Why there is no board here; empty when there is one.
inline std::string whyNoArmBoard() {
    if (access(kArmEmulator, X_OK) != 0)
        return std::string("needs ") + kArmEmulator + " (package qemu-user-static)";
    if (const auto bundle = findAgentBundle("aarch64"); !bundle)
        return bundle.error().text();
    return {};
}

/// What the emulated system sees in place of this one's: its C library, and a processor that the
/// runtime recognizes (with this machine's own /proc/cpuinfo it would crash).
inline void makeArmSystem(const std::filesystem::path& folder, bool withLibraries) {
    std::filesystem::create_directories(folder / "proc");
    if (withLibraries)
        std::filesystem::create_directory_symlink(kArmLibraries, folder / "lib");
    std::ofstream processors(folder / "proc/cpuinfo");
    for (int i = 0; i < 2; ++i)
        processors << "processor\t: " << i
                   << "\nBogoMIPS\t: 100.00\n"
                      "Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp "
                      "cpuid asimdrdm\n"
                      "CPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x3\n"
                      "CPU part\t: 0xd0c\nCPU revision\t: 1\n\n";
}

/// The words before each program of the board.
inline std::string armEmulation(const std::filesystem::path& system) {
    return std::string(kArmEmulator) + " -L " + system.string();
}

} // namespace metainfer::test
