// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs and statistics over an agent.
#include "execution/agent_executor.h"

#include "execution/agent_codec.h"
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

Json modelParams(const fs::path& model, const SessionOptions& options, const RunLimits& limits) {
    std::error_code error;
    Json params;
    const fs::path whole = fs::absolute(model, error);
    params["model"] = (error ? model : whole).string();
    params["options"] = options.toJson();
    if (limits.memoryBytes)
        params["memory_limit"] = limits.memoryBytes;
    return params;
}

std::uint64_t bytesOf(const std::vector<NamedTensor>& tensors) {
    std::uint64_t total = 0;
    for (const NamedTensor& named : tensors)
        total += named.tensor.bytes ? named.tensor.bytes->size() : 0;
    return total;
}

Result<std::vector<NamedTensor>> feedOf(const FeedSource& feeds, std::size_t index) {
    auto feed = feeds.feed(index);
    if (!feed)
        return failWith(feed.error(), fmt::format("in sample {}", index));
    return feed;
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
            MI_ASSIGN(const std::vector<NamedTensor> feed, feedOf(feeds, i));
            MI_ASSIGN(MemoryFile file, MemoryFile::create("metainfer-feed"));
            MI_CHECK(writeTensorFile(file.path(), feed));
            m_files.push_back(std::move(file));
            m_bytes += bytesOf(feed);
            if (m_bytes >= kBatchBytes || m_files.size() >= kBatchFeeds)
                MI_CHECK(send());
        }
        MI_CHECK(send());
        return std::move(m_partials);
    }

  private:
    Status send() {
        if (m_files.empty())
            return {};
        MI_ASSIGN(const MemoryFile output, MemoryFile::create("metainfer-statistics"));
        m_params["output"] = output.path().string();
        m_params["feeds"] = Json::array();
        for (const MemoryFile& file : m_files)
            m_params["feeds"].push_back(file.path().string());
        MI_CHECK(m_client.call("statistics", m_params, m_limits.timeout, m_cancel));
        MI_ASSIGN(std::vector<PartialStatistics> batch, readStatisticsFile(output.path()));
        if (m_partials.empty())
            m_partials = std::move(batch);
        else
            for (std::size_t i = 0; i < std::min(batch.size(), m_partials.size()); ++i)
                m_partials[i].merge(batch[i]);
        m_files.clear();
        m_bytes = 0;
        return {};
    }

    AgentClient& m_client;
    Json m_params;
    RunLimits m_limits;
    CancellationToken m_cancel;
    std::vector<MemoryFile> m_files;
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
    MI_ASSIGN(const MemoryFile inputFile, MemoryFile::create("metainfer-inputs"));
    MI_ASSIGN(const MemoryFile outputFile, MemoryFile::create("metainfer-outputs"));
    Json params = modelParams(model, options, limits);
    params["output_names"] = outputs;
    params["inputs"] = inputFile.path().string();
    params["outputs"] = outputFile.path().string();
    for (std::size_t i = 0; i < feeds.count; ++i) {
        MI_CHECK(cancel.check());
        MI_ASSIGN(const std::vector<NamedTensor> feed, feedOf(feeds, i));
        MI_CHECK(writeTensorFile(inputFile.path(), feed));
        MI_CHECK(m_client->call("run", params, limits.timeout, cancel));
        MI_ASSIGN(std::vector<NamedTensor> tensors, readTensorFile(outputFile.path()));
        MI_CHECK(consume(i, std::move(tensors)));
    }
    return {};
}

Result<ModelTypes> AgentExecutor::types(const fs::path& model, const RunLimits& limits,
                                        const CancellationToken& cancel) {
    MI_ASSIGN(const Json result,
              m_client->call("types", modelParams(model, {}, limits), limits.timeout, cancel));
    return decode<ModelTypes>(result);
}

Result<std::vector<TensorStatistics>>
AgentExecutor::statistics(const fs::path& model, const SessionOptions& options,
                          const FeedSource& feeds, const HistogramRequest& request,
                          const RunLimits& limits, const CancellationToken& cancel) {
    if (feeds.count == 0)
        return fail(ErrorCode::InvalidArgument, "there is no sample to calibrate with",
                    "give at least one; 100 to 500 are usual");
    Json params = modelParams(model, options, limits);
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
