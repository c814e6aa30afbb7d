// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Attempts at a form of the model that the device takes, each learning from the one before.
#include "engine/adaptation/port.h"

#include "base/file.h"
#include "candidates/build_variant.h"
#include "candidates/rewrite/driver.h"
#include "candidates/rewrite/registry.h"
#include "engine/adaptation/evaluator.h"
#include "engine/adaptation/first_run.h"
#include "engine/shapes.h"
#include "experience/store.h"
#include "ir/onnx_io.h"
#include "validation/equivalence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace metainfer::engine {
namespace {

namespace fs = std::filesystem;

/// One operator is learned of at a time, and each may be refused in two forms.
constexpr int kMostAttempts = 24;

bool namesOperator(const Error& error) {
    return error.code == ErrorCode::Unsupported &&
           std::any_of(error.context.begin(), error.context.end(),
                       [](const std::string& entry) { return entry.starts_with("operator: "); });
}

/// What removes computed shapes and nodes that do nothing, and what stands in for refused
/// operators: nothing here makes a model faster or slower by itself.
std::vector<std::string> gentleRules() {
    return {"eliminate_identity",     "eliminate_dropout",
            "eliminate_noop_cast",    "eliminate_noop_pad",
            "shape_folding",          "constant_folding",
            "eliminate_noop_reshape", "eliminate_noop_slice_concat",
            "clip_to_hard_sigmoid",   "dead_code"};
}

struct Attempt {
    ir::Model model;
    fs::path file;
    std::vector<std::string> rules; ///< that did something, in order
};

/// Beside the experience store, by content: a session that resumes finds it again.
fs::path portFolder() {
    return experience::Store::defaultPath().parent_path() / "ported";
}

Result<Attempt> rewritten(const Task& task, const std::vector<std::string>& rules,
                          const CancellationToken& cancel) {
    Attempt attempt;
    attempt.model = task.model.clone();
    Executor& executor = task.target.device->executor();
    MI_CHECK(inferAtSizes(attempt.model, task.bindings, &executor, cancel));
    const candidates::RewriteContext context{.model = attempt.model,
                                             .target = &task.target.profile,
                                             .executor = &executor,
                                             .cancel = cancel,
                                             .shapeBindings = task.bindings,
                                             .refused = task.legality->rules()};
    MI_ASSIGN(const auto steps, candidates::applyToFixpoint(attempt.model, rules, context));
    if (!task.bindings.empty())
        attempt.rules.emplace_back("static_shapes");
    for (const candidates::AppliedStep& step : steps)
        if (!step.sites.empty() &&
            std::find(attempt.rules.begin(), attempt.rules.end(), step.rule) == attempt.rules.end())
            attempt.rules.push_back(step.rule);
    candidates::makeNodeNamesUnique(attempt.model);
    MI_ASSIGN(const std::string hash, attempt.model.structuralHash());
    MI_CHECK(createDirectories(portFolder()));
    attempt.file = portFolder() /
                   fmt::format("{}-{}.onnx", task.givenPath.stem().string(), hash.substr(0, 12));
    MI_CHECK(ir::exportOnnx(attempt.model, attempt.file));
    return attempt;
}

/// The port on the device against the original on the agent's default runtime, which takes more.
Status checkPort(const Task& task, const Attempt& attempt, const EventSink& events,
                 const CancellationToken& cancel) {
    Executor& executor = task.target.device->executor();
    const auto expected = executor.run(task.givenPath, {}, task.feed, {}, {}, cancel);
    if (!expected) {
        MI_CHECK(cancel.check());
        notify(events, Remark{Severity::Warning, "port_unchecked",
                              "nothing here runs the original as it is, so the rewritten model "
                              "could not be compared with it: " +
                                  expected.error().message});
        return {};
    }
    MI_ASSIGN(const auto actual,
              executor.run(attempt.file, defaultSession(task), task.feed, {}, {}, cancel));
    validation::DifferenceMeter meter;
    MI_CHECK(meter.add(*expected, actual));
    const auto report = meter.report();
    if (report.equivalent)
        return {};
    return fail(ErrorCode::NumericMismatch,
                fmt::format("{} computes something else for {}: {}", task.target.device->name(),
                            task.givenPath.string(), report.verdict),
                "Choose another runtime for this model.");
}

void takePlace(Task& task, Attempt attempt) {
    task.model = std::move(attempt.model);
    task.modelPath = attempt.file;
    task.portedBy = std::move(attempt.rules);
    task.bindings.clear(); // they are in the model now
}

/// `tried` is the last attempt: what is still refused in it is in the way.
tl::unexpected<Error> cannotPort(const Task& task, const Error& last, const ir::Model& tried) {
    Error error = last;
    const std::string operators = task.legality->refusedOperators(tried);
    if (!operators.empty())
        error.message = fmt::format("{} does not take {}: it refuses {}; and no exact rewrite "
                                    "removes that. The last refusal: {}",
                                    task.target.device->name(), task.givenPath.string(), operators,
                                    last.message);
    error.hint = "Replace the operators before the export, or choose another runtime.";
    return fail(std::move(error));
}

} // namespace

Status portOriginal(Task& task, const Error& refusal, const EventSink& events,
                    const CancellationToken& cancel) {
    const auto learn = [&](const Error& error, const ir::Model& model) {
        return task.legality->learn(error, model, {}, task.model, "");
    };
    if (!namesOperator(refusal))
        return fail(refusal);
    learn(refusal, task.model);
    const std::vector<std::string> plans[] = {gentleRules(), {}}; // {}: all exact rules
    Error last = refusal;
    ir::Model refused = task.model.clone();
    for (const std::vector<std::string>& rules : plans) {
        std::string tried;
        for (int number = 0; number < kMostAttempts; ++number) {
            MI_ASSIGN(Attempt attempt, rewritten(task, rules, cancel));
            if (attempt.file.string() == tried)
                break; // what was learned changed nothing
            tried = attempt.file.string();
            RunLimits limits;
            const auto outputs = task.target.device->executor().run(
                attempt.file, defaultSession(task), task.feed, {}, limits, cancel);
            if (outputs) {
                MI_CHECK(checkPort(task, attempt, events, cancel));
                notify(events, Remark{Severity::Warning, "ported",
                                      fmt::format("{} does not take the model as it is ({}). All "
                                                  "times here are relative to it after {}",
                                                  task.target.device->name(), refusal.message,
                                                  fmt::join(attempt.rules, ", "))});
                takePlace(task, std::move(attempt));
                MI_ASSIGN(task.modelHash, task.model.structuralHash());
                task.architectureHash = task.model.architectureHash();
                MI_ASSIGN(task.inputs, candidates::inputSpecs(task.model));
                return tryOriginal(task, events, cancel);
            }
            last = outputs.error();
            const bool learned = namesOperator(last) && learn(last, attempt.model);
            refused = std::move(attempt.model);
            if (!learned)
                break;
        }
    }
    return cannotPort(task, last, refused);
}

} // namespace metainfer::engine
