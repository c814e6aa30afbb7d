// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Content-addressed files of the agent: models and tensors that a remote side sends once.
#pragma once

#include "base/hash.h"
#include "base/json.h"
#include "base/result.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace metainfer::agent {

class BlobStore {
  public:
    explicit BlobStore(std::filesystem::path folder)
        : m_folder(std::move(folder)) {}

    /// {sha256} -> {present}
    Result<Json> has(const Json& params) const;
    /// {sha256, path}: takes a file of this machine over, by link where possible.
    Result<Json> put(const Json& params);
    /// {sha256, offset, data}: base64, in order; offset 0 starts again.
    Result<Json> chunk(const Json& params);
    /// {sha256}: checks the content against its name and makes it visible.
    Result<Json> commit(const Json& params);

    /// Replaces every text "blob:HASH" in `params` by the file's path. NotFound for unknown hashes.
    Status resolve(Json& params) const;

  private:
    struct Upload {
        Sha256 hash;
        std::uint64_t size = 0;
    };
    std::filesystem::path pathOf(const std::string& hash) const { return m_folder / hash; }
    std::filesystem::path partOf(const std::string& hash) const;

    std::filesystem::path m_folder;
    std::map<std::string, Upload> m_uploads;
};

/// Standard alphabet with padding (RFC 4648). InvalidArgument for anything else.
Result<std::string> decodeBase64(std::string_view text);

} // namespace metainfer::agent
