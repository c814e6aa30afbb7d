// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The schema and how it came about. A migration that was released is never edited; add another.
#include "experience/database.h"
#include "experience/store.h"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace metainfer::experience {
namespace {

using Statements = std::vector<const char*>;

/// Columns are what queries select by; the document is the whole record as JSON.
const std::array<Statements, Store::kSchemaVersion> kMigrations{{
    // 1: records and their environments
    {"CREATE TABLE environments (hash VARCHAR(64) PRIMARY KEY, hardware_name TEXT NOT NULL, "
     "first_seen_ms BIGINT NOT NULL, document TEXT NOT NULL)",
     "CREATE TABLE records (id INTEGER PRIMARY KEY AUTOINCREMENT, uid VARCHAR(64) NOT NULL UNIQUE, "
     "session_id TEXT NOT NULL, time_ms BIGINT NOT NULL, model_hash TEXT NOT NULL, "
     "architecture_hash TEXT NOT NULL, hardware_name TEXT NOT NULL, environment_hash TEXT NOT "
     "NULL, candidate_key TEXT NOT NULL, failed INTEGER NOT NULL, trust DOUBLE PRECISION NOT NULL, "
     "document TEXT NOT NULL)"},
    // 2: observations of single operators
    {"CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, uid VARCHAR(64) NOT NULL "
     "UNIQUE, hardware_name TEXT NOT NULL, environment_hash TEXT NOT NULL, origin TEXT NOT NULL, "
     "operator_key TEXT NOT NULL, microseconds DOUBLE PRECISION NOT NULL, time_ms BIGINT NOT NULL, "
     "trust DOUBLE PRECISION NOT NULL, document TEXT NOT NULL)",
     "CREATE INDEX observations_by_hardware ON observations (hardware_name, environment_hash)"},
    // 3: what re-probes confirmed, and indexes
    {"CREATE TABLE confirmations (hardware_name TEXT NOT NULL, environment_hash TEXT NOT NULL, "
     "confirmed_by TEXT NOT NULL, agreement DOUBLE PRECISION NOT NULL, time_ms BIGINT NOT NULL, "
     "PRIMARY KEY (hardware_name, environment_hash, confirmed_by))",
     "CREATE INDEX records_by_model ON records (model_hash, hardware_name)",
     "CREATE INDEX records_by_hardware ON records (hardware_name, time_ms)"},
}};

void createVersionTable(soci::session& session) {
    session << "CREATE TABLE IF NOT EXISTS schema_version (application TEXT NOT NULL, version "
               "INTEGER NOT NULL)";
    int rows = 0;
    session << "SELECT count(*) FROM schema_version", soci::into(rows);
    if (rows == 0)
        session << "INSERT INTO schema_version (application, version) VALUES "
                   "('metainfer-experience', 0)";
}

/// One step, if it is still needed once the write lock is held. True when there may be more.
Result<bool> migrateOnce(soci::session& session, int target, const std::filesystem::path& path) {
    session << "BEGIN IMMEDIATE";
    createVersionTable(session);
    const int version = schemaVersionOf(session);
    if (version >= target) {
        session << "ROLLBACK";
        if (version > target)
            MI_CHECK(checkSchemaVersion(session, target, path));
        return false;
    }
    for (const char* statement : kMigrations[static_cast<std::size_t>(version)])
        session << statement;
    session << "UPDATE schema_version SET version = " + std::to_string(version + 1);
    session << "COMMIT";
    return true;
}

void rollBackQuietly(soci::session& session) {
    try {
        session << "ROLLBACK";
    } catch (const std::exception&) {
        // There was no transaction: the failure came before it.
    }
}

} // namespace

int schemaVersionOf(soci::session& session) {
    int tables = 0;
    session << "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = "
               "'schema_version'",
        soci::into(tables);
    if (tables == 0)
        return 0;
    int version = 0;
    session << "SELECT coalesce(max(version), 0) FROM schema_version", soci::into(version);
    return version;
}

Status checkSchemaVersion(soci::session& session, int expected, const std::filesystem::path& path) {
    const int found = schemaVersionOf(session);
    if (found == expected)
        return {};
    if (found > expected)
        return fail(ErrorCode::VersionMismatch,
                    fmt::format("experience store {} has schema {}, this program writes {}",
                                path.string(), found, expected),
                    "Use the newer program, or another store (METAINFER_EXPERIENCE).");
    return fail(ErrorCode::VersionMismatch,
                fmt::format("experience store {} was replaced by one of schema {} while it was in "
                            "use (this program writes {})",
                            path.string(), found, expected),
                "Run the program again.");
}

Status migrate(soci::session& session, int target, const std::filesystem::path& path) {
    if (target < 1 || target > Store::kSchemaVersion)
        return fail(ErrorCode::InvalidArgument, fmt::format("schema version {} is outside 1 to {}",
                                                            target, Store::kSchemaVersion));
    if (schemaVersionOf(session) == target) // the usual case needs no write lock
        return {};
    while (true) {
        auto more = guarded("cannot migrate experience store " + path.string(),
                            [&] { return migrateOnce(session, target, path); });
        if (!more) {
            rollBackQuietly(session);
            return fail(std::move(more).error());
        }
        if (!*more)
            return {};
    }
}

} // namespace metainfer::experience
