// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers for people.
#include "session/number_words.h"

#include <QRegularExpression>

#include <cmath>

namespace metainfer::widgets {

using measurement::Metric;

QString NumberWords::metric(Metric metric) {
    switch (metric) {
    case Metric::P50Latency:
        return tr("Latency, median");
    case Metric::P90Latency:
        return tr("Latency, p90");
    case Metric::P95Latency:
        return tr("Latency, p95");
    case Metric::P99Latency:
        return tr("Latency, p99");
    case Metric::Throughput:
        return tr("Throughput");
    case Metric::Memory:
        return tr("Peak memory");
    case Metric::Energy:
        return tr("Energy per request");
    case Metric::Power:
        return tr("Power");
    case Metric::Accuracy:
        return tr("Accuracy");
    case Metric::ModelSize:
        return tr("Model size");
    case Metric::ColdStart:
        return tr("Cold start");
    }
    return {};
}

QString NumberWords::metric(const std::string& name) {
    const auto known = measurement::metricFromName(name);
    return known ? metric(*known) : QString::fromStdString(name);
}

QString NumberWords::source(NumberSource source) {
    switch (source) {
    case NumberSource::Measured:
        return tr("measured");
    case NumberSource::Predicted:
        return tr("predicted");
    case NumberSource::Simulated:
        return tr("simulated");
    case NumberSource::Datasheet:
        return tr("datasheet");
    case NumberSource::User:
        return tr("set by the user");
    case NumberSource::Learned:
        return tr("learned");
    case NumberSource::Default:
        return tr("assumed");
    }
    return {};
}

QString NumberWords::value(Metric metric, const Interval& interval) {
    const auto text = [metric](double v) {
        return QString::fromStdString(measurement::formatMetric(metric, v));
    };
    if (!(interval.low < interval.high))
        return text(interval.value);
    return tr("%1 [%2, %3]", "value [low, high]")
        .arg(text(interval.value), text(interval.low), text(interval.high));
}

QString NumberWords::ratio(const Interval& interval) {
    const QString value = QString::number(interval.value, 'f', 3);
    if (!(interval.low < interval.high))
        return value;
    return tr("%1 [%2, %3]", "value [low, high]")
        .arg(value, QString::number(interval.low, 'f', 3), QString::number(interval.high, 'f', 3));
}

QString NumberWords::seconds(double seconds) {
    if (!(seconds >= 0))
        return {};
    if (seconds < 10)
        return tr("%1 s").arg(seconds, 0, 'f', 1);
    const auto whole = static_cast<qint64>(std::llround(seconds));
    if (whole < 60)
        return tr("%1 s").arg(whole);
    const QLatin1Char zero('0');
    if (whole < 3600)
        return tr("%1 min %2 s").arg(whole / 60).arg(whole % 60, 2, 10, zero);
    return tr("%1 h %2 min").arg(whole / 3600).arg(whole / 60 % 60, 2, 10, zero);
}

QString NumberWords::verdict(const QString& text) {
    static const QRegularExpression pattern(
        R"(^(faster by|slower by|cannot tell)\s*([0-9.]+)?\s*(\[[^\]]*\])?(.*)$)");
    const auto match = pattern.match(text);
    if (!match.hasMatch())
        return text;
    const QString range = match.captured(3);
    if (match.captured(1) == "faster by")
        return tr("%1 times as fast %2", "factor, interval")
            .arg(match.captured(2), range)
            .trimmed();
    if (match.captured(1) == "slower by")
        return tr("%1 times as slow %2", "factor, interval")
            .arg(match.captured(2), range)
            .trimmed();
    return range.isEmpty() ? tr("no difference shown")
                           : tr("no difference shown %1", "interval").arg(range);
}

QString NumberWords::grade(const QString& text) {
    if (text.startsWith("VALID"))
        return tr("valid");
    if (text.contains("simulated"))
        return tr("simulated");
    if (text.startsWith("NOISY"))
        return tr("rough: the machine was busy");
    if (text.startsWith("INVALID"))
        return tr("too unsteady to be used");
    return text;
}

} // namespace metainfer::widgets
