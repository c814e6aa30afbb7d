// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One click of a first visit on this machine: the sample is really run, measured and reported.
#include "session/session_presenter.h"
#include "shell/languages.h"
#include "shell/main_window.h"

#include "engine/engine.h"

#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace metainfer;
using namespace metainfer::workbench;

class SessionWalkLocalTest : public QObject {
    Q_OBJECT

  private slots:
    void firstVisitAdaptsTheSample();
};

void SessionWalkLocalTest::firstVisitAdaptsTheSample() {
    widgets::rememberSystemPalette();
    QTemporaryDir folder;
    QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
    settings.setValue("session/root", folder.filePath("sessions"));
    const auto engine = engine::createEngine({folder.filePath("experience.db").toStdString()});
    if (!engine->systemReport().usable())
        QSKIP("no runtime here; packaging/setup fetches it");
    Jobs jobs;
    Workspace workspace(*engine, jobs, settings);
    Languages languages;
    languages.apply("en");
    MainWindow window(workspace, languages);
    window.show();
    auto* button = window.findChild<QPushButton*>("sampleHere");
    QTRY_VERIFY(button && button->isVisible() && button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(workspace.current());
    SessionPresenter* session = workspace.current();
    QTRY_VERIFY_WITH_TIMEOUT(!session->isRunning(), 480000);
    QVERIFY2(!session->failure(), session->failure() ? session->failure()->text().c_str() : "");
    QTRY_VERIFY(session->content() && session->content()->decision);
    QVERIFY(!(*session->content()->decision)["simulated"].get<bool>());
    QVERIFY(std::filesystem::exists(session->folder() / "report.html"));
    QVERIFY(std::filesystem::exists(session->folder() / "adapted.onnx"));
}

QTEST_MAIN(SessionWalkLocalTest)
#include "tst_session_walk_local.moc"
