// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Child processes: streams, ends, limits, groups.
#include "base/subprocess.h"

#include <QtTest>

#include <csignal>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

using namespace metainfer;
using namespace std::chrono_literals;

namespace {

SpawnOptions shell(const char* script) {
    SpawnOptions options;
    options.arguments = {"sh", "-c", script};
    return options;
}

bool isGone(int pid) {
    return kill(pid, 0) != 0 && errno == ESRCH;
}

} // namespace

class TestSubprocess : public QObject {
    Q_OBJECT

  private slots:
    void streamsAreSeparate() {
        const auto output = runCommand(shell("cat; echo err >&2; exit 3"), "in put", 30s);
        QVERIFY(output.has_value());
        QCOMPARE(output->out, "in put");
        QCOMPARE(output->err, "err\n");
        QCOMPARE(output->exit.code, 3);
        QVERIFY(!output->exit.succeeded());
        QCOMPARE(output->exit.text(), "exit code 3");
    }

    void muchDataBothWays() {
        const std::string input(3 << 20, 'x');
        const auto output = runCommand(shell("cat"), input, 60s);
        QVERIFY(output.has_value());
        QCOMPARE(output->out.size(), input.size());
    }

    void unreadInputIsNoError() {
        const std::string input(1 << 20, 'x');
        const auto output = runCommand(shell("exec 0<&-; echo done"), input, 30s);
        QVERIFY2(output.has_value(), output ? "" : output.error().text().c_str());
        QCOMPARE(output->out, "done\n");
    }

    void environmentIsAddedAndReplaced() {
        qputenv("MI_TEST_ONE", "old");
        qputenv("MI_TEST_TWO", "kept");
        SpawnOptions options = shell("echo $MI_TEST_ONE $MI_TEST_TWO $MI_TEST_THREE; pwd");
        options.environment = {"MI_TEST_ONE=new", "MI_TEST_THREE=added"};
        options.workingDirectory = "/";
        QCOMPARE(runCommand(options, {}, 30s)->out, "new kept added\n/\n");
    }

    void absentProgramIsNotFound() {
        SpawnOptions options;
        options.arguments = {"/nonexistent/program"};
        const auto child = Subprocess::spawn(options);
        QVERIFY(!child);
        QCOMPARE(child.error().code, ErrorCode::NotFound);
        QVERIFY(child.error().message.find("/nonexistent/program") != std::string::npos);
        options.arguments = {"/etc/passwd"};
        QCOMPARE(Subprocess::spawn(options).error().code, ErrorCode::PermissionDenied);
        options.arguments = {};
        QCOMPARE(Subprocess::spawn(options).error().code, ErrorCode::InvalidArgument);
    }

    void signalsAreNamed() {
        const auto output = runCommand(shell("kill -SEGV $$"), {}, 30s);
        QVERIFY(output.has_value());
        QVERIFY(output->exit.bySignal);
        QCOMPARE(output->exit.signal, SIGSEGV);
        QCOMPARE(output->exit.text(), "signal 11 (SIGSEGV)");
        QCOMPARE(signalName(9999), "signal 9999");
    }

    void timeoutKillsTheWholeGroup() {
        const auto before = std::chrono::steady_clock::now();
        const auto output = runCommand(shell("sleep 1000 & sleep 1000"), {}, 200ms);
        QVERIFY(!output);
        QCOMPARE(output.error().code, ErrorCode::Timeout);
        QVERIFY(std::chrono::steady_clock::now() - before < 500s); // it came back at all
    }

    void cancelEndsACommand() {
        const CancellationToken cancel;
        std::thread thread([&] { cancel.cancel(); });
        const auto output = runCommand(shell("sleep 1000"), {}, 600s, cancel);
        thread.join();
        QVERIFY(!output);
        QCOMPARE(output.error().code, ErrorCode::Cancelled);
    }

    void waitHasADeadlineAndReaps() {
        auto child = Subprocess::spawn(shell("cat")).value();
        const int pid = child.pid();
        const auto early = child.wait(20ms);
        QVERIFY(!early);
        QCOMPARE(early.error().code, ErrorCode::Timeout);
        QVERIFY(!child.poll());
        child.closeStdin();
        const auto exit = child.wait(60s);
        QVERIFY(exit && exit->succeeded());
        QVERIFY(exit->peakResidentBytes > 100'000);
        QVERIFY(isGone(pid));                  // reaped: a zombie would still be there
        QVERIFY(child.wait(0ms)->succeeded()); // remembered
    }

    void destructorEndsChildAndGrandchildren() {
        int pid = 0;
        std::string grandchild;
        {
            auto child = Subprocess::spawn(shell("sleep 1000 & echo $!; wait")).value();
            pid = child.pid();
            char c = 0;
            while (read(child.stdoutFd(), &c, 1) == 1 && c != '\n')
                grandchild += c;
        }
        QVERIFY(isGone(pid));
        const int other = std::stoi(grandchild);
        const auto end = std::chrono::steady_clock::now() + 60s;
        while (kill(other, 0) == 0 && std::chrono::steady_clock::now() < end) {
            // Whoever inherits it reaps it; until then it is at least a zombie.
            const QByteArray path = "/proc/" + QByteArray::number(other) + "/stat";
            QFile file(QString::fromLatin1(path));
            if (file.open(QIODevice::ReadOnly) && file.readAll().contains(") Z "))
                break;
            std::this_thread::yield();
        }
        QVERIFY(std::chrono::steady_clock::now() < end);
    }

    void addressSpaceIsLimited() {
        SpawnOptions options;
        options.arguments = {"sh", "-c", "ulimit -v; ulimit -c"};
        options.addressSpaceBytes = 512u << 20;
        QCOMPARE(runCommand(options, {}, 30s)->out, "524288\n0\n");
    }

    void cpuTimeIsLimited() {
        SpawnOptions options = shell("while :; do :; done");
        options.cpuSeconds = 1;
        const auto output = runCommand(options, {}, 300s);
        QVERIFY(output.has_value());
        QVERIFY(output->exit.bySignal);
        QVERIFY(output->exit.signal == SIGXCPU || output->exit.signal == SIGKILL);
    }

    void descriptorsAreNotInherited() {
        const UniqueFd leaked(open("/dev/null", O_RDONLY)); // without O_CLOEXEC, as libraries do
        SpawnOptions options = shell("ls /proc/self/fd | wc -l");
        const auto output = runCommand(options, {}, 30s);
        QVERIFY(output.has_value());
        QVERIFY2(std::stoi(output->out) <= 4, output->out.c_str()); // 0, 1, 2 and ls's own
    }

    void writingToAClosedPipeIsAnError() {
        int ends[2];
        QVERIFY(pipe(ends) == 0);
        close(ends[0]);
        const auto status = writeAll(ends[1], "x");
        close(ends[1]);
        QVERIFY(!status);
    }
};

QTEST_GUILESS_MAIN(TestSubprocess)
#include "tst_subprocess.moc"
