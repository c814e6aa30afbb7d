// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One variant measured alone: cold start, warm-up until stable, timed runs. One session, or several
// instances that run at the same time.
#include "methods.h"
#include "timed_run.h"

#include "execution/agent_codec.h"
#include "execution/machine.h"
#include "execution/statistics.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include <sys/resource.h>

#include <fmt/format.h>

namespace metainfer::runner {

namespace {

struct Plan {
    int minWarmupRuns = 5, minRuns = 11, maxRuns = 100'000, instances = 1;
    double minWarmupSeconds = 0.2, maxWarmupSeconds = 10, minSeconds = 0.5, maxSeconds = 60;
};

Result<Plan> readPlan(const Json& params) {
    Plan plan;
    readParameter(params, "min_warmup_runs", plan.minWarmupRuns);
    readParameter(params, "min_warmup_seconds", plan.minWarmupSeconds);
    readParameter(params, "max_warmup_seconds", plan.maxWarmupSeconds);
    readParameter(params, "min_runs", plan.minRuns);
    readParameter(params, "min_seconds", plan.minSeconds);
    readParameter(params, "max_runs", plan.maxRuns);
    readParameter(params, "max_seconds", plan.maxSeconds);
    readParameter(params, "instances", plan.instances);
    if (plan.instances < 1 || plan.instances > 64)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("`instances` is {}, legal are 1 to 64", plan.instances));
    if (plan.minRuns < 1 || plan.maxRuns < plan.minRuns)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("`min_runs` is {} and `max_runs` {}; both must be positive and the "
                                "first not above the second",
                                plan.minRuns, plan.maxRuns));
    return plan;
}

Status warmUp(RunnableInputs& run, const Plan& plan, MeasureReport& report) {
    StabilityDetector::Rules rules;
    rules.minimumRuns = static_cast<std::size_t>(std::max(plan.minWarmupRuns, 1));
    rules.minimumSeconds = plan.minWarmupSeconds;
    StabilityDetector detector(rules);
    SampleSeries series;
    const double end = Instant::now().wallUs + plan.maxWarmupSeconds * 1e6;
    do {
        MI_CHECK(timeOneRun(run, series));
        detector.add(series.wallUs.back() * 1e-6);
        report.warmupStable = detector.isStable();
    } while (!report.warmupStable && Instant::now().wallUs < end);
    report.warmupRuns = static_cast<int>(series.wallUs.size());
    return {};
}

/// True while more timed runs are wanted.
bool wantsMore(const Plan& plan, int runs, double elapsedUs) {
    if (runs >= plan.maxRuns || elapsedUs >= plan.maxSeconds * 1e6)
        return runs == 0;
    return runs < plan.minRuns || elapsedUs < plan.minSeconds * 1e6;
}

Status timeAlone(RunnableInputs& run, const Plan& plan, SampleSeries& series) {
    const double start = Instant::now().wallUs;
    while (wantsMore(plan, static_cast<int>(series.wallUs.size()), Instant::now().wallUs - start))
        MI_CHECK(timeOneRun(run, series));
    return {};
}

/// Each instance on its own thread. Only wall time counts here: the process's CPU clock cannot tell
/// runs apart that go on at the same time.
Status timeTogether(std::vector<LoadedRun>& instances, const Plan& plan, SampleSeries& series) {
    std::mutex mutex;
    std::atomic<int> runs{0};
    std::atomic<bool> failed{false};
    Status outcome;
    const double start = Instant::now().wallUs;
    const auto work = [&](RunnableInputs& run) {
        SampleSeries own;
        Status status;
        while (status && !failed && wantsMore(plan, runs.load(), Instant::now().wallUs - start)) {
            status = timeOneRun(run, own);
            ++runs;
        }
        const std::lock_guard lock(mutex);
        if (!status && outcome) {
            outcome = status;
            failed = true;
        }
        series.wallUs.insert(series.wallUs.end(), own.wallUs.begin(), own.wallUs.end());
    };
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < instances.size(); ++i)
        threads.emplace_back(work, std::ref(*instances[i].run));
    work(*instances[0].run);
    for (std::thread& thread : threads)
        thread.join();
    return outcome;
}

void recordUsage(const rusage& before, MeasureReport& report) {
    rusage after{};
    getrusage(RUSAGE_SELF, &after);
    report.minorFaults = after.ru_minflt - before.ru_minflt;
    report.majorFaults = after.ru_majflt - before.ru_majflt;
    report.voluntarySwitches = after.ru_nvcsw - before.ru_nvcsw;
    report.involuntarySwitches = after.ru_nivcsw - before.ru_nivcsw;
}

Status timeAll(std::vector<LoadedRun>& instances, const Plan& plan, MeasureReport& report) {
    report.before = readMachineState();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const Instant start = Instant::now();
    MI_CHECK(instances.size() == 1 ? timeAlone(*instances[0].run, plan, report.samples)
                                   : timeTogether(instances, plan, report.samples));
    const Instant end = Instant::now();
    recordUsage(usage, report);
    report.elapsedUs = end.wallUs - start.wallUs;
    report.ownCpuUs = end.cpuUs - start.cpuUs;
    report.after = readMachineState();
    return {};
}

} // namespace

Result<Json> measure(const Json& params, const Progress& progress) {
    MI_ASSIGN(const Plan plan, readPlan(params));
    MI_ASSIGN(const ModelVariant variant, variantFromJson(params));
    MI_ASSIGN(const std::vector<NamedTensor> inputs, tensorsOf(params, "inputs"));
    MI_CHECK(pinProcess(params));
    MeasureReport report;
    std::vector<LoadedRun> instances;
    for (int i = 0; i < plan.instances; ++i) {
        MI_ASSIGN(LoadedRun instance, LoadedRun::load(variant, inputs));
        SampleSeries first;
        // The first instance is warmed up until stable below; the others take their share here.
        MI_CHECK(instance.timeRuns(i == 0 ? 1 : std::max(plan.minWarmupRuns, 1), first));
        if (i == 0) {
            report.load = instance.session->report();
            report.firstRunUs = first.wallUs.front();
        }
        instances.push_back(std::move(instance));
    }
    progress({{"stage", "warm-up"}});
    MI_CHECK(warmUp(*instances[0].run, plan, report));
    progress({{"stage", "timing"}});
    MI_CHECK(timeAll(instances, plan, report));
    return toJson(report);
}

} // namespace metainfer::runner
