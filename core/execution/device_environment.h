// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The environment fingerprint: under what a number was measured, and what differs between two of
// them.
#pragma once

#include "base/json.h"
#include "base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::hardware {

/// Facts that change what a measurement means. All are text; what cannot be read is "unknown".
/// Holds no host name, user or address.
struct Environment {
    std::string device = "unknown";       ///< name of the device: "local"
    std::string cpu = "unknown";          ///< model name
    std::string cpuId = "unknown";        ///< "vendor/family/model/stepping"
    std::string architecture = "unknown"; ///< "x86_64"
    std::string features = "unknown";     ///< instruction sets that matter: "avx2 fma avx512f vnni"
    std::string cores = "unknown";        ///< usable logical CPUs: "2"
    std::string microcode = "unknown";
    std::string virtualization = "unknown"; ///< "kvm", "none", …
    std::string memoryMb = "unknown";
    std::string kernel = "unknown";
    std::string os = "unknown";
    std::string governor = "unknown";
    std::string clockMhz = "unknown"; ///< range "min-max" where the driver says it, else nominal
    std::string runtime = "unknown";  ///< "onnxruntime@1.30.0"
    std::string runtimeSha256 = "unknown"; ///< of the library file that is loaded
    std::string runtimeBuild = "unknown";  ///< build information as the runtime gives it
    std::string compileFlags = "unknown";  ///< of this program: compiler, standard, optimisation
    // Added later: a record that lacks them says nothing about them.
    std::string firmware = "unknown"; ///< of the board: "vendor version date", or its model
    std::string driver =
        "unknown";                ///< of clocks and accelerators: "cpufreq amd-pstate; nvidia 535"
    std::string libc = "unknown"; ///< "glibc 2.36", "musl"

    bool operator==(const Environment&) const = default;
    Json toJson() const;
    /// Unknown keys are ignored, missing ones are "unknown"; InvalidArgument when not an object of
    /// texts.
    static Result<Environment> fromJson(const Json& json);
    /// One line "device=local;cpu=…;…" in a fixed order, for tables; and back. Fields that were
    /// added later are left out while unknown, so that older records keep their hash.
    std::string text() const;
    static Environment fromText(std::string_view text);
    /// SHA-256 of `text()`: equal environments have equal hashes.
    std::string hash() const;
};

struct EnvironmentDifference {
    std::string field, left, right;
    bool operator==(const EnvironmentDifference&) const = default;
};
/// Fields whose values differ. A field unknown on one side counts: the two cannot be called equal.
/// Fields that were added later count only where both sides know them.
std::vector<EnvironmentDifference> differences(const Environment& left, const Environment& right);

/// Where the runtime that will be used lies and what it says about itself; empty = not known.
struct RuntimeFacts {
    std::string name, version, build;
    std::filesystem::path library;
};
/// Reads this machine. `root` replaces "/" so that tests can read a recorded machine. Never fails.
Environment readLocalEnvironment(const RuntimeFacts& runtime = {},
                                 const std::filesystem::path& root = "/");

} // namespace metainfer::hardware
