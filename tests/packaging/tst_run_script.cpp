// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// packaging/run in a tree of stand-ins: which deployment it hands to the program.
#include "support/paths.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QtTest/QTest>

using namespace metainfer;

class TestRunScript : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;

    QString path(const QString& name) const { return QDir(m_dir.path()).filePath(name); }

    void write(const QString& name, const QByteArray& content) const {
        QVERIFY(QDir().mkpath(QFileInfo(path(name)).path()));
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        QVERIFY(file.setPermissions(file.permissions() | QFile::ExeOwner | QFile::ExeUser));
    }

    /// Runs the script from `folder`; the stand-in for the program prints its arguments.
    QByteArray run(const QString& folder, const QStringList& arguments, int& exitCode) const {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", path("bin") + ":" + environment.value("PATH"));
        environment.remove("DISPLAY");
        environment.remove("WAYLAND_DISPLAY");
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(path(folder));
        process.start("/bin/bash", QStringList{path("tree/packaging/run")} + arguments);
        process.waitForFinished();
        exitCode = process.exitCode();
        return process.readAllStandardOutput() + process.readAllStandardError();
    }

  private slots:
    void initTestCase() {
        QVERIFY(QFile::exists("/bin/bash"));
        write("tree/packaging/setup", "#!/bin/sh\n");
        write("bin/cmake", "#!/bin/sh\n");
        write("tree/build/release/bin/metainfer", "#!/bin/sh\necho \"asked: $1 $2\"\n");
        write("tree/sample_models/mobilenet-v2-style/deployment.yaml", "");
        write("elsewhere/mine/deployment.yaml", "");
        const auto script = test::sourceDir() / "packaging" / "run";
        QVERIFY(QFile::copy(QString::fromStdString(script.string()), path("tree/packaging/run")));
    }

    void aPathCountsFromWhereTheCallerStands() {
        int exitCode = -1;
        const QByteArray said = run("elsewhere", {"mine/deployment.yaml"}, exitCode);
        QVERIFY2(exitCode == 0, said.constData());
        const QByteArray expected =
            "asked: adapt " +
            QFileInfo(path("elsewhere/mine/deployment.yaml")).canonicalFilePath().toUtf8();
        QVERIFY2(said.contains(expected), said.constData());
    }

    void aPathOfTheSourceTreeIsFoundFromAnywhere() {
        int exitCode = -1;
        const QByteArray said =
            run("elsewhere", {"sample_models/mobilenet-v2-style/deployment.yaml"}, exitCode);
        QVERIFY2(exitCode == 0, said.constData());
        QVERIFY2(said.contains("tree/sample_models/mobilenet-v2-style/deployment.yaml"),
                 said.constData());
    }

    void aMissingFileIsNamedBeforeAnythingIsBuilt() {
        int exitCode = -1;
        const QByteArray said = run("elsewhere", {"none.yaml"}, exitCode);
        QCOMPARE(exitCode, 2);
        QVERIFY2(said.contains("none.yaml"), said.constData());
        QVERIFY2(!said.contains("asked"), said.constData());
    }

    void withoutArgumentTheSampleIsAdapted() {
        int exitCode = -1;
        const QByteArray said = run("elsewhere", {}, exitCode);
        QVERIFY2(exitCode == 0, said.constData());
        QVERIFY2(said.contains("asked: adapt sample_models/mobilenet-v2-style/deployment.yaml"),
                 said.constData());
    }
};

QTEST_GUILESS_MAIN(TestRunScript)
#include "tst_run_script.moc"
