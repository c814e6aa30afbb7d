// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Content-addressed files of the agent: models and tensors that a remote side sends once. Their
// total is bounded: what was used least recently goes first.
#pragma once

#include "base/hash.h"
#include "base/json.h"
#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::agent {

class BlobStore {
  public:
    /// `limitBytes` bounds the finished files together; several agents may share the folder.
    BlobStore(std::filesystem::path folder, std::uint64_t limitBytes)
        : m_folder(std::move(folder))
        , m_limitBytes(limitBytes) {}

    /// Tells the files (by hash) that a job still needs: they are never evicted.
    void setInUse(std::function<bool(const std::string& hash)> isInUse) {
        m_isInUse = std::move(isInUse);
    }

    /// {sha256} -> {present}
    Result<Json> has(const Json& params) const;
    /// {sha256, path}: takes a file of this machine over, by link where possible.
    Result<Json> put(const Json& params);
    /// {sha256, offset, data}: base64, in order; offset 0 starts again.
    Result<Json> chunk(const Json& params);
    /// {sha256}: checks the content against its name and makes it visible.
    Result<Json> commit(const Json& params);
    /// {files, bytes, limit_bytes, folder}
    Result<Json> usage() const;

    /// Replaces every text "blob:HASH" in `params` by the file's path, which counts as a use.
    /// NotFound for unknown hashes.
    Status resolve(Json& params) const;

  private:
    struct Upload {
        Sha256 hash;
        std::uint64_t size = 0;
    };
    std::filesystem::path pathOf(const std::string& hash) const { return m_folder / hash; }
    std::filesystem::path partOf(const std::string& hash) const;
    struct Entry {
        std::string hash;
        std::uint64_t bytes = 0;
        std::filesystem::file_time_type used;
    };
    std::vector<Entry> entries() const; ///< finished files, least recently used first
    /// NoSpace when `bytes` alone are above the limit.
    Status checkSize(std::uint64_t bytes, const std::string& hash) const;
    /// Makes an unfinished file visible, after removing what has to go for it.
    Result<Json> publish(const std::string& hash);
    void evict(std::uint64_t needed, const std::string& except);
    void removeAbandonedParts() const;

    std::filesystem::path m_folder;
    std::uint64_t m_limitBytes = 0;
    std::function<bool(const std::string&)> m_isInUse;
    std::map<std::string, Upload> m_uploads;
};

/// Standard alphabet with padding (RFC 4648). InvalidArgument for anything else.
Result<std::string> decodeBase64(std::string_view text);

} // namespace metainfer::agent
