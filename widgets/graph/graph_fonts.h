// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The fonts of a graph and their metrics for the layout.
#pragma once

#include "drawing/content.h"

#include <QFont>

#include <array>

namespace metainfer::widgets {

/// Made on the GUI thread; afterwards immutable, so that the layout's thread may ask it.
class GraphFonts : public drawing::TextMeasure {
  public:
    explicit GraphFonts(const QFont& base);

    const QFont& font(drawing::TextRole role) const { return at(role).font; }
    /// The same face at another size, e.g. for titles that stay readable when zoomed out.
    QFont sized(drawing::TextRole role, double pixels) const;

    /// Sums the advances of the characters; wider than the text by its kerning at most.
    double width(std::string_view text, drawing::TextRole role) const override;
    double lineHeight(drawing::TextRole role) const override { return at(role).height; }
    double ascent(drawing::TextRole role) const { return at(role).ascent; }

  private:
    struct Face {
        QFont font;
        double height = 0, ascent = 0, em = 0;
        std::array<double, 0x180> advances{}; ///< by code point; wider ones by class
    };
    const Face& at(drawing::TextRole role) const { return m_faces[static_cast<std::size_t>(role)]; }
    std::array<Face, 5> m_faces;
};

} // namespace metainfer::widgets
