// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The clocks, and pinning.
#include "timed_run.h"

#include "base/file.h"

#include <cerrno>
#include <ctime>

#include <sched.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer::runner {

namespace {

double microseconds(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) * 1e-3;
}

} // namespace

Instant Instant::now() {
    return {microseconds(CLOCK_MONOTONIC), microseconds(CLOCK_PROCESS_CPUTIME_ID)};
}

Status timeOneRun(RunnableInputs& run, SampleSeries& series) {
    run.clear();
    const Instant start = Instant::now();
    const Status status = run.run();
    const Instant end = Instant::now();
    MI_CHECK(status);
    series.wallUs.push_back(end.wallUs - start.wallUs);
    series.cpuUs.push_back(end.cpuUs - start.cpuUs);
    return {};
}

Result<LoadedRun> LoadedRun::load(const ModelVariant& variant, std::vector<NamedTensor> inputs) {
    LoadedRun loaded;
    MI_ASSIGN(loaded.session, loadSession(variant));
    MI_ASSIGN(loaded.run, loaded.session->prepare(std::move(inputs)));
    return loaded;
}

Status LoadedRun::timeRuns(int count, SampleSeries& series) {
    for (int i = 0; i < count; ++i)
        MI_CHECK(timeOneRun(*run, series));
    return {};
}

Status pinProcess(const Json& params) {
    const auto cpus = jsonValue(params, "pin_to", std::vector<int>());
    if (cpus.empty())
        return {};
    cpu_set_t mask;
    CPU_ZERO(&mask);
    for (const int cpu : cpus)
        if (cpu >= 0 && cpu < CPU_SETSIZE)
            CPU_SET(static_cast<std::size_t>(cpu), &mask);
    if (sched_setaffinity(0, sizeof(mask), &mask) != 0)
        return fail(errnoError(fmt::format("cannot pin to cpus {}", fmt::join(cpus, ",")), errno));
    return {};
}

} // namespace metainfer::runner
