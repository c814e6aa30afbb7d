// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Files under their SHA-256; unfinished ones carry the agent's process id and never the final name.
// The time of the last use is the file's modification time, so that it outlives the agent.
#include "blob_store.h"

#include "base/file.h"
#include "base/subprocess.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <tuple>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace metainfer::agent {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = "blob:";

bool isHash(std::string_view text) {
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

void touch(const fs::path& file) {
    utimensat(AT_FDCWD, file.c_str(), nullptr, 0); // another agent may have removed it meanwhile
}

Result<std::string> hashOf(const Json& params) {
    const std::string hash = jsonValue(params, "sha256", std::string());
    if (!isHash(hash))
        return fail(
            ErrorCode::InvalidArgument,
            fmt::format("`sha256` is `{}`, it must be 64 lower-case hexadecimal digits", hash));
    return hash;
}

Error cannotWrite(const fs::path& file, int problem) {
    return errnoError(fmt::format("cannot write {} in the agent's cache", file.string()), problem);
}

/// The errno value, or 0 when all of it is written.
int appendTo(int descriptor, std::string_view data) {
    while (!data.empty()) {
        const ssize_t written = ::write(descriptor, data.data(), data.size());
        if (written < 0 && errno != EINTR)
            return errno;
        data.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    return 0;
}

int valueOfDigit(char c) {
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

} // namespace

Result<std::string> decodeBase64(std::string_view text) {
    std::string bytes;
    unsigned buffer = 0;
    int bits = 0;
    const std::size_t end = std::min(text.find('='), text.size());
    const auto invalid = [] { return fail(ErrorCode::InvalidArgument, "`data` is not base64"); };
    if (text.size() % 4 != 0 || text.size() - end > 2)
        return invalid();
    for (const char c : text.substr(0, end)) {
        const int value = valueOfDigit(c);
        if (value < 0)
            return invalid();
        buffer = (buffer << 6) | static_cast<unsigned>(value);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes += static_cast<char>((buffer >> bits) & 0xff);
        }
    }
    return bytes;
}

fs::path BlobStore::partOf(const std::string& hash) const {
    return m_folder / fmt::format("{}.{}.part", hash, getpid());
}

Result<Json> BlobStore::has(const Json& params) const {
    MI_ASSIGN(const std::string hash, hashOf(params));
    std::error_code error;
    const bool present = fs::exists(pathOf(hash), error);
    if (present)
        touch(pathOf(hash));
    return Json{{"present", present}};
}

Result<Json> BlobStore::put(const Json& params) {
    MI_ASSIGN(const std::string hash, hashOf(params));
    const fs::path source = jsonValue(params, "path", std::string());
    MI_ASSIGN(const std::string actual, sha256OfFile(source));
    if (actual != hash)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} has the hash {}, not {}", source.string(), actual, hash),
                    "the file changed; compute its hash again");
    std::error_code error;
    MI_CHECK(checkSize(fs::file_size(source, error), hash));
    MI_CHECK(createDirectories(m_folder));
    fs::copy_file(source, partOf(hash), fs::copy_options::overwrite_existing, error);
    if (error) {
        std::error_code ignored;
        fs::remove(partOf(hash), ignored);
        return fail(
            errnoError(fmt::format("cannot copy {} to {}", source.string(), partOf(hash).string()),
                       error.value()));
    }
    return publish(hash);
}

Result<Json> BlobStore::chunk(const Json& params) {
    MI_ASSIGN(const std::string hash, hashOf(params));
    const auto offset = jsonValue(params, "offset", std::uint64_t{0});
    MI_ASSIGN(const std::string data, decodeBase64(jsonValue(params, "data", std::string())));
    if (offset == 0) {
        MI_CHECK(createDirectories(m_folder));
        m_uploads[hash] = {};
    }
    const auto upload = m_uploads.find(hash);
    if (upload == m_uploads.end() || upload->second.size != offset)
        return fail(ErrorCode::Conflict,
                    fmt::format("the chunk at {} does not follow the one before", offset),
                    "send the chunks in order, from offset 0");
    if (auto fits = checkSize(offset + data.size(), hash); !fits) {
        std::error_code ignored;
        fs::remove(partOf(hash), ignored);
        m_uploads.erase(upload);
        return fail(std::move(fits).error());
    }
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (offset == 0 ? O_TRUNC : O_APPEND);
    const UniqueFd fd(open(partOf(hash).c_str(), flags, 0600));
    if (!fd)
        return fail(cannotWrite(partOf(hash), errno));
    if (const int problem = appendTo(fd.get(), data); problem != 0)
        return fail(cannotWrite(partOf(hash), problem));
    upload->second.hash.update(data);
    upload->second.size += data.size();
    return Json{{"size", upload->second.size}};
}

Result<Json> BlobStore::commit(const Json& params) {
    MI_ASSIGN(const std::string hash, hashOf(params));
    const auto upload = m_uploads.find(hash);
    if (upload == m_uploads.end())
        return fail(ErrorCode::NotFound, fmt::format("no chunk of {} was sent", hash),
                    "send it with blob_chunk first");
    const std::string actual = upload->second.hash.hexDigest();
    m_uploads.erase(upload);
    std::error_code error;
    if (actual != hash) {
        fs::remove(partOf(hash), error);
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("the chunks have the hash {}, not {}", actual, hash),
                    "send them again");
    }
    return publish(hash);
}

Result<Json> BlobStore::publish(const std::string& hash) {
    std::error_code error;
    evict(fs::file_size(partOf(hash), error), hash);
    fs::rename(partOf(hash), pathOf(hash), error);
    if (error) {
        std::error_code ignored;
        fs::remove(partOf(hash), ignored);
        return fail(cannotWrite(pathOf(hash), error.value()));
    }
    touch(pathOf(hash));
    return Json{{"path", pathOf(hash).string()}};
}

std::vector<BlobStore::Entry> BlobStore::entries() const {
    std::vector<Entry> found;
    std::error_code error;
    for (const auto& file : fs::directory_iterator(m_folder, error)) {
        std::string name = file.path().filename().string();
        if (!isHash(name))
            continue;
        std::error_code gone;
        const std::uint64_t bytes = file.file_size(gone);
        const auto used = file.last_write_time(gone);
        if (!gone)
            found.push_back({std::move(name), bytes, used});
    }
    std::sort(found.begin(), found.end(), [](const Entry& a, const Entry& b) {
        return std::tie(a.used, a.hash) < std::tie(b.used, b.hash);
    });
    return found;
}

Status BlobStore::checkSize(std::uint64_t bytes, const std::string& hash) const {
    if (bytes <= m_limitBytes)
        return {};
    return fail(ErrorCode::NoSpace,
                fmt::format("the file {} is larger than the agent's whole cache of {} bytes in {}",
                            hash, m_limitBytes, m_folder.string()),
                "raise METAINFER_CACHE_LIMIT_MB where the agent runs");
}

void BlobStore::evict(std::uint64_t needed, const std::string& except) {
    removeAbandonedParts();
    const std::vector<Entry> files = entries();
    std::uint64_t total = needed;
    for (const Entry& file : files)
        total += file.hash == except ? 0 : file.bytes;
    for (const Entry& file : files) {
        if (total <= m_limitBytes)
            return;
        if (file.hash == except || (m_isInUse && m_isInUse(file.hash)))
            continue;
        std::error_code ignored; // another agent was faster
        fs::remove(pathOf(file.hash), ignored);
        total -= file.bytes;
    }
}

void BlobStore::removeAbandonedParts() const {
    constexpr std::size_t kHashLength = 64;
    std::error_code error;
    for (const auto& file : fs::directory_iterator(m_folder, error)) {
        const std::string name = file.path().filename().string();
        int pid = 0;
        if (!name.ends_with(".part") || name.size() <= kHashLength ||
            std::from_chars(name.data() + kHashLength + 1, name.data() + name.size(), pid).ec !=
                std::errc{})
            continue;
        std::error_code ignored;
        if (pid > 0 && kill(pid, 0) != 0 && errno == ESRCH)
            fs::remove(file.path(), ignored);
    }
}

Result<Json> BlobStore::usage() const {
    std::uint64_t bytes = 0;
    const std::vector<Entry> files = entries();
    for (const Entry& file : files)
        bytes += file.bytes;
    return Json{{"files", files.size()},
                {"bytes", bytes},
                {"limit_bytes", m_limitBytes},
                {"folder", m_folder.string()}};
}

Status BlobStore::resolve(Json& params) const {
    if (params.is_string()) {
        const auto& text = params.get_ref<const std::string&>();
        if (!text.starts_with(kPrefix))
            return {};
        const fs::path path = pathOf(text.substr(kPrefix.size()));
        if (std::error_code error; !fs::exists(path, error))
            return fail(ErrorCode::NotFound, fmt::format("the agent has no {}", text),
                        "send it with blob_chunk and blob_commit");
        touch(path);
        params = path.string();
        return {};
    }
    if (params.is_structured())
        for (Json& item : params)
            MI_CHECK(resolve(item));
    return {};
}

} // namespace metainfer::agent
