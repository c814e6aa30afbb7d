// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Anomalies of outputs that averages hide, each with the samples or channels that show it.
#include "validation/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::validation {
namespace {

constexpr double kBiasShift = 0.1;      ///< of the channel's own standard deviation
constexpr double kVarianceRatio = 1.25; ///< either way
constexpr double kWorstFactor = 3;      ///< worst sample's error over the median's
constexpr double kWorstFloor = 0.02;    ///< relative error below which nobody cares
constexpr std::uint64_t kFewest = 32;   ///< values of a channel before its moments mean anything

struct Layout {
    std::size_t channels = 1, stride = 1;
};

/// Channels are axis 1; outputs of one axis are one channel.
Layout layoutOf(const std::vector<std::int64_t>& dims) {
    Layout layout;
    if (dims.size() < 2)
        return layout;
    layout.channels = static_cast<std::size_t>(dims[1]);
    for (std::size_t axis = 2; axis < dims.size(); ++axis)
        layout.stride *= static_cast<std::size_t>(dims[axis]);
    return layout;
}

std::vector<std::size_t> firstOf(const std::vector<std::size_t>& all, std::size_t most = 20) {
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(most, all.size()))};
}

} // namespace

std::string_view findingName(Finding finding) {
    switch (finding) {
    case Finding::Ok:
        return "ok";
    case Finding::Warning:
        return "warning";
    case Finding::Failure:
        return "failure";
    }
    return "unknown";
}

Status AnomalyDetector::add(std::size_t sample, const std::vector<NamedTensor>& reference,
                            const std::vector<NamedTensor>& other) {
    for (const auto& output : reference) {
        const auto twin = std::find_if(other.begin(), other.end(),
                                       [&](const NamedTensor& t) { return t.name == output.name; });
        if (twin == other.end() || twin->tensor.dims != output.tensor.dims ||
            !isFloatingPoint(output.tensor.type))
            continue; // the equivalence check reports these
        MI_ASSIGN(const auto a, output.tensor.toFloats());
        MI_ASSIGN(const auto b, twin->tensor.toFloats());
        addOutput(m_outputs[output.name], sample, a, b, output.tensor.dims);
    }
    return {};
}

void AnomalyDetector::addOutput(Output& into, std::size_t sample, const std::vector<float>& a,
                                const std::vector<float>& b,
                                const std::vector<std::int64_t>& dims) {
    const Layout layout = layoutOf(dims);
    if (into.channels.empty())
        into.channels.resize(std::max<std::size_t>(1, layout.channels));
    double squared = 0, own = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double x = a[i], y = b[i];
        if (!std::isfinite(x) || !std::isfinite(y))
            continue;
        own += x * x;
        squared += (x - y) * (x - y);
        const std::size_t c = i / layout.stride % std::max<std::size_t>(1, layout.channels);
        if (c >= into.channels.size())
            continue;
        Channel& channel = into.channels[c];
        channel.sumA += x;
        channel.sumB += y;
        channel.squareA += x * x;
        channel.squareB += y * y;
        ++channel.count;
    }
    into.errors.emplace_back(own > 0 ? std::sqrt(squared / own) : (squared > 0 ? 1 : 0), sample);
    if (dims.size() == 2 && dims[1] > 1) {
        const auto row = dims[1];
        for (std::size_t at = 0; at + static_cast<std::size_t>(row) <= a.size();
             at += static_cast<std::size_t>(row)) {
            const auto from = static_cast<std::ptrdiff_t>(at);
            const auto bestA = std::max_element(a.begin() + from, a.begin() + from + row);
            const auto bestB = std::max_element(b.begin() + from, b.begin() + from + row);
            if (bestA - a.begin() != bestB - b.begin()) {
                into.flips.push_back(sample);
                break;
            }
        }
    }
}

void AnomalyDetector::channelAnomalies(const std::string& name, const Output& output,
                                       std::vector<Anomaly>& into) {
    Anomaly bias{"channel_bias", Finding::Warning, name, 0, {}, {}, {}};
    Anomaly variance{"channel_variance", Finding::Warning, name, 1, {}, {}, {}};
    for (std::size_t c = 0; c < output.channels.size(); ++c) {
        const Channel& channel = output.channels[c];
        if (channel.count < kFewest)
            continue;
        const auto n = static_cast<double>(channel.count);
        const double meanA = channel.sumA / n, meanB = channel.sumB / n;
        const double varA = std::max(0.0, channel.squareA / n - meanA * meanA);
        const double varB = std::max(0.0, channel.squareB / n - meanB * meanB);
        if (varA <= 1e-12)
            continue;
        const double shift = std::abs(meanB - meanA) / std::sqrt(varA);
        const double ratio = varB / varA;
        if (shift > kBiasShift) {
            bias.channels.push_back(c);
            bias.value = std::max(bias.value, shift);
        }
        if (ratio > kVarianceRatio || ratio < 1 / kVarianceRatio) {
            variance.channels.push_back(c);
            if (std::abs(std::log(std::max(ratio, 1e-9))) > std::abs(std::log(variance.value)))
                variance.value = std::max(ratio, 1e-9);
        }
    }
    if (!bias.channels.empty()) {
        bias.detail = fmt::format("the mean of {} of {} channels moved by up to {:.2f} of their "
                                  "standard deviation",
                                  bias.channels.size(), output.channels.size(), bias.value);
        bias.channels = firstOf(bias.channels);
        into.push_back(std::move(bias));
    }
    if (!variance.channels.empty()) {
        variance.detail =
            fmt::format("the variance of {} of {} channels changed, by a factor of "
                        "up to {:.2f}",
                        variance.channels.size(), output.channels.size(), variance.value);
        variance.channels = firstOf(variance.channels);
        into.push_back(std::move(variance));
    }
}

std::vector<Anomaly> AnomalyDetector::anomalies() const {
    std::vector<Anomaly> found;
    for (const auto& [name, output] : m_outputs) {
        channelAnomalies(name, output, found);
        auto errors = output.errors;
        std::sort(errors.begin(), errors.end());
        if (!errors.empty()) {
            const auto [worst, sample] = errors.back();
            const double median = errors[(errors.size() - 1) / 2].first;
            if (worst > kWorstFloor && worst > kWorstFactor * median)
                found.push_back({"worst_sample",
                                 Finding::Warning,
                                 name,
                                 worst,
                                 {sample},
                                 {},
                                 fmt::format("relative error {:.3f} on one sample, {:.3f} on the "
                                             "median one",
                                             worst, median)});
        }
        if (!output.flips.empty())
            found.push_back({"class_flip",
                             Finding::Warning,
                             name,
                             static_cast<double>(output.flips.size()) /
                                 static_cast<double>(output.errors.size()),
                             firstOf(output.flips),
                             {},
                             fmt::format("the largest class changed on {} of {} samples",
                                         output.flips.size(), output.errors.size())});
    }
    return found;
}

std::vector<Anomaly> saturation(const candidates::Calibration& calibration,
                                const std::map<std::string, candidates::ValueRange>& ranges,
                                double share) {
    std::vector<Anomaly> found;
    for (const auto& [name, range] : ranges) {
        const auto it = calibration.tensors.find(name);
        if (it == calibration.tensors.end() || it->second.counts.empty())
            continue;
        const TensorStatistics& s = it->second;
        const double width = 2 * s.absMax / static_cast<double>(s.counts.size());
        std::uint64_t outside = 0, total = 0;
        for (std::size_t i = 0; i < s.counts.size(); ++i) {
            const double low = -s.absMax + width * static_cast<double>(i);
            total += s.counts[i];
            if (low + width <= range.low || low >= range.high)
                outside += s.counts[i];
        }
        const double part = total ? static_cast<double>(outside) / static_cast<double>(total) : 0;
        if (part > share)
            found.push_back({"saturation",
                             Finding::Warning,
                             name,
                             part,
                             {},
                             {},
                             fmt::format("{:.2f} % of the values lie outside [{:.4g}, {:.4g}]",
                                         100 * part, range.low, range.high)});
    }
    return found;
}

Json toJson(const std::vector<Anomaly>& anomalies) {
    Json list = Json::array();
    for (const auto& a : anomalies)
        list.push_back(Json{{"kind", a.kind},
                            {"finding", findingName(a.finding)},
                            {"where", a.where},
                            {"value", a.value},
                            {"samples", a.samples},
                            {"channels", a.channels},
                            {"detail", a.detail}});
    return list;
}

} // namespace metainfer::validation
