// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Percentiles, spread, trend and warm-up of one series of timings.
#include "execution/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace metainfer {
namespace {

struct CountRule {
    double p;
    std::size_t count;
};
// Enough samples that the order statistic has a distribution-free 95 % interval on both sides.
constexpr std::array<CountRule, 5> kCountRules{
    {{0.5, 11}, {0.9, 64}, {0.95, 130}, {0.99, 662}, {0.999, 6636}}};

constexpr std::size_t kTrendBlocks = 20;
constexpr std::size_t kTrendMinimum = 8; // below it Mann-Kendall cannot reach p < 0.01 usefully
constexpr double kTrendSignificance = 0.01;

double medianOfRange(const std::vector<double>& values, std::size_t from, std::size_t to) {
    return median(std::vector<double>(values.begin() + static_cast<std::ptrdiff_t>(from),
                                      values.begin() + static_cast<std::ptrdiff_t>(to)));
}

std::vector<double> blockMedians(const std::vector<double>& samples) {
    const std::size_t blocks = std::min(kTrendBlocks, samples.size());
    std::vector<double> result(blocks);
    for (std::size_t b = 0; b < blocks; ++b)
        result[b] =
            medianOfRange(samples, b * samples.size() / blocks, (b + 1) * samples.size() / blocks);
    return result;
}

} // namespace

std::string Percentile::text() const {
    if (value)
        return fmt::format("{:.6g}", *value);
    return fmt::format("n too small ({} more needed)", missing);
}

std::size_t minimumCount(double p) {
    const double tail = std::max(p, 1 - p); // p10 needs as many as p90
    for (const CountRule& rule : kCountRules)
        if (tail <= rule.p + 1e-12)
            return rule.count;
    return static_cast<std::size_t>(std::ceil(6.636 / (1 - std::min(tail, 1 - 1e-9))));
}

double percentileOfSorted(const std::vector<double>& sorted, double p) {
    // The slack keeps p * n from rounding up past an exact integer (0.95 * 20
    // is 19.000000000000004).
    const double needed = p * static_cast<double>(sorted.size());
    const double rank = std::ceil(needed - 1e-9 * std::max(1.0, needed));
    const auto index = static_cast<std::size_t>(std::max(rank, 1.0)) - 1;
    return sorted[std::min(index, sorted.size() - 1)];
}

Percentile percentile(const std::vector<double>& samples, double p) {
    Percentile result{p, std::nullopt, 0};
    const std::size_t needed = minimumCount(p);
    if (samples.size() < needed) {
        result.missing = needed - samples.size();
        return result;
    }
    std::vector<double> sorted = samples;
    std::sort(sorted.begin(), sorted.end());
    result.value = percentileOfSorted(sorted, p);
    return result;
}

double median(std::vector<double> samples) {
    if (samples.empty())
        return 0;
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    if (samples.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(samples.begin(), middle)) / 2;
}

double medianAbsoluteDeviation(const std::vector<double>& samples) {
    const double centre = median(samples);
    std::vector<double> distances(samples.size());
    std::transform(samples.begin(), samples.end(), distances.begin(),
                   [centre](double x) { return std::abs(x - centre); });
    return median(std::move(distances));
}

SampleSummary summarize(std::vector<double> samples) {
    SampleSummary summary;
    summary.p50.p = 0.5;
    std::vector<double> sorted = samples;
    std::sort(sorted.begin(), sorted.end());
    const auto at = [&sorted](double p) {
        const std::size_t needed = minimumCount(p);
        if (sorted.size() < needed)
            return Percentile{p, std::nullopt, needed - sorted.size()};
        return Percentile{p, percentileOfSorted(sorted, p), 0};
    };
    summary.p50 = at(0.5);
    summary.p90 = at(0.9);
    summary.p95 = at(0.95);
    summary.p99 = at(0.99);
    summary.p999 = at(0.999);
    if (!sorted.empty()) {
        const auto n = static_cast<double>(sorted.size());
        summary.min = sorted.front();
        summary.max = sorted.back();
        summary.mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / n;
        summary.median = median(sorted);
        summary.mad = medianAbsoluteDeviation(sorted);
        double squares = 0;
        for (const double x : sorted)
            squares += (x - summary.mean) * (x - summary.mean);
        if (sorted.size() > 1 && summary.mean != 0)
            summary.cv = std::sqrt(squares / (n - 1)) / std::abs(summary.mean);
    }
    summary.samples = std::move(samples);
    return summary;
}

Json SampleSummary::toJson() const {
    Json json{{"n", n()},   {"mean", mean}, {"median", median}, {"min", min},
              {"max", max}, {"mad", mad},   {"cv", cv}};
    const auto put = [&json](const char* key, const Percentile& value) {
        json[key] = value.value ? Json(*value.value) : Json(value.text());
    };
    put("p50", p50);
    put("p90", p90);
    put("p95", p95);
    put("p99", p99);
    put("p99.9", p999);
    json["samples"] = samples;
    return json;
}

Result<SampleSummary> SampleSummary::fromJson(const Json& json) {
    const auto it = json.is_object() ? json.find("samples") : json.end();
    if (!json.is_object() || it == json.end() || !it->is_array())
        return fail(ErrorCode::InvalidArgument, "sample summary without the list `samples`");
    std::vector<double> samples;
    for (const Json& item : *it) {
        if (!item.is_number())
            return fail(ErrorCode::InvalidArgument, "sample summary: `samples` holds a non-number");
        samples.push_back(item.get<double>());
    }
    // Everything else follows from the samples, so nothing can contradict them.
    return summarize(std::move(samples));
}

Trend trendOf(const std::vector<double>& samples, double minimumDrift) {
    Trend trend;
    const std::vector<double> blocks = blockMedians(samples);
    const std::size_t n = blocks.size();
    const double centre = median(blocks);
    if (n < kTrendMinimum || centre <= 0)
        return trend;
    double score = 0;
    std::vector<double> slopes;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j) {
            const double difference = blocks[j] - blocks[i];
            score += difference > 0 ? 1 : difference < 0 ? -1 : 0;
            slopes.push_back(difference / static_cast<double>(j - i));
        }
    const auto count = static_cast<double>(n);
    const double variance = count * (count - 1) * (2 * count + 5) / 18;
    const double z = std::max(0.0, std::abs(score) - 1) / std::sqrt(variance);
    trend.pValue = std::erfc(z / std::sqrt(2.0));
    trend.drift = median(std::move(slopes)) * (count - 1) / centre;
    trend.found = trend.pValue < kTrendSignificance && std::abs(trend.drift) > minimumDrift;
    return trend;
}

void StabilityDetector::add(double seconds) {
    m_samples.push_back(seconds);
    m_total += seconds;
}

bool StabilityDetector::isStable() const {
    const std::size_t n = m_samples.size(), w = m_rules.window;
    if (n < m_rules.minimumRuns || n < 2 * w || m_total < m_rules.minimumSeconds)
        return false;
    const double last = medianOfRange(m_samples, n - w, n);
    const double before = medianOfRange(m_samples, n - 2 * w, n - w);
    if (before <= 0 || std::abs(last / before - 1) > m_rules.tolerance)
        return false;
    const std::vector<double> recent(m_samples.end() - static_cast<std::ptrdiff_t>(2 * w),
                                     m_samples.end());
    return !trendOf(recent, m_rules.tolerance).found;
}

} // namespace metainfer
