// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading the texts of fields.
#include "session/field_reading.h"

#include <QLocale>
#include <QRegularExpression>

#include <algorithm>

#include <cmath>

namespace metainfer::workbench {

namespace {

/// As a person writes it: 0.000001, 10000000.
QString plain(double value) {
    QString text = QLocale::c().toString(value, 'f', 6);
    static const QRegularExpression zeros("\\.?0+$");
    return text.contains('.') ? text.remove(zeros) : text;
}

} // namespace

std::optional<double> FieldReading::number(const QString& text, double low, double high,
                                           const Say& say) {
    if (text.isEmpty())
        return std::nullopt;
    bool ok = false;
    const double value = QLocale::c().toDouble(text, &ok);
    if (!ok)
        say(tr("“%1” is not a number").arg(text));
    else if (!(value >= low && value <= high))
        say(tr("Must be from %1 to %2, not %3").arg(plain(low), plain(high), text));
    else
        return value;
    return std::nullopt;
}

std::optional<int> FieldReading::integer(const QString& text, int low, int high, const Say& say) {
    const auto value = number(text, low, high, say);
    if (!value)
        return std::nullopt;
    if (std::floor(*value) != *value) {
        say(tr("Must be a whole number, not %1").arg(*value));
        return std::nullopt;
    }
    return static_cast<int>(*value);
}

std::vector<std::string> FieldReading::list(const QString& text) {
    std::vector<std::string> parts;
    for (const QString& part : text.split(',', Qt::SkipEmptyParts))
        if (const QString trimmed = part.trimmed(); !trimmed.isEmpty())
            parts.push_back(trimmed.toStdString());
    return parts;
}

std::vector<std::string> FieldReading::list(const QString& text,
                                            const std::vector<std::string>& legal, const Say& say) {
    const auto parts = list(text);
    for (const std::string& part : parts)
        if (std::find(legal.begin(), legal.end(), part) == legal.end())
            say(tr("“%1” is unknown; possible are: %2")
                    .arg(QString::fromStdString(part), joined(legal)));
    return parts;
}

QString FieldReading::joined(const std::vector<std::string>& parts) {
    QStringList texts;
    for (const std::string& part : parts)
        texts << QString::fromStdString(part);
    return texts.join(", ");
}

QString FieldReading::text(double value) {
    return QLocale::c().toString(value, 'g', 12);
}

} // namespace metainfer::workbench
