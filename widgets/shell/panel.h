// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A dock in the look of the theme. Everything that the mouse does with it (float, move, tab, close)
// is in its menu too, for the keyboard.
#pragma once

#include <QDockWidget>

class QMainWindow;
class QMenu;

namespace metainfer::widgets {

class PanelTitle;

class Panel : public QDockWidget {
    Q_OBJECT

  public:
    /// `id` names it in saved layouts. Belongs to `window`, which still has to place it.
    Panel(const QString& id, QWidget* content, QMainWindow* window);

    /// On the screen: open and not behind another tab.
    bool isShown() const;
    /// In front of its tabs.
    void bringToFront();
    /// Among tabs the tab is the title: the bar goes away.
    void setTabbed(bool tabbed);
    void fillMenu(QMenu& menu);
    /// Into a window of its own, beside where it was and large enough to work in.
    void floatAside();

  signals:
    void menuFilled(QMenu* menu); ///< `fillMenu` is done: more entries may follow

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    QMainWindow* m_window;
    PanelTitle* m_title;
};

} // namespace metainfer::widgets
