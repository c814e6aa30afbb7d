// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer measure: protocol measurement, alone or in turn with another model.
#include "arguments.h"

#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace metainfer::cli {
namespace {

struct Options {
    ModelArguments model;
    engine::MeasureModelRequest request;
    std::string mapping, againstMapping;
    std::size_t rows = 20;
    bool dryRun = false;
};

std::string percentile(const Percentile& p) {
    return p.value ? formatMicroseconds(*p.value) : fmt::format("n too small by {}", p.missing);
}

void addClock(Table& table, const std::string& clock, const SampleSummary& samples) {
    if (samples.n() == 0)
        return;
    table.add({clock, std::to_string(samples.n()), formatMicroseconds(samples.median),
               percentile(samples.p50), percentile(samples.p90), percentile(samples.p95),
               percentile(samples.p99), formatMicroseconds(samples.min),
               formatPercent(samples.cv)});
}

void showMeasurement(const measurement::Measurement& m, const std::string& title,
                     Console& console) {
    if (m.failure) {
        console.print(title + ": failed: " + m.failure->text());
        return;
    }
    console.print(m.simulatedUs ? fmt::format("{} on {} (simulated)", title, m.device)
                                : fmt::format("{} on {} ({}, {} protocol)", title, m.device,
                                              numberSourceName(m.source), m.protocol));
    if (m.simulatedUs) {
        console.print("latency      " + formatInterval(*m.simulatedUs) +
                      " (simulated, 90 % interval of the model)");
    } else {
        Table table({"clock", "n", "median", "p50", "p90", "p95", "p99", "min", "cv"});
        addClock(table, "wall", m.wall);
        addClock(table, "cpu", m.cpu);
        console.print(table.text());
    }
    console.print(fmt::format("throughput   {:.1f} requests/s, {:.1f} samples/s",
                              m.requestsPerSecond, m.samplesPerSecond));
    if (m.peakMemoryBytes)
        console.print(fmt::format("peak memory  {} ({})",
                                  formatBytes(static_cast<double>(*m.peakMemoryBytes)),
                                  m.simulatedUs ? "simulated" : "measured in a fresh process"));
    if (m.loadMs && m.firstInferenceMs)
        console.print(fmt::format("cold start   load {:.1f} ms, first inference {:.2f} ms",
                                  *m.loadMs, *m.firstInferenceMs));
    if (m.modelBytes)
        console.print("model size   " + formatBytes(static_cast<double>(*m.modelBytes)));
    console.print(
        fmt::format("grade        {}{}", gradeName(m.validity.grade),
                    m.validity.reasons.empty() ? "" : ": " + joined(m.validity.reasons, "; ")));
}

void showComparison(const measurement::Comparison& comparison, Console& console) {
    if (comparison.failure) {
        console.print("comparison failed: " + comparison.failure->text());
        return;
    }
    // The interval of a model is its uncertainty about the ratio, which has no level of its own.
    const bool simulated = comparison.source == NumberSource::Simulated;
    Table table({simulated ? "simulated" : "interleaved", "clock", "processes", "rounds",
                 simulated ? "time / other" : "time / other [95 %]", "verdict"});
    const auto add = [&](const std::string& what, const measurement::VariantComparison& row,
                         const std::string& verdict) {
        table.add({what, std::string(measurement::clockName(row.clock)),
                   std::to_string(row.estimate.processes), std::to_string(row.estimate.rounds),
                   formatRatio(row.estimate.ratio), verdict});
    };
    for (const auto& row : comparison.variants) {
        if (row.failure)
            console.print("the model failed: " + row.failure->text());
        else
            add("model / other", row, row.verdict.text());
    }
    for (const auto& row : comparison.controls)
        add("A/A control", row, "");
    console.print(table.text());
    console.print(fmt::format(
        "Below 1 the model is faster. Numbers are {}; the period was {}{}.\n",
        numberSourceName(comparison.source), gradeName(comparison.validity.grade),
        comparison.validity.reasons.empty() ? ""
                                            : ": " + joined(comparison.validity.reasons, "; ")));
}

void showOperators(const measurement::OperatorProfile& profile, std::size_t rows,
                   Console& console) {
    auto operators = profile.operators;
    std::stable_sort(operators.begin(), operators.end(),
                     [](const auto& a, const auto& b) { return a.us > b.us; });
    Table table({"operator", "node", "time", "share", "calls", "provider"});
    for (std::size_t i = 0; i < std::min(rows, operators.size()); ++i) {
        const auto& op = operators[i];
        table.add({op.opType, shortened(op.node, 44), formatMicroseconds(op.us),
                   formatPercent(profile.sumUs > 0 ? op.us / profile.sumUs : 0),
                   fmt::format("{:g}", op.calls), op.provider});
    }
    console.print(table.text());
    if (operators.size() > rows)
        console.print(
            fmt::format("… and {} cheaper ones (--rows N shows more)", operators.size() - rows));
    console.print(
        fmt::format("sum of operators {}, end to end {} without profiling, gap {}{} ({}, {})",
                    formatMicroseconds(profile.sumUs), formatMicroseconds(profile.endToEndUs),
                    formatMicroseconds(profile.gapUs()),
                    profile.gapUs() < 0 ? ": profiling itself takes time" : "",
                    numberSourceName(profile.source),
                    counted(static_cast<std::size_t>(profile.runs), "profiled run")));
}

void show(const engine::MeasureOutcome& outcome, const Options& options, Console& console) {
    showMeasurement(outcome.measurement, options.request.input.model, console);
    console.print("");
    if (outcome.other) {
        showMeasurement(*outcome.other, options.request.against, console);
        console.print("");
    }
    if (outcome.comparison) {
        showComparison(*outcome.comparison, console);
        console.print("");
    }
    if (outcome.operators) {
        showOperators(*outcome.operators, options.rows, console);
        console.print("");
    }
    console.print("Fed with " + outcome.fedWith + "; latency is end to end, copies included.");
}

void showCommands(Options& options, Context& context) {
    const auto lines = [&]() -> Result<std::vector<std::string>> {
        MI_CHECK(options.model.resolve());
        MI_ASSIGN(options.request.session, parseMapping(options.mapping));
        options.request.input = options.model.input;
        return context.engine().dryRun(options.request, context.cancel);
    }();
    context.finish(lines, [&](const std::vector<std::string>& commands) {
        showCommandLines(options.request.device, commands, context.console);
    });
}

void run(Options& options, Context& context) {
    Result<engine::MeasureOutcome> outcome = [&]() -> Result<engine::MeasureOutcome> {
        MI_CHECK(options.model.resolve());
        MI_ASSIGN(options.request.session, parseMapping(options.mapping));
        MI_ASSIGN(options.request.againstSession,
                  parseMapping(options.againstMapping.empty() ? options.mapping
                                                              : options.againstMapping));
        if (!options.againstMapping.empty() && options.request.against.empty())
            options.request.against = options.model.input.model;
        options.request.input = options.model.input;
        return context.engine().measure(options.request, context.events(), context.cancel);
    }();
    context.finish(outcome, [&](const engine::MeasureOutcome& value) {
        if (context.console.json)
            context.console.document(value.toJson());
        else
            show(value, options, context.console);
        if (value.comparison && value.comparison->failure)
            context.exitCode = kFailed;
    });
}

} // namespace

void addMeasure(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("measure", "Measure a model by the protocol");
    options->model.addModel(*command);
    command->add_option("--device", options->request.device, "local, or a profile (then simulated)")
        ->capture_default_str();
    command->add_option("--mapping", options->mapping,
                        "Session signature, for example \"threads=1;opt=all\"");
    command->add_option("--against", options->request.against,
                        "Measure in turn with this model and judge the ratio");
    command->add_option("--against-mapping", options->againstMapping,
                        "Its session signature; alone: the same model with these options");
    command->add_flag("--quick", options->request.quick, "Few runs: no p95");
    command->add_flag("--profile", options->request.operators,
                      "Time per operator, from a separate run");
    command->add_flag("--memory", options->request.memory,
                      "Peak memory and cold start, in fresh processes");
    command->add_option("--processes", options->request.processes, "Of the comparison")
        ->check(CLI::Range(1, 100))
        ->capture_default_str();
    command->add_option("--rounds", options->request.rounds, "Per process of the comparison")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_option("--pin", options->request.pinTo, "Logical CPUs, for example 0,1")
        ->delimiter(',');
    options->model.addData(*command, "--inputs", "Data to feed; random values without it");
    options->model.addDimensions(*command);
    command->add_flag("--dry-run", options->dryRun,
                      "Print the commands of a toolchain device, without running them");
    command->add_option("--rows", options->rows, "Operators to show")->capture_default_str();
    command->footer("Examples:\n"
                    "  metainfer measure model.onnx --mapping \"threads=1\" --profile --memory\n"
                    "  metainfer measure int8.onnx --against model.onnx --mapping \"threads=1\"");
    command->callback([options, &context] {
        if (options->dryRun)
            showCommands(*options, context);
        else
            run(*options, context);
    });
}

} // namespace metainfer::cli
