// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The window: rail, places, session tabs, docks, palette, progress.
#pragma once

#include "session/workspace.h"
#include "shell/languages.h"
#include "theme/theme.h"

#include <QMainWindow>
#include <QTimer>

#include <vector>

class QLabel;
class QMenu;
class QPlainTextEdit;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace metainfer::widgets {
class NavigationRail;
class Panel;
class ProgressArea;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class Place;

class MainWindow : public QMainWindow {
    Q_OBJECT

  public:
    MainWindow(Workspace& workspace, Languages& languages);

    void showPlace(const QString& id);
    QString currentPlace() const;
    QStringList placeIds() const { return m_ids; }
    Place* place(const QString& id) const { return m_places.value(id); }
    /// "system", "light", "dark"; kept.
    void setScheme(const QString& scheme);
    /// "system", "en", "zh_CN"; kept.
    void setLanguage(const QString& language);

  protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    void makePlaces();
    void makeMenus();
    void makeDocks();
    void retranslate();
    void keep();
    void fillRecent();
    void showLinks();
    void fillSessionTabs();
    void closeTab(std::size_t index);
    void tint();
    void addProblem(const Error& error);
    void showProblems();
    void openByDialog(bool folder);
    void showPalette();
    void focusPlace();
    /// As if it had been chosen where it belongs.
    void goToPlaceOf(QAction* action);
    void log(const QString& line);
    QAction* action(const char* id, QMenu* menu, const QKeySequence& keys,
                    std::function<void()> run);

    Workspace& m_workspace;
    QTimer m_keep; ///< place, size and docks of the window
    Languages& m_languages;
    widgets::NavigationRail* m_rail = nullptr;
    QStackedWidget* m_stack = nullptr;
    QTabBar* m_tabs = nullptr;
    QWidget* m_tabRow = nullptr;
    QToolButton *m_newTab = nullptr, *m_sideBySide = nullptr;
    widgets::ProgressArea* m_progress = nullptr;
    QWidget* m_problem = nullptr;
    QLabel *m_problemText = nullptr, *m_links = nullptr;
    std::vector<Error> m_problems; ///< that were not dismissed, oldest first
    widgets::Panel* m_logDock = nullptr;
    QPlainTextEdit* m_log = nullptr;
    QStringList m_ids;
    QHash<QString, Place*> m_places;
    QHash<QString, QAction*> m_actions; ///< by id
    QMenu *m_file = nullptr, *m_recent = nullptr, *m_view = nullptr, *m_panels = nullptr,
          *m_theme = nullptr, *m_language = nullptr, *m_go = nullptr, *m_help = nullptr;
};

} // namespace metainfer::workbench
