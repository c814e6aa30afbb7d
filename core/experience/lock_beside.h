// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The lock of a file that several processes write anew.
#pragma once

#include "base/file.h"

namespace metainfer::experience {

/// Waits for "FILE.lock"; the file's folder is made where it is missing.
inline Result<FileLock> lockBeside(const std::filesystem::path& file) {
    if (file.has_parent_path())
        MI_CHECK(createDirectories(file.parent_path()));
    return FileLock::acquire(file.string() + ".lock", true);
}

} // namespace metainfer::experience
