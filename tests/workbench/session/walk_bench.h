// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the walks through the window share: a window of their own, clicks and typing as a person
// does them, dialogs and menus that are answered, and the watchdog.
#pragma once

#include "session/code_panel.h"
#include "session/row_table.h"
#include "support/gui_watchdog.h"
#include "workbench/desk.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QTest>
#include <QTimer>

namespace metainfer::test {

using namespace metainfer::workbench;
using metainfer::testing::WatchedApplication;

inline constexpr int kPatienceMs = 240000;
inline constexpr double kMostMilliseconds = 100;
inline constexpr double kMostStandingMs =
    300; ///< a page of the program itself may come from a busy disk
/// Patient: the machine may be busy with other tests.
#define WAIT_FOR(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, kPatienceMs)

/// A window with an experience store and settings of its own.
struct Bench : Desk {
    std::unique_ptr<MainWindow> window;

    explicit Bench(const QString& language) {
        settings.setValue("session/root", folder.filePath("sessions"));
        languages.apply(language);
        widgets::applyScheme(widgets::Scheme::Light);
        window = std::make_unique<MainWindow>(workspace, languages);
        window->show();
        (void)QTest::qWaitForWindowExposed(window.get());
    }
    template <typename T>
    T* find(const QString& name) const {
        return window->findChild<T*>(name);
    }
    void click(const QString& name) const {
        auto* widget = find<QWidget>(name);
        QVERIFY2(widget, qPrintable(name));
        // A person scrolls to what she clicks.
        for (QWidget* up = widget->parentWidget(); up; up = up->parentWidget())
            if (auto* area = qobject_cast<QScrollArea*>(up))
                area->ensureWidgetVisible(widget);
        QVERIFY2(widget->isVisible() && widget->isEnabled(), qPrintable(name));
        QTest::mouseClick(widget, Qt::LeftButton);
    }
    void type(const QString& name, const QString& text) const {
        auto* edit = find<QLineEdit>(name);
        QVERIFY2(edit, qPrintable(name));
        edit->setFocus();
        QTest::keySequence(edit, QKeySequence::SelectAll);
        QTest::keyClick(edit, Qt::Key_Delete);
        QTest::keyClicks(edit, text);
    }
    SessionPresenter* session() const { return workspace.current(); }
    /// For people who want to see it: $METAINFER_WALK_PICTURES/<language>-<name>.png.
    void picture(const QString& name) const {
        const QString into = qEnvironmentVariable("METAINFER_WALK_PICTURES");
        if (!into.isEmpty())
            window->grab().save(into + "/" + languages.current() + "-" + name + ".png");
    }
};

/// Answers the file dialog that the next click opens.
inline void answerFileDialog(const QString& file) {
    auto* look = new QTimer(qApp);
    look->setInterval(20);
    QObject::connect(look, &QTimer::timeout, qApp, [look, file] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (!dialog)
            return;
        look->deleteLater();
        auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
        name->setText(file);
        QTest::keyClick(name, Qt::Key_Return);
    });
    look->start();
}

/// Chooses an entry of the menu that the next click opens.
inline void answerMenu(const QString& text) {
    auto* look = new QTimer(qApp);
    look->setInterval(20);
    QObject::connect(look, &QTimer::timeout, qApp, [look, text] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (!menu)
            return;
        look->deleteLater();
        for (QAction* action : menu->actions())
            if (action->text() == text)
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
    });
    look->start();
}

inline WatchedApplication& watched() {
    return *static_cast<WatchedApplication*>(qApp);
}

/// The sample model for the simulated accelerator, with a mistake on the way.
inline void fillForm(Bench& bench, const QString& budget) {
    WAIT_FOR(bench.find<QWidget>("samples")->isEnabled());
    answerMenu("mobilenet-v2-style");
    bench.click("samples");
    WAIT_FOR(bench.find<QLineEdit>("modelEdit")->text().contains("mobilenet-v2-style"));
    WAIT_FOR(bench.find<QLineEdit>("validationEdit")->text().endsWith("validation.npz"));

    auto* target = bench.find<QComboBox>("target");
    target->setFocus();
    QTest::keySequence(target->lineEdit(), QKeySequence::SelectAll);
    QTest::keyClicks(target->lineEdit(), "accelerator-x-edge");
    auto* objective = bench.find<QComboBox>("objective1");
    objective->setFocus();
    QTest::keyClick(objective, Qt::Key_Home); // the first one: median latency
    QCOMPARE(objective->currentData().toString(), QString("p50_latency"));
    bench.click("advanced");
    bench.type("budget", "0");
    auto* message = bench.find<QLabel>("budget_message");
    WAIT_FOR(message->isVisible() && !message->text().isEmpty());
    QVERIFY(!bench.find<QPushButton>("adapt")->isEnabled());
    bench.picture("mistake");
    bench.type("budget", budget);
    WAIT_FOR(bench.find<QPushButton>("adapt")->isEnabled());
    QVERIFY(!message->isVisible());
    const QString yaml = bench.find<widgets::CodePanel>("yaml")->text();
    QVERIFY2(yaml.contains("hardware: accelerator-x-edge"), qPrintable(yaml));
    QVERIFY2(yaml.contains("primary: p50_latency"), qPrintable(yaml));
    QVERIFY(bench.find<widgets::CodePanel>("command")->text().contains("--budget " + budget));
    // An advanced field is as good as any: it stands in the YAML as one types.
    bench.type("layouts", "NHWC");
    WAIT_FOR(bench.find<widgets::CodePanel>("yaml")->text().contains("layouts: [NHWC]"));
    for (auto* area : bench.window->findChildren<QScrollArea*>())
        area->ensureWidgetVisible(bench.find<QLineEdit>("layouts"), 0, 300);
    bench.picture("advanced");
    bench.type("layouts", "");
    WAIT_FOR(!bench.find<widgets::CodePanel>("yaml")->text().contains("layouts") &&
             bench.find<QPushButton>("adapt")->isEnabled());
}

} // namespace metainfer::test
