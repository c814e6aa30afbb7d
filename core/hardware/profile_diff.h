// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The difference of two profiles, field by field.
#pragma once

#include "hardware/profile.h"

#include <string>
#include <vector>

namespace metainfer::hardware {

/// One field that differs; an empty side means absent.
struct FieldChange {
    std::string path; ///< "memory.hierarchy.L2.size", "ops.matrix.conv2d.int8.NCHW.gflops"
    std::string before, after;
    bool operator==(const FieldChange&) const = default;
};

/// Sorted by path. Revisions are not compared, provenance is.
std::vector<FieldChange> diffProfiles(const Profile& before, const Profile& after);

/// Every field of a profile as path -> text, in units of the YAML form (sizes in bytes).
std::vector<std::pair<std::string, std::string>> flattenProfile(const Profile& profile);

} // namespace metainfer::hardware
