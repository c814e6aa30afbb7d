// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The legend: a list of colours or a bar with values.
#include "graph/overlay_legend.h"

#include "graph/graph_view.h"
#include "theme/colors.h"

#include <QEvent>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace metainfer::widgets {
namespace {

constexpr int kGap = 10, kPadding = 8, kSwatch = 12, kBarWidth = 200, kBarHeight = 12;

} // namespace

OverlayLegend::OverlayLegend(GraphView* view)
    : QWidget(view)
    , m_view(view) {
    setObjectName("legend");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    view->installEventFilter(this);
    connect(view, &GraphView::overlayChanged, this, &OverlayLegend::refresh);
    refresh();
}

void OverlayLegend::setPlain(const QString& title, std::vector<Entry> entries) {
    m_plainTitle = title;
    m_plain = std::move(entries);
    refresh();
}

void OverlayLegend::refresh() {
    const drawing::OverlayColors* colors = m_view->overlayColors();
    m_isBar = colors && !colors->isCategorical();
    m_title = colors ? QString::fromStdString(colors->title()) : m_plainTitle;
    m_source = colors ? QString::fromStdString(colors->source()) : QString();
    m_entries = colors ? std::vector<Entry>{} : m_plain;
    if (colors)
        for (const drawing::LegendEntry& entry : colors->legend())
            m_entries.push_back({toQt(entry.color), QString::fromStdString(entry.text), {}});
    QStringList said{m_title};
    for (const Entry& entry : m_entries)
        if (!entry.text.isEmpty())
            said << entry.text;
    setAccessibleName(said.join(QStringLiteral(", ")));
    place();
    update();
}

QSize OverlayLegend::sizeHint() const {
    const QFontMetrics metrics(font());
    const QString head = m_source.isEmpty() ? m_title : m_title + "  (" + m_source + ')';
    int width = metrics.horizontalAdvance(head), lines = m_title.isEmpty() ? 0 : 1;
    if (m_isBar)
        return {std::max({width, kBarWidth, barTextWidth()}) + 2 * kPadding,
                2 * metrics.height() + kBarHeight + 6 + 2 * kPadding};
    for (const Entry& entry : m_entries)
        width = std::max(width,
                         kSwatch + 6 + metrics.horizontalAdvance(entry.symbol + ' ' + entry.text));
    lines += static_cast<int>(m_entries.size());
    return {width + 2 * kPadding, lines * (metrics.height() + 2) + 2 * kPadding};
}

/// Of the texts at both ends.
int OverlayLegend::barTextWidth() const {
    const QFontMetrics metrics(font());
    return m_entries.empty()
               ? 0
               : metrics.horizontalAdvance(m_entries.front().text + m_entries.back().text) + 16;
}

void OverlayLegend::place() {
    const QSize wanted = sizeHint();
    setVisible(!m_entries.empty() && m_view->picture() &&
               wanted.width() + 2 * kGap < m_view->width() &&
               wanted.height() * 2 < m_view->height());
    setGeometry(kGap, m_view->height() - wanted.height() - kGap, wanted.width(), wanted.height());
}

bool OverlayLegend::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        place();
    return QWidget::eventFilter(watched, event);
}

void OverlayLegend::paintBar(QPainter& painter, const QRectF& area) const {
    QLinearGradient gradient(area.topLeft(), area.topRight());
    const auto last = static_cast<double>(std::max<std::size_t>(1, m_entries.size() - 1));
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        gradient.setColorAt(static_cast<double>(i) / last, m_entries[i].color);
    painter.setPen(Colors::of(this).border);
    painter.setBrush(gradient);
    painter.drawRect(area);
    painter.setPen(Colors::of(this).text);
    const QFontMetricsF metrics(font());
    // The ends say most; what stands between them only where there is room.
    const double ends = metrics.horizontalAdvance(m_entries.front().text + m_entries.back().text);
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const QString& words = m_entries[i].text;
        const bool isEnd = i == 0 || i + 1 == m_entries.size();
        if (words.isEmpty() ||
            (!isEnd && ends + metrics.horizontalAdvance(words) + 24 > area.width()))
            continue;
        const double width = metrics.horizontalAdvance(words);
        const double x = area.left() + area.width() * static_cast<double>(i) / last - width / 2;
        painter.drawText(QPointF(std::clamp(x, area.left(), area.right() - width),
                                 area.bottom() + 2 + metrics.ascent()),
                         words);
    }
}

void OverlayLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& colors = Colors::of(this);
    QColor sheet = colors.surface;
    sheet.setAlphaF(0.92f);
    painter.setPen(colors.border);
    painter.setBrush(sheet);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const QFontMetrics metrics(font());
    int y = kPadding;
    if (!m_title.isEmpty()) {
        painter.setPen(colors.text);
        painter.drawText(kPadding, y + metrics.ascent(), m_title);
        if (!m_source.isEmpty()) {
            painter.setPen(colors.textMuted);
            painter.drawText(kPadding + metrics.horizontalAdvance(m_title + "  "),
                             y + metrics.ascent(), '(' + m_source + ')');
        }
        y += metrics.height() + 2;
    }
    if (m_isBar)
        return paintBar(painter, QRectF(kPadding, y + 2, width() - 2 * kPadding, kBarHeight));
    for (const Entry& entry : m_entries) {
        painter.setPen(colors.border);
        painter.setBrush(entry.color);
        painter.drawRoundedRect(
            QRectF(kPadding, y + (metrics.height() - kSwatch) / 2.0, kSwatch, kSwatch), 2, 2);
        painter.setPen(colors.text);
        const QString words = entry.symbol.isEmpty() ? entry.text : entry.symbol + ' ' + entry.text;
        painter.drawText(kPadding + kSwatch + 6, y + metrics.ascent(), words);
        y += metrics.height() + 2;
    }
}

} // namespace metainfer::widgets
