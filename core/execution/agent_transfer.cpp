// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Sending files to an agent by content and fetching those that it made, in chunks that suit the
// link.
#include "execution/agent_files.h"

#include "base/file.h"
#include "base/hash.h"
#include "execution/base64.h"

#include <algorithm>
#include <cerrno>
#include <tuple>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace metainfer {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::minutes kChunkTime{10};
constexpr int kAttempts = 4; // each goes on where the one before stopped
constexpr std::uint64_t kWorthTelling = 1u << 20;

/// Larger while the link is quick, smaller while it is slow, so that an answer comes every second
/// or so: the link is then seen to live, and a cancel takes effect.
class ChunkSize {
  public:
    explicit ChunkSize(std::uint64_t most = 1u << 20)
        : m_most(most) {}
    std::uint64_t bytes() const { return m_bytes; }
    void took(Clock::duration time) {
        if (time < std::chrono::milliseconds(500))
            m_bytes = std::min(m_bytes * 2, m_most);
        else if (time > std::chrono::seconds(2))
            m_bytes = std::max(m_bytes / 2, kLeast);
    }

  private:
    static constexpr std::uint64_t kLeast = 16u << 10;
    std::uint64_t m_most = 0;
    std::uint64_t m_bytes = 128u << 10;
};

/// What tells that a file is still the same.
using FileStamp = std::tuple<dev_t, ino_t, off_t, std::int64_t, std::int64_t>;

std::optional<FileStamp> stampOf(const fs::path& file) {
    struct stat info {};
    // Files in memory have numbers that are used again at once.
    if (stat(file.c_str(), &info) != 0 || info.st_nlink == 0)
        return std::nullopt;
    const auto ns = [](const timespec& time) {
        return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
    };
    return FileStamp{info.st_dev, info.st_ino, info.st_size, ns(info.st_mtim), ns(info.st_ctim)};
}

Status appendBytes(int fd, std::string_view bytes, const fs::path& path) {
    while (!bytes.empty()) {
        const ssize_t written = write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return fail(errnoError(fmt::format("cannot write {}", path.string()), errno));
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

} // namespace

Result<std::string> rememberedHash(const fs::path& file) {
    static std::mutex mutex;
    static std::map<FileStamp, std::string> known;
    const auto stamp = stampOf(file);
    if (stamp) {
        const std::lock_guard lock(mutex);
        if (const auto it = known.find(*stamp); it != known.end())
            return it->second;
    }
    MI_ASSIGN(std::string hash, sha256OfFile(file));
    if (stamp && stamp == stampOf(file)) {
        const std::lock_guard lock(mutex);
        known.emplace(*stamp, hash);
    }
    return hash;
}

void AgentFiles::setSink(ProgressSink sink) {
    const std::lock_guard lock(m_mutex);
    m_sink = std::move(sink);
}

void AgentFiles::tell(std::string_view what, const fs::path& file, std::uint64_t done,
                      std::uint64_t total) {
    ProgressSink sink;
    {
        const std::lock_guard lock(m_mutex);
        sink = m_sink;
    }
    if (total >= kWorthTelling)
        report(sink, static_cast<double>(done) / static_cast<double>(total),
               fmt::format("{} {}", what, file.filename().string()));
}

void AgentFiles::forget() {
    const std::lock_guard lock(m_mutex);
    m_known.clear();
}

std::string AgentFiles::freshName(std::string_view what) {
    return fmt::format("{}-{}-{}", what, getpid(), m_names++);
}

Result<std::string> AgentFiles::send(const fs::path& file, const CancellationToken& cancel) {
    MI_ASSIGN(const std::string hash, rememberedHash(file));
    const std::string name = "blob:" + hash;
    const auto isKnown = [&] {
        const std::lock_guard lock(m_mutex);
        return m_known.contains(hash);
    };
    if (isKnown())
        return name;
    std::unique_lock sending(m_sending, std::defer_lock);
    while (!sending.try_lock_for(std::chrono::milliseconds(50)))
        MI_CHECK(cancel.check());
    if (isKnown()) // somebody else has sent it meanwhile
        return name;
    if (auto sent = sendContent(hash, file, cancel); !sent)
        return failWith(sent.error(), fmt::format("while sending {} to {}", file.string(),
                                                  m_client.endpoint().name));
    const std::lock_guard lock(m_mutex);
    m_known.insert(hash);
    return name;
}

Status AgentFiles::sendMany(const std::map<std::string, std::string>& contents,
                            const CancellationToken& cancel) {
    std::unique_lock sending(m_sending, std::defer_lock);
    while (!sending.try_lock_for(std::chrono::milliseconds(50)))
        MI_CHECK(cancel.check());
    std::vector<std::string> unknown;
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& [hash, content] : contents)
            if (!m_known.contains(hash))
                unknown.push_back(hash);
    }
    if (unknown.empty())
        return {};
    MI_ASSIGN(const Json there,
              m_client.call("blobs_missing", {{"hashes", unknown}}, kChunkTime, cancel));
    constexpr std::uint64_t kMostTogether = 4u << 20;
    ChunkSize size(kMostTogether);
    std::vector<const std::pair<const std::string, std::string>*> group;
    std::uint64_t bytes = 0;
    for (const auto& hash : jsonValue(there, "missing", std::vector<std::string>())) {
        const auto it = contents.find(hash);
        if (it == contents.end())
            continue;
        group.push_back(&*it);
        bytes += it->second.size();
        if (bytes < size.bytes())
            continue;
        const auto start = Clock::now();
        MI_CHECK(putGroup(std::exchange(group, {}), cancel));
        size.took(Clock::now() - start);
        bytes = 0;
    }
    MI_CHECK(putGroup(group, cancel));
    const std::lock_guard lock(m_mutex);
    m_known.insert(unknown.begin(), unknown.end());
    return {};
}

Status
AgentFiles::putGroup(const std::vector<const std::pair<const std::string, std::string>*>& group,
                     const CancellationToken& cancel) {
    if (group.empty())
        return {};
    Json blobs = Json::object();
    for (const auto* one : group)
        blobs[one->first] = encodeBase64(one->second);
    const auto sent = m_client.call("blobs_put", {{"blobs", std::move(blobs)}}, kChunkTime, cancel);
    if (!sent)
        return failWith(sent.error(),
                        fmt::format("while sending inputs to {}", m_client.endpoint().name));
    return {};
}

Status AgentFiles::sendContent(const std::string& hash, const fs::path& file,
                               const CancellationToken& cancel) {
    std::error_code error;
    const std::uint64_t total = fs::file_size(file, error);
    for (int attempt = 1;; ++attempt) {
        MI_ASSIGN(const Json there,
                  m_client.call("blob_has", {{"sha256", hash}, {"resume", total > kWorthTelling}},
                                kChunkTime, cancel));
        if (jsonValue(there, "present", false))
            return {};
        const auto sent =
            sendFrom(hash, file, jsonValue(there, "part_bytes", std::uint64_t{0}), cancel);
        if (!sent) {
            // Conflict: the agent is another one than at the chunk before.
            if (sent.error().code != ErrorCode::Conflict || attempt == kAttempts)
                return fail(sent.error());
            continue;
        }
        const auto done = m_client.call("blob_commit", {{"sha256", hash}}, kChunkTime, cancel);
        if (done)
            return {};
        const bool isWorthAnother =
            done.error().code == ErrorCode::InvalidArgument || // a part that was damaged there
            done.error().code == ErrorCode::NotFound;
        if (!isWorthAnother || attempt == kAttempts)
            return fail(done.error());
    }
}

/// The bytes from `offset` on; returns how many the agent then has.
Result<std::uint64_t> AgentFiles::sendFrom(const std::string& hash, const fs::path& file,
                                           std::uint64_t offset, const CancellationToken& cancel) {
    MI_ASSIGN(const auto source, RandomAccessFile::open(file));
    const std::uint64_t total = source->size();
    if (offset > total)
        offset = 0;
    ChunkSize size;
    std::string chunk;
    do {
        MI_CHECK(cancel.check());
        tell("sending", file, offset, total);
        chunk.resize(std::min(size.bytes(), total - offset));
        MI_CHECK(source->read(offset, std::as_writable_bytes(std::span(chunk))));
        const auto start = Clock::now();
        MI_ASSIGN(const Json answer, m_client.call("blob_chunk",
                                                   {{"sha256", hash},
                                                    {"offset", offset},
                                                    {"total", total},
                                                    {"data", encodeBase64(chunk)}},
                                                   kChunkTime, cancel));
        size.took(Clock::now() - start);
        const std::uint64_t expected = offset + chunk.size();
        offset = jsonValue(answer, "size", expected);
        if (offset != expected)
            return fail(ErrorCode::Conflict,
                        fmt::format("the agent has {} bytes of {}, {} were sent", offset,
                                    file.string(), expected));
    } while (offset < total);
    tell("sent", file, total, total);
    return offset;
}

Status AgentFiles::fetch(const std::string& remote, const fs::path& target,
                         const CancellationToken& cancel) {
    // A file in memory has no folder to rename within; nobody else reads it yet.
    const bool isMemory = target.native().starts_with("/proc/");
    const fs::path part = isMemory ? target : fs::path(target.string() + ".part");
    const UniqueFd fd(open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!fd)
        return fail(errnoError(fmt::format("cannot write {}", target.string()), errno));
    const auto copy = [&]() -> Status {
        ChunkSize size;
        for (std::uint64_t offset = 0, total = 1; offset < total;) {
            const auto start = Clock::now();
            MI_ASSIGN(const Json answer,
                      m_client.call("file_read",
                                    {{"file", remote}, {"offset", offset}, {"bytes", size.bytes()}},
                                    kChunkTime, cancel));
            size.took(Clock::now() - start);
            MI_ASSIGN(const std::string bytes,
                      decodeBase64(jsonValue(answer, "data", std::string())));
            MI_CHECK(appendBytes(fd.get(), bytes, target));
            total = jsonValue(answer, "size", std::uint64_t{0});
            offset += bytes.size();
            if (bytes.empty() && offset < total)
                return fail(ErrorCode::Io, fmt::format("{} ends early on the device", remote));
            tell("fetching", target, offset, total);
        }
        return {};
    };
    Status copied = copy();
    if (copied && !isMemory && rename(part.c_str(), target.c_str()) != 0)
        copied = fail(errnoError(fmt::format("cannot write {}", target.string()), errno));
    if (!copied && !isMemory)
        unlink(part.c_str());
    return copied;
}

} // namespace metainfer
