// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer inspect: what a model is made of and what a target makes of it.
#include "arguments.h"

#include <fmt/format.h>

namespace metainfer::cli {
namespace {

struct Options {
    ModelArguments model;
    std::string hardware;
    std::size_t rows = 12;
};

double number(const Json& object, const char* key) {
    return jsonValue(object, key, 0.0);
}

std::string text(const Json& object, const char* key) {
    return jsonValue(object, key, std::string());
}

void showSummary(const Json& model, Console& console) {
    const auto line = [&](const char* what, const std::string& value) {
        console.print(fmt::format("{:<18} {}", what, value));
    };
    std::string nodes = fmt::format("{:.0f}", number(model, "nodes"));
    if (number(model, "subgraphs") > 0)
        nodes += fmt::format(", and {:.0f} in {:.0f} subgraphs", number(model, "subgraph_nodes"),
                             number(model, "subgraphs"));
    line("nodes",
         fmt::format("{}; depth {:.0f}, width {:.0f}, {:.0f} branching tensors", nodes,
                     number(model, "depth"), number(model, "width"), number(model, "branches")));
    line("parameters", fmt::format("{}, {}", formatCount(number(model, "parameters")),
                                   formatBytes(number(model, "parameter_bytes"))));
    line("work",
         fmt::format("{}FLOP, {} moved, {:.1f} FLOP/byte", formatCount(number(model, "flops")),
                     formatBytes(number(model, "traffic_bytes")),
                     number(model, "arithmetic_intensity")));
    if (number(model, "nodes_of_unknown_work") > 0)
        line("", fmt::format("without {:.0f} nodes whose work is not known",
                             number(model, "nodes_of_unknown_work")));
    line("transitions",
         fmt::format("{:.0f} layout, {:.0f} precision", number(model, "layout_transitions"),
                     number(model, "precision_transitions")));
}

/// "batch (counted at 1), time (open)".
std::string dynamicText(const Json& document) {
    std::vector<std::string> parts;
    for (const auto& symbol : jsonValue(document, "open_dimensions", std::vector<std::string>())) {
        const auto size = document["sizes"].find(symbol);
        parts.push_back(size == document["sizes"].end()
                            ? symbol + " (give its size with --dim)"
                            : fmt::format("{} (counted at {})", symbol, size->get<std::int64_t>()));
    }
    return parts.empty() ? "no dimension" : joined(parts, ", ");
}

void showMemory(const Json& memory, Console& console) {
    std::string line =
        fmt::format("{:<18} {} of activations at {}, {} of weights", "peak memory",
                    formatBytes(number(memory, "activation_bytes")), text(memory, "node"),
                    formatBytes(number(memory, "parameter_bytes")));
    if (number(memory, "unknown_tensors") > 0)
        line += fmt::format("; {:.0f} tensors of unknown size not counted",
                            number(memory, "unknown_tensors"));
    console.print(line);
}

void showFamilies(const Json& document, Console& console) {
    const bool timed = text(document["cost"], "basis").starts_with("microseconds");
    Table table({"operators", "nodes", "FLOP", "bytes", timed ? "time" : "", "share", "with rule"});
    for (const Json& row : document["families"])
        table.add({text(row, "family"), fmt::format("{:.0f}", number(row, "nodes")),
                   formatCount(number(row, "flops")), formatBytes(number(row, "bytes")),
                   timed ? formatMicroseconds(number(row, "cost")) : "",
                   formatPercent(number(row, "share")),
                   fmt::format("{:.0f}", number(row, "nodes_with_rule"))});
    console.print("\n" + table.text());
}

void showHotSpots(const Json& document, std::size_t rows, Console& console) {
    Table table({"hot spots", "operator", "share", "bound", "support", "rules"});
    std::size_t shown = 0;
    for (const Json& row : document["hot_spots"]) {
        if (shown++ == rows)
            break;
        table.add({shortened(text(row, "site"), 44), text(row, "op"),
                   formatPercent(number(row, "share")), text(row, "bound"),
                   text(row, "support") == "not_said" ? "" : text(row, "support"),
                   joined(jsonValue(row, "rules", std::vector<std::string>()), ", ")});
    }
    if (shown)
        console.print("\n" + table.text());
}

void showRules(const Json& document, Console& console) {
    Table table({"rewrites", "applies", "declines", "first site or reason"});
    bool any = false;
    for (const Json& row : document["rules"]) {
        any = true;
        const bool applies = number(row, "applies") > 0;
        const Json& list = row[applies ? "sites" : "declined"];
        table.add({text(row, "rule"), fmt::format("{:.0f}", number(row, "applies")),
                   fmt::format("{:.0f}", number(row, "declines")),
                   list.empty() ? "" : shortened(text(list[0], applies ? "site" : "reason"), 60)});
    }
    if (any)
        console.print("\n" + table.text());
}

void show(const Json& document, const Options& options, Console& console) {
    console.print(options.model.input.model);
    showSummary(document["model"], console);
    console.print(fmt::format("{:<18} {}", "dynamic", dynamicText(document)));
    showMemory(document["peak_memory"], console);
    if (document.contains("hardware"))
        console.print(fmt::format("{:<18} {} ({}), {}", "target",
                                  text(document["hardware"], "name"),
                                  text(document["hardware"], "type"),
                                  jsonValue(document["hardware"], "measured", false)
                                      ? "measured on this machine's probe"
                                      : "from its profile alone: times are simulated"));
    console.print(fmt::format("{:<18} {}", "shares are of", text(document["cost"], "basis")));
    showFamilies(document, console);
    showHotSpots(document, options.rows, console);
    showRules(document, console);
    if (!document["remarks"].empty())
        console.print("");
    for (const Json& remark : document["remarks"])
        console.print(fmt::format("{}: {}", text(remark, "severity"), text(remark, "text")));
}

void run(Options& options, Context& context) {
    Result<Json> document = [&]() -> Result<Json> {
        MI_CHECK(options.model.resolve());
        engine::InspectRequest request;
        request.model = options.model.input.model;
        request.hardware = options.hardware;
        request.dimensions = options.model.input.dimensions;
        return context.engine().inspect(request, context.cancel);
    }();
    context.finish(document, [&](const Json& value) {
        if (context.console.json)
            context.console.document(value);
        else
            show(value, options, context.console);
    });
}

} // namespace

void addInspect(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("inspect", "Analyse a model, on a target when one is named");
    options->model.addModel(*command);
    command->add_option("--hardware", options->hardware, "Profile name or path");
    options->model.addDimensions(*command);
    command->add_option("--rows", options->rows, "Hot spots to show")->capture_default_str();
    command->footer("Example:\n  metainfer inspect mobilenet-v2-style --hardware accelerator-x");
    command->callback([options, &context] { run(*options, context); });
}

} // namespace metainfer::cli
