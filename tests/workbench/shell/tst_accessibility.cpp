// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Every control of every place can be named by a screen reader and reached with the keyboard; no
// text is cut off that a person has to read.
#include "shell/panel.h"
#include "shell/place.h"
#include "workbench/candidates/session_fixture.h"
#include "workbench/desk.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QTabBar>
#include <QTest>
#include <QTextEdit>

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

QTEST_MAIN(AccessibilityTest)
#include "tst_accessibility.moc"
