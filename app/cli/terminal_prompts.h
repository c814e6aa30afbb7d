// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Questions at the terminal: passwords without echo, yes or no.
#pragma once

#include "engine/prompts.h"

#include <mutex>

namespace metainfer::cli {

/// Asks on the controlling terminal, whatever stdin and stdout are. Without one, secrets come from
/// the program that SSH_ASKPASS names, as with ssh; without that, nobody is there.
class TerminalPrompts : public engine::Prompts {
  public:
    std::optional<bool> confirm(const std::string& question) override;
    std::optional<std::string> secret(const std::string& what) override;

  private:
    std::mutex m_mutex; ///< one question at a time
};

} // namespace metainfer::cli
