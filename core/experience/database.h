// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The store's SQLite file: opening, checking, migrating, and errors as values. Internal.
#pragma once

#include "base/result.h"

#include <soci/soci.h>

#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <type_traits>

namespace metainfer::experience {

using Connection = std::unique_ptr<soci::session>;

/// The Error for the exception being handled; `what` is the action with its object.
Error databaseError(const std::string& what);

/// Runs `work` (returning a Result or Status) and turns exceptions of the database into errors.
template <typename Work>
auto guarded(const std::string& what, Work&& work) -> std::invoke_result_t<Work> {
    try {
        return work();
    } catch (const std::exception&) {
        return fail(databaseError(what));
    }
}

/// "wal", or "delete" where shared memory does not work between machines (network file systems).
std::string suitableJournalMode(const std::filesystem::path& folder);
/// A checked, migrated connection for the first opening of a store by this process.
Result<Connection> openAndMigrate(const std::filesystem::path& path, int busyTimeoutMs,
                                  int schemaVersion);
/// One more connection to a store that is open already.
Result<Connection> openConnection(const std::filesystem::path& path, int busyTimeoutMs);
/// 0 when the tables are not there.
int schemaVersionOf(soci::session& session);
/// VersionMismatch when the schema is not exactly `expected`.
Status checkSchemaVersion(soci::session& session, int expected, const std::filesystem::path& path);
/// Applies migrations, each in its own immediate transaction, up to `target`.
Status migrate(soci::session& session, int target, const std::filesystem::path& path);

} // namespace metainfer::experience
