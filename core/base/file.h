// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading and writing files so that a crash or a full disk never leaves half a file behind.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer {

/// Turns the current errno into an Error: ENOSPC -> NoSpace, EACCES/EROFS -> PermissionDenied,
/// ENOENT -> NotFound, anything else -> Io. `what` is the action with its object: "cannot write x".
Error errnoError(std::string what, int errnoValue);

Result<std::string> readTextFile(const std::filesystem::path& path);
/// Writes to a temporary file beside `path`, flushes it to the disk, then renames it. On failure
/// nothing is left behind and an existing file is unchanged.
Status writeFileAtomically(const std::filesystem::path& path, std::string_view content);
Status createDirectories(const std::filesystem::path& path);

/// A file kept open for reading at offsets (`pread`). Size and modification time are remembered and
/// checked at each read, so a file that somebody replaces or truncates gives an error, not a crash.
/// Thread-safe. Not a memory map on purpose: a truncated map kills the process.
class RandomAccessFile {
  public:
    static Result<std::shared_ptr<const RandomAccessFile>> open(const std::filesystem::path& path);
    ~RandomAccessFile();
    RandomAccessFile(const RandomAccessFile&) = delete;
    RandomAccessFile& operator=(const RandomAccessFile&) = delete;

    const std::filesystem::path& path() const { return m_path; }
    std::uint64_t size() const { return m_size; }
    /// Reads exactly `into.size()` bytes at `offset`; Io when the file is shorter or has changed.
    Status read(std::uint64_t offset, std::span<std::byte> into) const;

  private:
    RandomAccessFile() = default;
    std::filesystem::path m_path;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
    std::int64_t m_modifiedNs = 0;
};

/// Appends whole lines to a file, each flushed to the kernel before the call returns, so killing
/// the program loses at most the line being written. A torn last line from an earlier kill is cut
/// off at opening.
class LineWriter {
  public:
    static Result<LineWriter> open(const std::filesystem::path& path);
    LineWriter(LineWriter&& other) noexcept;
    LineWriter& operator=(LineWriter&& other) noexcept;
    ~LineWriter();
    /// `line` without the newline.
    Status write(std::string_view line);

  private:
    LineWriter() = default;
    std::filesystem::path m_path;
    int m_descriptor = -1;
};

/// An exclusive lock on a file between processes (`flock`), released by the destructor or the
/// process's death. The file itself stays.
class FileLock {
  public:
    /// Busy at once when somebody else holds it and `wait` is false. `wait` blocks without limit.
    static Result<FileLock> acquire(const std::filesystem::path& path, bool wait);
    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&& other) noexcept;
    ~FileLock();

  private:
    FileLock() = default;
    int m_descriptor = -1;
};

/// A directory under the system's temporary folder, removed with its content by the destructor.
class TemporaryDirectory {
  public:
    static Result<TemporaryDirectory> create(std::string_view prefix);
    TemporaryDirectory(TemporaryDirectory&& other) noexcept;
    TemporaryDirectory& operator=(TemporaryDirectory&& other) noexcept;
    ~TemporaryDirectory();
    const std::filesystem::path& path() const { return m_path; }

  private:
    TemporaryDirectory() = default;
    std::filesystem::path m_path;
};

} // namespace metainfer
