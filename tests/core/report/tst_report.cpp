// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The migration report: every format of a small decided session.
#include "report/report.h"

#include <QtTest/QTest>

#include <algorithm>

using namespace metainfer;
using namespace metainfer::reporting;

namespace {

Json exactly(double value, const char* source) {
    return {{"value", value}, {"low", value}, {"high", value}, {"source", source}};
}

Json subject(const std::string& id, const std::string& role, double us, double fidelity) {
    const char* source = "measured";
    return {{"id", id},
            {"role", role},
            {"key", id + " | threads=1"},
            {"values",
             {{"p50_latency", exactly(us, source)},
              {"p95_latency", exactly(us * 1.5, source)},
              {"throughput", exactly(1e6 / us, source)},
              {"memory_usage", exactly(4 << 20, source)},
              {"model_size", exactly(1 << 20, source)},
              {"accuracy", exactly(fidelity, source)}}},
            {"accuracy", "text of the engine"},
            {"ratio", {{"value", us / 800}, {"low", us / 820}, {"high", us / 780}}}};
}

Json candidate(const std::string& id, double ratio, double fidelity) {
    return {{"id", id},
            {"key", id + "+int8(u8s8) | threads=1"},
            {"origin", "random"},
            {"ratio", {{"value", ratio}, {"low", ratio * 0.9}, {"high", ratio * 1.1}}},
            {"fidelity", fidelity},
            {"dominated", false},
            {"feasible", true},
            {"measured_us", 800 * ratio},
            {"reason", "because"},
            {"failure", nullptr}};
}

session::SessionContent decided(double fidelity) {
    session::SessionContent session;
    session.folder = "s1";
    session.info.id = "s1";
    session.decision =
        Json{{"model", "tiny <net>"},
             {"hardware", "local"},
             {"answer", "adapt"},
             {"chosen", "c1"},
             {"reason", "it is faster"},
             {"simulated", false},
             {"quality_name", "fidelity"},
             {"subjects",
              {subject("original", "original", 800, 1), subject("c1", "adapted", 400, fidelity)}},
             {"candidates", {candidate("original", 1, 1), candidate("c1", 0.5, fidelity)}},
             {"tried", 1},
             {"failed", 0}};
    return session;
}

std::string text(const session::SessionContent& session, Format format) {
    const auto rendered = render(session, format);
    return rendered ? *rendered : rendered.error().text();
}

bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace

class TestReport : public QObject {
    Q_OBJECT

  private slots:
    void aFidelityBelowOneIsNeverShownAsWhole() {
        const auto session = decided(0.9999996);
        const std::string html = text(session, Format::Html);
        QVERIFY(holds(html, "<div class=\"big\">99.99996 %</div>"));
        QVERIFY(holds(html, "was 100 %</div><div class=\"small bad\">−4e-05 points</div>"));
        QVERIFY(holds(html, "<td class=\"n\">0.9999996</td>"));
        QVERIFY(!holds(html, "100.00 %"));
        const std::string csv = text(decided(0.99999999999), Format::Csv);
        QVERIFY2(holds(csv, ",0.99999999999,"), csv.c_str());
    }

    void anExactFidelityIsWholeAndUnchanged() {
        const std::string html = text(decided(1), Format::Html);
        QVERIFY(holds(html, "<div class=\"big\">100 %</div>"));
        QVERIFY(holds(html, "was 100 %</div><div class=\"small soft\">unchanged</div>"));
    }

    void aSmallDropOfAccuracyIsNoUnchanged() {
        const std::string html = text(decided(0.997), Format::Html);
        QVERIFY(holds(html, "<div class=\"small bad\">−0.30 points</div>"));
    }

    void limitsThatNothingChecksAreShown() {
        auto session = decided(0.9);
        (*session.decision)["decision"] = {{"unverified", {"max_power_w: 5 W: no <sensor>"}}};
        session.validation = Json{{"summary", "fidelity on 16 held-out calibration samples"},
                                  {"subjects", Json::array()}};
        const std::string html = text(session, Format::Html);
        QVERIFY(holds(html, "Not verified: max_power_w: 5 W: no &lt;sensor&gt;"));
        QVERIFY(holds(html, "fidelity on 16 held-out calibration samples"));
    }

    void theAnswerIsSaidInPlainSentences() {
        auto session = decided(0.9);
        (*session.decision)["quality_name"] = "top1";
        (*session.decision)["constraints"] = {{"max_accuracy_drop", 0.01}};
        const std::string html = text(session, Format::Html);
        QVERIFY(holds(html, "<h1>2.00 times as fast as the original</h1>"));
        QVERIFY(holds(html, "One request takes 50.0 % of the time that the original takes "
                            "(between 48.8 and 51.3 %, with 95 % confidence). Accuracy (top1) is "
                            "90.00 %, it was 100 %; a fall by 1 point is accepted."));
    }

    void aNoisyMachineIsToldWhereTheFiguresStand() {
        auto session = decided(0.9);
        const std::string note = "The machine was not quiet";
        QVERIFY(!holds(text(session, Format::Html), note));
        (*session.decision)["subjects"][1]["grade"] = "NOISY: other load on 1.2 cores";
        QVERIFY(holds(text(session, Format::Html), note));
    }

    void simulatedResultsAreNeverCalledMeasured() {
        auto session = decided(0.9);
        const std::string measured = text(session, Format::Html);
        QVERIFY(holds(measured, "took turns on the device"));
        QVERIFY(holds(measured, "1 candidate was measured"));
        (*session.decision)["simulated"] = true;
        const std::string html = text(session, Format::Html);
        QVERIFY(holds(html, "<span class=\"badge\">simulated</span>"));
        QVERIFY(!holds(html, "measured"));
        QVERIFY(!holds(html, "took turns"));
        QVERIFY(!holds(html, "95 %"));
    }

    void simulatedFiguresShowTheModelsInterval() {
        auto session = decided(0.9);
        const std::string meaning = "the 90 % interval of the model&#39;s own error";
        Json& adapted = (*session.decision)["subjects"][1];
        adapted["values"]["p95_latency"] = {
            {"value", 459}, {"low", 157.2}, {"high", 1345.6}, {"source", "measured"}};
        QVERIFY(holds(text(session, Format::Html), "459 µs <span class=\"soft\">±129.5 %</span>"));
        QVERIFY(!holds(text(session, Format::Html), meaning));
        (*session.decision)["simulated"] = true;
        adapted["values"]["p95_latency"]["source"] = "simulated";
        const std::string html = text(session, Format::Html);
        QVERIFY2(holds(html, "459 µs <span class=\"soft\">[157, 1346]</span>"), html.c_str());
        QVERIFY2(holds(html, meaning), html.c_str());
    }

    void withoutAChoiceTheLimitsInConflictStandOnTop() {
        auto session = decided(0.9);
        Json& decision = *session.decision;
        decision["answer"] = "none_feasible";
        decision["chosen"] = "";
        decision["subjects"] = Json::array({subject("original", "original", 800, 1)});
        decision["decision"] = {{"conflicts", {{{"text", "max_latency_ms: 1 ms and top1"}}}}};
        const std::string html = text(session, Format::Html);
        QVERIFY(holds(html, "<h1>No candidate meets the limits</h1>"));
        QVERIFY(holds(html, "Limits in conflict: max_latency_ms: 1 ms and top1"));
        QVERIFY(!holds(html, "<div class=\"cards\">"));
    }

    void findingsOnUnusualInputsAreAListWithItsMeaning() {
        auto session = decided(0.9);
        session.validation = Json{{"subjects", Json::array()}, {"notes", {"zeros: cosine < 0.5"}}};
        const std::string html = text(session, Format::Html);
        QVERIFY(holds(html, "<h3>What to know about unusual inputs</h3>"));
        QVERIFY(holds(html, "<li>zeros: cosine &lt; 0.5</li>"));
    }

    void thePageNeedsNothingFromOutsideAndEscapesNames() {
        const std::string html = text(decided(0.9), Format::Html);
        for (const char* outside : {"<script", "<link", "http://", "https://", "url(", "<img"})
            QVERIFY2(!holds(html, outside), outside);
        QVERIFY(holds(html, "tiny &lt;net&gt; on local"));
        QVERIFY(!holds(html, "<net>"));
    }

    void jsonHoldsTheDecisionAsItIs() {
        const auto session = decided(0.9);
        const auto json = Json::parse(text(session, Format::Json));
        QVERIFY(json["decision"] == *session.decision);
        QCOMPARE(json["schema"].get<std::string>(), std::string("report/1"));
    }

    void csvHasARowPerCandidateAndMarksTheChosen() {
        const std::string csv = text(decided(0.9), Format::Csv);
        QCOMPARE(std::count(csv.begin(), csv.end(), '\n'), 3);
        QVERIFY2(holds(csv, "c1,c1+int8(u8s8) | threads=1,random,yes,0.5,"), csv.c_str());
    }

    void accuraciesOfSearchAndValidationAreApart() {
        auto session = decided(0.9);
        (*session.decision)["search_samples"] = 64;
        (*session.decision)["validation_samples"] = 500;
        session.measurements.push_back(
            {"accuracy", "c1", "k", "", {{"accuracy", {{"value", 0.85}, {"samples", 500}}}}});
        session.validation = Json{{"subjects", {{{"id", "c1"}, {"value", "0.8500 [0.8, 0.9]"}}}}};
        const std::string csv = text(session, Format::Csv);
        QVERIFY(holds(csv, "search_quality,search_samples,validated_quality,validated_samples"));
        QVERIFY2(holds(csv, ",0.9,64,0.85,500,"), csv.c_str());
        QVERIFY2(holds(csv, ",1,64,1,500,"), csv.c_str()); // the original
        const std::string html = text(session, Format::Html);
        QVERIFY(holds(html, "fidelity on the search's 64 samples"));
        QVERIFY(holds(html, "<td class=\"n\">0.8500 [0.8, 0.9]</td>"));
    }

    void anUndecidedSessionSaysHowToGoOn() {
        session::SessionContent session;
        session.folder = "s1";
        const auto rendered = render(session, Format::Html);
        QVERIFY(!rendered);
        QCOMPARE(rendered.error().code, ErrorCode::NotFound);
        QVERIFY(holds(rendered.error().hint, "--resume"));
    }
};

QTEST_GUILESS_MAIN(TestReport)
#include "tst_report.moc"
