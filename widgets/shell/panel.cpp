// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Panels and their title bars.
#include "shell/panel.h"

#include "theme/colors.h"
#include "theme/theme.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QPainter>
#include <QScreen>
#include <QToolButton>

#include <algorithm>

namespace metainfer::widgets {

/// Ignores the mouse beside its buttons, so that the dock below is dragged by it.
class PanelTitle : public QWidget {
    Q_OBJECT

  public:
    explicit PanelTitle(Panel* panel)
        : QWidget(panel)
        , m_panel(panel)
        , m_text(new QLabel(this))
        , m_menu(button("panelMenu", Qt::TabFocus))
        , m_float(button("panelFloat", Qt::NoFocus))
        , m_close(button("panelClose", Qt::NoFocus)) {
        setAttribute(Qt::WA_StyledBackground, false);
        m_text->setProperty("role", "heading");
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(8, 2, 4, 2);
        row->setSpacing(2);
        row->addWidget(m_text, 1);
        for (QToolButton* each : {m_menu, m_float, m_close})
            row->addWidget(each);
        connect(m_menu, &QToolButton::clicked, this, &PanelTitle::showMenu);
        connect(m_float, &QToolButton::clicked, panel, [panel] {
            if (panel->isFloating())
                panel->setFloating(false);
            else
                panel->floatAside();
        });
        connect(m_close, &QToolButton::clicked, panel, &QWidget::close);
        connect(panel, &QDockWidget::topLevelChanged, this, &PanelTitle::refresh);
        connect(panel, &QWidget::windowTitleChanged, this, &PanelTitle::refresh);
        refresh();
    }

    QSize sizeHint() const override {
        return m_isTabbed ? QSize(0, 0) : QWidget::sizeHint().expandedTo({0, 26});
    }
    QSize minimumSizeHint() const override { return m_isTabbed ? QSize(0, 0) : QSize(60, 26); }

    void setTabbed(bool tabbed) {
        if (tabbed == m_isTabbed)
            return;
        m_isTabbed = tabbed;
        for (QWidget* each : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
            each->setVisible(!tabbed);
        updateGeometry();
        update();
    }

    void refresh() {
        const QString title = m_panel->windowTitle();
        m_text->setText(title);
        const auto name = [](QToolButton* button, const QString& text, const QString& tip) {
            button->setAccessibleName(text);
            button->setToolTip(tip);
        };
        name(m_menu, tr("Menu of %1").arg(title), tr("Move, float or close"));
        name(m_close, tr("Close %1").arg(title), tr("Close; View › Panels brings it back"));
        if (m_panel->isFloating())
            name(m_float, tr("Dock %1").arg(title), tr("Back into the window"));
        else
            name(m_float, tr("Float %1").arg(title), tr("Into a window of its own"));
        m_menu->setIcon(themedIcon("more", palette()));
        m_float->setIcon(themedIcon(m_panel->isFloating() ? "dock" : "float", palette()));
        m_close->setIcon(themedIcon("cancel", palette()));
    }

  protected:
    void changeEvent(QEvent* event) override {
        if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
            refresh();
        QWidget::changeEvent(event);
    }
    void contextMenuEvent(QContextMenuEvent* event) override {
        QMenu menu(this);
        m_panel->fillMenu(menu);
        menu.exec(event->globalPos());
    }
    void paintEvent(QPaintEvent*) override {
        if (m_isTabbed)
            return;
        const Colors& colors = Colors::of(this);
        QPainter painter(this);
        painter.fillRect(rect(), colors.raised);
        painter.setPen(colors.border);
        painter.drawLine(rect().bottomLeft(), rect().bottomRight());
    }

  private:
    QToolButton* button(const char* name, Qt::FocusPolicy focus) {
        auto* made = new QToolButton(this);
        made->setObjectName(name);
        made->setAutoRaise(true);
        made->setIconSize({14, 14});
        made->setFocusPolicy(focus);
        return made;
    }
    void showMenu() {
        QMenu menu(this);
        m_panel->fillMenu(menu);
        menu.exec(m_menu->mapToGlobal(m_menu->rect().bottomLeft()));
    }

    Panel* m_panel;
    QLabel* m_text;
    QToolButton *m_menu, *m_float, *m_close;
    bool m_isTabbed = false;
};

Panel::Panel(const QString& id, QWidget* content, QMainWindow* window)
    : QDockWidget(window)
    , m_window(window)
    , m_title(new PanelTitle(this)) {
    setObjectName(id);
    setFeatures(DockWidgetClosable | DockWidgetMovable | DockWidgetFloatable);
    setTitleBarWidget(m_title);
    setWidget(content);
}

bool Panel::isShown() const {
    if (!isVisible())
        return false;
    return isFloating() || m_window->rect().intersects(geometry());
}

void Panel::bringToFront() {
    show();
    raise();
    if (isFloating())
        activateWindow();
}

void Panel::setTabbed(bool tabbed) {
    m_title->setTabbed(tabbed);
}

void Panel::floatAside() {
    QRect before(mapToGlobal(QPoint(0, 0)), size());
    if (!isShown()) // behind another tab it is nowhere
        before.moveTopLeft(m_window->mapToGlobal(QPoint(0, 0)));
    setFloating(true);
    QRect place(before.topLeft() + QPoint(28, 28), before.size().expandedTo({420, 320}));
    if (const QScreen* screen = m_window->screen()) {
        const QRect all = screen->availableGeometry();
        place.setSize(place.size().boundedTo(all.size()));
        place.moveRight(std::min(place.right(), all.right()));
        place.moveBottom(std::min(place.bottom(), all.bottom()));
    }
    setGeometry(place);
}

void Panel::fillMenu(QMenu& menu) {
    QAction* floats =
        menu.addAction(isFloating() ? tr("Back into the &window") : tr("&Float"), this, [this] {
            if (isFloating())
                setFloating(false);
            else
                floatAside();
        });
    floats->setIcon(themedIcon(isFloating() ? "dock" : "float", palette()));
    QMenu* move = menu.addMenu(tr("&Move to"));
    const std::pair<Qt::DockWidgetArea, QString> areas[] = {
        {Qt::LeftDockWidgetArea, tr("&Left")},
        {Qt::RightDockWidgetArea, tr("&Right")},
        {Qt::TopDockWidgetArea, tr("&Top")},
        {Qt::BottomDockWidgetArea, tr("&Bottom")}};
    for (const auto& [area, text] : areas)
        move->addAction(text, this, [this, area = area] {
            setFloating(false);
            m_window->addDockWidget(area, this);
            bringToFront();
        });
    QMenu* together = menu.addMenu(tr("&Tab with"));
    for (auto* other : m_window->findChildren<Panel*>(QString(), Qt::FindDirectChildrenOnly))
        if (other != this && !other->isHidden() && !other->isFloating())
            together->addAction(other->windowTitle(), this, [this, other] {
                setFloating(false);
                m_window->tabifyDockWidget(other, this);
                bringToFront();
            });
    together->setEnabled(!together->isEmpty());
    menu.addSeparator();
    menu.addAction(themedIcon("cancel", palette()), tr("&Close"), this, &QWidget::close);
    emit menuFilled(&menu);
}

void Panel::paintEvent(QPaintEvent* event) {
    QDockWidget::paintEvent(event);
    if (!isFloating())
        return;
    // The style leaves a margin around it: it is grasped there to change its size.
    const Colors& colors = Colors::of(this);
    QPainter painter(this);
    painter.fillRect(rect(), colors.window);
    painter.setPen(colors.outline);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace metainfer::widgets

#include "panel.moc"
