// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A probe's result survives writing and reading.
#include "measurement/probe/probe_reading.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::measurement;

namespace {

ProbeResult probed() {
    ProbeResult result;
    result.suite = ProbeSuite::Full;
    result.device = "local";
    result.startedAt = "2026-01-31T12:34:56Z";
    result.seconds = 12.5;
    result.environment.device = "local";
    result.environment.cpu = "a processor";
    result.compute = {{"fp32", 2, 104.5, true, "avx2", ""}, {"fp16", 1, 0, false, "", "no unit"}};
    result.bandwidth = {{"read", 32768, 1, 138.25, std::nullopt}, {"latency", 1e8, 1, 0.1, 91.5}};
    result.caches = {{"L1", 32768, 64, 2}};
    result.knees = {{40000, 138, 100, "L1", 32768}};
    result.launchWallUs = 5.5;
    result.scaling = {{1, 1}, {2, 1.9}};
    hardware::ProbeRow row;
    row.op = "Conv";
    row.family = "conv2d:dense";
    row.shapes.inputs = {{1, 8, 4, 4}};
    row.shapes.outputs = {{1, 8, 4, 4}};
    row.dtype = "fp32";
    row.layout = "NCHWc";
    row.n = 30;
    row.p50Us = 12.25;
    row.gflops = 50;
    result.rows = {row};
    row.status = hardware::ProbeStatus::Crash;
    row.error = "died";
    row.p50Us.reset();
    result.rows.push_back(row);
    row.status = hardware::ProbeStatus::Ok;
    row.threads = 2;
    row.kernel = "Conv";
    row.provider = "CPUExecutionProvider";
    result.threadRows = {row};
    result.runtime = "onnxruntime@1.30.0";
    result.provider = "CPUExecutionProvider";
    result.sustained = {{1.5, 104, 3000, std::nullopt}, {2.5, 103, std::nullopt, 61}};
    result.streams = {{1, 100, 0.01}, {2, 190, 0.02}};
    result.shapes = {{"conv2d", {0.01, 0.02}, ""}, {"matmul", {}, "static shapes only"}};
    result.firstRuns = {{"conv2d", {1500}, {900}, {300}}};
    result.alignment = {{"matmul", "int8", "columns", {{15, 2, 0.1}, {16, 1.5, 0.1}}}};
    ProbeFinding finding;
    finding.kind = FindingKind::FirstRun;
    finding.family = "conv2d";
    finding.value = {3, 2.5, 3.5};
    finding.confidence = confidenceOf(0.01, 5, 0.1, Grade::Noisy);
    finding.facts = {{"load_ms", "1.5"}};
    finding.evidence = {"900.0 us, then 300.0 us"};
    result.findings = {finding};
    result.resumed = 4;
    result.skipped = 3;
    result.problems = {"no scaling"};
    result.validity.lower(Grade::Noisy, "other load");
    return result;
}

} // namespace

class ProbeReadingTest : public QObject {
    Q_OBJECT

  private slots:
    void roundTrips() {
        const ProbeResult written = probed();
        const auto read = probeResultFromJson(written.toJson());
        QVERIFY(read.has_value());
        QCOMPARE(read->toJson().dump(), written.toJson().dump());
        QVERIFY(read->rows == written.rows);
        QVERIFY(read->environment == written.environment);
        QVERIFY(!read->launchCpuUs);
        QVERIFY(read->threadRows == written.threadRows);
        QCOMPARE(read->shapes[1].error, std::string("static shapes only"));
        QCOMPARE(read->alignment[0].points.size(), std::size_t{2});
        QCOMPARE(read->findings.size(), std::size_t{1});
    }
    void wrongFilesAreRefused() {
        QVERIFY(!probeResultFromJson(Json::array()).has_value());
        Json json = probed().toJson();
        json["compute"] = "fast";
        const auto wrongPart = probeResultFromJson(json);
        QVERIFY(!wrongPart.has_value());
        QVERIFY(wrongPart.error().message.find("compute") != std::string::npos);
        json = probed().toJson();
        json["findings"][0]["kind"] = "magic";
        QVERIFY(!probeResultFromJson(json).has_value());
        json = probed().toJson();
        json["suite"] = "endless";
        QVERIFY(!probeResultFromJson(json).has_value());
        json = probed().toJson();
        json["schema"] = "metainfer.probe/99";
        QVERIFY(!probeResultFromJson(json).has_value());
    }
};

QTEST_GUILESS_MAIN(ProbeReadingTest)
#include "tst_probe_reading.moc"
