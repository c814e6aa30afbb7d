// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The colours of the program, light and dark. Widgets ask for those that fit their own palette, so
// nothing is global and a change of theme is one palette change.
#pragma once

#include <QColor>
#include <QList>

class QPalette;
class QWidget;

namespace metainfer::widgets {

/// Text on `window` or `surface` reaches a contrast of 4.5 (WCAG AA); muted text too.
struct Colors {
    bool dark = false;
    QColor window;  ///< behind everything
    QColor surface; ///< tables, plots, cards
    QColor raised;  ///< headers, rail, hovered
    QColor border;  ///< frames and separators
    QColor outline; ///< of controls: 3 to 1 on `window` and `surface` (WCAG 1.4.11)
    QColor text, textMuted, textDisabled;
    QColor accent, onAccent; ///< selection, primary button; text on it
    QColor success, warning, danger, information;
    QColor grid;          ///< lines in plots
    QList<QColor> series; ///< eight, told apart by colour-blind people too
    /// Perceptually even scale from low to high, for heat maps and overlays; `at` in [0, 1].
    QColor scale(double at) const;

    static const Colors& light();
    static const Colors& darkOnes();
    static const Colors& of(const QPalette& palette);
    static const Colors& of(const QWidget* widget);
};

/// Contrast ratio of WCAG 2.1, 1 to 21.
double contrast(const QColor& a, const QColor& b);

} // namespace metainfer::widgets
