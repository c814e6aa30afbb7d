// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One candidate of a session taken away or measured again, on a simulated device.
#include "engine/tools/candidate_tools.h"

#include "base/file.h"
#include "ir/onnx_io.h"
#include "support/kept_session.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::engine;
namespace fs = std::filesystem;

class CandidateToolsTest : public QObject {
    Q_OBJECT

    std::optional<TemporaryDirectory> m_dir;
    fs::path session() const { return m_dir->path() / "session"; }

  private slots:
    void init();
    void aCandidateIsBuiltAgain();
    void theChoiceIsCopied();
    void anUnknownOneIsRefused();
    void itIsMeasuredInTurn();
};

void CandidateToolsTest::init() {
    auto made = TemporaryDirectory::create("candidate-tools");
    QVERIFY(made);
    m_dir.emplace(std::move(*made));
    QVERIFY(test::writeKeptSession(session(), test::twoProductsAndAnIdentity(),
                                   test::withoutTheIdentity()));
}

void CandidateToolsTest::aCandidateIsBuiltAgain() {
    const fs::path out = m_dir->path() / "out";
    const auto written = tools::exportCandidate({session(), "c1"}, out, test::keptContext());
    QVERIFY2(written, written ? "" : written.error().text().c_str());
    QCOMPARE(written->size(), std::size_t(3));
    const auto model = ir::importOnnx(out / "model.onnx");
    QVERIFY(model);
    QCOMPARE(model->graph->nodeCount(), std::size_t(2)); // the identity is gone
    const auto mapping = readJsonFile(out / "mapping.json");
    QVERIFY(mapping);
    QCOMPARE((*mapping)["candidate"]["id"].get<std::string>(), std::string("c1"));
    QVERIFY((*mapping)["session"].get<std::string>().find("threads=1") != std::string::npos);
    QVERIFY(mapping->contains("variant"));
    // Every operator that is left says which one of the source it was.
    QCOMPARE((*mapping)["origins"].size(), std::size_t(2));
    QCOMPARE((*mapping)["origins"]["y"]["op_type"].get<std::string>(), std::string("MatMul"));
    QVERIFY(!(*mapping)["origins"]["y"]["from"].empty());
    const auto original = tools::exportCandidate({session(), "original"}, out, test::keptContext());
    QVERIFY(original);
    QCOMPARE(ir::importOnnx(out / "model.onnx")->graph->nodeCount(), std::size_t(3));
}

void CandidateToolsTest::theChoiceIsCopied() {
    {
        auto writer = session::SessionWriter::resume(session());
        QVERIFY(writer);
        QVERIFY(writer->writeDecision({{"chosen", "c1"}}));
        QVERIFY(writer->writeMapping({{"schema", "mapping/1"}, {"marker", 7}}));
    }
    QVERIFY(writeFileAtomically(session() / "adapted.onnx", "as it was measured"));
    const fs::path out = m_dir->path() / "out";
    QVERIFY(tools::exportCandidate({session(), "c1"}, out, test::keptContext()));
    QCOMPARE(*readTextFile(out / "model.onnx"), std::string("as it was measured"));
    QCOMPARE((*readJsonFile(out / "mapping.json"))["marker"].get<int>(), 7);
}

void CandidateToolsTest::anUnknownOneIsRefused() {
    const fs::path out = m_dir->path() / "out";
    const auto written = tools::exportCandidate({session(), "c99"}, out, test::keptContext());
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::NotFound);
    QVERIFY2(written.error().hint.find("c1") != std::string::npos, written.error().text().c_str());
    QVERIFY(!fs::exists(out));
}

void CandidateToolsTest::itIsMeasuredInTurn() {
    const auto measured = tools::measureCandidate({session(), "c1"}, test::keptContext());
    QVERIFY2(measured, measured ? "" : measured.error().text().c_str());
    QCOMPARE(measured->comparison.source, NumberSource::Simulated);
    const auto* result = measured->comparison.find("c1");
    QVERIFY(result);
    QVERIFY(result->estimate.ratio.value > 0 && result->estimate.ratio.value <= 1.0001);
    QVERIFY(!measured->original.operators.empty());
    QVERIFY(!measured->adapted.operators.empty());
}

QTEST_GUILESS_MAIN(CandidateToolsTest)
#include "tst_candidate_tools.moc"
