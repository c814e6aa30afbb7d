// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Errors by channel and sample.
#include "validation/examination.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace metainfer::validation {
namespace {

constexpr std::size_t kMostChannels = 4096; ///< more are positions rather than channels
constexpr std::size_t kShownElements = 16;  ///< of one sample
constexpr std::size_t kLargestElements = 5; ///< of these, the reference's largest ones

double ratio(double part, double whole) {
    return whole > 0 ? std::sqrt(part / whole) : (part > 0 ? 1 : 0);
}

const HostTensor* find(const std::vector<NamedTensor>& tensors, const std::string& name) {
    for (const auto& tensor : tensors)
        if (tensor.name == name)
            return &tensor.tensor;
    return nullptr;
}

double errorOf(const std::vector<float>& a, const std::vector<float>& b) {
    double difference = 0, own = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!std::isfinite(a[i]) || !std::isfinite(b[i]))
            continue;
        own += static_cast<double>(a[i]) * a[i];
        difference += (static_cast<double>(a[i]) - b[i]) * (static_cast<double>(a[i]) - b[i]);
    }
    return ratio(difference, own);
}

/// The reference's largest elements and those that differ most.
std::vector<std::size_t> elementsToShow(const std::vector<float>& a, const std::vector<float>& b) {
    std::vector<std::size_t> all(a.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (all.size() <= kShownElements)
        return all;
    const auto front = [&](std::size_t count, auto&& before) {
        std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(),
                          before);
        return std::vector<std::size_t>(all.begin(),
                                        all.begin() + static_cast<std::ptrdiff_t>(count));
    };
    auto shown = front(kLargestElements, [&](std::size_t x, std::size_t y) { return a[x] > a[y]; });
    const auto apart = front(kShownElements, [&](std::size_t x, std::size_t y) {
        return std::abs(a[x] - b[x]) > std::abs(a[y] - b[y]);
    });
    for (const std::size_t each : apart)
        if (shown.size() < kShownElements &&
            std::find(shown.begin(), shown.end(), each) == shown.end())
            shown.push_back(each);
    std::sort(shown.begin(), shown.end());
    return shown;
}

} // namespace

Status DetailMeter::addChannels(std::vector<Channel>& channels, const HostTensor& a,
                                const HostTensor& b) {
    if (a.dims.size() < 2 || a.dims[1] <= 0 || static_cast<std::size_t>(a.dims[1]) > kMostChannels)
        return {};
    MI_ASSIGN(const auto x, a.toFloats());
    MI_ASSIGN(const auto y, b.toFloats());
    const auto count = static_cast<std::size_t>(a.dims[1]);
    std::size_t stride = 1;
    for (std::size_t axis = 2; axis < a.dims.size(); ++axis)
        stride *= static_cast<std::size_t>(a.dims[axis]);
    channels.resize(std::max(channels.size(), count));
    for (std::size_t i = 0; i < x.size() && i < y.size(); ++i) {
        if (!std::isfinite(x[i]) || !std::isfinite(y[i]))
            continue;
        Channel& channel = channels[i / std::max<std::size_t>(1, stride) % count];
        const double apart = static_cast<double>(x[i]) - y[i];
        channel.sum += x[i];
        channel.otherSum += y[i];
        channel.square += static_cast<double>(x[i]) * x[i];
        channel.difference += apart * apart;
        channel.largest = std::max(channel.largest, std::abs(apart));
        ++channel.count;
    }
    return {};
}

Status DetailMeter::add(std::size_t sample, const std::vector<NamedTensor>& reference,
                        const std::vector<NamedTensor>& other) {
    MI_CHECK(m_meter.add(reference, other));
    SampleDetail worst;
    worst.sample = sample;
    worst.relativeL2 = -1;
    std::vector<float> worstA, worstB;
    for (const NamedTensor& output : reference) {
        const HostTensor* twin = find(other, output.name);
        if (!twin || !isFloatingPoint(output.tensor.type))
            continue;
        MI_CHECK(addChannels(m_channels[output.name], output.tensor, *twin));
        MI_ASSIGN(auto a, output.tensor.toFloats());
        MI_ASSIGN(auto b, twin->toFloats());
        const double error = errorOf(a, b);
        if (error <= worst.relativeL2 || a.size() != b.size() || a.empty())
            continue;
        worst.relativeL2 = error;
        worst.output = output.name;
        worstA = std::move(a);
        worstB = std::move(b);
    }
    if (worst.output.empty()) // no floating-point output
        return {};
    m_errors.push_back(worst.relativeL2);
    if (m_worst.size() >= m_keep && m_worst.back().relativeL2 >= worst.relativeL2)
        return {};
    worst.elements = elementsToShow(worstA, worstB);
    for (const std::size_t element : worst.elements) {
        worst.reference.push_back(worstA[element]);
        worst.other.push_back(worstB[element]);
    }
    worst.winnerChanged = std::max_element(worstA.begin(), worstA.end()) - worstA.begin() !=
                          std::max_element(worstB.begin(), worstB.end()) - worstB.begin();
    const auto at = std::upper_bound(
        m_worst.begin(), m_worst.end(), worst,
        [](const SampleDetail& x, const SampleDetail& y) { return x.relativeL2 > y.relativeL2; });
    m_worst.insert(at, std::move(worst));
    if (m_worst.size() > m_keep)
        m_worst.pop_back();
    return {};
}

std::vector<OutputDetail> DetailMeter::outputs() const {
    std::vector<OutputDetail> details;
    for (const OutputError& error : m_meter.report().outputs) {
        OutputDetail detail{error, {}};
        if (const auto it = m_channels.find(error.output); it != m_channels.end())
            for (std::size_t i = 0; i < it->second.size(); ++i) {
                const Channel& c = it->second[i];
                if (c.count == 0)
                    continue;
                const auto n = static_cast<double>(c.count);
                const double mean = c.sum / n;
                detail.channels.push_back(
                    {i, mean, std::sqrt(std::max(0.0, c.square / n - mean * mean)), c.otherSum / n,
                     ratio(c.difference, c.square), c.largest});
            }
        details.push_back(std::move(detail));
    }
    return details;
}

std::vector<SampleDetail> DetailMeter::worst() const {
    return m_worst;
}

double DetailMeter::medianError() const {
    if (m_errors.empty())
        return 0;
    std::vector<double> sorted = m_errors;
    std::sort(sorted.begin(), sorted.end());
    return sorted[(sorted.size() - 1) / 2];
}

} // namespace metainfer::validation
