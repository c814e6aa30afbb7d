// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Models that a runtime does not take as they are: rewritten until it does, or refused with the
// operators in the way. On OpenCV's DNN module, for real.
#include "engine/adaptation/port.h"

#include "base/file.h"
#include "engine/adaptation/evaluator.h"
#include "measurement/agent_device.h"
#include "support/onnx_writer.h"
#include "support/paths.h"

#include <QtTest/QTest>

#include <cmath>

#include <fmt/format.h>

using namespace metainfer;
using namespace metainfer::engine;
using namespace metainfer::test;

namespace {

std::vector<float> wave(std::size_t count, double step) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<float>(3 * std::sin(static_cast<double>(i) * step));
    return values;
}

std::vector<WireMessage> convAttributes() {
    return {attribute("kernel_shape", std::vector<std::int64_t>{3, 3}),
            attribute("pads", std::vector<std::int64_t>{1, 1, 1, 1})};
}

/// Two convolutions with `between` from a to b between them; the batch is open.
GraphWriter convolutions() {
    return GraphWriter()
        .input({"x", ElementType::Float, {-1, 2, 6, 6}})
        .output({"y", ElementType::Float, {-1, 2, 6, 6}})
        .initializer("w1", floats({2, 2, 3, 3}, wave(36, 0.7)))
        .initializer("w2", floats({2, 2, 3, 3}, wave(36, 0.3)))
        .initializer("low", floats({}, {0}))
        .initializer("high", floats({}, {6}))
        .node("Conv", {"x", "w1"}, {"a"}, convAttributes());
}

GraphWriter clipped() {
    return convolutions()
        .node("Clip", {"a", "low", "high"}, {"b"})
        .node("Conv", {"b", "w2"}, {"y"}, convAttributes());
}

/// A comparison is computed in no form.
GraphWriter compared() {
    return convolutions()
        .node("LessOrEqual", {"a", "high"}, {"l"})
        .node("Cast", {"l"}, {"b"}, {attribute("to", std::int64_t{1})})
        .node("Conv", {"b", "w2"}, {"y"}, convAttributes());
}

} // namespace

class TestPort : public QObject {
    Q_OBJECT

    std::optional<TemporaryDirectory> m_folder;
    std::vector<std::string> m_remarks; ///< codes

    Result<Task> prepare(const GraphWriter& graph) {
        m_remarks.clear();
        const EventSink sink = [this](const Event& event) {
            if (const auto* remark = std::get_if<Remark>(&event))
                m_remarks.push_back(remark->code);
        };
        graph.save(m_folder->path() / "net.onnx");
        MI_ASSIGN(auto deployment,
                  session::parseDeployment("deployment:\n  model: net.onnx\n"
                                           "  device: local:opencv\n"
                                           "  optimization_objective: {primary: p50_latency}\n",
                                           m_folder->path() / "job.yaml"));
        MI_ASSIGN(auto client, AgentClient::startLocal());
        measurement::AgentDevice::Options options;
        options.name = "local:opencv";
        options.runtime = "opencv";
        MI_ASSIGN(auto device, measurement::AgentDevice::create(std::move(client), options));
        Target target;
        target.device = std::move(device);
        target.profile.name = "local-opencv";
        target.predictor = std::make_shared<prediction::Predictor>(target.profile);
        return prepareTask(std::move(deployment), std::move(target), sink, {});
    }

    bool wasSaid(const std::string& code) const {
        return std::find(m_remarks.begin(), m_remarks.end(), code) != m_remarks.end();
    }

  private slots:
    void initTestCase() {
        if (!std::filesystem::exists(binDir() / "metainfer-runner-opencv"))
            QSKIP("the build machine has no OpenCV with its DNN module: no runner was built");
        qputenv("METAINFER_AGENT", (binDir() / "metainfer-agent").c_str());
    }
    void init() {
        m_folder = TemporaryDirectory::create("port").value();
        qputenv("METAINFER_EXPERIENCE", (m_folder->path() / "store" / "experience.db").c_str());
    }

    void theDeviceIsOfItsRuntime() {
        const auto task = prepare(convolutions().node("Relu", {"a"}, {"y"}));
        QVERIFY2(task, task ? "" : task.error().text().c_str());
        const measurement::Capabilities& capabilities = task->target.device->capabilities();
        QVERIFY(capabilities.honours("fusion") && !capabilities.honours("arena"));
        QCOMPARE(defaultSession(*task).runtime, std::string("opencv"));
        QVERIFY(task->target.device->environment({}).runtime.starts_with("opencv@"));
        QVERIFY(task->portedBy.empty());
        QVERIFY(task->modelPath == task->givenPath);
    }

    void aRefusedOperatorIsSubstituted() {
        const auto task = prepare(clipped());
        QVERIFY2(task, task ? "" : task.error().text().c_str());
        if (task->portedBy.empty())
            QSKIP("this OpenCV takes Clip with its limits as inputs");
        QVERIFY(wasSaid("ported") && wasSaid("rule_learned"));
        QVERIFY(task->modelPath != task->givenPath);
        QVERIFY(std::find(task->portedBy.begin(), task->portedBy.end(), "clip_to_hard_sigmoid") !=
                task->portedBy.end());
        Executor& executor = task->target.device->executor();
        const auto original = executor.run(task->givenPath, {}, task->feed, {}, {}, {});
        const auto port =
            executor.run(task->modelPath, defaultSession(*task), task->feed, {}, {}, {});
        QVERIFY2(port, port ? "" : port.error().text().c_str());
        const auto a = original->front().tensor.as<float>(), b = port->front().tensor.as<float>();
        QCOMPARE(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i)
            QVERIFY(std::abs(a[i] - b[i]) < 1e-3);
    }

    /// What the first session learned spares the second one the attempts.
    void theSecondTimeItIsKnown() {
        QVERIFY(prepare(clipped()));
        if (!wasSaid("ported"))
            QSKIP("this OpenCV takes Clip with its limits as inputs");
        const auto again = prepare(clipped());
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QVERIFY(wasSaid("ported"));
        QVERIFY(!wasSaid("rule_learned"));
        const auto rules = experience::LegalityStore().rules("local:opencv");
        QVERIFY(rules && !rules->empty());
        QCOMPARE(rules->front().operatorType, std::string("Clip"));
        QCOMPARE(rules->front().runtime, std::string("opencv"));
    }

    void withoutSubstituteTheOperatorsAreNamed() {
        const auto task = prepare(compared());
        if (task)
            QSKIP("this OpenCV takes LessOrEqual");
        QCOMPARE(task.error().code, ErrorCode::Unsupported);
        const std::string& message = task.error().message;
        QVERIFY2(message.find("it refuses LessOrEqual") != message.npos, message.c_str());
        QVERIFY2(message.find("no exact rewrite removes that") != message.npos, message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestPort)
#include "tst_port.moc"
