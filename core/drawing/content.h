// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What is written in a box and how much room it takes.
#pragma once

#include "drawing/folding.h"
#include "drawing/geometry.h"

namespace metainfer::drawing {

/// Title: the operator type, bold. Name: under it. Detail: attributes and parameters, small.
/// Label: at edges. FrameTitle: at the top of an open group.
enum class TextRole { Title, Name, Detail, Label, FrameTitle };

/// Metrics of the fonts that will draw the text; called on the thread of the layout.
class TextMeasure {
  public:
    virtual ~TextMeasure() = default;
    virtual double width(std::string_view text, TextRole role) const = 0;
    virtual double lineHeight(TextRole role) const = 0;
};

/// Average widths of a sans-serif face by character class; sizes as in `fontSize`. Wide enough for
/// the usual system fonts.
class ApproximateMeasure : public TextMeasure {
  public:
    double width(std::string_view text, TextRole role) const override;
    double lineHeight(TextRole role) const override;
    static double fontSize(TextRole role); ///< logical pixels
};

struct ContentOptions {
    bool names = true;
    bool attributes = true;
    bool parameters = true;
    std::size_t maxCharacters = 36; ///< of a line; longer ones are cut with an ellipsis
    std::size_t maxDetails = 6;     ///< lines of attributes and parameters
};

struct BoxContent {
    std::string title;                ///< "Conv", "layers.0 … layers.11"
    std::string badge;                ///< "×12" of a Repeat, else empty
    std::string name;                 ///< the last part of the name; of a group: "84 operators"
    std::vector<std::string> details; ///< "W float32[64,3,7,7]", "strides=[2,2]"
};

BoxContent boxContent(const VisibleGraph& visible, BoxId box, const ContentOptions& options = {});
std::string frameTitle(const VisibleGraph& visible, FrameId frame);
/// Room of a content: paddings of `boxPadding` around, title line, name line, detail lines.
Size boxSize(const BoxContent& content, const TextMeasure& measure);

inline constexpr double kBoxPaddingX = 10;
inline constexpr double kBoxPaddingY = 6;
inline constexpr double kBoxTintWidth = 6; ///< the coloured edge at the left, outside the padding
inline constexpr double kBoxDetailGap = 4; ///< between the head (title, name) and the details

/// Cuts at `maxCharacters` code points with an ellipsis in the middle; never splits a code point.
std::string elided(std::string_view text, std::size_t maxCharacters);

} // namespace metainfer::drawing
