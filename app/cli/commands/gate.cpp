// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer gate: accuracy and latency for continuous integration; exit code 3 when not met.
#include "arguments.h"

#include "base/share.h"
#include "base/suggest.h"

#include <CLI/Validators.hpp>
#include <fmt/format.h>

namespace metainfer::cli {
namespace {

struct Options {
    ModelArguments model;
    engine::GateRequest request;
    std::string metric = "fidelity", mapping;
};

Status readOptions(Options& options) {
    const auto metric = validation::accuracyMetricFromName(options.metric);
    static const std::vector<std::string> kMetrics{"top1", "map50", "fidelity", "command"};
    if (!metric)
        return fail(ErrorCode::InvalidArgument, "unknown metric \"" + options.metric + "\"",
                    didYouMean(options.metric, kMetrics));
    options.request.metric = *metric;
    if ((*metric == validation::AccuracyMetric::Command) != !options.request.command.empty())
        return fail(ErrorCode::InvalidArgument, "--metric command and --command belong together",
                    "Give both: --metric command --command \"./score.py {model}\".");
    MI_CHECK(options.model.resolve());
    MI_ASSIGN(options.request.session, parseMapping(options.mapping));
    options.request.input = options.model.input;
    const auto& gate = options.request.gate;
    if (!gate.maxDrop && !gate.minValue && !options.request.maxLatencyMs)
        return fail(ErrorCode::InvalidArgument, "no limit is given, so there is nothing to gate",
                    "Give --max-drop, --min or --max-latency-ms.");
    return {};
}

std::string accuracyText(const validation::Accuracy& accuracy) {
    return fmt::format("{} [{}, {}] on {}", shareText(accuracy.value.value, 5),
                       shareText(accuracy.value.low, 5), shareText(accuracy.value.high, 5),
                       counted(accuracy.samples, "sample"));
}

void show(const engine::GateOutcome& outcome, const Options& options, Console& console) {
    if (outcome.reference)
        console.print(
            fmt::format("{:<12} {} (original)", options.metric, accuracyText(*outcome.reference)));
    if (outcome.accuracy)
        console.print(fmt::format("{:<12} {}", options.metric, accuracyText(*outcome.accuracy)));
    if (outcome.change) {
        const auto& drop = outcome.change->drop;
        std::string line = fmt::format("{:<12} {:+.4f} [{:+.4f}, {:+.4f}]", "change",
                                       0.0 - drop.value, 0.0 - drop.high, 0.0 - drop.low);
        if (outcome.change->pValue)
            line += fmt::format(", {} samples newly wrong, {} newly right, p = {:.3f}",
                                outcome.change->onlyOriginalRight, outcome.change->onlyAdaptedRight,
                                *outcome.change->pValue);
        console.print(line);
    }
    for (const std::string& reason : outcome.reasons)
        console.print(reason);
    console.print(outcome.passed ? "The gate is met." : "The gate is not met.");
}

void run(Options& options, Context& context) {
    Result<engine::GateOutcome> outcome = [&]() -> Result<engine::GateOutcome> {
        std::error_code code;
        if (std::filesystem::is_directory(options.model.input.model, code) &&
            std::filesystem::exists(
                std::filesystem::path(options.model.input.model) / "session.json", code))
            return context.engine().gateOfSession(options.model.input.model, options.request);
        MI_CHECK(readOptions(options));
        return context.engine().gate(options.request, context.events(), context.cancel);
    }();
    context.finish(outcome, [&](const engine::GateOutcome& value) {
        if (context.console.json)
            context.console.document(value.toJson());
        else
            show(value, options, context.console);
        if (!value.passed)
            context.exitCode = kGateNotMet;
    });
}

} // namespace

void addGate(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("gate", "Accuracy and latency gate for CI");
    command->add_option("model", options->model.input.model, "ONNX file, or a session folder")
        ->required();
    command->add_option("--reference", options->request.reference, "The original model");
    options->model.addData(*command, "--validation", "Labelled data that calibration never saw");
    command->add_option("--metric", options->metric, "top1, map50, fidelity or command")
        ->capture_default_str();
    command->add_option("--command", options->request.command,
                        "Program that prints {\"value\": X} for {model}");
    command
        ->add_option("--max-drop", options->request.gate.maxDrop,
                     "Largest drop against the original, absolute: 0.01 is one point")
        ->check(CLI::Range(0.0, 1.0));
    command->add_option("--min", options->request.gate.minValue, "Smallest value of the metric")
        ->check(CLI::Range(0.0, 1.0));
    command
        ->add_option("--max-latency-ms", options->request.maxLatencyMs,
                     "Largest p95 latency, wall clock")
        ->check(CLI::PositiveNumber);
    command->add_option("--device", options->request.device, "Where it runs")
        ->capture_default_str();
    command->add_option("--mapping", options->mapping, "Session signature of the model");
    options->model.addDimensions(*command);
    command->footer("Example (exit code 3 when the gate is not met):\n"
                    "  metainfer gate int8.onnx --reference model.onnx --validation "
                    "validation.npz \\\n    --metric top1 --max-drop 0.01");
    command->callback([options, &context] { run(*options, context); });
}

} // namespace metainfer::cli
