// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers of hardware as text.
#include "hardware/quantity_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>
#include <cmath>

namespace metainfer::widgets {
namespace {

struct Quantity {
    Q_DECLARE_TR_FUNCTIONS(metainfer::widgets::Quantity)
};

} // namespace

QString numberText(double value) {
    const QLocale locale;
    if (!std::isfinite(value))
        return QStringLiteral("–");
    const double size = std::abs(value);
    if (size >= 1000 || value == std::round(value))
        return locale.toString(value, 'f', 0);
    if (size > 0 && size < 1e-4)
        return locale.toString(value, 'e', 2);
    const int before = size >= 1 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 0;
    const int zeros = size < 1 ? static_cast<int>(-std::floor(std::log10(size))) - 1 : 0;
    // 'g' drops zeros at the end, but switches to exponents; within these bounds it does not.
    return locale.toString(value, 'g', before > 0 ? 4 : std::max(1, 4 - zeros));
}

QString bytesText(double bytes) {
    static constexpr std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    while (unit + 1 < kUnits.size() && std::abs(bytes) >= 1024) {
        bytes /= 1024;
        ++unit;
    }
    return Quantity::tr("%1 %2", "number and unit").arg(numberText(bytes), kUnits[unit]);
}

QString decadeBytesText(double bytes) {
    static constexpr std::array kUnits{"B", "kB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    // 999.9999 is a thousand that passed through a logarithm.
    while (unit + 1 < kUnits.size() && std::abs(bytes) >= 999.9) {
        bytes /= 1000;
        ++unit;
    }
    return Quantity::tr("%1 %2", "number and unit").arg(numberText(bytes), kUnits[unit]);
}

QString microsecondsText(double us) {
    if (std::abs(us) < 1000)
        return Quantity::tr("%1 µs").arg(numberText(us));
    if (std::abs(us) < 1e6)
        return Quantity::tr("%1 ms").arg(numberText(us / 1000));
    return Quantity::tr("%1 s").arg(numberText(us / 1e6));
}

QString secondsText(double seconds) {
    const int whole = static_cast<int>(std::lround(seconds));
    if (whole < 60)
        return Quantity::tr("%1 s").arg(whole);
    return Quantity::tr("%1 min %2 s").arg(whole / 60).arg(whole % 60, 2, 10, QLatin1Char('0'));
}

QString gigabytesText(double gbps) {
    return Quantity::tr("%1 GB/s").arg(numberText(gbps));
}

QString rateText(double gflops, bool integer) {
    const bool tera = std::abs(gflops) >= 1000;
    const QString number = numberText(tera ? gflops / 1000 : gflops);
    if (integer)
        return tera ? Quantity::tr("%1 TOP/s").arg(number) : Quantity::tr("%1 GOP/s").arg(number);
    return tera ? Quantity::tr("%1 TFLOP/s").arg(number) : Quantity::tr("%1 GFLOP/s").arg(number);
}

QString shareText(double share) {
    return Quantity::tr("%1 %", "percent").arg(numberText(std::round(share * 1000) / 10));
}

QString sourceText(NumberSource source) {
    switch (source) {
    case NumberSource::Measured:
        return Quantity::tr("measured");
    case NumberSource::Predicted:
        return Quantity::tr("predicted");
    case NumberSource::Simulated:
        return Quantity::tr("simulated");
    case NumberSource::Datasheet:
        return Quantity::tr("datasheet");
    case NumberSource::User:
        return Quantity::tr("entered by hand");
    case NumberSource::Learned:
        return Quantity::tr("learned from runs");
    case NumberSource::Default:
        return Quantity::tr("default");
    }
    return {};
}

} // namespace metainfer::widgets
