// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What every tool is given: devices by name, where to speak, when to stop.
#pragma once

#include "base/progress.h"
#include "engine/events.h"
#include "engine/target.h"
#include "execution/agent_executor.h"

#include <functional>
#include <string>

namespace metainfer::engine::tools {

struct ToolContext {
    EventSink events;
    CancellationToken cancel;
    std::function<Result<Target>(const std::string&)> target;

    ProgressSink progress() const {
        return [sink = events](const Progress& progress) {
            notify(sink, WorkDone{progress.fraction, std::nullopt, progress.what});
        };
    }
    void say(double fraction, std::string what) const {
        notify(events, WorkDone{fraction, std::nullopt, std::move(what)});
    }
    void remark(Severity severity, std::string code, std::string text) const {
        notify(events, Remark{severity, std::move(code), std::move(text)});
    }
};

} // namespace metainfer::engine::tools
