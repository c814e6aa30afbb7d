// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Names of checks, anomalies and findings.
#include "accuracy/accuracy_words.h"

#include <QRegularExpression>

namespace metainfer::workbench {

QString AccuracyWords::boundary(const QString& name) {
    if (name == "smallest batch")
        return tr("smallest batch");
    if (name == "largest batch")
        return tr("largest batch");
    if (name == "zeros")
        return tr("all zeros");
    if (name == "lowest value")
        return tr("lowest value of the data");
    if (name == "highest value")
        return tr("highest value of the data");
    if (name == "ten times the range")
        return tr("ten times the data's range");
    if (name == "NaN in")
        return tr("NaN in the input");
    if (name == "infinity in")
        return tr("infinity in the input");
    if (name == "wrong rank")
        return tr("input of a wrong rank");
    if (name == "wrong name")
        return tr("input with a wrong name");
    return name;
}

QString AccuracyWords::anomaly(const QString& kind) {
    if (kind == "channel_bias")
        return tr("The mean of channels moved");
    if (kind == "channel_variance")
        return tr("The spread of channels changed");
    if (kind == "worst_sample")
        return tr("Single samples are far off");
    if (kind == "saturation")
        return tr("Values are cut off at the quantized range");
    if (kind == "class_flip")
        return tr("The winning class changed");
    return kind;
}

QString AccuracyWords::finding(const QString& finding) {
    if (finding == "ok")
        return tr("✓ as the original");
    if (finding == "warning")
        return tr("! differs");
    if (finding == "failure")
        return tr("✕ fails");
    return finding;
}

QString AccuracyWords::summary(const QString& text) {
    static const QRegularExpression pattern(
        R"(^(.+) on (\d+) (validation|held-out calibration|random) .*, against the original model in float\.$)");
    const auto match = pattern.match(text);
    if (!match.hasMatch())
        return text;
    const QString metric = match.captured(1), samples = match.captured(2), kind = match.captured(3);
    if (kind == "random")
        return tr("%1 on %2 random inputs, against the original model in float: give validation "
                  "data.")
            .arg(metric, samples);
    return kind == "validation"
               ? tr("%1 on %2 validation samples, against the original model in float.")
                     .arg(metric, samples)
               : tr("%1 on %2 held-out calibration samples, against the original model in float.")
                     .arg(metric, samples);
}

QString AccuracyWords::comparedOn(const validation::Examination& examination) {
    const QString id = QString::fromStdString(examination.candidate);
    const QString samples =
        QString::fromStdString(examination.comparedOn).section(' ', 0, 0); // "200 validation …"
    return examination.realData ? tr("%1 validation samples, candidate %2").arg(samples, id)
                                : tr("%1 random samples, candidate %2").arg(samples, id);
}

QString AccuracyWords::change(const QString& text) {
    static const QRegularExpression moved(R"(^(.+) \(([+-][\d.]+) points\)$)");
    static const QString kSame = QStringLiteral(" (unchanged)");
    if (const auto match = moved.match(text); match.hasMatch())
        return tr("%1 (%2 points)").arg(match.captured(1), match.captured(2));
    return text.endsWith(kSame) ? tr("%1 (unchanged)").arg(text.chopped(kSame.size())) : text;
}

QString AccuracyWords::gate(const QString& gate) {
    if (gate == "met")
        return tr("✓ met");
    return gate.startsWith("met") ? gate : tr("✕ %1").arg(gate);
}

} // namespace metainfer::workbench
