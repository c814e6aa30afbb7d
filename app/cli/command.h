// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a command of the command line is. A new one is one source in commands/ and one line in
// commands.def.
#pragma once

#include "console.h"

#include "base/cancellation.h"
#include "engine/commands.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <memory>

namespace metainfer::cli {

/// What commands share. The engine is created at the first use.
struct Context {
    Console console;
    CancellationToken cancel;
    int exitCode = kDone;

    engine::Commands& engine();
    /// Shows progress, remarks and the best so far on stderr.
    engine::EventSink events();
    ProgressSink progress();

    /// Ends a command: prints the error, or calls `show` with the value.
    template <typename T, typename Show>
    void finish(const Result<T>& result, Show show) {
        console.clearProgress();
        if (!result)
            exitCode = console.error(result.error());
        else
            show(*result);
    }

  private:
    std::unique_ptr<engine::Commands> m_engine;
};

#define METAINFER_COMMAND(name) void add##name(CLI::App& app, Context& context);
#include "commands.def"
#undef METAINFER_COMMAND

} // namespace metainfer::cli
