// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading from and writing to the experience store.
#include "engine/adaptation/learning.h"

#include <set>

namespace metainfer::engine {
namespace {

/// Below this trust a remembered result is a hint, not a reason to stop early.
constexpr double kStrongTrust = 0.5;

/// It was seen to lose more of this very model's accuracy than is allowed now. (No failure to be
/// remembered: another deployment may allow more.)
bool losesTooMuch(const experience::Record& record, const experience::Query& query,
                  const session::Deployment& deployment) {
    const auto& allowed = deployment.constraints.maxAccuracyDrop;
    const Json& seen = record.accuracy;
    if (!allowed || record.modelHash != query.modelHash || !seen.is_object() ||
        jsonValue(seen, "metric", std::string()) != deployment.accuracy.metric ||
        !seen.contains("original") || !seen.contains("value"))
        return false;
    return jsonValue(seen, "original", 0.0) - jsonValue(seen, "value", 0.0) > *allowed;
}

} // namespace

experience::Query experienceQuery(const Task& task, const std::string& environmentHash,
                                  const std::vector<double>& modelFeatures,
                                  const std::vector<double>& hardwareFingerprint,
                                  std::int64_t nowMs) {
    experience::Query query;
    query.modelHash = task.modelHash;
    query.architectureHash = task.architectureHash;
    query.modelFeatures = modelFeatures;
    query.hardwareName = task.target.profile.name;
    query.hardwareFingerprint = hardwareFingerprint;
    query.environmentHash = environmentHash;
    query.metric = task.deployment.objectives.latencyMetric();
    query.nowMs = nowMs;
    return query;
}

Result<Recalled> recall(const experience::Store& store, const experience::Query& query,
                        const session::Deployment& deployment) {
    Recalled recalled;
    std::set<std::string> seen;
    const auto take = [&](const std::vector<experience::Suggestion>& suggestions) {
        for (const auto& suggestion : suggestions)
            if (!losesTooMuch(suggestion.record, query, deployment) &&
                seen.insert(suggestion.record.candidate.key()).second)
                recalled.candidates.push_back(suggestion.record.candidate);
    };
    MI_ASSIGN(const auto same, store.bestForModel(query));
    take(same);
    recalled.strong = !same.empty() && same.front().trust >= kStrongTrust &&
                      same.front().record.environmentHash == query.environmentHash;
    MI_ASSIGN(const auto similar, store.similarModels(query));
    take(similar);
    MI_ASSIGN(const auto failed, store.knownFailures(query));
    for (const auto& record : failed)
        recalled.failures.push_back(record.candidate);
    return recalled;
}

std::vector<experience::Record> recordsOf(const Task& task, const session::SessionInfo& info,
                                          const experience::Query& query,
                                          const Evaluator& evaluator,
                                          const std::vector<Evaluated>& tried) {
    std::vector<experience::Record> records;
    for (const Evaluated& evaluated : tried) {
        experience::Record record;
        record.sessionId = info.id;
        record.timeMs = query.nowMs;
        record.modelName = task.givenPath.stem().string();
        record.modelHash = task.modelHash;
        record.architectureHash = task.architectureHash;
        record.irVersion = task.model.irVersion;
        record.modelFeatures = query.modelFeatures;
        record.hardwareName = task.target.profile.name;
        record.hardwareRevision = std::to_string(task.target.profile.revision.number);
        record.hardwareFingerprint = query.hardwareFingerprint;
        record.environmentHash = query.environmentHash;
        record.environment = info.environment;
        record.candidate = evaluated.candidate;
        record.predicted = evaluated.predicted;
        const search::Evaluation evaluation = evaluator.evaluationOf(evaluated);
        record.measured = evaluation.values;
        record.ratios = evaluation.ratios;
        record.failure = evaluation.invalid;
        if (evaluated.unfused)
            record.deviation = {{"unfused_qdq", *evaluated.unfused}};
        if (evaluated.quality)
            record.accuracy = {{"metric", task.deployment.accuracy.metric},
                               {"value", *evaluated.quality},
                               {"original", evaluator.originalQuality()}};
        records.push_back(std::move(record));
    }
    return records;
}

} // namespace metainfer::engine
