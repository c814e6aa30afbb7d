// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The window: menus, palette, and what they do.
#include "shell/command_palette.h"
#include "shell/main_window.h"
#include "shell/panel.h"
#include "shell/place.h"
#include "theme/theme.h"

#include <QActionGroup>
#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QMessageBox>
#include <QStackedWidget>

#include <algorithm>

namespace metainfer::workbench {

QAction* MainWindow::action(const char* id, QMenu* menu, const QKeySequence& keys,
                            std::function<void()> run) {
    auto* made = new QAction(this);
    made->setObjectName(QString("action_") + id);
    made->setShortcut(keys);
    connect(made, &QAction::triggered, this, [run = std::move(run)] { run(); });
    menu->addAction(made);
    addAction(made);
    m_actions.insert(id, made);
    return made;
}

void MainWindow::makeMenus() {
    m_file = menuBar()->addMenu(QString());
    action("new", m_file, QKeySequence::New, [this] { m_workspace.askNewMigration(); });
    action("open", m_file, QKeySequence::Open, [this] { openByDialog(false); });
    action("openFolder", m_file, QKeySequence("Ctrl+Shift+O"), [this] { openByDialog(true); });
    m_recent = m_file->addMenu(QString());
    action("closeSession", m_file, QKeySequence::Close,
           [this] { closeTab(static_cast<std::size_t>(m_workspace.currentIndex())); });
    m_file->addSeparator();
    action("quit", m_file, QKeySequence::Quit, [this] { close(); });

    m_go = menuBar()->addMenu(QString());
    for (qsizetype i = 0; i < m_ids.size(); ++i) {
        const QString id = m_ids[i];
        const QKeySequence keys(i < 10 ? QString("Ctrl+%1").arg((i + 1) % 10) : QString());
        action(qPrintable("go_" + id), m_go, keys, [this, id] {
            showPlace(id);
            focusPlace();
        });
    }

    m_view = menuBar()->addMenu(QString());
    action("palette", m_view, QKeySequence("Ctrl+K"), [this] { showPalette(); });
    m_panels = m_view->addMenu(QString());
    m_panels->setObjectName("panelsMenu");
    m_view->addAction(m_logDock->toggleViewAction());
    const auto choices = [this](QMenu*& menu, const QString& group, const QStringList& values,
                                const QString& current, void (MainWindow::*set)(const QString&)) {
        menu = m_view->addMenu(QString());
        auto* exclusive = new QActionGroup(this);
        for (const QString& value : values) {
            QAction* made = action(qPrintable(group + "_" + value), menu, {},
                                   [this, set, value] { (this->*set)(value); });
            made->setCheckable(true);
            made->setChecked(value == current);
            exclusive->addAction(made);
        }
    };
    QSettings& settings = m_workspace.settings();
    choices(m_theme, "theme", {"system", "light", "dark"},
            settings.value("theme", "system").toString(), &MainWindow::setScheme);
    choices(m_language, "language", {"system", "en", "zh_CN"},
            settings.value("language", "system").toString(), &MainWindow::setLanguage);

    m_help = menuBar()->addMenu(QString());
    action("about", m_help, {}, [this] {
        QMessageBox box(QMessageBox::NoIcon, tr("About MetaInfer"),
                        QString("<h3>%1</h3>").arg(tr("MetaInfer %1").arg(METAINFER_VERSION)),
                        QMessageBox::Close, this);
        box.setTextFormat(Qt::RichText);
        box.setIconPixmap(widgets::themedIcon("session", palette()).pixmap(48, 48));
        box.setInformativeText(
            tr("Adapts a trained ONNX model and a target device to each other.\n\nThe sources are "
               "under Apache-2.0. This program uses Qt Charts and is distributed under the GPL, "
               "version 3."));
        box.exec();
    });
}

/// Keys of the place work from now on, without a click into it.
void MainWindow::focusPlace() {
    const QWidget* place = m_stack->currentWidget();
    const QWidget* now = QApplication::focusWidget();
    if (now && place->isAncestorOf(now) && now->isVisible())
        return;
    for (QWidget* at = place->nextInFocusChain(); at && at != place; at = at->nextInFocusChain())
        if (place->isAncestorOf(at) && at->isVisible() && at->isEnabled() &&
            (at->focusPolicy() & Qt::TabFocus))
            return at->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::openByDialog(bool folder) {
    const QString at = m_workspace.settings().value("lastFolder").toString();
    const QString chosen =
        folder
            ? QFileDialog::getExistingDirectory(this, tr("Open session folder"), at)
            : QFileDialog::getOpenFileName(
                  this, tr("Open"), at,
                  tr("All that can be opened (*.onnx *.yaml *.yml session.json);;All files (*)"));
    if (chosen.isEmpty())
        return;
    m_workspace.settings().setValue("lastFolder", QFileInfo(chosen).absolutePath());
    m_workspace.openFile(chosen);
}

void MainWindow::showPalette() {
    QList<QAction*> all = m_actions.values();
    std::sort(all.begin(), all.end(),
              [](const QAction* a, const QAction* b) { return a->text() < b->text(); });
    all << m_logDock->toggleViewAction();
    // What can be done here comes first.
    all = m_places[currentPlace()]->placeActions() + all;
    for (const QString& id : m_ids)
        if (id != currentPlace())
            for (QAction* each : m_places[id]->placeActions())
                if (!m_places[id]->panelActions().contains(each)) // to be seen there alone
                    all << each;
    widgets::CommandPalette palette(all, this);
    connect(&palette, &widgets::CommandPalette::aboutToRun, this, &MainWindow::goToPlaceOf);
    palette.move(geometry().center().x() - palette.width() / 2, geometry().top() + 80);
    palette.exec();
}

void MainWindow::goToPlaceOf(QAction* action) {
    for (const QString& id : m_ids)
        if (m_places[id]->placeActions().contains(action))
            return showPlace(id);
}

} // namespace metainfer::workbench
