// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Outputs of models from a tool; types and statistics from the runtime of this machine.
#pragma once

#include "execution/executor.h"
#include "measurement/toolchain/tool_driver.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace metainfer::measurement {

class ToolchainExecutor final : public Executor {
  public:
    /// `numerics` null = a local agent, started when it is needed.
    ToolchainExecutor(std::shared_ptr<ToolDriver> driver, std::shared_ptr<Executor> numerics);

    /// False: the tool gives no outputs, and `run` and `runAll` compute them on this machine.
    bool runsOnTool() const;

    Result<std::vector<NamedTensor>>
    run(const std::filesystem::path& model, const SessionOptions& options,
        const std::vector<NamedTensor>& inputs, const std::vector<std::string>& outputs,
        const RunLimits& limits, const CancellationToken& cancel) override;
    /// As many sets of inputs in one run of the tool as it takes.
    Status runAll(const std::filesystem::path& model, const SessionOptions& options,
                  const FeedSource& feeds, const std::vector<std::string>& outputs,
                  const std::function<Status(std::size_t, std::vector<NamedTensor>)>& consume,
                  const RunLimits& limits, const CancellationToken& cancel) override;
    Result<ModelTypes> types(const std::filesystem::path& model, const RunLimits& limits,
                             const CancellationToken& cancel) override;
    /// On this machine: no tool hands out every activation.
    Result<std::vector<TensorStatistics>>
    statistics(const std::filesystem::path& model, const SessionOptions& options,
               const FeedSource& feeds, const HistogramRequest& request, const RunLimits& limits,
               const CancellationToken& cancel) override;

  private:
    Result<std::shared_ptr<Executor>> numerics();
    /// Sets of outputs, in the order of `sets`.
    Result<std::vector<std::vector<NamedTensor>>>
    runSets(const std::filesystem::path& model, const SessionOptions& options,
            const std::vector<std::vector<NamedTensor>>& sets,
            const std::vector<ReportedType>& types, const RunLimits& limits,
            const CancellationToken& cancel);
    Result<std::vector<ReportedType>> outputTypes(const std::filesystem::path& model,
                                                  const std::vector<std::string>& outputs,
                                                  const RunLimits& limits,
                                                  const CancellationToken& cancel);

    std::shared_ptr<ToolDriver> m_driver;
    std::mutex m_mutex; ///< guards what follows
    std::shared_ptr<Executor> m_numerics;
    std::map<std::string, ModelTypes> m_types; ///< by path and time
};

/// The options with which this machine's runtime runs what a tool was asked to: the tool's own
/// settings mean nothing to it.
SessionOptions numericsOptions(const SessionOptions& options);

} // namespace metainfer::measurement
