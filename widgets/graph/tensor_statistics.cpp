// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Statistics of a tensor that may be larger than memory.
#include "graph/tensor_statistics.h"

#include "candidates/data/npy.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace metainfer::widgets {
namespace {

constexpr std::size_t kMostFirst = 64;

std::string typeText(const ir::TensorData& data) {
    std::string text(elementTypeName(data.type()));
    text += '[';
    for (std::size_t i = 0; i < data.dims().size(); ++i)
        text += (i ? "," : "") + std::to_string(data.dims()[i]);
    return text + ']';
}

/// Feeds the elements as numbers. Pieces of the content may end in the middle of an element.
template <typename Visit>
Status visitNumbers(const ir::TensorData& data, const CancellationToken& cancel, Visit&& visit) {
    const int bits = elementBits(data.type());
    if (bits == 0 || data.type() == ElementType::Complex64 ||
        data.type() == ElementType::Complex128)
        return fail(ErrorCode::Unsupported,
                    "no statistics for " + std::string(elementTypeName(data.type())) + " tensors",
                    "numbers of every width are supported");
    const std::size_t unit = std::max(1, bits / 8);
    const auto total = static_cast<std::uint64_t>(std::max<std::int64_t>(0, data.elementCount()));
    std::vector<std::byte> rest;
    std::uint64_t done = 0;
    const auto convert = [&](std::span<const std::byte> whole) -> Status {
        const std::uint64_t held = bits >= 8 ? whole.size() / unit : whole.size() * 8 / bits;
        const auto count = std::min<std::uint64_t>(held, total - done);
        if (count == 0)
            return {};
        std::vector<std::byte> copy(
            whole.begin(),
            whole.begin() + static_cast<std::ptrdiff_t>(packedBytes(data.type(), count)));
        MI_ASSIGN(const auto tensor,
                  HostTensor::fromBytes(data.type(), {static_cast<std::int64_t>(count)},
                                        std::move(copy)));
        if (data.type() == ElementType::Double) {
            for (const double value : tensor.template as<double>())
                visit(value);
        } else {
            MI_ASSIGN(const auto values, tensor.toFloats());
            for (const float value : values)
                visit(static_cast<double>(value));
        }
        done += count;
        return {};
    };
    return data.stream([&](std::span<const std::byte> piece) -> Status {
        constexpr std::size_t kPiece = std::size_t{1} << 20;
        while (!piece.empty()) {
            MI_CHECK(cancel.check());
            const auto take = piece.first(std::min(piece.size(), kPiece));
            piece = piece.subspan(take.size());
            rest.insert(rest.end(), take.begin(), take.end());
            const std::size_t whole = rest.size() / unit * unit;
            MI_CHECK(convert(std::span(rest).first(whole)));
            rest.erase(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(whole));
        }
        return {};
    });
}

} // namespace

Result<TensorStatistics> tensorStatistics(const ir::TensorData& data, std::size_t bins,
                                          const CancellationToken& cancel) {
    TensorStatistics s;
    s.type = typeText(data);
    s.bytes = data.byteSize();
    s.minimum = std::numeric_limits<double>::infinity();
    s.maximum = -s.minimum;
    double sumOfSquares = 0;
    std::uint64_t finite = 0;
    MI_CHECK(visitNumbers(data, cancel, [&](double value) {
        if (s.first.size() < kMostFirst)
            s.first.push_back(value);
        ++s.count;
        s.zeros += value == 0;
        if (!std::isfinite(value)) {
            ++s.notFinite;
            return;
        }
        ++finite;
        s.minimum = std::min(s.minimum, value);
        s.maximum = std::max(s.maximum, value);
        // Welford (1962): no cancellation, whatever the mean is.
        const double away = value - s.mean;
        s.mean += away / static_cast<double>(finite);
        sumOfSquares += away * (value - s.mean);
    }));
    if (finite == 0) {
        s.minimum = s.maximum = 0;
        return s;
    }
    s.deviation = std::sqrt(sumOfSquares / static_cast<double>(finite));
    s.absoluteMaximum = std::max(std::abs(s.minimum), std::abs(s.maximum));
    s.low = s.minimum;
    s.high = s.maximum > s.minimum ? s.maximum : s.minimum + 1;
    s.histogram.assign(std::max<std::size_t>(1, bins), 0);
    const double scale = static_cast<double>(s.histogram.size()) / (s.high - s.low);
    MI_CHECK(visitNumbers(data, cancel, [&](double value) {
        if (std::isfinite(value))
            ++s.histogram[std::min(static_cast<std::size_t>((value - s.low) * scale),
                                   s.histogram.size() - 1)];
    }));
    return s;
}

Status exportNpy(const ir::TensorData& data, const std::filesystem::path& path) {
    MI_ASSIGN(HostTensor tensor, data.load());
    if (tensor.type == ElementType::BFloat16 || elementBits(tensor.type) < 8 ||
        (tensor.type >= ElementType::Float8E4M3FN && tensor.type <= ElementType::Float8E5M2FNUZ)) {
        MI_ASSIGN(const auto values, tensor.toFloats());
        tensor = HostTensor::fromFloats(tensor.dims, values);
    }
    return candidates::writeNpy(path, tensor);
}

} // namespace metainfer::widgets
