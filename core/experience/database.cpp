// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Opening the SQLite file with care: a damaged or foreign one is never touched.
#include "experience/database.h"

#include "base/file.h"

#include <soci/sqlite3/soci-sqlite3.h>

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <sys/vfs.h>
#include <thread>

namespace metainfer::experience {
namespace fs = std::filesystem;
namespace {

/// Above this size a full check at each opening would take seconds.
constexpr std::uintmax_t kLargestChecked = 128u << 20;
constexpr const char* kDamagedHint =
    "Restore it from a copy, or move it away: a new one is made at the next run.";

/// File systems on which SQLite's write-ahead log does not work between machines (statfs(2)).
constexpr std::array<unsigned long, 10> kNetworkFileSystems{
    0x6969,     // NFS
    0x517B,     // SMB
    0xFE534D42, // SMB2
    0xFF534D42, // CIFS
    0x65735546, // FUSE (sshfs and others)
    0x01021997, // 9P
    0x5346414F, // AFS
    0x00C36400, // Ceph
    0x0BD00BD0, // Lustre
    0x47504653, // GPFS
};

ErrorCode codeOf(int sqliteResult) {
    switch (sqliteResult & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return ErrorCode::Busy;
    case SQLITE_FULL:
        return ErrorCode::NoSpace;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return ErrorCode::PermissionDenied;
    case SQLITE_NOMEM:
        return ErrorCode::OutOfMemory;
    default:
        return ErrorCode::Io;
    }
}

std::string hintOf(ErrorCode code, int sqliteResult) {
    const int primary = sqliteResult & 0xff;
    if (primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB)
        return kDamagedHint;
    switch (code) {
    case ErrorCode::Busy:
        return "Another process writes it for long; try again.";
    case ErrorCode::NoSpace:
        return "Free some space.";
    case ErrorCode::PermissionDenied:
        return "Check the permissions, or choose another store with METAINFER_EXPERIENCE.";
    default:
        return {};
    }
}

Status checkIntegrity(soci::session& session, const fs::path& path) {
    std::error_code code;
    if (fs::file_size(path, code) > kLargestChecked)
        return {};
    std::string verdict;
    session << "PRAGMA quick_check(1)", soci::into(verdict);
    if (verdict != "ok")
        return fail(ErrorCode::Io,
                    fmt::format("experience store {} is damaged: {}", path.string(), verdict),
                    kDamagedHint);
    return {};
}

/// A database with tables but without ours belongs to another program.
Status checkOwner(soci::session& session, const fs::path& path) {
    int tables = 0;
    session << "SELECT count(*) FROM sqlite_master WHERE type = 'table'", soci::into(tables);
    if (tables > 0 && schemaVersionOf(session) == 0)
        return fail(ErrorCode::Io,
                    fmt::format("{} is a database of another program", path.string()),
                    "Choose another path for the experience store.");
    return {};
}

/// Everything that can refuse the file; writes nothing.
Status inspect(soci::session& session, int schemaVersion, const fs::path& path) {
    MI_CHECK(checkIntegrity(session, path));
    MI_CHECK(checkOwner(session, path));
    if (schemaVersionOf(session) > schemaVersion)
        return checkSchemaVersion(session, schemaVersion, path);
    return {};
}

/// Switching the journal needs the file alone and does not wait for it, so it is tried repeatedly.
void setJournalMode(soci::session& session, const std::string& wanted) {
    constexpr int kAttempts = 100;
    for (int attempt = 1;; ++attempt) {
        try {
            std::string mode;
            session << "PRAGMA journal_mode", soci::into(mode);
            if (mode != wanted)
                session << "PRAGMA journal_mode = " + wanted, soci::into(mode);
            return;
        } catch (const soci::sqlite3_soci_error& error) {
            if ((error.result() & 0xff) != SQLITE_BUSY || attempt == kAttempts)
                throw;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }
}

Status prepare(soci::session& session, int schemaVersion, const fs::path& path) {
    setJournalMode(
        session, suitableJournalMode(path.has_parent_path() ? path.parent_path() : fs::path(".")));
    session << "PRAGMA synchronous = NORMAL";
    return migrate(session, schemaVersion, path);
}

} // namespace

Error databaseError(const std::string& what) {
    try {
        throw;
    } catch (const soci::sqlite3_soci_error& error) {
        const ErrorCode code = codeOf(error.result());
        return {code, what + ": " + error.get_error_message(), hintOf(code, error.result()), {}};
    } catch (const soci::soci_error& error) {
        return {ErrorCode::Io, what + ": " + error.get_error_message(), {}, {}};
    } catch (const std::exception& error) {
        return {ErrorCode::Internal, what + ": " + error.what(), {}, {}};
    }
}

std::string suitableJournalMode(const fs::path& folder) {
    struct statfs info {};
    if (::statfs(folder.c_str(), &info) != 0)
        return "delete";
    const auto type = static_cast<unsigned long>(info.f_type) & 0xFFFFFFFFul;
    for (unsigned long network : kNetworkFileSystems)
        if (type == network)
            return "delete";
    return "wal";
}

Result<Connection> openConnection(const fs::path& path, int busyTimeoutMs) {
    if (path.string().find('"') != std::string::npos)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("path of the experience store contains a quote: {}", path.string()),
                    "Choose a path without \".");
    return guarded("cannot open experience store " + path.string(), [&]() -> Result<Connection> {
        auto session = std::make_unique<soci::session>(*soci::factory_sqlite3(),
                                                       fmt::format("dbname=\"{}\"", path.string()));
        int timeout = 0;
        *session << fmt::format("PRAGMA busy_timeout = {}", busyTimeoutMs), soci::into(timeout);
        return session;
    });
}

// SQLite alone may open the file: closing a descriptor of our own would drop the POSIX locks of
// this process's other connections, and another process could then remove the log under them.
Result<Connection> openAndMigrate(const fs::path& path, int busyTimeoutMs, int schemaVersion) {
    if (path.has_parent_path())
        MI_CHECK(createDirectories(path.parent_path()));
    MI_ASSIGN(Connection connection, openConnection(path, busyTimeoutMs));
    MI_CHECK(guarded("cannot read experience store " + path.string(),
                     [&] { return inspect(*connection, schemaVersion, path); }));
    MI_CHECK(guarded("cannot prepare experience store " + path.string(),
                     [&] { return prepare(*connection, schemaVersion, path); }));
    return connection;
}

} // namespace metainfer::experience
