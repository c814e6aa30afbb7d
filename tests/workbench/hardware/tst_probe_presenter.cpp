// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Microbenchmarks without a window: a reduced run for real, its rows as they come, what it would
// write, its export, earlier runs beside it, stopping and going on.
#include "hardware/probe_presenter.h"

#include "base/file.h"
#include "engine/engine.h"
#include "hardware/profile_store.h"
#include "measurement/machine_lock.h"
#include "measurement/probe/probe_reading.h"
#include "measurement/time_text.h"

#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace metainfer;
using namespace metainfer::workbench;

namespace {

constexpr int kPatienceMs = 120'000; // of a busy machine

struct Bench {
    QTemporaryDir folder;
    std::unique_ptr<engine::Commands> engine;
    Jobs jobs;
    std::unique_ptr<ProbePresenter> presenter;

    Bench() {
        qputenv("XDG_DATA_HOME", folder.path().toUtf8());
        engine = engine::createEngine({folder.filePath("experience.sqlite").toStdString()});
        presenter =
            std::make_unique<ProbePresenter>(*engine, jobs, ProbePresenter::defaultFolder());
    }
    static ProbeChoice oneFamily() {
        ProbeChoice choice;
        choice.suite = measurement::ProbeSuite::Reduced;
        choice.families = QStringList("matmul");
        choice.machine = false;
        return choice;
    }
    void run(const ProbeChoice& choice) {
        presenter->start(choice);
        QVERIFY(presenter->isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!presenter->isRunning(), kPatienceMs);
        QTRY_VERIFY(!presenter->isLoading());
    }
};

} // namespace

class ProbePresenterTest : public QObject {
    Q_OBJECT

  private slots:
    void aRunIsShownKeptComparedAndStored();
    void repeatingComparesWithTheRunBefore();
    void aProfileChangedMeanwhileIsLookedAtAgain();
    void importedNamesStayInTheFolder();
    void resultsOfOthersAreImported();
    void stoppingKeepsRows();
    void aBusyDeviceIsWaitedFor();
    void wrongChoicesAreReported();
    void damagedRunsAreReported();
};

void ProbePresenterTest::aRunIsShownKeptComparedAndStored() {
    Bench bench;
    ProbePresenter& presenter = *bench.presenter;
    bench.run(Bench::oneFamily());
    QVERIFY2(presenter.result(),
             presenter.failure() ? presenter.failure()->text().c_str() : "no result");
    QVERIFY(!presenter.rows().empty());
    for (const auto& row : presenter.rows())
        QCOMPARE(row.baseFamily(), std::string("matmul"));
    // Nothing was written into the profile yet.
    std::error_code code;
    QVERIFY(!std::filesystem::exists(presenter.storeTarget(), code));
    QVERIFY(presenter.canStore());
    QVERIFY(!presenter.changes().empty());
    QSignalSpy stored(&presenter, &ProbePresenter::stored);
    presenter.store("first look");
    QVERIFY(stored.wait());
    const auto profile = hardware::loadProfile(presenter.storeTarget());
    QVERIFY(profile.has_value());
    QCOMPARE(profile->profile.name, std::string("local"));
    QCOMPARE(profile->profile.revision.reason, std::string("first look"));
    QVERIFY(!profile->profile.ops.matrix.empty());
    QVERIFY(!presenter.canStore());

    // Both exports can be read again and hold the same rows.
    QSignalSpy exported(&presenter, &ProbePresenter::exported);
    const std::filesystem::path csv = bench.folder.filePath("rows.csv").toStdString();
    const std::filesystem::path json = bench.folder.filePath("all.json").toStdString();
    presenter.exportTo(csv);
    QVERIFY(exported.wait());
    presenter.exportTo(json);
    QVERIFY(exported.wait());
    const auto rows = hardware::probeRowsFromCsv(*readTextFile(csv));
    QVERIFY(rows.has_value());
    QCOMPARE(rows->size(), presenter.rows().size());
    const auto all = measurement::probeResultFromJson(*readJsonFile(json));
    QVERIFY(all.has_value());
    QVERIFY(all->rows == presenter.rows());

    // The run was kept and can be shown beside another.
    QCOMPARE(presenter.runs().size(), std::size_t(1));
    QSignalSpy earlier(&presenter, &ProbePresenter::earlierChanged);
    presenter.compareWith(presenter.runs().front().file);
    QVERIFY(earlier.wait());
    QVERIFY(presenter.earlier()->rows == presenter.rows());
    presenter.compareWith({});
    QVERIFY(!presenter.earlier());
    presenter.openRun(presenter.runs().front().file);
    QTRY_VERIFY(!presenter.isLoading());
    QVERIFY(presenter.result());
    QVERIFY(!presenter.canStore()); // an old run is shown, not written
}

void ProbePresenterTest::repeatingComparesWithTheRunBefore() {
    Bench bench;
    ProbePresenter& presenter = *bench.presenter;
    ProbeChoice choice = Bench::oneFamily();
    choice.dtypes = QStringList("fp32");
    choice.shapes = QStringList("MatMul 32x64");
    bench.run(choice);
    QCOMPARE(presenter.rows().size(), std::size_t(1)); // the one shape
    QVERIFY(!presenter.earlier());
    const std::string first = presenter.result()->startedAt;
    // Another second, since runs are kept by it.
    QTRY_VERIFY(measurement::utcNow().substr(0, 19) != first.substr(0, 19));
    bench.run(choice);
    QTRY_VERIFY(presenter.earlier());
    QCOMPARE(presenter.earlier()->startedAt, first);
    QCOMPARE(presenter.runs().size(), std::size_t(2));
}

/// Somebody edits the profile between the run and the writing: neither loses.
void ProbePresenterTest::aProfileChangedMeanwhileIsLookedAtAgain() {
    Bench bench;
    ProbePresenter& presenter = *bench.presenter;
    bench.run(Bench::oneFamily());
    QVERIFY(presenter.canStore());
    hardware::Profile mine;
    mine.name = "local";
    mine.type = hardware::DeviceType::Cpu;
    mine.vendor = "by hand";
    const auto target = presenter.storeTarget();
    QVERIFY(
        hardware::ProfileStore::save(target.parent_path(), mine, "mine", "2026-01-01T00:00:00Z"));
    QSignalSpy problems(&presenter, &ProbePresenter::problem),
        stored(&presenter, &ProbePresenter::stored);
    presenter.store("too late");
    QVERIFY(problems.wait());
    QCOMPARE(stored.size(), 0);
    QCOMPARE(hardware::loadProfile(target)->profile.revision.reason, std::string("mine"));
    QVERIFY(std::ranges::none_of(presenter.changes(),
                                 [](const auto& change) { return change.path == "vendor"; }));
    QVERIFY(presenter.canStore());
    presenter.store("seen");
    QVERIFY(stored.wait());
    const auto both = hardware::loadProfile(target);
    QCOMPARE(both->profile.vendor, std::string("by hand"));
    QVERIFY(!both->profile.ops.matrix.empty());
}

/// A file from elsewhere says where it comes from, not where it goes to.
void ProbePresenterTest::importedNamesStayInTheFolder() {
    Bench bench;
    ProbePresenter& presenter = *bench.presenter;
    bench.run(Bench::oneFamily());
    QSignalSpy exported(&presenter, &ProbePresenter::exported);
    const std::filesystem::path file = bench.folder.filePath("all.json").toStdString();
    presenter.exportTo(file);
    QVERIFY(exported.wait());
    auto json = readJsonFile(file);
    QVERIFY(json);
    const std::filesystem::path folder = bench.folder.filePath("a/b/runs").toStdString();
    for (const std::string& device :
         {std::string("../../escaped"), std::string(".."), std::string(4000, 'x')}) {
        (*json)["device"] = device;
        QVERIFY(writeJsonFile(file, *json));
        ProbePresenter other(*bench.engine, bench.jobs, folder);
        QSignalSpy problems(&other, &ProbePresenter::problem);
        other.importRun(file);
        QTRY_VERIFY(other.result() && !other.isLoading());
        QCOMPARE(problems.size(), 0);
    }
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(
             std::filesystem::path(bench.folder.filePath("a").toStdString())))
        if (entry.is_regular_file()) {
            QVERIFY2(entry.path().parent_path() == folder, entry.path().c_str());
            ++files;
        }
    QCOMPARE(files, std::size_t(3));
}

void ProbePresenterTest::resultsOfOthersAreImported() {
    Bench bench;
    ProbePresenter& presenter = *bench.presenter;
    bench.run(Bench::oneFamily());
    const auto rows = presenter.rows();
    QSignalSpy exported(&presenter, &ProbePresenter::exported);
    const std::filesystem::path csv = bench.folder.filePath("rows.csv").toStdString(),
                                json = bench.folder.filePath("all.json").toStdString();
    presenter.exportTo(csv);
    QVERIFY(exported.wait());
    presenter.exportTo(json);
    QVERIFY(exported.wait());
    const std::string startedAt = presenter.result()->startedAt;
    for (const auto& file : {csv, json}) {
        ProbePresenter other(*bench.engine, bench.jobs,
                             bench.folder.filePath("other").toStdString());
        other.importRun(file);
        QTRY_VERIFY(other.result() && !other.isLoading());
        QVERIFY(other.rows() == rows);
        const QString device = file == csv ? "imported" : "local";
        QVERIFY(std::ranges::any_of(
            other.runs(), [&device](const ProbeRunEntry& run) { return run.device == device; }));
        QVERIFY(!other.canStore()); // it says nothing of this machine
        // The same file again is the same run; another one of the same second is kept beside it.
        if (file == csv)
            continue;
        const std::size_t kept = other.runs().size();
        other.importRun(file);
        QTRY_VERIFY(!other.isLoading());
        QCOMPARE(other.runs().size(), kept);
        auto changed = readJsonFile(file);
        QVERIFY(changed);
        (*changed)["rows"].erase(0);
        QVERIFY(writeJsonFile(bench.folder.filePath("less.json").toStdString(), *changed));
        other.importRun(bench.folder.filePath("less.json").toStdString());
        QTRY_COMPARE(other.runs().size(), kept + 1);
    }
    ProbePresenter other(*bench.engine, bench.jobs, bench.folder.filePath("none").toStdString());
    QSignalSpy problem(&other, &ProbePresenter::problem);
    QVERIFY(writeFileAtomically(csv, "a,b\n1,2\n"));
    other.importRun(csv);
    QVERIFY(problem.wait());
    QVERIFY(!other.result());
}

void ProbePresenterTest::stoppingKeepsRows() {
    Bench bench;
    ProbePresenter& presenter = *bench.presenter;
    ProbeChoice choice = Bench::oneFamily();
    choice.suite = measurement::ProbeSuite::Full;
    presenter.start(choice);
    QTRY_VERIFY_WITH_TIMEOUT(!presenter.rows().empty(), kPatienceMs);
    presenter.start(choice); // nothing happens while one runs
    presenter.stop();
    QTRY_VERIFY_WITH_TIMEOUT(!presenter.isRunning(), kPatienceMs);
    QVERIFY(!presenter.failure());
    QVERIFY(!presenter.result());
    QVERIFY(presenter.canGoOn());
    const std::size_t before = presenter.rows().size();
    presenter.goOn();
    QVERIFY(presenter.rows().size() >= before); // measured ones are not measured again
    presenter.stop();
    QTRY_VERIFY_WITH_TIMEOUT(!presenter.isRunning(), kPatienceMs);
    QVERIFY(presenter.rows().size() >= before);
}

void ProbePresenterTest::aBusyDeviceIsWaitedFor() {
    QTemporaryDir folder;
    const QByteArray before = qgetenv("METAINFER_LOCK_FILE");
    qputenv("METAINFER_LOCK_FILE", folder.filePath("lock").toUtf8());
    const auto back = qScopeGuard([&before] {
        before.isNull() ? qunsetenv("METAINFER_LOCK_FILE") : qputenv("METAINFER_LOCK_FILE", before);
    });
    Bench bench;
    ProbePresenter& presenter = *bench.presenter;
    auto held =
        measurement::MachineLock::acquire(folder.filePath("lock").toStdString(), "measure c7", {});
    QVERIFY(held);
    presenter.start(Bench::oneFamily());
    QTRY_VERIFY_WITH_TIMEOUT(presenter.waiting().contains("measure c7"), kPatienceMs);
    QVERIFY(presenter.isRunning() && presenter.rows().empty());
    held = fail(ErrorCode::Cancelled, "given back");
    QTRY_VERIFY_WITH_TIMEOUT(!presenter.isRunning(), kPatienceMs);
    QVERIFY(presenter.result() && !presenter.rows().empty());
    QVERIFY(presenter.waiting().isEmpty());
}

void ProbePresenterTest::wrongChoicesAreReported() {
    Bench bench;
    QSignalSpy problems(bench.presenter.get(), &ProbePresenter::problem);
    ProbeChoice choice = Bench::oneFamily();
    choice.families = QStringList("matmull");
    bench.run(choice);
    QCOMPARE(problems.size(), 1);
    QVERIFY(bench.presenter->failure()->message.find("matmull") != std::string::npos);
    QVERIFY(!bench.presenter->canStore());
}

void ProbePresenterTest::damagedRunsAreReported() {
    Bench bench;
    const auto folder = ProbePresenter::defaultFolder();
    QVERIFY(createDirectories(folder).has_value());
    QVERIFY(writeFileAtomically(folder / "local-x.json",
                                R"({"schema": "x", "started_at": "2026-01-01T00:00:00Z"})")
                .has_value());
    QVERIFY(writeFileAtomically(folder / "no.json", "{").has_value());
    bench.presenter->readRuns();
    QTRY_VERIFY(!bench.presenter->isLoading());
    QCOMPARE(bench.presenter->runs().size(), std::size_t(1));
    QSignalSpy problems(bench.presenter.get(), &ProbePresenter::problem);
    bench.presenter->openRun(bench.presenter->runs().front().file);
    QTRY_COMPARE(problems.size(), 1);
    QVERIFY(!bench.presenter->result());
}

QTEST_MAIN(ProbePresenterTest)
#include "tst_probe_presenter.moc"
