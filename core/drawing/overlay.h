// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A value for each operator shown as a colour, with its legend.
#pragma once

#include "drawing/folding.h"
#include "drawing/theme.h"

#include <optional>

namespace metainfer::drawing {

enum class OverlayScale { Linear, Logarithmic, Categorical };
/// How the values of a closed group come from those of its operators.
enum class OverlayMerge { Sum, Mean, Max };

struct OverlayValue {
    double number = 0;          ///< quantitative
    std::uint32_t category = 0; ///< index into Overlay::categories
};

/// What to show. Values belong to items of one diagram.
struct Overlay {
    std::string title;  ///< "Bytes moved"
    std::string unit;   ///< "B", "us", "FLOP/B"; empty: none. "B" and "us" are written with prefix
    std::string source; ///< where the values come from: "measured", "predicted", "from shapes"
    OverlayScale scale = OverlayScale::Linear;
    OverlayMerge merge = OverlayMerge::Sum;
    /// Categorical: the first have colours of their own; where they are more than there are
    /// colours, those from the last colour on share it as `others`.
    std::vector<std::string> categories;
    std::string others = "other";
    std::vector<std::optional<OverlayValue>> values; ///< by item; absent: not known

    static Overlay quantitative(const Diagram& diagram, std::string title, std::string unit,
                                OverlayScale scale = OverlayScale::Linear);
    static Overlay categorical(const Diagram& diagram, std::string title,
                               std::vector<std::string> categories);
    void set(ItemId item, double number) { values[item.index] = OverlayValue{number, 0}; }
    void setCategory(ItemId item, std::uint32_t category) {
        values[item.index] = OverlayValue{0, category};
    }
};

struct LegendEntry {
    Color color;
    double at = 0;    ///< position on the scale, 0 to 1; categories: counted from 0
    std::string text; ///< "1.2 MB", "int8"; "other: Slice, Tile, +4" where a colour is shared
};

/// From where to where the colours go.
struct OverlayRange {
    double low = 0, high = 1;
    bool operator==(const OverlayRange&) const = default;
};

/// Colours of one overlay on one picture: the range is that of the visible boxes' values, unless
/// several pictures share one.
class OverlayColors {
  public:
    OverlayColors(const Overlay& overlay, const VisibleGraph& visible, ThemeKind theme,
                  const std::optional<OverlayRange>& range = {});
    /// Of the visible boxes' values, whatever range is shown; absent when there is none.
    const std::optional<OverlayRange>& ownRange() const { return m_ownRange; }
    std::optional<Color> fill(BoxId box) const; ///< absent when the value is not known
    /// Text that is readable on `fill`.
    Color ink(BoxId box) const;
    std::string valueText(BoxId box) const; ///< "1.2 MB", "int8", "" when not known
    std::optional<double> value(BoxId box) const;
    const std::string& title() const { return m_title; }
    const std::string& source() const { return m_source; }
    bool isCategorical() const { return m_scale == OverlayScale::Categorical; }
    bool isLogarithmic() const { return m_scale == OverlayScale::Logarithmic; }
    /// Quantitative: stops of the colour bar from low to high, text at some of them. Empty when no
    /// visible box has a value.
    const std::vector<LegendEntry>& legend() const { return m_legend; }

  private:
    void mergeValues(const Overlay& overlay, const VisibleGraph& visible);
    void findRange();
    double position(double value) const;
    void makeLegend(const Overlay& overlay);

    std::string m_title, m_unit, m_source;
    OverlayScale m_scale = OverlayScale::Linear;
    ThemeKind m_theme = ThemeKind::Light;
    std::vector<std::string> m_categories;
    std::vector<std::optional<OverlayValue>> m_values; ///< by box
    double m_low = 0, m_high = 1;
    std::optional<OverlayRange> m_ownRange;
    std::vector<LegendEntry> m_legend;
};

/// Ready-made ones from shapes and operator facts. Nodes whose shapes are not known have no value.
enum class OverlayKind { Bytes, Flops, Intensity, Precision, Family };
Overlay modelOverlay(const Diagram& diagram, const ir::Model& model, OverlayKind kind);

/// "1.2 MB", "3.4 ms", "56.7 GFLOP"; "12.3" without unit.
std::string formatQuantity(double value, std::string_view unit);

} // namespace metainfer::drawing
