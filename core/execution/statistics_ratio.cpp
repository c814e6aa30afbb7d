// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Ratios of interleaved rounds with intervals, verdicts and grades.
#include "base/random.h"
#include "execution/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace metainfer {
namespace {

constexpr double kControlLimit = 0.05; // an A/A ratio further off says: this period is uneven
constexpr double kValidCv = 0.025;
constexpr double kClockNoisy = 0.02, kClockJump = 0.10;
constexpr double kStolenLimit = 0.005;
constexpr double kLoadLimit = 0.10; // of one core

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

LogRatios withoutEmpty(const LogRatios& rounds) {
    LogRatios kept;
    std::copy_if(rounds.begin(), rounds.end(), std::back_inserter(kept),
                 [](const auto& process) { return !process.empty(); });
    return kept;
}

Interval tInterval(const std::vector<double>& values, double level) {
    const double centre = mean(values);
    const auto n = static_cast<double>(values.size());
    if (values.size() < 2) // one value has no spread: anything is possible
        return {std::exp(centre), 0, std::numeric_limits<double>::infinity()};
    double squares = 0;
    for (const double x : values)
        squares += (x - centre) * (x - centre);
    const double error = std::sqrt(squares / (n - 1) / n);
    const double half =
        studentQuantile((1 + level) / 2, static_cast<int>(values.size()) - 1) * error;
    return {std::exp(centre), std::exp(centre - half), std::exp(centre + half)};
}

/// P(T <= t) for integer degrees of freedom: Abramowitz and Stegun 26.7.3 and 26.7.4.
double studentCdf(double t, int degrees) {
    const double theta = std::atan(t / std::sqrt(degrees));
    const double c = std::cos(theta), s = std::sin(theta);
    double sum = 0;
    if (degrees % 2 == 1) {
        double term = c;
        for (int k = 1; k <= degrees - 2; k += 2) {
            sum += term;
            term *= c * c * (k + 1) / (k + 2);
        }
        return 0.5 + (theta + s * sum) / std::numbers::pi;
    }
    double term = 1;
    for (int k = 0; k <= degrees - 2; k += 2) {
        sum += term;
        term *= c * c * (k + 1) / (k + 2);
    }
    return 0.5 + s * sum / 2;
}

std::string rangeText(double low, double high) {
    return fmt::format("[{:.3f}, {:.3f}]", low, high);
}

} // namespace

double studentQuantile(double p, int degrees) {
    if (p < 0.5)
        return -studentQuantile(1 - p, degrees);
    double low = 0, high = 1;
    while (studentCdf(high, degrees) < p && high < 1e12)
        high *= 2;
    for (int i = 0; i < 200 && high - low > 1e-12 * high; ++i) {
        const double middle = (low + high) / 2;
        (studentCdf(middle, degrees) < p ? low : high) = middle;
    }
    return (low + high) / 2;
}

std::string_view intervalMethodName(IntervalMethod method) {
    switch (method) {
    case IntervalMethod::TOverProcesses:
        return "t_over_processes";
    case IntervalMethod::Bootstrap:
        return "bootstrap";
    case IntervalMethod::OneProcess:
        break;
    }
    return "one_process";
}

Interval bootstrapRatio(const LogRatios& rounds, double level, std::uint64_t seed, int resamples) {
    const LogRatios kept = withoutEmpty(rounds);
    std::vector<double> means;
    for (const auto& process : kept)
        means.push_back(mean(process));
    Random random(seed);
    std::vector<double> centres(static_cast<std::size_t>(resamples));
    for (double& centre : centres) {
        double total = 0;
        for (std::size_t p = 0; p < kept.size(); ++p) {
            const auto& process = kept[random.below(kept.size())];
            double sum = 0;
            for (std::size_t r = 0; r < process.size(); ++r)
                sum += process[random.below(process.size())];
            total += sum / static_cast<double>(process.size());
        }
        centre = total / static_cast<double>(kept.size());
    }
    std::sort(centres.begin(), centres.end());
    return {std::exp(mean(means)), std::exp(percentileOfSorted(centres, (1 - level) / 2)),
            std::exp(percentileOfSorted(centres, (1 + level) / 2))};
}

Result<RatioEstimate> estimateRatio(const LogRatios& rounds, double level, std::uint64_t seed) {
    const LogRatios kept = withoutEmpty(rounds);
    if (kept.empty())
        return fail(ErrorCode::InvalidArgument, "no usable round to compare",
                    "repeat the comparison when the machine is quieter");
    if (!(level > 0 && level < 1))
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("confidence level {} is outside (0, 1)", level), "0.95 is usual");
    RatioEstimate estimate;
    estimate.processes = kept.size();
    std::vector<double> means;
    for (const auto& process : kept) {
        estimate.rounds += process.size();
        means.push_back(mean(process));
    }
    if (kept.size() == 1) {
        estimate.method = IntervalMethod::OneProcess;
        estimate.ratio = tInterval(kept.front(), level);
    } else if (kept.size() < kBootstrapProcesses) {
        estimate.method = IntervalMethod::TOverProcesses;
        estimate.ratio = tInterval(means, level);
    } else {
        estimate.method = IntervalMethod::Bootstrap;
        estimate.ratio = bootstrapRatio(kept, level, seed);
    }
    return estimate;
}

std::string_view verdictKindName(VerdictKind kind) {
    switch (kind) {
    case VerdictKind::Faster:
        return "faster";
    case VerdictKind::Slower:
        return "slower";
    case VerdictKind::CannotTell:
        break;
    }
    return "cannot_tell";
}

std::string Verdict::text() const {
    const std::string why = reason.empty() ? "" : ": " + reason;
    if (kind == VerdictKind::Faster) // times as fast: the inverse of the time ratio
        return fmt::format("faster by {:.3f} {}{}", 1 / ratio.value,
                           rangeText(1 / ratio.high, 1 / ratio.low), why);
    if (kind == VerdictKind::Slower)
        return fmt::format("slower by {:.3f} {}{}", ratio.value, rangeText(ratio.low, ratio.high),
                           why);
    const bool unbounded = ratio.low <= 0 || !std::isfinite(ratio.high);
    return fmt::format("cannot tell{}{}",
                       unbounded ? "" : " " + rangeText(1 / ratio.high, 1 / ratio.low), why);
}

Json Verdict::toJson() const {
    const bool unbounded = !std::isfinite(ratio.high);
    return Json{
        {"verdict", verdictKindName(kind)},
        {"ratio", ratio.value},
        {"low", ratio.low},
        {"high", unbounded ? Json() : Json(ratio.high)},
        {"decisive",
         Json::array({decisive.low, std::isfinite(decisive.high) ? Json(decisive.high) : Json()})},
        {"reason", reason},
        {"text", text()}};
}

Result<Verdict> Verdict::fromJson(const Json& json) {
    Verdict verdict;
    const auto name = jsonValue<std::string>(json, "verdict", "");
    bool known = false;
    for (const VerdictKind kind :
         {VerdictKind::Faster, VerdictKind::Slower, VerdictKind::CannotTell})
        if (name == verdictKindName(kind)) {
            verdict.kind = kind;
            known = true;
        }
    if (!known)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("verdict `{}` is not faster, slower or cannot_tell", name));
    verdict.ratio.value = jsonValue(json, "ratio", 1.0);
    verdict.ratio.low = jsonValue(json, "low", 0.0);
    verdict.ratio.high = jsonValue(json, "high", std::numeric_limits<double>::infinity());
    verdict.reason = jsonValue<std::string>(json, "reason", "");
    verdict.decisive = verdict.ratio; // of files from before it was written
    if (const Json ends = jsonValue(json, "decisive", Json());
        ends.is_array() && ends.size() == 2 && ends[0].is_number()) {
        verdict.decisive.low = ends[0].get<double>();
        verdict.decisive.high =
            ends[1].is_number() ? ends[1].get<double>() : std::numeric_limits<double>::infinity();
    }
    return verdict;
}

Verdict judge(const RatioEstimate& estimate, const std::optional<RatioEstimate>& control,
              std::size_t minimumProcesses) {
    const auto widened = [](Interval interval, double bias) {
        interval.low *= std::exp(-bias);
        interval.high *= std::exp(bias);
        return interval;
    };
    // What identical variants seemed to differ by in the same period is no effect.
    const double bias = control ? std::abs(std::log(control->ratio.value)) : 0;
    Verdict verdict;
    verdict.ratio = estimate.ratio;
    verdict.decisive = widened(verdict.ratio, bias);
    if (estimate.processes < std::max<std::size_t>(minimumProcesses, 2)) {
        verdict.reason =
            fmt::format("{} process(es) measured, at least {} needed", estimate.processes,
                        std::max<std::size_t>(minimumProcesses, 2));
        return verdict;
    }
    // A control far off says that the period itself was uneven: then its error goes into the
    // interval as well, and only an effect that dwarfs it is still one.
    const bool uneven = bias > std::log1p(kControlLimit);
    if (uneven) {
        verdict.ratio = verdict.decisive;
        verdict.decisive = widened(verdict.ratio, bias);
        verdict.reason =
            fmt::format("the A/A control is off by {:.1f} %, the interval is wider by as much",
                        100 * std::expm1(bias));
    }
    if (verdict.decisive.high < 1)
        verdict.kind = VerdictKind::Faster;
    else if (verdict.decisive.low > 1)
        verdict.kind = VerdictKind::Slower;
    else if (uneven)
        return verdict;
    else if (estimate.ratio.contains(1))
        verdict.reason = "the interval contains 1";
    else
        verdict.reason =
            fmt::format("not further from 1 than the A/A control, {:.3f}", control->ratio.value);
    return verdict;
}

std::string_view gradeName(Grade grade) {
    switch (grade) {
    case Grade::Valid:
        return "VALID";
    case Grade::Noisy:
        return "NOISY";
    case Grade::Invalid:
        break;
    }
    return "INVALID";
}

std::optional<Grade> gradeFromName(std::string_view name) {
    for (const Grade grade : {Grade::Valid, Grade::Noisy, Grade::Invalid})
        if (name == gradeName(grade))
            return grade;
    return std::nullopt;
}

void Validity::lower(Grade to, std::string reason) {
    grade = std::max(grade, to);
    reasons.push_back(std::move(reason));
}

Json Validity::toJson() const {
    return Json{{"grade", gradeName(grade)}, {"reasons", reasons}};
}

Result<Validity> Validity::fromJson(const Json& json) {
    const auto name = jsonValue<std::string>(json, "grade", "");
    const auto grade = gradeFromName(name);
    if (!grade)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("grade `{}` is not VALID, NOISY or INVALID", name));
    return Validity{*grade, jsonValue<std::vector<std::string>>(json, "reasons", {})};
}

Validity gradeOf(const GradeEvidence& evidence) {
    Validity validity;
    const auto percent = [](double share) { return fmt::format("{:.1f} %", 100 * share); };
    if (evidence.crashedRuns > 0)
        validity.lower(Grade::Invalid, fmt::format("{} run(s) crashed", evidence.crashedRuns));
    if (evidence.samples < evidence.minimumSamples)
        validity.lower(Grade::Invalid, fmt::format("{} samples, {} needed", evidence.samples,
                                                   evidence.minimumSamples));
    if (evidence.throttleEvents.value_or(0) > 0)
        validity.lower(Grade::Invalid,
                       fmt::format("throttled {} time(s)", *evidence.throttleEvents));
    const double clockChange = evidence.clockChange.value_or(0);
    if (clockChange > kClockJump)
        validity.lower(Grade::Invalid, "clock jumped by " + percent(clockChange));
    else if (clockChange > kClockNoisy)
        validity.lower(Grade::Noisy, "clock changed by " + percent(clockChange));
    if (evidence.governorChanged)
        validity.lower(Grade::Noisy, "clock governor changed");
    if (evidence.cv > kValidCv)
        validity.lower(Grade::Noisy, "coefficient of variation " + percent(evidence.cv));
    if (evidence.trend.found)
        validity.lower(Grade::Noisy, "drifts by " + percent(evidence.trend.drift));
    if (evidence.stolen.value_or(0) > kStolenLimit)
        validity.lower(Grade::Noisy, "stolen CPU time " + percent(*evidence.stolen));
    if (evidence.otherLoad.value_or(0) > kLoadLimit)
        validity.lower(Grade::Noisy,
                       fmt::format("other load on {:.2f} cores", *evidence.otherLoad));
    return validity;
}

} // namespace metainfer
