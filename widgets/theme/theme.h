// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Applies the light or the dark theme to the application: Fusion style, our palette, a small style
// sheet.
#pragma once

#include <QIcon>
#include <QString>

class QPalette;
class QWidget;

namespace metainfer::widgets {

enum class Scheme { System, Light, Dark };

/// What the desktop asks for, told by the palette that the platform gave at start.
bool systemIsDark();
/// Must be called once before anything else changes the palette (keeps what the system asked for).
void rememberSystemPalette();
/// At any time, with any number of windows.
void applyScheme(Scheme scheme);
QPalette themePalette(bool dark);

/// Changes the property "role" (title, heading, muted, error, primary) of a widget that is already
/// shown: the style sheet looks at it again.
void setRole(QWidget& widget, const QString& role);

/// A line icon of resources/icons, tinted for the palette; greyed where disabled, accented where
/// on.
QIcon themedIcon(const QString& name, const QPalette& palette);

} // namespace metainfer::widgets
