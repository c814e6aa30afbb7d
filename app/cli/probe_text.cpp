// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One sentence for each kind of finding.
#include "probe_text.h"

#include "console.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <iostream>

#include <unistd.h>

namespace metainfer::cli {
namespace {

using measurement::FindingKind;
using measurement::ProbeFinding;

std::string fact(const ProbeFinding& finding, const char* name) {
    const auto it = finding.facts.find(name);
    return it == finding.facts.end() ? "?" : it->second;
}

/// "1.31 [1.25, 1.38]", the value alone when it is exact.
std::string interval(const Interval& value, const char* format = "{:.2f}") {
    const auto text = [format](double number) { return fmt::format(fmt::runtime(format), number); };
    if (value.low == value.high)
        return text(value.value);
    return fmt::format("{} [{}, {}]", text(value.value), text(value.low), text(value.high));
}

std::string ofType(const ProbeFinding& finding) {
    return finding.dtype.empty() ? finding.family
                                 : fmt::format("{} {}", finding.family, finding.dtype);
}

std::string inFloat(const ProbeFinding& finding) {
    return fmt::format("{} is accepted and computed in float ({}): {} times the time of fp32",
                       ofType(finding), fact(finding, "kernel"), interval(finding.value));
}

std::string capacity(const ProbeFinding& finding) {
    std::string text = fmt::format("{} holds about {} ({} to {}): {} GB/s within, {} beyond",
                                   finding.subject, formatBytes(finding.value.value),
                                   formatBytes(finding.value.low), formatBytes(finding.value.high),
                                   fact(finding, "gbps_before"), fact(finding, "gbps_after"));
    if (finding.facts.contains("stated_bytes"))
        text +=
            fmt::format("; the system says {}",
                        formatBytes(std::strtod(fact(finding, "stated_bytes").c_str(), nullptr)));
    return text;
}

std::string heat(const ProbeFinding& finding) {
    std::string text = fmt::format("all cores lose {} % of their rate each minute (over {} s",
                                   interval(finding.value, "{:.1f}"), fact(finding, "seconds"));
    if (finding.facts.contains("clock_mhz"))
        text += ", clock " + fact(finding, "clock_mhz") + " MHz";
    if (finding.facts.contains("temperature_c"))
        text += ", " + fact(finding, "temperature_c") + " °C";
    return text + ")";
}

std::string openShape(const ProbeFinding& finding) {
    if (finding.subject == "unsupported")
        return fmt::format("{} does not run with open dimensions: {}", finding.family,
                           fact(finding, "error"));
    return fmt::format("{} with open dimensions takes {} times the time of fixed ones",
                       finding.family, interval(finding.value));
}

} // namespace

std::string findingText(const ProbeFinding& finding) {
    switch (finding.kind) {
    case FindingKind::CacheCapacity:
        return capacity(finding);
    case FindingKind::IntegerAsFloat:
    case FindingKind::HalfAsFloat:
        return inFloat(finding);
    case FindingKind::TypePenalty:
        return fmt::format("{} takes {} times the time of fp32", ofType(finding),
                           interval(finding.value));
    case FindingKind::Decomposed:
        return fmt::format("{} {} runs as {} ({} cases)", finding.subject, finding.dtype,
                           fact(finding, "kernel"), fact(finding, "cases"));
    case FindingKind::OtherProvider:
        return fmt::format("{} {} is run by {} ({} cases)", finding.subject, finding.dtype,
                           fact(finding, "provider"), fact(finding, "cases"));
    case FindingKind::AlignmentStep:
        return fmt::format("{}: {} in steps of {}, {} times the time at {}", ofType(finding),
                           finding.subject, interval(finding.value, "{:.0f}"),
                           fact(finding, "penalty"), fact(finding, "at"));
    case FindingKind::FirstRun:
        return fmt::format(
            "the first inference of {} takes {} times the steady one (loading {} ms)",
            finding.family, interval(finding.value), fact(finding, "load_ms"));
    case FindingKind::BurstRate:
        return fmt::format("all cores start {} times as fast as they can go on",
                           interval(finding.value));
    case FindingKind::ThermalDecline:
        return heat(finding);
    case FindingKind::StreamScaling:
        return fmt::format("concurrent instances: {} give the most throughput, {} times one's",
                           interval(finding.value, "{:.0f}"), fact(finding, "speedup"));
    case FindingKind::ThreadScaling:
        return fmt::format("{} gains little from {} threads: {} times as fast as one",
                           finding.family, fact(finding, "threads"), interval(finding.value));
    case FindingKind::DynamicShape:
        return openShape(finding);
    case FindingKind::LayoutPreference:
        return fmt::format("{} is faster in {}: {} times the time of {}", finding.family,
                           finding.subject, interval(finding.value), fact(finding, "other"));
    case FindingKind::DatasheetConflict:
        return fmt::format("{}: the profile states {}, measured is {}", finding.subject,
                           fact(finding, "stated"), fact(finding, "measured"));
    }
    return {};
}

std::string dateOf(const std::string& time) {
    return time.substr(0, time.find('T'));
}

std::string changeText(const measurement::ProbeChange& change, const std::string& earlier) {
    const bool slower = change.ratio.value > 1;
    // Of the time: "12 % slower" takes 12 % more of it.
    const auto percent = [slower](double ratio) { return 100 * (slower ? ratio - 1 : 1 - ratio); };
    const double a = percent(change.ratio.low), b = percent(change.ratio.high);
    const std::string what = change.family.empty()  ? "all operators"
                             : change.dtype.empty() ? change.family
                                                    : change.family + " " + change.dtype;
    return fmt::format("{}: {:.0f} % {} [{:.0f}, {:.0f}] than on {}", what,
                       percent(change.ratio.value), slower ? "slower" : "faster", std::min(a, b),
                       std::max(a, b), dateOf(earlier));
}

bool askToGoOn(const measurement::UnfinishedProbe& found) {
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
        return false;
    std::fprintf(stderr, "A probe of %s was interrupted after %zu steps. Go on with it? [Y/n] ",
                 found.startedAt.c_str(), found.steps);
    std::string answer;
    if (!std::getline(std::cin, answer))
        return false;
    return answer.empty() || answer[0] == 'y' || answer[0] == 'Y';
}

} // namespace metainfer::cli
