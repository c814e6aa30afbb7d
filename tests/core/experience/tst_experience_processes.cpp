// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Four processes write to one store while a fifth migrates it: nothing that was accepted is lost.
// The program starts itself again as writer.
#include "base/file.h"
#include "experience/store.h"

#include <QtTest/QTest>

#include <fcntl.h>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

using namespace metainfer;
using namespace metainfer::experience;
namespace fs = std::filesystem;

namespace {

constexpr int kWriters = 4;
constexpr int kRecords = 60;
/// Records that each writer has written, by the first schema, before the migration starts.
constexpr int kBeforeMigration = 10;
/// Writers go on until they have met the migration; this many mean that it never came.
constexpr int kMostRecords = 100'000;

Record record(int writer, int number) {
    Record r;
    r.sessionId = "writer" + std::to_string(writer);
    r.timeMs = 1'700'000'000'000 + number;
    r.modelHash = "m";
    r.hardwareName = "h";
    r.environmentHash = "e";
    r.candidate.id = "c" + std::to_string(number);
    r.candidate.mapping.session.threads = number;
    return r;
}

Result<Store> openAs(const fs::path& path, int schema) {
    OpenOptions options;
    options.schemaVersion = schema;
    options.busyTimeoutMs = 120'000;
    return Store::open(path, options);
}

fs::path countFile(const fs::path& store, int writer) {
    return store.string() + ".count" + std::to_string(writer);
}

/// What an older program does, which is updated when the store has become newer than it. Writes a
/// mark to stdout after the first records, and at the end a file with the number of all.
int runWriter(const fs::path& path, int writer) {
    auto store = openAs(path, 1);
    bool migrated = false;
    int number = 0;
    for (; number < kRecords || (!migrated && number < kMostRecords); ++number) {
        auto added =
            store ? store->add({record(writer, number)}) : Result<std::size_t>(fail(store.error()));
        if (!added && added.error().code == ErrorCode::VersionMismatch) {
            migrated = true;
            store = openAs(path, Store::kSchemaVersion);
            added = store ? store->add({record(writer, number)})
                          : Result<std::size_t>(fail(store.error()));
        }
        if (!added || *added != 1) {
            fprintf(stderr, "writer %d, record %d: %s\n", writer, number,
                    added ? "not added" : added.error().text().c_str());
            return 1;
        }
        if (number + 1 == kBeforeMigration && ::write(STDOUT_FILENO, "x", 1) != 1)
            return 2;
    }
    return migrated && writeFileAtomically(countFile(path, writer), std::to_string(number)) ? 0 : 3;
}

/// Starts this program again with the arguments; its stdout is `output`.
pid_t start(const std::vector<std::string>& arguments, int output) {
    const pid_t child = ::fork();
    if (child != 0)
        return child;
    ::dup2(output, STDOUT_FILENO);
    std::vector<char*> argv;
    for (const std::string& argument : arguments)
        argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    ::execv("/proc/self/exe", argv.data());
    ::_exit(127);
}

} // namespace

class TestExperienceProcesses : public QObject {
    Q_OBJECT

  private slots:
    void fourWritersAndAMigration() {
        auto folder = TemporaryDirectory::create("mi-processes");
        QVERIFY(folder);
        const fs::path path = folder->path() / "experience.db";
        QVERIFY(openAs(path, 1)); // what an older program left
        int ends[2];
        QCOMPARE(::pipe2(ends, O_CLOEXEC), 0);
        std::vector<pid_t> children;
        for (int writer = 0; writer < kWriters; ++writer)
            children.push_back(
                start({"writer", "--writer", path.string(), std::to_string(writer)}, ends[1]));
        ::close(ends[1]);
        char mark = 0;
        for (int writer = 0; writer < kWriters; ++writer) // all are in the middle of writing
            QCOMPARE(::read(ends[0], &mark, 1), ssize_t{1});
        {
            auto migrated = openAs(path, Store::kSchemaVersion);
            QVERIFY2(migrated, migrated ? "" : migrated.error().text().c_str());
        }
        ::close(ends[0]);
        for (const pid_t child : children) {
            int status = 0;
            QCOMPARE(::waitpid(child, &status, 0), child);
            QVERIFY(WIFEXITED(status));
            QCOMPARE(WEXITSTATUS(status), 0);
        }
        auto store = Store::open(path);
        QVERIFY(store);
        QCOMPARE(store->stats()->schemaVersion, Store::kSchemaVersion);
        Filter all;
        all.limit = 0;
        std::set<std::pair<std::string, int>> found;
        const auto records = store->list(all);
        QVERIFY(records);
        for (const Record& r : *records)
            found.emplace(r.sessionId, r.candidate.mapping.session.threads);
        QCOMPARE(records->size(), found.size());
        std::size_t written = 0;
        for (int writer = 0; writer < kWriters; ++writer) {
            const int count = std::stoi(*readTextFile(countFile(path, writer)));
            for (int i = 0; i < count; ++i)
                QVERIFY(found.contains({"writer" + std::to_string(writer), i}));
            written += static_cast<std::size_t>(count);
        }
        QCOMPARE(found.size(), written);
    }

    void manyProcessesCreateOneStore() {
        auto folder = TemporaryDirectory::create("mi-processes");
        QVERIFY(folder);
        const fs::path path = folder->path() / "deep" / "experience.db";
        std::vector<pid_t> children;
        for (int i = 0; i < kWriters; ++i)
            children.push_back(
                start({"opener", "--opener", path.string(), std::to_string(i)}, STDERR_FILENO));
        for (const pid_t child : children) {
            int status = 0;
            QCOMPARE(::waitpid(child, &status, 0), child);
            QVERIFY(WIFEXITED(status));
            QCOMPARE(WEXITSTATUS(status), 0);
        }
        auto store = Store::open(path);
        QVERIFY(store);
        QCOMPARE(store->stats()->records, std::size_t{kWriters});
    }
};

int main(int argc, char** argv) {
    if (argc == 4 && std::string(argv[1]) == "--writer")
        return runWriter(argv[2], std::atoi(argv[3]));
    if (argc == 4 && std::string(argv[1]) == "--opener") {
        auto store = openAs(argv[2], 0);
        const auto added = store ? store->add({record(std::atoi(argv[3]), 0)})
                                 : Result<std::size_t>(fail(store.error()));
        if (!added)
            fprintf(stderr, "%s\n", added.error().text().c_str());
        return added && *added == 1 ? 0 : 1;
    }
    TestExperienceProcesses test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_experience_processes.moc"
