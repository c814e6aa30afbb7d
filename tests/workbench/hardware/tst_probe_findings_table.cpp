// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Findings and changes of a probe as a table, in both languages.
#include "hardware/probe_findings.h"
#include "workbench/desk.h"

#include <QTest>

using namespace metainfer;
using namespace metainfer::measurement;

namespace {

ProbeFinding finding(FindingKind kind) {
    ProbeFinding one;
    one.kind = kind;
    one.family = "conv2d:dense";
    one.dtype = "int8";
    one.value = {1.02, 0.98, 1.06};
    one.confidence = confidenceOf(0.01, 8, 0.03, Grade::Valid);
    one.facts = {{"kernel", "DequantizeLinear+Conv"}};
    one.evidence = {"Conv 1x64x56x56"};
    return one;
}

} // namespace

class ProbeFindingsTableTest : public QObject {
    Q_OBJECT

  private slots:
    void cleanup() { m_desk.languages.apply("en"); }

    void everyKindHasWords_data() {
        QTest::addColumn<QString>("language");
        QTest::newRow("en") << "en";
        QTest::newRow("zh_CN") << "zh_CN";
    }
    void everyKindHasWords() {
        QFETCH(QString, language);
        m_desk.languages.apply(language);
        ProbeResult result;
        for (int kind = 0; kind <= static_cast<int>(FindingKind::DatasheetConflict); ++kind)
            result.findings.push_back(finding(static_cast<FindingKind>(kind)));
        const auto rows = widgets::findingRows(result, std::nullopt);
        QCOMPARE(rows.size(), result.findings.size());
        QSet<QString> kinds;
        for (const auto& row : rows) {
            QCOMPARE(static_cast<qsizetype>(row.size()), widgets::findingColumns().size());
            QVERIFY(!row[0].text.isEmpty() && !row[2].text.isEmpty());
            QCOMPARE(row[0].tip, QString("Conv 1x64x56x56"));
            if (language == "zh_CN") // nothing is left in English
                QVERIFY2(row[0].text.toUtf8().size() > row[0].text.size(), qPrintable(row[0].text));
            kinds << row[0].text;
        }
        QCOMPARE(kinds.size(), static_cast<qsizetype>(rows.size()));
    }

    void valuesHaveTheirUnits() {
        ProbeResult result;
        result.findings = {finding(FindingKind::IntegerAsFloat),
                           finding(FindingKind::CacheCapacity)};
        result.findings[1].value = {32768, 32768, 32768};
        const auto rows = widgets::findingRows(result, std::nullopt);
        QCOMPARE(rows[0][2].text, QString::fromUtf8("1.02× [0.98×, 1.06×]"));
        QVERIFY(rows[0][4].text.contains("DequantizeLinear+Conv"));
        QVERIFY(rows[1][2].text.contains("32"));
        QVERIFY(rows[1][2].text.contains("KiB"));
    }

    void changesComeFirst() {
        ProbeResult result;
        result.findings = {finding(FindingKind::FirstRun)};
        ProbeComparison changes;
        changes.earlier = "2026-11-30T12:00:00Z";
        changes.changes = {{"matmul", "fp32", {1.12, 1.08, 1.16}, 0.001, 6}};
        changes.environment = {{"kernel", "Linux 6.1", "Linux 6.2"}};
        const auto rows = widgets::findingRows(result, changes);
        QCOMPARE(rows.size(), std::size_t(3));
        QCOMPARE(rows[0][1].text, QString("matmul fp32"));
        QVERIFY(rows[0][2].text.startsWith("1.12"));
        QVERIFY(rows[0][4].text.contains("2026-11-30"));
        QCOMPARE(rows[0][0].tone, widgets::CellTone::Bad);
        QCOMPARE(rows[1][1].text, QString("kernel"));
        QVERIFY(rows[1][4].text.contains("Linux 6.2"));
    }

  private:
    test::Desk m_desk;
};

QTEST_MAIN(ProbeFindingsTableTest)
#include "tst_probe_findings_table.moc"
