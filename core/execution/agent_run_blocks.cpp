// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Blocks of runs, as large as link and device are quick.
#include "execution/agent_run_blocks.h"

#include <algorithm>
#include <iterator>
#include <span>

#include <fmt/format.h>

namespace metainfer {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kMostFeedBytes = 8u << 20;
constexpr std::uint64_t kMostOutputBytes = 16u << 20; // on the device, before it answers
constexpr std::uint64_t kMostInline = 4u << 20;       // of outputs within the answer
constexpr std::size_t kMostFeeds = 512;
constexpr std::chrono::duration<double> kBlockTime{2.0};
constexpr std::size_t kGrowth = 4;

/// The runner did not survive the block, or the block did not survive its limits: one feed of it
/// may be the reason, or all together.
bool mayBeOneFeeds(const Error& error) {
    return error.code == ErrorCode::Timeout || error.code == ErrorCode::OutOfMemory ||
           error.code == ErrorCode::Crash;
}

} // namespace

Result<std::vector<NamedTensor>> feedOf(const FeedSource& feeds, std::size_t index) {
    auto feed = feeds.feed(index);
    if (!feed)
        return failWith(feed.error(), fmt::format("in sample {}", index));
    return feed;
}

std::uint64_t bytesOf(const std::vector<NamedTensor>& tensors) {
    std::uint64_t total = 0;
    for (const NamedTensor& named : tensors)
        total += named.tensor.bytes ? named.tensor.bytes->size() : 0;
    return total;
}

bool RunBlocks::suit(const AgentClient& client) {
    return client.endpoint().isRemote && client.greeting().knows("run_many");
}

/// Fills `m_ahead`, which begins with feed `first`, up to a block.
Status RunBlocks::gather(const FeedSource& feeds, std::size_t first) {
    std::uint64_t bytes = 0;
    for (const std::vector<NamedTensor>& feed : m_ahead)
        bytes += bytesOf(feed);
    while (m_ahead.size() < m_wanted && bytes < kMostFeedBytes &&
           first + m_ahead.size() < feeds.count) {
        MI_CHECK(m_cancel.check());
        MI_ASSIGN(std::vector<NamedTensor> feed, feedOf(feeds, first + m_ahead.size()));
        bytes += bytesOf(feed);
        m_ahead.push_back(std::move(feed));
    }
    return {};
}

/// The outputs of the first feeds of the block, at least of one.
Result<std::vector<std::vector<NamedTensor>>> RunBlocks::runBlock(const Feeds& block) {
    m_stage.forgetInputs();
    Json params = m_params;
    MI_ASSIGN(params["feeds"], m_stage.feeds(block));
    params["inline_outputs"] = kMostInline;
    params["most_bytes"] = kMostOutputBytes;
    params["most_seconds"] = kBlockTime.count();
    const auto timeout =
        m_limits.timeout + std::chrono::ceil<std::chrono::milliseconds>(kBlockTime);
    MI_ASSIGN(const Json result, m_stage.call("run_many", params, timeout));
    MI_ASSIGN(std::vector<NamedTensor> all, readTensorFile(m_stage.contentOf(m_params["outputs"])));
    const auto counts = jsonValue(result, "counts", std::vector<std::size_t>());
    std::vector<std::vector<NamedTensor>> outputs;
    auto next = std::make_move_iterator(all.begin());
    for (const std::size_t count : counts) {
        if (count > static_cast<std::size_t>(std::make_move_iterator(all.end()) - next))
            break;
        outputs.emplace_back(next, next + static_cast<std::ptrdiff_t>(count));
        next += static_cast<std::ptrdiff_t>(count);
    }
    if (outputs.empty() || outputs.size() > block.size() || outputs.size() != counts.size())
        return fail(ErrorCode::Internal,
                    fmt::format("the agent on {} tells outputs of {} runs, {} were asked for",
                                m_client.endpoint().name, counts.size(), block.size()),
                    "update it");
    return outputs;
}

void RunBlocks::adapt(std::size_t sent, std::size_t done, std::chrono::duration<double> took) {
    if (done < sent || took > 2 * kBlockTime)
        m_wanted = std::max<std::size_t>(1, std::min(done, m_wanted / 2));
    else if (took < kBlockTime / 2)
        m_wanted = std::min(m_wanted * kGrowth, kMostFeeds);
}

Status RunBlocks::run(const FeedSource& feeds, const Consume& consume) {
    std::size_t alone = 0; // up to this feed each is run alone
    for (std::size_t first = 0; first < feeds.count;) {
        MI_CHECK(m_cancel.check());
        MI_CHECK(gather(feeds, first));
        const std::size_t most = first < alone ? 1 : m_wanted;
        const Feeds block(m_ahead.begin(), m_ahead.begin() + static_cast<std::ptrdiff_t>(
                                                                 std::min(most, m_ahead.size())));
        const auto start = Clock::now();
        auto outputs = runBlock(block);
        if (!outputs && block.size() > 1 && mayBeOneFeeds(outputs.error())) {
            alone = first + block.size();
            m_wanted = 1;
            continue;
        }
        if (!outputs)
            return fail(outputs.error());
        const auto took = Clock::now() - start;
        for (std::vector<NamedTensor>& one : *outputs) {
            m_ahead.erase(m_ahead.begin());
            MI_CHECK(consume(first++, std::move(one)));
        }
        adapt(block.size(), outputs->size(), took);
    }
    return {};
}

} // namespace metainfer
