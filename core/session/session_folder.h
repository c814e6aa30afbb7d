// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The session folder: what one adaptation asked, tried, measured and decided, written as it
// happens.
#pragma once

#include "base/file.h"
#include "base/json.h"
#include "candidates/candidate.h"
#include "measurement/metric.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::session {

/// created -> analysed -> searching -> finalists -> validated -> done; failed and cancelled from
/// any state before done, and back into the state that was left, by resuming.
enum class State { Created, Analysed, Searching, Finalists, Validated, Done, Failed, Cancelled };
std::string_view stateName(State state);
std::optional<State> stateFromName(std::string_view name);
bool isLegalTransition(State from, State to);

/// session.json
struct SessionInfo {
    std::string id;             ///< unique name of the session
    std::string programVersion; ///< of the program that created it
    std::string createdAt;      ///< ISO 8601, UTC
    std::uint64_t seed = 1;
    State state = State::Created;
    State lastGoodState = State::Created; ///< where resuming goes on after failed or cancelled
    std::string failure;                  ///< with State::Failed
    std::string modelPath;
    std::string modelHash;
    std::string hardwareName;
    std::string hardwareRevision;
    std::string environmentHash;
    Json environment = Json::object();
    Json deployment = Json::object();
    std::string deploymentYaml; ///< what was asked, complete
    Json versions = Json::object();
    Json extra = Json::object(); ///< further keys, kept
    Json toJson() const;
    static Result<SessionInfo> fromJson(const Json& json);
};

/// One line of candidates.jsonl.
struct CandidateLine {
    candidates::Candidate candidate;
    measurement::MetricValues predicted;
    Json extra; ///< why it was proposed, filters, rewritten graph's hash
    Json toJson() const;
    static Result<CandidateLine> fromJson(const Json& json);
};

/// One line of measurements.jsonl: a measurement, a comparison, a check or a failure.
struct MeasurementLine {
    std::string kind;      ///< "measurement", "comparison", "accuracy", "equivalence", "failure"
    std::string candidate; ///< id
    std::string key;       ///< what was measured: candidate key plus protocol; equal = reusable
    std::string environmentHash;
    Json data; ///< the value type's own toJson, raw samples included
    Json toJson() const;
    static Result<MeasurementLine> fromJson(const Json& json);
};

/// The content of a session folder, as far as it is there.
struct SessionContent {
    std::filesystem::path folder;
    SessionInfo info;
    std::vector<CandidateLine> candidates;
    std::vector<MeasurementLine> measurements;
    std::optional<Json> diagnosis, decision, validation, mapping, baselines;
    std::vector<std::string> warnings; ///< torn or unreadable lines, with file and line number

    /// The latest measurement of this kind and key, in this environment unless the hash is empty;
    /// or null.
    const MeasurementLine* findMeasurement(std::string_view kind, std::string_view key,
                                           std::string_view environmentHash = {}) const;
};

/// True when the folder holds a session.json of ours.
bool isSessionFolder(const std::filesystem::path& folder);
/// Reads without locking; a session that is still running can be read.
Result<SessionContent> readSession(const std::filesystem::path& folder);

/// Writes one session folder; holds its lock. Not thread-safe.
class SessionWriter {
  public:
    /// A new session in an absent or empty folder; a folder with anything else in it is refused
    /// (Conflict), one that holds a session needs `resume` or another name.
    static Result<SessionWriter> create(const std::filesystem::path& folder, SessionInfo info);
    /// Goes on with an existing session: Busy when somebody writes it, Conflict when it is done.
    /// Torn last lines are cut off; everything complete is in `content()`.
    static Result<SessionWriter> resume(const std::filesystem::path& folder);

    const std::filesystem::path& folder() const { return m_content.folder; }
    const SessionContent& content() const { return m_content; }
    const SessionInfo& info() const { return m_content.info; }

    /// Internal for an illegal transition.
    Status setState(State state, const std::string& failure = {});
    /// Replaces session.json's facts (hashes, environment) found after creation; the state stays.
    Status updateInfo(const SessionInfo& info);
    Status addCandidate(const CandidateLine& line);
    Status addMeasurement(const MeasurementLine& line);
    Status writeDiagnosis(const Json& json);
    Status writeDecision(const Json& json);
    Status writeValidation(const Json& json);
    Status writeMapping(const Json& json);
    Status writeBaselines(const Json& json);
    /// profile/<name>.json
    Status writeProfile(const std::string& name, const Json& json);
    /// log.txt, one line with the time.
    Status log(const std::string& text);

  private:
    SessionWriter(SessionContent content, FileLock lock);
    Status openLines();
    Status saveInfo();
    Status writePart(const char* name, const Json& json, std::optional<Json>& part);

    SessionContent m_content;
    FileLock m_lock;
    std::optional<LineWriter> m_candidates, m_measurements, m_log;
};

} // namespace metainfer::session
