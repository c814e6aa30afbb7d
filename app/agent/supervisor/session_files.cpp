// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Outputs and inline inputs in the work folder.
#include "session_files.h"

#include "base/file.h"
#include "base/subprocess.h"
#include "execution/base64.h"

#include <algorithm>
#include <cerrno>
#include <span>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

namespace metainfer::agent {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kNew = "new:", kInline = "inline:";
constexpr std::uint64_t kMostBytes = 1u << 20;

/// Read once by one request: nothing that has to survive a crash, so no disk is waited for.
Status writeScratch(const fs::path& path, std::string_view bytes) {
    const UniqueFd fd(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    while (fd && !bytes.empty()) {
        const ssize_t written = write(fd.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            break;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    if (fd && bytes.empty())
        return {};
    return fail(errnoError(fmt::format("cannot write {}", path.string()), errno));
}

} // namespace

TemporaryFiles::~TemporaryFiles() {
    for (const fs::path& file : m_files)
        unlink(file.c_str());
}

Result<fs::path> SessionFiles::pathOf(const std::string& reference) const {
    const std::string name =
        reference.starts_with(kNew) ? reference.substr(kNew.size()) : std::string();
    constexpr std::string_view kLegal =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    if (name.empty() || name.front() == '.' || name.size() > 128 ||
        name.find_first_not_of(kLegal) != name.npos)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("`{}` names no file of the session", reference),
                    "it is `new:` and letters, digits, '.', '-', '_'");
    return m_folder / ("new-" + name);
}

Status SessionFiles::resolveInto(Json& params, std::shared_ptr<TemporaryFiles>& files) {
    if (params.is_structured()) {
        for (Json& item : params)
            MI_CHECK(resolveInto(item, files));
        return {};
    }
    if (!params.is_string())
        return {};
    const auto& text = params.get_ref<const std::string&>();
    if (text.starts_with(kNew)) {
        MI_ASSIGN(const fs::path path, pathOf(text));
        MI_CHECK(createDirectories(m_folder));
        params = path.string();
    } else if (text.starts_with(kInline)) {
        MI_ASSIGN(const std::string bytes,
                  decodeBase64(std::string_view(text).substr(kInline.size())));
        MI_CHECK(createDirectories(m_folder));
        const fs::path path = m_folder / fmt::format("inline-{}", m_next++);
        if (!files)
            files = std::make_shared<TemporaryFiles>();
        files->add(path);
        MI_CHECK(writeScratch(path, bytes));
        params = path.string();
    }
    return {};
}

Result<std::shared_ptr<TemporaryFiles>> SessionFiles::resolve(Json& params) {
    std::shared_ptr<TemporaryFiles> files;
    MI_CHECK(resolveInto(params, files));
    return files;
}

Result<Json> SessionFiles::read(const Json& params) const {
    const std::string reference = jsonValue(params, "file", std::string());
    MI_ASSIGN(const fs::path path, pathOf(reference));
    std::error_code error;
    if (!fs::exists(path, error))
        return fail(ErrorCode::NotFound, fmt::format("the session has no file {}", reference),
                    "the request that makes it must run first; make it again");
    MI_ASSIGN(const auto file, RandomAccessFile::open(path));
    const std::uint64_t offset =
        std::min(jsonValue(params, "offset", std::uint64_t{0}), file->size());
    std::string bytes(
        std::min({jsonValue(params, "bytes", kMostBytes), kMostBytes, file->size() - offset}),
        '\0');
    MI_CHECK(file->read(offset, std::as_writable_bytes(std::span(bytes))));
    return Json{{"data", encodeBase64(bytes)}, {"size", file->size()}};
}

Result<Json> SessionFiles::drop(const Json& params) const {
    for (const auto& reference : jsonValue(params, "files", std::vector<std::string>())) {
        MI_ASSIGN(const fs::path path, pathOf(reference));
        unlink(path.c_str());
    }
    return Json::object();
}

} // namespace metainfer::agent
