// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A session folder with known candidates, written through the session's own writer.
#pragma once

#include "session/session_folder.h"

#include <QTest>

#include <cstdlib>
#include <string>

namespace metainfer::test {

inline candidates::Candidate candidate(const std::string& id, const std::string& rule,
                                       candidates::Precision precision, int threads) {
    candidates::Candidate made;
    made.id = id;
    made.origin = "rules";
    if (!rule.empty())
        made.variant.rewrites.push_back({rule, {"*"}});
    made.variant.precision.precision = precision;
    made.mapping.session.threads = threads;
    return made;
}

/// One measured candidate: ratio of the time, quality, bytes; empty `invalid` = it may win.
struct Known {
    std::string id, rule;
    double ratio = 1, low = 1, high = 1, quality = 1, memory = 4e6, size = 5e5, predicted = 100;
    std::string invalid, failure;
};

inline Json quickMeasurement(double us) {
    return Json{{"schema", "metainfer.measurement/1"},
                {"id", "m-1"},
                {"label", "original"},
                {"device", "local"},
                {"source", "measured"},
                {"protocol", "quick"},
                {"ratio_clock", "wall"},
                {"batch", 1},
                {"wall_us", {{"samples", {us, us, us}}}},
                {"cpu_us", {{"samples", Json::array()}}},
                {"requests_per_second", 1e6 / us},
                {"samples_per_second", 1e6 / us},
                {"peak_memory_bytes", 4000000},
                {"model_bytes", 500000},
                {"validity", {{"grade", "VALID"}, {"reasons", Json::array()}}},
                {"before", Json::object()},
                {"after", Json::object()},
                {"environment", "device=local"},
                {"runtime_library", ""},
                {"started_at", "2026-01-01T00:00:00Z"}};
}

inline session::SessionInfo sessionInfo() {
    session::SessionInfo info;
    info.id = "fixture";
    info.programVersion = "0.1.0";
    info.createdAt = "2026-01-01T00:00:00Z";
    info.modelPath = "model.onnx";
    info.deploymentYaml = "schema: deployment/1\ndeployment:\n  model: model.onnx\n"
                          "  device: local\n  optimization_objective:\n    primary: p50_latency\n"
                          "    secondary: memory_usage\n  constraints:\n"
                          "    max_accuracy_drop: 0.05\n";
    return info;
}

inline std::vector<Known> knownCandidates() {
    return {{"c1", "fold_bn", 0.8, 0.78, 0.82, 0.99, 3.5e6, 4e5, 220, {}, {}},
            {"c2", "", 0.5, 0.48, 0.52, 0.97, 3.9e6, 2e5, 130, {}, {}},
            {"c3", "fold_bn", 0.4, 0.38, 0.42, 0.60, 3.0e6, 2e5, 150, "fidelity drops by 0.4", {}},
            {"c4", "", 1.5, 1.4, 1.6, 1.0, 5e6, 5e5, 400, {}, {}},
            {"c5", "fold_bn", 0, 0, 0, 1, 0, 0, 90, {}, "the runner died of signal 11"}};
}

inline Json evaluationOf(const Known& known) {
    Json evaluation = {{"predicted", Json::object()}, {"clock", "wall"}};
    if (known.failure.empty()) {
        evaluation["ratio"] = {{"value", known.ratio}, {"low", known.low}, {"high", known.high}};
        evaluation["quality"] = known.quality;
        evaluation["model_bytes"] = known.size;
        evaluation["memory_bytes"] = known.memory;
    } else {
        evaluation["failure"] = {{"code", "crash"}, {"message", known.failure}, {"hint", ""}};
    }
    if (!known.invalid.empty())
        evaluation["invalid"] = known.invalid;
    return evaluation;
}

inline Status addKnown(session::SessionWriter& writer, const Known& known) {
    const auto precision =
        known.quality < 1 ? candidates::Precision::Int8Static : candidates::Precision::Float;
    session::CandidateLine line;
    line.candidate = candidate(known.id, known.rule, precision, 1);
    // A candidate is what it does to the model: no two do the same.
    line.candidate.variant.shapeBindings["n"] = std::atoi(known.id.c_str() + 1);
    line.predicted[measurement::Metric::P50Latency] = {Interval::exact(known.predicted),
                                                       NumberSource::Predicted};
    line.extra = Json::object();
    MI_CHECK(writer.addCandidate(line));
    return writer.addMeasurement({"comparison",
                                  known.id,
                                  line.candidate.key() + "|search",
                                  "",
                                  {{"evaluation", evaluationOf(known)}, {"search_samples", 64}}});
}

/// The original takes 250 us, 4 MB, fidelity 1.
inline Status writeSession(const std::filesystem::path& folder,
                           const std::vector<Known>& known = knownCandidates()) {
    MI_ASSIGN(auto writer, session::SessionWriter::create(folder, sessionInfo()));
    MI_CHECK(writer.addMeasurement(
        {"measurement", "original", "original|quick", "", quickMeasurement(250)}));
    MI_CHECK(writer.addMeasurement(
        {"accuracy",
         "original",
         "original|full",
         "",
         {{"accuracy",
           {{"metric", "fidelity"}, {"value", 1.0}, {"low", 1.0}, {"high", 1.0}, {"samples", 500}}},
          {"passed", true}}}));
    MI_CHECK(writer.addMeasurement(
        {"search_accuracy", "original", "original|search", "", {{"value", 1.0}, {"samples", 64}}}));
    for (const Known& one : known)
        MI_CHECK(addKnown(writer, one));
    return {};
}

} // namespace metainfer::test
