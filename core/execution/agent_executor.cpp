// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs and statistics over an agent.
#include "execution/agent_executor.h"

#include "execution/agent_codec.h"
#include "execution/agent_files.h"
#include "execution/agent_run_blocks.h"
#include "execution/statistics_file.h"
#include "execution/tensor_file.h"

#include <algorithm>

#include <fmt/format.h>

namespace metainfer {

namespace fs = std::filesystem;

namespace {

// Feeds that go in one statistics request: bounded by bytes, so that a data set never is in memory
// at once, and by count, so that a cancel takes effect soon.
constexpr std::uint64_t kBatchBytes = 64u << 20;
constexpr std::size_t kBatchFeeds = 32;
/// Outputs up to here come in the answer of a run over a link.
constexpr std::uint64_t kMostInline = 1u << 20;

Result<Json> modelParams(FileStage& stage, const fs::path& model, const SessionOptions& options,
                         const RunLimits& limits) {
    Json params;
    MI_CHECK(stage.addModel(params, model));
    params["options"] = options.toJson();
    if (limits.memoryBytes)
        params["memory_limit"] = limits.memoryBytes;
    return params;
}

/// One pass of statistics over all feeds, batch by batch.
class StatisticsPass {
  public:
    StatisticsPass(AgentClient& client, Json params, const RunLimits& limits,
                   const CancellationToken& cancel)
        : m_client(client)
        , m_params(std::move(params))
        , m_limits(limits)
        , m_cancel(cancel) {}

    Result<std::vector<PartialStatistics>> over(const FeedSource& feeds) {
        for (std::size_t i = 0; i < feeds.count; ++i) {
            MI_CHECK(m_cancel.check());
            MI_ASSIGN(std::vector<NamedTensor> feed, feedOf(feeds, i));
            m_bytes += bytesOf(feed);
            m_feeds.push_back(std::move(feed));
            if (m_bytes >= kBatchBytes || m_feeds.size() >= kBatchFeeds)
                MI_CHECK(send());
        }
        MI_CHECK(send());
        return std::move(m_partials);
    }

  private:
    Status send() {
        if (m_feeds.empty())
            return {};
        FileStage stage(m_client, m_cancel);
        MI_ASSIGN(const std::string output, stage.output("statistics"));
        m_params["output"] = output;
        MI_ASSIGN(m_params["feeds"], stage.feeds(m_feeds));
        m_feeds.clear();
        MI_CHECK(stage.call("statistics", m_params, m_limits.timeout));
        MI_ASSIGN(std::vector<PartialStatistics> batch,
                  readStatisticsFile(stage.contentOf(output)));
        if (m_partials.empty())
            m_partials = std::move(batch);
        else
            for (std::size_t i = 0; i < std::min(batch.size(), m_partials.size()); ++i)
                m_partials[i].merge(batch[i]);
        m_bytes = 0;
        return {};
    }

    AgentClient& m_client;
    Json m_params;
    RunLimits m_limits;
    CancellationToken m_cancel;
    std::vector<std::vector<NamedTensor>> m_feeds; ///< of the batch that is being gathered
    std::uint64_t m_bytes = 0;
    std::vector<PartialStatistics> m_partials;
};

} // namespace

Result<std::vector<NamedTensor>>
AgentExecutor::run(const fs::path& model, const SessionOptions& options,
                   const std::vector<NamedTensor>& inputs, const std::vector<std::string>& outputs,
                   const RunLimits& limits, const CancellationToken& cancel) {
    const FeedSource one{1,
                         [&](std::size_t) -> Result<std::vector<NamedTensor>> { return inputs; }};
    std::vector<NamedTensor> result;
    const auto keep = [&](std::size_t, std::vector<NamedTensor> tensors) {
        result = std::move(tensors);
        return Status{};
    };
    MI_CHECK(runAll(model, options, one, outputs, keep, limits, cancel));
    return result;
}

Status
AgentExecutor::runAll(const fs::path& model, const SessionOptions& options, const FeedSource& feeds,
                      const std::vector<std::string>& outputs,
                      const std::function<Status(std::size_t, std::vector<NamedTensor>)>& consume,
                      const RunLimits& limits, const CancellationToken& cancel) {
    FileStage stage(*m_client, cancel);
    MI_ASSIGN(Json params, modelParams(stage, model, options, limits));
    params["output_names"] = outputs;
    MI_ASSIGN(const std::string output, stage.output("outputs"));
    params["outputs"] = output;
    if (feeds.count > 1 && RunBlocks::suit(*m_client))
        return RunBlocks(*m_client, stage, params, limits, cancel).run(feeds, consume);
    params["inline_outputs"] = kMostInline;
    for (std::size_t i = 0; i < feeds.count; ++i) {
        MI_CHECK(cancel.check());
        MI_ASSIGN(const std::vector<NamedTensor> feed, feedOf(feeds, i));
        MI_ASSIGN(params["inputs"], stage.tensors(feed));
        MI_CHECK(stage.call("run", params, limits.timeout));
        MI_ASSIGN(std::vector<NamedTensor> tensors, readTensorFile(stage.contentOf(output)));
        MI_CHECK(consume(i, std::move(tensors)));
        stage.forgetInputs();
    }
    return {};
}

Result<ModelTypes> AgentExecutor::types(const fs::path& model, const RunLimits& limits,
                                        const CancellationToken& cancel) {
    FileStage stage(*m_client, cancel);
    MI_ASSIGN(const Json params, modelParams(stage, model, {}, limits));
    MI_ASSIGN(const Json result, stage.call("types", params, limits.timeout));
    return decode<ModelTypes>(result);
}

Result<std::vector<TensorStatistics>>
AgentExecutor::statistics(const fs::path& model, const SessionOptions& options,
                          const FeedSource& feeds, const HistogramRequest& request,
                          const RunLimits& limits, const CancellationToken& cancel) {
    if (feeds.count == 0)
        return fail(ErrorCode::InvalidArgument, "there is no sample to calibrate with",
                    "give at least one; 100 to 500 are usual");
    FileStage stage(*m_client, cancel);
    MI_ASSIGN(Json params, modelParams(stage, model, options, limits));
    params["tensors"] = request.tensors;
    params["bins"] = request.bins;
    params["pass"] = "ranges";
    MI_ASSIGN(std::vector<PartialStatistics> ranges,
              StatisticsPass(*m_client, params, limits, cancel).over(feeds));
    std::vector<TensorStatistics> result;
    params["abs_max"] = Json::array();
    for (const PartialStatistics& partial : ranges) {
        result.push_back(partial.finish());
        params["abs_max"].push_back(result.back().absMax);
    }
    params["pass"] = "histograms";
    MI_ASSIGN(std::vector<PartialStatistics> histograms,
              StatisticsPass(*m_client, params, limits, cancel).over(feeds));
    for (std::size_t i = 0; i < std::min(result.size(), histograms.size()); ++i)
        result[i].counts = std::move(histograms[i].counts);
    return result;
}

Result<std::shared_ptr<AgentExecutor>> makeLocalExecutor() {
    MI_ASSIGN(auto client, AgentClient::startLocal());
    return std::make_shared<AgentExecutor>(std::move(client));
}

} // namespace metainfer
