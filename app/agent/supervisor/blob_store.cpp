// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Files under their SHA-256; unfinished ones never have the final name. One that an agent receives
// is locked by it and stays for the next when it dies.
// The time of the last use is the file's modification time, so that it outlives the agent.
#include "blob_store.h"

#include "base/file.h"
#include "base/subprocess.h"
#include "execution/base64.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <tuple>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
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

/// Bytes that this user can still write there; nothing known counts as enough.
std::uint64_t freeBytes(const fs::path& folder) {
    struct statvfs info {};
    return statvfs(folder.c_str(), &info) == 0
               ? static_cast<std::uint64_t>(info.f_bavail) * info.f_frsize
               : ~std::uint64_t{0};
}

/// The descriptor when nobody else writes the part.
UniqueFd openPart(const fs::path& path, int flags) {
    UniqueFd fd(open(path.c_str(), O_RDWR | O_CLOEXEC | flags, 0600));
    if (fd && flock(fd.get(), LOCK_EX | LOCK_NB) != 0)
        fd.reset();
    return fd;
}

} // namespace

fs::path BlobStore::ownPartOf(const std::string& hash) const {
    return m_folder / fmt::format("{}.{}.part", hash, getpid());
}

fs::path BlobStore::sharedPartOf(const std::string& hash) const {
    return m_folder / (hash + ".part");
}

Result<Json> BlobStore::has(const Json& params) const {
    MI_ASSIGN(const std::string hash, hashOf(params));
    std::error_code error;
    const bool present = fs::exists(pathOf(hash), error);
    if (present)
        touch(pathOf(hash));
    const auto upload = m_uploads.find(hash);
    return Json{{"present", present},
                {"part_bytes", !present && upload != m_uploads.end() ? upload->second.size : 0}};
}

std::optional<BlobStore::Rehash> BlobStore::beginRehash(const std::string& hash) {
    std::error_code error;
    if (!isHash(hash) || m_uploads.contains(hash) || fs::exists(pathOf(hash), error))
        return std::nullopt;
    UniqueFd part = openPart(sharedPartOf(hash), 0);
    if (!part)
        return std::nullopt;
    return Rehash{hash, std::move(part), {}, 0};
}

bool BlobStore::stepRehash(Rehash& rehash) {
    constexpr int kBuffersAtOnce = 32; // 2 MiB: some milliseconds
    char buffer[65536];
    for (int i = 0; i < kBuffersAtOnce; ++i) {
        const ssize_t got = read(rehash.part.get(), buffer, sizeof(buffer));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            Upload upload{std::move(rehash.digest), rehash.done, std::move(rehash.part),
                          sharedPartOf(rehash.hash)};
            m_uploads.insert_or_assign(rehash.hash, std::move(upload));
            return true;
        }
        rehash.digest.update(std::string_view(buffer, static_cast<std::size_t>(got)));
        rehash.done += static_cast<std::uint64_t>(got);
    }
    return false;
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
    const fs::path part = ownPartOf(hash);
    fs::copy_file(source, part, fs::copy_options::overwrite_existing, error);
    if (error) {
        std::error_code ignored;
        fs::remove(part, ignored);
        return fail(errnoError(fmt::format("cannot copy {} to {}", source.string(), part.string()),
                               error.value()));
    }
    return publish(hash, part);
}

Result<Json> BlobStore::chunk(const Json& params) {
    MI_ASSIGN(const std::string hash, hashOf(params));
    const auto offset = jsonValue(params, "offset", std::uint64_t{0});
    MI_ASSIGN(const std::string data, decodeBase64(jsonValue(params, "data", std::string())));
    if (offset == 0) {
        m_uploads.erase(hash); // its part is opened anew
        MI_ASSIGN(Upload begun,
                  beginUpload(hash, jsonValue(params, "total", std::uint64_t{data.size()})));
        m_uploads.insert_or_assign(hash, std::move(begun));
    }
    const auto it = m_uploads.find(hash);
    if (it == m_uploads.end() || it->second.size != offset)
        return fail(ErrorCode::Conflict,
                    fmt::format("the chunk at {} does not follow the one before", offset),
                    "send the chunks in order, from offset 0");
    Upload& upload = it->second;
    Status written = checkSize(offset + data.size(), hash);
    if (written)
        if (const int problem = appendTo(upload.part.get(), data); problem != 0) {
            Error error = cannotWrite(upload.path, problem);
            if (error.code == ErrorCode::NoSpace)
                error.message +=
                    fmt::format(" ({} bytes needed, {} free)", data.size(), freeBytes(m_folder));
            written = fail(std::move(error));
        }
    if (!written) {
        unlink(upload.path.c_str());
        m_uploads.erase(it);
        return fail(written.error());
    }
    upload.hash.update(data);
    upload.size += data.size();
    return Json{{"size", upload.size}};
}

Result<Json> BlobStore::missing(const Json& params) const {
    Json missing = Json::array();
    for (const auto& hash : jsonValue(params, "hashes", std::vector<std::string>())) {
        std::error_code error;
        if (isHash(hash) && fs::exists(pathOf(hash), error))
            touch(pathOf(hash));
        else
            missing.push_back(hash);
    }
    return Json{{"missing", std::move(missing)}};
}

Result<Json> BlobStore::putMany(const Json& params) {
    std::vector<std::pair<std::string, std::string>> files;
    std::uint64_t total = 0;
    const Json blobs = jsonValue(params, "blobs", Json::object());
    for (const auto& [hash, data] : blobs.items()) {
        MI_ASSIGN(std::string bytes, decodeBase64(data.is_string() ? data.get<std::string>() : ""));
        if (const std::string actual = sha256Hex(bytes); actual != hash)
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("what was sent as {} has the hash {}", hash, actual),
                        "send it again");
        total += bytes.size();
        files.emplace_back(hash, std::move(bytes));
    }
    if (files.empty())
        return Json::object();
    MI_CHECK(prepareFolder(total, files.front().first));
    for (const auto& [hash, bytes] : files) {
        const fs::path part = ownPartOf(hash);
        const UniqueFd fd = openPart(part, O_CREAT | O_TRUNC);
        const int problem = fd ? appendTo(fd.get(), bytes) : errno;
        std::error_code error;
        if (problem == 0)
            fs::rename(part, pathOf(hash), error);
        if (problem == 0 && !error)
            continue;
        unlink(part.c_str());
        return fail(cannotWrite(pathOf(hash), problem != 0 ? problem : error.value()));
    }
    return Json::object();
}

Status BlobStore::prepareFolder(std::uint64_t bytes, const std::string& hash) {
    MI_CHECK(checkSize(bytes, hash));
    if (auto made = createDirectories(m_folder); !made) {
        Error error = made.error();
        error.hint = "let the user of the agent write there, or set METAINFER_CACHE to another "
                     "folder where the agent runs";
        return fail(std::move(error));
    }
    return makeRoom(bytes, hash);
}

Result<BlobStore::Upload> BlobStore::beginUpload(const std::string& hash, std::uint64_t total) {
    MI_CHECK(prepareFolder(total, hash));
    Upload upload;
    upload.path = sharedPartOf(hash);
    upload.part = openPart(upload.path, O_CREAT);
    if (!upload.part) { // another agent receives the same: whoever is done first publishes
        upload.path = ownPartOf(hash);
        upload.part = openPart(upload.path, O_CREAT);
    }
    if (!upload.part || ftruncate(upload.part.get(), 0) != 0) {
        Error error = cannotWrite(upload.path, errno);
        if (error.code == ErrorCode::PermissionDenied)
            error.hint = "let the user of the agent write there, or set METAINFER_CACHE to another "
                         "folder where the agent runs";
        return fail(std::move(error));
    }
    return upload;
}

Status BlobStore::makeRoom(std::uint64_t bytes, const std::string& hash) {
    evict(bytes, hash);
    for (const Entry& file : entries()) {
        if (freeBytes(m_folder) >= bytes)
            return {};
        std::error_code ignored;
        if (isEvictable(file.hash, hash))
            fs::remove(pathOf(file.hash), ignored);
    }
    const std::uint64_t left = freeBytes(m_folder);
    if (left >= bytes)
        return {};
    return fail(ErrorCode::NoSpace,
                fmt::format("the device has no room in {}: {} bytes are needed, {} are free",
                            m_folder.string(), bytes, left),
                "free some space there, or set METAINFER_CACHE to another folder where the agent "
                "runs");
}

Result<Json> BlobStore::commit(const Json& params) {
    MI_ASSIGN(const std::string hash, hashOf(params));
    const auto it = m_uploads.find(hash);
    if (it == m_uploads.end()) {
        std::error_code error;
        if (fs::exists(pathOf(hash), error)) // another agent was faster
            return Json{{"path", pathOf(hash).string()}};
        return fail(ErrorCode::NotFound, fmt::format("no chunk of {} was sent", hash),
                    "send it with blob_chunk first");
    }
    Upload upload = std::move(it->second);
    m_uploads.erase(it);
    const std::string actual = upload.hash.hexDigest();
    if (actual != hash) {
        unlink(upload.path.c_str());
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("the chunks have the hash {}, not {}", actual, hash),
                    "send them again");
    }
    return publish(hash, upload.path);
}

Result<Json> BlobStore::publish(const std::string& hash, const fs::path& part) {
    std::error_code error;
    evict(fs::file_size(part, error), hash);
    fs::rename(part, pathOf(hash), error);
    if (error) {
        std::error_code ignored;
        fs::remove(part, ignored);
        return fail(cannotWrite(pathOf(hash), error.value()));
    }
    touch(pathOf(hash));
    return Json{{"path", pathOf(hash).string()}};
}

bool BlobStore::isEvictable(const std::string& hash, const std::string& except) const {
    return hash != except && !(m_isInUse && m_isInUse(hash));
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
        if (!isEvictable(file.hash, except))
            continue;
        std::error_code ignored; // another agent was faster
        fs::remove(pathOf(file.hash), ignored);
        total -= file.bytes;
    }
}

void BlobStore::removeAbandonedParts() const {
    constexpr std::size_t kHashLength = 64;
    constexpr std::chrono::hours kResumable{24}; // afterwards nobody goes on with it
    std::error_code error;
    for (const auto& file : fs::directory_iterator(m_folder, error)) {
        const std::string name = file.path().filename().string();
        if (!name.ends_with(".part") || name.size() <= kHashLength)
            continue;
        int pid = 0;
        std::error_code ignored;
        const auto number =
            std::from_chars(name.data() + kHashLength + 1, name.data() + name.size(), pid);
        const auto changed = file.last_write_time(ignored);
        const bool isAbandoned =
            number.ec == std::errc{}
                ? pid > 0 && kill(pid, 0) != 0 && errno == ESRCH
                : !ignored && fs::file_time_type::clock::now() - changed > kResumable &&
                      openPart(file.path(), 0);
        if (isAbandoned)
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
