// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers of candidates and their words.
#include "candidates/quantities.h"

#include "session/number_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace metainfer::widgets {
namespace {

using measurement::Metric;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct QuantityFacts {
    Quantity quantity;
    const char* key;
    std::optional<Metric> metric;
    bool smallerIsBetter;
};

const std::array<QuantityFacts, 17> kFacts = {{
    {Quantity::Ratio, "ratio", std::nullopt, true},
    {Quantity::P50Latency, "p50_latency", Metric::P50Latency, true},
    {Quantity::P90Latency, "p90_latency", Metric::P90Latency, true},
    {Quantity::P95Latency, "p95_latency", Metric::P95Latency, true},
    {Quantity::P99Latency, "p99_latency", Metric::P99Latency, true},
    {Quantity::Throughput, "throughput", Metric::Throughput, false},
    {Quantity::Memory, "memory_usage", Metric::Memory, true},
    {Quantity::ModelSize, "model_size", Metric::ModelSize, true},
    {Quantity::Accuracy, "accuracy", Metric::Accuracy, false},
    {Quantity::SearchAccuracy, "search_accuracy", std::nullopt, false},
    {Quantity::Energy, "energy", Metric::Energy, true},
    {Quantity::Power, "power", Metric::Power, true},
    {Quantity::ColdStart, "cold_start", Metric::ColdStart, true},
    {Quantity::Predicted, "predicted", std::nullopt, true},
    {Quantity::PredictionError, "prediction_error", std::nullopt, true},
    {Quantity::Changes, "changes", std::nullopt, true},
    {Quantity::Threads, "threads", std::nullopt, true},
}};

const QuantityFacts& factsOf(Quantity quantity) {
    return kFacts[static_cast<std::size_t>(quantity)];
}

std::optional<QuantityValue> find(const measurement::MetricValues& values, Metric metric) {
    const auto it = values.find(metric);
    if (it == values.end())
        return std::nullopt;
    return QuantityValue{it->second.interval, it->second.source};
}

std::vector<double> ranksOf(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i + 1;
        while (end < order.size() && values[order[end]] == values[order[i]])
            ++end;
        for (std::size_t k = i; k < end; ++k)
            ranks[order[k]] = static_cast<double>(i + end - 1) / 2;
        i = end;
    }
    return ranks;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
    const auto count = static_cast<double>(a.size());
    const double meanA = std::accumulate(a.begin(), a.end(), 0.0) / count;
    const double meanB = std::accumulate(b.begin(), b.end(), 0.0) / count;
    double ab = 0, aa = 0, bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += (a[i] - meanA) * (b[i] - meanB);
        aa += (a[i] - meanA) * (a[i] - meanA);
        bb += (b[i] - meanB) * (b[i] - meanB);
    }
    return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : kNone;
}

} // namespace

std::span<const Quantity> allQuantities() {
    static const auto all = [] {
        std::array<Quantity, kFacts.size()> list{};
        std::transform(kFacts.begin(), kFacts.end(), list.begin(),
                       [](const QuantityFacts& facts) { return facts.quantity; });
        return list;
    }();
    return all;
}

QString quantityKey(Quantity quantity) {
    return QString::fromLatin1(factsOf(quantity).key);
}

std::optional<Quantity> quantityFromKey(const QString& key) {
    for (const QuantityFacts& facts : kFacts)
        if (key == QLatin1String(facts.key))
            return facts.quantity;
    return std::nullopt;
}

std::optional<Quantity> quantityOf(Metric metric) {
    for (const QuantityFacts& facts : kFacts)
        if (facts.metric == metric)
            return facts.quantity;
    return std::nullopt;
}

std::optional<Metric> metricOf(Quantity quantity) {
    return factsOf(quantity).metric;
}

bool smallerIsBetter(Quantity quantity) {
    return factsOf(quantity).smallerIsBetter;
}

std::optional<QuantityValue> valueOf(const CandidateRow& row, Quantity quantity) {
    if (quantity == Quantity::Accuracy) {
        auto value = row.validated ? find(row.evaluation.values, Metric::Accuracy) : std::nullopt;
        if (value)
            value->samples = row.validationSamples;
        return value;
    }
    if (const auto metric = factsOf(quantity).metric)
        return find(row.evaluation.values, *metric);
    const auto exact = [](double value) {
        return QuantityValue{Interval::exact(value), NumberSource::Default};
    };
    switch (quantity) {
    case Quantity::Ratio:
        if (!row.ratio)
            return std::nullopt;
        if (const auto p50 = find(row.evaluation.values, Metric::P50Latency))
            return QuantityValue{*row.ratio, p50->source};
        return QuantityValue{*row.ratio, NumberSource::Measured};
    case Quantity::SearchAccuracy:
        if (!row.searchAccuracy)
            return std::nullopt;
        return QuantityValue{Interval::exact(*row.searchAccuracy), NumberSource::Measured,
                             row.searchSamples};
    case Quantity::Predicted:
        return find(row.predicted, Metric::P50Latency);
    case Quantity::PredictionError: {
        const auto predicted = find(row.predicted, Metric::P50Latency);
        const auto measured = find(row.evaluation.values, Metric::P50Latency);
        if (!predicted || !measured || measured->interval.value <= 0)
            return std::nullopt;
        return exact(predicted->interval.value / measured->interval.value - 1);
    }
    case Quantity::Changes:
        return exact(row.changes);
    case Quantity::Threads:
        if (row.threads <= 0) // the runtime's own choice: no number
            return std::nullopt;
        return exact(row.threads);
    default:
        return std::nullopt;
    }
}

double numberOf(const CandidateRow& row, Quantity quantity) {
    const auto value = valueOf(row, quantity);
    return value ? value->interval.value : kNone;
}

double numberOf(const CandidateTable& table, std::size_t row, Quantity quantity) {
    const auto column = static_cast<std::size_t>(quantity);
    return column < table.numbers.size() ? table.numbers[column][row] : kNone;
}

void gatherNumbers(CandidateTable& table) {
    table.numbers.clear();
    table.typical.clear();
    std::vector<double> sizes;
    for (const Quantity quantity : allQuantities()) {
        std::vector<double>& column = table.numbers.emplace_back();
        column.reserve(table.rows.size());
        sizes.clear();
        for (const CandidateRow& row : table.rows) {
            column.push_back(numberOf(row, quantity));
            if (std::isfinite(column.back()))
                sizes.push_back(std::abs(column.back()));
        }
        if (sizes.empty()) {
            table.typical.push_back(kNone);
            continue;
        }
        const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
        std::nth_element(sizes.begin(), middle, sizes.end());
        table.typical.push_back(*middle);
    }
}

std::vector<Quantity> presentQuantities(const CandidateTable& table) {
    std::vector<Quantity> present;
    for (const Quantity quantity : allQuantities())
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            if (table.original != row && std::isfinite(numberOf(table, row, quantity))) {
                present.push_back(quantity);
                break;
            }
    return present;
}

ShownUnit unitFor(Quantity quantity, double typical) {
    const auto metric = factsOf(quantity).metric;
    const bool time =
        quantity == Quantity::Predicted || (metric && measurement::metricUnit(*metric) == "us");
    if (time) {
        if (typical >= 2e6)
            return {1e-6, "s"};
        return typical >= 2e3 ? ShownUnit{1e-3, "ms"} : ShownUnit{1, "µs"};
    }
    if (metric && measurement::metricUnit(*metric) == "bytes") {
        if (typical >= 2.0 * (1 << 30))
            return {1.0 / (1 << 30), "GiB"};
        return typical >= 2.0 * (1 << 20) ? ShownUnit{1.0 / (1 << 20), "MiB"}
                                          : ShownUnit{1.0 / 1024, "KiB"};
    }
    if (metric == Metric::Throughput)
        return {1, "1/s"};
    if (quantity == Quantity::Accuracy || quantity == Quantity::SearchAccuracy ||
        quantity == Quantity::PredictionError)
        return {100, "%"};
    if (metric)
        return {1, QString::fromUtf8(measurement::metricUnit(*metric).data())};
    return {};
}

ShownUnit unitFor(Quantity quantity, const CandidateTable& table) {
    const auto column = static_cast<std::size_t>(quantity);
    const double typical = column < table.typical.size() ? table.typical[column] : kNone;
    return unitFor(quantity, std::isfinite(typical) ? typical : 1);
}

std::vector<std::size_t> frontOf(const CandidateTable& table, Quantity x, Quantity y) {
    struct Point {
        double x, y;
        std::size_t row;
    };
    std::vector<Point> points;
    const double signX = smallerIsBetter(x) ? 1 : -1, signY = smallerIsBetter(y) ? 1 : -1;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const CandidateRow& row = table.rows[i];
        if (row.state == CandidateState::Barred || row.state == CandidateState::Failed)
            continue;
        const double px = signX * numberOf(table, i, x), py = signY * numberOf(table, i, y);
        if (std::isfinite(px) && std::isfinite(py))
            points.push_back({px, py, i});
    }
    std::sort(points.begin(), points.end(),
              [](const Point& a, const Point& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    std::vector<std::size_t> front;
    double best = std::numeric_limits<double>::infinity();
    for (const Point& point : points)
        if (point.y < best) {
            best = point.y;
            front.push_back(point.row);
        }
    return front;
}

PredictionQuality predictionQuality(const CandidateTable& table) {
    std::vector<double> predicted, measured;
    PredictionQuality quality;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const double p = numberOf(table, row, Quantity::Predicted);
        const double m = numberOf(table, row, Quantity::P50Latency);
        if (table.original == row || !std::isfinite(p) || !(m > 0))
            continue;
        predicted.push_back(p);
        measured.push_back(m);
        quality.meanError += std::abs(p / m - 1);
    }
    quality.count = predicted.size();
    if (quality.count == 0)
        return quality;
    quality.meanError /= static_cast<double>(quality.count);
    quality.ranks = correlation(ranksOf(predicted), ranksOf(measured));
    return quality;
}

QString CandidateText::name(Quantity quantity) {
    switch (quantity) {
    case Quantity::Ratio:
        return tr("Time against the original");
    case Quantity::P50Latency:
        return tr("Latency p50");
    case Quantity::P90Latency:
        return tr("Latency p90");
    case Quantity::P95Latency:
        return tr("Latency p95");
    case Quantity::P99Latency:
        return tr("Latency p99");
    case Quantity::Throughput:
        return tr("Throughput");
    case Quantity::Memory:
        return tr("Peak memory");
    case Quantity::ModelSize:
        return tr("Model size");
    case Quantity::Accuracy:
        return tr("Accuracy, all samples");
    case Quantity::SearchAccuracy:
        return tr("Accuracy in the search");
    case Quantity::Energy:
        return tr("Energy");
    case Quantity::Power:
        return tr("Power");
    case Quantity::ColdStart:
        return tr("Cold start");
    case Quantity::Predicted:
        return tr("Predicted latency");
    case Quantity::PredictionError:
        return tr("Prediction error");
    case Quantity::Changes:
        return tr("Changes");
    case Quantity::Threads:
        return tr("Threads");
    }
    return {};
}

QString CandidateText::state(CandidateState state) {
    switch (state) {
    case CandidateState::Proposed:
        return tr("proposed");
    case CandidateState::Measured:
        return tr("measured");
    case CandidateState::Finalist:
        return tr("finalist");
    case CandidateState::Chosen:
        return tr("chosen");
    case CandidateState::Barred:
        return tr("not allowed");
    case CandidateState::Failed:
        return tr("failed");
    case CandidateState::Original:
        return tr("original");
    }
    return {};
}

QString CandidateText::origin(const QString& origin) {
    if (origin == "rules")
        return tr("rules");
    if (origin == "random")
        return tr("random");
    if (origin == "evolution")
        return tr("evolution");
    if (origin == "experience")
        return tr("experience");
    if (origin == "hand-set")
        return tr("set by hand");
    if (origin == "neighbour")
        return tr("neighbour");
    return origin;
}

QString CandidateText::number(Quantity quantity, double value) {
    if (!std::isfinite(value))
        return QString();
    if (const auto metric = metricOf(quantity))
        return QString::fromStdString(measurement::formatMetric(*metric, value));
    switch (quantity) {
    case Quantity::Ratio:
        return QString::number(value, 'f', 3);
    case Quantity::SearchAccuracy:
        return QString::fromStdString(measurement::formatMetric(Metric::Accuracy, value));
    case Quantity::Predicted:
        return QString::fromStdString(measurement::formatMetric(Metric::P50Latency, value));
    case Quantity::PredictionError:
        return (value > 0 ? "+" : "") + QString::number(value * 100, 'f', 1) + " %";
    default:
        return QString::number(value);
    }
}

QString CandidateText::full(Quantity quantity, const QuantityValue& value) {
    const QString plain = number(quantity, value.interval.value);
    QString from = NumberWords::source(value.source);
    if (value.samples > 0)
        from = tr("%1 on %2 samples", "source").arg(from).arg(value.samples);
    const bool spread = value.interval.low < value.interval.high;
    if (!spread)
        return from.isEmpty() ? plain : tr("%1, %2", "value, source").arg(plain, from);
    const QString low = number(quantity, value.interval.low);
    const QString high = number(quantity, value.interval.high);
    return from.isEmpty()
               ? tr("%1 [%2, %3]", "value, interval").arg(plain, low, high)
               : tr("%1 [%2, %3], %4", "value, interval, source").arg(plain, low, high, from);
}

QString CandidateText::axis(Quantity quantity, const ShownUnit& unit) {
    return unit.name.isEmpty() ? name(quantity)
                               : tr("%1, %2", "quantity, unit").arg(name(quantity), unit.name);
}

QString CandidateText::answer(search::Answer answer, const QString& chosen) {
    switch (answer) {
    case search::Answer::Adapt:
        return tr("Adapt: %1").arg(chosen);
    case search::Answer::KeepOriginal:
        return tr("Keep the original");
    case search::Answer::NoneFeasible:
        break;
    }
    return tr("No candidate meets the limits");
}

} // namespace metainfer::widgets
