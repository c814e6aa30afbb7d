// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The experience store: records back as written, ranking, trust, transfer, damage, exchange.
#include "base/file.h"
#include "experience/store.h"

#include <QtTest/QTest>

#include <cstdlib>
#include <fstream>
#include <thread>

using namespace metainfer;
using namespace metainfer::experience;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kDay = 24LL * 3600 * 1000;
constexpr std::int64_t kStart = 1'700'000'000'000;

Record record(const std::string& model, const std::string& hardware, int threads, double ratio) {
    Record r;
    r.sessionId = "s1";
    r.timeMs = kStart;
    r.modelHash = model;
    r.architectureHash = "arch-" + model;
    r.modelFeatures = {1, 2, 3};
    r.hardwareName = hardware;
    r.hardwareFingerprint = {10, 20};
    r.environmentHash = "env1";
    r.environment = Json{{"kernel", "6.1"}};
    r.candidate.id = "c" + std::to_string(threads);
    r.candidate.mapping.session.threads = threads;
    r.measured[Metric::P50Latency] = {{1000 * ratio, 990 * ratio, 1010 * ratio},
                                      NumberSource::Measured};
    r.ratios[Metric::P50Latency] = {ratio, ratio * 0.99, ratio * 1.01};
    return r;
}

Query query() {
    Query q;
    q.modelHash = "m1";
    q.architectureHash = "arch-m1";
    q.modelFeatures = {1, 2, 3};
    q.hardwareName = "h1";
    q.hardwareFingerprint = {10, 20};
    q.environmentHash = "env1";
    q.nowMs = kStart;
    return q;
}

OperatorObservation probeRow(int i, const std::string& environment, double factor) {
    OperatorObservation row;
    row.hardwareName = "h1";
    row.environmentHash = environment;
    row.origin = "probe";
    row.opType = "Conv";
    row.dtype = "fp32";
    row.shapes = std::to_string(i);
    row.microseconds = (10 + i) * factor;
    row.timeMs = kStart;
    return row;
}

std::string bytesOf(const fs::path& path) {
    return readTextFile(path).value_or(std::string());
}

} // namespace

class TestExperienceStore : public QObject {
    Q_OBJECT

    std::optional<TemporaryDirectory> m_folder;
    fs::path path() const { return m_folder->path() / "experience.db"; }
    Store open(const OpenOptions& options = {}) const {
        auto store = Store::open(path(), options);
        if (!store)
            qFatal("%s", store.error().text().c_str());
        return std::move(*store);
    }

  private slots:
    void init() {
        auto folder = TemporaryDirectory::create("mi-experience");
        QVERIFY(folder);
        m_folder.emplace(std::move(*folder));
    }
    void cleanup() { m_folder.reset(); }

    void recordsComeBackAsWritten() {
        Store store = open();
        Record r = record("m1", "h1", 2, 0.5);
        r.subgraphSignatures = {"conv_bn_relu"};
        r.predicted[Metric::P50Latency] = {{700, 600, 800}, NumberSource::Predicted};
        r.deviation = Json{{"cause", "slow kernel"}};
        r.accuracy = Json{{"top1", 0.88}};
        QCOMPARE(*store.add({r}), std::size_t{1});
        QCOMPARE(*store.add({r}), std::size_t{0}); // the same once more
        const auto list = store.list();
        QVERIFY(list);
        QCOMPARE(list->size(), std::size_t{1});
        Json expected = r.toJson(), got = list->front().toJson();
        QCOMPARE(dumpJson(got), dumpJson(expected));
    }

    void strangeTextsSurvive() {
        Store store = open();
        Record r = record("m'1\"; DROP TABLE records; --", "h:1 :p0", 2, 0.5);
        r.failure = "line\nnew \xE4\xB8\xAD";
        QVERIFY(store.add({r}));
        Filter filter;
        filter.modelHash = r.modelHash;
        filter.hardwareName = r.hardwareName;
        const auto list = store.list(filter);
        QVERIFY(list);
        QCOMPARE(list->size(), std::size_t{1});
        QCOMPARE(list->front().failure, r.failure);
    }

    void bestForModelIsRanked() {
        Store store = open();
        Record failed = record("m1", "h1", 8, 0.1);
        failed.failure = "crash (SIGSEGV)";
        QVERIFY(store.add({record("m1", "h1", 1, 0.9), record("m1", "h1", 2, 0.5),
                           record("m1", "h1", 4, 1.4), record("m2", "h1", 5, 0.2),
                           record("m1", "h2", 6, 0.3), failed}));
        const auto best = store.bestForModel(query());
        QVERIFY(best);
        QCOMPARE(best->size(), std::size_t{2}); // not the slower, the failed, nor the others'
        QCOMPARE(best->at(0).record.candidate.mapping.session.threads, 2);
        QCOMPARE(best->at(0).expectedRatio, 0.5);
        QCOMPARE(best->at(0).kinship, Kinship::SameModelSameHardware);
        const auto failures = store.knownFailures(query());
        QVERIFY(failures);
        QCOMPARE(failures->size(), std::size_t{1});
        QCOMPARE(failures->front().failure, failed.failure);
        Query other = query();
        other.environmentHash = "env2"; // what failed under another driver may work
        QVERIFY(store.knownFailures(other)->empty());
        Query all = query();
        all.onlyImprovements = false;
        QCOMPARE(store.bestForModel(all)->size(), std::size_t{3});
        all.limit = 1;
        QCOMPARE(store.bestForModel(all)->size(), std::size_t{1});
    }

    void repeatedResultsAreAveraged() {
        Store store = open();
        Record again = record("m1", "h1", 2, 0.7);
        again.sessionId = "s2";
        QVERIFY(store.add({record("m1", "h1", 2, 0.5), again}));
        const auto best = store.bestForModel(query());
        QCOMPARE(best->size(), std::size_t{1});
        QCOMPARE(best->front().expectedRatio, 0.6);
    }

    void ageAndEnvironmentLowerTrust() {
        Store store = open();
        QVERIFY(store.add({record("m1", "h1", 2, 0.5)}));
        Query q = query();
        q.nowMs = kStart + 90 * kDay;
        auto old = store.bestForModel(q);
        QCOMPARE(old->front().trust, 0.5);
        QCOMPARE(old->front().expectedRatio, 0.75); // half of the gain is believed
        q = query();
        q.environmentHash = "env2";
        QCOMPARE(store.bestForModel(q)->front().trust, 0.3);
        q.nowMs = kStart + 3000 * kDay;
        QVERIFY(store.bestForModel(q)->empty());
    }

    void reprobeRestoresTrust() {
        Store store = open();
        QVERIFY(store.add({record("m1", "h1", 2, 0.5)}));
        std::vector<OperatorObservation> rows;
        for (int i = 0; i < 10; ++i) {
            rows.push_back(probeRow(i, "env1", 1));
            rows.push_back(probeRow(i, "env2", 1.02));
            rows.push_back(probeRow(i, "env3", 3)); // another machine in all but name
        }
        QCOMPARE(*store.addObservations(rows), rows.size());
        Query q = query();
        q.environmentHash = "env2";
        QCOMPARE(store.bestForModel(q)->front().trust, 0.3);
        QCOMPARE(*store.confirmByProbe("h1", "env2", kStart), std::size_t{1});
        const double restored = store.bestForModel(q)->front().trust;
        QVERIFY2(restored > 0.85 && restored < 1, qPrintable(QString::number(restored)));
        QCOMPARE(*store.confirmByProbe("h1", "env3", kStart), std::size_t{0});
        q.environmentHash = "env3";
        QCOMPARE(store.bestForModel(q)->front().trust, 0.3);
        QCOMPARE(store.confirmByProbe("h1", "unseen", kStart).error().code, ErrorCode::NotFound);
        // Age counts from the probe on.
        q.environmentHash = "env1";
        q.nowMs = kStart + 90 * kDay;
        QCOMPARE(store.bestForModel(q)->front().trust, 0.5);
        QVERIFY(store.confirmByProbe("h1", "env1", q.nowMs));
        QCOMPARE(store.bestForModel(q)->front().trust, 1.0);
    }

    void tooFewCommonOperatorsConfirmNothing() {
        Store store = open();
        QVERIFY(store.addObservations({probeRow(1, "env1", 1), probeRow(1, "env2", 1)}));
        QCOMPARE(*store.confirmByProbe("h1", "env2", kStart), std::size_t{0});
    }

    void similarModelsByArchitectureAndFeatures() {
        Store store = open();
        Record twin = record("m2", "h1", 2, 0.5);
        twin.architectureHash = "arch-m1";
        Record near = record("m3", "h1", 4, 0.5), far = record("m4", "h1", 8, 0.5);
        near.modelFeatures = {1, 2, 4};
        far.modelFeatures = {1000, 0, 0.001};
        QVERIFY(store.add({twin, near, far, record("m1", "h1", 16, 0.4)}));
        const auto similar = store.similarModels(query());
        QVERIFY(similar);
        QCOMPARE(similar->size(), std::size_t{2}); // the far one says nothing about this model
        QCOMPARE(similar->at(0).record.modelHash, "m2");
        QCOMPARE(similar->at(1).record.modelHash, "m3");
        QVERIFY(similar->at(1).weight < similar->at(0).weight);
        QCOMPARE(similar->at(0).kinship, Kinship::OtherModelSameHardware);
    }

    void otherHardwareOnlyByTransfer() {
        Store store = open();
        Record near = record("m1", "h2", 2, 0.5), far = record("m1", "h3", 4, 0.5);
        near.hardwareFingerprint = {11, 19};
        far.hardwareFingerprint = {1, 2000};
        QVERIFY(store.add({near, far}));
        QVERIFY(store.bestForModel(query())->empty());
        QVERIFY(store.similarModels(query())->empty());
        const auto transfer = store.transfer(query());
        QVERIFY(transfer);
        QCOMPARE(transfer->at(0).record.hardwareName, "h2");
        QCOMPARE(transfer->at(0).kinship, Kinship::OtherHardware);
        QVERIFY(transfer->at(0).weight < 1);
        QVERIFY(transfer->size() == 1 || transfer->at(1).weight < transfer->at(0).weight);
    }

    void observationsCarryTrust() {
        Store store = open();
        QVERIFY(store.addObservations({probeRow(1, "env1", 1), probeRow(2, "env2", 1)}));
        const auto rows = store.observations(query());
        QVERIFY(rows);
        QCOMPARE(rows->size(), std::size_t{2});
        for (const OperatorObservation& row : *rows)
            QCOMPARE(row.trust, row.environmentHash == "env1" ? 1.0 : 0.3);
    }

    void expireAndRemove() {
        Store store = open();
        Record fresh = record("m1", "h1", 2, 0.5);
        fresh.timeMs = kStart + 400 * kDay;
        QVERIFY(store.add({record("m1", "h1", 1, 0.5), fresh, record("m2", "h1", 1, 0.5)}));
        QCOMPARE(*store.expire(0.1, kStart + 400 * kDay), std::size_t{2});
        QCOMPARE(store.stats()->records, std::size_t{1});
        QCOMPARE(store.remove({}).error().code, ErrorCode::InvalidArgument);
        Filter filter;
        filter.modelHash = "m1";
        QCOMPARE(*store.remove(filter), std::size_t{1});
        QCOMPARE(store.stats()->records, std::size_t{0});
    }

    void statistics() {
        Store store = open();
        Record failed = record("m2", "h1", 1, 1);
        failed.failure = "timeout";
        failed.timeMs = kStart + 5;
        QVERIFY(store.add({record("m1", "h1", 1, 0.5), failed}));
        const auto stats = store.stats();
        QVERIFY(stats);
        QCOMPARE(stats->schemaVersion, Store::kSchemaVersion);
        QCOMPARE(stats->records, std::size_t{2});
        QCOMPARE(stats->failures, std::size_t{1});
        QCOMPARE(stats->models, std::size_t{2});
        QCOMPARE(stats->newestMs, kStart + 5);
        QVERIFY(stats->fileBytes > 0);
        QVERIFY(stats->journalMode == "wal" || stats->journalMode == "delete");
    }

    void exportAndImport() {
        const fs::path file = m_folder->path() / "experience.jsonl";
        {
            Store store = open();
            QVERIFY(store.add({record("m1", "h1", 1, 0.5), record("m1", "h1", 2, 0.6)}));
            QVERIFY(store.addObservations({probeRow(1, "env1", 1)}));
            QCOMPARE(*store.exportTo(file), std::size_t{3});
        }
        {
            std::ofstream more(file, std::ios::app);
            more << "not json\n{\"type\": \"other\"}\n\n{\"type\": \"record\"}\n";
        }
        auto other = Store::open(m_folder->path() / "other.db");
        QVERIFY(other);
        auto report = other->importFrom(file);
        QVERIFY(report);
        QCOMPARE(report->added, std::size_t{3});
        QCOMPARE(report->rejected, std::size_t{3});
        QVERIFY(QString::fromStdString(report->problems[0]).contains("experience.jsonl:4"));
        QCOMPARE(other->bestForModel(query())->front().trust, 0.5); // heard, not seen
        report = other->importFrom(file);
        QCOMPARE(report->added, std::size_t{0});
        QCOMPARE(report->alreadyThere, std::size_t{3});
        // Back where it came from, nothing is there twice and nothing loses trust.
        Store store = open();
        QCOMPARE(store.importFrom(file)->added, std::size_t{0});
        QCOMPARE(store.bestForModel(query())->front().trust, 1.0);
    }

    void damagedFileIsNamedAndUntouched() {
        {
            Store store = open();
            std::vector<Record> many;
            for (int i = 0; i < 200; ++i)
                many.push_back(record("m1", "h1", i, 0.5));
            QVERIFY(store.add(many));
        }
        const std::string intact = bytesOf(path());
        std::string truncated = intact.substr(0, intact.size() / 2);
        std::string scribbled = intact;
        for (std::size_t i = 4096; i < scribbled.size(); i += 3)
            scribbled[i] = 'x';
        for (const std::string& content : {truncated, scribbled, std::string("this is a diary")}) {
            QVERIFY(writeFileAtomically(path(), content));
            const auto store = Store::open(path());
            QVERIFY(!store);
            QCOMPARE(store.error().code, ErrorCode::Io);
            QVERIFY(QString::fromStdString(store.error().text()).contains("experience.db"));
            QVERIFY(!store.error().hint.empty());
            QCOMPARE(bytesOf(path()), content);
        }
    }

    void newerSchemaIsRefused() {
        { Store store = open(); }
        OpenOptions older;
        older.schemaVersion = 1;
        const std::string before = bytesOf(path());
        const auto store = Store::open(path(), older);
        QVERIFY(!store);
        QCOMPARE(store.error().code, ErrorCode::VersionMismatch);
        QCOMPARE(bytesOf(path()), before);
    }

    void migrationKeepsRecords() {
        OpenOptions first;
        first.schemaVersion = 1;
        {
            Store store = open(first);
            QVERIFY(store.add({record("m1", "h1", 1, 0.5)}));
            QCOMPARE(store.stats()->schemaVersion, 1);
            QCOMPARE(store.bestForModel(query())->size(), std::size_t{1});
        }
        Store store = open();
        QCOMPARE(store.stats()->schemaVersion, Store::kSchemaVersion);
        QCOMPARE(store.bestForModel(query())->size(), std::size_t{1});
        QVERIFY(store.addObservations({probeRow(1, "env1", 1)}));
    }

    void badRecordsRollBackTogether() {
        Store store = open();
        Record nameless = record("", "h1", 1, 0.5);
        QVERIFY(!store.add({record("m1", "h1", 1, 0.5), nameless}));
        QCOMPARE(store.stats()->records, std::size_t{0});
        QVERIFY(store.add({record("m1", "h1", 1, 0.5)})); // the writer goes on
    }

    void unusablePlaces() {
        QVERIFY(!Store::open("/proc/nothing/experience.db"));
        QVERIFY(!Store::open(m_folder->path())); // a folder
    }

    void threadsShareOneStore() {
        Store store = open();
        std::vector<std::thread> threads;
        std::atomic<int> failures{0};
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&, t] {
                for (int i = 0; i < 25; ++i) {
                    Record r = record("m1", "h1", t * 100 + i, 0.5);
                    if (!store.add({r}) || !store.list() || !store.bestForModel(query()))
                        ++failures;
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(failures.load(), 0);
        QCOMPARE(store.stats()->records, std::size_t{100});
    }

    void twoStoresOfOneProcessShareTheWriter() {
        Store a = open(), b = open();
        QVERIFY(a.add({record("m1", "h1", 1, 0.5)}));
        QVERIFY(b.add({record("m1", "h1", 2, 0.5)}));
        QCOMPARE(a.stats()->records, std::size_t{2});
    }

    void defaultPathFollowsTheEnvironment() {
        qputenv("METAINFER_EXPERIENCE", "/a/b.db");
        QCOMPARE(Store::defaultPath(), fs::path("/a/b.db"));
        qunsetenv("METAINFER_EXPERIENCE");
        qputenv("XDG_DATA_HOME", "/data");
        QCOMPARE(Store::defaultPath(), fs::path("/data/metainfer/experience.db"));
        qunsetenv("XDG_DATA_HOME");
        qputenv("HOME", "/home/u");
        QCOMPARE(Store::defaultPath(), fs::path("/home/u/.local/share/metainfer/experience.db"));
    }

    void presentTrustKnowsAgeEnvironmentAndConfirmation() {
        const auto folder = TemporaryDirectory::create("mi-trust");
        QVERIFY(folder);
        auto store = Store::open(folder->path() / "e.db");
        QVERIFY(store);
        const std::vector<Record> records{record("m1", "h1", 1, 0.5), record("m1", "h2", 2, 0.5)};
        const auto half = store->presentTrust(records, {}, kStart + 90 * kDay);
        QVERIFY(half);
        QVERIFY(std::abs((*half)[0] - 0.5) < 1e-9 && std::abs((*half)[1] - 0.5) < 1e-9);
        // The environment of h1 changed; that of h2 is not known.
        const auto changed = store->presentTrust(records, {{"h1", "env2"}}, kStart);
        QVERIFY(changed);
        QVERIFY(std::abs((*changed)[0] - 0.3) < 1e-9);
        QCOMPARE((*changed)[1], 1.0);
        // A probe under the new environment agrees with the old one's.
        std::vector<OperatorObservation> rows;
        for (int i = 0; i < 10; ++i) {
            rows.push_back(probeRow(i, "env1", 1));
            rows.push_back(probeRow(i, "env2", 1.01));
        }
        QVERIFY(store->addObservations(rows));
        QVERIFY(store->confirmByProbe("h1", "env2", kStart));
        const auto confirmed = store->presentTrust(records, {{"h1", "env2"}}, kStart);
        QVERIFY(confirmed && (*confirmed)[0] > 0.9);
    }
};

QTEST_GUILESS_MAIN(TestExperienceStore)
#include "tst_experience_store.moc"
