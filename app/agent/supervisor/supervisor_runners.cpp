// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The supervisor's runners: choice, limits, ends.
#include "supervisor.h"

#include <algorithm>

#include <poll.h>

#include <fmt/format.h>

namespace metainfer::agent {

namespace {

// Often enough to catch a runaway allocation, rarely enough to stay out of timings: one read of a
// /proc file each.
constexpr std::chrono::milliseconds kWatchInterval{50};
constexpr std::chrono::milliseconds kAbsenceInterval{500};
constexpr std::chrono::seconds kIdleLife{30};
constexpr std::size_t kIdleRunners = 4;

int millisecondsUntil(Clock::time_point when) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(when - Clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
}

} // namespace

void Supervisor::waitForEvents() {
    std::vector<pollfd> items = {{m_client.inFd(), POLLIN, 0}, {m_client.outFd(), POLLOUT, 0}};
    if (m_socket)
        items.push_back({m_socket->listener.get(), POLLIN, 0});
    m_commands.addPolls(items);
    int timeout = -1;
    const auto atMost = [&](int ms) { timeout = timeout < 0 ? ms : std::min(timeout, ms); };
    for (const RunnerProcess& runner : m_runners) {
        for (const int fd :
             {runner.process().stdoutFd(), runner.process().stderrFd(), runner.process().exitFd()})
            items.push_back({fd, POLLIN, 0});
        if (runner.isIdle()) {
            atMost(millisecondsUntil(runner.idleSince() + kIdleLife));
            continue;
        }
        atMost(static_cast<int>(kWatchInterval.count()));
        if (runner.job()->deadline)
            atMost(millisecondsUntil(*runner.job()->deadline));
    }
    for (const Job& job : m_queue)
        if (job.deadline)
            atMost(millisecondsUntil(*job.deadline));
    if (m_locks.hasWaiting() || m_commands.hasRunning())
        atMost(static_cast<int>(kWatchInterval.count()));
    if (!m_rehashes.empty())
        atMost(0);
    if (!m_client.isOpen() && m_socket)
        atMost(static_cast<int>(kAbsenceInterval.count()));
    ::poll(items.data(), items.size(), timeout);
}

void Supervisor::startQueuedJobs() {
    for (auto it = m_queue.begin(); it != m_queue.end();) {
        auto runner = runnerFor(*it);
        if (runner && !*runner) {
            ++it; // no room now; a later job may find an idle runner
            continue;
        }
        Job job = std::move(*it);
        it = m_queue.erase(it);
        if (runner)
            (*runner)->assign(std::move(job));
        else
            answerJob(job, runner.error());
    }
}

/// Null while every place is taken.
Result<RunnerProcess*> Supervisor::runnerFor(const Job& job) {
    RunnerProcess* chosen = nullptr;
    for (RunnerProcess& runner : m_runners)
        if (runner.canServe(job) && (!chosen || runner.hasLoaded(job)))
            chosen = &runner;
    if (chosen)
        return chosen;
    if (!hasRoom())
        return nullptr;
    auto started = RunnerProcess::start(programOf(job.facts->runner), m_settings.work,
                                        job.facts->runner, job.runtimeVersion);
    if (!started) {
        Error error = started.error();
        error.hint =
            fmt::format("the agent looks for its runners in {}", m_settings.runnerFolder.string());
        return fail(std::move(error));
    }
    m_runners.push_back(std::move(*started));
    return &m_runners.back();
}

/// Makes room by ending the runner that has been idle longest, if there is any.
bool Supervisor::hasRoom() {
    if (m_runners.size() < m_settings.maxRunners)
        return true;
    auto oldest = m_runners.end();
    for (auto it = m_runners.begin(); it != m_runners.end(); ++it)
        if (it->isIdle() && (oldest == m_runners.end() || it->idleSince() < oldest->idleSince()))
            oldest = it;
    if (oldest == m_runners.end())
        return false;
    m_runners.erase(oldest);
    return true;
}

void Supervisor::collectAnswers() {
    const auto answer = [this](const Job& job, std::string_view type, const std::string& line) {
        passOn(job, type, line);
    };
    for (auto it = m_runners.begin(); it != m_runners.end();) {
        RunnerProcess& runner = *it;
        const auto exit = runner.poll(); // before reading: what it wrote last is then in the pipe
        runner.readAnswers(answer);
        runner.readLog();
        if (exit && runner.job())
            answerJob(*runner.job(), runner.crashError(*runner.job(), *exit));
        if (exit || (runner.isIdle() && runner.isSpent()))
            it = m_runners.erase(it);
        else
            ++it;
    }
}

void Supervisor::checkLimits() {
    const auto now = Clock::now();
    const auto lateError = [](const Job& job) {
        return Error{ErrorCode::Timeout,
                     fmt::format("{} passed its deadline", job.describe()),
                     "allow more time, or use a smaller model or input",
                     {}};
    };
    for (auto it = m_queue.begin(); it != m_queue.end();) {
        if (it->deadline && now >= *it->deadline) {
            const Job late = std::move(*it);
            it = m_queue.erase(it);
            answerJob(late, lateError(late));
        } else {
            ++it;
        }
    }
    for (auto it = m_runners.begin(); it != m_runners.end();) {
        const auto runner = it++;
        if (runner->isIdle())
            continue;
        const Job& job = *runner->job();
        const std::uint64_t resident = runner->residentBytesNow();
        if (job.deadline && now >= *job.deadline)
            endJob(runner, lateError(job));
        else if (resident > job.memoryLimit)
            endJob(runner, {ErrorCode::OutOfMemory,
                            fmt::format("{} holds {} MiB, its limit is {} MiB", job.describe(),
                                        resident >> 20, job.memoryLimit >> 20),
                            "use a smaller batch or input, or raise the memory limit",
                            {}});
    }
}

void Supervisor::endJob(Runners::iterator runner, Error error) {
    const Job job = *runner->takeJob();
    m_runners.erase(runner); // kills and reaps
    answerJob(job, error);
}

void Supervisor::dropIdleRunners() {
    const auto now = Clock::now();
    m_runners.remove_if([&](const RunnerProcess& runner) {
        return runner.isIdle() && now - runner.idleSince() >= kIdleLife;
    });
    std::size_t idle = static_cast<std::size_t>(
        std::count_if(m_runners.begin(), m_runners.end(),
                      [](const RunnerProcess& runner) { return runner.isIdle(); }));
    for (auto it = m_runners.begin(); it != m_runners.end() && idle > kIdleRunners;) {
        if (it->isIdle()) {
            it = m_runners.erase(it);
            --idle;
        } else {
            ++it;
        }
    }
}

} // namespace metainfer::agent
