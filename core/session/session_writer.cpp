// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Writing a session folder so that a kill at any moment loses at most the running measurement.
#include "measurement/time_text.h"
#include "session/session_folder.h"

#include <fmt/format.h>

namespace metainfer::session {
namespace fs = std::filesystem;
namespace {

constexpr const char* kLockName = ".lock";

/// What a kill during `create` can leave in an otherwise empty folder.
bool isOurLeftover(const std::string& name) {
    return name == kLockName || name.starts_with(".session.json.");
}

Status checkEmpty(const fs::path& folder) {
    if (isSessionFolder(folder))
        return fail(ErrorCode::Conflict, fmt::format("{} holds a session already", folder.string()),
                    "Resume it with --resume, or choose another folder.");
    std::error_code code;
    for (const auto& entry : fs::directory_iterator(folder, code)) {
        const std::string name = entry.path().filename().string();
        if (!isOurLeftover(name))
            return fail(ErrorCode::Conflict,
                        fmt::format("{} is not empty (it holds {}) and is no session folder",
                                    folder.string(), name),
                        "Choose another folder.");
    }
    if (code)
        return fail(errnoError("cannot read folder " + folder.string(), code.value()));
    return {};
}

/// Removes the temporary files of atomic writes that a kill interrupted: ".NAME.XXXXXX".
void sweepTornWrites(const fs::path& folder) {
    constexpr std::size_t kSuffix = 7; // mkostemp's
    std::error_code code;
    std::vector<fs::path> torn;
    for (const auto& entry : fs::recursive_directory_iterator(folder, code)) {
        const std::string name = entry.path().filename().string();
        if (name.size() > kSuffix + 1 && name.front() == '.' &&
            name[name.size() - kSuffix] == '.' && entry.is_regular_file(code))
            torn.push_back(entry.path());
    }
    for (const fs::path& path : torn)
        fs::remove(path, code);
}

Result<FileLock> lockFolder(const fs::path& folder) {
    auto lock = FileLock::acquire(folder / kLockName, false);
    if (!lock && lock.error().code == ErrorCode::Busy)
        return fail(ErrorCode::Busy,
                    fmt::format("session {} is being written by another process", folder.string()),
                    "Wait until it ends, or choose another folder.");
    return lock;
}

} // namespace

SessionWriter::SessionWriter(SessionContent content, FileLock lock)
    : m_content(std::move(content))
    , m_lock(std::move(lock)) {}

Result<SessionWriter> SessionWriter::create(const fs::path& folder, SessionInfo info) {
    std::error_code code;
    if (fs::exists(folder, code) && fs::is_directory(folder, code))
        MI_CHECK(checkEmpty(folder)); // before anything is written into a folder that is not ours
    MI_CHECK(createDirectories(folder));
    MI_ASSIGN(FileLock lock, lockFolder(folder));
    MI_CHECK(checkEmpty(folder));
    sweepTornWrites(folder);
    SessionContent content;
    content.folder = folder;
    content.info = std::move(info);
    content.info.state = content.info.lastGoodState = State::Created;
    if (content.info.createdAt.empty())
        content.info.createdAt = measurement::utcNow();
    SessionWriter writer(std::move(content), std::move(lock));
    MI_CHECK(writer.saveInfo());
    MI_CHECK(writer.openLines());
    return writer;
}

Result<SessionWriter> SessionWriter::resume(const fs::path& folder) {
    if (!isSessionFolder(folder)) {
        MI_CHECK(readSession(folder)); // says what is wrong
        return fail(ErrorCode::InvalidArgument, folder.string() + " is no session folder");
    }
    MI_ASSIGN(FileLock lock, lockFolder(folder));
    sweepTornWrites(folder);
    MI_ASSIGN(SessionContent content, readSession(folder));
    SessionInfo& info = content.info;
    if (info.state == State::Done && content.decision)
        return fail(ErrorCode::Conflict,
                    fmt::format("session {} is done, there is nothing to resume", folder.string()),
                    "Read its report, or start a new session.");
    if (info.state == State::Done) // its decision was lost: it is made again from what was measured
        info.state = info.lastGoodState = State::Validated;
    if (info.state == State::Failed || info.state == State::Cancelled) {
        info.state = info.lastGoodState;
        info.failure.clear();
    }
    SessionWriter writer(std::move(content), std::move(lock));
    MI_CHECK(writer.openLines());
    MI_CHECK(writer.saveInfo());
    MI_CHECK(
        writer.log(fmt::format("resumed in state {} with {} candidates and {} measurements",
                               stateName(writer.info().state), writer.content().candidates.size(),
                               writer.content().measurements.size())));
    return writer;
}

Status SessionWriter::openLines() {
    MI_ASSIGN(m_candidates, LineWriter::open(folder() / "candidates.jsonl"));
    MI_ASSIGN(m_measurements, LineWriter::open(folder() / "measurements.jsonl"));
    MI_ASSIGN(m_log, LineWriter::open(folder() / "log.txt"));
    return {};
}

Status SessionWriter::saveInfo() {
    return writeJsonFile(folder() / "session.json", m_content.info.toJson());
}

Status SessionWriter::setState(State state, const std::string& failure) {
    SessionInfo& info = m_content.info;
    if (!isLegalTransition(info.state, state))
        return fail(ErrorCode::Internal, fmt::format("a session cannot go from {} to {}",
                                                     stateName(info.state), stateName(state)));
    info.state = state;
    if (state != State::Failed && state != State::Cancelled)
        info.lastGoodState = state;
    info.failure = failure;
    return saveInfo();
}

Status SessionWriter::updateInfo(const SessionInfo& info) {
    const State state = m_content.info.state, lastGood = m_content.info.lastGoodState;
    m_content.info = info;
    m_content.info.state = state;
    m_content.info.lastGoodState = lastGood;
    return saveInfo();
}

Status SessionWriter::addCandidate(const CandidateLine& line) {
    MI_CHECK(m_candidates->write(dumpJson(line.toJson())));
    m_content.candidates.push_back(line);
    return {};
}

Status SessionWriter::addMeasurement(const MeasurementLine& line) {
    if (line.kind.empty() || line.key.empty())
        return fail(ErrorCode::Internal, "a measurement needs a kind and a key");
    MI_CHECK(m_measurements->write(dumpJson(line.toJson())));
    m_content.measurements.push_back(line);
    return {};
}

Status SessionWriter::writePart(const char* name, const Json& json, std::optional<Json>& part) {
    MI_CHECK(writeJsonFile(folder() / name, json));
    part = json;
    return {};
}

Status SessionWriter::writeDiagnosis(const Json& json) {
    return writePart("diagnosis.json", json, m_content.diagnosis);
}
Status SessionWriter::writeDecision(const Json& json) {
    return writePart("decision.json", json, m_content.decision);
}
Status SessionWriter::writeValidation(const Json& json) {
    return writePart("validation.json", json, m_content.validation);
}
Status SessionWriter::writeMapping(const Json& json) {
    return writePart("mapping.json", json, m_content.mapping);
}
Status SessionWriter::writeBaselines(const Json& json) {
    return writePart("baselines.json", json, m_content.baselines);
}

Status SessionWriter::writeProfile(const std::string& name, const Json& json) {
    if (name.empty() || name.find('/') != std::string::npos || name.front() == '.')
        return fail(ErrorCode::Internal, fmt::format("\"{}\" cannot name a profile", name));
    MI_CHECK(createDirectories(folder() / "profile"));
    return writeJsonFile(folder() / "profile" / (name + ".json"), json);
}

Status SessionWriter::log(const std::string& text) {
    return m_log->write(measurement::utcNow() + " " + text);
}

} // namespace metainfer::session
