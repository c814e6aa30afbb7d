// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Statistics of a constant and its distribution.
#include "graph/tensor_panel.h"

#include "graph/property_model.h"
#include "theme/colors.h"

#include "drawing/overlay.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace metainfer::widgets {
namespace {

constexpr double kAxis = 18; ///< room for the values under the bars

QString number(double value) {
    return QLocale().toString(value, 'g', 5);
}

QString count(std::uint64_t value) {
    return QLocale().toString(static_cast<qulonglong>(value));
}

} // namespace

HistogramView::HistogramView(QWidget* parent)
    : QWidget(parent) {
    setObjectName("histogram");
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(90);
}

void HistogramView::setData(const TensorStatistics& statistics) {
    m_low = statistics.low;
    m_high = statistics.high;
    m_bins = statistics.histogram;
    m_highest = m_bins.empty() ? 0 : *std::max_element(m_bins.begin(), m_bins.end());
    m_hovered = -1;
    setAccessibleDescription(
        tr("%1 to %2, most elements: %3")
            .arg(number(m_low), number(m_high),
                 m_bins.empty()
                     ? QString()
                     : binText(static_cast<int>(std::max_element(m_bins.begin(), m_bins.end()) -
                                                m_bins.begin()))));
    update();
}

void HistogramView::setLogarithmic(bool on) {
    m_isLogarithmic = on;
    update();
}

QRectF HistogramView::plot() const {
    return QRectF(rect()).adjusted(4, 4, -4, -kAxis);
}

int HistogramView::binAt(double x) const {
    const QRectF area = plot();
    const int bins = static_cast<int>(m_bins.size());
    const int bin = static_cast<int>(std::floor((x - area.left()) / area.width() * bins));
    return bin >= 0 && bin < bins ? bin : -1;
}

QString HistogramView::binText(int bin) const {
    const double step = (m_high - m_low) / static_cast<double>(m_bins.size());
    return tr("%1 to %2: %3")
        .arg(number(m_low + bin * step), number(m_low + (bin + 1) * step),
             count(m_bins[static_cast<std::size_t>(bin)]));
}

double HistogramView::share(std::uint64_t value) const {
    if (value == 0 || m_highest == 0)
        return 0;
    const auto x = static_cast<double>(value), top = static_cast<double>(m_highest);
    return m_isLogarithmic ? std::log1p(x) / std::log1p(top) : x / top;
}

void HistogramView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Colors& colors = Colors::of(this);
    const QRectF area = plot();
    painter.setPen(colors.grid);
    for (int i = 0; i <= 4; ++i) {
        const double y = area.bottom() - area.height() * i / 4;
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
    const double width = area.width() / std::max<double>(1, static_cast<double>(m_bins.size()));
    for (std::size_t i = 0; i < m_bins.size(); ++i) {
        // One element among millions must still be seen.
        const double high = m_bins[i] > 0 ? std::max(1.0, share(m_bins[i]) * area.height()) : 0;
        const QRectF bar(area.left() + width * static_cast<double>(i), area.bottom() - high,
                         std::max(1.0, width - 1), high);
        painter.fillRect(bar, static_cast<int>(i) == m_hovered ? colors.accent : colors.series[0]);
    }
    const QFontMetricsF metrics(font());
    const double base = area.bottom() + metrics.ascent() + 2;
    painter.setPen(colors.textMuted);
    painter.drawText(QPointF(area.left(), base), number(m_low));
    const QString high = number(m_high);
    painter.drawText(QPointF(area.right() - metrics.horizontalAdvance(high), base), high);
    if (m_low < 0 && m_high > 0) {
        const double zero = area.left() + area.width() * -m_low / (m_high - m_low);
        painter.setPen(QPen(colors.textMuted, 1, Qt::DashLine));
        painter.drawLine(QPointF(zero, area.top()), QPointF(zero, area.bottom()));
    }
    if (hasFocus()) {
        painter.setPen(colors.accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void HistogramView::mouseMoveEvent(QMouseEvent* event) {
    m_hovered = binAt(event->position().x());
    update();
}

void HistogramView::leaveEvent(QEvent*) {
    m_hovered = -1;
    update();
}

bool HistogramView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int bin = binAt(help->pos().x());
        setToolTip(bin >= 0 ? binText(bin) : QString());
    }
    return QWidget::event(event);
}

QString HistogramView::copyText() const {
    QStringList lines;
    const double step = (m_high - m_low) / std::max<double>(1, static_cast<double>(m_bins.size()));
    for (std::size_t i = 0; i < m_bins.size(); ++i)
        lines << QStringLiteral("%1\t%2\t%3")
                     .arg(m_low + step * static_cast<double>(i), 0, 'g', 9)
                     .arg(m_low + step * static_cast<double>(i + 1), 0, 'g', 9)
                     .arg(m_bins[i]);
    return lines.join('\n');
}

void HistogramView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        QApplication::clipboard()->setText(copyText());
    else
        QWidget::keyPressEvent(event);
}

void HistogramView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    QAction* log = menu.addAction(tr("Logarithmic counts"));
    log->setCheckable(true);
    log->setChecked(m_isLogarithmic);
    connect(log, &QAction::toggled, this, &HistogramView::setLogarithmic);
    menu.addAction(tr("Copy as data"), QKeySequence::Copy, this,
                   [this] { QApplication::clipboard()->setText(copyText()); });
    menu.addAction(tr("Copy as image"), this,
                   [this] { QApplication::clipboard()->setPixmap(grab()); });
    menu.exec(event->globalPos());
}

TensorPanel::TensorPanel(QWidget* parent)
    : QWidget(parent)
    , m_name(new QLabel(this))
    , m_state(new QLabel(this))
    , m_rows(new PropertyView(this))
    , m_histogram(new HistogramView(this))
    , m_export(new QPushButton(this)) {
    m_name->setProperty("role", "heading");
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_name->setWordWrap(true);
    m_state->setProperty("role", "muted");
    m_state->setWordWrap(true);
    m_rows->setObjectName("tensorStatistics");
    m_export->setObjectName("exportNpy");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(m_name);
    column->addWidget(m_state);
    column->addWidget(m_histogram);
    column->addWidget(m_rows, 1);
    column->addWidget(m_export, 0, Qt::AlignLeft);
    column->addStretch(); // what is alone stands at the top
    connect(m_export, &QPushButton::clicked, this, &TensorPanel::exportAsked);
    clear();
}

void TensorPanel::clear() {
    m_name->clear();
    m_failure.clear();
    m_isReading = false;
    m_statistics.reset();
    refresh();
}

void TensorPanel::showReading(const QString& name) {
    clear();
    m_name->setText(name);
    m_isReading = true;
    refresh();
}

void TensorPanel::showFailure(const QString& name, const QString& why) {
    clear();
    m_name->setText(name);
    m_failure = why;
    refresh();
}

void TensorPanel::showStatistics(const QString& name, const TensorStatistics& statistics) {
    clear();
    m_name->setText(name);
    m_statistics = statistics;
    m_histogram->setData(statistics);
    refresh();
}

void TensorPanel::refresh() {
    m_export->setText(tr("Export .npy…"));
    const bool isEmpty = !m_isReading && m_failure.isEmpty() && !m_statistics;
    m_name->setVisible(!isEmpty);
    m_state->setAlignment((isEmpty ? Qt::AlignHCenter : Qt::AlignLeft) | Qt::AlignTop);
    m_state->setContentsMargins(0, isEmpty ? 8 : 0, 0, 0);
    m_histogram->setAccessibleName(tr("Distribution of the values"));
    m_rows->setAccessibleName(tr("Statistics of the tensor"));
    m_state->setText(m_isReading            ? tr("Reading the tensor…")
                     : !m_failure.isEmpty() ? m_failure
                     : m_statistics
                         ? QString()
                         : tr("Select an operator and choose one of its parameters under "
                              "Properties: its values are shown here."));
    m_state->setVisible(!m_state->text().isEmpty());
    m_histogram->setVisible(m_statistics && !m_statistics->histogram.empty());
    m_rows->setVisible(m_statistics.has_value());
    m_export->setVisible(m_statistics.has_value());
    if (!m_statistics)
        return;
    const TensorStatistics& s = *m_statistics;
    std::vector<PropertyRow> rows{
        {tr("Type"), QString::fromStdString(s.type), {}, {}, -1},
        {tr("Elements"), count(s.count), {}, {}, -1},
        {tr("Size"),
         QString::fromStdString(drawing::formatQuantity(static_cast<double>(s.bytes), "B")),
         {},
         {},
         -1},
        {tr("Minimum"), number(s.minimum), {}, {}, -1},
        {tr("Maximum"), number(s.maximum), {}, {}, -1},
        {tr("Mean"), number(s.mean), {}, {}, -1},
        {tr("Standard deviation"), number(s.deviation), {}, {}, -1},
        {tr("Largest magnitude"), number(s.absoluteMaximum), {}, {}, -1},
        {tr("Zeros"),
         tr("%1 (%2 %)").arg(count(s.zeros), number(100 * s.zeroShare())),
         {},
         {},
         -1}};
    if (s.notFinite > 0)
        rows.push_back({tr("Not finite"), count(s.notFinite), {}, {}, -1});
    QStringList first;
    for (const double value : s.first)
        first << number(value);
    rows.push_back({tr("First elements"), first.join(QStringLiteral("; ")), {}, {}, -1});
    m_rows->setSections({{tr("Statistics"), std::move(rows)}});
}

void TensorPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QWidget::changeEvent(event);
}

} // namespace metainfer::widgets
