// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer predict: what a model would cost on a device.
#include "arguments.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::cli {
namespace {

struct Options {
    ModelArguments model;
    engine::PredictRequest request;
    std::string mapping;
    std::size_t rows = 20;
};

void showOperators(const prediction::Prediction& prediction, std::size_t rows, Console& console) {
    auto operators = prediction.operators;
    std::stable_sort(operators.begin(), operators.end(),
                     [](const auto& a, const auto& b) { return a.us.value > b.us.value; });
    Table table({"operator", "output", "type", "time [90 %]", "share", "bound by", "fused"});
    for (std::size_t i = 0; i < std::min(rows, operators.size()); ++i) {
        const auto& op = operators[i];
        table.add({op.operation.opType, shortened(op.operation.key, 40),
                   std::string(elementTypeName(op.operation.dtype)), formatInterval(op.us),
                   formatPercent(op.share),
                   op.level.empty()
                       ? std::string(hardware::boundName(op.bound))
                       : fmt::format("{} ({})", hardware::boundName(op.bound), op.level),
                   op.operation.members.size() > 1 ? joined(op.operation.members, "+") : ""});
    }
    console.print("\n" + table.text());
    if (operators.size() > rows)
        console.print(
            fmt::format("… and {} cheaper ones (--rows N shows more)", operators.size() - rows));
}

void show(const engine::PredictOutcome& outcome, const Options& options, Console& console) {
    const auto& prediction = outcome.prediction;
    const auto line = [&](const char* what, const std::string& value) {
        console.print(fmt::format("{:<14} {}", what, value));
    };
    const std::string source(numberSourceName(prediction.source));
    line("model", options.model.input.model);
    line("hardware", outcome.hardware);
    line("latency",
         fmt::format("{} ({}, 90 % interval)", formatInterval(prediction.latencyUs), source));
    line("operators", outcome.operatorModel);
    line("throughput",
         fmt::format("{:.1f} requests/s, one after the other ({})", prediction.throughput, source));
    line("peak memory",
         fmt::format("{}: weights {}, activations {} at {}{} ({})",
                     formatBytes(static_cast<double>(prediction.memory.peak())),
                     formatBytes(static_cast<double>(prediction.memory.weights)),
                     formatBytes(static_cast<double>(prediction.memory.peakActivations)),
                     prediction.memory.peakAt,
                     prediction.memory.complete ? "" : "; some sizes are unknown and not counted",
                     source));
    line("model size",
         fmt::format("{} of weights", formatBytes(static_cast<double>(prediction.modelBytes))));
    line("overhead", fmt::format("{} of starting operators, {} of layout conversion",
                                 formatMicroseconds(prediction.launchUs),
                                 formatMicroseconds(prediction.layoutConversionUs)));
    if (prediction.source == NumberSource::Simulated)
        console.print("There is no measurement of this device: all numbers come from the analytic "
                      "model on its profile.");
    for (const std::string& obstacle : prediction.obstacles)
        console.print("cannot run: " + obstacle);
    for (const std::string& remark : prediction.remarks)
        console.print("note: " + remark);
    showOperators(prediction, options.rows, console);
}

void run(Options& options, Context& context) {
    Result<engine::PredictOutcome> outcome = [&]() -> Result<engine::PredictOutcome> {
        MI_CHECK(options.model.resolve());
        MI_ASSIGN(options.request.session, parseMapping(options.mapping));
        options.request.input = options.model.input;
        return context.engine().predict(options.request, context.events(), context.cancel);
    }();
    context.finish(outcome, [&](const engine::PredictOutcome& value) {
        if (context.console.json)
            context.console.document(value.toJson());
        else
            show(value, options, context.console);
    });
}

} // namespace

void addPredict(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("predict", "Predict latency, memory and throughput on a device");
    options->model.addModel(*command);
    command->add_option("--hardware", options->request.hardware, "Profile name or path")
        ->required();
    command->add_option("--mapping", options->mapping,
                        "Session signature, for example \"threads=1;opt=all\"");
    options->model.addDimensions(*command);
    command->add_option("--rows", options->rows, "Operators to show")->capture_default_str();
    command->footer("Example:\n  metainfer predict mobilenet-v2-style --hardware accelerator-x");
    command->callback([options, &context] { run(*options, context); });
}

} // namespace metainfer::cli
