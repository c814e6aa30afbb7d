// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Panels: moved, tabbed, floated and closed by mouse, keys and menu; the layout outlives the
// program.
#include "shell/dock_area.h"
#include "shell/place.h"
#include "shell/progress_area.h"
#include "theme/theme.h"
#include "workbench/desk.h"

#include <QAction>
#include <QLabel>
#include <QLayout>
#include <QMenu>
#include <QMenuBar>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTabBar>
#include <QTest>
#include <QTimer>
#include <QToolButton>

using namespace metainfer;
using namespace metainfer::widgets;

namespace {

/// A middle, two tabs and one beside to the right, a closed one below.
struct Bench {
    QTemporaryDir folder;
    QSettings settings{folder.filePath("settings.ini"), QSettings::IniFormat};
    std::unique_ptr<QWidget> window;
    DockArea* area = nullptr;

    Bench() { open(); }
    ~Bench() { close(); }
    void open(bool another = false, QStackedWidget* in = nullptr) {
        window = std::make_unique<QWidget>();
        area = new DockArea(settings, "test/panels", window.get());
        area->setCentralWidget(new QLabel("middle"));
        for (const char* id : {"one", "two"})
            area->addPanel(id, new QLabel(id));
        area->addPanel("below", new QLabel("below"), false);
        if (another)
            area->addPanel("new", new QLabel("new"));
        for (const char* id : {"one", "two", "below", "new"})
            if (area->panel(id))
                area->setTitle(id, QString("Panel %1").arg(id));
        area->setDefault(
            [another](DockArea& docks) {
                docks.addDockWidget(Qt::RightDockWidgetArea, docks.panel("one"));
                docks.tabifyDockWidget(docks.panel("one"), docks.panel("two"));
                docks.addDockWidget(Qt::BottomDockWidgetArea, docks.panel("below"));
                if (another)
                    docks.addDockWidget(Qt::LeftDockWidgetArea, docks.panel("new"));
                docks.panel("one")->raise();
            },
            [](DockArea& docks) {
                docks.resizeDocks({docks.panel("one")}, {220}, Qt::Horizontal);
            });
        window->resize(800, 500);
        area->resize(800, 500);
        if (in) {
            in->addWidget(window.get());
            return;
        }
        window->show();
        (void)QTest::qWaitForWindowExposed(window.get());
    }
    void close() {
        window.reset();
        settings.sync();
    }
    Panel& panel(const char* id) const { return *area->panel(id); }
    QTabBar* tabs() const {
        for (auto* bar : area->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
            if (bar->isVisible())
                return bar;
        return nullptr;
    }
    QAction* entry(const char* id, const QStringList& path) const {
        m_menu = std::make_unique<QMenu>();
        panel(id).fillMenu(*m_menu);
        const QMenu* at = m_menu.get();
        QAction* found = nullptr;
        for (const QString& text : path) {
            found = nullptr;
            for (QAction* each : at->actions())
                if (QString(each->text()).remove('&') == text)
                    found = each;
            if (!found)
                return nullptr;
            at = found->menu();
        }
        return found;
    }

  private:
    mutable std::unique_ptr<QMenu> m_menu;
};

} // namespace

class PanelsTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        rememberSystemPalette();
        applyScheme(Scheme::Light);
    }
    void startsAsDesigned();
    void actionsOpenAndClose();
    void menuMovesForTheKeyboard();
    void tabsAreTitles();
    void layoutOutlivesTheProgram();
    void layoutThatDoesNotFitIsLeftAlone();
    void resetBringsEverythingBack();
    void floatingPanelsComeAndGoWithTheirPlace();
    void floatingPanelsPaintAfterAChangeOfPages();
    void tabIsTornOff();
    void frontIsKeptApart();
    void themesAndNames();
    void windowOffersThePanelsOfItsPlace();
    void windowIsKeptWithoutBeingClosed();
    void jobsFitANarrowWindow();
};

void PanelsTest::startsAsDesigned() {
    Bench bench;
    QTRY_VERIFY(bench.area->isShown("one"));
    QVERIFY(!bench.area->isShown("two")); // behind it
    QVERIFY(!bench.panel("two").isHidden());
    QVERIFY(bench.panel("below").isHidden());
    QVERIFY(std::abs(bench.panel("one").width() - 220) < 12);
    QVERIFY(bench.area->toggleAction("one")->isChecked());
    QVERIFY(!bench.area->toggleAction("below")->isChecked());
    QCOMPARE(bench.area->panelActions().size(), 4); // and the reset
}

void PanelsTest::actionsOpenAndClose() {
    Bench bench;
    QSignalSpy shown(bench.area, &DockArea::shownChanged);
    bench.area->toggleAction("below")->trigger();
    QTRY_VERIFY(bench.area->isShown("below"));
    QTRY_VERIFY(shown.contains(QVariantList({"below", true})));
    bench.area->toggleAction("below")->trigger();
    QTRY_VERIFY(bench.panel("below").isHidden());
    // Closed by its own button, the action says so.
    bench.area->toggleAction("below")->trigger();
    auto* close = bench.panel("below").findChild<QToolButton*>("panelClose");
    QTRY_VERIFY(close->isVisible());
    QTest::mouseClick(close, Qt::LeftButton);
    QTRY_VERIFY(!bench.area->toggleAction("below")->isChecked());
    // One that is behind another tab comes to the front.
    bench.area->open("two");
    QTRY_VERIFY(bench.area->isShown("two") && !bench.area->isShown("one"));
}

void PanelsTest::menuMovesForTheKeyboard() {
    Bench bench;
    QAction* left = bench.entry("two", {"Move to", "Left"});
    QVERIFY(left);
    left->trigger();
    QTRY_COMPARE(bench.area->dockWidgetArea(&bench.panel("two")), Qt::LeftDockWidgetArea);
    QTRY_VERIFY(bench.area->isShown("one") && bench.area->isShown("two"));
    auto* title = bench.panel("two").findChild<QToolButton*>("panelMenu");
    QTRY_VERIFY(title->isVisible());
    QVERIFY(title->focusPolicy() & Qt::TabFocus);
    QAction* together = bench.entry("two", {"Tab with", "Panel one"});
    QVERIFY(together);
    together->trigger();
    QTRY_VERIFY(bench.area->tabifiedDockWidgets(&bench.panel("one")).contains(&bench.panel("two")));
    bench.entry("two", {"Float"})->trigger();
    QTRY_VERIFY(bench.panel("two").isFloating());
    bench.entry("two", {"Back into the window"})->trigger();
    QTRY_VERIFY(!bench.panel("two").isFloating());
    bench.entry("two", {"Close"})->trigger();
    QTRY_VERIFY(bench.panel("two").isHidden());
}

void PanelsTest::tabsAreTitles() {
    Bench bench;
    auto* menu = bench.panel("one").findChild<QToolButton*>("panelMenu");
    QTRY_VERIFY(!menu->isVisible());
    QTRY_VERIFY(bench.tabs());
    QTRY_VERIFY(bench.tabs()->tabButton(bench.tabs()->currentIndex(), QTabBar::RightSide));
    QVERIFY(bench.tabs()->focusPolicy() & Qt::TabFocus);
    QVERIFY(!bench.tabs()->accessibleName().isEmpty());
    QTest::keyClick(bench.tabs(), Qt::Key_Right);
    QTRY_VERIFY(bench.area->isShown("two"));
    QTRY_VERIFY(bench.tabs()->tabButton(1, QTabBar::RightSide) &&
                !bench.tabs()->tabButton(0, QTabBar::RightSide));
    QTest::mouseDClick(bench.tabs(), Qt::LeftButton, {}, bench.tabs()->tabRect(1).center());
    QTRY_VERIFY(bench.panel("two").isFloating());
    QTRY_VERIFY(menu->isVisible()); // alone again
}

void PanelsTest::layoutOutlivesTheProgram() {
    Bench bench;
    bench.area->toggleAction("below")->trigger();
    bench.entry("two", {"Move to", "Left"})->trigger();
    bench.panel("one").setFloating(true);
    bench.panel("one").setGeometry(200, 150, 300, 200);
    // Written by itself: a crash would not lose it.
    QTRY_VERIFY(!bench.settings.value("test/panels").toByteArray().isEmpty());
    const QByteArray before = bench.settings.value("test/panels").toByteArray();
    bench.close();
    bench.open();
    QTRY_VERIFY(bench.panel("one").isFloating() && bench.panel("one").isVisible());
    QCOMPARE(bench.panel("one").size(), QSize(300, 200));
    QVERIFY(!bench.panel("below").isHidden());
    QCOMPARE(bench.area->dockWidgetArea(&bench.panel("two")), Qt::LeftDockWidgetArea);
    QVERIFY(!before.isEmpty());
}

void PanelsTest::layoutThatDoesNotFitIsLeftAlone() {
    Bench bench;
    bench.entry("two", {"Move to", "Left"})->trigger();
    QTRY_VERIFY(!bench.settings.value("test/panels").toByteArray().isEmpty());
    bench.close();
    bench.open(true); // a newer program, with one panel more
    QTRY_VERIFY(bench.area->isShown("new"));
    QCOMPARE(bench.area->dockWidgetArea(&bench.panel("two")), Qt::RightDockWidgetArea);
    bench.close();
    bench.settings.setValue("test/panels", QByteArray("nonsense"));
    bench.open();
    QTRY_VERIFY(bench.area->isShown("one"));
    QCOMPARE(bench.area->dockWidgetArea(&bench.panel("two")), Qt::RightDockWidgetArea);
}

void PanelsTest::resetBringsEverythingBack() {
    Bench bench;
    bench.panel("one").setFloating(true);
    bench.panel("two").close();
    bench.area->toggleAction("below")->trigger();
    bench.area->panelActions().last()->trigger();
    QTRY_VERIFY(bench.area->isShown("one"));
    QVERIFY(!bench.panel("one").isFloating());
    QVERIFY(!bench.panel("two").isHidden());
    QVERIFY(bench.panel("below").isHidden());
    QVERIFY(bench.area->tabifiedDockWidgets(&bench.panel("one")).contains(&bench.panel("two")));
}

void PanelsTest::floatingPanelsComeAndGoWithTheirPlace() {
    Bench bench;
    bench.panel("one").setFloating(true);
    QTRY_VERIFY(bench.panel("one").isVisible());
    bench.area->hide();
    QTRY_VERIFY(!bench.panel("one").isVisible());
    QTRY_VERIFY(bench.area->toggleAction("one")->isChecked()); // still open
    bench.area->show();
    QTRY_VERIFY(bench.panel("one").isVisible() && bench.panel("one").isFloating());
}

/// Restored while a stack of pages shows the area: the window of the panel must paint.
void PanelsTest::floatingPanelsPaintAfterAChangeOfPages() {
    QStackedWidget stack;
    Bench bench;
    bench.panel("one").setFloating(true);
    QTRY_VERIFY(!bench.settings.value("test/panels").toByteArray().isEmpty());
    bench.close();
    stack.addWidget(new QLabel("first"));
    bench.open(false, &stack);
    stack.show();
    QVERIFY(QTest::qWaitForWindowExposed(&stack));
    stack.setCurrentIndex(1);
    QTRY_VERIFY(bench.panel("one").isFloating() && bench.panel("one").isVisible());
    QTRY_VERIFY(bench.panel("one").updatesEnabled());
    stack.setCurrentIndex(0);
    QTRY_VERIFY(!bench.panel("one").isVisible());
    stack.setCurrentIndex(1);
    QTRY_VERIFY(bench.panel("one").isVisible() && bench.panel("one").updatesEnabled());
}

void PanelsTest::tabIsTornOff() {
    Bench bench;
    QTRY_VERIFY(bench.tabs());
    QTabBar* tabs = bench.tabs();
    QCoreApplication::processEvents();
    const QPoint from = tabs->tabRect(1).center();
    QTest::mousePress(tabs, Qt::LeftButton, {}, from);
    for (const int down : {5, 30, 60}) {
        const QPoint at = from + QPoint(0, down);
        QMouseEvent move(QEvent::MouseMove, at, tabs->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QApplication::sendEvent(tabs, &move);
    }
    QVERIFY(bench.panel("two").isFloating());
    QTest::mouseRelease(tabs, Qt::LeftButton, {}, from + QPoint(0, 60));
    QTRY_VERIFY(bench.panel("two").isVisible());
    if (QWidget* grabber = QWidget::mouseGrabber())
        grabber->releaseMouse();
}

void PanelsTest::frontIsKeptApart() {
    Bench bench;
    QTRY_COMPARE(bench.area->frontPanels(), QStringList("one"));
    QSignalSpy front(bench.area, &DockArea::frontChanged);
    bench.area->bringToFront({"two", "below", "unknown"});
    QTRY_COMPARE(bench.area->frontPanels(), QStringList("two"));
    QVERIFY(!front.isEmpty());
    QVERIFY(bench.panel("below").isHidden()); // what is closed stays closed
}

void PanelsTest::themesAndNames() {
    Bench bench;
    bench.panel("one").setFloating(true);
    for (const Scheme scheme : {Scheme::Dark, Scheme::Light}) {
        applyScheme(scheme);
        QCoreApplication::processEvents();
        const QImage title = bench.panel("one").titleBarWidget()->grab().toImage();
        QVERIFY((title.pixelColor(3, 3).lightness() < 128) == (scheme == Scheme::Dark));
    }
    for (const char* id : {"one", "two", "below"})
        for (const auto* button : bench.panel(id).titleBarWidget()->findChildren<QToolButton*>())
            QVERIFY(button->accessibleName().contains(QString("Panel %1").arg(id)));
}

void PanelsTest::windowOffersThePanelsOfItsPlace() {
    test::Desk desk;
    desk.languages.apply("en");
    workbench::MainWindow window(desk.workspace, desk.languages);
    window.show();
    auto* menu = window.findChild<QMenu*>("panelsMenu");
    QVERIFY(menu);
    window.showPlace("model");
    QStringList texts;
    for (const QAction* action : menu->actions())
        texts << action->text();
    QCOMPARE(texts, QStringList({"Properties", "Tensor", "Differences", "Memory of the activations",
                                 "Reset the panels"}));
    window.showPlace("candidates");
    QCOMPARE(menu->actions().size(), 8);
    window.showPlace("reports");
    QVERIFY(!menu->isEnabled());
    // Gone to by its key, a place hears its own keys.
    window.findChild<QAction*>("action_go_reports")->trigger();
    QVERIFY(window.place("reports")->isAncestorOf(window.focusWidget()));
    // The palette lists them by what they are.
    for (const char* place : {"model", "candidates"})
        for (const QAction* action : window.place(place)->panelActions())
            QVERIFY(window.place(place)->placeActions().contains(action));
    QCOMPARE(window.place("model")->panelActions().first()->property("commandText").toString(),
             QString("Panel: Properties"));
    desk.languages.apply("zh_CN");
    QCoreApplication::processEvents();
    window.showPlace("model");
    QVERIFY(menu->actions().first()->text() != "Properties");
    desk.languages.apply("en");
}

/// A crash does not lose the size of the window nor that the log was open.
void PanelsTest::windowIsKeptWithoutBeingClosed() {
    test::Desk desk;
    workbench::MainWindow window(desk.workspace, desk.languages);
    window.show();
    window.resize(1111, 777);
    window.findChild<Panel*>("logDock")->show();
    QTRY_VERIFY(!desk.settings.value("window/state").toByteArray().isEmpty());
    workbench::MainWindow again(desk.workspace, desk.languages); // the first was never closed
    QCOMPARE(again.size(), QSize(1111, 777));
    QVERIFY(!again.findChild<Panel*>("logDock")->isHidden());
}

/// However many jobs run: each can be cancelled, and the window does not grow for them.
void PanelsTest::jobsFitANarrowWindow() {
    ProgressArea area;
    area.show();
    QSignalSpy cancelled(&area, &ProgressArea::cancelAsked);
    auto* more = area.findChild<QToolButton*>("moreJobs");
    area.showJob(1, "Adapting a model", "a step with a name that is longer than the line", 0.5);
    const auto width = [&] {
        QCoreApplication::processEvents();
        return area.layout()->totalMinimumSize().width();
    };
    const int one = width();
    QVERIFY(!more->isVisible());
    for (quint64 job = 2; job < 9; ++job)
        area.showJob(job, QString("Job %1").arg(job), "measures, which takes its time", -1);
    QCOMPARE(area.count(), 8);
    QVERIFY2(width() < 2 * one, qPrintable(QString("%1, one takes %2").arg(width()).arg(one)));
    QVERIFY(more->isVisible() && more->text().contains('6'));
    QVERIFY(more->toolTip().contains("Job 8"));
    QTest::mouseClick(area.findChild<QWidget*>("job_2")->findChild<QToolButton*>("cancel"),
                      Qt::LeftButton);
    QTimer::singleShot(0, &area, [&] {
        if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
            menu->actions().last()->trigger();
            menu->close();
        }
    });
    QTest::mouseClick(more, Qt::LeftButton);
    QCOMPARE(cancelled.size(), 2);
    QCOMPARE(cancelled[0][0].toULongLong(), 2u);
    QCOMPARE(cancelled[1][0].toULongLong(), 8u);
    area.remove(1);
    QVERIFY(area.findChild<QWidget*>("job_3")->isVisible()); // the next one has room now
    for (quint64 job = 2; job < 9; ++job)
        area.remove(job);
    QCOMPARE(area.count(), 0);
    QVERIFY(!more->isVisible());
}

QTEST_MAIN(PanelsTest)
#include "tst_panels.moc"
