// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Names, canonical keys and JSON of candidates.
#include "candidates/candidate.h"

#include <fmt/format.h>

#include <array>

namespace metainfer::candidates {
namespace {

template <typename Enum>
struct Named {
    Enum value;
    std::string_view name;
};

constexpr std::array kPrecisions{
    Named<Precision>{Precision::Float, "fp32"},
    Named<Precision>{Precision::Float16, "fp16"},
    Named<Precision>{Precision::Int8Static, "int8"},
    Named<Precision>{Precision::Int8Dynamic, "int8_dynamic"},
    Named<Precision>{Precision::Int4Weights, "int4_weights"},
};
constexpr std::array kCalibrations{
    Named<CalibrationMethod>{CalibrationMethod::MinMax, "minmax"},
    Named<CalibrationMethod>{CalibrationMethod::Percentile, "percentile"},
    Named<CalibrationMethod>{CalibrationMethod::Entropy, "entropy"},
};

template <typename Table, typename Enum>
std::string_view nameIn(const Table& table, Enum value) {
    for (const auto& entry : table)
        if (entry.value == value)
            return entry.name;
    return "unknown";
}

template <typename Table>
auto valueIn(const Table& table, std::string_view name) -> std::optional<decltype(table[0].value)> {
    for (const auto& entry : table)
        if (entry.name == name)
            return entry.value;
    return std::nullopt;
}

template <typename Table>
std::string namesOf(const Table& table) {
    std::string text;
    for (const auto& entry : table)
        text += (text.empty() ? "" : ", ") + std::string(entry.name);
    return text;
}

/// "u8", "s8", … as the usual short hand for activation and weight types.
std::string shortType(ElementType type) {
    switch (type) {
    case ElementType::UInt8:
        return "u8";
    case ElementType::Int8:
        return "s8";
    case ElementType::UInt16:
        return "u16";
    case ElementType::Int16:
        return "s16";
    default:
        return std::string(elementTypeName(type));
    }
}

/// Names are free text, so the key's own separators are escaped.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (std::string_view("%+()@|,=").find(c) != std::string_view::npos)
            out += fmt::format("%{:02x}", static_cast<unsigned char>(c));
        else
            out += c;
    }
    return out;
}

std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
    std::string out;
    for (const auto& text : texts) {
        if (!out.empty())
            out += separator;
        out += escaped(text);
    }
    return out;
}

std::string precisionKey(const PrecisionPlan& plan) {
    std::vector<std::string> details;
    const bool int8 =
        plan.precision == Precision::Int8Static || plan.precision == Precision::Int8Dynamic;
    if (int8) {
        details.push_back(shortType(plan.activation) + shortType(plan.weight));
        details.push_back(plan.perChannel ? "per_channel" : "per_tensor");
        if (plan.reduceRange)
            details.push_back("7bit");
    }
    if (plan.precision == Precision::Int8Static) {
        if (plan.symmetricActivations)
            details.push_back("symmetric");
        details.push_back(plan.calibration == CalibrationMethod::Percentile
                              ? fmt::format("percentile{}", plan.percentile)
                              : std::string(calibrationMethodName(plan.calibration)));
    }
    if (plan.precision == Precision::Int4Weights)
        details.push_back(fmt::format("block{}", plan.blockSize));
    if (!plan.keepFloat.empty() && plan.precision != Precision::Float)
        details.push_back("keep:" + joined(plan.keepFloat, "|"));
    std::string text(precisionName(plan.precision));
    if (details.empty())
        return text;
    return fmt::format("{}({})", text, fmt::join(details, ","));
}

Result<ElementType> elementField(const Json& json, const char* key, ElementType fallback) {
    const auto name = jsonValue<std::string>(json, key, std::string(elementTypeName(fallback)));
    const auto type = elementTypeFromName(name);
    if (!type)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("precision.{}: unknown element type \"{}\"", key, name),
                    "Legal: uint8, int8, uint16, int16.");
    return *type;
}

Json precisionToJson(const PrecisionPlan& plan) {
    return Json{{"precision", precisionName(plan.precision)},
                {"per_channel", plan.perChannel},
                {"reduce_range", plan.reduceRange},
                {"activation", elementTypeName(plan.activation)},
                {"weight", elementTypeName(plan.weight)},
                {"symmetric_activations", plan.symmetricActivations},
                {"calibration", calibrationMethodName(plan.calibration)},
                {"percentile", plan.percentile},
                {"block_size", plan.blockSize},
                {"keep_float", plan.keepFloat}};
}

Result<PrecisionPlan> precisionFromJson(const Json& json) {
    PrecisionPlan plan;
    const auto name = jsonValue<std::string>(json, "precision", "fp32");
    const auto precision = precisionFromName(name);
    if (!precision)
        return fail(ErrorCode::InvalidArgument, fmt::format("unknown precision \"{}\"", name),
                    "Legal: " + namesOf(kPrecisions) + ".");
    plan.precision = *precision;
    plan.perChannel = jsonValue(json, "per_channel", plan.perChannel);
    plan.reduceRange = jsonValue(json, "reduce_range", plan.reduceRange);
    MI_ASSIGN(plan.activation, elementField(json, "activation", plan.activation));
    MI_ASSIGN(plan.weight, elementField(json, "weight", plan.weight));
    plan.symmetricActivations = jsonValue(json, "symmetric_activations", plan.symmetricActivations);
    const auto method = jsonValue<std::string>(json, "calibration", "minmax");
    const auto calibration = calibrationMethodFromName(method);
    if (!calibration)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("unknown calibration method \"{}\"", method),
                    "Legal: " + namesOf(kCalibrations) + ".");
    plan.calibration = *calibration;
    plan.percentile = jsonValue(json, "percentile", plan.percentile);
    if (!(plan.percentile > 50 && plan.percentile <= 100))
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("percentile {} is out of range", plan.percentile),
                    "Legal: above 50, at most 100.");
    plan.blockSize = jsonValue(json, "block_size", plan.blockSize);
    if (plan.blockSize < 16 || plan.blockSize > 256 || (plan.blockSize & (plan.blockSize - 1)))
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("block_size {} is not legal", plan.blockSize),
                    "Legal: 16, 32, 64, 128, 256.");
    plan.keepFloat = jsonValue(json, "keep_float", plan.keepFloat);
    return plan;
}

} // namespace

std::string_view precisionName(Precision precision) {
    return nameIn(kPrecisions, precision);
}

std::optional<Precision> precisionFromName(std::string_view name) {
    return valueIn(kPrecisions, name);
}

std::string_view calibrationMethodName(CalibrationMethod method) {
    return nameIn(kCalibrations, method);
}

std::optional<CalibrationMethod> calibrationMethodFromName(std::string_view name) {
    return valueIn(kCalibrations, name);
}

bool Variant::isOriginal() const {
    return shapeBindings.empty() && rewrites.empty() && precision.precision == Precision::Float;
}

std::string Variant::key() const {
    if (isOriginal())
        return "original";
    std::vector<std::string> parts;
    if (!shapeBindings.empty()) {
        std::string bind;
        for (const auto& [symbol, size] : shapeBindings)
            bind += fmt::format("{}{}={}", bind.empty() ? "" : ",", escaped(symbol), size);
        parts.push_back("bind(" + bind + ")");
    }
    for (const auto& step : rewrites) {
        const bool everywhere = step.sites == std::vector<std::string>{"*"};
        parts.push_back(step.rule + (everywhere ? "" : "@" + joined(step.sites, "|")));
    }
    if (precision.precision != Precision::Float)
        parts.push_back(precisionKey(precision));
    return fmt::format("{}", fmt::join(parts, "+"));
}

Json Variant::toJson() const {
    Json steps = Json::array();
    for (const auto& step : rewrites)
        steps.push_back(Json{{"rule", step.rule}, {"sites", step.sites}});
    Json bindings = Json::object();
    for (const auto& [symbol, size] : shapeBindings)
        bindings[symbol] = size;
    return Json{{"key", key()},
                {"shape_bindings", std::move(bindings)},
                {"rewrites", std::move(steps)},
                {"precision", precisionToJson(precision)}};
}

Result<Variant> Variant::fromJson(const Json& json) {
    if (!json.is_object())
        return fail(ErrorCode::InvalidArgument, "a variant must be a JSON object");
    Variant variant;
    variant.shapeBindings = jsonValue(json, "shape_bindings", variant.shapeBindings);
    for (const auto& [symbol, size] : variant.shapeBindings)
        if (size <= 0)
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("shape binding {}={} is not legal", symbol, size),
                        "A size is at least 1.");
    if (const auto it = json.find("rewrites"); it != json.end()) {
        for (const auto& item : *it) {
            RewriteStep step;
            step.rule = jsonValue<std::string>(item, "rule", "");
            step.sites = jsonValue(item, "sites", step.sites);
            if (step.rule.empty())
                return fail(ErrorCode::InvalidArgument, "a rewrite of a variant names no rule",
                            "Give each entry of \"rewrites\" a \"rule\".");
            variant.rewrites.push_back(std::move(step));
        }
    }
    if (const auto it = json.find("precision"); it != json.end()) {
        MI_ASSIGN(variant.precision, precisionFromJson(*it));
    }
    return variant;
}

Json Mapping::toJson() const {
    return Json{{"session", session.toJson()}, {"operators", operators}};
}

Result<Mapping> Mapping::fromJson(const Json& json) {
    if (!json.is_object())
        return fail(ErrorCode::InvalidArgument, "a mapping must be a JSON object");
    Mapping mapping;
    if (const auto it = json.find("session"); it != json.end()) {
        MI_ASSIGN(mapping.session, SessionOptions::fromJson(*it));
    }
    mapping.operators = jsonValue(json, "operators", mapping.operators);
    return mapping;
}

std::string Candidate::key() const {
    std::string text = variant.key() + " | " + mapping.session.signature();
    for (const auto& [output, signature] : mapping.operators)
        text += fmt::format(" | {}:{}", escaped(output), signature);
    return text;
}

Json Candidate::toJson() const {
    return Json{{"id", id},
                {"parents", parents},
                {"origin", origin},
                {"variant", variant.toJson()},
                {"mapping", mapping.toJson()}};
}

Result<Candidate> Candidate::fromJson(const Json& json) {
    if (!json.is_object())
        return fail(ErrorCode::InvalidArgument, "a candidate must be a JSON object");
    Candidate candidate;
    candidate.id = jsonValue<std::string>(json, "id", "");
    if (candidate.id.empty())
        return fail(ErrorCode::InvalidArgument, "a candidate has no id");
    candidate.parents = jsonValue(json, "parents", candidate.parents);
    candidate.origin = jsonValue<std::string>(json, "origin", "");
    const auto variant = json.find("variant");
    const auto mapping = json.find("mapping");
    if (variant == json.end() || mapping == json.end())
        return fail(ErrorCode::InvalidArgument,
                    "candidate " + candidate.id + " has no variant or no mapping");
    auto readVariant = Variant::fromJson(*variant);
    if (!readVariant)
        return failWith(std::move(readVariant).error(), "in candidate " + candidate.id);
    auto readMapping = Mapping::fromJson(*mapping);
    if (!readMapping)
        return failWith(std::move(readMapping).error(), "in candidate " + candidate.id);
    candidate.variant = std::move(*readVariant);
    candidate.mapping = std::move(*readMapping);
    return candidate;
}

} // namespace metainfer::candidates
