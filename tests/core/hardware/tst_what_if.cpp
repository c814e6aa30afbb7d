// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Devices as they would be: consistent, and never slower with more of anything.
#include "hardware/profile_store.h"
#include "hardware/profile_yaml.h"
#include "hardware/roofline.h"
#include "hardware/what_if.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::hardware;

namespace {

Profile board() {
    Profile p;
    p.name = "board";
    p.type = DeviceType::Npu;
    p.compute.cores = 1;
    p.compute.peakGflops[ElementType::Float] = 100;
    p.compute.sustainedGflops[ElementType::Float] = 80;
    MemoryLevel inner, outer;
    inner.level = "shared";
    inner.sizeBytes = 1 << 20;
    inner.bandwidthGbps = 200;
    outer.level = "dram";
    outer.bandwidthGbps = 10;
    p.memory.hierarchy = {inner, outer};
    p.scheduling.launchOverheadUs = 8;
    OpRecord record;
    record.op = "matmul";
    record.dtype = ElementType::Float;
    record.gflops = 50;
    p.ops.matrix = {record};
    return p;
}

double rooflineUs(const Profile& p, double flops, double bytes) {
    return roofline(p, {.flops = flops,
                        .bytes = bytes,
                        .footprintBytes = bytes,
                        .dtype = ElementType::Float})
        ->us;
}

} // namespace

class TestWhatIf : public QObject {
    Q_OBJECT

  private slots:
    void nothingChangesNothing() { QVERIFY(changedProfile(board(), {}) == board()); }

    void everyNumberScales() {
        const Profile p = changedProfile(board(), {.compute = 2,
                                                   .memoryBandwidth = 3,
                                                   .cacheBandwidth = 4,
                                                   .cacheSize = 5,
                                                   .launchOverhead = 0.5});
        QCOMPARE(p.compute.peakGflops.at(ElementType::Float), 200.0);
        QCOMPARE(p.compute.sustainedGflops.at(ElementType::Float), 160.0);
        QCOMPARE(*p.memory.hierarchy[0].bandwidthGbps, 800.0);
        QCOMPARE(*p.memory.hierarchy[0].sizeBytes, 5.0 * (1 << 20));
        QCOMPARE(*p.memory.hierarchy[1].bandwidthGbps, 30.0);
        QVERIFY(!p.memory.hierarchy[1].sizeBytes);
        QCOMPARE(*p.scheduling.launchOverheadUs, 4.0);
        QCOMPARE(*p.ops.matrix[0].gflops, 100.0);
        QVERIFY(validate(p).empty());
    }

    void keptProfilesSayWhatTheyAre() {
        Profile measured = board();
        measured.provenance["compute.sustained"] = {NumberSource::Measured, "2026-01-01", "", "e",
                                                    ""};
        measured.environments["e"] = {{"cpu", "x"}};
        QVERIFY(measured.hasMeasurements());
        const Profile kept =
            hypotheticalProfile(measured, {.compute = 2, .launchOverhead = 0.5}, "2026-02-03");
        QCOMPARE(kept.name, std::string("board-what-if"));
        QVERIFY(!kept.hasMeasurements());
        QVERIFY(kept.description.find("compute x 2, launch overhead x 0.5") != std::string::npos);
        const Provenance* source = kept.provenanceOf("compute.peak.fp32");
        QVERIFY(source && source->source == NumberSource::User);
        QVERIFY(!kept.provenanceOf("memory.hierarchy.dram.bandwidth_gbps"));
        // It can be written and read again.
        const auto read = parseProfile(profileToYaml(kept), "kept");
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QVERIFY(read->warnings.empty());
        QVERIFY(read->profile == kept);
    }

    void theBoundDecidesWhatHelps() {
        const double computeBound = rooflineUs(board(), 1e9, 1e4);
        const double memoryBound = rooflineUs(board(), 1e3, 1e8);
        const Profile faster = changedProfile(board(), {.compute = 2});
        const Profile wider = changedProfile(board(), {.memoryBandwidth = 2});
        QCOMPARE(rooflineUs(faster, 1e9, 1e4), computeBound / 2);
        QCOMPARE(rooflineUs(faster, 1e3, 1e8), memoryBound);
        QCOMPARE(rooflineUs(wider, 1e3, 1e8), memoryBound / 2);
        QCOMPARE(rooflineUs(wider, 1e9, 1e4), computeBound);
        // What did not fit before fits into a larger cache.
        const Profile larger = changedProfile(board(), {.cacheSize = 4});
        QVERIFY(rooflineUs(larger, 1e3, 3e6) < rooflineUs(board(), 1e3, 3e6) / 10);
    }

    void moreIsNeverSlowerOnShippedProfiles() {
        std::size_t seen = 0;
        for (const Profile& profile : ProfileStore().all()) {
            for (const double bytes : {1e3, 1e5, 4e6, 1e9}) {
                const Work work{.flops = bytes * 10,
                                .bytes = bytes,
                                .footprintBytes = bytes,
                                .dtype = ElementType::Float};
                const auto before = roofline(profile, work);
                if (!before)
                    continue;
                for (const WhatIf& change : {WhatIf{.compute = 2}, WhatIf{.memoryBandwidth = 2},
                                             WhatIf{.cacheBandwidth = 2}, WhatIf{.cacheSize = 2}}) {
                    const auto after = roofline(changedProfile(profile, change), work);
                    QVERIFY(after);
                    // Points of a measured curve move against each other: a percent is rounding.
                    QVERIFY2(after->us <= before->us * 1.01, profile.name.c_str());
                    ++seen;
                }
            }
        }
        QVERIFY(seen > 0);
    }
};

QTEST_GUILESS_MAIN(TestWhatIf)
#include "tst_what_if.moc"
