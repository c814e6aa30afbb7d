// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the experience store says about a model on a device.
#include "engine/tools/experience_tools.h"

#include "engine/tools/prepared_model.h"
#include "features/model_features.h"
#include "hardware/fingerprint.h"
#include "ir/onnx_io.h"

#include <algorithm>
#include <filesystem>

namespace metainfer::engine::tools {
namespace {

/// Enough to find a model by its name; the store scans as many itself.
constexpr std::size_t kMostRecords = 50'000;

struct KnownModel {
    std::string name, hash, architecture;
    std::vector<double> features;
};

/// The newest record of a model of this name.
Result<std::optional<KnownModel>> fromStore(const std::string& name,
                                            const experience::Store& store) {
    experience::Filter all;
    all.limit = kMostRecords;
    MI_ASSIGN(const auto records, store.list(all));
    const auto found = std::find_if(records.begin(), records.end(), [&](const auto& record) {
        return record.modelName == name || record.modelHash == name;
    });
    if (found == records.end())
        return std::optional<KnownModel>();
    return std::optional(KnownModel{found->modelName, found->modelHash, found->architectureHash,
                                    found->modelFeatures});
}

Result<KnownModel> fromFile(const std::string& nameOrPath, const ToolContext& context) {
    MI_ASSIGN(const auto file, findModelFile(nameOrPath));
    MI_ASSIGN(auto model, ir::importOnnx(file));
    auto executor = makeLocalExecutor();
    MI_CHECK(ir::inferShapes(model, executor ? executor->get() : nullptr, context.cancel));
    KnownModel known;
    known.name = file.stem().string();
    MI_ASSIGN(known.hash, model.structuralHash());
    known.architecture = model.architectureHash();
    known.features = features::modelFeatures(model).vector();
    return known;
}

Result<KnownModel> findModel(const std::string& nameOrPath, const experience::Store& store,
                             const ToolContext& context) {
    MI_ASSIGN(auto known, fromStore(std::filesystem::path(nameOrPath).stem().string(), store));
    if (known)
        return std::move(*known);
    return fromFile(nameOrPath, context);
}

} // namespace

Result<TransferAnswer> experienceFor(const TransferRequest& request, const experience::Store& store,
                                     std::int64_t nowMs, const ToolContext& context) {
    MI_ASSIGN(const KnownModel model, findModel(request.model, store, context));
    MI_ASSIGN(const Target target, context.target(request.hardware));
    experience::Query query;
    query.modelHash = model.hash;
    query.architectureHash = model.architecture;
    query.modelFeatures = model.features;
    query.hardwareName = target.profile.name;
    for (const auto& value : hardware::fingerprint(target.profile).values)
        query.hardwareFingerprint.push_back(value.value_or(0)); // as records keep it
    query.environmentHash = target.device->environment({}).hash();
    query.nowMs = nowMs;
    query.limit = request.limit;
    query.onlyImprovements = request.onlyImprovements;
    TransferAnswer answer;
    answer.model = model.name;
    answer.hardware = query.hardwareName;
    const auto add = [&answer](std::vector<experience::Suggestion> found) {
        std::move(found.begin(), found.end(), std::back_inserter(answer.suggestions));
    };
    MI_ASSIGN(auto same, store.bestForModel(query));
    add(std::move(same));
    MI_ASSIGN(auto similar, store.similarModels(query));
    add(std::move(similar));
    MI_ASSIGN(auto other, store.transfer(query));
    add(std::move(other));
    MI_ASSIGN(const auto failures, store.knownFailures(query));
    answer.knownFailures = failures.size();
    return answer;
}

} // namespace metainfer::engine::tools

namespace metainfer::engine {

Json TransferAnswer::toJson() const {
    Json list = Json::array();
    for (const experience::Suggestion& one : suggestions)
        list.push_back({{"kinship", experience::kinshipName(one.kinship)},
                        {"model", one.record.modelName},
                        {"hardware", one.record.hardwareName},
                        {"candidate", one.record.candidate.key()},
                        {"trust", one.trust},
                        {"similarity", one.similarity},
                        {"weight", one.weight},
                        {"expected_ratio", one.expectedRatio},
                        {"time_ms", one.record.timeMs}});
    return {{"schema", "experience-transfer/1"},
            {"model", model},
            {"hardware", hardware},
            {"known_failures", knownFailures},
            {"suggestions", std::move(list)}};
}

} // namespace metainfer::engine
