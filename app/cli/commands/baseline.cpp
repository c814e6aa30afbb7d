// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer baseline: what an engineer reached by hand on a device, measured like everything else.
#include "arguments.h"

#include <fmt/format.h>

namespace metainfer::cli {
namespace {

std::string formatHours(const std::optional<double>& hours) {
    return hours ? fmt::format("{:g} h", *hours) : std::string();
}

void addRecord(CLI::App& parent, Context& context) {
    struct Options {
        engine::BaselineRequest request;
        std::vector<std::string> dimensions;
        std::string data;
    };
    auto options = std::make_shared<Options>();
    auto& request = options->request;
    CLI::App* command = parent.add_subcommand(
        "record", "Measure a hand-made model or hand-set options in turn with the original");
    command->add_option("model", request.model, "The original: ONNX file or sample model")
        ->required();
    command->add_option("--device", request.device, "Where it was made for")->capture_default_str();
    command->add_option("--file", request.file, "The hand-made model (ONNX)");
    command->add_option("--mapping", request.session,
                        "The hand-set options, for example \"threads=2;spin=off\"");
    command->add_option("--who", request.who, "Who made it")->required();
    command->add_option("--what", request.what, "What was done");
    command->add_option("--hours", request.hours, "Hours of work that it took");
    command->add_option("--dim", options->dimensions, "Size of a symbolic dimension, name=N");
    command->add_option("--inputs", options->data, "Data to feed; otherwise seeded random values");
    command->add_option("--processes", request.processes, "Fresh processes of the comparison")
        ->capture_default_str();
    command->add_option("--rounds", request.rounds, "Rounds in each")->capture_default_str();
    command->footer("Example:\n  metainfer baseline record grid-detector --mapping "
                    "\"threads=1;spin=off\" --who \"platform team\" --hours 3");
    command->callback([options, &context] {
        const auto sizes = parseDimensions(options->dimensions);
        if (!sizes) {
            context.exitCode = context.console.error(sizes.error());
            return;
        }
        options->request.dimensions = *sizes;
        options->request.data = options->data;
        context.finish(
            context.engine().recordBaseline(options->request, context.events(), context.cancel),
            [&](const experience::Baseline& baseline) {
                if (context.console.json)
                    return context.console.document(baseline.toJson());
                context.console.print(
                    fmt::format("{} on {}: {} ({} clock, time / original {}); kept as {}",
                                shortened(baseline.model, 50), baseline.device, baseline.verdict,
                                baseline.clock, formatRatio(baseline.ratio), baseline.id));
            });
    });
}

void addListing(CLI::App& parent, Context& context) {
    auto device = std::make_shared<std::string>();
    CLI::App* command = parent.add_subcommand("list", "The baselines that were recorded");
    command->add_option("--device", *device, "Of this device alone");
    command->footer("Example:\n  metainfer baseline list");
    command->callback([device, &context] {
        context.finish(context.engine().baselines(*device), [&](const auto& baselines) {
            Json list = Json::array();
            Table table({"id", "device", "model", "who", "took", "time / original", "verdict"});
            for (const experience::Baseline& one : baselines) {
                list.push_back(one.toJson());
                table.add({one.id, one.device, shortened(one.model, 32), cutOff(one.who, 20),
                           formatHours(one.hours), formatRatio(one.ratio), one.verdict});
            }
            if (context.console.json)
                return context.console.document(
                    {{"schema", "baseline-list/1"}, {"baselines", std::move(list)}});
            if (baselines.empty())
                return context.console.print("No baseline was recorded yet. Record one with: "
                                             "metainfer baseline record MODEL --device DEVICE "
                                             "--mapping OPTIONS --who NAME");
            context.console.print(table.text());
        });
    });
}

void addRemoval(CLI::App& parent, Context& context) {
    auto id = std::make_shared<std::string>();
    CLI::App* command = parent.add_subcommand("remove", "Forget a baseline");
    command->add_option("id", *id, "As `metainfer baseline list` shows it")->required();
    command->footer("Example:\n  metainfer baseline remove b-0123456789abcdef");
    command->callback([id, &context] {
        const Status removed = context.engine().removeBaseline(*id);
        if (!removed)
            context.exitCode = context.console.error(removed.error());
        else if (context.console.json)
            context.console.document({{"schema", "baseline-removed/1"}, {"id", *id}});
        else
            context.console.print(*id + " is forgotten");
    });
}

} // namespace

void addBaseline(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand(
        "baseline", "Manual baselines: what people reached by hand, measured the same way");
    command->require_subcommand(1);
    command->footer("Example:\n  metainfer baseline list");
    addRecord(*command, context);
    addListing(*command, context);
    addRemoval(*command, context);
}

} // namespace metainfer::cli
