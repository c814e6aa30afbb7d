// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One inventory out of the answers of several runners, each of which knows its own runtime.
#pragma once

#include "base/json.h"
#include "base/result.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace metainfer::agent {

/// Waits for as many answers as runners were asked. A runner that fails takes nothing from the
/// others; only when all of them fail is there an error.
class InventoryMerge {
  public:
    void expect(const Json& id, std::size_t runners);
    bool isExpected(const Json& id) const { return m_waiting.contains(dumpJson(id)); }
    /// One runner's answer; the whole once it is complete: {"runtimes": […]}.
    std::optional<Result<Json>> add(const Json& id, std::string_view runner, Result<Json> answer);
    void forget(const Json& id) { m_waiting.erase(dumpJson(id)); }

  private:
    struct Waiting {
        std::size_t missing = 0;
        std::map<std::string, Json> runtimes; ///< by runner
        std::optional<Error> error;           ///< the first
    };
    std::map<std::string, Waiting> m_waiting; ///< by the request's id
};

} // namespace metainfer::agent
