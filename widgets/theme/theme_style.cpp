// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Check boxes, radio buttons and frames of text fields.
#include "theme/theme_style.h"

#include "theme/colors.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>
#include <QTableView>

namespace metainfer::widgets {
namespace {

QColor outlineOf(const QStyleOption& option, const Colors& colors) {
    if (!(option.state & QStyle::State_Enabled))
        return colors.border;
    return option.state & QStyle::State_HasFocus ? colors.accent : colors.outline;
}

/// The square, or the circle, that the sign stands in; full pixels, so that it is sharp.
QRectF boxOf(const QStyleOption& option) {
    const int side = std::min({option.rect.width(), option.rect.height(), 16});
    QRect box(0, 0, side, side);
    box.moveCenter(option.rect.center());
    return QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5);
}

void drawIndicator(const QStyleOption& option, QPainter& painter, bool round) {
    const Colors& colors = Colors::of(option.palette);
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool on = option.state & QStyle::State_On;
    const bool partly = option.state & QStyle::State_NoChange;
    const bool filled = (on || partly) && enabled;
    const QRectF box = boxOf(option);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(filled ? colors.accent : outlineOf(option, colors), 1.2));
    painter.setBrush(filled ? colors.accent : enabled ? colors.surface : colors.window);
    const double radius = round ? box.width() / 2 : 3;
    painter.drawRoundedRect(box, radius, radius);
    const QColor sign = enabled ? colors.onAccent : colors.textDisabled;
    const auto at = [&](double x, double y) {
        return QPointF(box.left() + x * box.width(), box.top() + y * box.height());
    };
    if (round && on) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(sign);
        painter.drawEllipse(box.center(), box.width() * 0.2, box.height() * 0.2);
    } else if (on || partly) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(sign, box.width() * 0.13, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        if (on) {
            const QPointF tick[] = {at(0.22, 0.52), at(0.42, 0.72), at(0.79, 0.29)};
            painter.drawPolyline(tick, 3);
        } else {
            painter.drawLine(at(0.25, 0.5), at(0.75, 0.5));
        }
    }
    painter.restore();
}

} // namespace

ThemeStyle::ThemeStyle()
    : QProxyStyle("Fusion") {}

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                               QPainter* painter, const QWidget* widget) const {
    switch (element) {
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        return drawIndicator(*option, *painter, false);
    case PE_IndicatorRadioButton:
        return drawIndicator(*option, *painter, true);
    case PE_FrameLineEdit: {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(outlineOf(*option, Colors::of(option->palette)));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        painter->restore();
        return;
    }
    default:
        return QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

QSize ThemeStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                   const QWidget* widget) const {
    QSize needed = QProxyStyle::sizeFromContents(type, option, size, widget);
    // The arrow of a button that opens a menu stands beside the text, not on it.
    const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    if (type == CT_ToolButton && button && !button->text.isEmpty() &&
        (button->features & QStyleOptionToolButton::HasMenu) &&
        !(button->features & QStyleOptionToolButton::MenuButtonPopup))
        needed.rwidth() += 16;
    return needed;
}

int ThemeStyle::pixelMetric(PixelMetric metric, const QStyleOption* option,
                            const QWidget* widget) const {
    // Cells of tables begin where their headings do: the style sheet gives those 8 pixels.
    if (metric == PM_FocusFrameHMargin && qobject_cast<const QTableView*>(widget))
        return 7;
    return QProxyStyle::pixelMetric(metric, option, widget);
}

} // namespace metainfer::widgets
