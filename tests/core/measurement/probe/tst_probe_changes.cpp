// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What changed between two probes: what was planted, only that, and nothing where nothing is.
#include "measurement/probe/probe_changes.h"

#include "base/file.h"
#include "measurement/probe/probe_archive.h"
#include "planted_bench.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::measurement;
using test::PlantedTruth;

namespace {

ProbeOptions someFamilies() {
    ProbeOptions options;
    options.families = {"conv2d", "matmul", "softmax", "activation", "add", "pool", "transpose"};
    return options;
}

ProbeResult probed(std::uint64_t seed, const std::map<std::string, double>& factors = {}) {
    PlantedTruth truth;
    truth.seed = seed;
    truth.noise = 0.02; // two runs differ by 3 %
    truth.opFactor = factors;
    auto result = test::probePlanted(truth, someFamilies());
    return result ? std::move(*result) : ProbeResult();
}

} // namespace

class TestProbeChanges : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        m_before = probed(1);
        QVERIFY(m_before.rows.size() > 50);
    }

    void nothingChanged() {
        for (const std::uint64_t seed : {2, 3, 4}) {
            const auto comparison = compareProbes(m_before, probed(seed));
            QVERIFY(comparison.compared > 10);
            QVERIFY2(comparison.changes.empty(), comparison.toJson().dump().c_str());
            QVERIFY(comparison.environment.empty());
        }
    }

    /// All matrix products 12 % slower: named for its types, and nothing else is.
    void oneFamilyIsNamed() {
        const auto comparison =
            compareProbes(m_before, probed(5, {{"MatMul", 1.12}, {"Gemm", 1.12}}));
        QVERIFY(!comparison.changes.empty());
        for (const ProbeChange& change : comparison.changes) {
            QVERIFY2(change.family.starts_with("matmul"), comparison.toJson().dump().c_str());
            QVERIFY2(change.ratio.low < 1.12 && change.ratio.high > 1.08,
                     change.toJson().dump().c_str());
            QVERIFY(change.p < 0.05);
        }
        const bool plain = std::any_of(
            comparison.changes.begin(), comparison.changes.end(),
            [](const auto& change) { return change.family == "matmul" && change.dtype == "fp32"; });
        QVERIFY(plain);
    }

    /// Ten per cent, of one family, as the smallest that is told.
    void tenPerCentOfOneFamily() {
        ProbeResult after = probed(6);
        for (hardware::ProbeRow& row : after.rows)
            if (row.family == "conv2d:dense" && row.dtype == "fp32" && row.p50Us)
                *row.p50Us *= 1.10;
        const auto comparison = compareProbes(m_before, after);
        QCOMPARE(comparison.changes.size(), std::size_t{1});
        QCOMPARE(comparison.changes[0].family, std::string("conv2d:dense"));
        QCOMPARE(comparison.changes[0].dtype, std::string("fp32"));
        QVERIFY(comparison.changes[0].ratio.low > 1.03 && comparison.changes[0].ratio.high < 1.2);
    }

    /// A slower clock is one change, not one for each family.
    void everythingAlike() {
        ProbeResult after = probed(7);
        for (hardware::ProbeRow& row : after.rows)
            if (row.p50Us)
                *row.p50Us *= 1.25;
        const auto comparison = compareProbes(m_before, after);
        QCOMPARE(comparison.changes.size(), std::size_t{1});
        QVERIFY(comparison.changes[0].family.empty());
        QVERIFY(std::abs(comparison.changes[0].ratio.value - 1.25) < 0.03);
    }

    void ratesOfTheMachine() {
        ProbeResult after = probed(8);
        for (ComputeRate& rate : after.compute)
            if (rate.dtype == "int8")
                rate.gflops /= 1.4;
        const auto comparison = compareProbes(m_before, after);
        QCOMPARE(comparison.changes.size(), std::size_t{1});
        QCOMPARE(comparison.changes[0].family, std::string("compute"));
        QCOMPARE(comparison.changes[0].dtype, std::string("int8"));
    }

    void theEnvironmentIsNamed() {
        ProbeResult after = m_before;
        after.environment.kernel = "Linux 6.2";
        const auto comparison = compareProbes(m_before, after);
        QCOMPARE(comparison.environment.size(), std::size_t{1});
        QCOMPARE(comparison.environment[0].field, std::string("kernel"));
        QCOMPARE(comparison.toJson()["environment"][0]["now"].get<std::string>(),
                 std::string("Linux 6.2"));
        QVERIFY(comparison.changes.empty());
    }

    void theEarlierProbeIsFound() {
        const auto folder = TemporaryDirectory::create("mi-test");
        ProbeResult first = m_before, second = m_before, other = m_before, present = m_before;
        first.startedAt = "2026-11-01T00:00:00Z";
        second.startedAt = "2026-11-02T00:00:00Z";
        other.startedAt = "2026-11-03T00:00:00Z";
        other.device = "another";
        present.startedAt = "2026-11-04T00:00:00Z";
        QVERIFY(!probeBefore(folder->path(), present));
        for (const ProbeResult* one : {&first, &second, &other, &present})
            QVERIFY(keepProbe(folder->path(), *one));
        QVERIFY(keepProbe(folder->path(), second)); // the same again is one
        QCOMPARE(keptProbes(folder->path()).size(), std::size_t{4});
        QCOMPARE(probeBefore(folder->path(), present)->startedAt, second.startedAt);
        // One of the same suite comes first.
        second.suite = ProbeSuite::Full;
        second.startedAt = "2026-11-03T12:00:00Z";
        QVERIFY(keepProbe(folder->path(), second));
        QCOMPARE(probeBefore(folder->path(), present)->startedAt,
                 std::string("2026-11-02T00:00:00Z"));
    }

  private:
    ProbeResult m_before;
};

QTEST_GUILESS_MAIN(TestProbeChanges)
#include "tst_probe_changes.moc"
