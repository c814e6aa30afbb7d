// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Roofline against values computed by hand, and fingerprints of shipped devices.
#include "hardware/fingerprint.h"
#include "hardware/profile_store.h"
#include "hardware/roofline.h"
#include "support/paths.h"

#include <QtTest/QTest>

#include <cmath>

using namespace metainfer;
using namespace metainfer::hardware;

namespace {

/// 2 cores, 200 GFLOP/s, caches of 32 KB a core at 100 GB/s each and 8 MB at 60 GB/s, 20 GB/s
/// behind.
Profile machine() {
    Profile p;
    p.name = "machine";
    p.compute.cores = 2;
    p.compute.supportedDtypes = {ElementType::Float, ElementType::Int8};
    p.compute.peakGflops[ElementType::Float] = 200;
    const auto level = [](const char* name, double bytes, double gbps,
                          std::optional<int> instances) {
        MemoryLevel l;
        l.level = name;
        l.sizeBytes = bytes;
        l.bandwidthGbps = gbps;
        l.instances = instances;
        return l;
    };
    p.memory.hierarchy = {level("L1", 32768, 100, 2), level("L3", 8388608, 60, std::nullopt),
                          level("DRAM", 8e9, 20, std::nullopt)};
    return p;
}

Profile shipped(const char* name) {
    const ProfileStore store({test::sourceDir() / "profiles"});
    auto loaded = store.load(name);
    if (!loaded)
        qFatal("%s", loaded.error().text().c_str());
    return loaded->profile;
}

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

} // namespace

class TestRoofline : public QObject {
    Q_OBJECT

  private slots:
    void computeBound() {
        // 200 MFLOP at 200 GFLOP/s: 1000 us; 1 MB at 60 GB/s: 17.5 us.
        const auto point = roofline(machine(), {2e8, 1048576, 0, ElementType::Float, 0});
        QVERIFY(point);
        QVERIFY(near(point->us, 1000));
        QVERIFY(near(point->memoryUs, 1048576 / 60e3));
        QCOMPARE(point->level, "L3");
        QVERIFY(point->bound == Bound::Compute);
        QVERIFY(near(point->attainableGflops, 200));
        QVERIFY(near(point->ridge, 200.0 / 60));
        QVERIFY(!point->assumed);
    }

    void memoryBound() {
        // 20 MB behind the caches at 20 GB/s: 1000 us; attainable = intensity x bandwidth.
        const auto point = roofline(machine(), {1e6, 2e7, 0, ElementType::Float, 0});
        QVERIFY(point && point->bound == Bound::Memory);
        QVERIFY(near(point->us, 1000));
        QVERIFY(near(point->attainableGflops, 1));
        QCOMPARE(point->level, "DRAM");
    }

    void footprintChoosesTheLevel() {
        const auto p = machine();
        std::string level;
        QVERIFY(near(bandwidthGbps(p, 16384, 1, &level)->value, 100));
        QCOMPARE(level, "L1");
        QVERIFY(near(bandwidthGbps(p, 65536, 2, &level)->value, 200)); // both private caches
        QCOMPARE(level, "L1");
        QVERIFY(near(bandwidthGbps(p, 65536, 1, &level)->value, 60));
        QCOMPARE(level, "L3");
        QVERIFY(near(bandwidthGbps(p, 1e9, 0, &level)->value, 20));
        QCOMPARE(level, "DRAM");
    }

    void measuredCurveGoesFirst() {
        auto p = machine();
        p.memory.curve = {{1024, 120}, {1048576, 30}};
        QVERIFY(near(bandwidthGbps(p, 512, 1)->value, 120));
        QVERIFY(near(bandwidthGbps(p, 32768, 1)->value, 75)); // half way in the logarithm
        QVERIFY(near(bandwidthGbps(p, 1e9, 1)->value, 30));
    }

    void threadsFollowTheMeasuredCurve() {
        auto p = machine();
        QVERIFY(near(threadSpeedup(p, 2), 2));
        QVERIFY(near(peakGflops(p, ElementType::Float, 1)->value, 100));
        p.compute.scaling = {{1, 1}, {2, 1.6}};
        QVERIFY(near(threadSpeedup(p, 2), 1.6));
        QVERIFY(near(peakGflops(p, ElementType::Float, 1)->value,
                     100)); // units do not disturb each other
        QVERIFY(near(peakGflops(p, ElementType::Float, 2)->value, 200));
        QVERIFY(near(peakGflops(p, ElementType::Float, 16)->value,
                     200)); // no more cores than there are
    }

    void whatIsMissingIsSaidToBeAssumed() {
        auto p = machine();
        const auto int8 = peakGflops(p, ElementType::Int8);
        QVERIFY(int8 && int8->assumed);
        QVERIFY(near(int8->value, 800));
        p.compute.peakGflops.clear();
        QVERIFY(!peakGflops(p, ElementType::Float)); // neither rate nor units
        p.compute.frequencyMhz = 1000;
        p.compute.vectorUnitsPerCore = 2;
        const auto derived = peakGflops(p, ElementType::Float);
        QVERIFY(derived && derived->assumed);
        QVERIFY(near(derived->value, 2 * 2 * 8 * 2 * 1.0)); // cores x units x lanes x FMA x GHz
        QVERIFY(!bandwidthGbps(shipped("arm-ethos-u55-256"), 1e6));
        QVERIFY(!roofline(Profile{}, {1, 1, 1, ElementType::Float, 0}));
    }

    void sustainedGoesBeforePeak() {
        auto p = machine();
        p.compute.sustainedGflops[ElementType::Float] = 150;
        QVERIFY(near(peakGflops(p, ElementType::Float)->value, 150));
        QCOMPARE(peakGflops(p, ElementType::Float)->basis, "compute.sustained.fp32");
    }

    void shippedRatesFollowFromTheirUnits() {
        // Two multiply-add pipes of 256 bits, also where AVX-512 passes twice.
        QVERIFY(near(peakGflops(shipped("amd-epyc-7763"), ElementType::Float)->value, 5017.6));
        QVERIFY(near(peakGflops(shipped("amd-epyc-7763"), ElementType::Double)->value, 2508.8));
        QVERIFY(near(peakGflops(shipped("amd-ryzen-9-7950x"), ElementType::Float)->value, 2304));
        // The published rate of a matrix unit is cores x tile x 2 x frequency, rounded at most.
        int tiles = 0;
        for (const auto& p : ProfileStore({test::sourceDir() / "profiles"}).all()) {
            const auto& c = p.compute;
            if (!c.matrixTile || !c.cores || !c.frequencyMhz)
                continue;
            ++tiles;
            const double perCycle = 2.0 * c.matrixTile->m * c.matrixTile->n * c.matrixTile->k;
            const double rate = *c.cores * perCycle * *c.frequencyMhz * 1e-3;
            QVERIFY2(std::abs(c.peakGflops.at(ElementType::Int8) / rate - 1) < 0.03,
                     p.name.c_str());
        }
        QVERIFY(tiles >= 3);
        // 132 SMs, 4096 operations a cycle, 1830 MHz; 108 SMs, 2048 operations, 1410 MHz.
        const auto half = [](const char* name) {
            return shipped(name).compute.peakGflops.at(ElementType::Float16);
        };
        QVERIFY(std::abs(half("nvidia-h100-sxm") / (132 * 4096 * 1.83) - 1) < 1e-3);
        QVERIFY(std::abs(half("nvidia-a100-80gb") / (108 * 2048 * 1.41) - 1) < 1e-3);
    }

    void deviceIsNearestToItself() {
        const auto a100 = fingerprint(shipped("nvidia-a100-80gb"));
        const auto same = compare(a100, a100);
        QVERIFY(same.distance < 0.3);
        const auto other = compare(a100, fingerprint(shipped("amd-epyc-7763")));
        QVERIFY(same.distance < other.distance);
        QVERIFY(
            near(other.distance, compare(fingerprint(shipped("amd-epyc-7763")), a100).distance));
    }

    void neighboursMakeSense() {
        std::vector<Error> problems;
        const auto all = ProfileStore({test::sourceDir() / "profiles"}).all(&problems);
        QVERIFY(problems.empty());
        const auto names = [&](const char* device) {
            std::vector<std::string> result;
            for (const auto& s : nearest(shipped(device), all, all.size()))
                result.push_back(s.name);
            return result;
        };
        QCOMPARE(names("nvidia-a100-80gb").front(), "nvidia-h100-sxm");
        QCOMPARE(names("amd-epyc-7763").front(), "amd-ryzen-9-7950x");
        const auto distance = [&](const char* a, const char* b) {
            return compare(fingerprint(shipped(a)), fingerprint(shipped(b))).distance;
        };
        QVERIFY(distance("nvidia-a100-80gb", "nvidia-jetson-agx-orin-64gb") <
                distance("nvidia-a100-80gb", "arm-ethos-u55-256"));
        QVERIFY(distance("nvidia-a100-80gb", "nvidia-h100-sxm") <
                distance("nvidia-a100-80gb", "nvidia-jetson-agx-orin-64gb"));
        QVERIFY(distance("accelerator-x", "accelerator-x-edge") <
                distance("accelerator-x", "nvidia-h100-sxm"));
        QVERIFY(distance("arm-ethos-u55-256", "google-coral-edge-tpu") <
                distance("arm-ethos-u55-256", "amd-epyc-7763"));
    }

    void reasonsAndCoverage() {
        const auto all = ProfileStore({test::sourceDir() / "profiles"}).all();
        const auto similar = nearest(shipped("nvidia-a100-80gb"), all, 2);
        QCOMPARE(similar.size(), 2u);
        QVERIFY(!similar[0].reasons.empty());
        QVERIFY(similar[0].coverage > 0.3 && similar[0].coverage <= 1);
        const auto poor = fingerprint(shipped("hisilicon-kirin-970-npu"));
        QVERIFY(poor.coverage() < fingerprint(shipped("accelerator-x")).coverage());
        const auto floats = poor.asFloats();
        QCOMPARE(floats.size(), fingerprintFeatures().size());
        QVERIFY(std::isnan(floats[0]));  // fp32 is not published
        QVERIFY(!std::isnan(floats[1])); // fp16 is
    }
};

QTEST_GUILESS_MAIN(TestRoofline)
#include "tst_roofline.moc"
