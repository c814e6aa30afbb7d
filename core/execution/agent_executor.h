// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The Executor over an agent: tensors go to runner processes and back through memory files.
#pragma once

#include "execution/agent_client.h"
#include "execution/executor.h"

#include <memory>

namespace metainfer {

class AgentExecutor : public Executor {
  public:
    explicit AgentExecutor(std::shared_ptr<AgentClient> client)
        : m_client(std::move(client)) {}

    Result<std::vector<NamedTensor>>
    run(const std::filesystem::path& model, const SessionOptions& options,
        const std::vector<NamedTensor>& inputs, const std::vector<std::string>& outputs,
        const RunLimits& limits, const CancellationToken& cancel) override;
    Status runAll(const std::filesystem::path& model, const SessionOptions& options,
                  const FeedSource& feeds, const std::vector<std::string>& outputs,
                  const std::function<Status(std::size_t, std::vector<NamedTensor>)>& consume,
                  const RunLimits& limits, const CancellationToken& cancel) override;
    Result<ModelTypes> types(const std::filesystem::path& model, const RunLimits& limits,
                             const CancellationToken& cancel) override;
    Result<std::vector<TensorStatistics>>
    statistics(const std::filesystem::path& model, const SessionOptions& options,
               const FeedSource& feeds, const HistogramRequest& request, const RunLimits& limits,
               const CancellationToken& cancel) override;

    const std::shared_ptr<AgentClient>& client() const { return m_client; }

  private:
    std::shared_ptr<AgentClient> m_client;
};

/// An executor over a freshly found local agent.
Result<std::shared_ptr<AgentExecutor>> makeLocalExecutor();

} // namespace metainfer
