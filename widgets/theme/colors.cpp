// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The colours of the program.
#include "theme/colors.h"

#include <QPalette>
#include <QWidget>

#include <algorithm>
#include <array>
#include <cmath>

namespace metainfer::widgets {
namespace {

Colors makeLight() {
    Colors c;
    c.window = "#f4f5f7";
    c.surface = "#ffffff";
    c.raised = "#e9ecf0";
    c.border = "#d0d5dc";
    c.outline = "#808a99";
    c.text = "#1b2330";
    c.textMuted = "#566072";
    c.textDisabled = "#8e97a6";
    c.accent = "#1f5fbf";
    c.onAccent = "#ffffff";
    c.success = "#1b7a43";
    c.warning = "#8f5a00";
    c.danger = "#b3261e";
    c.information = "#1f5fbf";
    c.grid = "#e3e7ec";
    // After Okabe and Ito (2008), darkened to stand out on white.
    c.series = {"#0065a8", "#c4500a", "#00795c", "#a34e82",
                "#8a6d00", "#2f8fc4", "#5b5f97", "#6b7280"};
    return c;
}

Colors makeDark() {
    Colors c;
    c.dark = true;
    c.window = "#171a1f";
    c.surface = "#1f2329";
    c.raised = "#2a2f37";
    c.border = "#3b424d";
    c.outline = "#727c8b";
    c.text = "#e6e9ee";
    c.textMuted = "#a5aebc";
    c.textDisabled = "#6d7684";
    c.accent = "#6aa5ff";
    c.onAccent = "#0b1526";
    c.success = "#5fcf8d";
    c.warning = "#e8b04a";
    c.danger = "#ff8a80";
    c.information = "#6aa5ff";
    c.grid = "#2f353e";
    c.series = {"#5db2f0", "#f0955a", "#41c9a2", "#dd8fbf",
                "#e0c34f", "#8fd0f2", "#a6a9e8", "#a5aebc"};
    return c;
}

double luminance(const QColor& color) {
    const auto linear = [](double v) {
        return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
           0.0722 * linear(color.blueF());
}

} // namespace

const Colors& Colors::light() {
    static const Colors colors = makeLight();
    return colors;
}

const Colors& Colors::darkOnes() {
    static const Colors colors = makeDark();
    return colors;
}

const Colors& Colors::of(const QPalette& palette) {
    return palette.color(QPalette::Window).lightness() < 128 ? darkOnes() : light();
}

const Colors& Colors::of(const QWidget* widget) {
    return of(widget->palette());
}

QColor Colors::scale(double at) const {
    // Support points of viridis (van der Walt and Smith, CC0), read at nine places.
    static const std::array<QColor, 9> points = {
        QColor("#440154"), QColor("#472d7b"), QColor("#3b528b"),
        QColor("#2c728e"), QColor("#21918c"), QColor("#28ae80"),
        QColor("#5ec962"), QColor("#addc30"), QColor("#fde725")};
    if (!std::isfinite(at))
        return border;
    const double place = std::clamp(at, 0.0, 1.0) * (points.size() - 1);
    const auto index = std::min(static_cast<std::size_t>(place), points.size() - 2);
    const float rest = static_cast<float>(place - static_cast<double>(index));
    const QColor &a = points[index], &b = points[index + 1];
    return QColor::fromRgbF(a.redF() + (b.redF() - a.redF()) * rest,
                            a.greenF() + (b.greenF() - a.greenF()) * rest,
                            a.blueF() + (b.blueF() - a.blueF()) * rest);
}

double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

} // namespace metainfer::widgets
