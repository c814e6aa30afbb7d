// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Opening the store, writing, listing, statistics.
#include "experience/store_private.h"

#include "base/file.h"

#include <fmt/format.h>

#include <cstdlib>

namespace metainfer::experience {
namespace fs = std::filesystem;
namespace {

std::string environmentVariable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

struct Where {
    std::string clause;
    std::vector<std::string> parameters;
    void require(const char* column, const std::string& value) {
        if (value.empty())
            return;
        if (!clause.empty())
            clause += " AND ";
        clause += fmt::format("{} = :p{}", column, parameters.size());
        parameters.push_back(value);
    }
};

Where whereOf(const Filter& filter) {
    Where where;
    where.require("model_hash", filter.modelHash);
    where.require("hardware_name", filter.hardwareName);
    where.require("session_id", filter.sessionId);
    return where;
}

std::size_t countOf(soci::session& session, const char* expression) {
    long long count = 0;
    session << fmt::format("SELECT {}", expression), soci::into(count);
    return static_cast<std::size_t>(count);
}

/// Deletes the rows whose age alone has worn their trust down; exact for the row's own environment,
/// where trust is largest.
std::size_t expireTable(soci::session& session, const char* table, double minimumTrust,
                        std::int64_t nowMs, const TrustPolicy& policy) {
    std::vector<long long> doomed;
    long long id = 0, time = 0;
    double trust = 1;
    soci::statement rows =
        (session.prepare << fmt::format("SELECT id, trust, time_ms FROM {}", table), soci::into(id),
         soci::into(trust), soci::into(time));
    rows.execute(false);
    while (rows.fetch())
        if (effectiveTrust(trust, time, nowMs, true, nullptr, policy) < minimumTrust)
            doomed.push_back(id);
    for (long long row : doomed)
        session << fmt::format("DELETE FROM {} WHERE id = {}", table, row);
    return doomed.size();
}

} // namespace

fs::path Store::defaultPath() {
    if (const std::string given = environmentVariable("METAINFER_EXPERIENCE"); !given.empty())
        return given;
    fs::path data = environmentVariable("XDG_DATA_HOME");
    if (data.empty() || data.is_relative()) // a relative one is to be ignored (XDG base directory)
        data = fs::path(environmentVariable("HOME")) / ".local" / "share";
    return data / "metainfer" / "experience.db";
}

Result<Store> Store::open(const fs::path& path, const OpenOptions& options) {
    auto d = std::make_unique<Private>();
    d->path = path;
    d->options = options;
    const int version = options.schemaVersion == 0 ? kSchemaVersion : options.schemaVersion;
    d->options.schemaVersion = version;
    MI_ASSIGN(d->writer, Writer::obtain(path, options.busyTimeoutMs, version));
    return Store(std::move(d));
}

Store::Store(std::unique_ptr<Private> priv)
    : d(std::move(priv)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

const fs::path& Store::path() const {
    return d->path;
}

Result<std::size_t> Store::add(const std::vector<Record>& records) {
    if (records.empty())
        return std::size_t{0};
    return d->writer->submit([&records](soci::session& session) -> Result<std::size_t> {
        std::size_t added = 0;
        for (const Record& record : records) {
            if (record.modelHash.empty() || record.hardwareName.empty())
                return fail(ErrorCode::InvalidArgument,
                            "an experience record needs a model hash and a hardware name");
            added += insertRecord(session, record);
        }
        return added;
    });
}

Result<std::size_t> Store::addObservations(const std::vector<OperatorObservation>& observations) {
    if (observations.empty())
        return std::size_t{0};
    return d->writer->submit([&observations](soci::session& session) -> Result<std::size_t> {
        std::size_t added = 0;
        for (const OperatorObservation& observation : observations) {
            if (observation.hardwareName.empty() || !(observation.microseconds > 0))
                return fail(ErrorCode::InvalidArgument,
                            "an operator observation needs a hardware name and a positive time");
            added += insertObservation(session, observation);
        }
        return added;
    });
}

Result<std::size_t> Store::expire(double minimumTrust, std::int64_t nowMs) {
    return d->writer->submit([&](soci::session& session) -> Result<std::size_t> {
        std::size_t removed =
            expireTable(session, "records", minimumTrust, nowMs, d->options.trust);
        if (d->options.schemaVersion >= 2)
            removed += expireTable(session, "observations", minimumTrust, nowMs, d->options.trust);
        return removed;
    });
}

Result<std::size_t> Store::remove(const Filter& filter) {
    const Where where = whereOf(filter);
    if (where.clause.empty())
        return fail(ErrorCode::InvalidArgument,
                    "removing experience needs a model, a hardware or a session",
                    "To start anew, move the store's file away.");
    return d->writer->submit([&where](soci::session& session) -> Result<std::size_t> {
        soci::statement statement(session);
        std::vector<std::string> names;
        for (std::size_t i = 0; i < where.parameters.size(); ++i)
            names.push_back(fmt::format("p{}", i));
        for (std::size_t i = 0; i < names.size(); ++i)
            statement.exchange(soci::use(where.parameters[i], names[i]));
        statement.alloc();
        statement.prepare("DELETE FROM records WHERE " + where.clause);
        statement.define_and_bind();
        statement.execute(true);
        return static_cast<std::size_t>(std::max<long long>(0, statement.get_affected_rows()));
    });
}

Result<std::vector<Record>> Store::list(const Filter& filter) const {
    return d->reading([&](soci::session& session) -> Result<std::vector<Record>> {
        const Where where = whereOf(filter);
        MI_ASSIGN(auto rows, selectRecords(session, where.clause, where.parameters, filter.limit,
                                           filter.offset));
        std::vector<Record> records;
        for (StoredRecord& row : rows)
            records.push_back(std::move(row.record));
        return records;
    });
}

Result<Stats> Store::stats() const {
    return d->reading([&](soci::session& session) -> Result<Stats> {
        Stats stats;
        stats.path = d->path;
        stats.schemaVersion = schemaVersionOf(session);
        session << "PRAGMA journal_mode", soci::into(stats.journalMode);
        std::error_code code;
        stats.fileBytes = fs::file_size(d->path, code);
        stats.records = countOf(session, "count(*) FROM records");
        stats.failures = countOf(session, "count(*) FROM records WHERE failed <> 0");
        stats.sessions = countOf(session, "count(DISTINCT session_id) FROM records");
        stats.models = countOf(session, "count(DISTINCT model_hash) FROM records");
        stats.hardware = countOf(session, "count(DISTINCT hardware_name) FROM records");
        if (stats.schemaVersion >= 2)
            stats.observations = countOf(session, "count(*) FROM observations");
        long long oldest = 0, newest = 0;
        session << "SELECT coalesce(min(time_ms), 0), coalesce(max(time_ms), 0) FROM records",
            soci::into(oldest), soci::into(newest);
        stats.oldestMs = oldest;
        stats.newestMs = newest;
        return stats;
    });
}

Json Stats::toJson() const {
    return Json{{"path", path.string()},
                {"schema_version", schemaVersion},
                {"journal_mode", journalMode},
                {"file_bytes", fileBytes},
                {"records", records},
                {"failures", failures},
                {"observations", observations},
                {"sessions", sessions},
                {"models", models},
                {"hardware", hardware},
                {"oldest_ms", oldestMs},
                {"newest_ms", newestMs}};
}

} // namespace metainfer::experience
