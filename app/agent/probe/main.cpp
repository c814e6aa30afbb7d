// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer-runner-probe: what this machine's cores and memory can sustain, without any runtime.
#include "compute_kernels.h"
#include "memory_kernels.h"

#include "execution/agent_codec.h"
#include "execution/machine.h"
#include "runner_loop.h"

#include <atomic>
#include <barrier>
#include <chrono>
#include <ctime>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace {

using namespace metainfer;
using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double threadCpuSeconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Work done by one thread in the timed stretch.
struct Share {
    double amount = 0, seconds = 0;
};

/// Calls `step` on each of `threads` threads for about `seconds`, after a tenth of that to bring
/// clocks up. All start together; each share is timed by its own thread, in its CPU time while
/// there is a cpu for each (time lost to other processes is not the hardware's), else in wall time.
std::vector<Share> runOnThreads(int threads, double seconds,
                                const std::function<double(int thread)>& step) {
    const bool hasCpuEach = threads <= describeMachine().usableCpus;
    std::vector<Share> shares(static_cast<std::size_t>(threads));
    std::barrier start(threads);
    const auto work = [&](int thread) {
        for (const auto begin = Clock::now(); secondsSince(begin) < seconds / 10;)
            step(thread);
        start.arrive_and_wait();
        Share& share = shares[static_cast<std::size_t>(thread)];
        const auto begin = Clock::now();
        const double cpuBegin = threadCpuSeconds();
        double wall = 0;
        do {
            share.amount += step(thread);
            wall = secondsSince(begin);
        } while (wall < seconds);
        share.seconds = hasCpuEach ? threadCpuSeconds() - cpuBegin : wall;
    };
    std::vector<std::thread> others;
    for (int thread = 1; thread < threads; ++thread)
        others.emplace_back(work, thread);
    work(0);
    for (std::thread& other : others)
        other.join();
    return shares;
}

double totalRate(const std::vector<Share>& shares) {
    double rate = 0;
    for (const Share& share : shares)
        rate += share.amount / share.seconds;
    return rate;
}

struct Load {
    int threads = 1;
    double seconds = 0.1;
};

Result<Load> readLoad(const Json& params) {
    const Load load{jsonValue(params, "threads", 1), jsonValue(params, "seconds", 0.1)};
    if (load.threads < 1 || load.threads > 1024)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("`threads` is {}, legal are 1 to 1024", load.threads));
    if (!(load.seconds > 0 && load.seconds <= 60))
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("`seconds` is {}, legal are above 0 to 60", load.seconds));
    return load;
}

Result<Json> probeCompute(const Json& params, const std::function<void(const Json&)>&) {
    MI_ASSIGN(const Load load, readLoad(params));
    ProbeComputeReport report;
    report.dtype = jsonValue(params, "dtype", std::string("fp32"));
    report.threads = load.threads;
    std::set<std::string_view> known;
    const probe::ComputeKernel* chosen = nullptr;
    for (const probe::ComputeKernel& kernel : probe::computeKernels()) {
        known.insert(kernel.dtype);
        if (!chosen && kernel.dtype == report.dtype && kernel.isSupported())
            chosen = &kernel;
    }
    if (!chosen) {
        if (!known.contains(report.dtype))
            return fail(
                ErrorCode::Unsupported,
                fmt::format("no compute kernel for `{}` on this architecture", report.dtype),
                fmt::format("there are kernels for {}", fmt::join(known, ", ")));
        report.reason = "this cpu has no instruction for it";
        return toJson(report);
    }
    constexpr std::uint64_t kTurns = 20'000; // some tens of microseconds
    const auto shares = runOnThreads(load.threads, load.seconds,
                                     [&](int) { return static_cast<double>(chosen->run(kTurns)); });
    report.kernel = chosen->name;
    report.isNative = chosen->isNative;
    report.opsPerSecond = totalRate(shares);
    if (!report.isNative)
        report.reason = "no instruction multiplies this type; it is computed in float32";
    return toJson(report);
}

Result<Json> probeMemory(const Json& params, const std::function<void(const Json&)>&) {
    MI_ASSIGN(const Load load, readLoad(params));
    ProbeMemoryReport report;
    report.pattern = jsonValue(params, "pattern", std::string("read"));
    report.threads = load.threads;
    const probe::MemoryKernel* kernel = probe::memoryKernel(report.pattern);
    if (!kernel)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("`pattern` is `{}`, legal are {}", report.pattern,
                                fmt::join(probe::memoryPatterns(), ", ")));
    const auto bytes = jsonValue(params, "footprint_bytes", std::uint64_t{1} << 20);
    if (bytes == 0 || bytes > (std::uint64_t{1} << 40))
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("`footprint_bytes` is {}, legal are 1 to 2^40", bytes));
    std::vector<std::unique_ptr<probe::ProbeBuffer>> buffers;
    for (int thread = 0; thread < load.threads; ++thread) {
        buffers.push_back(std::make_unique<probe::ProbeBuffer>(bytes));
        if (!buffers.back()->data())
            return fail(ErrorCode::OutOfMemory,
                        fmt::format("no memory for {} buffers of {} bytes", load.threads, bytes));
        if (kernel->prepare)
            kernel->prepare(*buffers.back());
    }
    report.footprintBytes = buffers.front()->size();
    // Small buffers are passed over many times between looks at the clock.
    const std::uint64_t passes = std::max<std::uint64_t>(1, (1u << 19) / report.footprintBytes);
    const auto shares = runOnThreads(load.threads, load.seconds, [&](int thread) {
        double moved = 0;
        for (std::uint64_t pass = 0; pass < passes; ++pass)
            moved += static_cast<double>(kernel->pass(*buffers[static_cast<std::size_t>(thread)]));
        return moved;
    });
    report.bytesPerSecond = totalRate(shares);
    if (kernel->accesses) {
        const auto lines = static_cast<double>(kernel->accesses(*buffers.front()));
        const Share& share = shares.front();
        const double done = share.amount / static_cast<double>(report.footprintBytes) * lines;
        report.nanosecondsPerAccess = share.seconds * 1e9 / done;
    }
    return toJson(report);
}

} // namespace

int main(int argc, char** argv) {
    static constexpr metainfer::runner::NamedMethod kMethods[] = {
        {"probe_compute", probeCompute},
        {"probe_memory", probeMemory},
    };
    return metainfer::runner::serveAs(argc, argv, kMethods);
}
