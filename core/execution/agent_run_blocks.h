// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Many runs over a link whose round trips are long: several feeds go in one request and their
// outputs come back in its answer.
#pragma once

#include "execution/agent_client.h"
#include "execution/agent_files.h"
#include "execution/executor.h"

#include <functional>
#include <vector>

namespace metainfer {

/// The feed at `index`; a failure says of which sample.
Result<std::vector<NamedTensor>> feedOf(const FeedSource& feeds, std::size_t index);
/// Of the tensors that hold bytes.
std::uint64_t bytesOf(const std::vector<NamedTensor>& tensors);

/// Blocks grow while the link and the device are quick, so that a round trip counts little, and
/// stay small enough to tell of progress about every two seconds. Feeds and outputs in memory stay
/// within some megabytes more than one feed and its outputs.
class RunBlocks {
  public:
    using Consume = std::function<Status(std::size_t, std::vector<NamedTensor>)>;
    /// `stage` has the model and one output; `params` name them as for `run`.
    RunBlocks(const AgentClient& client, FileStage& stage, Json params, const RunLimits& limits,
              const CancellationToken& cancel)
        : m_client(client)
        , m_stage(stage)
        , m_params(std::move(params))
        , m_limits(limits)
        , m_cancel(cancel) {}
    /// Whether there is a link that it helps with, and an agent that knows such requests.
    static bool suit(const AgentClient& client);

    /// Each result in order. A feed that fails is run alone, so that its failure is its own.
    Status run(const FeedSource& feeds, const Consume& consume);

  private:
    using Feeds = std::vector<std::vector<NamedTensor>>;
    Status gather(const FeedSource& feeds, std::size_t first);
    Result<std::vector<std::vector<NamedTensor>>> runBlock(const Feeds& block);
    void adapt(std::size_t sent, std::size_t done, std::chrono::duration<double> took);

    const AgentClient& m_client;
    FileStage& m_stage;
    Json m_params;
    RunLimits m_limits;
    CancellationToken m_cancel;
    Feeds m_ahead; ///< feeds that were made and not run yet
    std::size_t m_wanted = 1;
};

} // namespace metainfer
