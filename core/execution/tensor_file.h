// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Tensors in a file: how they travel between the program, the agent and its runners.
#pragma once

#include "base/file.h"
#include "base/result.h"
#include "base/subprocess.h"
#include "execution/tensor.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace metainfer {

/// Replaces the content of `path`. Layout: 8 bytes "MITENS1\n", the length of a JSON index as
/// little-endian uint64, the index [{name, type, dims, offset, bytes}], then the data, each tensor
/// at a multiple of 64 from the data's start. Strings are length-prefixed (uint64).
Status writeTensorFile(const std::filesystem::path& path, std::span<const NamedTensor> tensors);

/// InvalidArgument names what is wrong when the file is not one, is cut off or contradicts itself.
Result<std::vector<NamedTensor>> readTensorFile(const std::filesystem::path& path);

/// A file in memory that other processes of this user open under `path()` while this object lives;
/// nothing is left behind, however the processes end. On kernels without such files (before 3.17,
/// or where it is forbidden) it is one in the temporary folder.
class MemoryFile {
  public:
    static Result<MemoryFile> create(const std::string& name);
    const std::filesystem::path& path() const { return m_path; }

  private:
    MemoryFile() = default;
    UniqueFd m_fd;
    std::optional<TemporaryDirectory> m_folder;
    std::filesystem::path m_path;
};

} // namespace metainfer
