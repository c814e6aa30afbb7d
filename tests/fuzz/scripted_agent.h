// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// An agent whose every word stands in a script, over a link in memory.
#pragma once

#include "base/json.h"
#include "execution/agent_link.h"
#include "fuzzing.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>

namespace metainfer::fuzz {

/// Blocks of the script, parted by empty lines: each is sent after the next request of the client,
/// with the request's id in place of every `$`. A failure of that request follows, so that no call
/// waits for an answer that the script does not hold. After the last one the link ends.
class Script {
  public:
    explicit Script(std::string_view text) {
        while (!text.empty())
            m_blocks.emplace_back(cutAt(text, "\n\n"));
    }
    bool isAtEnd() const { return m_blocks.empty(); }
    std::string answerTo(std::string_view request) {
        const auto json = parseJson(request, "request");
        require(json.has_value(), "the client sends JSON");
        const std::string id = dumpJson(jsonValue(*json, "id", Json()));
        if (jsonValue(*json, "method", std::string()) == "bye" || m_blocks.empty())
            return {};
        std::string text;
        for (const char c : m_blocks.front())
            text.append(c == '$' ? std::string_view(id) : std::string_view(&c, 1));
        m_blocks.pop_front();
        return text + "\n{\"id\":" + id + ",\"type\":\"error\",\"error\":{\"code\":\"io\"}}\n";
    }

  private:
    std::deque<std::string_view> m_blocks;
};

class ScriptedLink : public AgentLink {
  public:
    explicit ScriptedLink(Script& script)
        : m_script(script) {}

    std::size_t read(char* into, std::size_t most) override {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_isEnded || !m_toRead.empty(); });
        const std::size_t count = std::min(most, m_toRead.size());
        m_toRead.copy(into, count);
        m_toRead.erase(0, count);
        return count;
    }

    Status write(std::string_view data) override {
        const std::lock_guard lock(m_mutex);
        if (m_isEnded)
            return fail(ErrorCode::DeviceLost, "the script has ended");
        m_written.append(data);
        for (std::size_t end; (end = m_written.find('\n')) != m_written.npos;) {
            const std::string answer = m_script.answerTo(m_written.substr(0, end));
            m_written.erase(0, end + 1);
            m_toRead += answer;
            m_isEnded |= answer.empty();
        }
        m_changed.notify_all();
        return {};
    }

    void close() override {
        const std::lock_guard lock(m_mutex);
        m_isEnded = true;
        m_changed.notify_all();
    }

    std::string endReason() override { return "the script has ended"; }

  private:
    Script& m_script;
    std::mutex m_mutex; ///< guards the script, too
    std::condition_variable m_changed;
    std::string m_written, m_toRead;
    bool m_isEnded = false;
};

} // namespace metainfer::fuzz
