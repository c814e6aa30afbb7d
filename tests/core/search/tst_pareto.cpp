// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Pareto archive against hand-computed fronts and volumes, and a brute-force check.
#include "base/random.h"
#include "search/pareto.h"

#include <QtTest/QTest>

#include <cmath>
#include <limits>

using namespace metainfer;
using namespace metainfer::search;

class TestPareto : public QObject {
    Q_OBJECT

  private slots:
    void handComputedVolume() {
        ParetoArchive archive(2, 2.0);
        QCOMPARE(archive.hypervolume(), 0.0);
        QVERIFY(archive.add({"original", {1, 1}}));
        QCOMPARE(archive.hypervolume(), 1.0);
        QVERIFY(archive.add({"a", {0.5, 1.5}}));
        QCOMPARE(archive.hypervolume(), 1.25); // adds a 0.5 x 0.5 corner
        QVERIFY(archive.add({"b", {0.5, 0.5}}));
        QCOMPARE(archive.hypervolume(), 2.25);
        QVERIFY(archive.isDominated("original"));
        QVERIFY(archive.isDominated("a"));
        QVERIFY(!archive.isDominated("b"));
        QVERIFY(
            archive.add({"beyond", {0.1, 5}})); // outside the reference: on the front, no volume
        QCOMPARE(archive.hypervolume(), 2.25);
        QCOMPARE(archive.front().size(), std::size_t{2});
        QCOMPARE(archive.convergence().size(), std::size_t{4});
        QCOMPARE(archive.convergence()[1].hypervolume, 1.25);
    }

    void oneAndThreeObjectives() {
        ParetoArchive one(1, 2.0);
        QVERIFY(one.add({"x", {1.0}}));
        QVERIFY(one.add({"y", {0.5}}));
        QVERIFY(one.add({"z", {0.7}}));
        QCOMPARE(one.hypervolume(), 1.5);
        QVERIFY(one.isDominated("x") && one.isDominated("z"));
        ParetoArchive three(3, 2.0);
        QVERIFY(three.add({"x", {1, 1, 1}}));
        QVERIFY(three.add({"y", {0, 1.5, 1.5}}));
        QCOMPARE(three.hypervolume(), 1.0 + 0.25); // 2 x 0.5 x 0.5, half of it inside x's cube
    }

    void badPointsAreRefused() {
        ParetoArchive archive(2);
        QVERIFY(!archive.add({"short", {1}}));
        QVERIFY(!archive.add({"nan", {std::nan(""), 1}}));
        QVERIFY(!archive.add({"inf", {std::numeric_limits<double>::infinity(), 1}}));
        QVERIFY(archive.points().empty());
    }

    void ranksAndFlagsAgreeWithBruteForce() {
        Random random(5);
        std::vector<std::vector<double>> points;
        ParetoArchive archive(3);
        for (int i = 0; i < 60; ++i) {
            points.push_back({random.uniform(), random.uniform(), random.uniform()});
            QVERIFY(archive.add({std::to_string(i), points.back()}));
        }
        const auto ranks = nonDominationRanks(points);
        for (std::size_t i = 0; i < points.size(); ++i) {
            bool dominated = false;
            for (const auto& other : points)
                dominated = dominated || dominates(other, points[i]);
            QCOMPARE(ranks[i] > 0, dominated);
            QCOMPARE(archive.isDominated(std::to_string(i)), dominated);
        }
    }

    void crowdingPrefersTheEnds() {
        const auto distances = crowdingDistances({{0, 4}, {1, 2}, {2, 1.9}, {4, 0}, {5, 5}});
        QVERIFY(std::isinf(distances[0]));
        QVERIFY(std::isinf(distances[3]));
        QVERIFY(std::isinf(distances[4])); // alone on its front
        QVERIFY(std::isfinite(distances[1]) && std::isfinite(distances[2]));
        QVERIFY(crowdingDistances({}).empty());
        // Equal points must not give NaN, which would break the order of a sort.
        for (double distance : crowdingDistances({{1, 1}, {1, 1}, {1, 1}, {1, 1}}))
            QVERIFY(!std::isnan(distance));
    }

    void convergence() {
        ParetoArchive archive(1);
        for (double value : {1.0, 0.8, 0.6, 0.6, 0.9, 0.6})
            QVERIFY(archive.add({"p", {value}}));
        QVERIFY(archive.hasConverged(3));
        QVERIFY(!archive.hasConverged(5));
        QVERIFY(!archive.hasConverged(0));
        QVERIFY(!archive.hasConverged(6)); // not enough points to tell
    }
};

QTEST_GUILESS_MAIN(TestPareto)
#include "tst_pareto.moc"
