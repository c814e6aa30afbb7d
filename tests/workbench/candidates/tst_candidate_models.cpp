// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Candidates as rows, as an item model, in plots and in words; without a window.
#include "workbench/candidates/session_fixture.h"

#include "candidates/candidate_model.h"
#include "candidates/comparison.h"
#include "candidates/explanation.h"
#include "candidates/plots.h"
#include "theme/colors.h"

#include <QAbstractItemModelTester>
#include <QTemporaryDir>
#include <QTest>

using namespace metainfer;
using namespace metainfer::widgets;

class CandidateModelsTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void rowsHoldWhatTheSessionSays();
    void theFreshRunHasTheLastWord();
    void modelSortsAndFilters();
    void modelSurvivesEveryChange();
    void frontIsWhatNothingBeats();
    void decisionFollowsLimitsAndWeights();
    void reasonsAreNamed();
    void accuraciesOfSearchAndValidationAreApart();
    void equalsNameTheRule();
    void convergenceOnlyImproves();
    void plotsSeparateWhatIsAllowed();
    void predictionIsJudged();
    void operatorsAreCompared();

  private:
    QTemporaryDir m_folder;
    CandidateTablePtr m_table;
};

void CandidateModelsTest::initTestCase() {
    const auto folder = std::filesystem::path(m_folder.filePath("s").toStdString());
    const auto written = test::writeSession(folder);
    QVERIFY2(written, written ? "" : written.error().text().c_str());
    const auto content = session::readSession(folder);
    QVERIFY(content);
    m_table = makeCandidateTable(*content);
}

void CandidateModelsTest::rowsHoldWhatTheSessionSays() {
    QCOMPARE(m_table->rows.size(), std::size_t(6)); // five candidates and the original
    QCOMPARE(m_table->original, std::optional<std::size_t>(5));
    const CandidateRow& c2 = m_table->rows[*m_table->find("c2")];
    QCOMPARE(c2.state, CandidateState::Measured);
    QCOMPARE(numberOf(c2, Quantity::Ratio), 0.5);
    QCOMPARE(numberOf(c2, Quantity::P50Latency), 125.0); // half of the original's
    QCOMPARE(valueOf(c2, Quantity::P50Latency)->interval.low, 120.0);
    QCOMPARE(numberOf(c2, Quantity::Memory), 3.9e6);
    QVERIFY(std::abs(numberOf(c2, Quantity::PredictionError) - (130.0 / 125 - 1)) < 1e-12);
    QCOMPARE(c2.options, QString("threads=1"));
    QCOMPARE(m_table->rows[*m_table->find("c3")].state, CandidateState::Barred);
    const CandidateRow& c5 = m_table->rows[*m_table->find("c5")];
    QCOMPARE(c5.state, CandidateState::Failed);
    QVERIFY(c5.reason.contains("signal 11"));
    QVERIFY(std::isnan(numberOf(c5, Quantity::Ratio)));
    QCOMPARE(numberOf(m_table->rows[5], Quantity::Accuracy), 1.0);
    QVERIFY(!m_table->answer);
}

/// For the ratio; the latencies stay those that were measured.
void CandidateModelsTest::theFreshRunHasTheLastWord() {
    const auto folder = std::filesystem::path(m_folder.filePath("fresh").toStdString());
    QVERIFY(test::writeSession(folder));
    auto writer = session::SessionWriter::resume(folder);
    QVERIFY(writer);
    const auto comparison = [](const char* purpose, const char* base, double ratio) {
        const Json verdict = {{"ratio", ratio}, {"low", ratio - 0.01}, {"high", ratio + 0.01}};
        return Json{{"purpose", purpose},
                    {"base", base},
                    {"variants", {{{"label", "c2"}, {"clock", "wall"}, {"verdict", verdict}}}}};
    };
    const auto add = [&](const char* kind, const char* id, const Json& json) {
        return writer->addMeasurement({kind, id, id, "", json}).has_value();
    };
    QVERIFY(add("comparison", "finalists", comparison("selection", "original", 0.6)));
    QVERIFY(add("measurement", "c2", test::quickMeasurement(148))); // alone
    QVERIFY(add("comparison", "c2", comparison("confirmation", "original", 0.56)));
    QVERIFY(add("comparison", "c2", comparison("confirmation", "h1", 0.9))); // other options
    const auto content = session::readSession(folder);
    QVERIFY(content);
    const auto table = makeCandidateTable(*content);
    const CandidateRow& c2 = table->rows[*table->find("c2")];
    QCOMPARE(numberOf(c2, Quantity::Ratio), 0.56);
    QCOMPARE(c2.evaluation.ratios.at(measurement::Metric::P50Latency).value, 0.56);
    QCOMPARE(numberOf(c2, Quantity::P50Latency), 148.0);
}

void CandidateModelsTest::modelSortsAndFilters() {
    CandidateModel model;
    model.setTable(m_table);
    const auto ids = [&] {
        QStringList list;
        for (int row = 0; row < model.rowCount(); ++row)
            list << model.index(row, CandidateModel::IdColumn).data().toString();
        return list;
    };
    const int ratio = CandidateModel::columnOf(Quantity::Ratio);
    model.sort(ratio, Qt::AscendingOrder);
    QCOMPARE(ids(), QStringList({"c3", "c2", "c1", "original", "c4", "c5"}));
    model.sort(ratio, Qt::DescendingOrder);
    QCOMPARE(ids(), QStringList({"c4", "original", "c1", "c2", "c3", "c5"})); // no number: last
    model.setFilter(CandidateModel::Filter::Failed);
    QCOMPARE(ids(), QStringList({"c3", "c5"}));
    model.setFilter(CandidateModel::Filter::All);
    model.sort(CandidateModel::IdColumn, Qt::AscendingOrder);
    model.setFilterText("FOLD int8");
    QCOMPARE(ids(), QStringList({"c1", "c3"}));
    model.setFilterText("signal");
    QCOMPARE(ids(), QStringList({"c5"}));
    model.setFilterText({});
    model.setMarks({{"c4", {true, "slow, but exact"}}});
    model.setFilter(CandidateModel::Filter::Pinned);
    QCOMPARE(ids(), QStringList({"c4"}));
    model.setFilter(CandidateModel::Filter::All);
    model.setFilterText("exact");
    QCOMPARE(ids(), QStringList({"c4"}));
    QCOMPARE(model.rowOf(0), -1);
    QCOMPARE(model.rowOf(3), 0);
}

void CandidateModelsTest::modelSurvivesEveryChange() {
    CandidateModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(m_table);
    QPersistentModelIndex kept = model.index(1, CandidateModel::IdColumn);
    QCOMPARE(kept.data().toString(), QString("c2"));
    for (int column = 0; column < model.columnCount(); ++column)
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            model.sort(column, order);
            QCOMPARE(kept.data().toString(), QString("c2"));
        }
    model.setSelected({true, false, true});
    QVERIFY(model.index(model.rowOf(2), 0).data(CandidateModel::SelectedRole).toBool());
    QVERIFY(!model.index(model.rowOf(1), 0).data(CandidateModel::SelectedRole).toBool());
    model.setFilterText("c1");
    model.retranslate();
    model.setTable(nullptr);
    QCOMPARE(model.rowCount(), 0);

    MetricComparisonModel metrics;
    QAbstractItemModelTester second(&metrics,
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    metrics.setRows(m_table, 5, 1);
    QCOMPARE(metrics.index(0, 3).data().toString(), QString("0.500")); // the ratio itself
}

void CandidateModelsTest::frontIsWhatNothingBeats() {
    const auto front = frontOf(*m_table, Quantity::P50Latency, Quantity::Memory);
    // c3 would win both, but is not allowed; c4 and the original are beaten by c1.
    QCOMPARE(front, std::vector<std::size_t>({1, 0}));
    // Accuracy counts upwards.
    const auto exact = frontOf(*m_table, Quantity::P50Latency, Quantity::SearchAccuracy);
    QCOMPARE(exact, std::vector<std::size_t>({1, 0, 5}));
}

void CandidateModelsTest::decisionFollowsLimitsAndWeights() {
    const auto first = decideAmong(*m_table, m_table->objectives, m_table->constraints, false);
    QCOMPARE(first.chosen, std::string("c2"));
    auto limits = m_table->constraints;
    limits.maxAccuracyDrop = 0.02; // c2 drops by 0.03
    const auto second = decideAmong(*m_table, m_table->objectives, limits, false);
    QCOMPARE(second.chosen, std::string("c1"));
    limits.maxLatencyMs = 0.05; // nobody
    const auto third = decideAmong(*m_table, m_table->objectives, limits, false);
    QCOMPARE(third.answer, search::Answer::NoneFeasible);
    search::Objectives weighted;
    weighted.weighted = true;
    weighted.terms = {
        {search::Metric::Memory, 1, search::Direction::Minimize, std::nullopt},
        {search::Metric::P50Latency, 0.05, search::Direction::Minimize, std::nullopt}};
    QCOMPARE(decideAmong(*m_table, weighted, m_table->constraints, false).chosen,
             std::string("c1"));
    QCOMPARE(decideAmong(*m_table, m_table->objectives, m_table->constraints, true).answer,
             search::Answer::KeepOriginal); // no finalist yet
}

void CandidateModelsTest::reasonsAreNamed() {
    const auto decision = decideAmong(*m_table, m_table->objectives, m_table->constraints, false);
    const auto why = [&](const char* id) {
        const CandidateRow& row = m_table->rows[*m_table->find(id)];
        return Explanation::why(*m_table, row, verdictOf(&decision, row.id.toStdString()),
                                verdictOf(&decision, decision.chosen));
    };
    QVERIFY(why("c2").contains("0.500"));
    QVERIFY2(why("c1").contains("0.800") && why("c1").contains("0.500"), qPrintable(why("c1")));
    QVERIFY(why("c3").contains("fidelity"));
    QVERIFY(why("c4").contains("not better"));
    QVERIFY(why("c5").contains("signal 11"));
    auto limits = m_table->constraints;
    limits.maxAccuracyDrop = 0.02;
    const auto stricter = decideAmong(*m_table, m_table->objectives, limits, false);
    const QString broken = Explanation::why(*m_table, m_table->rows[1], verdictOf(&stricter, "c2"),
                                            verdictOf(&stricter, stricter.chosen));
    QVERIFY2(broken.contains("97") && broken.contains("98"), qPrintable(broken));
    const QString html =
        Explanation::html(*m_table, 1, verdictOf(&decision, "c2"), verdictOf(&decision, "c2"),
                          {true, "<b>mind</b>"}, Colors::light());
    QVERIFY(html.contains("&lt;b&gt;mind"));
    QVERIFY(html.contains("threads=1"));
    QVERIFY(!html.contains("All percentiles are one number"));
    CandidateTable simulated = *m_table;
    simulated.simulated = true;
    QVERIFY(Explanation::html(simulated, 1, nullptr, nullptr, {}, Colors::light())
                .contains("All percentiles are one number"));
}

void CandidateModelsTest::accuraciesOfSearchAndValidationAreApart() {
    const CandidateRow& searched = m_table->rows[1];
    QVERIFY(!valueOf(searched, Quantity::Accuracy));
    const auto quick = valueOf(searched, Quantity::SearchAccuracy);
    QVERIFY(quick && quick->samples == 64);
    QVERIFY(CandidateText::full(Quantity::SearchAccuracy, *quick).contains("64"));
    QCOMPARE(valueOf(m_table->rows[5], Quantity::Accuracy)->samples, std::size_t(500));
    // The original does worse on all data: whom only the search saw is judged as on its samples.
    CandidateTable table = *m_table;
    CandidateRow& original = table.rows[5];
    original.evaluation.values[search::Metric::Accuracy] = {Interval::exact(0.9),
                                                            NumberSource::Measured};
    auto limits = table.constraints;
    limits.maxAccuracyDrop = 0.02; // c2 drops by 0.03, though 0.97 is above 0.9
    const auto decision = decideAmong(table, table.objectives, limits, false);
    const auto* verdict = verdictOf(&decision, "c2");
    QVERIFY(verdict && !verdict->feasible);
    const QString words = Explanation::limit(table, verdict->limits.front(), table.rows[1]);
    for (const char* part : {"64", "97.00 %", "98.00 %", "100 %", "2.00 points"})
        QVERIFY2(words.contains(part), qPrintable(words));
}

void CandidateModelsTest::equalsNameTheRule() {
    CandidateTable table = *m_table;
    table.chosen = 1;
    table.rows[1].state = CandidateState::Chosen;
    table.rows[0].state = CandidateState::Finalist;
    search::Verdict chosen, other;
    chosen.id = "c2";
    chosen.score.total = Interval::exact(0.8);
    chosen.score.secondary = Interval::exact(0.9);
    other = chosen;
    other.id = "c1";
    const auto why = [&](std::size_t row, const search::Verdict& verdict) {
        return Explanation::why(table, table.rows[row], &verdict, &chosen);
    };
    QVERIFY2(why(0, other).contains("as good as the chosen one"), qPrintable(why(0, other)));
    QVERIFY(!why(0, other).contains("worse"));
    other.score.secondary = Interval::exact(1.0);
    QVERIFY2(why(0, other).contains("worse in the second (1.000 against 0.900)"),
             qPrintable(why(0, other)));
    table.reason =
        "p50_latency is 0.8; c2 cannot be told from c1 and changes less, so it is chosen";
    QVERIFY(why(0, other).contains("changes no more"));
    QVERIFY(Explanation::why(table, table.rows[1], &chosen, &chosen).contains("changes least"));
}

void CandidateModelsTest::convergenceOnlyImproves() {
    const auto& points = m_table->convergence;
    QCOMPARE(points.size(), std::size_t(4)); // c5 gave no ratio
    for (std::size_t i = 1; i < points.size(); ++i) {
        QVERIFY(points[i].best <= points[i - 1].best);
        QVERIFY(points[i].hypervolume >= points[i - 1].hypervolume);
    }
    QCOMPARE(points.back().best, 0.5); // c3 may not win
    // c1 (0.8, 0.875) and c2 (0.5, 0.975) below (2, 2).
    const double expected = 1.5 * 1.025 + 1.2 * 0.1;
    QVERIFY2(std::abs(points.back().hypervolume - expected) < 1e-9,
             qPrintable(QString::number(points.back().hypervolume)));
}

void CandidateModelsTest::plotsSeparateWhatIsAllowed() {
    ScatterChoice choice;
    choice.x = Quantity::P50Latency;
    choice.y = Quantity::Memory;
    choice.third = Quantity::SearchAccuracy;
    choice.use = ThirdUse::Color;
    const PlotContent content = CandidatePlots::pareto(*m_table, choice, 1);
    std::size_t points = 0;
    for (const PlotSeries& series : content.series)
        if (series.kind == PlotSeries::Kind::Scatter) {
            points += series.rows.size();
            QCOMPARE(series.third.size(), series.x.size());
            if (series.marker == Marker::Square)
                QCOMPARE(series.rows, std::vector<std::size_t>({1})); // the choice
            if (series.marker == Marker::Cross)
                QCOMPARE(series.rows, std::vector<std::size_t>({2})); // not allowed
        }
    QCOMPARE(points, std::size_t(5));
    QVERIFY(content.title.contains('1')); // the failed one is said to be missing
    std::vector<std::size_t> rows;
    const auto axes =
        CandidatePlots::parallel(*m_table, {Quantity::Ratio, Quantity::SearchAccuracy}, rows);
    QCOMPARE(axes.size(), std::size_t(2));
    QCOMPARE(rows.size(), std::size_t(5));
    QCOMPARE(axes[1].values[1], 97.0); // percent
}

void CandidateModelsTest::predictionIsJudged() {
    const PredictionQuality quality = predictionQuality(*m_table);
    QCOMPARE(quality.count, std::size_t(4));
    // Measured 200, 125, 100, 375; predicted 220, 130, 150, 400.
    const double expected = (0.1 + 0.04 + 0.5 + 400.0 / 375 - 1) / 4;
    QVERIFY(std::abs(quality.meanError - expected) < 1e-12);
    QVERIFY(std::abs(quality.ranks - 0.8) < 1e-12); // one neighbouring pair swapped
}

void CandidateModelsTest::operatorsAreCompared() {
    QCOMPARE(scopeOf("/blocks/blocks.1/expand/expand.0/Conv_token_10"),
             QString("blocks/blocks.1/expand"));
    QCOMPARE(scopeOf("Transpose"), QString());
    const OperatorTimes a = {
        {"/a/Conv", "Conv", 10}, {"/b/Conv", "Conv", 5}, {"/b/Relu", "Relu", 2}};
    const OperatorTimes b = {{"/a/Conv_q", "QLinearConv", 4},
                             {"/b/Conv_q", "QLinearConv", 2},
                             {"quantize", "QuantizeLinear", 1}};
    const auto types = compareOperators(a, b, OperatorGrouping::ByType);
    QCOMPARE(types.size(), std::size_t(3));
    QCOMPARE(types[0].group, QString("Conv")); // the integer form is the same kind
    QCOMPARE(types[0].difference(), -9.0);
    QCOMPARE(types[1].group, QString("Relu"));
    QVERIFY(std::isnan(types[1].b));
    const auto scopes = compareOperators(a, b, OperatorGrouping::ByScope);
    QCOMPARE(scopes[0].group, QString("a"));
    QCOMPARE(scopes[0].a, 10.0);
    OperatorComparisonModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setDifferences(compareOperators(a, b, OperatorGrouping::Each), "original", "c2");
    QCOMPARE(model.rowCount(), 6);
    for (int column = 0; column < model.columnCount(); ++column)
        model.sort(column, Qt::DescendingOrder);
    QCOMPARE(model.index(0, 4).data().toString().front(), QChar('+'));
}

QTEST_GUILESS_MAIN(CandidateModelsTest)
#include "tst_candidate_models.moc"
