// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Rows of the store's tables as values.
#include "experience/store_private.h"

#include "base/logging.h"

#include <fmt/format.h>

namespace metainfer::experience {
namespace {

/// Rows of (uid, trust, document); `use` keeps references, so the parameters must stay alive.
template <typename Row>
void forEachRow(soci::session& session, const std::string& sql,
                const std::vector<std::string>& parameters, Row&& row) {
    std::string uid, document;
    double trust = 1;
    soci::statement statement(session);
    statement.exchange(soci::into(uid));
    statement.exchange(soci::into(trust));
    statement.exchange(soci::into(document));
    std::vector<std::string> names;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        names.push_back(fmt::format("p{}", i));
    for (std::size_t i = 0; i < parameters.size(); ++i)
        statement.exchange(soci::use(parameters[i], names[i]));
    statement.alloc();
    statement.prepare(sql);
    statement.define_and_bind();
    statement.execute(false);
    while (statement.fetch())
        row(uid, trust, document);
}

std::string selectSql(const char* table, const std::string& where, std::size_t limit,
                      std::size_t offset) {
    std::string sql = fmt::format("SELECT uid, trust, document FROM {}", table);
    if (!where.empty())
        sql += " WHERE " + where;
    sql += " ORDER BY time_ms DESC, id DESC";
    if (limit > 0)
        sql += fmt::format(" LIMIT {} OFFSET {}", limit, offset);
    return sql;
}

bool hasRow(soci::session& session, const char* table, const std::string& column,
            const std::string& value) {
    int rows = 0;
    session << fmt::format("SELECT count(*) FROM {} WHERE {} = :value", table, column),
        soci::use(value, "value"), soci::into(rows);
    return rows > 0;
}

void insertEnvironment(soci::session& session, const Record& record) {
    if (record.environmentHash.empty() ||
        hasRow(session, "environments", "hash", record.environmentHash))
        return;
    const std::string document = dumpJson(record.environment);
    session << "INSERT INTO environments (hash, hardware_name, first_seen_ms, document) VALUES "
               "(:hash, :hardware, :time, :document)",
        soci::use(record.environmentHash, "hash"), soci::use(record.hardwareName, "hardware"),
        soci::use(static_cast<long long>(record.timeMs), "time"), soci::use(document, "document");
}

} // namespace

Result<std::vector<StoredRecord>> selectRecords(soci::session& session, const std::string& where,
                                                const std::vector<std::string>& parameters,
                                                std::size_t limit, std::size_t offset) {
    std::vector<StoredRecord> rows;
    forEachRow(session, selectSql("records", where, limit, offset), parameters,
               [&](const std::string& uid, double trust, const std::string& document) {
                   auto json = parseJson(document, "experience record " + uid);
                   auto record = json ? Record::fromJson(*json)
                                      : Result<Record>(fail(std::move(json).error()));
                   if (!record) { // one bad row must not hide the others
                       logWarning(record.error().text());
                       return;
                   }
                   record->trust = trust;
                   rows.push_back({std::move(*record), trust});
               });
    return rows;
}

Result<std::vector<OperatorObservation>>
selectObservations(soci::session& session, const std::string& where,
                   const std::vector<std::string>& parameters, std::size_t limit) {
    std::vector<OperatorObservation> rows;
    forEachRow(session, selectSql("observations", where, limit, 0), parameters,
               [&](const std::string& uid, double trust, const std::string& document) {
                   auto json = parseJson(document, "operator observation " + uid);
                   auto row = json ? OperatorObservation::fromJson(*json)
                                   : Result<OperatorObservation>(fail(std::move(json).error()));
                   if (!row) {
                       logWarning(row.error().text());
                       return;
                   }
                   row->trust = trust;
                   rows.push_back(std::move(*row));
               });
    return rows;
}

Confirmations confirmationsBy(soci::session& session, const std::string& hardwareName,
                              const std::string& environmentHash) {
    Confirmations confirmations;
    if (schemaVersionOf(session) < 3)
        return confirmations;
    std::string environment;
    double agreement = 0;
    long long time = 0;
    soci::statement statement =
        (session.prepare << "SELECT environment_hash, agreement, time_ms FROM confirmations WHERE "
                            "hardware_name = :hardware AND confirmed_by = :by",
         soci::use(hardwareName, "hardware"), soci::use(environmentHash, "by"),
         soci::into(environment), soci::into(agreement), soci::into(time));
    statement.execute(false);
    while (statement.fetch())
        confirmations[environment] = {agreement, time};
    return confirmations;
}

std::size_t insertRecord(soci::session& session, const Record& given) {
    Record record = given;
    if (record.candidateKey.empty())
        record.candidateKey = record.candidate.key();
    if (record.uid.empty())
        record.uid = record.computeUid();
    if (hasRow(session, "records", "uid", record.uid))
        return 0;
    insertEnvironment(session, record);
    const std::string document = dumpJson(record.toJson());
    const int failed = record.failure.empty() ? 0 : 1;
    const long long time = record.timeMs;
    session << "INSERT INTO records (uid, session_id, time_ms, model_hash, architecture_hash, "
               "hardware_name, environment_hash, candidate_key, failed, trust, document) VALUES "
               "(:uid, :session, :time, :model, :architecture, :hardware, :environment, "
               ":candidate, :failed, :trust, :document)",
        soci::use(record.uid, "uid"), soci::use(record.sessionId, "session"),
        soci::use(time, "time"), soci::use(record.modelHash, "model"),
        soci::use(record.architectureHash, "architecture"),
        soci::use(record.hardwareName, "hardware"),
        soci::use(record.environmentHash, "environment"),
        soci::use(record.candidateKey, "candidate"), soci::use(failed, "failed"),
        soci::use(record.trust, "trust"), soci::use(document, "document");
    return 1;
}

std::size_t insertObservation(soci::session& session, const OperatorObservation& given) {
    OperatorObservation row = given;
    if (row.uid.empty())
        row.uid = row.computeUid();
    if (hasRow(session, "observations", "uid", row.uid))
        return 0;
    const std::string key = row.operatorKey();
    const std::string document = dumpJson(row.toJson());
    const long long time = row.timeMs;
    session << "INSERT INTO observations (uid, hardware_name, environment_hash, origin, "
               "operator_key, microseconds, time_ms, trust, document) VALUES (:uid, :hardware, "
               ":environment, :origin, :key, :us, :time, :trust, :document)",
        soci::use(row.uid, "uid"), soci::use(row.hardwareName, "hardware"),
        soci::use(row.environmentHash, "environment"), soci::use(row.origin, "origin"),
        soci::use(key, "key"), soci::use(row.microseconds, "us"), soci::use(time, "time"),
        soci::use(row.trust, "trust"), soci::use(document, "document");
    return 1;
}

} // namespace metainfer::experience
