// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a place is about in the middle, and around it panels that can be moved, floated, tabbed and
// closed. Keeps its layout in the settings.
#pragma once

#include "shell/panel.h"

#include <QHash>
#include <QMainWindow>
#include <QPointer>
#include <QTimer>

#include <functional>

class QSettings;
class QTabBar;

namespace metainfer::widgets {

class DockArea : public QMainWindow {
    Q_OBJECT

  public:
    /// The layout is kept under `key`, written shortly after each change.
    DockArea(QSettings& settings, const QString& key, QWidget* parent);
    ~DockArea() override;

    /// A closed panel is opened by its action.
    Panel* addPanel(const QString& id, QWidget* content, bool startsOpen = true);
    /// Puts all panels where they are at first: `place` once, `size` as soon as the area has its
    /// own size. A kept layout follows when the area is shown for the first time; one of other
    /// panels, or of another version, does not fit and is left alone.
    void setDefault(std::function<void(DockArea&)> place, std::function<void(DockArea&)> size);
    void reset();

    Panel* panel(const QString& id) const { return m_panels.value(id); }
    bool isShown(const QString& id) const { return panel(id)->isShown(); }
    /// Who listens has heard of it when it returns.
    void open(const QString& id);
    /// Of tabs the ones in front; kept with a session, while the layout belongs to the user.
    QStringList frontPanels() const;
    void bringToFront(const QStringList& ids);

    void setTitle(const QString& id, const QString& title);
    /// Opens and closes; checked while open.
    QAction* toggleAction(const QString& id) const { return m_toggles.value(id); }
    /// All toggles and the reset, in the order of `addPanel`.
    QList<QAction*> panelActions() const;
    /// Keys of these work in floating panels as well.
    void shareActions(const QList<QAction*>& actions);
    QMenu* createPopupMenu() override;

  signals:
    void shownChanged(const QString& id, bool shown);
    void frontChanged();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

  private:
    void retranslate();
    void touched();
    void refresh();
    void dressTabs(QTabBar& tabs);
    Panel* panelOfTab(const QTabBar& tabs, int index) const;
    bool tabEvent(QTabBar& tabs, QEvent& event);
    void tearOff(QTabBar& tabs, Panel& panel, const QPoint& globalAt);
    int version() const;
    void restoreKept();
    void keep();

    QSettings& m_settings;
    QString m_key;
    QStringList m_ids; ///< in order
    QHash<QString, Panel*> m_panels;
    QHash<QString, QAction*> m_toggles;
    QHash<QString, bool> m_startsOpen, m_shown;
    QAction* m_reset;
    std::function<void(DockArea&)> m_place, m_size;
    QList<QPointer<Panel>> m_away; ///< floating ones, hidden with the area
    QStringList m_front, m_wanted; ///< as last told; asked for before the layout was restored
    QTimer m_refresh, m_keep;
    QByteArray m_kept;
    QPointer<Panel> m_pressed; ///< its tab is held by the mouse
    bool m_isRestored = false;
};

} // namespace metainfer::widgets
