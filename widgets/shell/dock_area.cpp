// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Docks around the middle of a place.
#include "shell/dock_area.h"

#include "theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QSettings>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

namespace metainfer::widgets {
namespace {

constexpr int kKeepMs = 400;
constexpr int kTearOff = 14; ///< pixels beside the tabs where a dragged one leaves them
constexpr int kLayout = 1;   ///< raised when kept layouts must not be used any more

} // namespace

DockArea::DockArea(QSettings& settings, const QString& key, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_key(key)
    , m_reset(new QAction(this)) {
    setWindowFlags(Qt::Widget);
    setDockOptions(AllowNestedDocks | AllowTabbedDocks);
    setDocumentMode(true); // of the tabs
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_reset->setObjectName("resetPanels");
    connect(m_reset, &QAction::triggered, this, &DockArea::reset);
    for (QTimer* timer : {&m_refresh, &m_keep})
        timer->setSingleShot(true);
    m_refresh.setInterval(0);
    m_keep.setInterval(kKeepMs);
    connect(&m_refresh, &QTimer::timeout, this, &DockArea::refresh);
    connect(&m_keep, &QTimer::timeout, this, &DockArea::keep);
    connect(this, &QMainWindow::tabifiedDockWidgetActivated, this, &DockArea::touched);
    retranslate();
}

DockArea::~DockArea() {
    if (isVisible())
        keep();
}

Panel* DockArea::addPanel(const QString& id, QWidget* content, bool startsOpen) {
    auto* made = new Panel("panel_" + id, content, this);
    auto* toggle = new QAction(this);
    toggle->setObjectName("togglePanel_" + id);
    toggle->setCheckable(true);
    connect(toggle, &QAction::triggered, made, [made](bool open) {
        if (open)
            made->bringToFront();
        else
            made->close();
    });
    m_ids << id;
    m_panels.insert(id, made);
    m_toggles.insert(id, toggle);
    m_startsOpen.insert(id, startsOpen);
    for (const auto signal : {&QDockWidget::topLevelChanged, &QDockWidget::visibilityChanged})
        connect(made, signal, this, &DockArea::touched);
    connect(made, &QDockWidget::dockLocationChanged, this, &DockArea::touched);
    connect(made, &Panel::menuFilled, this, [this](QMenu* menu) { menu->addAction(m_reset); });
    made->installEventFilter(this);
    return made;
}

void DockArea::setDefault(std::function<void(DockArea&)> place,
                          std::function<void(DockArea&)> size) {
    m_place = std::move(place);
    m_size = std::move(size);
    reset();
}

void DockArea::reset() {
    m_away.clear();
    for (const QString& id : std::as_const(m_ids)) {
        m_panels[id]->setFloating(false);
        removeDockWidget(m_panels[id]);
    }
    m_place(*this);
    for (const QString& id : std::as_const(m_ids))
        m_panels[id]->setVisible(m_startsOpen[id]);
    if (isVisible()) // otherwise there is no size yet that could be shared out
        m_size(*this);
    touched();
    refresh();
}

void DockArea::open(const QString& id) {
    panel(id)->bringToFront();
    refresh();
}

QStringList DockArea::frontPanels() const {
    return m_isRestored ? m_front : m_wanted;
}

void DockArea::bringToFront(const QStringList& ids) {
    if (!m_isRestored) {
        m_wanted = ids;
        return;
    }
    for (const QString& id : ids)
        if (Panel* one = panel(id); one && !one->isHidden() && !one->isFloating())
            one->raise();
}

void DockArea::setTitle(const QString& id, const QString& title) {
    panel(id)->setWindowTitle(title);
    m_toggles[id]->setText(title);
    //: a command in a list of all commands
    m_toggles[id]->setProperty("commandText", tr("Panel: %1").arg(title));
    m_refresh.start();
}

QList<QAction*> DockArea::panelActions() const {
    QList<QAction*> actions;
    for (const QString& id : m_ids)
        actions << m_toggles[id];
    return actions << m_reset;
}

void DockArea::shareActions(const QList<QAction*>& actions) {
    for (Panel* one : std::as_const(m_panels))
        one->addActions(actions);
}

QMenu* DockArea::createPopupMenu() {
    auto* menu = new QMenu(this);
    menu->addActions(panelActions());
    return menu;
}

/// Something about the layout has changed, or may have.
void DockArea::touched() {
    m_refresh.start();
    m_keep.start();
}

void DockArea::refresh() {
    QStringList front;
    for (const QString& id : std::as_const(m_ids)) {
        Panel* one = m_panels[id];
        const auto beside = tabifiedDockWidgets(one);
        const bool tabbed = !one->isFloating() &&
                            std::any_of(beside.begin(), beside.end(), [](const QDockWidget* other) {
                                return !other->isHidden() && !other->isFloating();
                            });
        one->setTabbed(tabbed);
        // A stack holds painting back while it changes its page. A panel that becomes a window
        // meanwhile would not be told that it may paint again.
        if (one->isFloating() && !one->updatesEnabled())
            one->setUpdatesEnabled(true);
        const bool open = !one->isHidden() || m_away.contains(one);
        m_toggles[id]->setChecked(open);
        const bool shown = one->isShown();
        if (tabbed && shown)
            front << id;
        if (std::exchange(m_shown[id], shown) != shown)
            emit shownChanged(id, shown);
    }
    for (auto* tabs : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        if (tabs->isVisible())
            dressTabs(*tabs);
    if (isVisible() && m_isRestored && front != m_front) {
        m_front = front;
        emit frontChanged();
    }
}

/// The window makes and reuses the bars as it likes: each is looked at again.
void DockArea::dressTabs(QTabBar& tabs) {
    tabs.setFocusPolicy(Qt::TabFocus);
    tabs.setExpanding(false);
    tabs.setElideMode(Qt::ElideNone);
    tabs.setAccessibleName(tr("Panels"));
    tabs.removeEventFilter(this);
    tabs.installEventFilter(this);
    for (int i = 0; i < tabs.count(); ++i) {
        QWidget* there = tabs.tabButton(i, QTabBar::RightSide);
        const bool current = i == tabs.currentIndex();
        if (!current && there) {
            tabs.setTabButton(i, QTabBar::RightSide, nullptr);
            there->deleteLater();
        }
        Panel* one = panelOfTab(tabs, i);
        if (!current || !one)
            continue;
        auto* button = qobject_cast<QToolButton*>(there);
        if (!button) {
            button = new QToolButton(&tabs);
            button->setObjectName("tabMenu");
            button->setAutoRaise(true);
            button->setIconSize({12, 12});
            button->setFocusPolicy(Qt::NoFocus); // the menu key on the tab does the same
            connect(button, &QToolButton::clicked, this, [this, button, &tabs] {
                QMenu menu(this);
                if (Panel* shown = panelOfTab(tabs, tabs.currentIndex()))
                    shown->fillMenu(menu);
                menu.exec(button->mapToGlobal(button->rect().bottomLeft()));
            });
            tabs.setTabButton(i, QTabBar::RightSide, button);
        }
        button->setIcon(themedIcon("more", palette()));
        button->setToolTip(tr("Move, float or close"));
        button->setAccessibleName(tr("Menu of %1").arg(one->windowTitle()));
    }
}

Panel* DockArea::panelOfTab(const QTabBar& tabs, int index) const {
    if (index >= 0)
        for (Panel* one : m_panels)
            if (one->windowTitle() == tabs.tabText(index))
                return one;
    return nullptr;
}

bool DockArea::tabEvent(QTabBar& tabs, QEvent& event) {
    switch (event.type()) {
    case QEvent::MouseButtonPress: {
        const auto& mouse = static_cast<QMouseEvent&>(event);
        m_pressed = mouse.button() == Qt::LeftButton
                        ? panelOfTab(tabs, tabs.tabAt(mouse.position().toPoint()))
                        : nullptr;
        return false;
    }
    case QEvent::MouseMove: {
        const auto& mouse = static_cast<QMouseEvent&>(event);
        if (!m_pressed || !(mouse.buttons() & Qt::LeftButton))
            return false;
        if (m_pressed->isFloating()) { // torn off: it follows until it has the mouse itself
            const QPoint at = m_pressed->mapFromGlobal(mouse.globalPosition().toPoint());
            QMouseEvent move(QEvent::MouseMove, at, mouse.globalPosition(), Qt::NoButton,
                             Qt::LeftButton, mouse.modifiers());
            QApplication::sendEvent(m_pressed, &move);
            return true;
        }
        if (tabs.rect()
                .adjusted(-kTearOff, -kTearOff, kTearOff, kTearOff)
                .contains(mouse.position().toPoint()))
            return false;
        tearOff(tabs, *m_pressed, mouse.globalPosition().toPoint());
        return true;
    }
    case QEvent::MouseButtonRelease: {
        if (m_pressed && m_pressed->isFloating()) {
            const auto& mouse = static_cast<QMouseEvent&>(event);
            QMouseEvent up(QEvent::MouseButtonRelease,
                           m_pressed->mapFromGlobal(mouse.globalPosition()), mouse.globalPosition(),
                           Qt::LeftButton, Qt::NoButton, mouse.modifiers());
            QApplication::sendEvent(m_pressed, &up);
        }
        m_pressed = nullptr;
        return false;
    }
    case QEvent::MouseButtonDblClick: {
        const auto& mouse = static_cast<QMouseEvent&>(event);
        if (Panel* one = panelOfTab(tabs, tabs.tabAt(mouse.position().toPoint())))
            one->floatAside();
        m_pressed = nullptr;
        return true;
    }
    case QEvent::ContextMenu: {
        const auto& asked = static_cast<QContextMenuEvent&>(event);
        const bool key = asked.reason() == QContextMenuEvent::Keyboard;
        const int index = key ? tabs.currentIndex() : tabs.tabAt(asked.pos());
        if (Panel* one = panelOfTab(tabs, index)) {
            QMenu menu(this);
            one->fillMenu(menu);
            menu.exec(key ? tabs.mapToGlobal(tabs.tabRect(index).bottomLeft()) : asked.globalPos());
        }
        return true;
    }
    default:
        return false;
    }
}

/// The panel leaves its tabs and hangs on the mouse from then on.
void DockArea::tearOff(QTabBar& tabs, Panel& panel, const QPoint& globalAt) {
    QMouseEvent up(QEvent::MouseButtonRelease, tabs.mapFromGlobal(globalAt), globalAt,
                   Qt::LeftButton, Qt::NoButton, Qt::NoModifier);
    const QPointer<Panel> held = &panel;
    m_pressed = nullptr; // the bar must not think that it still moves its tab
    QApplication::sendEvent(&tabs, &up);
    panel.setTabbed(false);
    panel.setFloating(true);
    panel.move(globalAt - QPoint(40, 12));
    const QPointF grasp(40, 12);
    QMouseEvent down(QEvent::MouseButtonPress, grasp, QPointF(globalAt), Qt::LeftButton,
                     Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&panel, &down);
    m_pressed = held;
}

bool DockArea::eventFilter(QObject* watched, QEvent* event) {
    if (auto* tabs = qobject_cast<QTabBar*>(watched))
        return tabEvent(*tabs, *event) || QMainWindow::eventFilter(watched, event);
    const auto type = event->type();
    if (type == QEvent::Resize || type == QEvent::Move) // a separator was dragged
        m_keep.start();
    else if (type == QEvent::HideToParent || type == QEvent::ShowToParent)
        touched();
    return QMainWindow::eventFilter(watched, event);
}

/// Of another set of panels another one: `restoreState` then refuses what does not fit.
int DockArea::version() const {
    QStringList ids = m_ids;
    ids.sort();
    return kLayout * 0x10000 + qChecksum(ids.join(',').toUtf8());
}

void DockArea::restoreKept() {
    if (std::exchange(m_isRestored, true))
        return;
    m_kept = m_settings.value(m_key).toByteArray();
    if (!restoreState(m_kept, version()))
        m_size(*this);
    bringToFront(std::exchange(m_wanted, {}));
}

void DockArea::keep() {
    if (!m_isRestored || !m_away.isEmpty())
        return;
    QByteArray state = saveState(version());
    if (state == m_kept)
        return;
    m_kept = std::move(state);
    m_settings.setValue(m_key, m_kept);
}

void DockArea::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (event->spontaneous())
        return;
    restoreKept();
    for (const QPointer<Panel>& one : std::exchange(m_away, {}))
        if (one)
            one->show();
    m_refresh.start();
}

/// A floating panel comes and goes with its place.
void DockArea::hideEvent(QHideEvent* event) {
    QMainWindow::hideEvent(event);
    if (event->spontaneous())
        return;
    keep();
    for (Panel* one : std::as_const(m_panels))
        if (one->isFloating() && !one->isHidden()) {
            m_away << one;
            one->hide();
        }
    m_refresh.start();
}

void DockArea::retranslate() {
    m_reset->setText(tr("Reset the panels"));
}

void DockArea::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        m_refresh.start(); // buttons on tabs
    QMainWindow::changeEvent(event);
}

} // namespace metainfer::widgets
