// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Building a session's candidate again.
#include "engine/tools/candidate_tools.h"

#include "base/file.h"
#include "base/json.h"
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
                                              const EventSink& events,
                                              const CancellationToken& cancel) {
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
        notify(events, WorkDone{-1, std::nullopt, "reading the model and its data"});
        MI_ASSIGN(const Task task, taskOf(content, events, cancel));
        if (candidate.variant.isOriginal()) {
            MI_CHECK(ir::exportOnnx(task.model, model));
            mapping["origins"] = originsOf(task.model);
        } else {
            notify(events, WorkDone{-1, std::nullopt, "building " + id});
            MI_ASSIGN(const auto built, build(task, candidate.variant, cancel));
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

Result<MeasuredCandidate> measureCandidate(const CandidateRequest& asked, const EventSink& events,
                                           const CancellationToken& cancel) {
    const auto& [folder, id] = asked;
    MI_ASSIGN(const auto content, session::readSession(folder));
    MI_ASSIGN(const auto candidate, candidateOf(content, id));
    notify(events, WorkDone{-1, std::nullopt, "reading the model and its data"});
    MI_ASSIGN(const Task task, taskOf(content, events, cancel));
    MI_ASSIGN(const auto place, TemporaryDirectory::create("metainfer-again"));
    SessionOptions plain;
    if (task.deployment.constraints.maxThreads)
        plain.threads = *task.deployment.constraints.maxThreads;
    const measurement::Workload base{"original", task.modelPath, plain, task.feed, task.batch};
    measurement::Workload subject = base;
    subject.label = id;
    subject.session = candidate.mapping.session;
    if (!candidate.variant.isOriginal()) {
        notify(events, WorkDone{-1, std::nullopt, "building " + id});
        MI_ASSIGN(const auto built, build(task, candidate.variant, cancel));
        subject.model = place.path() / "model.onnx";
        MI_CHECK(ir::exportOnnx(built.model, subject.model));
    }
    notify(events, WorkDone{-1, std::nullopt, "measuring in turn with the original"});
    measurement::CompareRequest request;
    request.base = base;
    request.variants = {subject};
    request.purpose = measurement::ComparisonPurpose::Confirmation;
    request.cancel = cancel;
    request.progress = [events](const Progress& progress) {
        notify(events, WorkDone{progress.fraction, std::nullopt, progress.what});
    };
    MeasuredCandidate measured;
    measured.candidate = id;
    MI_ASSIGN(measured.comparison, task.target.device->compare(request));
    if (measured.comparison.failure)
        return failWith(*measured.comparison.failure, "while measuring the original");
    if (const auto* result = measured.comparison.find(id); result && result->failure)
        return failWith(*result->failure, "while measuring " + id);
    notify(events, WorkDone{-1, std::nullopt, "profiling operators"});
    MI_ASSIGN(measured.original,
              task.target.device->profileOperators(base, 20, RunLimits{}, cancel));
    MI_ASSIGN(measured.adapted,
              task.target.device->profileOperators(subject, 20, RunLimits{}, cancel));
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
