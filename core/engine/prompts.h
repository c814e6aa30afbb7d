// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Questions that only a person can answer. The default answers "nobody is there".
#pragma once

#include <optional>
#include <string>

namespace metainfer::engine {

/// Called on the engine's threads, one at a time for a device; may block until a person answers.
class Prompts {
  public:
    virtual ~Prompts() = default;
    /// A yes-or-no question before something that cannot be undone; nullopt = nobody to ask.
    virtual std::optional<bool> confirm(const std::string& /*question*/) { return std::nullopt; }
    /// A password or passphrase; never stored. nullopt = nobody to ask.
    virtual std::optional<std::string> secret(const std::string& /*what*/) { return std::nullopt; }
};

} // namespace metainfer::engine
