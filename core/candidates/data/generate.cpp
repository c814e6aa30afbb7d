// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Seeded random samples for models without data.
#include "base/random.h"
#include "candidates/data/dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::candidates {
namespace {

constexpr std::uint64_t kMostElements = std::uint64_t{1} << 33;

/// The shape of the array that holds `samples` of the input: samples along axis 0 when that is the
/// batch (size 1 or unknown), else one more axis before the whole inputs.
Result<std::vector<std::int64_t>> arrayDims(const InputSpec& input, const GeneratorSpec& generator,
                                            std::size_t samples) {
    std::vector<std::int64_t> dims = generator.shape;
    if (dims.empty()) {
        for (std::size_t axis = 0; axis < input.shape.size(); ++axis) {
            const auto& dim = input.shape[axis];
            if (!dim.isKnown() && axis > 0)
                return fail(ErrorCode::InvalidArgument,
                            fmt::format("input \"{}\" is {}: the size of axis {} is not known",
                                        input.name,
                                        ir::TensorType{input.element, input.shape}.text(), axis),
                            fmt::format("Give a shape for \"{}\" under `inputs:`, or bind \"{}\".",
                                        input.name, dim.symbol));
            dims.push_back(dim.isKnown() ? dim.value : 1);
        }
    } else if (dims.size() != input.shape.size()) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("the shape given for input \"{}\" has {} axes, the model's has {}",
                                input.name, dims.size(), input.shape.size()),
                    "Give one size per axis: " + ir::TensorType{input.element, input.shape}.text() +
                        ".");
    }
    const bool batchFirst = !dims.empty() && dims[0] == 1;
    if (batchFirst)
        dims[0] = static_cast<std::int64_t>(samples);
    else
        dims.insert(dims.begin(), static_cast<std::int64_t>(samples));
    return dims;
}

struct Range {
    double low = 0, high = 1;
};

/// What was given, completed so that a single bound is never an empty range.
Range rangeOf(const GeneratorSpec& generator) {
    const double low = generator.low.value_or(std::min(0.0, generator.high.value_or(0)));
    return {low, generator.high.value_or(std::max(1.0, low))};
}

double draw(Random& random, ElementType type, const GeneratorSpec& generator, Range range) {
    if (isFloatingPoint(type)) {
        if (!generator.normal)
            return random.uniform(range.low, range.high);
        return std::clamp(random.normal(), generator.low.value_or(-1e30),
                          generator.high.value_or(1e30));
    }
    const double low = std::ceil(range.low), high = std::max(low, std::floor(range.high));
    return low + static_cast<double>(random.below(static_cast<std::uint64_t>(high - low) + 1));
}

} // namespace

Result<Dataset> generateDataset(const std::vector<InputSpec>& inputs,
                                const std::map<std::string, GeneratorSpec>& generators,
                                std::size_t samples, std::uint64_t seed) {
    std::map<std::string, HostTensor> arrays;
    for (const auto& input : inputs) {
        const auto it = generators.find(input.name);
        if (input.hasDefault && it == generators.end())
            continue;
        const GeneratorSpec generator = it == generators.end() ? GeneratorSpec{} : it->second;
        const Range range = rangeOf(generator);
        if (!(range.low <= range.high) || !std::isfinite(range.low) || !std::isfinite(range.high))
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("input \"{}\": the range [{}, {}] is empty", input.name,
                                    range.low, range.high),
                        "The low end must not be above the high end.");
        MI_ASSIGN(auto dims, arrayDims(input, generator, samples));
        std::uint64_t count = 1;
        for (const auto dim : dims)
            if (dim < 0 || __builtin_mul_overflow(count, static_cast<std::uint64_t>(dim), &count) ||
                count > kMostElements)
                return fail(ErrorCode::InvalidArgument,
                            fmt::format("input \"{}\": shape [{}] is not legal", input.name,
                                        fmt::join(dims, ",")),
                            "Sizes are at least 0 and all samples fit in memory.");
        Random random = Random(seed).split(input.name);
        std::vector<double> values(count);
        for (auto& value : values)
            value = draw(random, input.element, generator, range);
        std::vector<std::byte> bytes(count * sizeof(double));
        std::copy_n(reinterpret_cast<const std::byte*>(values.data()), bytes.size(), bytes.data());
        MI_ASSIGN(auto doubles, HostTensor::fromBytes(ElementType::Double, dims, std::move(bytes)));
        MI_ASSIGN(arrays[input.name], convertTo(doubles, input.element));
    }
    return Dataset::fromArrays(std::move(arrays), "random");
}

} // namespace metainfer::candidates
