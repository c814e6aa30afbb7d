// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Comparisons: rounds to ratios, verdicts, the winner's rule, JSON.
#include "measurement/json_fields.h"
#include "measurement/measurement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::measurement {
namespace {

constexpr const char* kSelection = "selection";
constexpr const char* kConfirmation = "confirmation";

std::optional<RatioEstimate> estimateOf(const VariantComparison& variant) {
    if (variant.failure)
        return std::nullopt;
    const auto estimate = estimateRatio(variant.logRatios(), variant.level);
    return estimate ? std::optional(*estimate) : std::nullopt;
}

void evaluate(VariantComparison& variant, const std::optional<RatioEstimate>& control,
              std::size_t minimumProcesses) {
    variant.verdict = Verdict{};
    if (variant.failure) {
        variant.verdict.reason = "failed: " + variant.failure->message;
        return;
    }
    const auto estimate = estimateRatio(variant.logRatios(), variant.level);
    if (!estimate) {
        variant.verdict.reason = estimate.error().message;
        return;
    }
    variant.estimate = *estimate;
    variant.verdict = judge(*estimate, control, minimumProcesses);
}

} // namespace

double levelForEach(std::size_t variants, double together) {
    return 1 - (1 - together) / static_cast<double>(std::max<std::size_t>(variants, 1));
}

LogRatios logRounds(const ComparedSide& side, const std::optional<ComparedSide>& against) {
    const auto& other = against ? against->of.processes : side.of.processes;
    LogRatios result;
    for (std::size_t p = 0; p < std::min(side.of.processes.size(), other.size()); ++p) {
        std::vector<double> rounds;
        for (std::size_t r = 0; r < std::min(side.of.processes[p].size(), other[p].size()); ++r) {
            const ComparisonRound &x = side.of.processes[p][r], &y = other[p][r];
            const double time = x.*side.time, base = against ? y.*against->time : 1;
            if (!x.dropped && !y.dropped && time > 0 && base > 0)
                rounds.push_back(std::log(time / base));
        }
        if (!rounds.empty())
            result.push_back(std::move(rounds));
    }
    return result;
}

LogRatios VariantComparison::logRatios() const {
    return logRounds({*this, &ComparisonRound::variant},
                     ComparedSide{*this, &ComparisonRound::base});
}

Json VariantComparison::toJson() const {
    Json rounds = Json::array();
    for (const auto& process : processes) {
        Json list = Json::array();
        for (const ComparisonRound& round : process)
            list.push_back(Json::array({round.base, round.variant, round.dropped}));
        rounds.push_back(std::move(list));
    }
    Json json{{"label", label},
              {"clock", clockName(clock)},
              {"verdict", verdict.toJson()},
              {"level", level},
              {"method", intervalMethodName(estimate.method)},
              {"processes", estimate.processes},
              {"rounds", estimate.rounds},
              {"base_median_us", baseMedianUs},
              {"variant_median_us", variantMedianUs},
              {"data", std::move(rounds)}};
    if (failure)
        json["failure"] = errorToJson(*failure);
    return json;
}

Result<VariantComparison> VariantComparison::fromJson(const Json& json) {
    VariantComparison variant;
    variant.label = jsonValue<std::string>(json, "label", "");
    const auto clock = clockFromName(jsonValue<std::string>(json, "clock", ""));
    const Json data = jsonValue(json, "data", Json());
    if (!clock || !data.is_array())
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("comparison of `{}`: `clock` or `data` is missing or not known",
                                variant.label));
    variant.clock = *clock;
    for (const Json& process : data) {
        auto& rounds = variant.processes.emplace_back();
        for (const Json& round : process) {
            if (!round.is_array() || round.size() != 3 || !round[0].is_number() ||
                !round[1].is_number() || !round[2].is_boolean())
                return fail(ErrorCode::InvalidArgument,
                            fmt::format("comparison of `{}`: a round is not [base us, variant us, "
                                        "dropped]",
                                        variant.label));
            rounds.push_back(
                {round[0].get<double>(), round[1].get<double>(), round[2].get<bool>()});
        }
    }
    variant.level = jsonValue(json, "level", kConfidence);
    variant.baseMedianUs = jsonValue(json, "base_median_us", 0.0);
    variant.variantMedianUs = jsonValue(json, "variant_median_us", 0.0);
    if (json.contains("failure"))
        variant.failure = errorFromJson(json["failure"]);
    if (const auto estimate = estimateOf(variant))
        variant.estimate = *estimate;
    MI_ASSIGN(variant.verdict, Verdict::fromJson(jsonValue(json, "verdict", Json())));
    return variant;
}

const VariantComparison* Comparison::find(std::string_view label) const {
    for (const VariantComparison& variant : variants)
        if (variant.label == label)
            return &variant;
    return nullptr;
}

const VariantComparison* Comparison::control(ClockKind clock) const {
    for (const VariantComparison& item : controls)
        if (item.clock == clock)
            return &item;
    return nullptr;
}

Json Comparison::toJson() const {
    Json list = Json::array();
    for (const VariantComparison& variant : variants)
        list.push_back(variant.toJson());
    Json json{{"schema", "metainfer.comparison/1"},
              {"id", id},
              {"purpose", purpose == ComparisonPurpose::Selection ? kSelection : kConfirmation},
              {"device", device},
              {"base", base},
              {"source", numberSourceName(source)},
              {"level", level},
              {"variants", std::move(list)},
              {"validity", validity.toJson()},
              {"before", before.toJson()},
              {"after", after.toJson()},
              {"environment", environment},
              {"started_at", startedAt}};
    for (const VariantComparison& item : controls)
        json["controls"].push_back(item.toJson());
    if (failure)
        json["failure"] = errorToJson(*failure);
    return json;
}

Result<Comparison> Comparison::fromJson(const Json& json) {
    MI_CHECK(checkSchema(json, "metainfer.comparison", 1));
    Comparison comparison;
    comparison.id = jsonValue<std::string>(json, "id", "");
    comparison.purpose = jsonValue<std::string>(json, "purpose", kSelection) == kConfirmation
                             ? ComparisonPurpose::Confirmation
                             : ComparisonPurpose::Selection;
    comparison.device = jsonValue<std::string>(json, "device", "");
    comparison.base = jsonValue<std::string>(json, "base", "");
    const auto source = numberSourceFromName(jsonValue<std::string>(json, "source", ""));
    if (!source)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("comparison `{}`: `source` is not known", comparison.id));
    comparison.source = *source;
    comparison.level = jsonValue(json, "level", kConfidence);
    for (const Json& item : jsonValue(json, "variants", Json::array())) {
        MI_ASSIGN(auto variant, VariantComparison::fromJson(item));
        comparison.variants.push_back(std::move(variant));
    }
    for (const Json& item : jsonValue(json, "controls", Json::array())) {
        MI_ASSIGN(auto control, VariantComparison::fromJson(item));
        comparison.controls.push_back(std::move(control));
    }
    if (json.contains("failure"))
        comparison.failure = errorFromJson(json["failure"]);
    MI_ASSIGN(comparison.validity, Validity::fromJson(jsonValue(json, "validity", Json())));
    MI_ASSIGN(comparison.before, MachineState::fromJson(jsonValue(json, "before", Json::object())));
    MI_ASSIGN(comparison.after, MachineState::fromJson(jsonValue(json, "after", Json::object())));
    comparison.environment = jsonValue<std::string>(json, "environment", "");
    comparison.startedAt = jsonValue<std::string>(json, "started_at", "");
    return comparison;
}

void evaluate(Comparison& comparison, std::size_t minimumProcesses) {
    for (auto* list : {&comparison.variants, &comparison.controls})
        for (VariantComparison& variant : *list)
            variant.level = comparison.level;
    for (VariantComparison& control : comparison.controls)
        evaluate(control, std::nullopt, minimumProcesses);
    for (VariantComparison& variant : comparison.variants) {
        // A control on another clock says nothing about this one.
        const VariantComparison* control = comparison.control(variant.clock);
        evaluate(variant, control ? estimateOf(*control) : std::nullopt, minimumProcesses);
    }
}

Result<Verdict> reportedVerdict(const Comparison& selection, const Comparison& fresh,
                                std::string_view label) {
    if (fresh.id == selection.id || fresh.purpose != ComparisonPurpose::Confirmation)
        return fail(ErrorCode::Conflict,
                    fmt::format("the ratio of `{}` would come from the run that chose it", label),
                    "measure the winner once more, with purpose Confirmation");
    if (fresh.base != selection.base)
        return fail(ErrorCode::Conflict,
                    fmt::format("`{}` was chosen against `{}` and confirmed against `{}`", label,
                                selection.base, fresh.base),
                    "confirm it against the same base");
    const VariantComparison* variant = fresh.find(label);
    if (!variant)
        return fail(ErrorCode::NotFound, fmt::format("`{}` is not in the fresh run", label));
    return variant->verdict;
}

} // namespace metainfer::measurement
