// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// File access on POSIX descriptors.
#include "base/file.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace metainfer {
namespace fs = std::filesystem;
namespace {

std::int64_t modifiedNs(const struct stat& info) {
    return static_cast<std::int64_t>(info.st_mtim.tv_sec) * 1'000'000'000 + info.st_mtim.tv_nsec;
}

/// Writes all of `content`, repeating after interruptions; the errno value or 0.
int writeAll(int descriptor, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(descriptor, content.data(), content.size());
        if (written < 0) {
            if (errno == EINTR)
                continue;
            return errno;
        }
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

} // namespace

Error errnoError(std::string what, int errnoValue) {
    Error error{ErrorCode::Io, what + ": " + std::strerror(errnoValue), {}, {}};
    switch (errnoValue) {
    case ENOSPC:
    case EDQUOT:
        error.code = ErrorCode::NoSpace;
        error.hint = "Free some space or choose another folder.";
        break;
    case EFBIG:
        error.code = ErrorCode::NoSpace;
        error.hint = "Raise the limit on file sizes (ulimit -f), or choose another folder.";
        break;
    case EACCES:
    case EPERM:
    case EROFS:
        error.code = ErrorCode::PermissionDenied;
        error.hint = "Check the permissions or choose another folder.";
        break;
    case ENOENT:
    case ENOTDIR:
        error.code = ErrorCode::NotFound;
        error.hint = "Check the path.";
        break;
    case EISDIR:
        error.code = ErrorCode::InvalidArgument;
        error.hint = "Name a file, not a folder.";
        break;
    case ENOMEM:
        error.code = ErrorCode::OutOfMemory;
        break;
    default:
        break;
    }
    return error;
}

Result<std::string> readTextFile(const fs::path& path) {
    MI_ASSIGN(const auto regular, RandomAccessFile::open(path)); // a pipe would block
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return fail(errnoError("cannot open " + path.string(), errno));
    // To the end, whatever the size says: files of /proc and /sys say 0 or 4096.
    std::string text;
    std::array<char, 16384> buffer;
    ssize_t n = 0;
    while ((n = ::read(descriptor, buffer.data(), buffer.size())) > 0 || (n < 0 && errno == EINTR))
        if (n > 0)
            text.append(buffer.data(), static_cast<std::size_t>(n));
    const int problem = errno;
    ::close(descriptor);
    if (n < 0)
        return fail(errnoError("cannot read " + path.string(), problem));
    return text;
}

Status writeFileAtomically(const fs::path& path, std::string_view content) {
    std::string pattern =
        (path.parent_path() / ("." + path.filename().string() + ".XXXXXX")).string();
    const int descriptor = ::mkostemp(pattern.data(), O_CLOEXEC);
    if (descriptor < 0)
        return fail(errnoError("cannot write " + path.string(), errno));
    int problem = writeAll(descriptor, content);
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (!problem && (::fchmod(descriptor, 0666 & ~mask) < 0 || ::fsync(descriptor) < 0))
        problem = errno;
    if (::close(descriptor) < 0 && !problem)
        problem = errno;
    if (!problem && ::rename(pattern.c_str(), path.c_str()) < 0)
        problem = errno;
    if (!problem)
        return {};
    ::unlink(pattern.c_str());
    return fail(errnoError("cannot write " + path.string(), problem));
}

Status createDirectories(const fs::path& path) {
    std::error_code code;
    fs::create_directories(path, code);
    if (code)
        return fail(errnoError("cannot create folder " + path.string(), code.value()));
    if (!fs::is_directory(path, code))
        return fail(ErrorCode::InvalidArgument, path.string() + " is a file, not a folder",
                    "Choose another folder.");
    return {};
}

Result<std::shared_ptr<const RandomAccessFile>> RandomAccessFile::open(const fs::path& path) {
    auto file = std::shared_ptr<RandomAccessFile>(new RandomAccessFile);
    file->m_path = path;
    file->m_descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file->m_descriptor < 0)
        return fail(errnoError("cannot read " + path.string(), errno));
    struct stat info {};
    if (::fstat(file->m_descriptor, &info) < 0)
        return fail(errnoError("cannot read " + path.string(), errno));
    if (S_ISDIR(info.st_mode))
        return fail(errnoError("cannot read " + path.string(), EISDIR));
    if (!S_ISREG(info.st_mode))
        return fail(ErrorCode::InvalidArgument, path.string() + " is not a regular file");
    file->m_size = static_cast<std::uint64_t>(info.st_size);
    file->m_modifiedNs = modifiedNs(info);
    return std::shared_ptr<const RandomAccessFile>(std::move(file));
}

RandomAccessFile::~RandomAccessFile() {
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Status RandomAccessFile::read(std::uint64_t offset, std::span<std::byte> into) const {
    struct stat info {};
    if (::fstat(m_descriptor, &info) < 0)
        return fail(errnoError("cannot read " + m_path.string(), errno));
    if (static_cast<std::uint64_t>(info.st_size) != m_size || modifiedNs(info) != m_modifiedNs)
        return fail(ErrorCode::Io, m_path.string() + " was changed while it was in use",
                    "Open it again.");
    if (offset > m_size || into.size() > m_size - offset)
        return fail(ErrorCode::Io,
                    fmt::format("{}: {} bytes at offset {} lie outside the file of {} bytes",
                                m_path.string(), into.size(), offset, m_size));
    while (!into.empty()) {
        const ssize_t got =
            ::pread(m_descriptor, into.data(), into.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail(errnoError("cannot read " + m_path.string(), errno));
        if (got == 0)
            return fail(ErrorCode::Io, m_path.string() + " became shorter while it was read");
        into = into.subspan(static_cast<std::size_t>(got));
        offset += static_cast<std::uint64_t>(got);
    }
    return {};
}

Result<LineWriter> LineWriter::open(const fs::path& path) {
    LineWriter writer;
    writer.m_path = path;
    writer.m_descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (writer.m_descriptor < 0)
        return fail(errnoError("cannot write " + path.string(), errno));
    // A kill in the middle of a line leaves it without a newline: cut it off.
    off_t size = ::lseek(writer.m_descriptor, 0, SEEK_END);
    char last = '\n';
    while (size > 0 && ::pread(writer.m_descriptor, &last, 1, size - 1) == 1 && last != '\n')
        --size;
    if (::ftruncate(writer.m_descriptor, size) < 0)
        return fail(errnoError("cannot write " + path.string(), errno));
    return writer;
}

LineWriter::LineWriter(LineWriter&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_descriptor(std::exchange(other.m_descriptor, -1)) {}
LineWriter& LineWriter::operator=(LineWriter&& other) noexcept {
    std::swap(m_path, other.m_path);
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}
LineWriter::~LineWriter() {
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Status LineWriter::write(std::string_view line) {
    std::string text(line);
    text += '\n';
    if (const int problem = writeAll(m_descriptor, text))
        return fail(errnoError("cannot write " + m_path.string(), problem));
    return {};
}

Result<FileLock> FileLock::acquire(const fs::path& path, bool wait) {
    FileLock lock;
    lock.m_descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock.m_descriptor < 0)
        return fail(errnoError("cannot lock " + path.string(), errno));
    while (::flock(lock.m_descriptor, LOCK_EX | (wait ? 0 : LOCK_NB)) < 0) {
        if (errno == EINTR)
            continue;
        if (errno == EWOULDBLOCK)
            return fail(ErrorCode::Busy, path.string() + " is locked by another process");
        return fail(errnoError("cannot lock " + path.string(), errno));
    }
    return lock;
}

FileLock::FileLock(FileLock&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
FileLock& FileLock::operator=(FileLock&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}
FileLock::~FileLock() {
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Result<TemporaryDirectory> TemporaryDirectory::create(std::string_view prefix) {
    std::error_code code;
    fs::path base = fs::temp_directory_path(code);
    if (code)
        return fail(errnoError("no temporary folder", code.value()));
    std::string pattern = (base / (std::string(prefix) + ".XXXXXX")).string();
    if (!::mkdtemp(pattern.data()))
        return fail(errnoError("cannot create a folder in " + base.string(), errno));
    TemporaryDirectory directory;
    directory.m_path = pattern;
    return directory;
}

TemporaryDirectory::TemporaryDirectory(TemporaryDirectory&& other) noexcept
    : m_path(std::exchange(other.m_path, {})) {}
TemporaryDirectory& TemporaryDirectory::operator=(TemporaryDirectory&& other) noexcept {
    std::swap(m_path, other.m_path);
    return *this;
}
TemporaryDirectory::~TemporaryDirectory() {
    if (m_path.empty())
        return;
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

} // namespace metainfer
