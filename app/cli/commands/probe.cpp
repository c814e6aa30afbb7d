// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer probe: microbenchmarks into a hardware profile.
#include "arguments.h"
#include "probe_text.h"

#include "measurement/start_time.h"

#include <fmt/format.h>

namespace metainfer::cli {
namespace {

struct Options {
    engine::ProbeRequest request;
    std::string suite = "quick";
    std::string timeLimit, at;
    bool machineOnly = false, operatorsOnly = false, resume = false, fresh = false;
};

void showMachine(const measurement::ProbeResult& result, Console& console) {
    if (!result.compute.empty()) {
        Table table({"compute", "threads", "GFLOP/s or GOP/s", "native", "kernel"});
        for (const auto& rate : result.compute)
            table.add({rate.dtype, std::to_string(rate.threads),
                       rate.gflops > 0 ? fmt::format("{:.1f}", rate.gflops) : "–",
                       rate.native ? "yes" : "no",
                       rate.reason.empty() ? rate.kernel : rate.kernel + ": " + rate.reason});
        console.print(table.text());
    }
    Table curve({"footprint", "threads", "read GB/s"});
    for (const auto& sample : result.bandwidth)
        if (sample.pattern == "read")
            curve.add({formatBytes(sample.footprintBytes), std::to_string(sample.threads),
                       fmt::format("{:.1f}", sample.gbps)});
    if (!result.bandwidth.empty())
        console.print(curve.text());
    for (const auto& knee : result.knees)
        console.print(fmt::format("bandwidth falls from {:.1f} to {:.1f} GB/s at {}{}",
                                  knee.gbpsBefore, knee.gbpsAfter, formatBytes(knee.footprintBytes),
                                  knee.level.empty() ? ", no cache of that size"
                                                     : fmt::format(": {} is {}", knee.level,
                                                                   formatBytes(knee.levelBytes))));
    for (const auto& cache : result.caches)
        console.print(fmt::format("cache {:<10} {}, line {} B, {} on the usable cores", cache.level,
                                  formatBytes(cache.sizeBytes), cache.lineBytes, cache.instances));
    if (result.launchWallUs)
        console.print(fmt::format("launch overhead  {} wall, {} CPU",
                                  formatMicroseconds(*result.launchWallUs),
                                  formatMicroseconds(result.launchCpuUs.value_or(0))));
    for (const auto& point : result.scaling)
        if (point.cores > 1)
            console.print(fmt::format("scaling          {} threads are {:.2f} times as fast as one",
                                      point.cores, point.speedup));
}

void showOperators(const measurement::ProbeResult& result, Console& console) {
    if (result.rows.empty())
        return;
    Table table(
        {"operator", "type", "layout", "shapes", "status", "p50", "GFLOP/s", "GB/s", "tier"});
    for (const auto& row : result.rows) {
        const auto tier = measurement::tierOf(row, result);
        table.add({row.family, row.dtype, row.layout, shortened(row.shapes.text(), 44),
                   std::string(hardware::probeStatusName(row.status)),
                   row.p50Us ? formatMicroseconds(*row.p50Us) : "–",
                   row.gflops ? fmt::format("{:.1f}", *row.gflops) : "–",
                   row.gbps ? fmt::format("{:.1f}", *row.gbps) : "–",
                   tier ? std::string(hardware::opTierName(*tier)) : ""});
    }
    console.print("\n" + table.text());
}

void showFindings(const measurement::ProbeResult& result, Console& console) {
    if (result.findings.empty())
        return;
    Table table({"finding", "confidence", "n", "spread"});
    for (const auto& finding : result.findings) {
        const auto& sure = finding.confidence;
        table.add({findingText(finding), fmt::format("{:.2f}", sure.value), std::to_string(sure.n),
                   sure.spread ? formatPercent(*sure.spread) : "–"});
    }
    console.print("\n" + table.text());
}

void showChanges(const measurement::ProbeComparison& comparison, Console& console) {
    for (const auto& change : comparison.changes)
        console.print(changeText(change, comparison.earlier));
    if (comparison.changes.empty())
        console.print(
            fmt::format("No significant change of {} since the probe of {}.",
                        counted(comparison.compared, "family or rate", "families and rates"),
                        dateOf(comparison.earlier)));
    for (const auto& difference : comparison.environment)
        console.print(fmt::format("changed since then: {} ({} -> {})", difference.field,
                                  difference.left, difference.right));
}

void show(const engine::ProbeOutcome& outcome, Console& console) {
    const auto& result = outcome.result;
    showMachine(result, console);
    showOperators(result, console);
    showFindings(result, console);
    if (outcome.changes)
        showChanges(*outcome.changes, console);
    for (const std::string& problem : result.problems)
        console.print("not probed: " + problem);
    if (result.skipped)
        console.print(fmt::format("{} left out at the time limit; --resume takes them.",
                                  counted(result.skipped, "step")));
    if (result.resumed)
        console.print(fmt::format("{} taken over from the interrupted probe.",
                                  counted(result.resumed, "step")));
    console.print(fmt::format(
        "All numbers are measured, one thread and process CPU time unless said otherwise. {}{}",
        gradeName(result.validity.grade),
        result.validity.reasons.empty() ? "" : ": " + joined(result.validity.reasons, "; ")));
    console.print(fmt::format("{} probed in {:.0f} s. Profile: {} (revision {})",
                              counted(result.rows.size(), "operator case"), result.seconds,
                              outcome.written.string(), outcome.profile.revision.number));
    for (const std::string& table : outcome.tables)
        console.print("Rows:    " + table);
}

/// Opens the device first: what is asked and what is wrong with it comes while somebody is there.
Status waitForStart(const std::string& at, const std::string& device, Context& context) {
    MI_ASSIGN(const auto start, measurement::parseStartTime(at, measurement::WallClock::now()));
    MI_ASSIGN(const auto open, context.engine().device(device, context.cancel));
    context.console.note(fmt::format("metainfer: note: the probe of {} starts at {}; Ctrl-C gives "
                                     "it up",
                                     device, measurement::localTimeText(start)));
    return measurement::waitUntil(start, context.cancel);
}

void run(Options& options, Context& context) {
    Result<engine::ProbeOutcome> outcome = [&]() -> Result<engine::ProbeOutcome> {
        MI_ASSIGN(options.request.options.suite, measurement::parseProbeSuite(options.suite));
        options.request.options.operators = !options.machineOnly;
        options.request.options.machine = !options.operatorsOnly;
        if (!options.timeLimit.empty()) {
            MI_ASSIGN(const auto limit, parseDuration(options.timeLimit));
            options.request.options.timeLimitSeconds = static_cast<double>(limit.count());
        }
        options.request.options.resume = options.resume  ? measurement::ProbeResume::Always
                                         : options.fresh ? measurement::ProbeResume::Never
                                                         : measurement::ProbeResume::Ask;
        options.request.options.onUnfinished = [](const measurement::UnfinishedProbe& found) {
            return askToGoOn(found);
        };
        if (!options.at.empty()) {
            if (!options.resume) // nobody is asked hours later
                options.request.options.resume = measurement::ProbeResume::Never;
            MI_CHECK(waitForStart(options.at, options.request.device, context));
        }
        // Asking for some operators means these, and the machine only as far as they need it.
        return context.engine().probe(options.request, context.events(), context.cancel);
    }();
    context.finish(outcome, [&](const engine::ProbeOutcome& value) {
        if (context.console.json)
            context.console.document(value.toJson());
        else
            show(value, context.console);
    });
}

} // namespace

void addProbe(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("probe", "Measure what a device can do and write its profile");
    command
        ->add_option("device", options->request.device,
                     "local, or any device that `metainfer device list` shows")
        ->capture_default_str();
    command
        ->add_option("--suite", options->suite,
                     "reduced (seconds), quick (two minutes at most) or full")
        ->capture_default_str();
    command
        ->add_option("--ops", options->request.options.families,
                     "Operator families to probe, for example conv2d,matmul; all without it")
        ->delimiter(',');
    command
        ->add_option("--dtypes", options->request.options.dtypes,
                     "fp32, int8, fp16; all without it")
        ->delimiter(',');
    command->add_option("--shape", options->request.options.shapes,
                        "Only operators with this in their shapes, for example "
                        "\"Conv 1x64x56x56\"; may be repeated");
    CLI::Option* machine =
        command->add_flag("--machine-only", options->machineOnly,
                          "Compute, bandwidth, overhead and scaling, no operators");
    command->add_flag("--operators-only", options->operatorsOnly, "Operators alone")
        ->excludes(machine);
    CLI::Option* resume =
        command->add_flag("--resume", options->resume,
                          "Go on with an interrupted probe of this suite, if there is one");
    command->add_flag("--fresh", options->fresh, "Begin anew without asking")->excludes(resume);
    command->add_option("--time-limit", options->timeLimit,
                        "Stop with what was measured by then, for example 90s, 10m, 1h");
    command->add_option("--at", options->at,
                        "Start later: 22:00, +30m or 2026-12-31T22:00; a device that is busy then "
                        "is waited for, as always");
    command->add_option("-o,--out", options->request.profile,
                        "Profile to write (.yaml); the user's own of the device without it");
    command->add_option("--csv", options->request.csv, "Also write the rows as CSV");
    command->add_option("--json-rows", options->request.jsonRows, "Also write the rows as JSON");
    command->footer("Example:\n  metainfer probe local --suite quick --csv rows.csv\n"
                    "  metainfer probe board --suite full --resume\n"
                    "  metainfer probe board --suite full --at 22:00");
    command->callback([options, &context] { run(*options, context); });
}

} // namespace metainfer::cli
