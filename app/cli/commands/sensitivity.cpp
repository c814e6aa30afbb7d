// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer sensitivity: which layers lose most at a lower precision, and where a session's choice
// parts from the original.
#include "arguments.h"

#include "base/share.h"
#include "session/session_folder.h"

#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace metainfer::cli {
namespace {

struct Options {
    ModelArguments model;
    PlanArguments plan;
    std::string mapping, candidate;
    std::size_t rows = 20; ///< of each table
    bool noRewrites = false;
    std::vector<CLI::Option*> ofModels; ///< make no sense with a session
};

void showLayers(const engine::LayersOutcome& outcome, std::size_t rows, Console& console) {
    const auto ranking = outcome.ranking();
    Table table({"layer", "operator", "error", "cosine", "SNR", "other winner"});
    for (std::size_t i = 0; i < std::min(rows, ranking.size()); ++i) {
        const auto& layer = outcome.layers[ranking[i]];
        table.add({shortened(layer.layer, 60), layer.opType,
                   fmt::format("{:.3g}", layer.relativeL2), shareText(layer.cosine, 5),
                   fmt::format("{:.1f} dB", layer.snrDb), formatPercent(layer.changedWinners)});
    }
    if (!ranking.empty())
        console.print(table.text());
    if (ranking.size() > rows)
        console.print(fmt::format("… and {} more (--rows)", ranking.size() - rows));
    const std::size_t skipped = outcome.layers.size() - ranking.size();
    if (skipped > 0) {
        const auto first = std::find_if(outcome.layers.begin(), outcome.layers.end(),
                                        [](const auto& layer) { return !layer.skipped.empty(); });
        console.print(fmt::format("left in float {}, for example {}: {}", counted(skipped, "layer"),
                                  first->layer, first->skipped));
    }
    if (outcome.layers.empty())
        console.print("No layer: there is no convolution or matrix product with constant weights.");
}

void show(const engine::LayersOutcome& outcome, std::size_t rows, Console& console) {
    showLayers(outcome, rows, console);
    console.print(fmt::format("Each layer alone at {}, the rest in float, on {}. error is "
                              "|a - b| / |a| of the output that suffers most.",
                              outcome.plan, outcome.comparedOn));
}

void showOutputs(const validation::Examination& found, Console& console) {
    if (found.outputs.empty())
        return;
    Table outputs({"output", "error", "cosine", "SNR", "worst channel"});
    for (const auto& output : found.outputs) {
        const auto worst = std::max_element(
            output.channels.begin(), output.channels.end(),
            [](const auto& a, const auto& b) { return a.relativeL2 < b.relativeL2; });
        outputs.add(
            {shortened(output.total.output, 40), fmt::format("{:.3g}", output.total.relativeL2),
             shareText(output.total.cosine, 5), fmt::format("{:.1f} dB", output.total.snrDb),
             worst == output.channels.end()
                 ? "–"
                 : fmt::format("{}: {:.3g}", worst->channel, worst->relativeL2)});
    }
    console.print(outputs.text());
    console.print(fmt::format("candidate {} on {}, median error of a sample {:.3g}",
                              found.candidate, found.comparedOn, found.medianError));
    Table samples({"worst samples", "output", "error", "other winner"});
    for (std::size_t i = 0; i < std::min<std::size_t>(5, found.worst.size()); ++i)
        samples.add({std::to_string(found.worst[i].sample), shortened(found.worst[i].output, 40),
                     fmt::format("{:.3g}", found.worst[i].relativeL2),
                     found.worst[i].winnerChanged ? "yes" : "no"});
    if (!found.worst.empty())
        console.print("\n" + samples.text());
}

void show(const validation::Examination& found, std::size_t rows, Console& console) {
    showOutputs(found, console);
    engine::LayersOutcome layers;
    layers.plan = found.plan;
    layers.comparedOn = counted(found.layerSamples, "sample");
    layers.layers = found.layers;
    console.print("");
    show(layers, rows, console);
    for (const std::string& note : found.notes)
        console.print("note: " + note);
}

Result<engine::LayersOutcome> ofModel(Options& options, Context& context) {
    if (!options.candidate.empty())
        return fail(ErrorCode::InvalidArgument,
                    "--candidate needs a session, but " + options.model.input.model + " is none",
                    "Name a session folder, or leave --candidate away.");
    MI_CHECK(options.model.resolve());
    MI_CHECK(options.plan.resolve());
    engine::LayersRequest request;
    request.input = options.model.input;
    request.plan = options.plan.plan;
    request.rewrite = !options.noRewrites;
    MI_ASSIGN(request.session, parseMapping(options.mapping));
    return context.engine().layers(request, context.events(), context.cancel);
}

Result<validation::Examination> ofSession(const Options& options, Context& context) {
    for (const CLI::Option* option : options.ofModels)
        if (option->count() > 0)
            return fail(ErrorCode::InvalidArgument,
                        option->get_name() + " does not go with a session",
                        "A session has its own data, precision and mapping: leave it away.");
    engine::ExamineRequest request;
    request.session = options.model.input.model;
    request.candidate = options.candidate;
    return context.engine().examine(request, context.events(), context.cancel);
}

void run(Options& options, Context& context) {
    const auto finish = [&](const auto& result) {
        context.finish(result, [&](const auto& value) {
            if (context.console.json)
                context.console.document(value.toJson());
            else
                show(value, options.rows, context.console);
        });
    };
    if (session::isSessionFolder(options.model.input.model))
        finish(ofSession(options, context));
    else
        finish(ofModel(options, context));
}

} // namespace

void addSensitivity(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("sensitivity", "Which layers lose most at a lower precision");
    command
        ->add_option("model", options->model.input.model,
                     "ONNX file, sample model, or a session folder to examine in detail")
        ->required();
    const std::size_t before = command->get_options().size();
    options->model.addData(*command, "--calibration",
                           "Samples (.npz, .npy, folder); needed by the scheme int8");
    options->plan.add(*command);
    command->add_flag("--no-rewrites", options->noRewrites, "Take the graph as it stands");
    command->add_option("--mapping", options->mapping, "Session signature");
    options->model.addDimensions(*command);
    const auto all = command->get_options();
    options->ofModels.assign(all.begin() + static_cast<std::ptrdiff_t>(before), all.end());
    command->add_option("--candidate", options->candidate,
                        "Of a session: its name; left away, the session's choice");
    command->add_option("--rows", options->rows, "Layers to print at most")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command->footer("Examples:\n"
                    "  metainfer sensitivity model.onnx --calibration calibration.npz\n"
                    "  metainfer sensitivity session/ --candidate c7");
    command->callback([options, &context] { run(*options, context); });
}

} // namespace metainfer::cli
