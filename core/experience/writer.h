// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The one thread of this process that writes to a store. Internal.
#pragma once

#include "experience/database.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>

namespace metainfer::experience {

class Writer {
  public:
    /// What is done inside a transaction; the number of changed rows.
    using Work = std::function<Result<std::size_t>(soci::session&)>;

    /// The writer of this process for the store; opens and migrates it when it is the first.
    static Result<std::shared_ptr<Writer>> obtain(const std::filesystem::path& path,
                                                  int busyTimeoutMs, int schemaVersion);
    ~Writer();
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    /// Runs `work` in an immediate transaction on the writer thread and waits for its commit. An
    /// error rolls it back.
    Result<std::size_t> submit(Work work);

  private:
    struct Job {
        Work work;
        std::promise<Result<std::size_t>> done;
    };
    Writer(Connection connection, std::filesystem::path path, int schemaVersion);
    void loop();
    Result<std::size_t> run(const Work& work);

    Connection m_connection;
    std::filesystem::path m_path;
    int m_schemaVersion;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Job> m_jobs;
    bool m_stop = false;
    std::thread m_thread;
};

} // namespace metainfer::experience
