// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// events.jsonl in a session's folder: what happened in every run of it, for whoever opens the
// session later.
#pragma once

#include "base/file.h"
#include "engine/commands.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::engine {

/// The runs in order; none where nothing was kept. Where lines are torn or unreadable there is a
/// remark in their place. A session of an older version has its stages only, from log.txt. Events
/// of progress are not kept.
std::vector<KeptRun> readEvents(const std::filesystem::path& session);

/// What the runs came to: "candidates measured before: 14, dropped out: 2; …"; empty for none.
std::string summaryOf(const std::vector<KeptRun>& runs);

/// Hands events on and keeps them in the session's folder, each line flushed as it happens. What
/// comes before the folder is there waits in memory. Not thread-safe; a full disk loses lines, not
/// the run.
class EventLog {
  public:
    /// After so many lines of one session only stages and new bests are kept.
    static constexpr std::size_t kMostLines = 20000;

    explicit EventLog(EventSink next);
    void take(const Event& event);
    /// From now on lines go into this folder, behind those of earlier runs, which are returned.
    std::vector<KeptRun> open(const std::filesystem::path& session, const AdaptRequest& request);

  private:
    void write(double seconds, const Event& event);

    EventSink m_next;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    std::vector<KeptEvent> m_waiting;
    std::optional<LineWriter> m_file;
    std::size_t m_lines = 0;
    bool m_opened = false;
};

} // namespace metainfer::engine
