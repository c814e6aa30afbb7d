// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Quantized operators that the runtime leaves in float are counted and told.
#include "engine/runtime_fusion.h"

#include "base/file.h"
#include "engine/adaptation/finalists.h"
#include "execution/agent_executor.h"
#include "support/onnx_writer.h"
#include "support/run_model.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::test;

namespace {

HostTensor bytesOf(ElementType type, std::vector<std::int64_t> dims, std::size_t count, int value) {
    return HostTensor::fromBytes(type, std::move(dims),
                                 std::vector<std::byte>(count, static_cast<std::byte>(value)))
        .value();
}

/// One 1x1 convolution between Q/DQ pairs.
GraphWriter quantizedConv() {
    return GraphWriter()
        .input({"x", ElementType::Float, {1, 4, 8, 8}})
        .output({"y", ElementType::Float, {1, 4, 8, 8}})
        .initializer("scale", floats({}, {0.05f}))
        .initializer("zero", bytesOf(ElementType::UInt8, {}, 1, 0))
        .initializer("w", bytesOf(ElementType::Int8, {4, 4, 1, 1}, 16, 3))
        .initializer("w_zero", bytesOf(ElementType::Int8, {}, 1, 0))
        .node("QuantizeLinear", {"x", "scale", "zero"}, {"xq"})
        .node("DequantizeLinear", {"xq", "scale", "zero"}, {"xd"})
        .node("DequantizeLinear", {"w", "scale", "w_zero"}, {"wd"})
        .node("Conv", {"xd", "wd"}, {"c"})
        .node("QuantizeLinear", {"c", "scale", "zero"}, {"cq"})
        .node("DequantizeLinear", {"cq", "scale", "zero"}, {"y"});
}

} // namespace

class TestRuntimeFusion : public QObject {
    Q_OBJECT

  private slots:
    void countsWhatTheRuntimeLeavesInFloat() {
        const auto executor = makeLocalExecutor();
        if (!executor || !localExecutor())
            QSKIP("no runtime here");
        const auto folder = TemporaryDirectory::create("tst_runtime_fusion");
        QVERIFY(folder);
        const auto model = quantizedConv().save(folder->path() / "q.onnx");
        const std::vector<NamedTensor> feed{
            {"x", floats({1, 4, 8, 8}, std::vector<float>(256, 0.5f))}};
        SessionOptions session;
        const auto fused = engine::runtimeFusion((*executor)->client(), model, session, feed);
        QVERIFY2(fused, fused ? "" : fused.error().text().c_str());
        QVERIFY2(fused->allFused(), fused->text().c_str());
        QCOMPARE(fused->quantizedCount(), 1u);
        // The basic level makes no integer operators: the pairs stay and Conv computes in float.
        session.optimization = OptimizationLevel::Basic;
        const auto unfused = engine::runtimeFusion((*executor)->client(), model, session, feed);
        QVERIFY2(unfused, unfused ? "" : unfused.error().text().c_str());
        QCOMPARE(unfused->unfused.size(), 1u);
        QCOMPARE(unfused->unfused.front().opType, std::string("Conv"));

        engine::Finalist finalist;
        finalist.workload.label = "c5";
        finalist.fusion = *unfused;
        const Json row = engine::Finals::unfusedRow(finalist);
        QCOMPARE(row["candidate"].get<std::string>(), std::string("c5"));
        QCOMPARE(row["cause"].get<std::string>(), std::string("unfused_qdq"));
        QVERIFY(row["evidence"].get<std::string>().starts_with("1 operators meant to be integer"));
    }

    void theCountStandsInTheCandidatesRecord() {
        engine::Evaluated evaluated;
        evaluated.candidate.id = "c5";
        QVERIFY(!evaluated.toJson().contains("unfused_qdq")); // not looked is not none
        evaluated.unfused = 2;
        const auto back = engine::Evaluated::fromJson(evaluated.toJson());
        QVERIFY2(back, back ? "" : back.error().text().c_str());
        QCOMPARE(back->unfused, std::optional<std::size_t>(2));
    }
};

QTEST_GUILESS_MAIN(TestRuntimeFusion)
#include "tst_runtime_fusion.moc"
