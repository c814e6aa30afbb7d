// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Calibration statistics of one batch of feeds, reduced here: raw activations never leave. The
// caller merges batches. Pass `ranges` first, then `histograms` with the ranges found.
#include "methods.h"
#include "ort_session.h"

#include "execution/statistics_file.h"
#include "execution/tensor_file.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace metainfer::runner {

namespace {

/// Calls `use(values)` with a pointer to the elements in a type that arithmetic works on.
template <typename Use>
Status withElements(const HostTensor& shape, const void* data, const Use& use) {
    switch (shape.type) {
    case ElementType::Float:
        use(static_cast<const float*>(data));
        return {};
    case ElementType::Double:
        use(static_cast<const double*>(data));
        return {};
    case ElementType::Int8:
        use(static_cast<const std::int8_t*>(data));
        return {};
    case ElementType::UInt8:
    case ElementType::Bool:
        use(static_cast<const std::uint8_t*>(data));
        return {};
    case ElementType::Int32:
        use(static_cast<const std::int32_t*>(data));
        return {};
    case ElementType::Int64:
        use(static_cast<const std::int64_t*>(data));
        return {};
    default:
        break;
    }
    const std::uint64_t size = packedBytes(shape.type, shape.elementCount());
    const auto* bytes = static_cast<const std::byte*>(data);
    MI_ASSIGN(const HostTensor copy,
              HostTensor::fromBytes(shape.type, shape.dims, {bytes, bytes + size}));
    MI_ASSIGN(const std::vector<float> values, copy.toFloats());
    use(values.data());
    return {};
}

/// Elements along axis 1 and the stride that one of them spans; one channel for rank below 2.
struct Channels {
    std::uint64_t count = 0, stride = 1;
    explicit Channels(const std::vector<std::int64_t>& dims) {
        if (dims.size() < 2 || dims[1] <= 0)
            return;
        count = static_cast<std::uint64_t>(dims[1]);
        for (std::size_t axis = 2; axis < dims.size(); ++axis)
            stride *= static_cast<std::uint64_t>(std::max<std::int64_t>(dims[axis], 0));
    }
};

/// Moments of a stretch of elements, gathered around its first finite value and merged once: no
/// division per element, since activations have hundreds of millions of them.
template <typename T>
void addStretch(const T* values, std::uint64_t count, PartialStatistics& into, double* channelLow,
                double* channelHigh) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    double origin = 0, sum = 0, squares = 0;
    std::uint64_t finite = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto value = static_cast<double>(values[i]);
        if (!std::isfinite(value)) {
            ++(std::isnan(value) ? into.nans : into.infinities);
            continue;
        }
        if (finite++ == 0)
            origin = value;
        low = value < low ? value : low;
        high = value > high ? value : high;
        sum += value - origin;
        squares += (value - origin) * (value - origin);
    }
    if (finite == 0)
        return;
    const auto n = static_cast<double>(into.elements), m = static_cast<double>(finite);
    const double delta = origin + sum / m - into.mean;
    into.squaredDeviations +=
        std::max(0.0, squares - sum * sum / m) + delta * delta * n * m / (n + m);
    into.mean += delta * m / (n + m);
    into.elements += finite;
    into.min = std::min(into.min, low);
    into.max = std::max(into.max, high);
    if (channelLow) {
        *channelLow = std::min(*channelLow, low);
        *channelHigh = std::max(*channelHigh, high);
    }
}

Status addRanges(const HostTensor& shape, const void* data, PartialStatistics& into) {
    Channels channels(shape.dims);
    if (into.elements + into.nans + into.infinities == 0) {
        into.channelMin.assign(channels.count, std::numeric_limits<double>::infinity());
        into.channelMax.assign(channels.count, -std::numeric_limits<double>::infinity());
    } else if (into.channelMin.size() != channels.count) {
        into.channelMin.clear(); // the channel count varies between samples: no such statistics
        into.channelMax.clear();
        channels.count = 0;
    }
    const std::uint64_t total = shape.elementCount();
    const std::uint64_t stretch = channels.count ? channels.stride : total;
    return withElements(shape, data, [&](const auto* values) {
        std::uint64_t channel = 0;
        for (std::uint64_t at = 0; at < total && stretch > 0; at += stretch) {
            const bool tracked = channels.count > 0;
            addStretch(values + at, std::min(stretch, total - at), into,
                       tracked ? &into.channelMin[channel] : nullptr,
                       tracked ? &into.channelMax[channel] : nullptr);
            channel = channels.count && channel + 1 < channels.count ? channel + 1 : 0;
        }
    });
}

Status addHistogram(const HostTensor& shape, const void* data, double absMax,
                    std::vector<std::uint64_t>& counts) {
    const auto bins = static_cast<double>(counts.size());
    const double scale = absMax > 0 ? bins / (2 * absMax) : 0;
    const double middle = absMax > 0 ? absMax * scale : bins / 2;
    const std::uint64_t total = shape.elementCount();
    return withElements(shape, data, [&](const auto* values) {
        for (std::uint64_t i = 0; i < total; ++i) {
            const double position = static_cast<double>(values[i]) * scale + middle;
            if (!std::isfinite(static_cast<double>(values[i])))
                continue;
            const double bin = position < 0 ? 0 : (position > bins - 1 ? bins - 1 : position);
            ++counts[static_cast<std::size_t>(bin)];
        }
    });
}

struct BatchRequest {
    std::vector<std::string> feeds, tensors;
    bool wantsRanges = true;
    std::size_t bins = 2048;
    std::vector<double> absMax;
};

Result<BatchRequest> readRequest(const Json& params) {
    BatchRequest request;
    request.feeds = jsonValue(params, "feeds", std::vector<std::string>());
    request.tensors = jsonValue(params, "tensors", std::vector<std::string>());
    request.wantsRanges = jsonValue(params, "pass", std::string()) == "ranges";
    request.bins = jsonValue(params, "bins", std::size_t{2048});
    request.absMax = jsonValue(params, "abs_max", std::vector<double>());
    if (request.tensors.empty())
        return fail(ErrorCode::InvalidArgument, "statistics of no tensor were asked for");
    if (!request.wantsRanges && request.absMax.size() != request.tensors.size())
        return fail(ErrorCode::InvalidArgument, "`abs_max` needs one value per tensor");
    if (request.bins < 2 || request.bins > (1u << 20))
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("`bins` is {}, legal are 2 to 1048576", request.bins));
    return request;
}

Status addRun(const PreparedRun& prepared, const BatchRequest& request,
              std::vector<PartialStatistics>& partials) {
    for (std::size_t i = 0; i < partials.size(); ++i) {
        const void* data = nullptr;
        MI_ASSIGN(const HostTensor shape, prepared.describe(i, data));
        if (elementBits(shape.type) == 0)
            return fail(ErrorCode::Unsupported,
                        fmt::format("`{}` holds {}: it has no range", request.tensors[i],
                                    elementTypeName(shape.type)));
        MI_CHECK(request.wantsRanges
                     ? addRanges(shape, data, partials[i])
                     : addHistogram(shape, data, request.absMax[i], partials[i].counts));
    }
    return {};
}

} // namespace

Result<Json> statistics(const Json& params, const Progress&) {
    MI_ASSIGN(const BatchRequest request, readRequest(params));
    MI_ASSIGN(RunnableSession * cached, cachedSession(params));
    auto* session = static_cast<ModelSession*>(cached); // this runner loads no others
    std::vector<PartialStatistics> partials(request.tensors.size());
    for (std::size_t i = 0; i < partials.size(); ++i) {
        partials[i].name = request.tensors[i];
        if (!request.wantsRanges)
            partials[i].counts.assign(request.bins, 0);
    }
    for (const std::string& feed : request.feeds) {
        MI_ASSIGN(std::vector<NamedTensor> inputs, readTensorFile(feed));
        MI_ASSIGN(PreparedRun prepared,
                  PreparedRun::create(*session, std::move(inputs), request.tensors));
        MI_CHECK(prepared.run());
        MI_CHECK(addRun(prepared, request, partials));
    }
    MI_CHECK(writeStatisticsFile(jsonValue(params, "output", std::string()), partials));
    return Json::object();
}

} // namespace metainfer::runner
