// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Watches the processes and files of a run of the program: what lives, what is left behind.
#pragma once

#include "app/cli/cli_runner.h"

#include <QElapsedTimer>
#include <QThread>

#include <csignal>
#include <fstream>

namespace metainfer::test {

/// A runner with a temporary folder of its own, so that what is left there is seen.
class WatchedRunner : public CliRunner {
  public:
    WatchedRunner() {
        QDir().mkpath(temp());
        set("TMPDIR", temp());
    }
    QString temp() const { return home() + "-tmp"; }
    QStringList leftInTemp() const {
        return QDir(temp()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

    /// Processes of this runner's environment (the program, its agents and runners) whose program
    /// name contains `name`. Processes that ended have no environment.
    QList<int> processes(const QByteArray& name = {}) const {
        const QByteArray mark = "TMPDIR=" + temp().toUtf8() + '\0';
        QList<int> found;
        for (const QString& entry : QDir("/proc").entryList(QDir::Dirs)) {
            bool isNumber = false;
            const int pid = entry.toInt(&isNumber);
            if (isNumber && read("/proc/" + entry + "/environ").contains(mark) &&
                read("/proc/" + entry + "/cmdline").split('\0').first().contains(name))
                found << pid;
        }
        return found;
    }
    /// True once none of them lives any more.
    bool allGone() const {
        QElapsedTimer timer;
        timer.start();
        while (!processes().isEmpty()) {
            if (timer.elapsed() > 30'000)
                return false;
            QThread::yieldCurrentThread();
        }
        return true;
    }
};

/// CPU time that these processes have used together, in clock ticks.
inline long ticksOf(const QList<int>& pids) {
    long ticks = 0;
    for (const int pid : pids) {
        const QByteArray line = CliRunner::read(QString("/proc/%1/stat").arg(pid));
        const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
        if (fields.size() > 12)
            ticks += fields[11].toLong() + fields[12].toLong();
    }
    return ticks;
}

/// Complete lines in a file; 0 when there is none.
inline int linesIn(const QString& file) {
    return static_cast<int>(CliRunner::read(file).count('\n'));
}

/// Repeats `condition` while the process lives; true when it came true.
template <typename Condition>
bool untilTrue(QProcess& process, const Condition& condition) {
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < 120'000) {
        if (condition())
            return true;
        if (process.state() == QProcess::NotRunning || process.waitForFinished(1))
            return condition();
    }
    return false;
}

/// The smallest budget with which every stage of the main job runs.
inline QByteArray smallSearch() {
    return "  search:\n"
           "    stage_graph: {rounds: 2, candidates_per_round: 3, budget: 6}\n"
           "    stage_kernel: {trials_per_op: 1}\n";
}

/// A deployment of `model` on `target` ("device: local"); `more` are further lines below
/// `deployment:`, indented by two.
inline QByteArray deploymentOf(const QByteArray& model, const QByteArray& target,
                               const QByteArray& more = {}) {
    return "deployment:\n  model: " + model + "\n  " + target +
           "\n  optimization_objective: {primary: p50_latency}\n" + more;
}

} // namespace metainfer::test
