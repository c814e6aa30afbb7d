// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the sources of Store share. Internal.
#pragma once

#include "experience/store.h"
#include "experience/writer.h"

#include <map>
#include <mutex>
#include <thread>

namespace metainfer::experience {

/// Confirmations by the present environment: confirmed environment -> how far.
using Confirmations = std::map<std::string, Confirmation>;

class Store::Private {
  public:
    std::filesystem::path path;
    OpenOptions options;
    std::shared_ptr<Writer> writer;

    /// Runs `read` on this thread's own connection.
    template <typename Read>
    auto reading(Read&& read) -> std::invoke_result_t<Read, soci::session&> {
        auto session = reader();
        if (!session)
            return fail(std::move(session).error());
        return guarded("cannot read experience store " + path.string(),
                       [&] { return read(**session); });
    }

  private:
    Result<soci::session*> reader() {
        const std::lock_guard lock(m_mutex);
        Connection& own = m_readers[std::this_thread::get_id()];
        if (!own) {
            MI_ASSIGN(own, openConnection(path, options.busyTimeoutMs));
        }
        return own.get();
    }

    std::mutex m_mutex;
    std::map<std::thread::id, Connection> m_readers;
};

/// A row of `records` as the queries need it.
struct StoredRecord {
    Record record;
    double storedTrust = 1;
};

/// Rows for a `WHERE` clause over records; parameters are bound in order as :p0, :p1, …
Result<std::vector<StoredRecord>> selectRecords(soci::session& session, const std::string& where,
                                                const std::vector<std::string>& parameters,
                                                std::size_t limit, std::size_t offset = 0);
Result<std::vector<OperatorObservation>>
selectObservations(soci::session& session, const std::string& where,
                   const std::vector<std::string>& parameters, std::size_t limit);
/// Empty when the schema is older than confirmations.
Confirmations confirmationsBy(soci::session& session, const std::string& hardwareName,
                              const std::string& environmentHash);
/// Inserts unless the uid is there; 1 or 0.
std::size_t insertRecord(soci::session& session, const Record& record);
std::size_t insertObservation(soci::session& session, const OperatorObservation& observation);

} // namespace metainfer::experience
