// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The engine's questions as dialogs: only the asking thread waits, "no" is the default, and nobody
// is there when the window is gone or the work was cancelled.
#include "session/dialog_prompts.h"

#include "bridge/jobs.h"

#include <QApplication>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include <future>

using namespace metainfer;
using namespace metainfer::workbench;

namespace {

constexpr const char* kQuestion =
    "The host key of board is not known: ED25519 "
    "SHA256:abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG. Compare it with what the device itself "
    "says (ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub there). Is it the right one?";

QDialog* openDialog(const char* name) {
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (widget->objectName() == name && widget->isVisible())
            return qobject_cast<QDialog*>(widget);
    return nullptr;
}

QDialog* waitFor(const char* name) {
    (void)QTest::qWaitFor([name] { return openDialog(name) != nullptr; });
    return openDialog(name);
}

template <typename T>
bool isReady(const std::future<T>& future) {
    return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

} // namespace

class DevicePromptsTest : public QObject {
    Q_OBJECT

  private slots:
    void aSecretIsTyped();
    void cancelledSecretIsNoAnswer();
    void aHostKeyIsComparedAndNoIsTheDefault();
    void yesHasToBeChosen();
    void cancelledWorkClosesTheQuestion();
    void nobodyIsThereAfterTheWindow();
    void theWindowThatGoesAnswers();
};

void DevicePromptsTest::aSecretIsTyped() {
    DialogPrompts prompts;
    QWidget window;
    prompts.setWindow(&window);
    window.show();
    auto answer =
        std::async(std::launch::async, [&] { return prompts.secret("Password of pi@board"); });
    QDialog* dialog = waitFor("secretDialog");
    QVERIFY(dialog);
    auto* field = dialog->findChild<QLineEdit*>("secret");
    QCOMPARE(field->echoMode(), QLineEdit::Password);
    QVERIFY(field->accessibleName().contains("pi@board"));
    QTest::keyClicks(field, "correct horse");
    QVERIFY(!isReady(answer)); // and this thread did not wait
    QTest::mouseClick(dialog->findChild<QToolButton*>("showSecret"), Qt::LeftButton);
    QCOMPARE(field->echoMode(), QLineEdit::Normal);
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(isReady(answer));
    QCOMPARE(answer.get().value_or("nothing"), std::string("correct horse"));
    QTRY_VERIFY(!openDialog("secretDialog"));
}

void DevicePromptsTest::cancelledSecretIsNoAnswer() {
    DialogPrompts prompts;
    auto answer =
        std::async(std::launch::async, [&] { return prompts.secret("Password of pi@board"); });
    QDialog* dialog = waitFor("secretDialog");
    QVERIFY(dialog);
    QTest::keyClicks(dialog->findChild<QLineEdit*>("secret"), "half");
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(isReady(answer));
    QVERIFY(!answer.get().has_value());
}

void DevicePromptsTest::aHostKeyIsComparedAndNoIsTheDefault() {
    DialogPrompts prompts;
    auto answer = std::async(std::launch::async, [&] { return prompts.confirm(kQuestion); });
    QDialog* dialog = waitFor("confirmDialog");
    QVERIFY(dialog);
    auto* print = dialog->findChild<QLineEdit*>("fingerprint");
    QVERIFY(print && print->isReadOnly());
    QCOMPARE(print->text(), QString("ED25519 SHA256:abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"));
    QVERIFY(print->fontMetrics().horizontalAdvance(print->text()) < print->width());
    QVERIFY(dialog->findChild<QPushButton*>("confirmNo")->isDefault());
    QTest::keyClick(dialog, Qt::Key_Return); // without a look
    QTRY_VERIFY(isReady(answer));
    QCOMPARE(answer.get(), std::optional(false));
}

void DevicePromptsTest::yesHasToBeChosen() {
    DialogPrompts prompts;
    auto answer = std::async(std::launch::async, [&] { return prompts.confirm(kQuestion); });
    QDialog* dialog = waitFor("confirmDialog");
    QVERIFY(dialog);
    QTest::mouseClick(dialog->findChild<QPushButton*>("confirmYes"), Qt::LeftButton);
    QTRY_VERIFY(isReady(answer));
    QCOMPARE(answer.get(), std::optional(true));
}

void DevicePromptsTest::cancelledWorkClosesTheQuestion() {
    DialogPrompts prompts;
    Jobs jobs;
    connect(&jobs, &Jobs::cancelAsked, &prompts, &DialogPrompts::dismiss);
    std::optional<std::optional<std::string>> answer;
    const auto job = jobs.run<std::optional<std::string>>(
        "connecting", this,
        [&prompts](const JobContext&) { return prompts.secret("Password of pi@board"); },
        [&answer](std::optional<std::string> said) { answer = std::move(said); });
    QVERIFY(waitFor("secretDialog"));
    jobs.cancel(job);
    QTRY_VERIFY(answer);
    QVERIFY(!answer->has_value());
    QTRY_VERIFY(!openDialog("secretDialog"));
}

void DevicePromptsTest::nobodyIsThereAfterTheWindow() {
    DialogPrompts prompts;
    prompts.close();
    auto answer = std::async(std::launch::async, [&] { return prompts.confirm(kQuestion); });
    QVERIFY(!answer.get().has_value());
    QVERIFY(!openDialog("confirmDialog"));
}

void DevicePromptsTest::theWindowThatGoesAnswers() {
    DialogPrompts prompts;
    auto window = std::make_unique<QWidget>();
    window->show();
    prompts.setWindow(window.get());
    auto answer = std::async(std::launch::async, [&] { return prompts.confirm(kQuestion); });
    QVERIFY(waitFor("confirmDialog"));
    window.reset();
    QTRY_VERIFY(isReady(answer));
    QVERIFY(!answer.get().has_value());
}

QTEST_MAIN(DevicePromptsTest)
#include "tst_device_prompts.moc"
