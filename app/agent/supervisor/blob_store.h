// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Content-addressed files of the agent: models and tensors that a remote side sends once. Their
// total is bounded: what was used least recently goes first.
#pragma once

#include "base/hash.h"
#include "base/json.h"
#include "base/result.h"
#include "base/subprocess.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
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

    /// {sha256} -> {present}, and {part_bytes} of an upload that was begun.
    Result<Json> has(const Json& params) const;
    /// An unfinished upload that an earlier agent left: its content is hashed again, a stretch at a
    /// time, before it goes on.
    struct Rehash {
        std::string hash;
        UniqueFd part;
        Sha256 digest;
        std::uint64_t done = 0;
    };
    /// nullopt when there is nothing to go on with.
    std::optional<Rehash> beginRehash(const std::string& hash);
    /// True once it is done; `has` then tells it.
    bool stepRehash(Rehash& rehash);
    /// {sha256, path}: takes a file of this machine over, by link where possible.
    Result<Json> put(const Json& params);
    /// {sha256, offset, total, data}: base64, in order; offset 0 starts again. NoSpace before the
    /// first byte when the disk or the limit cannot take `total`.
    Result<Json> chunk(const Json& params);
    /// {sha256}: checks the content against its name and makes it visible.
    Result<Json> commit(const Json& params);
    /// {hashes} -> {missing}: those of them that are not there. The others count as used.
    Result<Json> missing(const Json& params) const;
    /// {blobs: {sha256: base64}}: small files, whole, each checked against its name.
    Result<Json> putMany(const Json& params);
    /// {files, bytes, limit_bytes, folder}
    Result<Json> usage() const;

    /// Replaces every text "blob:HASH" in `params` by the file's path, which counts as a use.
    /// NotFound for unknown hashes.
    Status resolve(Json& params) const;

  private:
    struct Upload {
        Sha256 hash;
        std::uint64_t size = 0;
        UniqueFd part; ///< locked, so that one agent writes it
        std::filesystem::path path;
    };
    std::filesystem::path pathOf(const std::string& hash) const { return m_folder / hash; }
    std::filesystem::path ownPartOf(const std::string& hash) const;
    std::filesystem::path sharedPartOf(const std::string& hash) const;
    struct Entry {
        std::string hash;
        std::uint64_t bytes = 0;
        std::filesystem::file_time_type used;
    };
    std::vector<Entry> entries() const; ///< finished files, least recently used first
    /// NoSpace when `bytes` alone are above the limit.
    Status checkSize(std::uint64_t bytes, const std::string& hash) const;
    /// A folder that can be written, with room for so many bytes.
    Status prepareFolder(std::uint64_t bytes, const std::string& hash);
    Result<Upload> beginUpload(const std::string& hash, std::uint64_t total);
    /// NoSpace when the disk has no room for so many bytes, even without files that may go.
    Status makeRoom(std::uint64_t bytes, const std::string& hash);
    bool isEvictable(const std::string& hash, const std::string& except) const;
    /// Makes an unfinished file visible, after removing what has to go for it.
    Result<Json> publish(const std::string& hash, const std::filesystem::path& part);
    void evict(std::uint64_t needed, const std::string& except);
    void removeAbandonedParts() const;

    std::filesystem::path m_folder;
    std::uint64_t m_limitBytes = 0;
    std::function<bool(const std::string&)> m_isInUse;
    std::map<std::string, Upload> m_uploads;
};

} // namespace metainfer::agent
