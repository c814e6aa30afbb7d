// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Somebody who answers the questions of connecting, and remembers them.
#pragma once

#include "measurement/ssh/ssh_prompts.h"

#include <string>
#include <vector>

namespace metainfer::test {

/// Answers questions from lists, and notes what was asked.
struct Person {
    std::vector<std::string> secrets;
    bool confirms = true;
    std::vector<std::string> asked{}, questions{};
    std::size_t next = 0;

    SshPrompts prompts() {
        SshPrompts prompts;
        prompts.secret = [this](const std::string& what) -> std::optional<std::string> {
            asked.push_back(what);
            if (next >= secrets.size())
                return std::nullopt;
            return secrets[next++];
        };
        prompts.confirm = [this](const std::string& question) -> std::optional<bool> {
            questions.push_back(question);
            return confirms;
        };
        return prompts;
    }
};

} // namespace metainfer::test
