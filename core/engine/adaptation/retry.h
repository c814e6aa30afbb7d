// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Asking once more after the agent was lost: the next call starts a new one.
#pragma once

#include "engine/events.h"

#include <string>

namespace metainfer::engine {

/// The error of a call on a device: returned, or the failure inside its answer; null = none.
template <typename T>
const Error* failureOf(const Result<T>& answer) {
    if (!answer)
        return &answer.error();
    if constexpr (requires { answer->failure.has_value(); })
        return answer->failure ? &*answer->failure : nullptr;
    else
        return nullptr;
}

/// What `ask` answers; when the agent was lost under it, what a second try with a new agent
/// answers.
template <typename Ask>
auto withNewAgentOnce(const EventSink& events, const std::string& what, const Ask& ask) {
    auto answer = ask();
    const Error* failure = failureOf(answer);
    if (!failure || failure->code != ErrorCode::DeviceLost)
        return answer;
    notify(events, Remark{Severity::Warning, "agent_lost",
                          what + ": " + failure->message + "; trying once more with a new agent"});
    return ask();
}

} // namespace metainfer::engine
