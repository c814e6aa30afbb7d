// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Several sessions in one report: what differs is marked, what cannot be compared is said.
#include "report/comparison_report.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::reporting;

class ComparisonReportTest : public QObject {
    Q_OBJECT

  private slots:
    void sessionsStandSideBySide();
    void differentDevicesAreWarnedOf();
    void namesAreToldApart();
    void otherFormatsHoldTheSame();
    void whatCannotBeComparedIsRefused();
};

namespace {

session::SessionContent content(const std::string& folder, const std::string& hardware,
                                double ratio) {
    session::SessionContent made;
    made.folder = folder;
    made.info.modelHash = "m";
    made.info.deploymentYaml =
        "deployment:\n  model: net.onnx\n  hardware: " + hardware +
        "\n  optimization_objective: {primary: p50_latency, secondary: memory_usage}\n"
        "  constraints: {max_memory_mb: " +
        (ratio < 0.6 ? "8" : "16") + "}\n";
    const auto number = [](double value) {
        return Json{{"value", value}, {"low", value}, {"high", value}, {"source", "measured"}};
    };
    made.decision =
        Json{{"schema", "decision/1"},
             {"model", "net"},
             {"hardware", hardware},
             {"answer", "adapt"},
             {"chosen", "c1"},
             {"simulated", false},
             {"tried", 9},
             {"failed", 1},
             {"changes", {"fold_bn at 3 places"}},
             {"subjects",
              {{{"id", "original"},
                {"role", "original"},
                {"values", {{"p50_latency", number(900)}}},
                {"accuracy", "91 % top1"}},
               {{"id", "c1"},
                {"role", "adapted"},
                {"values", {{"p50_latency", number(900 * ratio)}}},
                {"accuracy", "90 % <top1>"},
                {"ratio", {{"value", ratio}, {"low", ratio - 0.02}, {"high", ratio + 0.02}}}}}}};
    return made;
}

} // namespace

void ComparisonReportTest::sessionsStandSideBySide() {
    const std::vector<session::SessionContent> two{content("/a/one", "npu", 0.5),
                                                   content("/a/two", "npu", 0.8)};
    const auto html = renderComparison(two, Format::Html);
    QVERIFY2(html, html ? "" : html.error().text().c_str());
    const auto has = [&](const char* text) { return html->find(text) != std::string::npos; };
    for (const char* text :
         {"2 sessions compared", "one", "two", "0.500 [0.480, 0.520]", "0.800 [0.780, 0.820]",
          "450 µs (was 900 µs)", "8 MB", "16 MB", "p50_latency, then memory_usage",
          "fold_bn at 3 places", "90 % &lt;top1&gt;", "Same model and target"})
        QVERIFY2(has(text), text);
    QVERIFY(has("memory at most ≠")); // differs
    QVERIFY(!has("model ≠"));
    QVERIFY(has("<svg")); // self-contained, with its chart
    QVERIFY(!has("<script") && !has("href=\"http"));
}

void ComparisonReportTest::differentDevicesAreWarnedOf() {
    std::vector<session::SessionContent> two{content("/a/one", "npu", 0.5),
                                             content("/a/two", "cpu", 0.5)};
    auto html = renderComparison(two, Format::Html);
    QVERIFY(html && html->find("the targets differ") != std::string::npos);
    two[1] = content("/a/two", "npu", 0.5);
    (*two[1].decision)["simulated"] = true;
    html = renderComparison(two, Format::Html);
    QVERIFY(html && html->find("some numbers are measured, some simulated") != std::string::npos);
}

void ComparisonReportTest::namesAreToldApart() {
    const std::vector<session::SessionContent> two{content("/a/s1", "npu", 0.5),
                                                   content("/b/s1/", "npu", 0.5)};
    const auto csv = renderComparison(two, Format::Csv);
    QVERIFY(csv);
    QVERIFY(csv->starts_with("what,\"/a/s1\",\"/b/s1/\"\n"));
}

void ComparisonReportTest::otherFormatsHoldTheSame() {
    const std::vector<session::SessionContent> two{content("/a/one", "npu", 0.5),
                                                   content("/a/two", "npu", 0.8)};
    const Json json = Json::parse(*renderComparison(two, Format::Json));
    QCOMPARE(json["sessions"].size(), std::size_t(2));
    QCOMPARE(json["sessions"][1]["result"]["time / its own original"].get<std::string>(),
             std::string("0.800 [0.780, 0.820]"));
    QCOMPARE(json["sessions"][0]["subject"]["ratio"]["value"].get<double>(), 0.5);
    const auto csv = renderComparison(two, Format::Csv);
    QVERIFY(csv->find("\"memory at most\",\"8 MB\",\"16 MB\"") != std::string::npos);
}

void ComparisonReportTest::whatCannotBeComparedIsRefused() {
    std::vector<session::SessionContent> sessions{content("/a/one", "npu", 0.5)};
    auto one = renderComparison(sessions, Format::Html);
    QVERIFY(!one);
    QCOMPARE(one.error().code, ErrorCode::InvalidArgument);
    sessions.push_back(content("/a/two", "npu", 0.5));
    sessions[1].decision.reset();
    const auto undecided = renderComparison(sessions, Format::Html);
    QVERIFY(!undecided);
    QCOMPARE(undecided.error().code, ErrorCode::NotFound);
    QVERIFY(undecided.error().message.find("two") != std::string::npos);
}

QTEST_GUILESS_MAIN(ComparisonReportTest)
#include "tst_comparison_report.moc"
