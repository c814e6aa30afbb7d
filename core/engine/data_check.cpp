// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Errors of data files in the terms of who named them, and a hold-out that needs no seed.
#include "engine/data_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::engine {
namespace {

using candidates::Dataset;

/// One sample in so many is held out when nobody says how many calibrate.
constexpr std::size_t kOneIn = 4;
/// Held-out samples beyond this make every check longer and no verdict surer.
constexpr std::size_t kMostHeldOut = 512;

/// The array that feeds an input: the one of its name, or the only one.
const HostTensor* arrayFor(const Dataset& data, const std::string& input, std::size_t inputs) {
    const HostTensor* array = data.array(input);
    if (!array && inputs == 1 && data.arrays().size() == 1)
        array = &data.arrays().begin()->second;
    return array;
}

} // namespace

Result<Dataset> openData(const std::filesystem::path& path,
                         const std::filesystem::path& writtenIn) {
    auto data = Dataset::open(path);
    if (data)
        return data;
    Error error = data.error();
    const bool missing = error.code == ErrorCode::NotFound;
    if (error.code == ErrorCode::Io || error.code == ErrorCode::PermissionDenied ||
        error.code == ErrorCode::Unsupported)
        error.code = ErrorCode::InvalidArgument;
    if (!writtenIn.empty()) {
        if (missing)
            error.hint += fmt::format("{}A relative path counts from the folder of {}.",
                                      error.hint.empty() ? "" : " ", writtenIn.string());
        error.context.push_back("in the data that " + writtenIn.string() + " names");
    }
    return fail(std::move(error));
}

Result<std::string> checkNumbers(const Dataset& data,
                                 const std::vector<candidates::InputSpec>& inputs) {
    std::string partly;
    for (const auto& input : inputs) {
        const HostTensor* array = arrayFor(data, input.name, inputs.size());
        if (!array || !isFloatingPoint(array->type))
            continue;
        MI_ASSIGN(const auto values, array->toFloats());
        const auto bad =
            std::count_if(values.begin(), values.end(), [](float v) { return !std::isfinite(v); });
        if (bad > 0 && bad == static_cast<std::ptrdiff_t>(values.size()))
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("{}: all {} values for the input \"{}\" are NaN or infinite",
                                    data.name(), bad, input.name),
                        "Write the data again from numbers.");
        if (bad > 0)
            partly += fmt::format("{}{} of {} values for the input \"{}\"",
                                  partly.empty() ? "" : ", ", bad, values.size(), input.name);
    }
    return partly.empty() ? partly : data.name() + ": NaN or infinite are " + partly;
}

std::optional<DividedData> holdOut(const Dataset& data,
                                   std::optional<std::size_t> calibrationSamples) {
    const std::size_t all = data.sampleCount();
    if (all < 2)
        return std::nullopt;
    std::vector<std::size_t> calibrating, held;
    if (calibrationSamples && *calibrationSamples < all) {
        for (std::size_t i = 0; i < all; ++i)
            (i < *calibrationSamples ? calibrating : held).push_back(i);
    } else {
        // Every fourth, so that files sorted by class give both parts of every class.
        for (std::size_t i = 0; i < all; ++i)
            (i % kOneIn == kOneIn - 1 ? held : calibrating).push_back(i);
        if (held.empty()) {
            held.push_back(calibrating.back());
            calibrating.pop_back();
        }
    }
    if (held.size() > kMostHeldOut)
        held.resize(kMostHeldOut);
    return DividedData{data.select(calibrating), data.select(held)};
}

} // namespace metainfer::engine
