// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What single operators do not show: open dimensions against fixed ones, first inferences.
#include "measurement/probe/probe_steps.h"

#include <cmath>

namespace metainfer::measurement::probe {
namespace {

using MakeChain = SmallModel (*)(bool open);

int turnsOf(ProbeSuite suite) {
    return suite == ProbeSuite::Full ? 15 : suite == ProbeSuite::Quick ? 7 : 3;
}

/// The time of one short block, of a fresh session.
Result<double> blockTime(const StepContext& context, const SmallModel& small, bool open,
                         const CancellationToken& cancel) {
    MI_ASSIGN(TimedModel model,
              writeModel(context, small.model, small.feed, open ? "open" : "fixed"));
    model.seconds = context.suite == ProbeSuite::Full ? 0.2 : 0.06;
    model.warmUpMaximum = 0.1;
    MI_ASSIGN(const TimedRuns runs, context.bench.run(model, cancel));
    return median(oneThreadTimes(runs));
}

ProbeStep shapeStep(const std::string& family, MakeChain make, ProbeSuite suite) {
    ProbeStep step;
    step.key = "shapes/" + family;
    step.what = "open dimensions";
    step.seconds = 0.25 * turnsOf(suite);
    step.run = [=](const StepContext& context, ProbeResult& part, const CancellationToken& cancel) {
        ShapeComparison compared;
        compared.family = family;
        const SmallModel fixed = make(false), open = make(true);
        for (int turn = 0; turn < turnsOf(context.suite); ++turn) {
            // In turn, and not always the same first: what drifts does so for both.
            double times[2] = {0, 0};
            for (int i = 0; i < 2; ++i) {
                const bool isOpen = (turn + i) % 2 == 1;
                const auto time = blockTime(context, isOpen ? open : fixed, isOpen, cancel);
                if (time) {
                    times[isOpen] = *time;
                    continue;
                }
                if (!isOpen || endsProbe(time.error()))
                    return note(part, "open dimensions", time.error());
                compared.error = time.error().message;
                part.shapes.push_back(std::move(compared));
                return Status{};
            }
            if (times[0] > 0 && times[1] > 0)
                compared.logRatios.push_back(std::log(times[1] / times[0]));
        }
        part.shapes.push_back(std::move(compared));
        return Status{};
    };
    return step;
}

ProbeStep firstStep(const std::string& family, MakeChain make, ProbeSuite suite) {
    const int sessions = suite == ProbeSuite::Full ? 11 : suite == ProbeSuite::Quick ? 5 : 2;
    ProbeStep step;
    step.key = "first/" + family;
    step.what = "first inferences";
    step.seconds = 0.15 * sessions;
    step.run = [=](const StepContext& context, ProbeResult& part, const CancellationToken& cancel) {
        FirstRun first;
        first.family = family;
        const SmallModel small = make(false);
        for (int session = 0; session < sessions; ++session) {
            auto model = writeModel(context, small.model, small.feed, "first");
            if (!model)
                return note(part, "first inferences", model.error());
            const auto runs = context.bench.run(*model, cancel);
            if (!runs)
                return note(part, "first inferences", runs.error());
            if (!(runs->firstRunUs > 0))
                return Status{}; // the device does not tell it apart
            first.loadUs.push_back(runs->loadUs);
            first.firstUs.push_back(runs->firstRunUs);
            first.steadyUs.push_back(median(runs->samples.wallUs));
        }
        part.firstRuns.push_back(std::move(first));
        return Status{};
    };
    return step;
}

} // namespace

std::vector<ProbeStep> sessionSteps(ProbeSuite suite) {
    return {shapeStep("conv2d", convolutionChain, suite), shapeStep("matmul", matrixChain, suite),
            firstStep("conv2d", convolutionChain, suite), firstStep("matmul", matrixChain, suite)};
}

} // namespace metainfer::measurement::probe
