// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The report as a text document and as a PDF; the symptoms of a session.
#include "accuracy/symptoms.h"
#include "session/report_document.h"
#include "session/report_export.h"
#include "session/report_words.h"
#include "shell/languages.h"

#include "base/file.h"
#include "engine/engine.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>

using namespace metainfer;
using namespace metainfer::workbench;

namespace {

const char* const kHtml =
    "<!DOCTYPE html><html><head><title>MetaInfer: net on npu</title><style>p { color:red }</style>"
    "</head><body><main><h1>2.00 times as fast<span class=\"badge\">simulated</span></h1>\n"
    "<div class=\"cards\">\n<div class=\"card\"><div class=\"name\">Latency</div>"
    "<div class=\"big\">500 us</div><div class=\"small\">was 1 ms</div>"
    "<div class=\"small good\">-50 %</div></div>\n</div>\n"
    "<svg class=\"chart\" viewBox=\"0 0 760 100\" role=\"img\" aria-label=\"t\">\n"
    "<rect x=\"0\" y=\"0\" width=\"760\" height=\"100\" class=\"adapted\"/>"
    "<text x=\"5\" y=\"5\" class=\"tick\">a</text></svg>\n"
    "<div class=\"scroll\"><table><tr><th class=\"n\">p50</th></tr>"
    "<tr><td class=\"n\">500 us</td></tr></table></div>"
    "<details><summary>All candidates</summary><p>c1<span class=\"screen\"> Point at "
    "one.</span></p></details></main></body></html>";

} // namespace

class SessionReportTest : public QObject {
    Q_OBJECT

  private slots:
    void chartsBecomePictures();
    void everyWordIsKept();
    void symptomsAreFound();
    void formatsAreWritten();
    void pagesSpeakTheLanguage();
};

void SessionReportTest::chartsBecomePictures() {
    const ReportDocument report = reportDocument(kHtml, false, 2);
    QCOMPARE(report.pictures.size(), qsizetype(1));
    const QImage image = report.pictures.value("chart:0");
    QCOMPARE(image.size(), QSize(1520, 200));
    // The class gives the colour: black would mean that the style was not understood.
    const QColor inside = image.pixelColor(1000, 150);
    QVERIFY2(inside.blue() > inside.red() + 50, qPrintable(inside.name(QColor::HexArgb)));
    QVERIFY(!report.html.contains("<svg"));
    const QColor dark =
        reportDocument(kHtml, true, 1).pictures.value("chart:0").pixelColor(500, 80);
    QVERIFY(dark != inside);
}

void SessionReportTest::everyWordIsKept() {
    QTextDocument document;
    fillDocument(document, reportDocument(kHtml, false, 1));
    const QString text = document.toPlainText();
    for (const char* word : {"2.00 times as fast", "simulated", "Latency", "was 1 ms", "-50 %",
                             "p50", "500 us", "All candidates", "c1"})
        QVERIFY2(text.contains(word), word);
    QVERIFY(!text.contains("color:red"));
    QVERIFY(!text.contains("Point at")); // nobody can on paper
    QCOMPARE(document.metaInformation(QTextDocument::DocumentTitle),
             QString("MetaInfer: net on npu"));
}

void SessionReportTest::symptomsAreFound() {
    session::SessionContent content;
    content.diagnosis = Json::parse(R"({"remarks": [
        {"code": "hot_without_rule", "severity": "note", "text": "relu takes 60 % and no rule applies."},
        {"code": "dynamic_shapes", "severity": "error", "text": "the inputs have dynamic dimensions"}],
      "hot_spots": [{"site": "/a/Clip", "family": "relu"}, {"site": "/b/Conv", "family": "conv2d"}],
      "operators": {"unsupported": [], "slow": [{"site": "/s", "op": "Softmax"}]}})");
    content.decision = Json::parse(R"({"deviations": [{"candidate": "k2", "cause": "slow_kernel",
        "predicted_us": 250, "measured_us": 800, "lost_us": 400,
        "evidence": "11 conv2d:dense float32: 488 µs", "remedy": "pad channels"}],
      "candidates": [{"id": "c1", "failure": "does not build", "reason": ""},
        {"id": "c2", "failure": null, "reason": "top1 drops by 0.3, more than 0.01"}],
      "decision": {"conflicts": [], "unverified": []}, "subjects": []})");
    content.validation = Json::parse(R"({"boundary": [
        {"name": "zeros", "finding": "ok", "detail": ""},
        {"name": "NaN in", "finding": "warning", "detail": "hides it"}], "anomalies": []})");
    const QList<Symptom> found = symptomsOf(content);
    QCOMPARE(found.size(), qsizetype(7));
    QCOMPARE(found.first().level, SymptomLevel::Error); // worst first
    const auto with = [&](const QString& evidence) {
        for (const Symptom& s : found)
            if (s.evidence.contains(evidence))
                return s;
        return Symptom{};
    };
    QCOMPARE(with("relu takes").nodes, QStringList({"/a/Clip"}));
    QCOMPARE(with("conv2d:dense").nodes, QStringList({"/b/Conv"}));
    QCOMPARE(with("conv2d:dense").remedy, QString("pad channels"));
    QCOMPARE(with("Softmax").nodes, QStringList({"/s"}));
    for (const Symptom& s : found) {
        QVERIFY(!s.title.isEmpty());
        QVERIFY(!s.remedy.isEmpty());
    }
    QVERIFY(symptomsOf({}).isEmpty());
}

void SessionReportTest::formatsAreWritten() {
    QTemporaryDir folder;
    const auto engine = engine::createEngine({folder.filePath("e.db").toStdString()});
    session::SessionInfo info;
    info.id = "net-1";
    info.createdAt = "2026-01-01T00:00:00Z";
    const auto path = folder.filePath("s").toStdString();
    auto writer = session::SessionWriter::create(path, info);
    QVERIFY2(writer.has_value(), writer ? "" : writer.error().text().c_str());
    engine::ReportRequest what;
    what.sessions = {path};
    // Before there is a decision nothing is written.
    const QString file = folder.filePath("early.pdf");
    QVERIFY(!exportReport(*engine, what, "pdf", file).has_value());
    QVERIFY(!QFile::exists(file));
    QVERIFY(writer
                ->writeDecision(Json::parse(R"({"schema": "decision/1", "model": "net",
        "hardware": "npu", "answer": "keep_original", "reason": "not worth it", "simulated": true,
        "subjects": [], "candidates": []})"))
                .has_value());
    for (const QString& format : reportFormats()) {
        const QString out = folder.filePath("report." + format);
        const Status written = exportReport(*engine, what, format, out);
        QVERIFY2(written.has_value(), written ? "" : written.error().text().c_str());
        QFile read(out);
        QVERIFY(read.open(QIODevice::ReadOnly));
        const QByteArray bytes = read.readAll();
        if (format == "pdf") {
            QVERIFY(bytes.startsWith("%PDF-"));
            QVERIFY(bytes.trimmed().endsWith("%%EOF"));
            QVERIFY(bytes.contains("/Type /Page"));
        } else if (format == "html") {
            QVERIFY(bytes.contains("Keep the original"));
        } else if (format == "json") {
            QCOMPARE(Json::parse(bytes.toStdString())["decision"]["model"].get<std::string>(),
                     std::string("net"));
        } else {
            QVERIFY(bytes.startsWith("id,key,"));
        }
    }
}

/// In Chinese the page's own words are Chinese; names, keys and numbers are untouched, and English
/// stays exactly as it was.
void SessionReportTest::pagesSpeakTheLanguage() {
    const QString page =
        "<html><head><style>h1 { color: red }</style></head><body><h1>1.95 times as fast as the "
        "original</h1>\n<p class=\"soft\">net on npu</p><p>One request takes 51.3 % of the time "
        "that the original takes (between 40.7 and 64.7 %, with 95 % confidence); the original "
        "with the best options set by hand takes 86.8 %. Accuracy (top1) is 91.20 %, as before; a "
        "fall by 1 point is accepted.</p><p>Decision: p95_latency is 0.447 [0.417, 0.478] of the "
        "original&#39;s; memory_usage is 0.744 of it. A fresh interleaved run says: faster by 1.62 "
        "[1.55, 1.70].</p><p><b>adapted</b>: faster by 1.948 [1.545, 2.455]: the A/A control is "
        "off "
        "by 8.8 %, the interval is wider by as much (wall clock); absolute numbers: NOISY: "
        "coefficient of variation 38.9 %; other load on 1.04 cores; 463 µs alone, 279 µs in turn "
        "with the others</p><td>NaN in: the original "
        "lets NaN or infinity through, the adapted model "
        "hides it</td><pre>model: original</pre><code>original | threads=1</code><p>a sentence of "
        "tomorrow &lt;b&gt;.</p></body></html>";
    Languages languages;
    languages.apply("en");
    QCOMPARE(ReportWords::page(page), page);
    languages.apply("zh_CN");
    const QString said = ReportWords::page(page);
    languages.apply("en");
    for (const char* kept :
         {"h1 { color: red }", "net", "npu", "1.95", "51.3 %", "86.8 %", "0.447 [0.417, 0.478]",
          "<pre>model: original</pre>", "<code>original | threads=1</code>",
          "a sentence of tomorrow &lt;b&gt;."})
        QVERIFY2(said.contains(kept), kept);
    for (const char* gone :
         {"times as fast", "One request", "by hand", "as before", "accepted", "Decision",
          "interleaved", "faster by", "NaN in:", " on npu", "absolute", "coefficient", "other load",
          "clock", "of the original", "alone", "in turn"})
        QVERIFY2(!said.contains(gone), qPrintable(QString(gone) + "\n" + said));
    QVERIFY2(said.contains(QString::fromUtf8("速度为原始模型的 1.95 倍")), qPrintable(said));
}

QTEST_MAIN(SessionReportTest)
#include "tst_session_report.moc"
