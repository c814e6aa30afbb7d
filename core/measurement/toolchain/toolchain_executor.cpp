// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Tensors through a tool's files.
#include "measurement/toolchain/toolchain_executor.h"

#include "execution/agent_executor.h"
#include "measurement/toolchain/tool_tensors.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

namespace metainfer::measurement {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kFirstSets = 8, kMostSets = 256, kMostSetBytes = 256u << 20;
constexpr std::size_t kMostTypes = 256;
constexpr double kSecondsPerRun = 20;

/// One run for the outputs: no timing, no warm-up.
ToolPlan once() {
    ToolPlan plan;
    plan.iterations = plan.mostIterations = 1;
    plan.warmUp = 0;
    plan.warmUpSeconds = plan.mostWarmUpSeconds = 0;
    return plan;
}

std::size_t bytesOf(const std::vector<NamedTensor>& tensors) {
    std::size_t bytes = 0;
    for (const NamedTensor& tensor : tensors)
        bytes += tensor.tensor.bytes ? tensor.tensor.bytes->size() : 0;
    return bytes;
}

} // namespace

SessionOptions numericsOptions(const SessionOptions& options) {
    SessionOptions result;
    result.threads = options.threads;
    result.freeDimensions = options.freeDimensions;
    return result;
}

ToolchainExecutor::ToolchainExecutor(std::shared_ptr<ToolDriver> driver,
                                     std::shared_ptr<Executor> numerics)
    : m_driver(std::move(driver))
    , m_numerics(std::move(numerics)) {}

bool ToolchainExecutor::runsOnTool() const {
    return !m_driver->adapter().outputs.empty();
}

Result<std::shared_ptr<Executor>> ToolchainExecutor::numerics() {
    const std::lock_guard guard(m_mutex);
    if (!m_numerics) {
        MI_ASSIGN(m_numerics, makeLocalExecutor());
    }
    return m_numerics;
}

Result<ModelTypes> ToolchainExecutor::types(const fs::path& model, const RunLimits& limits,
                                            const CancellationToken& cancel) {
    std::error_code code;
    const auto time = fs::last_write_time(model, code).time_since_epoch().count();
    const std::string key = fmt::format("{}:{}", model.string(), time);
    {
        const std::lock_guard guard(m_mutex);
        if (const auto known = m_types.find(key); known != m_types.end())
            return known->second;
    }
    MI_ASSIGN(const auto executor, numerics());
    MI_ASSIGN(ModelTypes types, executor->types(model, limits, cancel));
    const std::lock_guard guard(m_mutex);
    if (m_types.size() >= kMostTypes)
        m_types.clear();
    return m_types[key] = std::move(types);
}

Result<std::vector<ReportedType>>
ToolchainExecutor::outputTypes(const fs::path& model, const std::vector<std::string>& outputs,
                               const RunLimits& limits, const CancellationToken& cancel) {
    MI_ASSIGN(const ModelTypes known, types(model, limits, cancel));
    for (const std::string& name : outputs)
        if (std::none_of(known.outputs.begin(), known.outputs.end(),
                         [&](const ReportedType& type) { return type.name == name; }))
            return fail(ErrorCode::NotFound,
                        fmt::format("{} has no output `{}`", model.string(), name));
    return known.outputs;
}

Result<std::vector<std::vector<NamedTensor>>>
ToolchainExecutor::runSets(const fs::path& model, const SessionOptions& options,
                           const std::vector<std::vector<NamedTensor>>& sets,
                           const std::vector<ReportedType>& types, const RunLimits& limits,
                           const CancellationToken& cancel) {
    ToolPlan plan = once();
    plan.iterations = plan.mostIterations = static_cast<int>(sets.size());
    MI_ASSIGN(const ToolRun run,
              m_driver->run(ToolMode::Outputs, model, options, sets, plan, limits, {}, cancel));
    const ToolTensors& tensors = m_driver->adapter().tensors;
    std::vector<std::vector<NamedTensor>> results;
    for (std::size_t s = 0; s < sets.size(); ++s) {
        MI_ASSIGN(const auto files, outputFiles(tensors, run.output.values, s, types));
        for (const fs::path& file : files)
            if (const Status there = m_driver->runner().download(file); !there) {
                Error error = toolError(m_driver->adapter(), run.output, "the run");
                error.message =
                    fmt::format("{}: {}", m_driver->adapter().label(), there.error().message);
                return fail(std::move(error));
            }
        MI_ASSIGN(auto outputs, readOutputs(tensors, run.output.values, s, types));
        results.push_back(std::move(outputs));
    }
    return results;
}

Result<std::vector<NamedTensor>> ToolchainExecutor::run(const fs::path& model,
                                                        const SessionOptions& options,
                                                        const std::vector<NamedTensor>& inputs,
                                                        const std::vector<std::string>& outputs,
                                                        const RunLimits& limits,
                                                        const CancellationToken& cancel) {
    std::vector<NamedTensor> result;
    const FeedSource one{1, [&](std::size_t) { return inputs; }};
    MI_CHECK(runAll(
        model, options, one, outputs,
        [&](std::size_t, std::vector<NamedTensor> tensors) -> Status {
            result = std::move(tensors);
            return {};
        },
        limits, cancel));
    return result;
}

Status ToolchainExecutor::runAll(
    const fs::path& model, const SessionOptions& options, const FeedSource& feeds,
    const std::vector<std::string>& outputs,
    const std::function<Status(std::size_t, std::vector<NamedTensor>)>& consume,
    const RunLimits& limits, const CancellationToken& cancel) {
    if (!runsOnTool()) {
        MI_ASSIGN(const auto executor, numerics());
        return executor->runAll(model, numericsOptions(options), feeds, outputs, consume, limits,
                                cancel);
    }
    MI_ASSIGN(const auto types, outputTypes(model, outputs, limits, cancel));
    // A few first: they say how many fit well into the time that one run may take.
    std::size_t most = m_driver->adapter().tensors.manySets ? kFirstSets : 1;
    for (std::size_t next = 0; next < feeds.count;) {
        MI_CHECK(cancel.check());
        std::vector<std::vector<NamedTensor>> sets;
        std::size_t bytes = 0;
        while (next + sets.size() < feeds.count && sets.size() < most && bytes < kMostSetBytes) {
            MI_ASSIGN(auto inputs, feeds.feed(next + sets.size()));
            bytes += bytesOf(inputs);
            sets.push_back(std::move(inputs));
        }
        const auto begin = std::chrono::steady_clock::now();
        MI_ASSIGN(auto results, runSets(model, options, sets, types, limits, cancel));
        const double taken =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        if (m_driver->adapter().tensors.manySets)
            most = static_cast<std::size_t>(std::clamp(
                kSecondsPerRun * static_cast<double>(sets.size()) / std::max(taken, 0.01), 1.0,
                static_cast<double>(kMostSets)));
        for (auto& all : results) {
            std::vector<NamedTensor> wanted;
            for (const std::string& name : outputs)
                wanted.push_back(*std::find_if(
                    all.begin(), all.end(), [&](const NamedTensor& t) { return t.name == name; }));
            MI_CHECK(consume(next++, outputs.empty() ? std::move(all) : std::move(wanted)));
        }
    }
    return {};
}

Result<std::vector<TensorStatistics>>
ToolchainExecutor::statistics(const fs::path& model, const SessionOptions& options,
                              const FeedSource& feeds, const HistogramRequest& request,
                              const RunLimits& limits, const CancellationToken& cancel) {
    MI_ASSIGN(const auto executor, numerics());
    return executor->statistics(model, numericsOptions(options), feeds, request, limits, cancel);
}

} // namespace metainfer::measurement
