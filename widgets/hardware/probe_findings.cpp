// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Kind, place, value, confidence and evidence of each finding.
#include "hardware/probe_findings.h"

#include "hardware/quantity_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace metainfer::widgets {
namespace {

struct FindingTexts {
    Q_DECLARE_TR_FUNCTIONS(metainfer::widgets::FindingTexts)
};

using measurement::FindingKind;
using measurement::ProbeFinding;

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

QString fact(const ProbeFinding& finding, const char* name) {
    const auto it = finding.facts.find(name);
    return it == finding.facts.end() ? QString() : text(it->second);
}

QString kindText(const ProbeFinding& finding) {
    switch (finding.kind) {
    case FindingKind::CacheCapacity:
        return FindingTexts::tr("Capacity of a cache");
    case FindingKind::IntegerAsFloat:
        return FindingTexts::tr("int8 runs as float");
    case FindingKind::HalfAsFloat:
        return FindingTexts::tr("fp16 runs as float");
    case FindingKind::TypePenalty:
        return FindingTexts::tr("Slower than fp32");
    case FindingKind::Decomposed:
        return FindingTexts::tr("Runs as other operators");
    case FindingKind::OtherProvider:
        return FindingTexts::tr("Runs somewhere else");
    case FindingKind::AlignmentStep:
        return FindingTexts::tr("Step of alignment");
    case FindingKind::FirstRun:
        return FindingTexts::tr("Slow first inference");
    case FindingKind::BurstRate:
        return FindingTexts::tr("Faster only at the start");
    case FindingKind::ThermalDecline:
        return FindingTexts::tr("Slower the longer it runs");
    case FindingKind::StreamScaling:
        return FindingTexts::tr("Useful concurrent instances");
    case FindingKind::ThreadScaling:
        return FindingTexts::tr("Gains little from threads");
    case FindingKind::DynamicShape:
        return finding.subject == "unsupported"
                   ? FindingTexts::tr("Does not run with open dimensions")
                   : FindingTexts::tr("Slower with open dimensions");
    case FindingKind::LayoutPreference:
        return FindingTexts::tr("Preferred layout");
    case FindingKind::DatasheetConflict:
        return FindingTexts::tr("Contradicts the profile");
    }
    return {};
}

/// Words of the engine that are no names.
QString subjectText(const std::string& subject) {
    if (subject == "throughput")
        return FindingTexts::tr("throughput");
    if (subject == "all cores")
        return FindingTexts::tr("all cores");
    if (subject == "output_channels")
        return FindingTexts::tr("output channels");
    if (subject == "input_channels")
        return FindingTexts::tr("input channels");
    return subject == "columns" ? FindingTexts::tr("columns") : text(subject);
}

QString placeText(const ProbeFinding& finding) {
    QStringList parts;
    for (const std::string* part : {&finding.family, &finding.dtype, &finding.subject})
        if (!part->empty() &&
            !(finding.kind == FindingKind::DynamicShape && part == &finding.subject))
            parts << (part == &finding.subject ? subjectText(*part) : text(*part));
    return parts.join(' ');
}

/// The value in the unit of its kind.
QString oneValue(FindingKind kind, double value) {
    switch (kind) {
    case FindingKind::CacheCapacity:
        return bytesText(value);
    case FindingKind::ThermalDecline:
        return FindingTexts::tr("%1 %/min", "rate lost each minute").arg(numberText(value));
    case FindingKind::Decomposed:
    case FindingKind::OtherProvider:
        return shareText(value);
    case FindingKind::AlignmentStep:
    case FindingKind::StreamScaling:
        return numberText(value);
    default:
        return FindingTexts::tr("%1×", "ratio").arg(numberText(std::round(value * 100) / 100));
    }
}

DataCell valueCell(const ProbeFinding& finding) {
    if (finding.kind == FindingKind::DynamicShape && finding.subject == "unsupported")
        return DataCell::absent(fact(finding, "error"));
    const Interval& value = finding.value;
    QString shown = oneValue(finding.kind, value.value);
    if (value.low != value.high)
        shown =
            FindingTexts::tr("%1 [%2, %3]", "value and interval")
                .arg(shown, oneValue(finding.kind, value.low), oneValue(finding.kind, value.high));
    return DataCell::number(value.value, shown, CellTone::Strong);
}

/// Facts that say more than the value.
QString remarkText(const ProbeFinding& finding) {
    QStringList parts;
    if (const QString kernel = fact(finding, "kernel"); !kernel.isEmpty())
        parts << FindingTexts::tr("runs %1").arg(kernel);
    if (const QString provider = fact(finding, "provider"); !provider.isEmpty())
        parts << FindingTexts::tr("in %1").arg(provider);
    if (const QString penalty = fact(finding, "penalty"); !penalty.isEmpty())
        parts << FindingTexts::tr("%1 times the time at %2 channels")
                     .arg(penalty, fact(finding, "at"));
    if (const QString speedup = fact(finding, "speedup"); !speedup.isEmpty())
        parts << FindingTexts::tr("%1 times the throughput of one").arg(speedup);
    if (const QString stated = fact(finding, "stated"); !stated.isEmpty())
        parts << FindingTexts::tr("stated %1, measured %2").arg(stated, fact(finding, "measured"));
    if (const QString clock = fact(finding, "clock_mhz"); !clock.isEmpty())
        parts << FindingTexts::tr("clock %1 MHz").arg(clock);
    if (const QString heat = fact(finding, "temperature_c"); !heat.isEmpty())
        parts << FindingTexts::tr("%1 °C").arg(heat);
    return parts.join(QStringLiteral(", "));
}

DataCell confidenceCell(double confidence, std::size_t n, const std::optional<double>& spread) {
    DataCell cell = DataCell::number(confidence, shareText(confidence),
                                     confidence >= 0.8 ? CellTone::Plain : CellTone::Muted);
    cell.tip = FindingTexts::tr("Observations: %1").arg(n);
    if (spread)
        cell.tip += '\n' + FindingTexts::tr("Spread of one: %1").arg(shareText(*spread));
    return cell;
}

DataTableModel::Row rowOf(const ProbeFinding& finding) {
    DataCell kind{kindText(finding), {}, {}, CellTone::Plain};
    QStringList evidence;
    for (const std::string& line : finding.evidence)
        evidence << text(line);
    kind.tip = evidence.join('\n');
    const auto& sure = finding.confidence;
    return {kind,
            {placeText(finding), {}, {}, CellTone::Plain},
            valueCell(finding),
            confidenceCell(sure.value, sure.n, sure.spread),
            {remarkText(finding), {}, {}, CellTone::Muted}};
}

DataTableModel::Row rowOf(const measurement::ProbeChange& change, const QString& date) {
    const auto times = [](double ratio) {
        return FindingTexts::tr("%1×", "ratio").arg(numberText(std::round(ratio * 100) / 100));
    };
    const bool slower = change.ratio.value > 1;
    const QString place =
        change.family.empty()
            ? FindingTexts::tr("all operators")
            : text(change.family + (change.dtype.empty() ? "" : " ") + change.dtype);
    return {
        {slower ? FindingTexts::tr("Slower than before") : FindingTexts::tr("Faster than before"),
         {},
         {},
         slower ? CellTone::Bad : CellTone::Good},
        {place, {}, {}, CellTone::Plain},
        DataCell::number(
            change.ratio.value,
            FindingTexts::tr("%1 [%2, %3]", "value and interval")
                .arg(times(change.ratio.value), times(change.ratio.low), times(change.ratio.high)),
            CellTone::Strong),
        confidenceCell(1 - change.p, change.cases, std::nullopt),
        {FindingTexts::tr("time now over that of %1").arg(date), {}, {}, CellTone::Muted}};
}

} // namespace

QStringList findingColumns() {
    return {FindingTexts::tr("Finding"), FindingTexts::tr("Of"), FindingTexts::tr("Value"),
            FindingTexts::tr("Confidence"), FindingTexts::tr("Remark")};
}

std::vector<DataTableModel::Row>
findingRows(const measurement::ProbeResult& result,
            const std::optional<measurement::ProbeComparison>& changes) {
    std::vector<DataTableModel::Row> rows;
    if (changes) {
        const QString date = text(changes->earlier).left(10);
        for (const auto& change : changes->changes)
            rows.push_back(rowOf(change, date));
        for (const auto& one : changes->environment)
            rows.push_back({{FindingTexts::tr("Environment changed"), {}, {}, CellTone::Warning},
                            {text(one.field), {}, {}, CellTone::Plain},
                            DataCell::absent(),
                            DataCell::absent(),
                            {FindingTexts::tr("%1, now %2", "before, now")
                                 .arg(text(one.left), text(one.right)),
                             {},
                             {},
                             CellTone::Muted}});
    }
    for (const ProbeFinding& finding : result.findings)
        rows.push_back(rowOf(finding));
    return rows;
}

} // namespace metainfer::widgets
