// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The tables of a session: well-behaved item models, right texts, sorting and copying.
#include "hardware/experience_filter.h"
#include "session/engine_words.h"
#include "session/event_model.h"
#include "session/number_words.h"
#include "session/result_model.h"
#include "session/row_table.h"
#include "session/session_words.h"
#include "shell/languages.h"

#include "engine/engine.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QTemporaryDir>
#include <QTest>

using namespace metainfer;
using namespace metainfer::workbench;
using widgets::NumberWords;

namespace {

const char* const kDecision = R"({
  "answer": "adapt", "simulated": true, "quality_name": "top1", "subjects": [
  {"id": "original", "role": "original", "key": "original | threads=0", "verdict": "",
   "against_hand_tuned": "", "grade": "VALID", "ratio": null, "ratio_clock": "",
   "values": {"p50_latency": {"value": 1000, "low": 1000, "high": 1000, "source": "simulated"},
              "accuracy": {"value": 0.912, "low": 0.9, "high": 0.92, "source": "measured"}}},
  {"id": "c7", "role": "adapted", "key": "int8 | threads=2", "ratio_clock": "wall",
   "verdict": "faster by 2.000 [1.900, 2.100]", "grade": "NOISY: other load",
   "against_hand_tuned": "cannot tell [0.97, 1.04]: the interval contains 1",
   "ratio": {"value": 0.5, "low": 0.48, "high": 0.52},
   "values": {"p50_latency": {"value": 500, "low": 480, "high": 520, "source": "simulated"}}}]})";

} // namespace

class SessionModelsTest : public QObject {
    Q_OBJECT

  private slots:
    void resultShowsThreeSubjects();
    void resultEmptiesAndRefills();
    void verdictsAreUnderstood();
    void secondsAreReadable();
    void eventsFollowTheSession();
    void rowsSortByValue();
    void tableCopiesTabs();
    void experienceIsFiltered();
    void workIsSaidInWords();
    void engineTextsAreRecognised();
};

void SessionModelsTest::resultShowsThreeSubjects() {
    widgets::ResultModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setDecision(Json::parse(kDecision));
    QCOMPARE(model.columnCount(), 4);
    QVERIFY(model.isSimulated());
    QStringList original, hand, adapted;
    for (int row = 0; row < model.rowCount(); ++row) {
        original << model.index(row, 1).data().toString();
        hand << model.index(row, 2).data().toString();
        adapted << model.index(row, 3).data().toString();
    }
    QVERIFY(original.contains("91.20 % [90.00 %, 92.00 %]"));
    QVERIFY(adapted.contains("0.500 [0.480, 0.520]"));
    QVERIFY(adapted.contains(NumberWords::verdict("faster by 2.000 [1.900, 2.100]")));
    QVERIFY(adapted.contains("500 µs [480 µs, 520 µs]"));
    QVERIFY(hand.join("").isEmpty()); // the default was the best hand-set one
}

void SessionModelsTest::resultEmptiesAndRefills() {
    widgets::ResultModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setDecision(Json::parse(kDecision));
    const int rows = model.rowCount();
    QVERIFY(rows > 4);
    model.setDecision({});
    QCOMPARE(model.rowCount(), 0);
    model.setDecision(Json::parse("{\"subjects\": [{\"role\": \"adapted\"}]}"));
    QVERIFY(model.rowCount() > 0); // a file of another version: nothing to show, no crash
    model.retranslate();
}

void SessionModelsTest::verdictsAreUnderstood() {
    QCOMPARE(NumberWords::verdict("faster by 1.62 [1.55, 1.70]"),
             QString("1.62 times as fast [1.55, 1.70]"));
    QCOMPARE(NumberWords::verdict("slower by 1.2 [1.1, 1.3]"),
             QString("1.2 times as slow [1.1, 1.3]"));
    QCOMPARE(NumberWords::verdict("cannot tell [0.9, 1.1]: the interval contains 1"),
             QString("no difference shown [0.9, 1.1]"));
    QCOMPARE(NumberWords::verdict("something new"), QString("something new"));
    QCOMPARE(NumberWords::verdict(""), QString());
}

void SessionModelsTest::secondsAreReadable() {
    QCOMPARE(NumberWords::seconds(0.44), QString("0.4 s"));
    QCOMPARE(NumberWords::seconds(59.4), QString("59 s"));
    QCOMPARE(NumberWords::seconds(125), QString("2 min 05 s"));
    QCOMPARE(NumberWords::seconds(3725), QString("1 h 02 min"));
    QCOMPARE(NumberWords::seconds(-1), QString());
}

void SessionModelsTest::eventsFollowTheSession() {
    QTemporaryDir folder;
    const auto engine = engine::createEngine({folder.filePath("e.db").toStdString()});
    Jobs jobs;
    SessionPresenter session(*engine, jobs);
    EventModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSession(&session);
    connect(&session, &SessionPresenter::eventsAdded, &model, &EventModel::update);
    engine::AdaptRequest request;
    request.deployment = folder.filePath("absent.yaml").toStdString();
    request.out = folder.filePath("s").toStdString();
    session.start(request);
    QVERIFY(session.isRunning());
    QTRY_VERIFY(!session.isRunning());
    QTRY_COMPARE(model.rowCount(), 1); // loading, and then the file was not there
    QVERIFY(model.index(0, EventModel::Text).data().toString().endsWith(": Loading")); // and when
    QVERIFY(session.failure());
    QCOMPARE(session.failure()->code, ErrorCode::NotFound);
    model.setSession(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void SessionModelsTest::rowsSortByValue() {
    widgets::RowTable table;
    QAbstractItemModelTester tester(&table.rows(),
                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    table.rows().setHeaders({"name", "number"});
    table.rows().setRows({{{"b", {}, {}}, {"10", 10, {}}},
                          {{"a", {}, {}}, {"9", 9, {}}},
                          {{"c", {}, {}}, {"100", 100, {}}}});
    QCOMPARE(table.model()->index(0, 0).data().toString(), QString("b")); // as given
    table.sortByColumn(1, Qt::AscendingOrder);
    QCOMPARE(table.model()->index(0, 0).data().toString(), QString("a"));
    QCOMPARE(table.model()->index(2, 0).data().toString(), QString("c"));
    table.selectSource(2);
    QCOMPARE(table.currentIndex().row(), 2);
    QCOMPARE(table.currentSource(), 2);
}

void SessionModelsTest::tableCopiesTabs() {
    widgets::RowTable table;
    table.rows().setHeaders({"name", "text"});
    table.rows().setRows({{{"a", {}, {}}, {"two\twords", {}, {}}}, {{"b", {}, {}}, {"x", {}, {}}}});
    QCOMPARE(table.copyText(true), QString("name\ttext\na\ttwo words\nb\tx"));
    table.selectRow(1);
    table.show();
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), QString("b\tx"));
}

void SessionModelsTest::experienceIsFiltered() {
    std::vector<experience::Record> records(3);
    for (std::size_t i = 0; i < records.size(); ++i) {
        records[i].modelName = i == 2 ? "other" : "net";
        records[i].hardwareName = "local";
        records[i].trust = 0.3 * static_cast<double>(i + 1);
        records[i].timeMs = 1000 * static_cast<std::int64_t>(i);
        records[i].ratios[measurement::Metric::P50Latency] = {0.5, 0.4, 0.6};
    }
    records[1].failure = "does not build";
    records[1].candidate.variant.rewrites.push_back({"fold_bn", {}});
    QCOMPARE(experienceRows(records, {}).records.size(), std::size_t(3));
    ExperienceFilter filter;
    filter.model = "net";
    QCOMPARE(experienceRows(records, filter).records, (std::vector<std::size_t>{0, 1}));
    filter.rewrite = "fold_bn";
    QCOMPARE(experienceRows(records, filter).records, (std::vector<std::size_t>{1}));
    filter = {};
    filter.minimumTrust = 0.5;
    filter.sinceMs = 1500;
    QCOMPARE(experienceRows(records, filter).records, (std::vector<std::size_t>{2}));
    filter = {};
    filter.text = "OTHER";
    QCOMPARE(experienceRows(records, filter).records, (std::vector<std::size_t>{2}));
    QCOMPARE(namesIn(records).models, QStringList({"net", "other"}));
    QCOMPARE(experienceRows(records, {}).cells[0].size(), experienceHeaders().size());
    QVERIFY(experienceDetails(records[1]).size() > 4);
}

void SessionModelsTest::workIsSaidInWords() {
    QCOMPARE(SessionWords::work("searching the graph, 3 of 12 measured, best 0.45 of the time"),
             QString("searching graph variants: 3 of 12 measured, best takes 0.45 of the time"));
    QCOMPARE(SessionWords::work("a new phrase"), QString("a new phrase"));
    engine::CandidateMeasured failed{"c9", "k", std::nullopt, std::nullopt,
                                     Error{ErrorCode::Crash, "the runner crashed", {}, {}}};
    QCOMPARE(SessionWords::event(failed), QString("c9 dropped out: the runner crashed"));
    QCOMPARE(SessionWords::sign(failed), QString("✕"));
    QCOMPARE(SessionWords::answer(Json::parse(kDecision)),
             QString("2.00 times as fast as the original"));
}

void SessionModelsTest::engineTextsAreRecognised() {
    Languages languages;
    languages.apply("zh_CN");
    QCOMPARE(EngineWords::text("cosine 0.9999"), QString("余弦 0.9999"));
    QCOMPARE(EngineWords::text("relative error 0.855 on one sample, 0.096 on the median one"),
             QString("单个样本的相对误差为 0.855，中位样本为 0.096"));
    QCOMPARE(EngineWords::text("relu takes 60 % and no rule applies."),
             QString("relu 占 60 % 的时间，且没有适用的规则。"));
    QCOMPARE(EngineWords::text("something new"), QString("something new"));
    // What a failed or barred candidate says, with its place and its remedy.
    const QString failed = EngineWords::text(
        "static quantization finds nothing to work on: no Conv, Gemm or MatMul with constant "
        "weights (while lowering to int8). Leave this model in float.");
    QVERIFY2(!failed.contains("quantization") && !failed.contains("Leave"), qPrintable(failed));
    QVERIFY2(failed.contains("（降低到 int8 时）"), qPrintable(failed));
    const QString limits = EngineWords::text("p95_latency 5 µs is above max_latency_ms: 1 µs; "
                                             "memory_usage 9 KiB is above max_memory_mb: 1 KiB");
    QVERIFY2(!limits.contains("above") && limits.contains("max_memory_mb"), qPrintable(limits));
    QVERIFY(!SessionWords::remark("not_probed",
                                  "This machine has not been probed, so predictions are rough. "
                                  "Probe it once with: metainfer probe local")
                 .contains("rough"));
    languages.apply("en");
    const QString english = "the mean of 18 of 144 channels moved by up to 0.37 of their standard "
                            "deviation";
    QCOMPARE(EngineWords::text(english), english);
}

QTEST_MAIN(SessionModelsTest)
#include "tst_session_models.moc"
