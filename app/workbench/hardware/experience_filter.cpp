// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Which records of the experience store are shown, and how.
#include "hardware/experience_filter.h"

#include "experience/trust.h"
#include "session/number_words.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace metainfer::workbench {
namespace {

using widgets::NumberWords;
using widgets::TableCell;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Experience)
};

QString fromStd(const std::string& text) {
    return QString::fromStdString(text);
}

QStringList rewritesOf(const experience::Record& record) {
    QStringList names;
    for (const auto& step : record.candidate.variant.rewrites)
        if (const QString name = fromStd(step.rule); !names.contains(name))
            names << name;
    return names;
}

QString whenText(qint64 ms) {
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(ms), QLocale::ShortFormat);
}

bool passes(const experience::Record& r, double trust, const ExperienceFilter& f) {
    return (f.model.isEmpty() || fromStd(r.modelName) == f.model) &&
           (f.hardware.isEmpty() || fromStd(r.hardwareName) == f.hardware) &&
           (f.rewrite.isEmpty() || rewritesOf(r).contains(f.rewrite)) && trust >= f.minimumTrust &&
           r.timeMs >= f.sinceMs;
}

} // namespace

std::optional<Interval> timeRatioOf(const experience::Record& record) {
    for (const auto metric : {measurement::Metric::P50Latency, measurement::Metric::P95Latency})
        if (const auto it = record.ratios.find(metric); it != record.ratios.end())
            return it->second;
    return std::nullopt;
}

std::size_t expiringRecords(const std::vector<experience::Record>& records, double minimumTrust,
                            qint64 nowMs) {
    return static_cast<std::size_t>(
        std::count_if(records.begin(), records.end(), [&](const experience::Record& r) {
            return experience::effectiveTrust(r.trust, r.timeMs, nowMs, true, nullptr, {}) <
                   minimumTrust;
        }));
}

QStringList experienceHeaders() {
    return {Words::tr("When"),      Words::tr("Model"),
            Words::tr("Device"),    Words::tr("Time / original"),
            Words::tr("Trust now"), Words::tr("Outcome"),
            Words::tr("Candidate")};
}

ExperienceNames namesIn(const std::vector<experience::Record>& records) {
    ExperienceNames names;
    const auto add = [](QStringList& list, const QString& name) {
        if (!name.isEmpty() && !list.contains(name))
            list << name;
    };
    for (const experience::Record& record : records) {
        add(names.models, fromStd(record.modelName));
        add(names.hardware, fromStd(record.hardwareName));
        for (const QString& rewrite : rewritesOf(record))
            add(names.rewrites, rewrite);
    }
    for (QStringList* list : {&names.models, &names.hardware, &names.rewrites})
        list->sort();
    return names;
}

ExperienceRows experienceRows(const std::vector<experience::Record>& records,
                              const ExperienceFilter& filter, const Trust& trust) {
    ExperienceRows rows;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const experience::Record& r = records[i];
        const double now = trust && i < trust->size() ? (*trust)[i] : r.trust;
        if (!passes(r, now, filter))
            continue;
        const auto ratio = timeRatioOf(r);
        const QString outcome = !r.failure.empty() ? Words::tr("✕ failed")
                                : !ratio           ? Words::tr("measured")
                                : ratio->high < 1  ? Words::tr("✓ faster")
                                : ratio->low > 1   ? Words::tr("! slower")
                                                   : Words::tr("○ no difference shown");
        QList<TableCell> cells{
            {whenText(r.timeMs), static_cast<qlonglong>(r.timeMs), {}},
            {fromStd(r.modelName), {}, {}},
            {fromStd(r.hardwareName), {}, {}},
            {ratio ? NumberWords::ratio(*ratio) : QString(), ratio ? ratio->value : 1e9, {}},
            {QLocale().toString(now, 'f', 2), now,
             Words::tr("Trust when it was stored: %1").arg(QLocale().toString(r.trust, 'f', 2))},
            {outcome, {}, fromStd(r.failure)},
            {fromStd(r.candidateKey.empty() ? r.candidate.key() : r.candidateKey), {}, {}}};
        const auto has = [&](const TableCell& cell) {
            return cell.text.contains(filter.text, Qt::CaseInsensitive);
        };
        if (!filter.text.isEmpty() && std::none_of(cells.begin(), cells.end(), has))
            continue;
        rows.cells.append(std::move(cells));
        rows.records.push_back(i);
    }
    return rows;
}

QList<QList<TableCell>> experienceDetails(const experience::Record& r,
                                          std::optional<double> trustNow) {
    QList<QList<TableCell>> rows;
    const auto add = [&rows](const QString& name, const QString& value) {
        if (!value.isEmpty())
            rows.append({{name, {}, {}}, {value, {}, {}}});
    };
    add(Words::tr("Model"), fromStd(r.modelName));
    const bool hasRevision = !r.hardwareRevision.empty() && r.hardwareRevision != "0";
    add(Words::tr("Device"), hasRevision
                                 ? Words::tr("%1, revision %2", "device")
                                       .arg(fromStd(r.hardwareName), fromStd(r.hardwareRevision))
                                 : fromStd(r.hardwareName));
    add(Words::tr("When"), whenText(r.timeMs));
    if (trustNow)
        add(Words::tr("Trust now"), QLocale().toString(*trustNow, 'f', 3));
    add(Words::tr("Trust when stored"), QLocale().toString(r.trust, 'f', 3));
    add(Words::tr("Failure"), fromStd(r.failure));
    add(Words::tr("Rewrites"), rewritesOf(r).join(", "));
    add(Words::tr("Candidate"),
        fromStd(r.candidateKey.empty() ? r.candidate.key() : r.candidateKey));
    for (const auto& [metric, ratio] : r.ratios)
        add(Words::tr("%1, relative to the original").arg(NumberWords::metric(metric)),
            NumberWords::ratio(ratio));
    const auto values = [&](const measurement::MetricValues& list) {
        for (const auto& [metric, value] : list)
            add(Words::tr("%1 (%2)", "metric, source")
                    .arg(NumberWords::metric(metric), NumberWords::source(value.source)),
                NumberWords::value(metric, value.interval));
    };
    values(r.measured);
    values(r.predicted);
    if (r.environment.is_object())
        for (const auto& [key, value] : r.environment.items())
            if (value.is_string())
                add(Words::tr("Environment: %1").arg(fromStd(key)),
                    fromStd(value.get<std::string>()));
    add(Words::tr("Session"), fromStd(r.sessionId));
    add(Words::tr("Model's hash"), fromStd(r.modelHash));
    return rows;
}

} // namespace metainfer::workbench
