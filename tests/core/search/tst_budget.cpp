// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The budget: 70/30 by default, the deployment's numbers win, reasons to stop.
#include "search/budget.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::search;
using std::chrono::seconds;

class TestBudget : public QObject {
    Q_OBJECT

  private slots:
    void defaultSplit() {
        const Budget budget = Budget::plan({}, 100);
        QCOMPARE(budget.total(Stage::Graph), 70);
        QCOMPARE(budget.total(Stage::Kernel), 30);
        QCOMPARE(budget.measureRepeats(), 3);
    }

    void stageValuesOverrideTheSplit() {
        SearchSettings settings;
        settings.graph.rounds = 4;
        settings.graph.candidatesPerRound = 8;
        settings.graph.budget = 20; // less than the rounds would take
        settings.kernel.trialsPerOp = 40;
        settings.kernel.measureRepeats = 5;
        Budget budget = Budget::plan(settings, 100, 2);
        QCOMPARE(budget.total(Stage::Graph), 20);
        QCOMPARE(budget.total(Stage::Kernel), 80);
        QCOMPARE(budget.measureRepeats(), 5);
        QCOMPARE(budget.nextRound(Stage::Graph), 8);
        budget.spend(Stage::Graph, 8);
        budget.spend(Stage::Graph, 8);
        QCOMPARE(budget.nextRound(Stage::Graph), 4);
        budget.spend(Stage::Graph, 4);
        QCOMPARE(budget.check(Stage::Graph, seconds(0), false), StopReason::BudgetSpent);
    }

    void roundsLimitEvenWhenFewWereMeasured() {
        SearchSettings settings;
        settings.graph.rounds = 2;
        settings.graph.candidatesPerRound = 4;
        Budget budget = Budget::plan(settings);
        QCOMPARE(budget.total(Stage::Graph), 8);
        budget.spend(Stage::Graph, 1);
        budget.spend(Stage::Graph, 1);
        QCOMPARE(budget.nextRound(Stage::Graph), 0);
    }

    void unspentGoesToTheKernelStage() {
        Budget budget = Budget::plan({}, 100);
        budget.spend(Stage::Graph, 8);
        budget.closeGraphStage();
        QCOMPARE(budget.total(Stage::Kernel), 92);
        QCOMPARE(budget.nextRound(Stage::Graph), 0);
        SearchSettings fixed;
        fixed.kernel.trialsPerOp = 10;
        Budget other = Budget::plan(fixed, 100);
        other.closeGraphStage();
        QCOMPARE(other.total(Stage::Kernel), 10);
    }

    void stopReasons() {
        SearchSettings settings;
        settings.timeLimit = seconds(60);
        const Budget budget = Budget::plan(settings);
        QCOMPARE(budget.check(Stage::Graph, seconds(59), false), StopReason::None);
        QCOMPARE(budget.check(Stage::Graph, seconds(60), true), StopReason::TimeLimit);
        QCOMPARE(budget.check(Stage::Graph, seconds(0), true), StopReason::Converged);
    }
};

QTEST_GUILESS_MAIN(TestBudget)
#include "tst_budget.moc"
