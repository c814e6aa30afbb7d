// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Options that several commands share, and how values are written for people.
#include "arguments.h"

#include "base/share.h"
#include "base/suggest.h"

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include <charconv>

namespace metainfer::cli {

void ModelArguments::addModel(CLI::App& command) {
    command.add_option("model", input.model, "ONNX file, or the name of a sample model")
        ->required();
}

void ModelArguments::addDimensions(CLI::App& command) {
    command
        .add_option("--dim", dimensions,
                    "Size of a dynamic dimension, NAME=N; may be given several times")
        ->allow_extra_args(false)
        ->type_name("NAME=N");
}

void ModelArguments::addData(CLI::App& command, const std::string& name, const std::string& what) {
    command.add_option(name, input.data, what)->type_name("DATA");
    command
        .add_option("--samples", input.samples, "At most so many samples; 0 = all, or 16 random")
        ->capture_default_str();
    command.add_option("--seed", input.seed, "Seed of random inputs")->capture_default_str();
}

Status ModelArguments::resolve() {
    MI_ASSIGN(input.dimensions, parseDimensions(dimensions));
    return {};
}

void PlanArguments::add(CLI::App& command) {
    command.add_option("--scheme", scheme, "int8, int8_dynamic, int4_weights or fp16")
        ->capture_default_str();
    command.add_option("--method", method, "minmax, percentile or entropy")->capture_default_str();
    command
        .add_option("--percentile", plan.percentile,
                    "Share of values inside the range, with --method percentile")
        ->check(CLI::Range(50.0, 100.0))
        ->capture_default_str();
    command.add_flag("--per-tensor", perTensor, "One weight scale a tensor, not a channel");
    command.add_flag("--reduce-range", plan.reduceRange,
                     "7-bit weights, where 8 x 8 bit sums saturate (x86 without VNNI)");
    command.add_option("--activations", activations, "uint8 or int8")
        ->check(CLI::IsMember({"uint8", "int8"}))
        ->capture_default_str();
    command.add_option("--weights", weights, "int8 or uint8")
        ->check(CLI::IsMember({"int8", "uint8"}))
        ->capture_default_str();
    command.add_flag("--symmetric", plan.symmetricActivations,
                     "Activation ranges symmetric around 0");
    command
        .add_option("--block-size", plan.blockSize, "Weights that share a scale, with int4_weights")
        ->check(CLI::IsMember({16, 32, 64, 128, 256}))
        ->capture_default_str();
}

Status PlanArguments::resolve() {
    const auto precision = candidates::precisionFromName(scheme);
    static const std::vector<std::string> kSchemes{"int8", "int8_dynamic", "int4_weights", "fp16"};
    if (!precision || *precision == candidates::Precision::Float)
        return fail(ErrorCode::InvalidArgument, "unknown scheme \"" + scheme + "\"",
                    didYouMean(scheme, kSchemes));
    plan.precision = *precision;
    const auto known = candidates::calibrationMethodFromName(method);
    static const std::vector<std::string> kMethods{"minmax", "percentile", "entropy"};
    if (!known)
        return fail(ErrorCode::InvalidArgument, "unknown method \"" + method + "\"",
                    didYouMean(method, kMethods));
    plan.calibration = *known;
    plan.perChannel = !perTensor;
    plan.activation = activations == "int8" ? ElementType::Int8 : ElementType::UInt8;
    plan.weight = weights == "uint8" ? ElementType::UInt8 : ElementType::Int8;
    return {};
}

Result<std::map<std::string, std::int64_t>> parseDimensions(const std::vector<std::string>& texts) {
    std::map<std::string, std::int64_t> sizes;
    for (const std::string& text : texts) {
        const auto equals = text.rfind('=');
        std::int64_t size = 0;
        const char* end = text.data() + text.size();
        const auto parsed = equals == std::string::npos
                                ? std::from_chars_result{end, std::errc::invalid_argument}
                                : std::from_chars(text.data() + equals + 1, end, size);
        if (equals == 0 || parsed.ec != std::errc() || parsed.ptr != end || size < 1)
            return fail(ErrorCode::InvalidArgument, "--dim: not a size: " + text,
                        "Write NAME=N with N at least 1, for example --dim batch=4.");
        if (!sizes.emplace(text.substr(0, equals), size).second)
            return fail(ErrorCode::InvalidArgument,
                        "--dim: " + text.substr(0, equals) + " is given twice", "Give it once.");
    }
    return sizes;
}

Result<std::chrono::seconds> parseDuration(const std::string& text) {
    std::size_t used = 0;
    double value = -1;
    try {
        value = std::stod(text, &used);
    } catch (const std::exception&) {
        used = 0;
    }
    const std::string unit = text.substr(used);
    const double factor = unit.empty() || unit == "s" ? 1
                          : unit == "m"               ? 60
                          : unit == "h"               ? 3600
                                                      : 0;
    const double seconds = value * factor;
    if (used == 0 || factor == 0 || !(seconds >= 1) || seconds > 7 * 24 * 3600.0)
        return fail(ErrorCode::InvalidArgument, "not a time limit: " + text,
                    "Write seconds, minutes or hours from 1s to 168h, for example 10m.");
    return std::chrono::seconds(static_cast<std::int64_t>(seconds));
}

Result<SessionOptions> parseMapping(const std::string& signature) {
    if (signature.empty())
        return SessionOptions{};
    return SessionOptions::fromSignature(signature);
}

std::string formatInterval(const Interval& us) {
    const std::string value = formatMicroseconds(us.value);
    if (us.low >= us.high)
        return value;
    const double step = us.value < 1000 ? 1 : us.value < 1e6 ? 1000 : 1e6;
    const auto number = [&](double x) {
        const double size = std::abs(x / step);
        return fmt::format("{:.{}f}", x / step, size >= 100 ? 0 : size >= 10 ? 1 : 2);
    };
    return fmt::format("{} [{}, {}]", value, number(us.low), number(us.high));
}

std::string formatRatio(const Interval& ratio) {
    if (ratio.low >= ratio.high)
        return fmt::format("{:.3f}", ratio.value);
    return fmt::format("{:.3f} [{:.3f}, {:.3f}]", ratio.value, ratio.low, ratio.high);
}

std::string formatPercent(double share) {
    return percentText(share, 1);
}

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
    return fmt::format("{} {}", count, count == 1 ? one : many.empty() ? one + "s" : many);
}

void showCommandLines(const std::string& device, const std::vector<std::string>& commands,
                      Console& console) {
    if (console.json)
        return console.document(
            {{"schema", "dry-run/1"}, {"device", device}, {"commands", commands}});
    for (const std::string& command : commands)
        console.print(command);
}

std::string shortened(const std::string& text, std::size_t width) {
    if (text.size() <= width || width < 8)
        return text;
    const std::size_t head = (width - 1) / 2, tail = width - 1 - head;
    // Not within a multi-byte character.
    std::size_t cut = head, from = text.size() - tail;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xc0) == 0x80)
        --cut;
    while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xc0) == 0x80)
        ++from;
    return text.substr(0, cut) + "…" + text.substr(from);
}

std::string cutOff(const std::string& text, std::size_t width) {
    if (text.size() <= width || width < 2)
        return text;
    std::size_t cut = width - 1;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xc0) == 0x80)
        --cut;
    return text.substr(0, cut) + "…";
}

std::string joined(const std::vector<std::string>& parts, const std::string& separator) {
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() ? "" : separator) + part;
    return text;
}

} // namespace metainfer::cli
