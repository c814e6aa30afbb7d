// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Writer thread: a queue, immediate transactions, the schema checked in each.
#include "experience/writer.h"

#include <map>

namespace metainfer::experience {
namespace fs = std::filesystem;

Result<std::shared_ptr<Writer>> Writer::obtain(const fs::path& path, int busyTimeoutMs,
                                               int schemaVersion) {
    static std::mutex mutex;
    static std::map<std::string, std::weak_ptr<Writer>> writers;
    std::error_code code;
    const fs::path canonical = fs::weakly_canonical(path, code);
    const std::string key =
        (code ? path : canonical).string() + "\n" + std::to_string(schemaVersion);
    const std::lock_guard lock(mutex);
    if (auto existing = writers[key].lock())
        return existing;
    MI_ASSIGN(Connection connection, openAndMigrate(path, busyTimeoutMs, schemaVersion));
    std::shared_ptr<Writer> writer(new Writer(std::move(connection), path, schemaVersion));
    writers[key] = writer;
    return writer;
}

Writer::Writer(Connection connection, fs::path path, int schemaVersion)
    : m_connection(std::move(connection))
    , m_path(std::move(path))
    , m_schemaVersion(schemaVersion)
    , m_thread([this] { loop(); }) {}

Writer::~Writer() {
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_wake.notify_all();
    m_thread.join();
}

Result<std::size_t> Writer::submit(Work work) {
    std::future<Result<std::size_t>> future;
    {
        const std::lock_guard lock(m_mutex);
        m_jobs.push_back({std::move(work), {}});
        future = m_jobs.back().done.get_future();
    }
    m_wake.notify_one();
    return future.get();
}

void Writer::loop() {
    while (true) {
        std::unique_lock lock(m_mutex);
        m_wake.wait(lock, [this] { return m_stop || !m_jobs.empty(); });
        if (m_jobs.empty())
            return;
        Job job = std::move(m_jobs.front());
        m_jobs.pop_front();
        lock.unlock();
        job.done.set_value(run(job.work));
    }
}

Result<std::size_t> Writer::run(const Work& work) {
    soci::session& session = *m_connection;
    bool open = false;
    auto result =
        guarded("cannot write experience store " + m_path.string(), [&]() -> Result<std::size_t> {
            session << "BEGIN IMMEDIATE";
            open = true;
            MI_CHECK(checkSchemaVersion(session, m_schemaVersion, m_path));
            auto changed = work(session);
            if (changed) {
                session << "COMMIT";
                open = false;
            }
            return changed;
        });
    if (open)
        (void)guarded("", [&]() -> Status {
            session << "ROLLBACK";
            return {};
        });
    return result;
}

} // namespace metainfer::experience
