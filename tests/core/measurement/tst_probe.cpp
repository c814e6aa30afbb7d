// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Probing: knees of a curve, tiers, what goes into a profile, and a reduced suite for real.
#include "measurement/probe/probe.h"

#include "base/file.h"
#include "hardware/profile_yaml.h"
#include "ir/onnx_io.h"
#include "ir/verifier.h"
#include "measurement/local_device.h"
#include "measurement/probe/operator_case.h"
#include "measurement/probe/operator_probe.h"
#include "support/paths.h"

#include <QtTest/QTest>

#include <cmath>
#include <fstream>
#include <set>

using namespace metainfer;
using namespace metainfer::measurement;
using hardware::OpTier;
using hardware::ProbeRow;
namespace fs = std::filesystem;

namespace {

constexpr double kKiB = 1024, kMiB = 1024 * 1024;

/// 138, 100, 60, 17 GB/s within 32 KiB, 1 MiB, 32 MiB and beyond, with soft edges.
double bandwidthAt(double bytes) {
    const auto step = [&](double size, double from, double to) {
        const double t = 1 / (1 + std::pow(bytes / size, 6));
        return std::pow(from / to, t);
    };
    return 17 * step(32 * kMiB, 60, 17) * step(kMiB, 100, 60) * step(32 * kKiB, 138, 100);
}

std::vector<hardware::BandwidthPoint> curve() {
    std::vector<hardware::BandwidthPoint> points;
    for (double size = 8 * kKiB; size <= 256 * kMiB; size *= std::sqrt(2.0))
        points.push_back({size, bandwidthAt(size)});
    return points;
}

const std::vector<CacheLevel> kCaches{
    {"L1", 32 * kKiB, 64, 2}, {"L2", kMiB, 64, 2}, {"L3", 32 * kMiB, 64, 1}};

/// 100 GFLOP/s and the curve above.
ProbeResult probedMachine() {
    ProbeResult probe;
    probe.startedAt = "2026-01-31T12:34:56Z";
    probe.environment.device = "local";
    probe.environment.memoryMb = "24000";
    probe.caches = kCaches;
    for (const int threads : {1, 2}) {
        probe.compute.push_back({"fp32", threads, 100.0 * threads, true, "k", ""});
        probe.compute.push_back({"int8", threads, 400.0 * threads, true, "k", ""});
    }
    for (const auto& point : curve())
        probe.bandwidth.push_back({"read", point.footprintBytes, 1, point.gbps, std::nullopt});
    probe.launchWallUs = 5;
    probe.scaling = {{1, 1.0}, {2, 1.9}};
    return probe;
}

ProbeRow row(const char* family, const char* dtype, double us, double gflops, double gbps) {
    ProbeRow result;
    result.op = "Conv";
    result.family = family;
    result.shapes.inputs = {{8}};
    result.shapes.outputs = {{8}};
    result.dtype = dtype;
    result.layout = "NCHWc";
    result.n = 100;
    result.p50Us = us;
    if (gflops > 0)
        result.gflops = gflops;
    result.gbps = gbps;
    return result;
}

} // namespace

class TestProbe : public QObject {
    Q_OBJECT

  private slots:
    void kneesLieAtTheCaches() {
        const auto knees = findKnees(curve(), kCaches);
        QCOMPARE(knees.size(), std::size_t{3});
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(knees[i].level, kCaches[i].level);
            const double off = knees[i].footprintBytes / kCaches[i].sizeBytes;
            QVERIFY2(off > 0.8 && off < 1.25, QByteArray::number(off));
        }
        QVERIFY(std::abs(knees[2].gbpsAfter - 17) < 2);
        QVERIFY(findKnees({}, kCaches).empty());
        QVERIFY(findKnees({{1024, 5}, {2048, 5}, {4096, 5.1}}, kCaches).empty());
    }

    /// Other load only slows single sizes down; that is no knee.
    void disturbedSizesAreNoKnees() {
        auto points = curve();
        points[6].gbps *= 0.5;
        points[15].gbps *= 0.3;
        const auto knees = findKnees(points, kCaches);
        QCOMPARE(knees.size(), std::size_t{3});
    }

    void cachesOfThisKindOfMachine() {
        const auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        const auto put = [&](const char* cpu, int index, const char* level, const char* type,
                             const char* size, const char* shared) {
            const fs::path folder = dir->path() / "sys/devices/system/cpu" / cpu / "cache" /
                                    ("index" + std::to_string(index));
            fs::create_directories(folder);
            std::ofstream(folder / "level") << level << "\n";
            std::ofstream(folder / "type") << type << "\n";
            std::ofstream(folder / "size") << size << "\n";
            std::ofstream(folder / "coherency_line_size") << "64\n";
            std::ofstream(folder / "shared_cpu_list") << shared << "\n";
        };
        for (const char* cpu : {"cpu0", "cpu1"}) {
            put(cpu, 0, "1", "Data", "32K", cpu);
            put(cpu, 1, "1", "Instruction", "32K", cpu);
            put(cpu, 2, "2", "Unified", "1M", cpu);
            put(cpu, 3, "3", "Unified", "32768K", "0-1");
        }
        fs::create_directories(dir->path() / "sys/devices/system/cpu/cpufreq");
        const auto caches = readCaches(dir->path());
        QCOMPARE(caches.size(), std::size_t{3});
        QCOMPARE(caches[0].sizeBytes, 32 * kKiB);
        QCOMPARE(caches[1].sizeBytes, kMiB);
        QCOMPARE(caches[1].instances, 2);
        QCOMPARE(caches[2].sizeBytes, 32 * kMiB);
        QCOMPARE(caches[2].instances, 1);
        QVERIFY(readCaches(dir->path() / "none").empty());
    }

    void tiersFollowTheRoofline() {
        const ProbeResult probe = probedMachine();
        QCOMPARE(tierOf(row("conv2d:dense", "fp32", 100, 80, 1), probe), OpTier::Fast);
        QCOMPARE(tierOf(row("conv2d:dense", "fp32", 100, 20, 1), probe), OpTier::Medium);
        QCOMPARE(tierOf(row("conv2d:dense", "fp32", 100, 5, 1), probe), OpTier::Slow);
        QCOMPARE(tierOf(row("conv2d:dense", "int8", 100, 80, 1), probe), OpTier::Medium); // of 400
        // Traffic counts where there is no arithmetic: 1.6 MB in 100 us against 60 GB/s.
        QCOMPARE(tierOf(row("concat", "fp32", 100, 0, 16), probe), OpTier::Medium);
        ProbeRow failed = row("softmax", "fp16", 0, 0, 0);
        failed.status = hardware::ProbeStatus::Fail;
        QCOMPARE(tierOf(failed, probe), OpTier::Unsupported);
        QVERIFY(!tierOf(row("conv2d", "fp32", 100, 5, 0.001), ProbeResult{}));
    }

    void profileGetsMeasurementsBesideTheDatasheet() {
        hardware::Profile profile;
        profile.name = "server";
        profile.compute.cores = 64;
        profile.compute.peakGflops[ElementType::Float] = 150;
        profile.scheduling.launchOverheadUs = 8;
        profile.ops.slow = {"softmax"};
        hardware::MemoryLevel l2;
        l2.level = "L2";
        l2.sizeBytes = 512 * kKiB;
        l2.bandwidthGbps = 200;
        profile.memory.hierarchy = {l2};
        ProbeResult probe = probedMachine();
        probe.rows = {row("conv2d:dense", "fp32", 100, 80, 1),
                      row("conv2d:depthwise", "fp32", 9, 2, 1)};
        ProbeRow fp16 = row("conv2d:dense", "fp16", 120, 70, 1);
        fp16.error = "fp16 accepted, computed in float";
        probe.rows.push_back(fp16);
        const hardware::Profile updated = updateProfile(profile, probe);
        // What was there stays.
        QCOMPARE(*updated.compute.cores, 64);
        QCOMPARE(updated.compute.peakGflops.at(ElementType::Float), 150.0);
        QCOMPARE(*updated.scheduling.launchOverheadUs, 8.0);
        QCOMPARE(*updated.memory.hierarchy[0].sizeBytes, 512 * kKiB);
        QCOMPARE(*updated.memory.hierarchy[0].bandwidthGbps, 200.0);
        QVERIFY(updated.ops.fast.empty());
        // What was measured stands beside it, with its source.
        QCOMPARE(updated.compute.sustainedGflops.at(ElementType::Float), 200.0);
        QCOMPARE(*updated.scheduling.measuredLaunchOverheadUs, 5.0);
        QVERIFY(std::abs(*updated.memory.hierarchy[0].measuredBandwidthGbps - 100) < 3);
        QCOMPARE(updated.memory.curve.size(), curve().size());
        QCOMPARE(updated.compute.scaling.size(), std::size_t{2});
        const hardware::Provenance* source = updated.provenanceOf("compute.sustained.fp32");
        QVERIFY(source);
        QCOMPARE(source->source, NumberSource::Measured);
        QCOMPARE(source->environment, probe.environment.hash().substr(0, 16));
        QVERIFY(updated.environments.contains(source->environment));
        const hardware::OpRecord* record = updated.record("conv2d", ElementType::Float);
        QVERIFY(record);
        QCOMPARE(*record->gflops, 80.0);
        const hardware::OpRecord* half = updated.record("conv2d", ElementType::Float16);
        QVERIFY(half);
        QCOMPARE(half->status, hardware::OpStatus::Emulated);
        QCOMPARE(half->note, "fp16 accepted, computed in float");
        for (const Error& error : hardware::validate(updated))
            QFAIL(error.text().c_str());
        // The same probe again changes nothing.
        QVERIFY(updateProfile(updated, probe) == updated);
    }

    void integerAndLayoutAreSeenInTheProfile() {
        OperatorTime conv, reorder, quantize;
        conv.opType = "QLinearConv";
        conv.us = 60;
        conv.inputTypes = {"uint8"};
        reorder.opType = "ReorderInput";
        reorder.us = 30;
        quantize.opType = "QuantizeLinear";
        quantize.us = 10;
        const auto facts = probe::kernelFacts({reorder, quantize, conv}, "Conv");
        QCOMPARE(facts.kernel, "QLinearConv");
        QVERIFY(facts.inInteger);
        QVERIFY(facts.blockedLayout);
        QCOMPARE(facts.share, 0.6);
        OperatorTime move = reorder;
        move.opType = "Transpose";
        QCOMPARE(probe::kernelFacts({move, conv}, "Conv").share, 60.0 / 90);
        QCOMPARE(probe::kernelFacts({move}, "Transpose").kernel, "Transpose");
        conv.inputTypes = {"float32"};
        QVERIFY(!probe::kernelFacts({conv}, "Conv").inInteger);
        QCOMPARE(probe::kernelFacts({quantize}, "Conv").share, 1.0); // nothing but conversions
    }

    /// Every model of the quick suite is a well-formed graph with the work that its shapes say.
    void casesAreGoodModels() {
        const auto cases = probe::operatorCases(ProbeSuite::Quick);
        QVERIFY(cases.size() > 80);
        std::set<std::string> families, keys;
        for (const probe::OperatorCase& probed : cases) {
            const auto model = probe::modelOf(probed);
            QVERIFY2(model, probed.key().c_str());
            const Status status = ir::verify(*model);
            QVERIFY2(status, status ? "" : (probed.key() + status.error().text()).c_str());
            const auto work = probe::workOf(probed);
            QVERIFY2(work && work->bytes() > 0, probed.key().c_str());
            families.insert(probed.family());
            keys.insert(probed.key() + (probed.blockedLayout ? "" : " NCHW"));
        }
        QCOMPARE(keys.size(), cases.size()); // no case twice
        for (const char* family :
             {"conv2d:dense", "conv2d:grouped", "conv2d:depthwise", "conv2d:pointwise", "matmul",
              "softmax", "layernorm", "gather", "pool", "reduce", "transpose", "concat"})
            QVERIFY2(families.contains(family), family);
        QVERIFY(families.size() >= 15);
    }

    void workOfAConvolution() {
        const auto cases = probe::operatorCases(ProbeSuite::Reduced);
        const auto work = probe::workOf(cases[0]); // 32 channels, 14 x 14, 3 x 3, 32 filters
        QVERIFY(work);
        QCOMPARE(work->flops, 2.0 * 32 * 14 * 14 * 32 * 9);
        QCOMPARE(work->weightBytes, 32.0 * 32 * 9 * 4);
        probe::OperatorCase int8 = cases[0];
        int8.dtype = "int8";
        QCOMPARE(probe::workOf(int8)->weightBytes, 32.0 * 32 * 9);
    }

    void suiteNames() {
        QCOMPARE(*parseProbeSuite("quick"), ProbeSuite::Quick);
        QVERIFY(parseProbeSuite("fast").error().message.find("quick") != std::string::npos);
    }

    void reducedSuiteForReal() {
        qputenv("METAINFER_AGENT", (test::binDir() / "metainfer-agent").c_str());
        const auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        LocalDevice::Options deviceOptions;
        deviceOptions.lockFile = dir->path() / "lock";
        const auto device = LocalDevice::create(deviceOptions);
        QVERIFY2(device, device ? "" : device.error().text().c_str());
        ProbeOptions options;
        options.suite = ProbeSuite::Reduced;
        std::size_t told = 0;
        options.onRow = [&told](const ProbeRow&) { ++told; };
        const auto probe = probeDevice(**device, options, {}, {});
        QVERIFY2(probe, probe ? "" : probe.error().text().c_str());
        QVERIFY2(probe->problems.empty(),
                 probe->problems.empty() ? "" : probe->problems.front().c_str());
        QCOMPARE(probe->rows.size(), probe::operatorCases(ProbeSuite::Reduced).size());
        QCOMPARE(told, probe->rows.size());
        for (const ProbeRow& item : probe->rows) {
            QVERIFY2(item.status == hardware::ProbeStatus::Ok, item.error.c_str());
            QVERIFY(*item.p50Us > 0);
            QVERIFY(*item.gbps > 0);
            QVERIFY(item.n >= 11);
            QCOMPARE(item.environment, probe->environment.text());
        }
        QVERIFY(*probe->gflops("fp32", 1) > 0.1);
        QVERIFY(*probe->readGbps(64 * kKiB) > 0.1);
        QVERIFY(*probe->launchWallUs > 0);
        QCOMPARE(*hardware::probeRowsFromCsv(hardware::probeRowsToCsv(probe->rows)), probe->rows);
        QCOMPARE(probe->toJson()["rows"].size(), probe->rows.size());
        // Rows of an interrupted run are taken as they are.
        options.known = probe->rows;
        options.machine = false;
        told = 0;
        const auto resumed = probeDevice(**device, options, {}, {});
        QVERIFY(resumed);
        QCOMPARE(told, std::size_t{0});
        QCOMPARE(resumed->rows, probe->rows);
        // The profile of this machine is one that validates.
        hardware::Profile profile;
        profile.name = "local";
        for (const Error& error : hardware::validate(updateProfile(profile, *probe)))
            QFAIL(error.text().c_str());
    }

    void cancelStopsAProbe() {
        qputenv("METAINFER_AGENT", (test::binDir() / "metainfer-agent").c_str());
        const auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        LocalDevice::Options deviceOptions;
        deviceOptions.lockFile = dir->path() / "lock";
        const auto device = LocalDevice::create(deviceOptions);
        QVERIFY(device);
        ProbeOptions options;
        options.machine = false;
        CancellationToken cancel;
        options.onRow = [&cancel](const ProbeRow&) { cancel.cancel(); };
        const auto probe = probeDevice(**device, options, {}, cancel);
        QVERIFY(!probe);
        QCOMPARE(probe.error().code, ErrorCode::Cancelled);
        QVERIFY(!MachineLock::holder(deviceOptions.lockFile));
    }
};

QTEST_GUILESS_MAIN(TestProbe)
#include "tst_probe.moc"
