// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The command line: global options, signals, dispatch to the commands.
#include "command.h"
#include "terminal_prompts.h"

#include "base/logging.h"
#include "engine/engine.h"

#include <CLI/Error.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <csignal>

namespace metainfer::cli {
namespace {

const CancellationToken* signalToken = nullptr;

/// The first Ctrl+C asks the work to stop cleanly; the second ends the program.
void onSignal(int signal) {
    if (signalToken->isCancelled()) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
    signalToken->cancel();
}

void installSignals(const CancellationToken& token) {
    signalToken = &token;
    struct sigaction action {};
    action.sa_handler = onSignal;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
}

} // namespace

engine::Commands& Context::engine() {
    if (!m_engine)
        m_engine = engine::createEngine({.prompts = std::make_shared<TerminalPrompts>()});
    return *m_engine;
}

ProgressSink Context::progress() {
    return [this](const Progress& progress) { console.progress(progress); };
}

engine::EventSink Context::events() {
    return [this](const engine::Event& event) {
        if (const auto* done = std::get_if<engine::WorkDone>(&event)) {
            std::string what = done->what;
            if (done->remainingSeconds)
                what += fmt::format(", about {:.0f} s left", *done->remainingSeconds);
            console.progress({done->fraction, what});
        } else if (const auto* remark = std::get_if<engine::Remark>(&event)) {
            console.note(fmt::format(
                "metainfer: {}: {}",
                remark->severity == engine::Severity::Warning ? "warning" : "note", remark->text));
        }
    };
}

namespace {

int run(int argc, char** argv) {
    Context context;
    installSignals(context.cancel);
    CLI::App app("Adapts a trained ONNX model and a target device to each other.", "metainfer");
    app.set_version_flag("--version", "metainfer " METAINFER_VERSION);
    app.require_subcommand(1);
    app.fallthrough();
    app.add_flag("--json", context.console.json, "One JSON document on stdout, nothing else");
    std::string logLevel = "warning";
    app.add_option("--log-level", logLevel, "debug, info, warning, error or off")
        ->capture_default_str();
    app.parse_complete_callback([&] {
        const auto level = parseLogLevel(logLevel);
        if (!level)
            throw CLI::ValidationError("--log-level", level.error().text());
        setLogLevel(*level);
    });
    app.footer("Each command: metainfer COMMAND --help. Is everything here? metainfer doctor");
#define METAINFER_COMMAND(name) add##name(app, context);
#include "commands.def"
#undef METAINFER_COMMAND

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        errno = 0;
        if (error.get_exit_code() == 0)
            return context.console.close(app.exit(error));
        if (context.console.json)
            return context.console.error(
                {ErrorCode::InvalidArgument, error.what(), "See --help.", {}});
        app.exit(error);
        return kUsage;
    }
    return context.console.close(context.exitCode);
}

} // namespace
} // namespace metainfer::cli

int main(int argc, char** argv) {
    // The outermost boundary: what the libraries throw becomes one message and an exit code.
    try {
        return metainfer::cli::run(argc, argv);
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "metainfer: error: out of memory\n");
    } catch (const std::exception& error) {
        fmt::print(stderr,
                   "metainfer: error: {}\n  This is a defect of the program; please report it.\n",
                   error.what());
    }
    return metainfer::cli::kFailed;
}
