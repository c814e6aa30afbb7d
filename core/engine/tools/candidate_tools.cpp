// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Building a session's candidate again.
#include "engine/tools/candidate_tools.h"

#include "base/file.h"
#include "base/json.h"
#include "engine/adaptation/evaluator.h"
#include "engine/adaptation/origins.h"
#include "engine/tools/kept_session.h"
#include "ir/onnx_io.h"

namespace metainfer::engine::tools {
namespace {

namespace fs = std::filesystem;

Result<candidates::BuiltVariant> build(const Task& task, const candidates::Variant& variant,
                                       const CancellationToken& cancel) {
    candidates::CalibrationCache cache;
    return candidates::buildVariant(task.model, variant, buildContextOf(task, cache, cancel));
}

Status copyOver(const fs::path& from, const fs::path& to) {
    std::error_code error;
    fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
    if (error)
        return fail(ErrorCode::Io,
                    "cannot copy " + from.string() + " to " + to.string() + ": " + error.message());
    return {};
}

/// True when the session holds this candidate as a finished model whose weights lie inside.
bool isSessionsChoice(const session::SessionContent& content, const std::string& id) {
    std::error_code ignored;
    return content.decision && content.mapping &&
           jsonValue(*content.decision, "chosen", std::string()) == id &&
           fs::exists(content.folder / "adapted.onnx", ignored) &&
           !fs::exists(content.folder / "adapted.onnx.data", ignored);
}

} // namespace

Result<std::vector<fs::path>> exportCandidate(const CandidateRequest& request, const fs::path& out,
                                              const ToolContext& context) {
    const auto& [folder, id] = request;
    MI_ASSIGN(const auto content, session::readSession(folder));
    MI_ASSIGN(const auto candidate, candidateOf(content, id));
    MI_CHECK(createDirectories(out));
    const fs::path model = out / "model.onnx";
    Json mapping = {{"schema", "mapping/1"},
                    {"candidate", candidate.toJson()},
                    {"session", candidate.mapping.session.signature()}};
    if (isSessionsChoice(content, id)) {
        MI_CHECK(copyOver(folder / "adapted.onnx", model));
        mapping = *content.mapping;
    } else {
        context.say(-1, "reading the model and its data");
        MI_ASSIGN(const Task task, taskOf(content, context));
        if (candidate.variant.isOriginal()) {
            MI_CHECK(ir::exportOnnx(task.model, model));
            mapping["origins"] = originsOf(task.model);
        } else {
            context.say(-1, "building " + id);
            MI_ASSIGN(const auto built, build(task, candidate.variant, context.cancel));
            MI_CHECK(ir::exportOnnx(built.model, model));
            mapping["origins"] = originsOf(built.model);
            mapping["variant"] = built.toJson();
            if (built.calibration)
                mapping["calibration"] = built.calibration->toJson();
        }
    }
    MI_CHECK(writeJsonFile(out / "mapping.json", mapping));
    MI_CHECK(writeJsonFile(out / "session_options.json", candidate.mapping.session.toJson()));
    return std::vector<fs::path>{model, out / "mapping.json", out / "session_options.json"};
}

Result<MeasuredCandidate> measureCandidate(const CandidateRequest& asked,
                                           const ToolContext& context) {
    const auto& [folder, id] = asked;
    MI_ASSIGN(const auto content, session::readSession(folder));
    MI_ASSIGN(const auto candidate, candidateOf(content, id));
    context.say(-1, "reading the model and its data");
    MI_ASSIGN(const Task task, taskOf(content, context));
    MI_ASSIGN(const auto place, TemporaryDirectory::create("metainfer-again"));
    const measurement::Workload base{"original", task.modelPath, defaultSession(task), task.feed,
                                     task.batch};
    measurement::Workload subject = base;
    subject.label = id;
    subject.session = candidate.mapping.session;
    if (!candidate.variant.isOriginal()) {
        context.say(-1, "building " + id);
        MI_ASSIGN(const auto built, build(task, candidate.variant, context.cancel));
        subject.model = place.path() / "model.onnx";
        MI_CHECK(ir::exportOnnx(built.model, subject.model));
    }
    context.say(-1, "measuring in turn with the original");
    measurement::CompareRequest request;
    request.base = base;
    request.variants = {subject};
    request.purpose = measurement::ComparisonPurpose::Confirmation;
    request.cancel = context.cancel;
    request.progress = context.progress();
    MeasuredCandidate measured;
    measured.candidate = id;
    MI_ASSIGN(measured.comparison, task.target.device->compare(request));
    if (measured.comparison.failure)
        return failWith(*measured.comparison.failure, "while measuring the original");
    if (const auto* result = measured.comparison.find(id); result && result->failure)
        return failWith(*result->failure, "while measuring " + id);
    context.say(-1, "profiling operators");
    MI_ASSIGN(measured.original,
              task.target.device->profileOperators(base, 20, RunLimits{}, context.cancel));
    MI_ASSIGN(measured.adapted,
              task.target.device->profileOperators(subject, 20, RunLimits{}, context.cancel));
    return measured;
}

} // namespace metainfer::engine::tools

namespace metainfer::engine {

Json MeasuredCandidate::toJson() const {
    return {{"schema", "measured-candidate/1"},
            {"candidate", candidate},
            {"comparison", comparison.toJson()},
            {"operators", {{"original", original.toJson()}, {"candidate", adapted.toJson()}}}};
}

} // namespace metainfer::engine
