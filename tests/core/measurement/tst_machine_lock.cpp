// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The machine-wide lock between processes: exclusion, owner, queue, death of the holder, cancel.
#include "measurement/machine_lock.h"

#include "base/file.h"

#include <QtTest/QTest>

#include <csignal>
#include <future>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace metainfer;
using namespace metainfer::measurement;
namespace fs = std::filesystem;

namespace {

/// Another process that holds the lock until it is told to release it or killed.
class Holder {
  public:
    explicit Holder(const fs::path& path) {
        int ready[2], release[2];
        if (pipe(ready) != 0 || pipe(release) != 0)
            return;
        m_pid = fork();
        if (m_pid == 0) {
            close(release[1]);
            {
                const auto lock = MachineLock::acquire(path, "measure other", {});
                (void)!write(ready[1], lock ? "y" : "n", 1);
                char c;
                (void)!read(release[0], &c, 1); // ends when the parent closes it
            }
            _exit(0);
        }
        close(ready[1]);
        close(release[0]);
        m_release = release[1];
        char answer = 'n';
        (void)!read(ready[0], &answer, 1);
        close(ready[0]);
        m_holds = answer == 'y';
    }
    ~Holder() {
        release();
        if (m_pid > 0)
            waitpid(m_pid, nullptr, 0);
    }
    bool holds() const { return m_holds; }
    int pid() const { return m_pid; }
    void release() {
        if (m_release >= 0)
            close(std::exchange(m_release, -1));
    }

  private:
    pid_t m_pid = -1;
    int m_release = -1;
    bool m_holds = false;
};

constexpr std::chrono::milliseconds kNoWait{0};

} // namespace

class TestMachineLock : public QObject {
    Q_OBJECT

  private slots:
    void excludesOtherProcessesAndNamesTheHolder() {
        const auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        const fs::path path = dir->path() / "lock";
        QVERIFY(!MachineLock::holder(path)); // not even a file
        Holder other(path);
        QVERIFY(other.holds());
        const auto owner = MachineLock::holder(path);
        QVERIFY(owner);
        QCOMPARE(owner->pid, other.pid());
        QCOMPARE(owner->what, "measure other");
        QCOMPARE(owner->since.size(), std::size_t{20});
        const auto refused = MachineLock::acquire(path, "mine", {}, kNoWait);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Timeout);
        QVERIFY(refused.error().message.find("(measure other)") != std::string::npos);
        other.release();
        QVERIFY(MachineLock::acquire(path, "mine", {})); // waits for the other's end
        QVERIFY(!MachineLock::holder(path));
    }

    void waitersAreVisibleAndGetTheirTurn() {
        const auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        const fs::path path = dir->path() / "lock";
        Holder other(path);
        QVERIFY(other.holds());
        std::atomic<int> told{0};
        auto waiter = std::async(std::launch::async, [&] {
            return MachineLock::acquire(path, "waiting", {}, std::chrono::minutes(1),
                                        [&](const LockOwner& owner) { told = owner.pid; });
        });
        QTRY_COMPARE(MachineLock::queue(path).size(), std::size_t{1});
        QCOMPARE(MachineLock::queue(path).front().what, "waiting");
        QCOMPARE(MachineLock::queue(path).front().pid, getpid());
        QTRY_COMPARE(told.load(), other.pid());
        other.release();
        const auto lock = waiter.get();
        QVERIFY(lock);
        QVERIFY(MachineLock::queue(path).empty());
        QCOMPARE(MachineLock::holder(path)->what, "waiting");
    }

    void killedHolderLeavesNoLock() {
        const auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        const fs::path path = dir->path() / "lock";
        Holder other(path);
        QVERIFY(other.holds());
        kill(other.pid(), SIGKILL);
        QVERIFY(MachineLock::acquire(path, "next", {}, std::chrono::minutes(1)));
    }

    void staleTicketsAreSweptOut() {
        const auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        const fs::path path = dir->path() / "lock";
        fs::create_directory(path.string() + ".queue");
        QVERIFY(writeFileAtomically(fs::path(path.string() + ".queue") / "0-1-2", "{\"pid\":1}"));
        QVERIFY(MachineLock::queue(path).empty());
        QVERIFY(fs::is_empty(path.string() + ".queue"));
    }

    void killedWaitersLeaveNothingOnceSomebodyMeasures() {
        const auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        const fs::path path = dir->path() / "lock";
        const fs::path folder = path.string() + ".queue";
        Holder other(path);
        QVERIFY(other.holds());
        const pid_t waiter = fork();
        if (waiter == 0) {
            (void)MachineLock::acquire(path, "doomed", {});
            _exit(0);
        }
        std::error_code none;
        QTRY_VERIFY(fs::exists(folder, none) && !fs::is_empty(folder, none));
        kill(waiter, SIGKILL);
        waitpid(waiter, nullptr, 0);
        QVERIFY(!fs::is_empty(folder));
        other.release();
        QVERIFY(MachineLock::acquire(path, "next", {}, std::chrono::minutes(1)));
        QVERIFY(fs::is_empty(folder));
    }

    void cancelEndsTheWait() {
        const auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        const fs::path path = dir->path() / "lock";
        const auto held = MachineLock::acquire(path, "first", {}); // excludes within a process too
        QVERIFY(held);
        CancellationToken cancel;
        const auto refused = MachineLock::acquire(path, "second", cancel, std::chrono::minutes(1),
                                                  [&cancel](const LockOwner&) { cancel.cancel(); });
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Cancelled);
        QVERIFY(MachineLock::queue(path).empty());
    }

    void everyUserMayLock() {
        const auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        const fs::path path = dir->path() / "lock";
        const mode_t before = umask(077);
        QVERIFY(MachineLock::acquire(path, "x", {}));
        umask(before);
        struct stat info {};
        QCOMPARE(stat(path.c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777, mode_t{0666});
        // A link in a shared directory is not followed.
        fs::create_symlink(path, dir->path() / "link");
        QVERIFY(!MachineLock::acquire(dir->path() / "link", "x", {}, kNoWait));
    }

    void defaultPathIsTheSameForAll() {
        qputenv("METAINFER_LOCK_FILE", "/some/where");
        QCOMPARE(MachineLock::defaultPath(), fs::path("/some/where"));
        qunsetenv("METAINFER_LOCK_FILE");
        QCOMPARE(MachineLock::defaultPath().filename(), fs::path("metainfer-measure.lock"));
    }
};

QTEST_GUILESS_MAIN(TestMachineLock)
#include "tst_machine_lock.moc"
