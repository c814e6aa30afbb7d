// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Finding profiles, revisions, roll-back, differences and sources.
#include "base/file.h"
#include "hardware/profile_diff.h"
#include "hardware/profile_store.h"

#include <QtTest/QTest>

#include <algorithm>
#include <thread>

using namespace metainfer;
using namespace metainfer::hardware;
namespace fs = std::filesystem;

namespace {

Profile sample(const std::string& name) {
    Profile profile;
    profile.name = name;
    profile.type = DeviceType::Cpu;
    profile.compute.cores = 4;
    profile.compute.peakGflops[ElementType::Float] = 100;
    profile.provenance["compute.peak"] = {NumberSource::Datasheet, "", "", "", "sheet"};
    return profile;
}

const FieldChange* change(const std::vector<FieldChange>& changes, const std::string& path) {
    const auto it =
        std::find_if(changes.begin(), changes.end(), [&](const auto& c) { return c.path == path; });
    return it == changes.end() ? nullptr : &*it;
}

} // namespace

class TestProfileStore : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        auto created = TemporaryDirectory::create("mi-test");
        QVERIFY(created);
        m_dir = std::make_unique<TemporaryDirectory>(std::move(*created));
    }

    void firstFolderWins() {
        const auto a = m_dir->path() / "a", b = m_dir->path() / "b";
        auto first = sample("board");
        first.compute.cores = 1;
        auto second = sample("board");
        second.compute.cores = 2;
        QVERIFY(ProfileStore::save(a, first, "test", "2026-01-01"));
        QVERIFY(ProfileStore::save(b, second, "test", "2026-01-01"));
        QVERIFY(ProfileStore::save(b, sample("other"), "test", "2026-01-01"));
        const ProfileStore store({a, b});
        QCOMPARE(*store.load("board")->profile.compute.cores, 1);
        QCOMPARE(*store.load((b / "board.yaml").string())->profile.compute.cores, 2);
        QCOMPARE(store.names(), (std::vector<std::string>{"board", "other"}));
        QCOMPARE(store.all().size(), 2u);
    }

    void unknownNameSuggests() {
        QVERIFY(ProfileStore::save(m_dir->path(), sample("accelerator-x"), "test", "2026-01-01"));
        const ProfileStore store({m_dir->path()});
        const auto missing = store.find("acelerator-x");
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
        QVERIFY2(missing.error().text().find("Did you mean accelerator-x?") != std::string::npos,
                 missing.error().text().c_str());
        QCOMPARE(store.find("no/such/file.yaml").error().code, ErrorCode::NotFound);
        QVERIFY(!ProfileStore(std::vector<fs::path>{}).find("x").error().hint.empty());
    }

    void environmentVariableIsSearched() {
        QVERIFY(ProfileStore::save(m_dir->path(), sample("from-variable"), "test", "2026-01-01"));
        const QByteArray before = qgetenv("METAINFER_PROFILES");
        qputenv("METAINFER_PROFILES", ("/nowhere:" + m_dir->path().string()).c_str());
        const ProfileStore store;
        qputenv("METAINFER_PROFILES", before);
        QVERIFY(store.find("from-variable"));
        QVERIFY(store.find("accelerator-x-edge")); // shipped ones stay visible
    }

    void everyChangeIsARevision() {
        const auto path = m_dir->path() / "board.yaml";
        auto profile = sample("board");
        const auto one =
            ProfileStore::save(m_dir->path(), profile, "written by hand", "2026-01-01");
        QVERIFY(one);
        QCOMPARE(one->revision.number, 1);
        QVERIFY(one->revision.parentHash.empty());
        profile.compute.sustainedGflops[ElementType::Float] = 80;
        profile.provenance["compute.sustained"] = {NumberSource::Measured, "2026-01-02",
                                                   "metainfer", "env", ""};
        const auto two = ProfileStore::save(m_dir->path(), profile, "probed", "2026-01-02");
        QVERIFY(two);
        QCOMPARE(two->revision.number, 2);
        QCOMPARE(two->revision.parentHash, profileHash(*one));
        // The datasheet's value stays beside the measured one.
        QCOMPARE(two->compute.peakGflops.at(ElementType::Float), 100.0);
        QCOMPARE(two->provenanceOf("compute.peak.fp32")->source, NumberSource::Datasheet);
        QCOMPARE(two->provenanceOf("compute.sustained.fp32")->source, NumberSource::Measured);
        // The same content again is no revision.
        QCOMPARE(ProfileStore::save(m_dir->path(), profile, "again", "2026-01-03")->revision.number,
                 2);
        const auto history = ProfileStore::history(path);
        QVERIFY(history);
        QCOMPARE(history->size(), 2u);
        QCOMPARE((*history)[0].reason, "written by hand");
        QCOMPARE((*history)[1].reason, "probed");
        QVERIFY(!ProfileStore::save(m_dir->path(), sample("x"), "", "2026-01-01"));
    }

    void rollBackAddsARevision() {
        const auto path = m_dir->path() / "board.yaml";
        auto profile = sample("board");
        QVERIFY(ProfileStore::save(m_dir->path(), profile, "first", "2026-01-01"));
        profile.compute.cores = 8;
        QVERIFY(ProfileStore::save(m_dir->path(), profile, "wrong core count", "2026-01-02"));
        const auto back = ProfileStore::rollBack(path, 1, "2026-01-03");
        QVERIFY2(back, back ? "" : back.error().text().c_str());
        QCOMPARE(back->revision.number, 3);
        QCOMPARE(back->revision.reason, "rolled back to revision 1");
        QCOMPARE(*loadProfile(path)->profile.compute.cores, 4);
        QCOMPARE(*ProfileStore::revision(path, 2)->compute.cores, 8); // still there
        QCOMPARE(ProfileStore::history(path)->size(), 3u);
        const auto missing = ProfileStore::rollBack(path, 9, "2026-01-03");
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
    }

    void aFileReplacedByHandKeepsHistory() {
        const auto path = m_dir->path() / "board.yaml";
        auto profile = sample("board");
        QVERIFY(ProfileStore::save(m_dir->path(), profile, "first", "2026-01-01"));
        profile.compute.cores = 8;
        QVERIFY(ProfileStore::save(m_dir->path(), profile, "second", "2026-01-02"));
        profile.compute.cores = 6;
        profile.revision = {};
        QVERIFY(writeProfile(path, profile));
        profile.compute.cores = 7;
        QVERIFY(ProfileStore::save(m_dir->path(), profile, "third", "2026-01-03"));
        QCOMPARE(*ProfileStore::revision(path, 1)->compute.cores, 4); // not overwritten
        QCOMPARE(*loadProfile(path)->profile.compute.cores, 7);
    }

    void writersTakeTurns() {
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&, i] {
                for (int j = 0; j < 5; ++j) {
                    auto profile = sample("shared");
                    profile.compute.cores = 1 + i * 10 + j;
                    (void)ProfileStore::save(m_dir->path(), profile, "writer", "2026-01-01");
                }
            });
        for (auto& thread : threads)
            thread.join();
        const auto history = ProfileStore::history(m_dir->path() / "shared.yaml");
        QVERIFY(history);
        QCOMPARE(history->size(), 20u);
        for (std::size_t i = 0; i < history->size(); ++i)
            QCOMPARE((*history)[i].number, static_cast<int>(i) + 1);
    }

    void differencesNameTheField() {
        auto before = sample("board"), after = sample("board");
        before.memory.hierarchy.push_back({});
        before.memory.hierarchy.back().level = "L2";
        before.memory.hierarchy.back().sizeBytes = 524288;
        after.memory.hierarchy = before.memory.hierarchy;
        after.memory.hierarchy.back().sizeBytes = 1048576;
        after.ops.slow = {"softmax"};
        after.compute.peakGflops.clear();
        QVERIFY(diffProfiles(before, before).empty());
        const auto changes = diffProfiles(before, after);
        QCOMPARE(changes.size(), 3u);
        QCOMPARE(change(changes, "memory.hierarchy.L2.size")->before, "524288");
        QCOMPARE(change(changes, "memory.hierarchy.L2.size")->after, "1048576");
        QCOMPARE(change(changes, "ops.tier.softmax")->after, "slow");
        QCOMPARE(change(changes, "compute.peak.fp32")->after, "");
    }

    void fullDiskLeavesTheOldFile() {
        QVERIFY(ProfileStore::save(m_dir->path(), sample("board"), "first", "2026-01-01"));
        const auto bad =
            ProfileStore::save("/proc/no-such-place", sample("board"), "x", "2026-01-01");
        QVERIFY(!bad);
        QVERIFY(loadProfile(m_dir->path() / "board.yaml"));
    }

  private:
    std::unique_ptr<TemporaryDirectory> m_dir;
};

QTEST_GUILESS_MAIN(TestProfileStore)
#include "tst_profile_store.moc"
