// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Final answers that a client may not have got yet.
#pragma once

#include "base/json.h"

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

namespace metainfer::agent {

/// Bounded: the oldest goes first, and its request counts as one that never came.
class KeptAnswers {
  public:
    void add(const Json& id, const std::string& line);
    /// The client has got these.
    void drop(const std::vector<Json>& ids);
    /// Of the others no caller waits any more.
    void keepOnly(const std::vector<Json>& ids);
    /// Null when it is not there.
    const std::string* find(const Json& id) const;
    std::size_t size() const { return m_answers.size(); }

    static constexpr std::size_t kMostAnswers = 256;
    static constexpr std::size_t kMostBytes = 64u << 20;

  private:
    struct Answer {
        Json id;
        std::string line;
    };
    template <typename Condition>
    void remove(const Condition& condition);

    std::deque<Answer> m_answers; ///< oldest first
    std::size_t m_bytes = 0;
};

} // namespace metainfer::agent
