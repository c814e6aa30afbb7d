// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The learned operator model is used where it predicts what it was not trained on better than the
// analytic one, by an adaptation and by `predict` alike, and each says which one it is.
#include "engine/adaptation/operator_learning.h"

#include "base/file.h"
#include "engine/engine.h"
#include "support/onnx_writer.h"

#include <QtTest/QTest>

#include <chrono>

using namespace metainfer;
using namespace metainfer::test;
namespace fs = std::filesystem;

namespace {

hardware::Profile machine() {
    hardware::Profile profile;
    profile.name = "local";
    profile.type = hardware::DeviceType::Cpu;
    profile.compute.cores = 2;
    profile.compute.supportedDtypes = {ElementType::Float};
    profile.compute.sustainedGflops = {{ElementType::Float, 100}};
    profile.provenance["compute.sustained"] = {NumberSource::Measured, "", "", "", ""};
    return profile;
}

/// Matrix products that take many times what the profile promises, narrow ones more than wide ones.
std::vector<experience::OperatorObservation>
observations(std::size_t count, const std::string& environment = "here", std::int64_t ms = 1'000) {
    std::vector<experience::OperatorObservation> out;
    for (std::size_t i = 0; i < count; ++i) {
        const auto m = static_cast<std::int64_t>(16 + 8 * (i % 12));
        const auto n = static_cast<std::int64_t>(32 + 32 * (i / 12));
        prediction::MeasuredOperator op;
        op.node = "n" + std::to_string(i);
        op.opType = "MatMul";
        op.inputDims = {{m, 256}, {256, n}};
        op.outputDims = {{m, n}};
        op.inputTypes = {"float32", "float32"};
        op.outputTypes = {"float32"};
        op.us = (n <= 96 ? 60 : 20) * 2.0 * static_cast<double>(m * n * 256) / 100e3;
        for (const auto& seen : prediction::observationsFrom(std::span(&op, 1), 1, "local")) {
            experience::OperatorObservation stored;
            stored.hardwareName = "local";
            stored.environmentHash = environment;
            stored.opType = op.opType;
            stored.dtype = "float32";
            stored.shapes = std::to_string(m) + "x" + std::to_string(n);
            stored.microseconds = seen.us;
            stored.timeMs = ms;
            stored.extra = prediction::toJson(seen);
            out.push_back(std::move(stored));
        }
    }
    return out;
}

} // namespace

class TestOperatorLearning : public QObject {
    Q_OBJECT

    std::optional<TemporaryDirectory> m_dir;

    experience::Query query() const {
        experience::Query query;
        query.hardwareName = "local";
        query.environmentHash = "here";
        query.nowMs = 1'000;
        return query;
    }

  private slots:
    void initTestCase() {
        auto dir = TemporaryDirectory::create("tst_operator_learning");
        QVERIFY(dir);
        m_dir = std::move(*dir);
    }

    void fewOperatorsLeaveTheAnalyticModel() {
        auto store = experience::Store::open(m_dir->path() / "few.db");
        QVERIFY(store);
        QVERIFY(store->addObservations(observations(12)));
        prediction::Predictor predictor(machine());
        const auto choice = engine::learnOperators(predictor, *store, query(), 1, {});
        QVERIFY2(choice, choice ? "" : choice.error().text().c_str());
        QVERIFY(!choice->learned);
        QCOMPARE(choice->observations, 12u);
        QVERIFY(choice->text.starts_with("analytic operator model: 12 timed operators"));
    }

    void theBetterModelIsUsed() {
        auto store = experience::Store::open(m_dir->path() / "many.db");
        QVERIFY(store);
        QVERIFY(store->addObservations(observations(72)));
        prediction::Predictor predictor(machine());
        const auto seen = observations(1);
        const auto operation = prediction::observationFromJson(seen[0].extra)->operation;
        SessionOptions session;
        session.threads = 1;
        const double before = predictor.estimate(operation, session).us;
        const auto choice = engine::learnOperators(predictor, *store, query(), 1, {});
        QVERIFY2(choice, choice ? "" : choice.error().text().c_str());
        QVERIFY2(choice->learned, choice->text.c_str());
        QVERIFY(choice->text.starts_with("learned operator model: on 72 operators"));
        const double after = predictor.estimate(operation, session).us;
        const double truth = seen[0].microseconds;
        QVERIFY2(std::abs(std::log(after / truth)) < std::abs(std::log(before / truth)),
                 qPrintable(QString("%1 then %2, measured %3").arg(before).arg(after).arg(truth)));
    }

    void predictSaysWhichModel() {
        const auto model = GraphWriter()
                               .input({"x", ElementType::Float, {16, 256}})
                               .output({"y", ElementType::Float, {16, 32}})
                               .initializer("w", floats({256, 32}, std::vector<float>(8'192, 0.1f)))
                               .node("MatMul", {"x", "w"}, {"y"})
                               .save(m_dir->path() / "m.onnx");
        ::setenv("XDG_DATA_HOME", (m_dir->path() / "data").c_str(), 1);
        const auto saved = hardware::ProfileStore::save(hardware::userProfileFolder(), machine(),
                                                        "for a test", "2026-01-01T00:00:00Z");
        QVERIFY2(saved, saved ? "" : saved.error().text().c_str());
        const auto predicted = [&](const char* database, const char* hardware) {
            const auto commands = engine::createEngine({m_dir->path() / database});
            engine::PredictRequest request;
            request.input.model = model.string();
            request.hardware = hardware;
            request.session.threads = 1;
            return commands->predict(request, {}, {});
        };
        const auto device = engine::createEngine({m_dir->path() / "none.db"})->device("local");
        if (!device)
            QSKIP("no runtime here");
        {
            auto store = experience::Store::open(m_dir->path() / "here.db");
            QVERIFY(store);
            const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
                std::chrono::system_clock::now().time_since_epoch());
            QVERIFY(store->addObservations(
                observations(72, (*device)->environment().hash(), now.count())));
        }
        const auto learned = predicted("here.db", "local");
        QVERIFY2(learned, learned ? "" : learned.error().text().c_str());
        QVERIFY2(learned->learned, learned->operatorModel.c_str());
        QVERIFY(learned->toJson()["operator_model"]["learned"].get<bool>());
        const auto analytic = predicted("empty.db", "local");
        QVERIFY(analytic && !analytic->learned);
        QVERIFY(analytic->operatorModel.starts_with("analytic"));
        QVERIFY(learned->prediction.latencyUs.value > 5 * analytic->prediction.latencyUs.value);
        const auto simulated = predicted("here.db", "accelerator-x-edge");
        QVERIFY2(simulated, simulated ? "" : simulated.error().text().c_str());
        QVERIFY(!simulated->learned);
        QVERIFY(simulated->operatorModel.find("nothing is measured") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestOperatorLearning)
#include "tst_operator_learning.moc"
