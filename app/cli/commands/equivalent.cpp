// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer equivalent: do two models compute the same?
#include "arguments.h"

#include "base/share.h"

#include <fmt/format.h>

namespace metainfer::cli {
namespace {

struct Options {
    ModelArguments model;
    engine::EquivalentRequest request;
};

void show(const engine::EquivalentOutcome& outcome, const Options& options, Console& console) {
    Table table({"output", "equal", "cosine", "SNR", "largest error", "relative", "same argmax",
                 "NaN differ"});
    for (const auto& error : outcome.report.outputs)
        table.add({shortened(error.output, 40), error.withinTolerance ? "yes" : "no",
                   shareText(error.cosine, 6),
                   error.snrDb >= 300 ? "exact" : fmt::format("{:.1f} dB", error.snrDb),
                   fmt::format("{:.3g}", error.maxAbsolute),
                   fmt::format("{:.3g}", error.maxRelative), formatPercent(error.argmaxAgreement),
                   std::to_string(error.nanMismatches)});
    console.print(table.text());
    console.print(fmt::format("{} (on {})", outcome.report.verdict, outcome.comparedOn));
    if (outcome.first)
        console.print(fmt::format(
            "First tensor that differs: {} (made by {}), cosine {}, largest error {:.3g}",
            outcome.first->tensor, outcome.first->producer,
            shareText(outcome.first->error.cosine, 6), outcome.first->error.maxAbsolute));
    else if (options.request.bisect && !outcome.report.equivalent)
        console.print("No tensor that both models have by name differs before the outputs.");
}

void run(Options& options, Context& context) {
    Result<engine::EquivalentOutcome> outcome = [&]() -> Result<engine::EquivalentOutcome> {
        MI_CHECK(options.model.resolve());
        options.request.a = options.model.input;
        return context.engine().equivalent(options.request, context.events(), context.cancel);
    }();
    context.finish(outcome, [&](const engine::EquivalentOutcome& value) {
        if (context.console.json)
            context.console.document(value.toJson());
        else
            show(value, options, context.console);
        if (!value.report.equivalent)
            context.exitCode = kGateNotMet;
    });
}

} // namespace

void addEquivalent(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("equivalent", "Do two models compute the same?");
    command->add_option("a", options->model.input.model, "Reference model")->required();
    command->add_option("b", options->request.b, "Model that is compared with it")->required();
    options->model.addData(*command, "--inputs", "Data to run both on; random values without it");
    options->model.addDimensions(*command);
    command->add_flag("--bisect", options->request.bisect,
                      "When they differ, find the first tensor that does");
    command->footer("Example (exit code 3 when they differ):\n"
                    "  metainfer equivalent model.onnx rewritten.onnx --bisect");
    command->callback([options, &context] { run(*options, context); });
}

} // namespace metainfer::cli
