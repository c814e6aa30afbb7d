// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The program as it is started: pictures without a display, and what it says to wrong options.
#include <QDir>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

constexpr int kPatienceMs = 60'000; // of a busy machine

struct Run {
    int code = -1;
    QString said;
};

/// Started as by somebody without a display, in a home of its own.
struct Bench {
    QTemporaryDir folder;

    Run run(const QStringList& arguments) const {
        QProcess program;
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(name);
        environment.insert("HOME", folder.path());
        environment.insert("XDG_DATA_HOME", folder.path());
        environment.insert("XDG_CONFIG_HOME", folder.path());
        program.setProcessEnvironment(environment);
        program.setProcessChannelMode(QProcess::MergedChannels);
        program.start(METAINFER_BIN_DIR "/metainfer-workbench", arguments);
        if (!program.waitForFinished(kPatienceMs) || program.exitStatus() != QProcess::NormalExit)
            return {-1, program.readAll()};
        return {program.exitCode(), program.readAll()};
    }
};

} // namespace

class WorkbenchProgramTest : public QObject {
    Q_OBJECT

  private slots:
    void picturesNeedNoDisplay();
    void wrongOptionsAreRefused_data();
    void wrongOptionsAreRefused();
    void whatCannotBeOpenedIsNoPicture();
    void withoutADisplayItSaysSo();
};

void WorkbenchProgramTest::picturesNeedNoDisplay() {
    const Bench bench;
    const QDir pictures(bench.folder.filePath("pictures"));
    const Run run = bench.run({"--screenshot", pictures.path(), "--size", "1280x800", "--theme",
                               "dark", "--language", "zh_CN"});
    QVERIFY2(run.code == 0, qPrintable(run.said));
    const QStringList names = pictures.entryList({"*.png"});
    QCOMPARE(names.size(), 10);
    for (const QString& name : names) {
        const QImage picture(pictures.filePath(name));
        QCOMPARE(picture.size(), QSize(1280, 800));
        QVERIFY2(picture.pixelColor(5, 790).lightness() < 100, qPrintable(name));
    }
    QCOMPARE(bench.run({"--version"}).code, 0);
    QVERIFY(bench.run({"--help"}).said.contains("--screenshot"));
}

void WorkbenchProgramTest::wrongOptionsAreRefused_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("theme") << QStringList{"--theme", "pink"} << "light, dark or system";
    QTest::newRow("language") << QStringList{"--language", "fr"} << "en, zh_CN or system";
    QTest::newRow("no size") << QStringList{"--size", "large"} << "WIDTHxHEIGHT";
    QTest::newRow("too large") << QStringList{"--size", "99999x99999"} << "8192x8192";
    QTest::newRow("too small") << QStringList{"--size", "400x300"} << "the window needs at least";
}

void WorkbenchProgramTest::wrongOptionsAreRefused() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const Bench bench;
    const Run run = bench.run(QStringList{"--screenshot", bench.folder.path()} + arguments);
    QCOMPARE(run.code, 2);
    QVERIFY2(run.said.contains(says), qPrintable(run.said));
}

void WorkbenchProgramTest::whatCannotBeOpenedIsNoPicture() {
    const Bench bench;
    const Run run = bench.run({"--screenshot", bench.folder.path(), "/nowhere/at/all"});
    QCOMPARE(run.code, 1);
    QVERIFY2(run.said.contains("/nowhere/at/all"), qPrintable(run.said));
}

void WorkbenchProgramTest::withoutADisplayItSaysSo() {
    const Run run = Bench().run({});
    QCOMPARE(run.code, 2);
    QVERIFY2(run.said.contains("there is no display"), qPrintable(run.said));
}

QTEST_MAIN(WorkbenchProgramTest)
#include "tst_workbench_program.moc"
