// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// States of a session and the JSON of its lines.
#include "session/session_folder.h"

#include <fmt/format.h>

#include <array>

namespace metainfer::session {
namespace {

constexpr std::string_view kSchema = "session/1";

constexpr std::array<std::string_view, 8> kStateNames{
    "created", "analysed", "searching", "finalists", "validated", "done", "failed", "cancelled"};

/// Keys of session.json that SessionInfo has a field for.
const std::vector<std::string>& knownKeys() {
    static const std::vector<std::string> keys{"schema",
                                               "id",
                                               "program",
                                               "created_at",
                                               "seed",
                                               "state",
                                               "last_good",
                                               "failure",
                                               "model_path",
                                               "model_hash",
                                               "hardware_name",
                                               "hardware_revision",
                                               "environment_hash",
                                               "environment",
                                               "deployment",
                                               "deployment_yaml",
                                               "versions"};
    return keys;
}

Status checkSchema(const Json& json) {
    const std::string schema = jsonValue(json, "schema", std::string());
    if (schema == kSchema)
        return {};
    if (schema.starts_with("session/"))
        return fail(ErrorCode::VersionMismatch,
                    fmt::format("session.json is {}, this program reads up to {}", schema, kSchema),
                    "Use a newer version of the program.");
    return fail(ErrorCode::InvalidArgument,
                "session.json has no schema session/1, so this is no session folder");
}

} // namespace

std::string_view stateName(State state) {
    return kStateNames[static_cast<std::size_t>(state)];
}

std::optional<State> stateFromName(std::string_view name) {
    for (std::size_t i = 0; i < kStateNames.size(); ++i)
        if (kStateNames[i] == name)
            return static_cast<State>(i);
    return std::nullopt;
}

bool isLegalTransition(State from, State to) {
    if (from == State::Done)
        return false;
    if (to == State::Failed || to == State::Cancelled)
        return true;
    if (from == State::Failed || from == State::Cancelled)
        return to != State::Done;
    const int step = static_cast<int>(to) - static_cast<int>(from);
    return step == 0 || step == 1;
}

Json SessionInfo::toJson() const {
    Json json{{"schema", kSchema},
              {"id", id},
              {"program", programVersion},
              {"created_at", createdAt},
              {"seed", seed},
              {"state", stateName(state)},
              {"last_good", stateName(lastGoodState)},
              {"failure", failure},
              {"model_path", modelPath},
              {"model_hash", modelHash},
              {"hardware_name", hardwareName},
              {"hardware_revision", hardwareRevision},
              {"environment_hash", environmentHash},
              {"environment", environment},
              {"deployment", deployment},
              {"deployment_yaml", deploymentYaml},
              {"versions", versions}};
    if (extra.is_object())
        for (const auto& [key, value] : extra.items())
            if (!json.contains(key))
                json[key] = value;
    return json;
}

Result<SessionInfo> SessionInfo::fromJson(const Json& json) {
    MI_CHECK(checkSchema(json));
    SessionInfo info;
    info.id = jsonValue(json, "id", std::string());
    info.programVersion = jsonValue(json, "program", std::string());
    info.createdAt = jsonValue(json, "created_at", std::string());
    info.seed = jsonValue(json, "seed", std::uint64_t{1});
    info.failure = jsonValue(json, "failure", std::string());
    info.modelPath = jsonValue(json, "model_path", std::string());
    info.modelHash = jsonValue(json, "model_hash", std::string());
    info.hardwareName = jsonValue(json, "hardware_name", std::string());
    info.hardwareRevision = jsonValue(json, "hardware_revision", std::string());
    info.environmentHash = jsonValue(json, "environment_hash", std::string());
    info.environment = jsonValue(json, "environment", Json::object());
    info.deployment = jsonValue(json, "deployment", Json::object());
    info.deploymentYaml = jsonValue(json, "deployment_yaml", std::string());
    info.versions = jsonValue(json, "versions", Json::object());
    const std::string state = jsonValue(json, "state", std::string());
    const auto parsed = stateFromName(state);
    if (!parsed)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("session.json: state \"{}\" is not a state of a session", state));
    info.state = *parsed;
    info.lastGoodState =
        stateFromName(jsonValue(json, "last_good", std::string())).value_or(State::Created);
    for (const auto& [key, value] : json.items())
        if (std::find(knownKeys().begin(), knownKeys().end(), key) == knownKeys().end())
            info.extra[key] = value;
    return info;
}

Json CandidateLine::toJson() const {
    Json json = candidate.toJson();
    json["predicted"] = measurement::toJson(predicted);
    if (!extra.is_null())
        json["extra"] = extra;
    return json;
}

Result<CandidateLine> CandidateLine::fromJson(const Json& json) {
    CandidateLine line;
    MI_ASSIGN(line.candidate, candidates::Candidate::fromJson(json));
    line.predicted = measurement::metricValuesFromJson(jsonValue(json, "predicted", Json()));
    line.extra = jsonValue(json, "extra", Json());
    return line;
}

Json MeasurementLine::toJson() const {
    return Json{{"kind", kind},
                {"candidate", candidate},
                {"key", key},
                {"environment_hash", environmentHash},
                {"data", data}};
}

Result<MeasurementLine> MeasurementLine::fromJson(const Json& json) {
    MeasurementLine line;
    line.kind = jsonValue(json, "kind", std::string());
    line.candidate = jsonValue(json, "candidate", std::string());
    line.key = jsonValue(json, "key", std::string());
    line.environmentHash = jsonValue(json, "environment_hash", std::string());
    line.data = jsonValue(json, "data", Json());
    if (line.kind.empty() || line.key.empty())
        return fail(ErrorCode::InvalidArgument, "a measurement without kind or key");
    return line;
}

} // namespace metainfer::session
