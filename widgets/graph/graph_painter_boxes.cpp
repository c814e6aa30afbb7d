// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One box: fill, edge in the colour of its family, text, value and change marks.
#include "graph/graph_painter.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace metainfer::widgets {

using namespace drawing;

namespace {

constexpr double kTwoLines = 22;     ///< pixels that two lines need
constexpr double kMarkedHeight = 30; ///< of a box that has room for its value's mark

QString text(const std::string& utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

} // namespace

void GraphPainter::paintBox(QPainter& painter, const Camera& camera, BoxId id) const {
    const QRectF r = camera.toWidget(m_layout.box(id));
    const Box& box = m_layout.visible().box(id);
    const Color tint = m_theme.tints[static_cast<std::size_t>(m_picture.tints[id.index])];
    const double radius = std::min(5 * camera.scale, 6.0);
    const bool isPlainGroup = box.isGroup() && m_picture.tints[id.index] == OperatorTint::Neutral;

    // Far away the family is what one sees; near, text is, on a quiet background.
    const double share = std::clamp(0.1 + (0.62 - camera.scale) * 2, 0.1, 0.7);
    Color fill = isPlainGroup ? m_theme.groupBox : mixed(m_theme.box, tint, share);
    QColor ink = toQt(share > 0.3 && !isPlainGroup ? inkOn(fill) : m_theme.ink);
    QColor faint = toQt(m_theme.faintInk);
    if (m_look.overlay) {
        const auto value = m_look.overlay->fill(id);
        fill = value ? *value : m_theme.unknown;
        ink = value ? toQt(m_look.overlay->ink(id)) : ink;
        faint = value ? ink : faint;
    }
    const QColor border =
        toQt(isPlainGroup ? m_theme.groupBorder : mixed(m_theme.boxBorder, tint, 0.6));
    painter.setPen(QPen(border, 0));
    if (box.isGroup()) { // a second sheet behind: there is more inside
        painter.setBrush(toQt(mixed(fill, m_theme.background, 0.4)));
        painter.drawRoundedRect(r.translated(3 * camera.scale, 3 * camera.scale), radius, radius);
    }
    painter.setBrush(toQt(fill));
    const bool isRound =
        !box.isGroup() && m_layout.visible().diagram().item(box.item).kind != ItemKind::Operator;
    const double corner = isRound ? std::min(r.height() / 2, 12 * camera.scale) : radius;
    painter.drawRoundedRect(r, corner, corner);
    if (!isPlainGroup && !isRound) {
        const double strip = std::max(2.0, 4 * camera.scale);
        painter.fillRect(QRectF(r.left(), r.top() + radius, strip, r.height() - 2 * radius),
                         toQt(tint));
    }
    if (camera.scale >= GraphDetail::kAll)
        paintBoxText(painter, camera, id, ink, faint);
    else if (camera.scale >= GraphDetail::kTitles)
        paintTitleOnly(painter, r, id, ink, camera.scale);
}

void GraphPainter::paintBoxText(QPainter& painter, const Camera& camera, BoxId id,
                                const QColor& ink, const QColor& faint) const {
    const BoxContent& content = m_layout.content(id);
    const Rect& box = m_layout.box(id);
    painter.save();
    painter.translate(camera.toWidget(Point{box.x, box.y}));
    painter.scale(camera.scale, camera.scale);
    double y = kBoxPaddingY;
    const auto line = [&](const std::string& words, TextRole role, const QColor& color) {
        painter.setFont(m_fonts.font(role));
        painter.setPen(color);
        painter.drawText(QPointF(kBoxPaddingX, y + m_fonts.ascent(role)), text(words));
    };
    line(content.title, TextRole::Title, ink);
    if (!content.badge.empty()) {
        const double width = m_fonts.width(content.badge, TextRole::Title);
        painter.drawText(
            QPointF(box.width - kBoxPaddingX - width, y + m_fonts.ascent(TextRole::Title)),
            text(content.badge));
    }
    y += m_fonts.lineHeight(TextRole::Title);
    if (!content.name.empty()) {
        line(content.name, TextRole::Name, faint);
        y += m_fonts.lineHeight(TextRole::Name);
    }
    y += kBoxDetailGap;
    for (const std::string& detail : content.details) {
        line(detail, TextRole::Detail, faint);
        y += m_fonts.lineHeight(TextRole::Detail);
    }
    painter.restore();
}

void GraphPainter::paintTitleOnly(QPainter& painter, const QRectF& area, BoxId id,
                                  const QColor& ink, double scale) const {
    const BoxContent& content = m_layout.content(id);
    const QRectF inner = area.adjusted(5, 2, -3, -2);
    // Under the title the name or, where there is no room for a mark, the value of the colour.
    QString second = scale >= GraphDetail::kNames ? text(content.name) : QString();
    if (m_look.overlay && scale < GraphDetail::kNames && inner.height() >= kTwoLines)
        second = text(m_look.overlay->valueText(id));
    const bool withName = !second.isEmpty();
    const double lines = withName ? 2.1 : 1;
    const double pixels = std::clamp(inner.height() / (lines * 1.3), 7.0, 12.0);
    QString title = text(content.title);
    if (!content.badge.empty())
        title += QLatin1Char(' ') + text(content.badge);
    // Smaller letters before an ellipsis.
    const double natural = m_fonts.width(title.toStdString(), TextRole::Title) /
                           ApproximateMeasure::fontSize(TextRole::Title);
    const double fitting = inner.width() / std::max(1.0, natural);
    const QFont font = m_fonts.sized(TextRole::Title, std::min(pixels, std::max(8.0, fitting)));
    painter.setFont(font);
    painter.setPen(ink);
    const auto draw = [&](const QRectF& place, const QFont& with, const QString& words) {
        painter.setFont(with);
        painter.drawText(place, Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextSingleLine,
                         QFontMetricsF(with).elidedText(words, Qt::ElideRight, place.width()));
    };
    if (!withName)
        return draw(inner, font, title);
    const double half = inner.height() / 2;
    draw({inner.left(), inner.top(), inner.width(), half}, font, title);
    draw({inner.left(), inner.top() + half, inner.width(), half},
         m_fonts.sized(TextRole::Name, std::max(7.0, pixels - 2)), second);
}

void GraphPainter::paintMarks(QPainter& painter, const Camera& camera, BoxId id) const {
    const double scale = camera.scale;
    if (scale < GraphDetail::kTitles)
        return;
    const QRectF area = camera.toWidget(m_layout.box(id));
    const auto pill = [&](const QString& words, const QColor& fill, const QColor& ink,
                          const QPointF& middle, bool toTheLeft) {
        const QFont font = m_fonts.sized(TextRole::Label, std::clamp(10 * scale, 8.0, 11.0));
        const QFontMetricsF metrics(font);
        const double width = std::max(metrics.height(), metrics.horizontalAdvance(words) + 8);
        const QRectF r(toTheLeft ? middle.x() - width : middle.x(),
                       middle.y() - metrics.height() / 2, width, metrics.height());
        painter.setPen(QPen(toQt(m_theme.background), 0));
        painter.setBrush(fill);
        painter.drawRoundedRect(r, r.height() / 2, r.height() / 2);
        painter.setPen(ink);
        painter.setFont(font);
        painter.drawText(r, Qt::AlignCenter, words);
    };
    const auto change = changeOf(id);
    const bool isChanged = change && *change != Change::Same;
    const QColor color = isChanged ? changeColor(*change, m_theme) : QColor();
    if (isChanged) {
        painter.setPen(QPen(color, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(area, 5 * scale, 5 * scale);
        pill(changeSymbol(*change), color, toQt(m_theme.background),
             area.topRight() + QPointF(-4, 0), true);
    }
    // On the left, since the type of the result stands on the right below; a low box has no room
    // beside its title, its colour and the tip have to do.
    if (m_look.overlay && scale >= GraphDetail::kNames && area.height() >= kMarkedHeight) {
        const QString value = text(m_look.overlay->valueText(id));
        if (!value.isEmpty())
            pill(value, toQt(m_theme.ink), toQt(m_theme.background),
                 area.bottomLeft() + QPointF(6, -1), false);
    }
}

} // namespace metainfer::widgets
