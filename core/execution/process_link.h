// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The link to an agent that is a child process of this one.
#pragma once

#include "base/subprocess.h"
#include "execution/agent_link.h"

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

namespace metainfer {

/// The pipes of a child. Destroying it closes the child's stdin, waits a little for its end and
/// then kills its group.
class ProcessLink : public AgentLink {
  public:
    static Result<std::unique_ptr<ProcessLink>> start(const std::vector<std::string>& arguments,
                                                      const std::vector<std::string>& environment);
    ~ProcessLink() override;
    std::size_t read(char* into, std::size_t most) override;
    Status write(std::string_view data) override;
    void close() override;
    std::string endReason() override;
    int processId() const override { return m_process.pid(); }

  private:
    explicit ProcessLink(Subprocess process)
        : m_process(std::move(process)) {}

    Subprocess m_process;
    std::mutex m_endMutex; ///< guards waiting for the process
    UniqueFd m_wake;       ///< readable after `close`
    std::atomic<bool> m_isClosed{false};
};

} // namespace metainfer
