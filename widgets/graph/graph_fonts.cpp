// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Measuring text by a table: a hundred thousand boxes in a few milliseconds.
#include "graph/graph_fonts.h"

#include <QFontMetricsF>

#include <cmath>

namespace metainfer::widgets {

using drawing::TextRole;

GraphFonts::GraphFonts(const QFont& base) {
    for (const TextRole role : {TextRole::Title, TextRole::Name, TextRole::Detail, TextRole::Label,
                                TextRole::FrameTitle}) {
        Face& face = m_faces[static_cast<std::size_t>(role)];
        face.font = base;
        face.font.setPixelSize(
            static_cast<int>(std::lround(drawing::ApproximateMeasure::fontSize(role))));
        face.font.setBold(role == TextRole::Title || role == TextRole::FrameTitle);
        // Text is scaled with the drawing; hinted advances would not be.
        face.font.setHintingPreference(QFont::PreferNoHinting);
        const QFontMetricsF metrics(face.font);
        face.height = std::ceil(metrics.height());
        face.ascent = metrics.ascent();
        face.em = metrics.horizontalAdvance(QChar(0x2014)); // the em dash
        for (std::size_t c = 0x20; c < face.advances.size(); ++c)
            face.advances[c] = metrics.horizontalAdvance(QChar(static_cast<char16_t>(c)));
    }
}

QFont GraphFonts::sized(TextRole role, double pixels) const {
    QFont font = at(role).font;
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels))));
    return font;
}

double GraphFonts::width(std::string_view text, TextRole role) const {
    const Face& face = at(role);
    double sum = 0;
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        char32_t code = lead;
        if (length == 2 && i + 1 < text.size())
            code = static_cast<char32_t>((lead & 0x1f) << 6 | (text[i + 1] & 0x3f));
        if (length > 2)
            code = 0xffff; // only its class matters
        sum += code < face.advances.size() ? face.advances[code]
               : lead >= 0xe3              ? face.em * 1.05 // CJK and other wide ones
                                           : face.em * 0.85;
        i += length;
    }
    return sum;
}

} // namespace metainfer::widgets
