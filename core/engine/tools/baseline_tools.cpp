// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Recording a manual baseline.
#include "engine/tools/baseline_tools.h"

#include "base/hash.h"
#include "engine/tools/device_tools.h"
#include "engine/tools/model_tools.h"
#include "engine/tools/prepared_model.h"
#include "measurement/time_text.h"

#include <fmt/format.h>

namespace metainfer::engine::tools {
namespace {

/// `measure --against` is the same measurement: the hand-made one against the original.
Result<MeasureOutcome> measureBoth(const BaselineRequest& request, const SessionOptions& session,
                                   const ToolContext& context) {
    MeasureModelRequest measure;
    measure.input.model = request.file.empty() ? request.model : request.file;
    measure.input.data = request.data;
    measure.input.dimensions = request.dimensions;
    measure.device = request.device;
    measure.session = session;
    measure.against = request.model;
    measure.processes = request.processes;
    measure.rounds = request.rounds;
    return measureModel(measure, context);
}

/// A fast model that computes something else is no baseline.
Result<double> worstCosine(const BaselineRequest& request, const ToolContext& context) {
    constexpr double kClose = 0.99;
    EquivalentRequest both;
    both.a.model = request.model;
    both.a.data = request.data;
    both.a.dimensions = request.dimensions;
    both.b = request.file;
    MI_ASSIGN(const EquivalentOutcome outcome, compareTwoModels(both, context));
    const double cosine = outcome.report.worstCosine();
    if (cosine < kClose)
        context.remark(Severity::Warning, "baseline_differs",
                       fmt::format("the hand-made model's outputs differ from the original's "
                                   "(cosine {:.4f}); its speed is kept with that number",
                                   cosine));
    return cosine;
}

} // namespace

Result<experience::Baseline> recordBaseline(const BaselineRequest& request,
                                            const experience::BaselineBook& book,
                                            const ToolContext& context) {
    if (request.who.empty())
        return fail(ErrorCode::InvalidArgument, "a baseline needs the name of who made it",
                    "Name the engineer or the team, for example: --who \"platform team\"");
    if (request.hours && !(*request.hours >= 0 && *request.hours <= 100'000))
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} hours of work, legal: 0 to 100000", *request.hours));
    if (request.file.empty() && request.session.empty())
        return fail(ErrorCode::InvalidArgument, "nothing was done by hand here",
                    "Give the hand-made model, or the options that were found best (a mapping "
                    "signature such as \"threads=2;spin=off\").");
    MI_ASSIGN(const SessionOptions session, SessionOptions::fromSignature(request.session));
    MI_ASSIGN(const MeasureOutcome measured, measureBoth(request, session, context));
    const measurement::VariantComparison* row =
        measured.comparison ? measured.comparison->find("model") : nullptr;
    if (!row || row->failure)
        return fail(row ? *row->failure
                        : Error{ErrorCode::Internal, "the comparison has no result", {}, {}});
    MI_ASSIGN(const auto original, findModelFile(request.model));
    MI_ASSIGN(const ir::Model model,
              modelAtSizes({request.model, {}, request.dimensions, 0, 1}, nullptr, context.cancel));
    experience::Baseline baseline;
    baseline.id = measurement::freshId("b");
    baseline.device = request.device;
    baseline.environment = measured.comparison->environment;
    baseline.recordedAt = measurement::utcNow();
    baseline.model = original.string();
    MI_ASSIGN(baseline.modelHash, model.structuralHash());
    baseline.who = request.who;
    baseline.what = request.what;
    baseline.hours = request.hours;
    if (!request.file.empty()) {
        MI_ASSIGN(baseline.cosine, worstCosine(request, context));
        MI_ASSIGN(const auto file, findModelFile(request.file));
        baseline.file = std::filesystem::absolute(file).string();
        MI_ASSIGN(baseline.fileHash, sha256OfFile(file));
    }
    baseline.session = session.signature();
    baseline.ratio = row->estimate.ratio;
    baseline.verdict = row->verdict.text();
    baseline.clock = std::string(measurement::clockName(row->clock));
    baseline.originalUs = row->baseMedianUs;
    baseline.baselineUs = row->variantMedianUs;
    baseline.grade = std::string(gradeName(measured.comparison->validity.grade));
    MI_CHECK(book.add(baseline));
    return baseline;
}

} // namespace metainfer::engine::tools
