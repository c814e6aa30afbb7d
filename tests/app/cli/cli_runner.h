// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the program as a user would, in an empty home, and says what it printed and left behind.
#pragma once

#include "base/json.h"
#include "support/paths.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

namespace metainfer::test {

struct CliResult {
    int exitCode = -1;
    bool crashed = false;
    QByteArray out, err;

    /// stdout as one document; discarded when it is anything else.
    Json json() const {
        return Json::parse(out.begin(), out.end(), nullptr, /*allow_exceptions=*/false);
    }
    bool says(const char* text) const { return out.contains(text) || err.contains(text); }
};

class CliRunner {
  public:
    CliRunner()
        : m_environment(QProcessEnvironment::systemEnvironment()) {
        const QString home = m_folder.path() + "/home";
        QDir().mkpath(home);
        QDir().mkpath(work());
        // The downloaded runtime stays where it is; everything else starts empty.
        if (!m_environment.contains("METAINFER_CACHE")) {
            const QString cache =
                m_environment.value("XDG_CACHE_HOME", QDir::homePath() + "/.cache");
            m_environment.insert("METAINFER_CACHE", cache + "/metainfer");
        }
        m_environment.insert("HOME", home);
        for (const char* name : {"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
                                 "METAINFER_EXPERIENCE", "METAINFER_PROFILES", "METAINFER_AGENT"})
            m_environment.remove(name);
        m_environment.insert("METAINFER_SAMPLES", METAINFER_SOURCE_DIR "/sample_models");
        m_environment.insert("METAINFER_LOCK_FILE", lockFile());
    }

    void set(const QString& name, const QString& value) { m_environment.insert(name, value); }
    QString work() const { return m_folder.path() + "/work"; } ///< the current folder of the runs
    QString lockFile() const { return m_folder.path() + "/measure.lock"; }
    QString home() const { return m_folder.path() + "/home"; }
    QString path(const QString& name) const { return work() + "/" + name; }

    QString write(const QString& name, const QByteArray& content) const {
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(content);
        return file.fileName();
    }
    static QByteArray read(const QString& file) {
        QFile opened(file);
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }
    /// Files below the current folder, sorted.
    QStringList files() const {
        QStringList names;
        QDirIterator it(work(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (it.hasNext())
            names << QDir(work()).relativeFilePath(it.next());
        names.sort();
        return names;
    }

    /// Starts a program in this environment; the caller waits for it.
    void start(QProcess& process, const QStringList& arguments,
               const QString& program = METAINFER_BIN_DIR "/metainfer") const {
        process.setProcessEnvironment(m_environment);
        process.setWorkingDirectory(work());
        process.start(program, arguments);
    }

    CliResult run(const QStringList& arguments, int timeoutMs = 300'000,
                  const QString& program = METAINFER_BIN_DIR "/metainfer") const {
        QProcess process;
        start(process, arguments, program);
        CliResult result;
        if (!process.waitForFinished(timeoutMs)) {
            process.kill();
            process.waitForFinished();
            result.err = "the program did not end in time";
            return result;
        }
        result.exitCode = process.exitCode();
        result.crashed = process.exitStatus() == QProcess::CrashExit;
        result.out = process.readAllStandardOutput();
        result.err = process.readAllStandardError();
        return result;
    }

  private:
    QTemporaryDir m_folder;
    QProcessEnvironment m_environment;
};

inline QString sampleFile(const QString& name) {
    return QString(METAINFER_SOURCE_DIR "/sample_models/") + name;
}

} // namespace metainfer::test

/// Compares the exit code and shows what the program said when it differs.
#define CLI_EXITS(result, expected)                                                                \
    QVERIFY2((result).exitCode == (expected) && !(result).crashed,                                 \
             qPrintable(QString("exit code %1, expected %2\n%3\n%4")                               \
                            .arg((result).exitCode)                                                \
                            .arg(expected)                                                         \
                            .arg(QString::fromUtf8((result).out.left(4000)),                       \
                                 QString::fromUtf8((result).err.left(4000)))))
#define CLI_SAYS(result, text)                                                                     \
    QVERIFY2((result).says(text),                                                                  \
             qPrintable(QString("'%1' is not in\n%2\n%3")                                          \
                            .arg(QString::fromUtf8(text), QString::fromUtf8((result).out),         \
                                 QString::fromUtf8((result).err))))
