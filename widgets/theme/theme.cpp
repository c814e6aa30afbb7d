// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Applies the theme.
#include "theme/theme.h"

#include "theme/colors.h"
#include "theme/theme_style.h"
#include "theme/wheel_guard.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPointer>
#include <QStyle>
#include <QSvgRenderer>
#include <QWidget>

namespace metainfer::widgets {
namespace {

std::optional<QPalette> systemPalette;

/// Renders the icon at the size asked for, so that it is sharp at every scale.
class LineIconEngine : public QIconEngine {
  public:
    LineIconEngine(QString name, QPalette palette)
        : m_name(std::move(name))
        , m_palette(std::move(palette)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode,
               QIcon::State state) override {
        QFile file(":/icons/" + m_name + ".svg");
        if (!file.open(QIODevice::ReadOnly))
            return;
        const Colors& colors = Colors::of(m_palette);
        const QColor color = mode == QIcon::Disabled ? colors.textDisabled
                             : state == QIcon::On    ? colors.accent
                                                     : colors.text;
        QSvgRenderer renderer(file.readAll().replace("currentColor", color.name().toUtf8()));
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        renderer.render(painter, rect);
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }
    QIconEngine* clone() const override { return new LineIconEngine(m_name, m_palette); }

  private:
    QString m_name;
    QPalette m_palette;
};

QString styleSheet(const Colors& c) {
    return QString(R"(
QToolTip { color: %1; background: %2; border: 1px solid %3; padding: 4px; }
QHeaderView::section { background: %4; color: %5; border: none; border-right: 1px solid %3;
    border-bottom: 1px solid %3; padding: 4px 8px; }
QTableView, QTreeView, QListView, QPlainTextEdit, QTextEdit { border: 1px solid %3; }
QTableView { gridline-color: %6; }
QGroupBox { border: 1px solid %3; border-radius: 6px; margin-top: 10px; padding-top: 8px; }
QGroupBox::title { subcontrol-origin: margin; left: 10px; padding: 0 4px; color: %5; }
QLabel[role="title"] { font-size: 18px; font-weight: bold; }
QLabel[role="heading"] { font-weight: bold; }
QLabel[role="muted"] { color: %5; }
QLabel[role="error"] { color: %7; }
QPushButton[role="primary"] { background: %8; color: %9; border: 2px solid %8; border-radius: 4px;
    padding: 4px 14px; font-weight: 600; outline: none; }
QPushButton[role="primary"]:disabled { background: %3; border-color: %3; color: %10; }
QPushButton[role="primary"]:focus { border-color: %1; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QStatusBar::item { border: none; }
QMainWindow::separator { background: transparent; width: 6px; height: 6px; }
QMainWindow::separator:hover { background: %3; }
)")
        .arg(c.text.name(), c.surface.name(), c.border.name(), c.raised.name(), c.textMuted.name(),
             c.grid.name(), c.danger.name(), c.accent.name(), c.onAccent.name())
        .arg(c.textDisabled.name());
}

} // namespace

void rememberSystemPalette() {
    if (!systemPalette)
        systemPalette = QApplication::palette();
}

bool systemIsDark() {
    const QPalette palette = systemPalette.value_or(QApplication::palette());
    return palette.color(QPalette::WindowText).lightness() >
           palette.color(QPalette::Window).lightness();
}

QPalette themePalette(bool dark) {
    const Colors& c = dark ? Colors::darkOnes() : Colors::light();
    QPalette p;
    p.setColor(QPalette::Window, c.window);
    p.setColor(QPalette::WindowText, c.text);
    p.setColor(QPalette::Base, c.surface);
    p.setColor(QPalette::AlternateBase, c.window);
    p.setColor(QPalette::Text, c.text);
    p.setColor(QPalette::PlaceholderText, c.textMuted);
    p.setColor(QPalette::Button, c.raised);
    p.setColor(QPalette::ButtonText, c.text);
    p.setColor(QPalette::BrightText, c.danger);
    p.setColor(QPalette::Highlight, c.accent);
    p.setColor(QPalette::HighlightedText, c.onAccent);
    p.setColor(QPalette::Link, c.accent);
    p.setColor(QPalette::LinkVisited, c.series[3]);
    p.setColor(QPalette::ToolTipBase, c.surface);
    p.setColor(QPalette::ToolTipText, c.text);
    p.setColor(QPalette::Light, dark ? c.border : c.surface);
    p.setColor(QPalette::Midlight, c.raised);
    p.setColor(QPalette::Mid, c.border);
    p.setColor(QPalette::Dark, dark ? QColor("#101216") : QColor("#aab2bd"));
    p.setColor(QPalette::Shadow, QColor("#000000"));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, c.textDisabled);
    p.setColor(QPalette::Disabled, QPalette::Highlight, c.border);
    return p;
}

void applyScheme(Scheme scheme) {
    const bool dark = scheme == Scheme::Dark || (scheme == Scheme::System && systemIsDark());
    // Set once: a style sheet wraps the style in one of its own, and replacing that one while
    // widgets still refer to it leaves them with a style that is gone.
    static QPointer<ThemeStyle> style;
    if (!style) {
        style = new ThemeStyle;
        QApplication::setStyle(style); // owns it from now on
    }
    WheelGuard::install();
    QApplication::setPalette(themePalette(dark));
    qApp->setStyleSheet(styleSheet(dark ? Colors::darkOnes() : Colors::light()));
}

void setRole(QWidget& widget, const QString& role) {
    if (widget.property("role").toString() == role)
        return;
    widget.setProperty("role", role);
    QStyle* style = widget.style();
    style->unpolish(&widget);
    style->polish(&widget);
    widget.update();
}

QIcon themedIcon(const QString& name, const QPalette& palette) {
    return QIcon(new LineIconEngine(name, palette));
}

} // namespace metainfer::widgets
