// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Calibration statistics of one batch of feeds, reduced here: raw activations never leave. The
// caller merges batches. Pass `ranges` first, then `histograms` with the ranges found.
#include "methods.h"

#include "execution/statistics_file.h"
#include "execution/tensor_file.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace metainfer::runner {

namespace {

/// Calls `use(value, flatIndex)` for each element as double.
template <typename Use>
Status forEachElement(const HostTensor& shape, const void* data, const Use& use) {
    const std::uint64_t count = shape.elementCount();
    const auto loop = [&](const auto* values) {
        for (std::uint64_t i = 0; i < count; ++i)
            use(static_cast<double>(values[i]), i);
        return Status{};
    };
    switch (shape.type) {
    case ElementType::Float:
        return loop(static_cast<const float*>(data));
    case ElementType::Double:
        return loop(static_cast<const double*>(data));
    case ElementType::Int8:
        return loop(static_cast<const std::int8_t*>(data));
    case ElementType::UInt8:
    case ElementType::Bool:
        return loop(static_cast<const std::uint8_t*>(data));
    case ElementType::Int32:
        return loop(static_cast<const std::int32_t*>(data));
    case ElementType::Int64:
        return loop(static_cast<const std::int64_t*>(data));
    default:
        break;
    }
    const std::uint64_t size = packedBytes(shape.type, count);
    const auto* bytes = static_cast<const std::byte*>(data);
    MI_ASSIGN(const HostTensor copy,
              HostTensor::fromBytes(shape.type, shape.dims, {bytes, bytes + size}));
    MI_ASSIGN(const std::vector<float> values, copy.toFloats());
    return loop(values.data());
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
    std::uint64_t of(std::uint64_t index) const {
        return index / std::max<std::uint64_t>(stride, 1) % count;
    }
};

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
    return forEachElement(shape, data, [&](double value, std::uint64_t i) {
        if (std::isnan(value)) {
            ++into.nans;
            return;
        }
        if (std::isinf(value)) {
            ++into.infinities;
            return;
        }
        into.add(value);
        if (channels.count) {
            double& low = into.channelMin[channels.of(i)];
            double& high = into.channelMax[channels.of(i)];
            low = std::min(low, value);
            high = std::max(high, value);
        }
    });
}

Status addHistogram(const HostTensor& shape, const void* data, double absMax,
                    std::vector<std::uint64_t>& counts) {
    const auto bins = static_cast<double>(counts.size());
    return forEachElement(shape, data, [&](double value, std::uint64_t) {
        if (!std::isfinite(value))
            return;
        const double position = absMax > 0 ? (value + absMax) / (2 * absMax) * bins : bins / 2;
        const double bin = std::clamp(std::floor(position), 0.0, bins - 1);
        ++counts[static_cast<std::size_t>(bin)];
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
    MI_ASSIGN(ModelSession * session, cachedSession(params));
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
