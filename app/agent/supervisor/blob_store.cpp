// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Files under their SHA-256; unfinished ones carry the agent's process id and never the final name.
#include "blob_store.h"

#include "base/file.h"
#include "base/subprocess.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

namespace metainfer::agent {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = "blob:";

Result<std::string> hashOf(const Json& params) {
    const std::string hash = jsonValue(params, "sha256", std::string());
    const bool isHash =
        hash.size() == 64 && hash.find_first_not_of("0123456789abcdef") == hash.npos;
    if (!isHash)
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
    return Json{{"present", fs::exists(pathOf(hash), error)}};
}

Result<Json> BlobStore::put(const Json& params) {
    MI_ASSIGN(const std::string hash, hashOf(params));
    const fs::path source = jsonValue(params, "path", std::string());
    MI_ASSIGN(const std::string actual, sha256OfFile(source));
    if (actual != hash)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} has the hash {}, not {}", source.string(), actual, hash),
                    "the file changed; compute its hash again");
    MI_CHECK(createDirectories(m_folder));
    std::error_code error;
    fs::copy_file(source, partOf(hash), fs::copy_options::overwrite_existing, error);
    if (!error)
        fs::rename(partOf(hash), pathOf(hash), error);
    if (error) {
        std::error_code ignored;
        fs::remove(partOf(hash), ignored);
        return fail(errnoError(fmt::format("cannot copy {}", source.string()), error.value()));
    }
    return Json{{"path", pathOf(hash).string()}};
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
    fs::rename(partOf(hash), pathOf(hash), error);
    if (error)
        return fail(cannotWrite(pathOf(hash), error.value()));
    return Json{{"path", pathOf(hash).string()}};
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
        params = path.string();
        return {};
    }
    if (params.is_structured())
        for (Json& item : params)
            MI_CHECK(resolve(item));
    return {};
}

} // namespace metainfer::agent
