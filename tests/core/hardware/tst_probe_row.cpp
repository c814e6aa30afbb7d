// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Probe rows: text of shapes, CSV and JSON there and back, errors that name the place.
#include "hardware/probe_row.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::hardware;

namespace {

std::vector<ProbeRow> someRows() {
    ProbeRow conv;
    conv.op = "Conv";
    conv.family = "conv2d:grouped";
    conv.shapes.inputs = {{1, 64, 56, 56}, {64, 32, 3, 3}};
    conv.shapes.outputs = {{1, 64, 56, 56}};
    conv.shapes.attributes = {{"group", "2"}, {"strides", "1x1"}};
    conv.dtype = "fp32";
    conv.layout = "NCHWc";
    conv.n = 250;
    conv.p50Us = 0.1 + 0.2; // needs all digits
    conv.p95Us = 1e-7;
    conv.madUs = 3;
    conv.gflops = 101.5;
    conv.gbps = 12;
    conv.peakBytes = 18446744073709551615ull;
    conv.environment = "device=local;cpu=A \"B\", C";
    conv.threads = 2;
    conv.kernel = "DequantizeLinear+Conv";
    conv.provider = "CPUExecutionProvider";
    ProbeRow failed;
    failed.op = "Softmax";
    failed.family = "softmax";
    failed.shapes.inputs = {{}};
    failed.shapes.outputs = {{}};
    failed.dtype = "fp16";
    failed.layout = "row";
    failed.status = ProbeStatus::Crash;
    failed.error = "killed by signal 11,\nlast line: \"x\"";
    return {conv, failed};
}

} // namespace

class TestProbeRow : public QObject {
    Q_OBJECT

  private slots:
    void shapesAsText() {
        const ProbeShapes shapes = someRows()[0].shapes;
        QCOMPARE(shapes.text(), "1x64x56x56,64x32x3x3->1x64x56x56{group=2,strides=1x1}");
        QCOMPARE(*ProbeShapes::fromText(shapes.text()), shapes);
        QCOMPARE(someRows()[1].shapes.text(), "scalar->scalar");
        QCOMPARE(*ProbeShapes::fromText("scalar->scalar"), someRows()[1].shapes);
        for (const char* bad : {"", "1x2", "1xa->2", "1x2->3{group", "1->2{=x}", "-1->2"})
            QVERIFY2(!ProbeShapes::fromText(bad), bad);
    }

    void csvRoundTrip() {
        const auto rows = someRows();
        const std::string text = probeRowsToCsv(rows);
        QVERIFY(
            text.starts_with("op,family,shapes,dtype,layout,status,error,n,p50_us,p95_us,mad_us,"
                             "gflops,gbps,peak_bytes,environment,threads,kernel,provider\n"));
        const auto back = probeRowsFromCsv(text);
        QVERIFY2(back, back ? "" : back.error().text().c_str());
        QVERIFY(*back == rows);
        QVERIFY(!back->at(1).p50Us); // an empty cell is absent, not 0
    }

    void csvOfAnotherProgram() {
        // Other column order, carriage returns, an unknown column, an empty line.
        const auto rows = probeRowsFromCsv(
            "family,op,shapes,dtype,layout,status,error,n,p50_us,p95_us,mad_us,gflops,gbps,"
            "peak_bytes,environment,extra\r\n"
            "relu,Relu,8->8,fp32,row,ok,,5,1.5,,,,,,here,7\r\n\r\n");
        QVERIFY(rows);
        QCOMPARE(rows->size(), std::size_t{1});
        QCOMPARE(rows->front().op, "Relu");
        QCOMPARE(*rows->front().p50Us, 1.5);
    }

    void csvErrorsNameThePlace() {
        const std::string text = probeRowsToCsv({someRows()[0]});
        QVERIFY(probeRowsFromCsv("op,family\n").error().message.find("`shapes`") !=
                std::string::npos);
        std::string bad = text;
        bad.replace(bad.find("101.5"), 5, "fast!");
        QCOMPARE(probeRowsFromCsv(bad).error().message,
                 "line 2, column gflops: `fast!` is not a number");
        QVERIFY(probeRowsFromCsv(text + "a,b\n").error().message.find("line 3: 2 cells") == 0);
        QVERIFY(probeRowsFromCsv(text + "\"open").error().message.find("does not end") !=
                std::string::npos);
        std::string status = text;
        status.replace(status.find(",ok,"), 4, ",OK?,");
        const Error error = probeRowsFromCsv(status).error();
        QVERIFY(error.message.find("legal: ok, fail, timeout, crash") != std::string::npos);
        QCOMPARE(error.context.front(), "in line 2");
    }

    void jsonRoundTrip() {
        const auto rows = someRows();
        const auto json = parseJson(dumpJson(probeRowsToJson(rows)), "test");
        QVERIFY(json);
        QVERIFY(*probeRowsFromJson(*json) == rows);
        QCOMPARE(probeRowsFromJson(Json{{"schema", "metainfer.probe/9"}}).error().code,
                 ErrorCode::VersionMismatch);
        QVERIFY(!probeRowsFromJson(Json{{"schema", "metainfer.probe/1"}}));
    }
};

QTEST_GUILESS_MAIN(TestProbeRow)
#include "tst_probe_row.moc"
