// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Merging of partial statistics, and their tensor-file form: four tensors a value.
#include "execution/statistics_file.h"

#include "execution/tensor_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

namespace metainfer {

namespace {

template <typename T>
NamedTensor pack(const std::string& name, ElementType type, const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    HostTensor tensor{type,
                      {static_cast<std::int64_t>(values.size())},
                      std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end()),
                      {}};
    return {name, std::move(tensor)};
}

template <typename T>
std::vector<T> unpack(const NamedTensor& named) {
    std::vector<T> values(named.tensor.bytes ? named.tensor.bytes->size() / sizeof(T) : 0);
    if (!values.empty())
        std::memcpy(values.data(), named.tensor.bytes->data(), values.size() * sizeof(T));
    return values;
}

} // namespace

void PartialStatistics::merge(const PartialStatistics& other) {
    const bool hadSamples = elements + nans + infinities > 0;
    if (!hadSamples) {
        channelMin = other.channelMin;
        channelMax = other.channelMax;
    } else if (channelMin.size() != other.channelMin.size()) {
        channelMin.clear();
        channelMax.clear();
    }
    for (std::size_t c = 0; c < channelMin.size(); ++c) {
        channelMin[c] = std::min(channelMin[c], other.channelMin[c]);
        channelMax[c] = std::max(channelMax[c], other.channelMax[c]);
    }
    min = std::min(min, other.min);
    max = std::max(max, other.max);
    nans += other.nans;
    infinities += other.infinities;
    const auto n = static_cast<double>(elements), m = static_cast<double>(other.elements);
    if (n + m > 0) {
        const double delta = other.mean - mean;
        mean += delta * m / (n + m);
        squaredDeviations += other.squaredDeviations + delta * delta * n * m / (n + m);
    }
    elements += other.elements;
    counts.resize(std::max(counts.size(), other.counts.size()));
    for (std::size_t i = 0; i < other.counts.size(); ++i)
        counts[i] += other.counts[i];
}

TensorStatistics PartialStatistics::finish() const {
    TensorStatistics result;
    result.name = name;
    result.elements = elements;
    result.nans = nans;
    result.infinities = infinities;
    result.counts = counts;
    result.channelMin = channelMin;
    result.channelMax = channelMax;
    if (elements == 0)
        return result;
    result.min = min;
    result.max = max;
    result.mean = mean;
    result.variance = squaredDeviations / static_cast<double>(elements);
    result.absMax = std::max(std::abs(min), std::abs(max));
    return result;
}

Status writeStatisticsFile(const std::filesystem::path& path,
                           std::span<const PartialStatistics> partials) {
    std::vector<NamedTensor> tensors;
    for (const PartialStatistics& p : partials) {
        const std::vector<std::uint64_t> counters = {p.elements, p.nans, p.infinities};
        const std::vector<double> moments = {p.min, p.max, p.mean, p.squaredDeviations};
        tensors.push_back(pack(p.name, ElementType::UInt64, counters));
        tensors.push_back(pack("moments", ElementType::Double, moments));
        tensors.push_back(pack("channel_min", ElementType::Double, p.channelMin));
        tensors.push_back(pack("channel_max", ElementType::Double, p.channelMax));
        tensors.push_back(pack("counts", ElementType::UInt64, p.counts));
    }
    return writeTensorFile(path, tensors);
}

Result<std::vector<PartialStatistics>> readStatisticsFile(const std::filesystem::path& path) {
    constexpr std::size_t kTensorsEach = 5;
    MI_ASSIGN(const std::vector<NamedTensor> tensors, readTensorFile(path));
    std::vector<PartialStatistics> partials;
    for (std::size_t i = 0; i + kTensorsEach <= tensors.size(); i += kTensorsEach) {
        const auto counters = unpack<std::uint64_t>(tensors[i]);
        const auto moments = unpack<double>(tensors[i + 1]);
        if (counters.size() != 3 || moments.size() != 4)
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("{}: tensor {} begins no statistics", path.string(), i),
                        "the file was not written by writeStatisticsFile");
        PartialStatistics p;
        p.name = tensors[i].name;
        p.elements = counters[0];
        p.nans = counters[1];
        p.infinities = counters[2];
        p.min = moments[0];
        p.max = moments[1];
        p.mean = moments[2];
        p.squaredDeviations = moments[3];
        p.channelMin = unpack<double>(tensors[i + 2]);
        p.channelMax = unpack<double>(tensors[i + 3]);
        p.counts = unpack<std::uint64_t>(tensors[i + 4]);
        partials.push_back(std::move(p));
    }
    return partials;
}

} // namespace metainfer
