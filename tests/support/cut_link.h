// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Links to an agent that a test cuts at any byte, refuses or plays itself.
#pragma once

#include "execution/agent_client.h"
#include "execution/process_link.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace metainfer::test {

/// What a test does to the links of one endpoint, and what it saw.
struct LinkControl {
    static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
    /// Bytes that still pass; the link is cut then, and the next one is whole.
    std::atomic<std::int64_t> up{kNever}, down{kNever};
    std::atomic<bool> isRefused{false}; ///< no new link
    std::atomic<int> delayMs{0};        ///< of each piece that is written: a slow link
    std::atomic<std::int64_t> sent{0};  ///< by all links
    std::atomic<int> requests{0};       ///< lines that were begun
    /// Agents seem older: they do not name `run_many`.
    std::atomic<bool> hidesBlocks{false};
    std::atomic<int> opened{0};
    std::atomic<int> reconnecting{0}, connected{0}, lost{0}; ///< events

    void cut() {
        const std::lock_guard lock(mutex);
        if (link)
            link->close();
    }
    int relayPid() {
        const std::lock_guard lock(mutex);
        return link ? link->processId() : 0;
    }
    std::mutex mutex;
    AgentLink* link = nullptr; ///< the present one
};

class CutLink : public AgentLink {
  public:
    CutLink(std::unique_ptr<AgentLink> inner, std::shared_ptr<LinkControl> control)
        : m_inner(std::move(inner))
        , m_control(std::move(control)) {
        const std::lock_guard lock(m_control->mutex);
        m_control->link = m_inner.get();
        ++m_control->opened;
    }
    ~CutLink() override {
        const std::lock_guard lock(m_control->mutex);
        m_control->link = nullptr;
    }
    std::size_t read(char* into, std::size_t most) override {
        const std::size_t got = m_inner->read(into, most);
        if (m_control->hidesBlocks) {
            constexpr std::string_view kBlocks = "\"run_many\"";
            const std::size_t at = std::string_view(into, got).find(kBlocks);
            if (at != std::string_view::npos)
                into[at + 1] = '-';
        }
        return pass(m_control->down, got);
    }
    Status write(std::string_view data) override {
        std::this_thread::sleep_for(std::chrono::milliseconds(m_control->delayMs));
        const std::size_t passes = pass(m_control->up, data.size());
        m_control->sent += static_cast<std::int64_t>(passes);
        m_control->requests += data.starts_with('{') ? 1 : 0;
        MI_CHECK(m_inner->write(data.substr(0, passes)));
        return passes == data.size() ? Status() : fail(ErrorCode::Io, "the link was cut");
    }
    void close() override { m_inner->close(); }
    std::string endReason() override { return m_inner->endReason(); }
    int processId() const override { return m_inner->processId(); }

  private:
    std::size_t pass(std::atomic<std::int64_t>& budget, std::size_t size) {
        if (budget == LinkControl::kNever)
            return size;
        const auto left = budget -= static_cast<std::int64_t>(size);
        if (left > 0)
            return size;
        budget = LinkControl::kNever;
        m_inner->close();
        return static_cast<std::size_t>(
            std::max<std::int64_t>(0, static_cast<std::int64_t>(size) + left));
    }
    std::unique_ptr<AgentLink> m_inner;
    std::shared_ptr<LinkControl> m_control;
};

/// An endpoint over `open`, with short pauses, whose links obey `control`.
inline AgentEndpoint cutEndpoint(std::function<Result<std::unique_ptr<AgentLink>>()> open,
                                 std::shared_ptr<LinkControl> control) {
    AgentEndpoint endpoint;
    endpoint.name = "board";
    endpoint.isRemote = endpoint.isResumable = true;
    endpoint.patience = std::chrono::seconds(60);
    endpoint.firstPause = std::chrono::milliseconds(5);
    endpoint.onEvent = [control](const LinkEvent& event) {
        control->reconnecting += event.state == LinkState::Reconnecting;
        control->connected += event.state == LinkState::Connected;
        control->lost += event.state == LinkState::Lost;
    };
    endpoint.open = [open = std::move(open),
                     control](const CancellationToken&) -> Result<std::unique_ptr<AgentLink>> {
        if (control->isRefused)
            return fail(ErrorCode::DeviceLost, "no route to the board");
        MI_ASSIGN(auto inner, open());
        return std::make_unique<CutLink>(std::move(inner), control);
    };
    return endpoint;
}

/// An agent that a function plays: it gets each request and may answer with lines.
class PlayedLink : public AgentLink {
  public:
    using Player = std::function<std::vector<Json>(const Json& request)>;
    explicit PlayedLink(Player player)
        : m_player(std::move(player)) {}
    std::size_t read(char* into, std::size_t most) override {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_isClosed || !m_output.empty(); });
        const std::size_t count = std::min(most, m_output.size());
        m_output.copy(into, count);
        m_output.erase(0, count);
        return count;
    }
    Status write(std::string_view data) override {
        m_input.append(data);
        for (std::size_t end; (end = m_input.find('\n')) != m_input.npos;) {
            const auto request = parseJson(m_input.substr(0, end), "request");
            m_input.erase(0, end + 1);
            for (const Json& answer : m_player(request.value_or(Json()))) {
                const std::lock_guard lock(m_mutex);
                m_output += dumpJson(answer) + "\n";
            }
            m_changed.notify_all();
        }
        return {};
    }
    void close() override {
        const std::lock_guard lock(m_mutex);
        m_isClosed = true;
        m_output.clear();
        m_changed.notify_all();
    }
    std::string endReason() override { return "closed"; }

  private:
    Player m_player;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::string m_input, m_output;
    bool m_isClosed = false;
};

} // namespace metainfer::test
