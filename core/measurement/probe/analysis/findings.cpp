// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Findings as values, and all analyses in turn.
#include "measurement/probe/findings.h"

#include "measurement/json_fields.h"
#include "measurement/probe/analysis/analysis.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace metainfer::measurement {
namespace {

constexpr std::size_t kMostEvidence = 12;

constexpr std::array<std::pair<FindingKind, std::string_view>, 15> kNames{
    {{FindingKind::CacheCapacity, "cache_capacity"},
     {FindingKind::IntegerAsFloat, "integer_as_float"},
     {FindingKind::HalfAsFloat, "half_as_float"},
     {FindingKind::TypePenalty, "type_penalty"},
     {FindingKind::Decomposed, "decomposed"},
     {FindingKind::OtherProvider, "other_provider"},
     {FindingKind::AlignmentStep, "alignment_step"},
     {FindingKind::FirstRun, "first_run"},
     {FindingKind::BurstRate, "burst_rate"},
     {FindingKind::ThermalDecline, "thermal_decline"},
     {FindingKind::StreamScaling, "stream_scaling"},
     {FindingKind::ThreadScaling, "thread_scaling"},
     {FindingKind::DynamicShape, "dynamic_shape"},
     {FindingKind::LayoutPreference, "layout_preference"},
     {FindingKind::DatasheetConflict, "datasheet_conflict"}}};

} // namespace

std::string_view findingKindName(FindingKind kind) {
    for (const auto& [known, name] : kNames)
        if (known == kind)
            return name;
    return "";
}

std::optional<FindingKind> findingKindFromName(std::string_view name) {
    for (const auto& [kind, known] : kNames)
        if (known == name)
            return kind;
    return std::nullopt;
}

Confidence confidenceOf(double p, std::size_t n, std::optional<double> spread, Grade grade) {
    Confidence confidence{0, n, spread, grade};
    const auto count = static_cast<double>(n);
    const double machine = grade == Grade::Valid ? 1 : grade == Grade::Noisy ? 0.8 : 0.4;
    confidence.value = std::clamp((1 - p) * count / (count + 0.5) * machine, 0.0, 0.99);
    return confidence;
}

Json ProbeFinding::toJson() const {
    return Json{{"kind", findingKindName(kind)},
                {"family", family},
                {"dtype", dtype},
                {"subject", subject},
                {"value", intervalToJson(value)},
                {"confidence", confidence.value},
                {"n", confidence.n},
                {"spread", orNull(confidence.spread)},
                {"grade", gradeName(confidence.grade)},
                {"facts", facts},
                {"evidence", evidence}};
}

Result<ProbeFinding> ProbeFinding::fromJson(const Json& json) {
    ProbeFinding finding;
    const auto name = jsonValue<std::string>(json, "kind", "");
    const auto kind = findingKindFromName(name);
    if (!kind)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("`kind` of a finding is `{}`, which is not known", name));
    finding.kind = *kind;
    finding.family = jsonValue<std::string>(json, "family", "");
    finding.dtype = jsonValue<std::string>(json, "dtype", "");
    finding.subject = jsonValue<std::string>(json, "subject", "");
    finding.value = intervalFromJson(jsonValue(json, "value", Json::object()));
    finding.confidence.value = jsonValue(json, "confidence", 0.0);
    finding.confidence.n = jsonValue<std::size_t>(json, "n", 0);
    finding.confidence.spread = optionalValue<double>(json, "spread");
    finding.confidence.grade =
        gradeFromName(jsonValue<std::string>(json, "grade", "")).value_or(Grade::Invalid);
    finding.facts = jsonValue<std::map<std::string, std::string>>(json, "facts", {});
    finding.evidence = jsonValue<std::vector<std::string>>(json, "evidence", {});
    return finding;
}

std::vector<ProbeFinding> findingsOf(const ProbeResult& result) {
    std::vector<ProbeFinding> findings;
    for (const auto find : {probe::findCapacities, probe::findTypeUse, probe::findFallbacks,
                            probe::findAlignment, probe::findFirstRuns, probe::findHeat,
                            probe::findScaling, probe::findShapePenalties, probe::findLayouts})
        find(result, findings);
    for (ProbeFinding& finding : findings)
        if (finding.evidence.size() > kMostEvidence)
            finding.evidence.resize(kMostEvidence);
    std::stable_sort(findings.begin(), findings.end(), [](const auto& a, const auto& b) {
        return a.confidence.value > b.confidence.value;
    });
    return findings;
}

namespace probe {

double studentTail(double t, int degrees) {
    // The quantile is what there is; its inverse by bisection in the probability.
    t = std::abs(t);
    double low = 1e-12, high = 1; // two-sided
    for (int i = 0; i < 60; ++i) {
        const double middle = std::sqrt(low * high);
        (studentQuantile(1 - middle / 2, degrees) > t ? low : high) = middle;
    }
    return std::sqrt(low * high);
}

MeanEstimate meanOf(const std::vector<double>& values, double floor, double null, double level) {
    MeanEstimate estimate;
    estimate.n = values.size();
    if (values.empty())
        return estimate;
    const auto count = static_cast<double>(values.size());
    double sum = 0, squares = 0;
    for (const double value : values)
        sum += value;
    const double mean = sum / count;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    const double own = values.size() > 1 ? std::sqrt(squares / (count - 1)) : 0;
    estimate.standardDeviation = std::max(own, floor);
    // The floor is known from many probes: with it there are more degrees than values.
    const int degrees = std::max(own > floor ? static_cast<int>(values.size()) - 1 : 20, 1);
    const double error = estimate.standardDeviation / std::sqrt(count);
    const double half = studentQuantile(0.5 + level / 2, degrees) * error;
    estimate.value = {mean, mean - half, mean + half};
    estimate.p = error > 0 ? studentTail((mean - null) / error, degrees) : mean == null ? 1 : 0;
    return estimate;
}

Interval exponential(const Interval& logarithm) {
    return {std::exp(logarithm.value), std::exp(logarithm.low), std::exp(logarithm.high)};
}

double spreadOf(const hardware::ProbeRow& row) {
    return row.p50Us && *row.p50Us > 0 ? 1.4826 * row.madUs.value_or(0) / *row.p50Us : 0;
}

std::string caseText(const hardware::ProbeRow& row) {
    return row.op + " " + row.shapes.text();
}

std::string evidenceText(const hardware::ProbeRow& row) {
    return caseText(row) + " " + row.dtype + " " + row.layout;
}

bool isTimed(const hardware::ProbeRow& row) {
    return row.status == hardware::ProbeStatus::Ok && row.p50Us && *row.p50Us > 0;
}

} // namespace probe
} // namespace metainfer::measurement
