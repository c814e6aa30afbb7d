// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Events of a session as lines of JSON.
#include "engine/event_log.h"

#include "measurement/json_fields.h"
#include "measurement/time_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace metainfer::engine {
namespace fs = std::filesystem;
namespace {

using measurement::errorFromJson;
using measurement::errorToJson;
using measurement::intervalFromJson;
using measurement::intervalToJson;

constexpr const char* kFile = "events.jsonl";
constexpr const char* kSchema = "events/1";
constexpr Stage kStages[] = {Stage::Loading,   Stage::Analysing, Stage::Baselines,
                             Stage::Searching, Stage::Finalists, Stage::Validating,
                             Stage::Reporting, Stage::Done};

std::optional<Stage> stageFromName(std::string_view name) {
    for (const Stage stage : kStages)
        if (stageName(stage) == name)
            return stage;
    return std::nullopt;
}

Json runJson(const AdaptRequest& request) {
    std::error_code ignored;
    Json json{{"kind", "run"},
              {"schema", kSchema},
              {"at", measurement::utcNow()},
              {"deployment", fs::absolute(request.deployment, ignored).lexically_normal().string()},
              {"resume", request.resume},
              {"experience", request.useExperience}};
    if (!request.hardware.empty())
        json["hardware"] = request.hardware;
    if (request.budget)
        json["budget"] = *request.budget;
    if (request.timeLimit)
        json["time_limit_s"] = request.timeLimit->count();
    if (request.seed)
        json["seed"] = *request.seed;
    return json;
}

KeptRun runFromJson(const Json& json) {
    KeptRun run;
    run.at = jsonValue(json, "at", std::string());
    run.request.deployment = jsonValue(json, "deployment", std::string());
    run.request.hardware = jsonValue(json, "hardware", std::string());
    run.request.resume = jsonValue(json, "resume", false);
    run.request.useExperience = jsonValue(json, "experience", true);
    run.request.budget = measurement::optionalValue<int>(json, "budget");
    run.request.seed = measurement::optionalValue<std::uint64_t>(json, "seed");
    if (const auto limit = measurement::optionalValue<std::int64_t>(json, "time_limit_s"))
        run.request.timeLimit = std::chrono::seconds(*limit);
    return run;
}

struct Writing {
    Json operator()(const StageStarted& stage) const {
        return {{"kind", "stage"}, {"stage", stageName(stage.stage)}};
    }
    Json operator()(const WorkDone&) const { return {}; } // shown as a bar, not as a line
    Json operator()(const CandidateMeasured& measured) const {
        Json json{{"kind", "candidate"}, {"id", measured.id}, {"key", measured.key}};
        if (measured.ratio)
            json["ratio"] = intervalToJson(*measured.ratio);
        if (measured.fidelity)
            json["fidelity"] = *measured.fidelity;
        if (measured.failure)
            json["failure"] = errorToJson(*measured.failure);
        return json;
    }
    Json operator()(const BestChanged& best) const {
        return {{"kind", "best"}, {"id", best.id}, {"key", best.key}, {"ratio", best.ratio}};
    }
    Json operator()(const Remark& remark) const {
        return {{"kind", "remark"},
                {"severity", remark.severity == Severity::Warning ? "warning" : "information"},
                {"code", remark.code},
                {"text", remark.text}};
    }
};

std::optional<Event> eventFromJson(const Json& json, double seconds) {
    const auto kind = jsonValue(json, "kind", std::string());
    const auto text = [&](const char* key) { return jsonValue(json, key, std::string()); };
    if (kind == "stage") {
        if (const auto stage = stageFromName(text("stage")))
            return StageStarted{*stage, seconds};
        return std::nullopt;
    }
    if (kind == "best")
        return BestChanged{text("id"), text("key"), jsonValue(json, "ratio", 1.0)};
    if (kind == "remark")
        return Remark{text("severity") == "warning" ? Severity::Warning : Severity::Information,
                      text("code"), text("text")};
    if (kind != "candidate")
        return std::nullopt;
    CandidateMeasured measured{text("id"), text("key"), {}, {}, {}};
    if (const Json ratio = jsonValue(json, "ratio", Json()); ratio.is_object())
        measured.ratio = intervalFromJson(ratio);
    measured.fidelity = measurement::optionalValue<double>(json, "fidelity");
    if (const Json failure = jsonValue(json, "failure", Json()); failure.is_object())
        measured.failure = errorFromJson(failure);
    return measured;
}

/// Complete lines only: a kill may have torn the last one. False when there is more than those.
template <typename Take>
bool eachLine(const std::string& text, Take take) {
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        if (end == std::string::npos)
            return false;
        take(std::string_view(text).substr(begin, end - begin));
        begin = end + 1;
    }
    return true;
}

/// What cannot be read is told of where it stood, as the reader of the other files says it.
Remark unreadable(const fs::path& file, std::size_t line, const std::string& why) {
    const std::string place = line ? fmt::format("{}:{}", file.string(), line) : file.string();
    return {Severity::Warning, "unreadable",
            why.empty() ? place + ": the last line is incomplete and is left out"
                        : fmt::format("{}: left out, not readable: {}", place, why)};
}

std::optional<std::time_t> timeOf(const std::string& iso) {
    std::tm parts{};
    if (!::strptime(iso.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts))
        return std::nullopt;
    return ::timegm(&parts);
}

/// Lines of log.txt: "2026-01-01T00:00:00Z stage searching", "… resumed in state …".
std::vector<KeptRun> readLog(const fs::path& file) {
    std::vector<KeptRun> runs;
    const auto log = readTextFile(file);
    eachLine(log ? *log : std::string(), [&](std::string_view line) {
        const std::size_t gap = line.find(' ');
        const std::string at(line.substr(0, gap));
        const auto now = timeOf(at);
        if (gap == std::string_view::npos || !now)
            return;
        const std::string_view text = line.substr(gap + 1);
        const bool resumed = text.starts_with("resumed ");
        if (runs.empty() || resumed) {
            runs.push_back({at, {}, {}});
            runs.back().request.resume = resumed && runs.size() > 1;
        }
        constexpr std::string_view kStage = "stage ";
        if (!text.starts_with(kStage))
            return;
        const double seconds = std::difftime(*now, timeOf(runs.back().at).value_or(*now));
        if (const auto stage = stageFromName(text.substr(kStage.size())))
            runs.back().events.push_back({seconds, StageStarted{*stage, seconds}});
    });
    return runs;
}

} // namespace

std::vector<KeptRun> readEvents(const fs::path& session) {
    std::error_code ignored;
    if (!fs::exists(session / kFile, ignored))
        return readLog(session / "log.txt");
    std::vector<KeptRun> runs;
    double seconds = 0;
    const auto keep = [&](Event event) {
        if (runs.empty()) // the head of the first run was lost
            runs.emplace_back();
        runs.back().events.push_back({seconds, std::move(event)});
    };
    const auto text = readTextFile(session / kFile);
    if (!text) {
        keep(unreadable(session / kFile, 0, text.error().message));
        return runs;
    }
    std::size_t number = 0, last = 0; // the last one that was not readable
    const bool whole = eachLine(*text, [&](std::string_view line) {
        ++number;
        const auto json = parseJson(line, fmt::format("{}:{}", kFile, number));
        if (!json || !json->is_object()) {
            // One remark for lines that stand together.
            if (last == 0 || last + 1 != number)
                keep(unreadable(session / kFile, number,
                                json ? "it holds no JSON object" : json.error().message));
            last = number;
            return;
        }
        if (jsonValue(*json, "kind", std::string()) == "run") {
            seconds = 0;
            runs.push_back(runFromJson(*json));
            return;
        }
        seconds = jsonValue(*json, "t", 0.0);
        if (auto event = eventFromJson(*json, seconds)) // a later version may know others
            keep(std::move(*event));
    });
    if (!whole)
        keep(unreadable(session / kFile, number + 1, {}));
    return runs;
}

std::string summaryOf(const std::vector<KeptRun>& runs) {
    std::map<std::string, bool> dropped; // by key: one that was measured in two runs is one
    std::optional<BestChanged> best;
    for (const KeptRun& run : runs)
        for (const KeptEvent& kept : run.events) {
            if (const auto* candidate = std::get_if<CandidateMeasured>(&kept.event))
                dropped[candidate->key.empty() ? candidate->id : candidate->key] =
                    !candidate->ratio;
            else if (const auto* changed = std::get_if<BestChanged>(&kept.event))
                best = *changed;
        }
    const auto failed = static_cast<std::size_t>(
        std::count_if(dropped.begin(), dropped.end(), [](const auto& one) { return one.second; }));
    const std::size_t measured = dropped.size() - failed;
    if (measured + failed == 0)
        return {};
    std::string text =
        fmt::format("candidates measured before: {}, dropped out: {}", measured, failed);
    if (best)
        text += fmt::format("; the best so far: {} with {:.3f} of the original's score", best->id,
                            best->ratio);
    return text;
}

EventLog::EventLog(EventSink next)
    : m_next(std::move(next)) {}

void EventLog::take(const Event& event) {
    notify(m_next, event);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    if (m_opened)
        write(seconds, event);
    else if (!std::holds_alternative<WorkDone>(event))
        m_waiting.push_back({seconds, event});
}

std::vector<KeptRun> EventLog::open(const fs::path& session, const AdaptRequest& request) {
    auto before = readEvents(session);
    for (const KeptRun& run : before)
        m_lines += 1 + run.events.size();
    m_opened = true;
    if (auto file = LineWriter::open(session / kFile)) {
        m_file = std::move(*file);
        (void)m_file->write(dumpJson(runJson(request)));
    }
    for (const KeptEvent& kept : m_waiting)
        write(kept.seconds, kept.event);
    m_waiting.clear();
    return before;
}

void EventLog::write(double seconds, const Event& event) {
    const bool rare =
        std::holds_alternative<StageStarted>(event) || std::holds_alternative<BestChanged>(event);
    if (!m_file || (m_lines >= kMostLines && !rare))
        return;
    Json json = std::visit(Writing{}, event);
    if (json.is_null())
        return;
    json["t"] = std::round(seconds * 1000) / 1000;
    ++m_lines;
    (void)m_file->write(dumpJson(json));
}

} // namespace metainfer::engine
