// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Profiles as YAML text, short and full form.
#pragma once

#include "hardware/profile.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::hardware {

/// What `schema:` says in files that this version writes; a file without it counts as version 1.
inline constexpr std::string_view kProfileSchema = "hardware/1";

struct LoadedProfile {
    Profile profile;
    std::vector<std::string> warnings; ///< unknown keys and operator families
};

/// Reads a profile and validates it. InvalidArgument lists every error with file, line, legal range
/// and remedy; VersionMismatch for a newer schema. `source` is the file name shown.
Result<LoadedProfile> parseProfile(std::string_view text, std::string source);
Result<LoadedProfile> loadProfile(const std::filesystem::path& path);

/// The full form; fields that are absent are not written, unknown keys are.
std::string profileToYaml(const Profile& profile);
/// Writes atomically.
Status writeProfile(const std::filesystem::path& path, const Profile& profile);
/// SHA-256 over the content without `revision`: equal content, equal hash.
std::string profileHash(const Profile& profile);

/// The names that profiles use: "fp32", "fp16", "bf16", "fp64", "int8", …
std::string dtypeName(ElementType type);
/// Accepts these and the long names ("float32"); "fp8" is float8e4m3fn.
std::optional<ElementType> dtypeFromName(std::string_view name);

} // namespace metainfer::hardware
