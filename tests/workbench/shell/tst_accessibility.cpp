// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Every control of every place can be named by a screen reader and reached with the keyboard; no
// text is cut off that a person has to read.
#include "session/migration_form.h"
#include "shell/panel.h"
#include "shell/place.h"
#include "workbench/candidates/session_fixture.h"
#include "workbench/desk.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QTabBar>
#include <QTest>
#include <QTextEdit>
#include <QtTest/qtestspontaneevent.h>
#include <QWheelEvent>

using namespace metainfer;
using namespace metainfer::workbench;

namespace {

struct Bench : test::Desk {
    std::unique_ptr<MainWindow> window;

    explicit Bench(const QString& language) {
        languages.apply(language);
        widgets::applyScheme(widgets::Scheme::Light);
        window = std::make_unique<MainWindow>(workspace, languages);
        window->resize(1280, 800);
        window->show();
        (void)QTest::qWaitForWindowExposed(window.get());
    }
    bool openSession() {
        const auto path = folder.filePath("session").toStdString();
        if (!test::writeSession(path))
            return false;
        workspace.openSession(path);
        return true;
    }
};

/// What a person can act on; parts that Qt makes inside of others are theirs.
bool isControl(const QWidget* widget) {
    if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus ||
        widget->objectName().startsWith("qt_"))
        return false;
    for (const QWidget* up = widget->parentWidget(); up; up = up->parentWidget())
        if (qobject_cast<const QComboBox*>(up) || qobject_cast<const QAbstractSpinBox*>(up) ||
            qobject_cast<const QTabBar*>(up))
            return false;
    return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QLineEdit*>(widget) ||
           qobject_cast<const QComboBox*>(widget) ||
           qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QSlider*>(widget) ||
           qobject_cast<const QTextEdit*>(widget) || qobject_cast<const QPlainTextEdit*>(widget) ||
           (qobject_cast<const QAbstractItemView*>(widget) &&
            !qobject_cast<const QHeaderView*>(widget));
}

QString described(const QWidget* widget) {
    QString path;
    for (const QWidget* at = widget; at && path.size() < 200; at = at->parentWidget())
        path += (path.isEmpty() ? "" : " < ") + QString(at->metaObject()->className()) + " " +
                at->objectName();
    return path;
}

QString nameOf(QWidget* widget) {
    QAccessibleInterface* seen = QAccessible::queryAccessibleInterface(widget);
    return seen ? seen->text(QAccessible::Name) : QString();
}

bool isCutOff(const QLabel& label, QSize& needed) {
    if (label.visibleRegion().isEmpty() || label.text().isEmpty() || !label.pixmap().isNull())
        return false;
    needed = label.wordWrap() ? QSize(0, label.heightForWidth(label.width())) : label.sizeHint();
    return label.width() + 1 < needed.width() || label.height() + 1 < needed.height();
}

QStringList cutLabels(const QWidget& window, const QString& place) {
    QStringList cut;
    for (const QLabel* label : window.findChildren<QLabel*>()) {
        QSize needed;
        if (isCutOff(*label, needed))
            cut << QString("%1: “%2” needs %3x%4, has %5x%6 (%7)")
                       .arg(place, label->text().left(60))
                       .arg(needed.width())
                       .arg(needed.height())
                       .arg(label->width())
                       .arg(label->height())
                       .arg(label->objectName());
    }
    return cut;
}

/// As the window system sends it: only such an event goes on to the parents.
void turnWheel(QWidget* over) {
    const QPointF at = over->rect().center();
    QWheelEvent event(at, over->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&event);
    qApp->notify(over, &event);
}

/// Every field of the window that Qt lets the wheel change, with what it holds.
QHash<QWidget*, QString> fieldsOf(QWidget& window) {
    QHash<QWidget*, QString> fields;
    for (auto* box : window.findChildren<QComboBox*>())
        fields.insert(box, QString("%1 %2").arg(box->currentIndex()).arg(box->currentText()));
    for (auto* box : window.findChildren<QAbstractSpinBox*>())
        fields.insert(box, box->text());
    for (auto* slider : window.findChildren<QSlider*>())
        fields.insert(slider, QString::number(slider->value()));
    return fields;
}

/// Alt and this letter: texts by letter, of all that is visible in the window.
QMap<QString, QStringList> mnemonicsOf(const MainWindow& window) {
    QMap<QString, QStringList> found;
    const auto take = [&found](const QString& text) {
        if (const QKeySequence keys = QKeySequence::mnemonic(text); !keys.isEmpty())
            found[keys.toString()] << text;
    };
    for (const QAction* action : window.menuBar()->actions())
        take(action->text());
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible())
            continue;
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            take(button->text());
        else if (const auto* label = qobject_cast<const QLabel*>(widget); label && label->buddy())
            take(label->text());
        else if (const auto* group = qobject_cast<const QGroupBox*>(widget))
            take(group->title());
        else if (const auto* tabs = qobject_cast<const QTabBar*>(widget))
            for (int i = 0; i < tabs->count(); ++i)
                take(tabs->tabText(i));
    }
    return found;
}

QStringList clashesIn(const QMap<QString, QStringList>& found, const QString& where) {
    QStringList clashes;
    for (auto it = found.begin(); it != found.end(); ++it)
        if (it->size() > 1)
            clashes << QString("%1, %2: %3").arg(where, it.key(), it->join(" | "));
    return clashes;
}

QStringList clashesInMenu(const QMenu& menu) {
    QMap<QString, QStringList> found;
    QStringList clashes;
    for (const QAction* action : menu.actions()) {
        if (const auto keys = QKeySequence::mnemonic(action->text()); !keys.isEmpty())
            found[keys.toString()] << action->text();
        if (action->menu())
            clashes << clashesInMenu(*action->menu());
    }
    return clashes << clashesIn(found, menu.title());
}

} // namespace

class AccessibilityTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { widgets::rememberSystemPalette(); }
    void mistakesAreSeen();
    void everyControlHasAName_data();
    void everyControlHasAName();
    void theKeyboardReachesEveryPlaceAndLeavesIt();
    void labelsAreNotCutOff_data() { everyControlHasAName_data(); }
    void labelsAreNotCutOff();
    void theWheelScrollsThePageAndChangesNoField();
    void noTwoControlsShareAKey();
    void theFormIsWholeInANarrowWindow();
    void fieldsStayWhereTheyAreWhenAMessageGoes();
    void theFormSaysWhatHolds();
};

/// The checks below find what they look for.
void AccessibilityTest::mistakesAreSeen() {
    QWidget ground;
    QPushButton nameless(&ground);
    QLabel narrow("a text that is longer than its label", &ground);
    narrow.setFixedSize(20, 20);
    QLabel low("a text of several lines in a label for one", &ground);
    low.setWordWrap(true);
    low.setFixedSize(60, 16);
    ground.show();
    QVERIFY(isControl(&nameless));
    QVERIFY(nameOf(&nameless).isEmpty());
    QSize needed;
    QVERIFY(isCutOff(narrow, needed));
    QVERIFY(isCutOff(low, needed));
}

void AccessibilityTest::everyControlHasAName_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<bool>("session");
    QTest::newRow("English, empty") << "en" << false;
    QTest::newRow("English, a session") << "en" << true;
    QTest::newRow("Chinese, a session") << "zh_CN" << true;
}

void AccessibilityTest::everyControlHasAName() {
    QFETCH(QString, language);
    QFETCH(bool, session);
    Bench bench(language);
    if (session)
        QVERIFY(bench.openSession());
    QStringList nameless;
    for (const QString& id : bench.window->placeIds()) {
        bench.window->showPlace(id);
        QTRY_VERIFY_WITH_TIMEOUT(!bench.window->place(id)->isLoading(), 60000);
        for (QWidget* widget : bench.window->findChildren<QWidget*>())
            if (isControl(widget) && nameOf(widget).isEmpty())
                nameless << id + ": " + described(widget);
    }
    nameless.removeDuplicates();
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join('\n')));
}

/// Tab goes round: no control keeps the focus for ever, and each place has some to go to.
void AccessibilityTest::theKeyboardReachesEveryPlaceAndLeavesIt() {
    Bench bench("en");
    QVERIFY(bench.openSession());
    for (const QString& id : bench.window->placeIds()) {
        bench.window->showPlace(id);
        Place* place = bench.window->place(id);
        QTRY_VERIFY_WITH_TIMEOUT(!place->isLoading(), 60000);
        QList<QWidget*> controls;
        for (QWidget* widget : place->findChildren<QWidget*>())
            if (isControl(widget) && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus))
                controls << widget;
        QVERIFY2(!controls.isEmpty(), qPrintable(id));
        QSet<QWidget*> reached;
        controls.first()->setFocus();
        for (int step = 0; step < 300; ++step) {
            QWidget* at = QApplication::focusWidget();
            if (!at || (reached.contains(at) && at == controls.first()))
                break;
            reached << at;
            QTest::keyClick(at, Qt::Key_Tab,
                            at->inherits("QPlainTextEdit") &&
                                    !static_cast<QPlainTextEdit*>(at)->isReadOnly() &&
                                    !static_cast<QPlainTextEdit*>(at)->tabChangesFocus()
                                ? Qt::ControlModifier // the way out of an editor
                                : Qt::NoModifier);
        }
        int inside = 0;
        for (QWidget* widget : std::as_const(controls))
            inside += reached.contains(widget) ? 1 : 0;
        QVERIFY2(inside * 2 > controls.size(),
                 qPrintable(QString("%1: %2 of %3").arg(id).arg(inside).arg(controls.size())));
        QVERIFY2(reached.size() > inside, qPrintable(id)); // and out of the place again
    }
}

void AccessibilityTest::labelsAreNotCutOff() {
    QFETCH(QString, language);
    QFETCH(bool, session);
    Bench bench(language);
    if (session)
        QVERIFY(bench.openSession());
    QStringList cut;
    for (const QString& id : bench.window->placeIds()) {
        bench.window->showPlace(id);
        QTRY_VERIFY_WITH_TIMEOUT(!bench.window->place(id)->isLoading(), 60000);
        // Panels behind other tabs come to the front one after the other.
        auto panels = bench.window->place(id)->findChildren<widgets::Panel*>();
        panels.prepend(nullptr);
        for (widgets::Panel* panel : panels) {
            if (panel && !panel->isHidden())
                panel->bringToFront();
            QCoreApplication::processEvents();
            cut << cutLabels(*bench.window, id);
        }
        for (QAbstractButton* button : bench.window->findChildren<QAbstractButton*>())
            if (button->isVisible() && !button->text().isEmpty() &&
                button->width() + 1 < button->minimumSizeHint().width())
                cut << id + ": button " + button->text();
    }
    cut.removeDuplicates();
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
}

void AccessibilityTest::theWheelScrollsThePageAndChangesNoField() {
    Bench bench("en");
    QVERIFY(bench.openSession());
    bench.workspace.askNewMigration();
    auto* advanced = bench.window->findChild<QAbstractButton*>("advanced");
    QTest::mouseClick(advanced, Qt::LeftButton);
    auto* scroll = bench.window->findChild<QScrollArea*>("migrationScroll");
    auto* dynamic = bench.window->findChild<QComboBox*>("dynamicBatch");
    QTRY_VERIFY(dynamic->isVisible() && scroll->verticalScrollBar()->maximum() > 300);
    bench.window->findChild<QLineEdit*>("modelEdit")->setFocus();
    for (const char* name : {"dynamicBatch", "objective1", "metric", "target"}) {
        auto* box = bench.window->findChild<QComboBox*>(name);
        const int at = box->currentIndex();
        scroll->verticalScrollBar()->setValue(0);
        turnWheel(box);
        QCOMPARE(box->currentIndex(), at);
        QVERIFY2(scroll->verticalScrollBar()->value() > 0, name); // the page went on
        if (box->isEditable()) {
            scroll->verticalScrollBar()->setValue(0);
            turnWheel(box->lineEdit());
            QCOMPARE(box->currentIndex(), at);
            QVERIFY(scroll->verticalScrollBar()->value() > 0);
        }
    }
    // With the focus in it, it is meant.
    dynamic->setFocus();
    QTRY_VERIFY(dynamic->hasFocus());
    turnWheel(dynamic);
    QCOMPARE(dynamic->currentIndex(), 1);
    int fields = 0;
    for (const QString& id : bench.window->placeIds()) {
        bench.window->showPlace(id);
        Place* place = bench.window->place(id);
        QTRY_VERIFY_WITH_TIMEOUT(!place->isLoading(), 60000);
        const auto before = fieldsOf(*place);
        for (auto it = before.begin(); it != before.end(); ++it) {
            if (!it.key()->isVisible() || it.key()->hasFocus())
                continue;
            QVERIFY2(it.key()->focusPolicy() != Qt::WheelFocus, qPrintable(described(it.key())));
            turnWheel(it.key());
            ++fields;
        }
        const auto after = fieldsOf(*place);
        for (auto it = before.begin(); it != before.end(); ++it)
            QVERIFY2(!after.contains(it.key()) || after[it.key()] == *it,
                     qPrintable(id + ": " + described(it.key())));
    }
    QVERIFY(fields > 8);
}

void AccessibilityTest::noTwoControlsShareAKey() {
    Bench bench("en");
    QVERIFY(bench.openSession());
    QStringList clashes;
    for (const QAction* action : bench.window->menuBar()->actions())
        if (action->menu())
            clashes << clashesInMenu(*action->menu());
    for (const QString& id : bench.window->placeIds()) {
        bench.window->showPlace(id);
        QTRY_VERIFY_WITH_TIMEOUT(!bench.window->place(id)->isLoading(), 60000);
        clashes << clashesIn(mnemonicsOf(*bench.window), id);
        // Pages behind tabs.
        for (auto* tabs : bench.window->place(id)->findChildren<QTabBar*>())
            for (int i = 0; tabs->isVisible() && i < tabs->count(); ++i) {
                tabs->setCurrentIndex(i);
                QCoreApplication::processEvents();
                clashes << clashesIn(mnemonicsOf(*bench.window), id + ", " + tabs->tabText(i));
            }
    }
    bench.workspace.askNewMigration();
    QTest::mouseClick(bench.window->findChild<QAbstractButton*>("advanced"), Qt::LeftButton);
    QTRY_VERIFY(bench.window->findChild<QWidget*>("dynamicBatch")->isVisible());
    bench.window->findChild<QWidget*>("firstVisit")->show(); // as on a first visit
    bench.window->findChild<QWidget*>("sampleHere")->show();
    bench.window->findChild<QWidget*>("sampleSimulated")->show();
    const auto ofForm = mnemonicsOf(*bench.window);
    QVERIFY(ofForm.size() > 15); // the letters are there to be found
    clashes << clashesIn(ofForm, "form");
    clashes.removeDuplicates();
    QVERIFY2(clashes.isEmpty(), qPrintable(clashes.join('\n')));
    // And the letter does reach its field, whatever is open.
    for (const auto& [key, name] :
         {std::pair(Qt::Key_S, "folderEdit"), {Qt::Key_M, "modelEdit"}, {Qt::Key_U, "budget"}}) {
        QTest::keyClick(bench.window->focusWidget(), key, Qt::AltModifier);
        QTRY_VERIFY2(bench.window->findChild<QLineEdit*>(name)->hasFocus(), name);
    }
}

void AccessibilityTest::theFormIsWholeInANarrowWindow() {
    Bench bench("en");
    bench.window->resize(900, 700);
    bench.workspace.askNewMigration();
    QTest::mouseClick(bench.window->findChild<QAbstractButton*>("advanced"), Qt::LeftButton);
    auto* scroll = bench.window->findChild<QScrollArea*>("migrationScroll");
    auto* adapt = bench.window->findChild<QPushButton*>("adapt");
    auto* model = bench.window->findChild<QLineEdit*>("modelEdit");
    auto* message = bench.window->findChild<QLabel*>("model_message");
    QTRY_VERIFY(bench.window->findChild<QWidget*>("dynamicBatch")->isVisible());
    for (const QString& path : {QString(), "/" + QString(300, 'x') + "/model.onnx"}) {
        model->setText(path);
        if (!path.isEmpty())
            QTRY_VERIFY(message->isVisible() && message->text().contains("xxx"));
        QCoreApplication::processEvents();
        QCOMPARE(bench.window->width(), 900);
        // Nothing lies beyond the page's edge: it fits, or it can be scrolled to.
        QCOMPARE(scroll->horizontalScrollBar()->maximum(),
                 std::max(0, scroll->widget()->width() - scroll->viewport()->width()));
        QVERIFY2(scroll->widget()->minimumSizeHint().width() <= scroll->viewport()->width() ||
                     scroll->horizontalScrollBar()->isVisible(),
                 qPrintable(QString::number(scroll->widget()->minimumSizeHint().width())));
        const QRect button(adapt->mapTo(bench.window.get(), QPoint()), adapt->size());
        QVERIFY(bench.window->rect().contains(button));
        QVERIFY(adapt->width() + 1 >= adapt->minimumSizeHint().width());
        auto* browse = model->parentWidget()->findChild<QWidget*>("browse");
        const QRect inside(browse->mapTo(scroll->viewport(), QPoint()), browse->size());
        QVERIFY2(scroll->viewport()->rect().contains(inside), qPrintable(path.left(3)));
    }
    QVERIFY(cutLabels(*bench.window, "form").isEmpty());
}

void AccessibilityTest::fieldsStayWhereTheyAreWhenAMessageGoes() {
    Bench bench("en");
    bench.workspace.askNewMigration();
    QTest::mouseClick(bench.window->findChild<QAbstractButton*>("advanced"), Qt::LeftButton);
    auto* budget = bench.window->findChild<QLineEdit*>("budget");
    auto* below = bench.window->findChild<QLineEdit*>("timeLimit");
    auto* message = bench.window->findChild<QLabel*>("budget_message");
    auto* form = bench.window->findChild<QWidget*>("migrationForm");
    QTRY_VERIFY(budget->isVisible());
    QCoreApplication::processEvents();
    const auto place = [&] { return below->mapTo(form, QPoint()).y(); };
    const int before = place();
    budget->setText("0");
    QTRY_VERIFY(message->isVisible());
    QTRY_VERIFY(place() > before);
    QCoreApplication::processEvents();
    const int with = place();
    budget->setText("4");
    QTRY_VERIFY(!message->isVisible());
    QCoreApplication::processEvents();
    QCOMPARE(place(), with);
}

/// What is greyed says why, and an empty field what holds then.
void AccessibilityTest::theFormSaysWhatHolds() {
    widgets::MigrationForm form;
    auto* samples = form.findChild<QAbstractButton*>("samples");
    form.setSamples({});
    QVERIFY(!samples->isEnabled());
    QVERIFY2(samples->toolTip().contains("METAINFER_SAMPLES"), qPrintable(samples->toolTip()));
    form.setSamples({"a sample"});
    QVERIFY(samples->isEnabled());
    QVERIFY(!samples->toolTip().contains("METAINFER_SAMPLES"));
    auto* drop = form.findChild<QLineEdit*>("maxAccuracyDrop");
    QVERIFY2(drop->placeholderText().startsWith("1 "), qPrintable(drop->placeholderText()));
    form.findChild<QLineEdit*>("gate")->setText("0.9");
    QCOMPARE(drop->placeholderText(), QString("no limit"));
    QCOMPARE(form.findChild<QLineEdit*>("maxMemory")->placeholderText(), QString("no limit"));
    for (const auto* group : form.findChildren<QGroupBox*>())
        QVERIFY2(!group->title().contains("none"), qPrintable(group->title()));
}

QTEST_MAIN(AccessibilityTest)
#include "tst_accessibility.moc"
