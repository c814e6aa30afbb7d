// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// JSON forms and identities of records and observations.
#include "experience/record.h"

#include "base/hash.h"

#include <fmt/format.h>

namespace metainfer::experience {
namespace {

constexpr const char* kRecordSchema = "experience_record/1";
constexpr const char* kObservationSchema = "operator_observation/1";

/// Ours, any version up to the present one; the schema may be absent.
Status checkSchema(const Json& json, std::string_view expected, std::string_view what) {
    if (!json.is_object())
        return fail(ErrorCode::InvalidArgument, fmt::format("{} is not a JSON object", what));
    const std::string schema = jsonValue(json, "schema", std::string(expected));
    if (schema != expected)
        return fail(
            ErrorCode::VersionMismatch,
            fmt::format("{} has schema \"{}\", this program reads \"{}\"", what, schema, expected),
            "Use a newer version of the program.");
    return {};
}

} // namespace

std::string Record::computeUid() const {
    const Json identity{{"session", sessionId},
                        {"time", timeMs},
                        {"model", modelHash},
                        {"hardware", hardwareName},
                        {"environment", environmentHash},
                        {"candidate", candidateKey.empty() ? candidate.key() : candidateKey},
                        {"measured", measurement::toJson(measured)},
                        {"failure", failure}};
    return sha256Hex(dumpJson(identity));
}

Json Record::toJson() const {
    return Json{{"schema", kRecordSchema},
                {"uid", uid.empty() ? computeUid() : uid},
                {"session", sessionId},
                {"time_ms", timeMs},
                {"model_name", modelName},
                {"model_hash", modelHash},
                {"architecture_hash", architectureHash},
                {"ir_version", irVersion},
                {"model_features", modelFeatures},
                {"subgraphs", subgraphSignatures},
                {"hardware", hardwareName},
                {"hardware_revision", hardwareRevision},
                {"hardware_fingerprint", hardwareFingerprint},
                {"environment_hash", environmentHash},
                {"environment", environment},
                {"candidate", candidate.toJson()},
                {"candidate_key", candidateKey.empty() ? candidate.key() : candidateKey},
                {"predicted", measurement::toJson(predicted)},
                {"measured", measurement::toJson(measured)},
                {"ratios", measurement::ratiosToJson(ratios)},
                {"failure", failure},
                {"deviation", deviation},
                {"accuracy", accuracy},
                {"trust", trust}};
}

Result<Record> Record::fromJson(const Json& json) {
    MI_CHECK(checkSchema(json, kRecordSchema, "experience record"));
    Record record;
    record.uid = jsonValue(json, "uid", std::string());
    record.sessionId = jsonValue(json, "session", std::string());
    record.timeMs = jsonValue(json, "time_ms", std::int64_t{0});
    record.modelName = jsonValue(json, "model_name", std::string());
    record.modelHash = jsonValue(json, "model_hash", std::string());
    record.architectureHash = jsonValue(json, "architecture_hash", std::string());
    record.irVersion = jsonValue(json, "ir_version", std::int64_t{0});
    record.modelFeatures = jsonValue(json, "model_features", std::vector<double>());
    record.subgraphSignatures = jsonValue(json, "subgraphs", std::vector<std::string>());
    record.hardwareName = jsonValue(json, "hardware", std::string());
    record.hardwareRevision = jsonValue(json, "hardware_revision", std::string());
    record.hardwareFingerprint = jsonValue(json, "hardware_fingerprint", std::vector<double>());
    record.environmentHash = jsonValue(json, "environment_hash", std::string());
    record.environment = jsonValue(json, "environment", Json::object());
    record.candidateKey = jsonValue(json, "candidate_key", std::string());
    record.predicted = measurement::metricValuesFromJson(jsonValue(json, "predicted", Json()));
    record.measured = measurement::metricValuesFromJson(jsonValue(json, "measured", Json()));
    record.ratios = measurement::ratiosFromJson(jsonValue(json, "ratios", Json()));
    record.failure = jsonValue(json, "failure", std::string());
    record.deviation = jsonValue(json, "deviation", Json());
    record.accuracy = jsonValue(json, "accuracy", Json());
    record.trust = jsonValue(json, "trust", 1.0);
    if (record.modelHash.empty() || record.hardwareName.empty())
        return fail(ErrorCode::InvalidArgument,
                    "experience record has no model_hash or no hardware");
    auto candidate = candidates::Candidate::fromJson(jsonValue(json, "candidate", Json::object()));
    if (!candidate)
        return failWith(std::move(candidate).error(), "in an experience record");
    record.candidate = std::move(*candidate);
    return record;
}

std::string OperatorObservation::operatorKey() const {
    return fmt::format("{}|{}|{}|{}|t{}", opType, dtype, layout, shapes, threads);
}

std::string OperatorObservation::computeUid() const {
    return sha256Hex(fmt::format("{}\n{}\n{}\n{}\n{}\n{}", hardwareName, environmentHash, origin,
                                 operatorKey(), timeMs, microseconds));
}

Json OperatorObservation::toJson() const {
    return Json{{"schema", kObservationSchema},
                {"uid", uid.empty() ? computeUid() : uid},
                {"hardware", hardwareName},
                {"environment_hash", environmentHash},
                {"origin", origin},
                {"op_type", opType},
                {"dtype", dtype},
                {"layout", layout},
                {"shapes", shapes},
                {"threads", threads},
                {"features", features},
                {"us", microseconds},
                {"relative_error", relativeError},
                {"time_ms", timeMs},
                {"trust", trust},
                {"extra", extra}};
}

Result<OperatorObservation> OperatorObservation::fromJson(const Json& json) {
    MI_CHECK(checkSchema(json, kObservationSchema, "operator observation"));
    OperatorObservation observation;
    observation.uid = jsonValue(json, "uid", std::string());
    observation.hardwareName = jsonValue(json, "hardware", std::string());
    observation.environmentHash = jsonValue(json, "environment_hash", std::string());
    observation.origin = jsonValue(json, "origin", std::string("profile"));
    observation.opType = jsonValue(json, "op_type", std::string());
    observation.dtype = jsonValue(json, "dtype", std::string());
    observation.layout = jsonValue(json, "layout", std::string());
    observation.shapes = jsonValue(json, "shapes", std::string());
    observation.threads = jsonValue(json, "threads", 1);
    observation.features = jsonValue(json, "features", std::vector<double>());
    observation.microseconds = jsonValue(json, "us", 0.0);
    observation.relativeError = jsonValue(json, "relative_error", 0.0);
    observation.timeMs = jsonValue(json, "time_ms", std::int64_t{0});
    observation.trust = jsonValue(json, "trust", 1.0);
    observation.extra = jsonValue(json, "extra", Json());
    if (observation.hardwareName.empty() || observation.opType.empty() ||
        !(observation.microseconds > 0))
        return fail(ErrorCode::InvalidArgument,
                    "operator observation has no hardware, no op_type or no positive us");
    return observation;
}

} // namespace metainfer::experience
