// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Colours of a drawing in the light and the dark theme.
#pragma once

#include "drawing/diagram.h"

#include <array>
#include <string>

namespace metainfer::drawing {

struct Color {
    std::uint8_t r = 0, g = 0, b = 0;
    std::string hex() const; ///< "#1f77b4"
    bool operator==(const Color&) const = default;
};

/// WCAG contrast ratio, 1 to 21.
double contrast(Color a, Color b);
Color mixed(Color a, Color b, double share); ///< share of b, 0 to 1

enum class ThemeKind { Light, Dark };

/// Kinds of operators that have a colour of their own in the box's edge.
enum class OperatorTint {
    Neutral,
    Compute,
    Activation,
    Normalization,
    Pooling,
    Shape,
    Elementwise,
    Quantization,
    ControlFlow,
    Recurrent,
    InputOutput
};
inline constexpr std::size_t kOperatorTints = 11;

struct Theme {
    ThemeKind kind = ThemeKind::Light;
    Color background, ink, faintInk, line, lineSelected;
    Color box, boxBorder, groupBox, groupBorder, frame, frameBorder, selection, match;
    Color added, removed, changed;
    std::array<Color, kOperatorTints> tints; ///< of OperatorTint
    std::array<Color, 8> categories;         ///< told apart with colour-vision deficiency
    Color unknown;                           ///< a box without overlay value
};

const Theme& theme(ThemeKind kind);
OperatorTint operatorTint(const Item& item);
/// Sequential scale, perceptually even, dark-on-light or light-on-dark; `at` from 0 to 1.
Color sequentialColor(double at, ThemeKind kind);
/// Black or white, whatever reads better on `fill`.
Color inkOn(Color fill);

} // namespace metainfer::drawing
