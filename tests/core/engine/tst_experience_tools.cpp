// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the store says about a model on a device: by name, by file, and what it does not know.
#include "base/file.h"
#include "engine/engine.h"
#include "experience/store.h"

#include <QtTest/QTest>

#include <chrono>

using namespace metainfer;
using namespace metainfer::engine;

namespace {

std::int64_t nowMs() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

experience::Record record(const std::string& model, const std::string& hardware, int threads,
                          double ratio) {
    experience::Record r;
    r.sessionId = "s1";
    r.timeMs = nowMs();
    r.modelName = model;
    r.modelHash = "hash-" + model;
    r.modelFeatures = {1, 2, 3};
    r.hardwareName = hardware;
    r.hardwareFingerprint = {1, 2, 3};
    r.candidate.id = "c" + std::to_string(threads);
    r.candidate.mapping.session.threads = threads;
    r.ratios[measurement::Metric::P50Latency] = {ratio, ratio, ratio};
    return r;
}

} // namespace

class TestExperienceTools : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        m_folder.emplace(std::move(*TemporaryDirectory::create("mi-experience")));
        auto store = experience::Store::open(file());
        QVERIFY(store);
        QVERIFY(store->add({record("a", "accelerator-x-edge", 1, 0.5),
                            record("a", "accelerator-x-edge", 2, 1.5),
                            record("b", "accelerator-x-edge", 3, 0.6)}));
        m_engine = createEngine({file()});
    }

    void knownModelsAreFoundByName() {
        const auto answer = m_engine->experienceFor({"a", "accelerator-x-edge"});
        QVERIFY2(answer, answer ? "" : answer.error().text().c_str());
        QCOMPARE(answer->model, std::string("a"));
        QCOMPARE(answer->hardware, std::string("accelerator-x-edge"));
        QCOMPARE(answer->suggestions.size(), 2u);
        QCOMPARE(answer->suggestions[0].kinship, experience::Kinship::SameModelSameHardware);
        QCOMPARE(answer->suggestions[1].record.modelName, std::string("b"));
        TransferRequest all{"a", "accelerator-x-edge"};
        all.onlyImprovements = false;
        QCOMPARE(m_engine->experienceFor(all)->suggestions.size(), 3u);
        const Json json = answer->toJson();
        QCOMPARE(json["suggestions"].size(), 2u);
        QCOMPARE(json["suggestions"][0]["kinship"].get<std::string>(),
                 std::string("same_model_same_hardware"));
    }

    void otherModelsComeFromTheirFile() {
        const auto answer = m_engine->experienceFor({"package-section", "accelerator-x-edge"});
        QVERIFY2(answer, answer ? "" : answer.error().text().c_str());
        for (const auto& one : answer->suggestions)
            QVERIFY(one.kinship != experience::Kinship::SameModelSameHardware);
        const auto unknown = m_engine->experienceFor({"no-such-model", "accelerator-x-edge"});
        QVERIFY(!unknown && unknown.error().code == ErrorCode::NotFound);
        QVERIFY(!m_engine->experienceFor({"a", "no-such-device"}));
    }

    void trustOfNow() {
        const auto records = m_engine->experienceList({});
        QVERIFY(records);
        const auto trust = m_engine->experienceTrust(*records);
        QVERIFY(trust);
        QCOMPARE(trust->size(), records->size());
        for (const double one : *trust)
            QVERIFY(one > 0.99 && one <= 1);
    }

  private:
    std::filesystem::path file() const { return m_folder->path() / "experience.db"; }
    std::optional<TemporaryDirectory> m_folder;
    std::unique_ptr<Commands> m_engine;
};

QTEST_GUILESS_MAIN(TestExperienceTools)
#include "tst_experience_tools.moc"
