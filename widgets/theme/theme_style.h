// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Fusion with outlines of check boxes, radio buttons and text fields that stand out from their
// ground in both themes (WCAG 1.4.11: 3 to 1); Fusion's own nearly vanish on dark.
#pragma once

#include <QProxyStyle>

namespace metainfer::widgets {

class ThemeStyle : public QProxyStyle {
    Q_OBJECT

  public:
    ThemeStyle();
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option,
                    const QWidget* widget) const override;
};

} // namespace metainfer::widgets
