// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer adapt: the main job.
#include "arguments.h"

#include "measurement/metric_spread.h"

#include <fmt/format.h>

namespace metainfer::cli {
namespace {

struct Options {
    engine::AdaptRequest request;
    std::string timeLimit;
    bool watch = false;
};

using measurement::Metric;

std::string cell(const engine::Subject& subject, Metric metric) {
    const auto it = subject.values.find(metric);
    if (it == subject.values.end())
        return "–";
    std::string text = measurement::formatMetric(metric, it->second.value());
    if (const std::string spread = measurement::spreadText(metric, it->second); !spread.empty())
        text += " " + spread;
    return text;
}

void show(const engine::AdaptOutcome& outcome, Console& console) {
    Table table({"", "latency p50", "p95", "throughput", "peak memory", "size", "accuracy",
                 "time / original"});
    for (const engine::Subject& subject : outcome.subjects)
        table.add({subject.role, cell(subject, Metric::P50Latency),
                   cell(subject, Metric::P95Latency), cell(subject, Metric::Throughput),
                   cell(subject, Metric::Memory), cell(subject, Metric::ModelSize),
                   subject.accuracy,
                   subject.ratio ? fmt::format("{:.3f} [{:.3f}, {:.3f}]", subject.ratio->value,
                                               subject.ratio->low, subject.ratio->high)
                                 : "1"});
    console.print(table.text());
    for (const engine::Subject& subject : outcome.subjects) {
        std::string line = fmt::format("{:<11} {}", subject.role, subject.key);
        if (!subject.verdict.empty())
            line += fmt::format("\n            against the original: {} ({} clock)",
                                subject.verdict, subject.ratioClock);
        if (!subject.againstHandTuned.empty())
            line += "\n            against hand-tuned: " + subject.againstHandTuned;
        if (!subject.grade.empty())
            line += "\n            absolute numbers: " + subject.grade;
        console.print(line);
    }
    console.print("");
    console.print("Accuracy: " + outcome.accuracyBasis + ".");
    for (const std::string& text : outcome.decision.unverified)
        console.print("Not verified: " + text);
    const auto latency = outcome.subjects.front().values.find(Metric::P50Latency);
    if (!outcome.simulated && latency != outcome.subjects.front().values.end() &&
        !measurement::spreadText(Metric::P50Latency, latency->second).empty())
        console.print("latency p50: in turn with the others, ± its 95 % interval; the columns "
                      "after it: each model alone.");
    if (outcome.simulated)
        console.print(
            fmt::format("All performance numbers are simulated: there is no device for this "
                        "profile here. {}. In time / original the errors that both models share "
                        "are left out.",
                        measurement::kModelIntervalText));
    console.print(fmt::format("{} candidates tried, {} failed, {} measurements taken over.",
                              outcome.tried, outcome.failed, outcome.reusedMeasurements));
    console.print(outcome.reason);
    for (const auto& conflict : outcome.decision.conflicts)
        console.print("Limits in conflict: " + conflict.text);
    for (const auto& miss : outcome.decision.nearestMisses) {
        std::string what;
        for (const auto& violation : miss.violations)
            what += (what.empty() ? "" : "; ") + violation;
        console.print(fmt::format("Nearest miss: {} ({})", miss.id, what));
    }
    console.print("Session: " + outcome.session.string());
    console.print("Report:  " + outcome.report.string());
}

/// The same events, each as a line: for a log, or for a person who wants to see all of it.
engine::EventSink watching(Context& context) {
    return [&context, show = context.events()](const engine::Event& event) {
        if (const auto* stage = std::get_if<engine::StageStarted>(&event)) {
            context.console.note(fmt::format("{:7.1f} s  {}", stage->elapsedSeconds,
                                             engine::stageName(stage->stage)));
        } else if (const auto* done = std::get_if<engine::CandidateMeasured>(&event)) {
            std::string line = fmt::format("           {:<5}", done->id);
            if (done->ratio)
                line += fmt::format("{:.3f} of the original's time  ", done->ratio->value);
            if (done->failure)
                line += done->failure->message + "  ";
            context.console.note(line + done->key);
        } else if (const auto* best = std::get_if<engine::BestChanged>(&event)) {
            context.console.note(fmt::format("           {:<5}is the best so far", best->id));
        } else {
            show(event);
        }
    };
}

void run(Options& options, Context& context) {
    if (!options.timeLimit.empty()) {
        const auto limit = parseDuration(options.timeLimit);
        if (!limit) {
            context.exitCode = context.console.error(limit.error());
            return;
        }
        options.request.timeLimit = *limit;
    }
    const auto outcome = context.engine().adapt(
        options.request, options.watch ? watching(context) : context.events(), context.cancel);
    context.finish(outcome, [&](const engine::AdaptOutcome& value) {
        if (context.console.json)
            context.console.document(value.document);
        else
            show(value, context.console);
        if (value.answer == search::Answer::NoneFeasible)
            context.exitCode = kGateNotMet;
    });
}

} // namespace

void addAdapt(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("adapt", "Adapt a model to a device: the main job");
    command
        ->add_option("deployment", options->request.deployment,
                     "deployment.yaml, or a model (.onnx) to adapt without one")
        ->required();
    command->add_option("--hardware", options->request.hardware,
                        "With a model: the profile to adapt it for; this machine when left away");
    command->add_option("--out", options->request.out, "Session folder to write");
    command->add_option("--budget", options->request.budget, "Candidates to measure")
        ->check(CLI::Range(1, 100000));
    command->add_option("--time-limit", options->timeLimit, "For example 90s, 10m, 1h");
    command->add_option("--seed", options->request.seed, "Seed of every random choice");
    command->add_flag("--watch", options->watch, "Tell on stderr of each stage and candidate");
    command->add_flag("--resume", options->request.resume, "Go on with the session in --out");
    command->add_flag_callback(
        "--no-experience", [options] { options->request.useExperience = false; },
        "Neither read nor write the experience store");
    command->footer(
        "Examples:\n  metainfer adapt sample_models/mobilenet-v2-style/deployment.yaml --out s1\n"
        "  metainfer adapt model.onnx --hardware accelerator-x-edge --watch");
    command->callback([options, &context] { run(*options, context); });
}

} // namespace metainfer::cli
