// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Predictions of whole models, and how measurements correct them.
#include "hardware/profile_store.h"
#include "prediction/predictor.h"
#include "support/paths.h"

#include <QtTest/QTest>

#include <cmath>
#include <numeric>

using namespace metainfer;
using namespace metainfer::prediction;

namespace {

ir::ValueType tensor(const std::vector<std::int64_t>& dims) {
    ir::Shape shape;
    for (const auto dim : dims)
        shape.push_back(dim < 0 ? ir::Dim::symbolic("batch") : ir::Dim::known(dim));
    return ir::ValueType::ofTensor(ElementType::Float, shape);
}

/// x[batch, 16, 32, 32] -> Conv 3x3 -> Relu -> Conv 1x1 -> Softmax.
ir::Model network(std::int64_t batch = 1, std::int64_t channels = 32) {
    ir::Model model;
    model.opsets = {{"", 17}};
    auto& g = *model.graph;
    auto value = g.addInput("x", tensor({batch, 16, 32, 32}));
    const auto add = [&](const char* type, std::vector<ir::ValueId> inputs,
                         std::vector<std::int64_t> dims,
                         std::vector<ir::Attribute> attributes = {}) {
        ir::Node node;
        node.opType = type;
        node.name = g.freshNodeName(type);
        node.inputs = std::move(inputs);
        node.attributes = std::move(attributes);
        const auto out = g.addValue(g.freshName(node.name), tensor(dims));
        node.outputs = {out};
        g.addNode(std::move(node));
        return out;
    };
    const auto weights = [&](std::vector<std::int64_t> dims) {
        const auto count =
            std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies<>());
        const std::vector<float> values(static_cast<std::size_t>(count), 0.1f);
        return g.addConstant(g.freshName("w"), ir::TensorData::fromFloats(dims, values));
    };
    value = add("Conv", {value, weights({channels, 16, 3, 3})}, {batch, channels, 32, 32},
                {ir::Attribute::ofInts("pads", {1, 1, 1, 1}),
                 ir::Attribute::ofInts("kernel_shape", {3, 3})});
    value = add("Relu", {value}, {batch, channels, 32, 32});
    value = add("Conv", {value, weights({8, channels, 1, 1})}, {batch, 8, 32, 32});
    value = add("Softmax", {value}, {batch, 8, 32, 32});
    g.setOutputs({value});
    return model;
}

hardware::Profile shipped(const char* name) {
    const hardware::ProfileStore store({test::sourceDir() / "profiles"});
    auto loaded = store.load(name);
    if (!loaded)
        qFatal("%s", loaded.error().text().c_str());
    return loaded->profile;
}

} // namespace

class TestPredictor : public QObject {
    Q_OBJECT

  private slots:
    void wholeModel() {
        const Predictor predictor(shipped("accelerator-x"));
        const auto model = network();
        const auto p = predictor.predict(model);
        QVERIFY2(p, p ? "" : p.error().text().c_str());
        QVERIFY(p->obstacles.empty());
        QCOMPARE(p->source, NumberSource::Simulated); // nobody measured this device
        QCOMPARE(p->operators.size(), 3u);            // the activation is inside the convolution
        double sum = 0, shares = 0;
        for (const auto& op : p->operators) {
            sum += op.us.value;
            shares += op.share;
            QVERIFY(!op.reason.empty());
            QVERIFY(op.us.low < op.us.value && op.us.value < op.us.high);
        }
        QVERIFY(std::abs(sum - p->latencyUs.value) < 1e-9 * sum);
        QVERIFY(std::abs(shares - 1) < 1e-9);
        QVERIFY(std::abs(p->throughput * p->latencyUs.value - 1e6) < 1e-3);
        QCOMPARE(p->launchUs, 24.0);
        QCOMPARE(p->modelBytes, (32u * 16 * 9 + 8 * 32) * 4);
        // The largest moment: both maps of the convolutions' borders.
        QVERIFY(p->memory.peakActivations >= (32u + 16) * 1024 * 4);
        QVERIFY(p->memory.complete);
        // The interval of the sum is narrower than the sum of intervals.
        QVERIFY(p->latencyUs.high / p->latencyUs.value <
                p->operators[0].us.high / p->operators[0].us.value);
    }

    void moreBandwidthIsNeverSlower() {
        const auto model = network();
        auto profile = shipped("accelerator-x");
        double before = Predictor(profile).predict(model)->latencyUs.value;
        for (int step = 0; step < 5; ++step) {
            for (auto& level : profile.memory.hierarchy)
                level.bandwidthGbps = *level.bandwidthGbps * 2;
            const double now = Predictor(profile).predict(model)->latencyUs.value;
            QVERIFY(now <= before);
            before = now;
        }
    }

    void smallerSiblingIsSlower() {
        const auto model = network();
        QVERIFY(Predictor(shipped("accelerator-x-edge")).predict(model)->latencyUs.value >
                Predictor(shipped("accelerator-x")).predict(model)->latencyUs.value);
    }

    void obstaclesAreNamed() {
        auto profile = shipped("accelerator-x");
        profile.ops.slow.clear();
        profile.ops.unsupported = {"softmax"};
        profile.memory.hierarchy.back().sizeBytes = 100'000;
        const auto p = Predictor(profile).predict(network());
        QVERIFY(p);
        QCOMPARE(p->obstacles.size(), 2u);
        QVERIFY(p->obstacles[0].find("it needs") == 0);
        QVERIFY(p->obstacles[1].find("does not support softmax") != std::string::npos);
        const auto integerOnly = Predictor(shipped("google-coral-edge-tpu")).predict(network());
        QVERIFY(integerOnly && !integerOnly->obstacles.empty()); // a float model cannot run there
    }

    void dynamicShapesMustBeBound() {
        const auto p = Predictor(shipped("accelerator-x")).predict(network(-1));
        QVERIFY(!p);
        QCOMPARE(p.error().code, ErrorCode::InvalidModel);
        QVERIFY(p.error().hint.find("dynamic dimensions") != std::string::npos);
        QVERIFY(
            std::isnan(Predictor(shipped("accelerator-x")).modelMicroseconds(network(-1)).value));
    }

    void nodesAndModelsThroughThePort() {
        const Predictor predictor(shipped("accelerator-x"));
        const candidates::Estimator& port = predictor;
        const auto model = network();
        const auto& graph = *model.graph;
        double sum = 0;
        for (const auto id : graph.order()) {
            const auto us = port.nodeMicroseconds(graph, graph.node(id));
            QVERIFY(us && us->value > 0);
            sum += us->value;
        }
        QVERIFY(port.modelMicroseconds(model).value < sum); // fusion saves
        const auto dynamic = network(-1);
        QVERIFY(
            !port.nodeMicroseconds(*dynamic.graph, dynamic.graph->node(dynamic.graph->order()[0])));
    }

    void measuredOperatorsCorrectTheirKind() {
        Predictor predictor(shipped("accelerator-x"));
        const auto before = predictor.predict(network());
        const auto& conv = before->operators[0];
        for (int i = 0; i < 12; ++i) {
            Observation o;
            o.operation = conv.operation;
            o.us = 3 * conv.us.value * (1 + 0.01 * (i % 3));
            o.threads = 0;
            predictor.observe(o);
        }
        const auto after = predictor.predict(network());
        const double ratio = after->operators[0].us.value / conv.us.value;
        QVERIFY2(ratio > 2.5 && ratio < 3.1, qPrintable(QString::number(ratio)));
        // Its own kind is now known well, others less.
        QVERIFY(after->operators[0].us.high / after->operators[0].us.value <
                conv.us.high / conv.us.value);
        const double softmax = after->operators[2].us.value / before->operators[2].us.value;
        QVERIFY(softmax > 1 && softmax < ratio);
        // The correction survives storage.
        Predictor again(shipped("accelerator-x"));
        again.setResidual(DeviceResidual::fromJson(predictor.residual().toJson()));
        QCOMPARE(again.predict(network())->latencyUs.value, after->latencyUs.value);
    }

    void measuredModelsCorrectTheWhole() {
        Predictor predictor(shipped("accelerator-x"));
        const auto model = network();
        const double truth = 1.5 * predictor.predict(model)->latencyUs.value;
        double error = 0.5;
        for (int i = 0; i < 6; ++i) {
            const double predicted = predictor.predict(model)->latencyUs.value;
            const double now = std::abs(predicted - truth) / truth;
            QVERIFY(now <= error);
            error = now;
            predictor.observeModel(predicted, truth);
        }
        QVERIFY(std::abs(predictor.predict(model)->latencyUs.value - truth) < 0.07 * truth);
        QVERIFY(predictor.predict(model)->latencyUs.contains(truth));
    }

    void oneAbsurdMeasurementDoesNotSpoilTheRest() {
        Predictor predictor(shipped("accelerator-x"));
        const auto before = predictor.predict(network());
        Observation o;
        o.operation = before->operators[0].operation;
        o.us = 1e9;
        predictor.observe(o);
        QVERIFY(predictor.predict(network())->operators[2].us.value <
                4 * before->operators[2].us.value);
    }

    void sessionOptionsMatterOnCpus() {
        auto profile = shipped("amd-epyc-7763");
        const Predictor predictor(profile);
        SessionOptions one;
        one.threads = 1;
        SessionOptions four = one;
        four.threads = 4;
        const auto model = network(1, 64);
        QVERIFY(predictor.predict(model, four)->latencyUs.value <
                predictor.predict(model, one)->latencyUs.value);
        auto none = one;
        none.optimization = OptimizationLevel::None;
        QVERIFY(predictor.predict(model, none)->latencyUs.value >
                predictor.predict(model, one)->latencyUs.value);
        QCOMPARE(predictor.predict(model, none)->operators.size(), 4u);
        auto noPrepack = one;
        noPrepack.prepacking = false;
        QVERIFY(predictor.predict(model, noPrepack)->memory.peak() <
                predictor.predict(model, one)->memory.peak());
    }

    void jsonSaysWhereNumbersComeFrom() {
        const auto json = Predictor(shipped("accelerator-x-edge")).predict(network())->toJson();
        QCOMPARE(json["source"].get<std::string>(), "simulated");
        QCOMPARE(json["operators"].size(), 3u);
        QVERIFY(!json.contains("energy_j"));
        QVERIFY(json["latency_us"]["low"].get<double>() < json["latency_us"]["high"].get<double>());
    }

    void sameQuestionSameAnswer() {
        const auto a = Predictor(shipped("accelerator-x")).predict(network())->toJson();
        const auto b = Predictor(shipped("accelerator-x")).predict(network())->toJson();
        QCOMPARE(dumpJson(a), dumpJson(b));
    }
};

QTEST_GUILESS_MAIN(TestPredictor)
#include "tst_predictor.moc"
