// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A changed environment lowers the trust of what was measured before, whatever field changed, and
// is said until there are results of the new one.
#include "engine/environment_note.h"

#include "base/file.h"
#include "experience/trust.h"

#include <QtTest/QTest>

using namespace metainfer;
using hardware::Environment;

namespace {

constexpr std::int64_t kNovember30 = 1796040000000; // 2026

Environment before() {
    Environment environment;
    environment.device = "board";
    environment.kernel = "Linux 6.1";
    return environment;
}

experience::Record recordOf(const Environment& environment, std::int64_t timeMs) {
    experience::Record record;
    record.sessionId = "s" + std::to_string(timeMs);
    record.timeMs = timeMs;
    record.modelHash = "m";
    record.hardwareName = "board";
    record.environmentHash = environment.hash();
    record.environment = environment.toJson();
    record.candidate.id = "c1";
    return record;
}

} // namespace

class TestEnvironmentNote : public QObject {
    Q_OBJECT

  private slots:
    void everyFieldCounts() {
        Json fields = before().toJson();
        QVERIFY(fields.size() > 15);
        for (const char* needed :
             {"kernel", "governor", "runtime_sha256", "firmware", "driver", "libc"})
            QVERIFY2(fields.contains(needed), needed);
        for (auto& value : fields)
            value = "as it was";
        const auto known = Environment::fromJson(fields);
        QVERIFY(known);
        for (const auto& [field, value] : fields.items()) {
            Json changed = fields;
            changed[field] = "something else";
            const auto after = Environment::fromJson(changed);
            QVERIFY(after);
            QVERIFY2(after->hash() != known->hash(), field.c_str());
            const auto differences = hardware::differences(*known, *after);
            QCOMPARE(differences.size(), std::size_t{1});
            QCOMPARE(differences[0].field, field);
        }
        // At once: no time passes.
        const experience::TrustPolicy policy;
        QCOMPARE(experience::effectiveTrust(1, 5, 5, true, nullptr, policy), 1.0);
        QVERIFY(experience::effectiveTrust(1, 5, 5, false, nullptr, policy) <= 0.3);
    }

    void saidUntilThereAreNewResults() {
        const auto folder = TemporaryDirectory::create("mi-test");
        auto store = experience::Store::open(folder->path() / "e.db");
        QVERIFY(store);
        Environment after = before();
        after.kernel = "Linux 6.2";
        QVERIFY(!engine::environmentNote(*store, "board", after)); // nothing is older
        QVERIFY(store->add({recordOf(before(), kNovember30)}));
        QVERIFY(!engine::environmentNote(*store, "board", before()));
        QVERIFY(!engine::environmentNote(*store, "another", after));
        const auto note = engine::environmentNote(*store, "board", after);
        QVERIFY(note);
        QCOMPARE(*note, std::string("kernel changed since 2026-11-30 (Linux 6.1 -> Linux 6.2): "
                                    "older results count less"));
        QVERIFY(store->add({recordOf(after, kNovember30 + 1)}));
        QVERIFY(!engine::environmentNote(*store, "board", after));
    }
};

QTEST_GUILESS_MAIN(TestEnvironmentNote)
#include "tst_environment_note.moc"
