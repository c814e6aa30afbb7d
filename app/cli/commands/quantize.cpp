// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer quantize: quantize by hand, with the code that the search uses.
#include "arguments.h"

#include "base/share.h"

#include <fmt/format.h>

namespace metainfer::cli {
namespace {

struct Options {
    ModelArguments model;
    PlanArguments plan;
    engine::QuantizeRequest request;
    bool noRewrites = false;
};

void showDifference(const engine::QuantizeOutcome& outcome, Console& console) {
    Table table({"output", "cosine", "SNR", "largest error", "same argmax"});
    for (const auto& error : outcome.difference.outputs)
        table.add({shortened(error.output, 40), shareText(error.cosine, 5),
                   fmt::format("{:.1f} dB", error.snrDb), fmt::format("{:.3g}", error.maxAbsolute),
                   formatPercent(error.argmaxAgreement)});
    console.print(table.text());
    console.print("Measured against the original on " + outcome.comparedOn + ".");
}

void show(const engine::QuantizeOutcome& outcome, Console& console) {
    std::vector<std::string> ops;
    for (const auto& [type, count] : outcome.summary.loweredOps)
        ops.push_back(fmt::format("{} {}", count, type));
    candidates::Variant precision;
    precision.precision = outcome.variant.precision;
    console.print("precision     " + precision.key());
    console.print(fmt::format("lowered       {}", ops.empty() ? "nothing" : joined(ops, ", ")));
    if (!outcome.fired.empty()) {
        std::vector<std::string> rules;
        for (const auto& rule : outcome.fired)
            rules.push_back(fmt::format("{} x{}", rule.rule, rule.sites.size()));
        console.print("rewritten     " + joined(rules, ", "));
    }
    if (!outcome.summary.keptFloat.empty()) {
        std::map<std::string, std::size_t> reasons;
        for (const auto& [node, reason] : outcome.summary.keptFloat)
            ++reasons[reason];
        for (const auto& [reason, count] : reasons)
            console.print(fmt::format("left          {}: {}", counted(count, "node"), reason));
    }
    if (outcome.fusion)
        console.print("fusion        " + outcome.fusion->text());
    for (const std::string& note : outcome.notes)
        console.print("note          " + note);
    console.print(fmt::format("size          {} -> {}",
                              formatBytes(static_cast<double>(outcome.bytesBefore)),
                              formatBytes(static_cast<double>(outcome.bytesAfter))));
    console.print("written       " + outcome.written.string());
    console.print("");
    showDifference(outcome, console);
}

void run(Options& options, Context& context) {
    Result<engine::QuantizeOutcome> outcome = [&]() -> Result<engine::QuantizeOutcome> {
        MI_CHECK(options.model.resolve());
        MI_CHECK(options.plan.resolve());
        options.request.plan = options.plan.plan;
        options.request.input = options.model.input;
        options.request.rewrite = !options.noRewrites;
        return context.engine().quantize(options.request, context.events(), context.cancel);
    }();
    context.finish(outcome, [&](const engine::QuantizeOutcome& value) {
        if (context.console.json)
            context.console.document(value.toJson());
        else
            show(value, context.console);
    });
}

} // namespace

void addQuantize(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("quantize", "Lower the precision of a model by hand");
    options->model.addModel(*command);
    options->model.addData(*command, "--calibration",
                           "Samples (.npz, .npy, folder); needed by the scheme int8");
    options->plan.add(*command);
    command
        ->add_option("--keep-float", options->plan.plan.keepFloat,
                     "Operator type, or first output of a node, to leave in float")
        ->allow_extra_args(false);
    command->add_flag("--no-rewrites", options->noRewrites, "Quantize the graph as it stands");
    options->model.addDimensions(*command);
    command->add_option("-o,--out", options->request.out, "Where to write the model")->required();
    command->footer("Example:\n"
                    "  metainfer quantize model.onnx --calibration calibration.npz -o int8.onnx");
    command->callback([options, &context] { run(*options, context); });
}

} // namespace metainfer::cli
