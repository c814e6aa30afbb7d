// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Files of one session besides the blobs: those that requests make, and those that come within a
// request.
#pragma once

#include "base/json.h"
#include "base/result.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace metainfer::agent {

/// Removes files once nobody needs them.
class TemporaryFiles {
  public:
    TemporaryFiles() = default;
    TemporaryFiles(const TemporaryFiles&) = delete;
    TemporaryFiles& operator=(const TemporaryFiles&) = delete;
    ~TemporaryFiles();
    void add(std::filesystem::path file) { m_files.push_back(std::move(file)); }

  private:
    std::vector<std::filesystem::path> m_files;
};

class SessionFiles {
  public:
    explicit SessionFiles(std::filesystem::path folder)
        : m_folder(std::move(folder)) {}

    /// Replaces the texts "new:NAME" and "inline:BASE64" in `params` by paths. What came inline
    /// goes with the returned object; null when there was none.
    Result<std::shared_ptr<TemporaryFiles>> resolve(Json& params);
    /// {file, offset, bytes} -> {data, size}: base64 of at most 1 MiB, and the whole size.
    Result<Json> read(const Json& params) const;
    /// {files} -> {}
    Result<Json> drop(const Json& params) const;
    /// InvalidArgument for anything but letters, digits, '.', '-' and '_'.
    Result<std::filesystem::path> pathOf(const std::string& reference) const;

  private:
    Status resolveInto(Json& params, std::shared_ptr<TemporaryFiles>& files);

    std::filesystem::path m_folder;
    unsigned m_next = 0;
};

} // namespace metainfer::agent
