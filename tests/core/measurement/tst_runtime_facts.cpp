// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What each runtime takes, and the mappings that are tried on it.
#include "measurement/runtime_facts.h"

#include "candidates/mapping/mapping_space.h"

#include <QtTest/QTest>

#include <set>

using namespace metainfer;
using namespace metainfer::measurement;

namespace {

candidates::MappingSpace spaceOf(std::string_view runtime) {
    candidates::MappingLimits limits;
    const RuntimeTraits traits = traitsOf(runtime);
    limits.honoured = traits.mappingKeys;
    limits.runtime = traits.name;
    limits.physicalCores = limits.logicalCores = 2;
    limits.int8 = true;
    return candidates::MappingSpace(limits);
}

std::set<std::string> namesOf(const candidates::MappingSpace& space) {
    std::set<std::string> names;
    for (const auto& dimension : space.dimensions())
        names.insert(dimension.name);
    return names;
}

} // namespace

class TestRuntimeFacts : public QObject {
    Q_OBJECT

  private slots:
    void winogradFromTheVersionThatHasIt_data() {
        QTest::addColumn<QString>("runtime");
        QTest::addColumn<bool>("has");
        QTest::newRow("no version") << "opencv" << false;
        QTest::newRow("4.6") << "opencv@4.6.0" << false;
        QTest::newRow("4.7") << "opencv@4.7.0" << true;
        QTest::newRow("4.10") << "opencv@4.10.0" << true;
        QTest::newRow("5.0") << "opencv@5.0.0" << true;
    }
    void winogradFromTheVersionThatHasIt() {
        QFETCH(QString, runtime);
        QFETCH(bool, has);
        const auto keys = traitsOf(runtime.toStdString()).mappingKeys;
        QCOMPARE(std::find(keys.begin(), keys.end(), "winograd") != keys.end(), has);
    }

    void onlyHonouredKnobsAreTried() {
        QCOMPARE(namesOf(spaceOf("opencv@4.6.0")), (std::set<std::string>{"threads", "fusion"}));
        const auto onnxRuntime = namesOf(spaceOf("onnxruntime@1.30.0"));
        QVERIFY(!onnxRuntime.contains("fusion"));
        QVERIFY(onnxRuntime.contains("spin") && onnxRuntime.contains("quantprecision"));
        QVERIFY(namesOf(spaceOf("another")).empty());
    }

    void mappingsAreOfTheRuntime() {
        const auto space = spaceOf("opencv@4.6.0");
        Random random(3);
        bool fusedAway = false;
        for (int i = 0; i < 40; ++i) {
            const candidates::Mapping mapping = space.sample(random);
            QCOMPARE(mapping.session.runtime, std::string("opencv"));
            QVERIFY(space.admit(mapping));
            QVERIFY(mapping.session.spinning && mapping.session.arena);
            const bool off = mapping.session.config.contains("opencv.fusion");
            QCOMPARE(space.valueOf(mapping, "fusion"), std::string(off ? "off" : "on"));
            fusedAway = fusedAway || off;
        }
        QVERIFY(fusedAway);
        for (const candidates::Mapping& mapping : space.handTuned())
            QCOMPARE(mapping.session.runtime, std::string("opencv"));
        candidates::Mapping foreign = space.defaultMapping();
        foreign.session.arena = false;
        QVERIFY(!space.admit(foreign));
    }

    void theDevicesOwnRuntimeIsTheDefault() {
        Capabilities capabilities;
        QCOMPARE(plainSession(capabilities), SessionOptions());
        capabilities.runtimes = {"opencv@4.6.0", "onnxruntime@1.30.0"};
        QCOMPARE(plainSession(capabilities).runtime, std::string("opencv"));
        QVERIFY(plainSession(capabilities).runtimeVersion.empty());
    }

    void everyKnownRuntimeHasTraits() {
        for (const std::string_view runtime : knownRuntimes()) {
            const RuntimeTraits traits = traitsOf(runtime);
            QVERIFY(traits.name == runtime);
            QVERIFY(!traits.precisions.empty() && !traits.providers.empty());
        }
    }
};

QTEST_GUILESS_MAIN(TestRuntimeFacts)
#include "tst_runtime_facts.moc"
