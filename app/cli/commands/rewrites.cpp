// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer rewrites: list what may be rewritten, do it, prove it.
#include "arguments.h"

#include <fmt/format.h>

namespace metainfer::cli {
namespace {

constexpr std::size_t kSitesPerRule = 4; ///< shown without --all

struct Options {
    ModelArguments model;
    engine::RewritesRequest request;
    std::vector<std::string> apply;
    bool list = false, declined = false, all = false;
};

/// "fold_bn", "fold_bn@site", "fold_bn@one,two".
candidates::RewriteStep parseStep(const std::string& text) {
    const auto at = text.find('@');
    candidates::RewriteStep step{text.substr(0, at), {"*"}};
    if (at == std::string::npos)
        return step;
    step.sites.clear();
    std::string rest = text.substr(at + 1);
    for (std::size_t begin = 0; begin <= rest.size();) {
        const std::size_t end = std::min(rest.find(',', begin), rest.size());
        if (end > begin)
            step.sites.push_back(rest.substr(begin, end - begin));
        begin = end + 1;
    }
    return step;
}

std::string gain(const std::optional<Interval>& us) {
    return us ? formatInterval(*us) : "–";
}

void showOffered(const engine::RewritesOutcome& outcome, const Options& options, Console& console) {
    std::size_t applies = 0, declines = 0, hidden = 0;
    std::map<std::string, std::size_t> shown;
    Table table({"rule", "site", "nodes", "saves", options.declined ? "declined because" : ""});
    for (const auto& match : outcome.offered) {
        ++(match.applies() ? applies : declines);
        if (!match.applies() && !options.declined)
            continue;
        if (!options.all && ++shown[match.rule] > kSitesPerRule)
            ++hidden;
        else
            table.add(
                {match.rule,
                 shortened(match.graph.empty() ? match.site : match.graph + ":" + match.site, 56),
                 std::to_string(match.nodes.size()), gain(match.gainUs), match.declined});
    }
    if (applies > 0 || (options.declined && declines > 0))
        console.print(table.text());
    if (hidden)
        console.print(fmt::format("… and {} of the same rules (--all shows them)",
                                  counted(hidden, "more site")));
    console.print(fmt::format("{} can be applied; {} look like one and decline{}.",
                              counted(applies, "rewrite"), counted(declines, "place"),
                              declines && !options.declined ? " (--declined says why)" : ""));
    if (applies)
        console.print(outcome.before
                          ? fmt::format("Savings are {} for {}; rewrites may exclude each other.",
                                        numberSourceName(outcome.source), options.request.hardware)
                          : (options.request.hardware.empty()
                                 ? std::string("Savings are known only with a target: --hardware "
                                               "PROFILE.")
                                 : std::string("Savings of a model with dynamic sizes are not "
                                               "known: fix them with --dim NAME=N.")));
}

void showApplied(const engine::RewritesOutcome& outcome, Console& console) {
    Table table({"rule", "sites", "nodes added", "nodes removed", "took"});
    std::vector<std::string> failures;
    for (const auto& step : outcome.applied) {
        std::size_t added = 0, removed = 0;
        for (const auto& site : step.sites) {
            added += site.added;
            removed += site.removed;
        }
        table.add({step.rule, std::to_string(step.sites.size()), std::to_string(added),
                   std::to_string(removed),
                   fmt::format("{:.1f} ms", step.matchMs + step.applyMs + step.shapesMs)});
        for (const auto& failed : step.failed)
            failures.push_back(
                fmt::format("{} at {}: {}", step.rule, failed.site, failed.error.text()));
    }
    console.print(table.text());
    for (const std::string& failure : failures)
        console.print("not applied: " + failure);
    console.print(fmt::format("nodes         {} -> {}", outcome.nodesBefore, outcome.nodesAfter));
    if (outcome.before && outcome.after)
        console.print(fmt::format("latency       {} -> {} ({})", formatInterval(*outcome.before),
                                  formatInterval(*outcome.after),
                                  numberSourceName(outcome.source)));
    if (outcome.check)
        console.print(
            fmt::format("check         {} (on {})", outcome.check->verdict, outcome.checkedOn));
    if (!outcome.written.empty())
        console.print("written       " + outcome.written.string());
    else if (outcome.check && !outcome.check->equivalent)
        console.print("Nothing was written: the rewritten model computes something else.");
}

void run(Options& options, Context& context) {
    Result<engine::RewritesOutcome> outcome = [&]() -> Result<engine::RewritesOutcome> {
        MI_CHECK(options.model.resolve());
        if (options.apply.empty() && (!options.request.out.empty() || options.request.check))
            return fail(ErrorCode::InvalidArgument, "there is nothing to write or check",
                        "Say what to apply: --apply RULE, or --apply RULE@SITE.");
        options.request.input = options.model.input;
        for (const std::string& text : options.apply)
            options.request.apply.push_back(parseStep(text));
        return context.engine().rewrites(options.request, context.events(), context.cancel);
    }();
    context.finish(outcome, [&](const engine::RewritesOutcome& value) {
        if (context.console.json)
            context.console.document(value.toJson());
        else if (options.request.apply.empty())
            showOffered(value, options, context.console);
        else
            showApplied(value, context.console);
        if (value.check && !value.check->equivalent)
            context.exitCode = kGateNotMet;
    });
}

} // namespace

void addRewrites(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("rewrites", "List legal rewrites, apply and prove them");
    options->model.addModel(*command);
    command->add_option("--hardware", options->request.hardware,
                        "Profile that judges legality and gain");
    auto* list = command->add_flag("--list", options->list, "List only (the default)");
    command->add_option("--rule", options->request.rules, "List this rule only")
        ->allow_extra_args(false);
    command->add_flag("--all", options->all, "Show every site, not the first of each rule");
    command->add_flag("--declined", options->declined,
                      "Also list the places that look like a match and decline, with the reason");
    command
        ->add_option("--apply", options->apply,
                     "RULE, or RULE@SITE[,SITE]; several are applied in order")
        ->allow_extra_args(false)
        ->type_name("RULE[@SITE]")
        ->excludes(list);
    command->add_option("-o,--out", options->request.out, "Where to write the rewritten model");
    command->add_flag("--check", options->request.check,
                      "Run the original and the rewritten model and compare their outputs");
    options->model.addDimensions(*command);
    options->model.addData(*command, "--inputs", "Data to compare on; random values without it");
    command->footer("Examples:\n"
                    "  metainfer rewrites model.onnx --hardware accelerator-x\n"
                    "  metainfer rewrites model.onnx --apply fold_bn --check -o folded.onnx");
    command->callback([options, &context] { run(*options, context); });
}

} // namespace metainfer::cli
