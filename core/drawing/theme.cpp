// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The two palettes and the colour scale.
#include "drawing/theme.h"

#include "ir/operators.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace metainfer::drawing {
namespace {

constexpr Color rgb(std::uint32_t value) {
    return {static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
            static_cast<std::uint8_t>(value)};
}

double linear(std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(Color c) {
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

// The categories follow the Okabe-Ito set, which stays distinct with the common colour-vision
// deficiencies; lightness differs too, so that they stay apart in grey.
Theme makeLight() {
    Theme t;
    t.kind = ThemeKind::Light;
    t.background = rgb(0xfbfbfc);
    t.ink = rgb(0x1c2026);
    t.faintInk = rgb(0x5a6270);
    t.line = rgb(0x8a93a1);
    t.lineSelected = rgb(0x0b63ce);
    t.box = rgb(0xffffff);
    t.boxBorder = rgb(0xc2c8d1);
    t.groupBox = rgb(0xeef1f6);
    t.groupBorder = rgb(0x99a3b3);
    t.frame = rgb(0xf3f5f9);
    t.frameBorder = rgb(0xcdd3dd);
    t.selection = rgb(0x0b63ce);
    t.match = rgb(0xf2b705);
    t.added = rgb(0x117a45);
    t.removed = rgb(0xc22f2f);
    t.changed = rgb(0x9a6200);
    t.tints = {rgb(0x8a93a1), rgb(0x2f6fd0), rgb(0xc2492e), rgb(0x2e8b57),
               rgb(0x6b7f1e), rgb(0x8d6cab), rgb(0x5f7488), rgb(0xb5761a),
               rgb(0xa63a79), rgb(0x1f8a99), rgb(0x3d4654)};
    t.categories = {rgb(0x0072b2), rgb(0xe69f00), rgb(0x009e73), rgb(0xcc79a7),
                    rgb(0x56b4e9), rgb(0xd55e00), rgb(0xf0e442), rgb(0x5b5b66)};
    t.unknown = rgb(0xe6e8ec);
    return t;
}

Theme makeDark() {
    Theme t;
    t.kind = ThemeKind::Dark;
    t.background = rgb(0x14171c);
    t.ink = rgb(0xe8ebf0);
    t.faintInk = rgb(0xa3acba);
    t.line = rgb(0x6c7686);
    t.lineSelected = rgb(0x6cb1ff);
    t.box = rgb(0x232830);
    t.boxBorder = rgb(0x47505e);
    t.groupBox = rgb(0x2b323d);
    t.groupBorder = rgb(0x667182);
    t.frame = rgb(0x1a1e25);
    t.frameBorder = rgb(0x39414d);
    t.selection = rgb(0x6cb1ff);
    t.match = rgb(0xf7cb45);
    t.added = rgb(0x4cc38a);
    t.removed = rgb(0xff8080);
    t.changed = rgb(0xf2b84b);
    t.tints = {rgb(0x7d8796), rgb(0x5c97f0), rgb(0xf0805f), rgb(0x57bd83),
               rgb(0xa9bd4f), rgb(0xb795d8), rgb(0x8ca0b5), rgb(0xe0a548),
               rgb(0xdb74b0), rgb(0x4bbccb), rgb(0xb4bdca)};
    t.categories = {rgb(0x3b9bd9), rgb(0xe69f00), rgb(0x1fb88d), rgb(0xd98fb8),
                    rgb(0x8ccff5), rgb(0xe8702a), rgb(0xf0e442), rgb(0x9a9aa6)};
    t.unknown = rgb(0x2c323b);
    return t;
}

OperatorTint tintOfFamily(std::string_view family, std::string_view type) {
    static const std::unordered_map<std::string_view, OperatorTint> kByFamily{
        {"conv2d", OperatorTint::Compute},
        {"conv", OperatorTint::Compute},
        {"depthwise_conv2d", OperatorTint::Compute},
        {"conv_transpose", OperatorTint::Compute},
        {"matmul", OperatorTint::Compute},
        {"gemm", OperatorTint::Compute},
        {"attention", OperatorTint::Compute},
        {"einsum", OperatorTint::Compute},
        {"softmax", OperatorTint::Activation},
        {"activation", OperatorTint::Activation},
        {"batchnorm", OperatorTint::Normalization},
        {"layernorm", OperatorTint::Normalization},
        {"norm", OperatorTint::Normalization},
        {"pool", OperatorTint::Pooling},
        {"reduce", OperatorTint::Pooling},
        {"global_pool", OperatorTint::Pooling},
        {"lstm", OperatorTint::Recurrent},
        {"gru", OperatorTint::Recurrent},
        {"rnn", OperatorTint::Recurrent},
        {"quantize", OperatorTint::Quantization},
        {"dequantize", OperatorTint::Quantization},
        {"resize", OperatorTint::Pooling}};
    static const std::unordered_map<std::string_view, OperatorTint> kByType{
        {"Relu", OperatorTint::Activation},
        {"LeakyRelu", OperatorTint::Activation},
        {"PRelu", OperatorTint::Activation},
        {"Sigmoid", OperatorTint::Activation},
        {"HardSigmoid", OperatorTint::Activation},
        {"HardSwish", OperatorTint::Activation},
        {"Tanh", OperatorTint::Activation},
        {"Clip", OperatorTint::Activation},
        {"Elu", OperatorTint::Activation},
        {"Gelu", OperatorTint::Activation},
        {"Erf", OperatorTint::Activation},
        {"Softmax", OperatorTint::Activation},
        {"QuantizeLinear", OperatorTint::Quantization},
        {"DequantizeLinear", OperatorTint::Quantization},
        {"DynamicQuantizeLinear", OperatorTint::Quantization},
        {"Conv", OperatorTint::Compute},
        {"ConvTranspose", OperatorTint::Compute},
        {"ConvInteger", OperatorTint::Compute},
        {"QLinearConv", OperatorTint::Compute},
        {"MatMulInteger", OperatorTint::Compute},
        {"QLinearMatMul", OperatorTint::Compute},
        {"MatMul", OperatorTint::Compute},
        {"Gemm", OperatorTint::Compute},
        {"BatchNormalization", OperatorTint::Normalization},
        {"InstanceNormalization", OperatorTint::Normalization},
        {"LayerNormalization", OperatorTint::Normalization},
        {"If", OperatorTint::ControlFlow},
        {"Loop", OperatorTint::ControlFlow},
        {"Scan", OperatorTint::ControlFlow}};
    if (const auto it = kByType.find(type); it != kByType.end())
        return it->second;
    const auto it = kByFamily.find(family);
    return it == kByFamily.end() ? OperatorTint::Neutral : it->second;
}

} // namespace

std::string Color::hex() const {
    return fmt::format("#{:02x}{:02x}{:02x}", r, g, b);
}

double contrast(Color a, Color b) {
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

Color mixed(Color a, Color b, double share) {
    const auto channel = [share](std::uint8_t x, std::uint8_t y) {
        return static_cast<std::uint8_t>(std::lround(x + (y - x) * std::clamp(share, 0.0, 1.0)));
    };
    return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b)};
}

const Theme& theme(ThemeKind kind) {
    static const Theme kLight = makeLight(), kDark = makeDark();
    return kind == ThemeKind::Light ? kLight : kDark;
}

OperatorTint operatorTint(const Item& item) {
    if (item.kind == ItemKind::Merge)
        return OperatorTint::ControlFlow;
    if (!item.isOperator())
        return OperatorTint::InputOutput;
    const std::string family = ir::operatorFamily(item.type, item.domain);
    const OperatorTint tint = tintOfFamily(family, item.type);
    if (tint != OperatorTint::Neutral)
        return tint;
    if (ir::isDataMovement(item.type))
        return OperatorTint::Shape;
    if (ir::isUnaryElementwise(item.type) || ir::isBinaryElementwise(item.type))
        return OperatorTint::Elementwise;
    return OperatorTint::Neutral;
}

Color sequentialColor(double at, ThemeKind kind) {
    // Stops of rising darkness in one hue range (blue-green to blue), light theme; in the dark
    // theme values rise to the light end, so that "more" always stands out from the background.
    static const std::array<Color, 6> kLight{rgb(0xf3f7d9), rgb(0xc6e6bd), rgb(0x84cbbd),
                                             rgb(0x41a5bf), rgb(0x2a70a8), rgb(0x223a7c)};
    static const std::array<Color, 6> kDark{rgb(0x26304f), rgb(0x2b4f86), rgb(0x2f7da3),
                                            rgb(0x4dabaa), rgb(0x9fd5a4), rgb(0xf2f3b5)};
    const auto& stops = kind == ThemeKind::Light ? kLight : kDark;
    const double scaled =
        std::clamp(std::isfinite(at) ? at : 0.0, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
    const auto index = std::min(static_cast<std::size_t>(scaled), stops.size() - 2);
    return mixed(stops[index], stops[index + 1], scaled - static_cast<double>(index));
}

Color inkOn(Color fill) {
    // With pure black one of the two always reaches 4.5.
    const Color black = rgb(0x000000), white = rgb(0xffffff);
    return contrast(fill, black) >= contrast(fill, white) ? black : white;
}

} // namespace metainfer::drawing
