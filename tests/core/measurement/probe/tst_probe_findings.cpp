// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Planted truths are found with their values, and nothing is found where nothing is planted.
#include "measurement/probe/findings.h"

#include "hardware/profile_yaml.h"
#include "planted_bench.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::measurement;
using test::PlantedTruth;

namespace {

/// One family is enough, and much quicker.
ProbeOptions onlyConvolutions(ProbeSuite suite = ProbeSuite::Quick) {
    ProbeOptions options;
    options.suite = suite;
    options.families = {"conv2d"};
    options.shapes = {};
    return options;
}

ProbeResult probed(const PlantedTruth& truth, const ProbeOptions& options) {
    auto result = test::probePlanted(truth, options);
    if (!result) {
        qWarning("%s", result.error().text().c_str());
        return {};
    }
    return std::move(*result);
}

std::vector<ProbeFinding> ofKind(const ProbeResult& result, FindingKind kind) {
    std::vector<ProbeFinding> list;
    for (const ProbeFinding& finding : result.findings)
        if (finding.kind == kind)
            list.push_back(finding);
    return list;
}

QByteArray listed(const ProbeResult& result) {
    QByteArray text;
    for (const ProbeFinding& finding : result.findings)
        text += finding.toJson().dump().c_str() + QByteArray("\n");
    return text;
}

} // namespace

class TestProbeFindings : public QObject {
    Q_OBJECT

  private slots:
    /// Capacities and streams are what every machine has; all else would be a false alarm.
    void aCleanMachine_data() {
        QTest::addColumn<int>("seed");
        for (const int seed : {1, 2, 3, 4})
            QTest::newRow(QByteArray::number(seed)) << seed;
    }
    void aCleanMachine() {
        QFETCH(int, seed);
        PlantedTruth truth;
        truth.seed = static_cast<std::uint64_t>(seed);
        ProbeOptions options;
        if (seed > 1) // all families once
            options.families = {"conv2d", "softmax", "activation"};
        const ProbeResult result = probed(truth, options);
        QVERIFY(!result.rows.empty());
        QVERIFY2(result.problems.empty(),
                 result.problems.empty() ? "" : result.problems[0].c_str());
        for (const ProbeFinding& finding : result.findings)
            QVERIFY2(finding.kind == FindingKind::CacheCapacity ||
                         finding.kind == FindingKind::StreamScaling,
                     listed(result));
        QCOMPARE(ofKind(result, FindingKind::CacheCapacity).size(), std::size_t{3});
    }

    void capacities() {
        ProbeOptions options;
        options.operators = false;
        const ProbeResult result = probed({}, options);
        const double sizes[] = {32 << 10, 1 << 20, 32 << 20};
        const char* levels[] = {"L1", "L2", "L3"};
        const auto found = ofKind(result, FindingKind::CacheCapacity);
        QCOMPARE(found.size(), std::size_t{3});
        for (const ProbeFinding& finding : found)
            for (int i = 0; i < 3; ++i)
                if (finding.subject == levels[i]) {
                    QVERIFY2(finding.value.low <= sizes[i] * 1.3 &&
                                 finding.value.high >= sizes[i] / 1.3,
                             finding.toJson().dump().c_str());
                    QVERIFY(finding.confidence.value > 0.9);
                }
        // No knees in a flat curve.
        PlantedTruth flat;
        flat.levels.clear();
        QVERIFY(ofKind(probed(flat, options), FindingKind::CacheCapacity).empty());
    }

    void alignmentStep_data() {
        QTest::addColumn<int>("step");
        for (const int step : {4, 8, 16, 32})
            QTest::newRow(QByteArray::number(step)) << step;
    }
    void alignmentStep() {
        QFETCH(int, step);
        PlantedTruth truth;
        truth.alignment = step;
        const ProbeResult result = probed(truth, onlyConvolutions());
        std::size_t outputs = 0;
        for (const ProbeFinding& finding : ofKind(result, FindingKind::AlignmentStep)) {
            QCOMPARE(finding.subject, std::string("output_channels")); // inputs are not padded
            QVERIFY2(finding.value.value == step, finding.toJson().dump().c_str());
            QVERIFY(finding.confidence.value > 0.9);
            ++outputs;
        }
        QCOMPARE(outputs, std::size_t{2}); // fp32 and int8
        hardware::Profile profile;
        profile.name = "planted";
        const auto updated = updateProfile(profile, result);
        QCOMPARE(updated.quantization.alignment, std::vector<int>{step});
        QVERIFY(*updated.provenance.at("quantization.alignment_constraints").confidence > 0.9);
    }

    void integerAtFloatSpeed() {
        PlantedTruth truth;
        truth.integerAsFloat = true;
        const ProbeResult result = probed(truth, onlyConvolutions());
        const auto found = ofKind(result, FindingKind::IntegerAsFloat);
        QVERIFY(found.size() >= 3); // the kinds of convolutions
        for (const ProbeFinding& finding : found) {
            QVERIFY2(std::abs(finding.value.value - 1) < 0.08, finding.toJson().dump().c_str());
            QVERIFY(finding.facts.at("kernel").find("DequantizeLinear") != std::string::npos);
            QVERIFY(finding.confidence.value > 0.6);
        }
        hardware::Profile profile;
        profile.name = "planted";
        profile.compute.supportedDtypes = {ElementType::Float, ElementType::Int8};
        const auto conflicts = datasheetConflicts(profile, result);
        QVERIFY(!conflicts.empty());
        const auto updated = updateProfile(profile, result);
        const auto* record = updated.record("conv2d", ElementType::Int8);
        QVERIFY(record);
        QCOMPARE(record->status, hardware::OpStatus::Emulated);
        QVERIFY(record->note.find("computed in float") != std::string::npos);
        QVERIFY(updated.compute.supportedDtypes == profile.compute.supportedDtypes); // stated
    }

    void slowerTypes() {
        PlantedTruth truth;
        truth.opFactor["Conv"] = 1;
        ProbeResult result = probed(truth, onlyConvolutions());
        for (hardware::ProbeRow& row : result.rows)
            if (row.dtype == "int8" && row.family == "conv2d:depthwise" && row.p50Us)
                row.p50Us = *row.p50Us * 3; // half of the time becomes 1.5 times
        result.findings = findingsOf(result);
        const auto found = ofKind(result, FindingKind::TypePenalty);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].family, std::string("conv2d:depthwise"));
        QVERIFY(found[0].value.low < 1.55 && found[0].value.high > 1.4);
    }

    void thermalDecline() {
        ProbeOptions options;
        options.suite = ProbeSuite::Full;
        options.operators = false;
        PlantedTruth truth;
        truth.declinePerMinute = 0.05;
        const ProbeResult result = probed(truth, options);
        const auto found = ofKind(result, FindingKind::ThermalDecline);
        QCOMPARE(found.size(), std::size_t{1});
        // 5 % of the rate at the start each minute, 6 to 7 % of what is left after some minutes.
        QVERIFY2(found[0].value.value > 4.8 && found[0].value.value < 8,
                 found[0].toJson().dump().c_str());
        QVERIFY(found[0].value.low < found[0].value.value);
        QVERIFY(found[0].confidence.value > 0.9);
        QVERIFY(found[0].facts.contains("clock_mhz"));
        QVERIFY(found[0].facts.contains("temperature_c"));
        // What is left is what the profile holds.
        hardware::Profile profile;
        profile.name = "planted";
        const auto updated = updateProfile(profile, result);
        QVERIFY(updated.compute.sustainedGflops.at(ElementType::Float) < 0.9 * 100);
    }

    void burstThenSteady() {
        ProbeResult result;
        for (int i = 0; i < 40; ++i)
            result.sustained.push_back(
                {i * 0.25, (i < 6 ? 130.0 : 100.0) + 0.3 * (i % 3), std::nullopt, std::nullopt});
        result.findings = findingsOf(result);
        const auto found = ofKind(result, FindingKind::BurstRate);
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY(std::abs(found[0].value.value - 1.3) < 0.03);
        QVERIFY(ofKind(result, FindingKind::ThermalDecline).empty());
    }

    void firstInference() {
        PlantedTruth truth;
        truth.firstRunFactor = 4;
        const ProbeResult result = probed(truth, onlyConvolutions());
        const auto found = ofKind(result, FindingKind::FirstRun);
        QCOMPARE(found.size(), std::size_t{2});
        for (const ProbeFinding& finding : found)
            QVERIFY2(finding.value.low < 4.1 && finding.value.high > 3.9,
                     finding.toJson().dump().c_str());
    }

    void openDimensions() {
        PlantedTruth truth;
        truth.openFactor = 1.3;
        const ProbeResult result = probed(truth, onlyConvolutions());
        const auto found = ofKind(result, FindingKind::DynamicShape);
        QCOMPARE(found.size(), std::size_t{2});
        for (const ProbeFinding& finding : found)
            QVERIFY2(std::abs(finding.value.value - 1.3) < 0.05, finding.toJson().dump().c_str());
        truth.openError = "static shapes only";
        const ProbeResult refused = probed(truth, onlyConvolutions());
        QCOMPARE(ofKind(refused, FindingKind::DynamicShape).front().subject,
                 std::string("unsupported"));
        hardware::Profile profile;
        profile.name = "planted";
        QVERIFY(updateProfile(profile, refused).scheduling.dynamicShape == false);
        QVERIFY(updateProfile(profile, result).scheduling.dynamicShape == true);
        profile.scheduling.dynamicShape = true; // stated
        QVERIFY(updateProfile(profile, refused).scheduling.dynamicShape == true);
        const auto conflicts = datasheetConflicts(profile, refused);
        QCOMPARE(conflicts.size(), std::size_t{1});
        QCOMPARE(conflicts[0].subject, std::string("scheduling.supports_dynamic_shape"));
    }

    void fallbacks() {
        PlantedTruth truth;
        truth.decomposed = "HardSwish";
        truth.elsewhere = "Softmax";
        ProbeOptions options;
        options.families = {"activation", "softmax"};
        options.machine = false;
        const ProbeResult result = probed(truth, options);
        const auto decomposed = ofKind(result, FindingKind::Decomposed);
        QCOMPARE(decomposed.size(), std::size_t{1});
        QCOMPARE(decomposed[0].subject, std::string("HardSwish"));
        QCOMPARE(decomposed[0].facts.at("kernel"), std::string("Sigmoid+Mul"));
        const auto elsewhere = ofKind(result, FindingKind::OtherProvider);
        QVERIFY(!elsewhere.empty());
        for (const ProbeFinding& finding : elsewhere)
            QCOMPARE(finding.subject, std::string("Softmax"));
    }

    void threadsThatGainLittle() {
        PlantedTruth truth;
        truth.cores = 1; // whatever is asked for
        const ProbeResult result = probed(truth, onlyConvolutions());
        QVERIFY(result.threadRows.size() >= 4);
        const auto found = ofKind(result, FindingKind::ThreadScaling);
        QVERIFY(!found.empty());
        for (const ProbeFinding& finding : found)
            QVERIFY2(std::abs(finding.value.value - 1) < 0.1, finding.toJson().dump().c_str());
    }

    void streamsIntoTheProfile() {
        ProbeOptions options;
        options.operators = false;
        for (const int useful : {1, 2}) {
            PlantedTruth truth;
            truth.usefulStreams = useful;
            const ProbeResult result = probed(truth, options);
            const auto found = ofKind(result, FindingKind::StreamScaling);
            QCOMPARE(found.size(), std::size_t{1});
            QCOMPARE(found[0].value.value, static_cast<double>(useful));
        }
        hardware::Profile stated;
        stated.name = "planted";
        stated.scheduling.maxStreams = 8;
        const ProbeResult result = probed({}, options);
        QCOMPARE(*updateProfile(stated, result).scheduling.maxStreams, 8); // not overwritten
        QCOMPARE(datasheetConflicts(stated, result).size(), std::size_t{1});
        hardware::Profile empty;
        empty.name = "planted";
        const auto updated = updateProfile(empty, result);
        QCOMPARE(*updated.scheduling.maxStreams, 2);
        for (const Error& error : hardware::validate(updated))
            QFAIL(error.text().c_str());
        // Confidence survives the file; the same probe again changes nothing.
        const auto read = hardware::parseProfile(hardware::profileToYaml(updated), "test");
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QVERIFY(read->profile.provenance.at("scheduling.max_streams").confidence.has_value());
        QVERIFY(updateProfile(updated, result) == updated);
    }

    void capacitiesWhereNobodyStatesThem() {
        test::PlantedBench bench{PlantedTruth{}};
        auto device = test::plantedDevice();
        device.caches.clear();
        ProbeOptions options;
        options.operators = false;
        const auto result = probe::runProbe(bench, device, "2026-11-30T12:00:00Z", options, {}, {});
        QVERIFY(result);
        hardware::Profile profile;
        profile.name = "planted";
        const auto updated = updateProfile(profile, *result);
        QVERIFY(updated.memory.hierarchy.size() >= 3);
        QCOMPARE(updated.memory.hierarchy[0].level, std::string("level 1"));
        QVERIFY(std::abs(std::log(*updated.memory.hierarchy[0].sizeBytes / (32 << 10))) < 0.4);
    }

    /// Without kernels of its own only operators are probed, and that is said.
    void aDeviceWithoutAgent() {
        test::PlantedBench bench{PlantedTruth{}};
        bench.kernels = false;
        bench.slow = true;
        ProbeOptions options;
        options.families = {"softmax"};
        const auto result =
            probe::runProbe(bench, test::plantedDevice(), "2026-11-30T12:00:00Z", options, {}, {});
        QVERIFY(result);
        QVERIFY(!result->rows.empty());
        QVERIFY(result->compute.empty() && result->bandwidth.empty() && result->alignment.empty());
    }

    void findingsSurviveJson() {
        PlantedTruth truth;
        truth.firstRunFactor = 4;
        const ProbeResult result = probed(truth, onlyConvolutions());
        for (const ProbeFinding& finding : result.findings) {
            const auto back = ProbeFinding::fromJson(finding.toJson());
            QVERIFY(back);
            QCOMPARE(back->toJson().dump(), finding.toJson().dump());
        }
        QVERIFY(!ProbeFinding::fromJson(Json{{"kind", "magic"}}));
    }
};

QTEST_GUILESS_MAIN(TestProbeFindings)
#include "tst_probe_findings.moc"
