// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The main job on a real sample model with the real runtime, on small budgets: what it leaves
// behind, what it remembers, what it says when limits conflict or when there is no device. Never
// how fast it was.
#include "base/json.h"
#include "candidates/data/dataset.h"
#include "engine/engine.h"
#include "ir/onnx_io.h"
#include "measurement/measurement.h"
#include "session/session_folder.h"
#include "support/onnx_writer.h"
#include "support/paths.h"

#include <QtTest/QTest>

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

using namespace metainfer;
namespace fs = std::filesystem;

namespace {

struct Heard {
    std::vector<engine::Remark> remarks;
    std::size_t measured = 0;
    engine::EventSink sink() {
        return [this](const engine::Event& event) {
            if (const auto* remark = std::get_if<engine::Remark>(&event))
                remarks.push_back(*remark);
            measured += std::holds_alternative<engine::CandidateMeasured>(event);
        };
    }
    bool has(const std::string& code) const {
        return std::any_of(remarks.begin(), remarks.end(),
                           [&](const auto& r) { return r.code == code; });
    }
};

/// Samples of the sample model's validation data that the tests use: all 2000 say no more here.
constexpr std::size_t kSamples = 200;

/// Writes an array as .npy.
void writeNpy(const fs::path& file, const HostTensor& tensor) {
    std::string shape;
    for (const std::int64_t dim : tensor.dims)
        shape += fmt::format("{}, ", dim);
    const char* type = tensor.type == ElementType::Float   ? "<f4"
                       : tensor.type == ElementType::Int64 ? "<i8"
                       : tensor.type == ElementType::Int32 ? "<i4"
                                                           : "|u1";
    std::string header =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
    header.resize((10 + header.size() + 64) / 64 * 64 - 11, ' ');
    header += '\n';
    std::ofstream out(file, std::ios::binary);
    out << std::string("\x93NUMPY\x01\x00", 8) << static_cast<char>(header.size() & 0xff)
        << static_cast<char>(header.size() >> 8) << header;
    out.write(reinterpret_cast<const char*>(tensor.bytes->data()),
              static_cast<std::streamsize>(tensor.bytes->size()));
}

fs::path sampleFolder() {
    return test::sourceDir() / "sample_models" / "mobilenet-v2-style";
}

std::string deploymentText(const std::string& target, const std::string& constraints, int budget,
                           const fs::path& validation) {
    const fs::path sample = sampleFolder();
    return fmt::format("deployment:\n"
                       "  model: {0}/model.onnx\n"
                       "  {1}\n"
                       "  optimization_objective:\n"
                       "    primary: p50_latency\n"
                       "  constraints: {{max_accuracy_drop: 0.02{2}}}\n"
                       "  inputs: {{image: {{shape: [1, 1, 28, 28]}}}}\n"
                       "  accuracy:\n"
                       "    calibration: {0}/data/calibration.npz\n"
                       "    validation: {5}\n"
                       "    metric: top1\n"
                       "  search:\n"
                       "    seed: 7\n"
                       "    stage_graph: {{rounds: 2, candidates_per_round: {3}, budget: {4}}}\n"
                       "    stage_kernel: {{trials_per_op: 2}}\n"
                       "    time_limit: 90s\n",
                       sample.string(), target, constraints, std::max(1, budget / 2), budget,
                       validation.string());
}

} // namespace

class TestAdaptation : public QObject {
    Q_OBJECT

    std::optional<TemporaryDirectory> m_dir;
    std::unique_ptr<engine::Commands> m_engine;

    std::string text(const std::string& target, const std::string& constraints, int budget) {
        return deploymentText(target, constraints, budget, m_dir->path() / "validation");
    }

    fs::path write(const std::string& name, const std::string& text) {
        const fs::path path = m_dir->path() / name;
        std::ofstream(path) << text;
        return path;
    }

    Result<engine::AdaptOutcome> adapt(const std::string& name, const std::string& text,
                                       Heard& heard) {
        engine::AdaptRequest request;
        request.deployment = write(name + ".yaml", text);
        request.out = m_dir->path() / name;
        return m_engine->adapt(request, heard.sink(), {});
    }

  private slots:
    void initTestCase() {
        auto dir = TemporaryDirectory::create("mi-adapt");
        QVERIFY(dir);
        m_dir = std::move(*dir);
        ::setenv("XDG_DATA_HOME", (m_dir->path() / "data").c_str(), 1);
        // No time is judged here, so nobody else's measurement needs to be waited for.
        ::setenv("METAINFER_LOCK_FILE", (m_dir->path() / "measure.lock").c_str(), 1);
        m_engine = engine::createEngine({m_dir->path() / "experience.db"});
        const auto all = candidates::Dataset::open(sampleFolder() / "data" / "validation.npz");
        QVERIFY2(all, all ? "" : all.error().text().c_str());
        fs::create_directories(m_dir->path() / "validation");
        const auto part = all->firstSamples(kSamples);
        for (const auto& [name, array] : part.arrays())
            writeNpy(m_dir->path() / "validation" / (name + ".npy"), array);
    }

    void adaptsAndRemembers() {
        Heard first;
        const std::string job = text("device: local", "", 4);
        const auto outcome = adapt("first", job, first);
        QVERIFY2(outcome, outcome ? "" : outcome.error().text().c_str());
        QVERIFY(!outcome->simulated);
        QVERIFY(outcome->tried >= 6);
        QVERIFY(outcome->subjects.size() >= 2);
        QCOMPARE(outcome->subjects[0].role, "original");
        QCOMPARE(outcome->subjects[1].role, "hand-tuned");
        for (const auto& subject : outcome->subjects)
            for (const auto metric :
                 {measurement::Metric::P50Latency, measurement::Metric::Memory,
                  measurement::Metric::ModelSize, measurement::Metric::Accuracy}) {
                QVERIFY(subject.values.contains(metric));
                QCOMPARE(subject.values.at(metric).source, NumberSource::Measured);
            }
        // A percentile is told when there are runs enough for it; no other number stands for it.
        for (const auto& subject : outcome->subjects) {
            double before = 0;
            for (const auto metric :
                 {measurement::Metric::P90Latency, measurement::Metric::P95Latency,
                  measurement::Metric::P99Latency})
                if (const auto it = subject.values.find(metric); it != subject.values.end()) {
                    QVERIFY(it->second.value() >= before);
                    before = it->second.value();
                }
        }
        // The time is of the run that the ratio is of, with its interval.
        for (const auto& subject : outcome->subjects)
            if (subject.ratioClock == "wall") {
                const Interval& us = subject.values.at(measurement::Metric::P50Latency).interval;
                const Interval& base =
                    outcome->subjects[0].values.at(measurement::Metric::P50Latency).interval;
                QVERIFY(us.low < us.value && us.value < us.high);
                QVERIFY(base.low < base.value && base.value < base.high);
                QVERIFY(std::abs(us.value / base.value / subject.ratio->value - 1) < 0.05);
            }
        checkFolder(outcome->session, outcome->answer);
        checkWork(outcome->session, outcome->document);
        checkFreshRun(outcome->session);

        // The second session starts from what the first learned: what won is tried again, early.
        Heard second;
        const auto again = adapt("second", job, second);
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QVERIFY(second.has("experience"));
        QVERIFY(second.has("experience_saves"));
        QVERIFY2(second.measured < first.measured,
                 fmt::format("{} then {}", first.measured, second.measured).c_str());
        const auto folder = session::readSession(again->session);
        QVERIFY(folder);
        if (outcome->answer == search::Answer::Adapt) {
            const bool retried = std::any_of(
                folder->candidates.begin(), folder->candidates.end(),
                [&](const auto& line) { return line.candidate.origin == "experience"; });
            QVERIFY(retried);
        }
    }

    /// The original ran once per sample, and every quantized finalist was looked at after loading.
    void checkWork(const fs::path& folder, const Json& decision) {
        const Json& reference = decision["reference"];
        // Once per sample, once more to see whether it repeats, and the boundary cases.
        const auto runs = reference["runs"].get<std::size_t>();
        QVERIFY2(runs > kSamples && runs <= kSamples + 32, reference.dump().c_str());
        QVERIFY2(reference["reused"].get<std::size_t>() > kSamples / 2, reference.dump().c_str());
        const auto content = session::readSession(folder);
        QVERIFY(content);
        for (const auto& line : content->measurements) {
            if (line.kind != "accuracy" || line.key.find("int8(") == std::string::npos)
                continue;
            QVERIFY(line.data["fusion"].is_object());
            const auto unfused = line.data["fusion"]["unfused"].size();
            for (const Json& candidate : decision["candidates"])
                if (candidate["id"] == line.candidate)
                    QCOMPARE(candidate["unfused_qdq"].get<std::size_t>(), unfused);
        }
    }

    /// Whichever contender the fresh run chooses, its interval is one of 95 %.
    void checkFreshRun(const fs::path& folder) {
        const auto content = session::readSession(folder);
        QVERIFY(content);
        std::size_t seen = 0;
        for (const auto& line : content->measurements) {
            if (line.key != "finalists|confirmation")
                continue;
            ++seen;
            const auto fresh = measurement::Comparison::fromJson(line.data);
            QVERIFY2(fresh, fresh ? "" : fresh.error().text().c_str());
            const std::size_t contenders = fresh->variants.size();
            QVERIFY(contenders >= 1);
            QCOMPARE(fresh->level, measurement::levelForEach(contenders));
            for (const auto& variant : fresh->variants)
                QCOMPARE(variant.processes.size(), kFinalistProcesses + contenders - 1);
        }
        QCOMPARE(seen, std::size_t{1});
    }

    void checkFolder(const fs::path& folder, search::Answer answer) {
        for (const char* file :
             {"session.json", "diagnosis.json", "candidates.jsonl", "measurements.jsonl",
              "decision.json", "validation.json", "mapping.json", "baselines.json", "report.html",
              "report.json", "report.csv", "log.txt"})
            QVERIFY2(fs::exists(folder / file), file);
        QVERIFY(!fs::exists(folder / "work"));
        const auto content = session::readSession(folder);
        QVERIFY(content);
        QVERIFY(content->warnings.empty());
        QCOMPARE(content->info.state, session::State::Done);
        if (answer == search::Answer::Adapt) {
            QVERIFY(fs::exists(folder / "profile" / "adapted.json"));
            const auto adapted = ir::importOnnx(folder / "adapted.onnx");
            QVERIFY2(adapted, adapted ? "" : adapted.error().text().c_str());
            QVERIFY(fs::exists(folder / "config" / "session_options.json"));
            QVERIFY(content->mapping->contains("origins"));
        }
        const auto html = readTextFile(folder / "report.html");
        QVERIFY(html);
        for (const char* part : {"Original, hand-tuned, adapted", "Are the outputs still right?",
                                 "What was tried", "How to repeat this", "<svg"})
            QVERIFY2(html->find(part) != std::string::npos, part);
        QVERIFY(html->find("http://") == std::string::npos &&
                html->find("https://") == std::string::npos);
        QVERIFY(html->find("<script") == std::string::npos);
    }

    void refusesToOverwrite() {
        Heard heard;
        const auto outcome = adapt("first", text("device: local", "", 4), heard);
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::Conflict);
    }

    void simulatedTargetSaysSo() {
        Heard heard;
        const auto outcome = adapt("edge", text("hardware: accelerator-x-edge", "", 4), heard);
        QVERIFY2(outcome, outcome ? "" : outcome.error().text().c_str());
        QVERIFY(outcome->simulated);
        QVERIFY(heard.has("simulated"));
        for (const auto& subject : outcome->subjects) {
            QCOMPARE(subject.values.at(measurement::Metric::P50Latency).source,
                     NumberSource::Simulated);
            // What the analytic model says of itself, not a spread of repeated runs.
            const Interval& us = subject.values.at(measurement::Metric::P50Latency).interval;
            QVERIFY2(us.high > 1.5 * us.value && us.low < us.value / 1.5,
                     fmt::format("{} [{}, {}]", us.value, us.low, us.high).c_str());
            QCOMPARE(subject.values.at(measurement::Metric::P95Latency).interval.high, us.high);
            QVERIFY(std::abs(subject.values.at(measurement::Metric::Throughput).interval.low *
                                 us.high / 1e6 -
                             1) < 1e-9);
            QCOMPARE(subject.values.at(measurement::Metric::Accuracy).source,
                     NumberSource::Measured);
        }
        const auto html = readTextFile(outcome->report);
        QVERIFY(html && html->find("simulated") != std::string::npos);
    }

    void onlyTheArtifactsThatAreNamedAreWritten_data() {
        QTest::addColumn<QString>("artifacts");
        QTest::addColumn<bool>("config");
        QTest::addColumn<bool>("calibration");
        QTest::addColumn<bool>("profile");
        QTest::newRow("all") << "" << true << true << true;
        QTest::newRow("config") << "[config]" << true << false << false;
        QTest::newRow("the others") << "[calibration, profile]" << false << true << true;
    }

    void onlyTheArtifactsThatAreNamedAreWritten() {
        QFETCH(QString, artifacts);
        QFETCH(bool, config);
        QFETCH(bool, calibration);
        QFETCH(bool, profile);
        std::string job = text("hardware: accelerator-x-edge", "", 6);
        // Nothing but static int8 is left, so what wins has ranges.
        job.replace(job.find("candidates_per_round: 3, "), 0, "transforms: [quant_binding], ");
        if (!artifacts.isEmpty())
            job += "  output: {artifacts: " + artifacts.toStdString() + "}\n";
        Heard heard;
        const std::string name = QString("artifacts-%1").arg(QTest::currentDataTag()).toStdString();
        const auto outcome = adapt(name, job, heard);
        QVERIFY2(outcome, outcome ? "" : outcome.error().text().c_str());
        QCOMPARE(outcome->answer, search::Answer::Adapt);
        const fs::path& folder = outcome->session;
        QCOMPARE(fs::exists(folder / "config"), config);
        QCOMPARE(fs::exists(folder / "profile"), profile);
        const auto content = session::readSession(folder);
        QVERIFY(content && content->mapping);
        const std::string winner = content->mapping->at("candidate").dump();
        QVERIFY2(winner.find("int8_static") != std::string::npos ||
                     winner.find("minmax") != std::string::npos ||
                     winner.find("percentile") != std::string::npos ||
                     winner.find("entropy") != std::string::npos,
                 winner.c_str());
        QCOMPARE(content->mapping->contains("calibration"), calibration);
        // The record of the session is whole in any case.
        QVERIFY(content->mapping->contains("origins"));
        for (const char* file : {"adapted.onnx", "report.html", "decision.json", "log.txt"})
            QVERIFY2(fs::exists(folder / file), file);
    }

    void limitsInConflictAreNamed() {
        Heard heard;
        const auto outcome = adapt(
            "limits", text("hardware: accelerator-x-edge", ", max_memory_mb: 0.0001", 4), heard);
        QVERIFY2(outcome, outcome ? "" : outcome.error().text().c_str());
        QCOMPARE(outcome->answer, search::Answer::NoneFeasible);
        QVERIFY(!outcome->decision.conflicts.empty());
        QVERIFY(outcome->decision.conflicts.front().text.find("max_memory_mb") !=
                std::string::npos);
        QVERIFY(!outcome->decision.nearestMisses.empty());
    }

    void aSearchThatRunsOutSaysSo() {
        // Nothing to rewrite or to lower, and one thread only: there are hardly any candidates.
        test::GraphWriter()
            .input({"x", ElementType::Float, {1, 4}})
            .output({"y", ElementType::Float, {1, 4}})
            .node("Relu", {"x"}, {"y"})
            .save(m_dir->path() / "tiny.onnx");
        Heard heard;
        const auto outcome = adapt("tiny",
                                   "deployment:\n  model: tiny.onnx\n"
                                   "  hardware: accelerator-x-edge\n"
                                   "  optimization_objective: {primary: p50_latency}\n",
                                   heard);
        QVERIFY2(outcome, outcome ? "" : outcome.error().text().c_str());
        QVERIFY(outcome->tried < 32); // the budget
        QVERIFY(heard.has("no_calibration_data"));
        QCOMPARE(outcome->accuracyBasis,
                 std::string("fidelity on 16 random inputs: give accuracy.validation"));
        const auto content = session::readSession(outcome->session);
        QVERIFY(content && content->decision);
        const auto reason = (*content->decision)["stop_reason"].get<std::string>();
        QVERIFY2(reason != "budget_spent", reason.c_str());
    }

    void unknownHardwareSuggests() {
        Heard heard;
        const auto outcome = adapt("unknown", text("hardware: acelerator-x", "", 4), heard);
        QVERIFY(!outcome);
        QVERIFY2(outcome.error().text().find("accelerator-x") != std::string::npos,
                 outcome.error().text().c_str());
        QVERIFY(!fs::exists(m_dir->path() / "unknown"));
    }

    void cancelLeavesAResumableSession() {
        engine::AdaptRequest request;
        request.deployment = write("cancel.yaml", text("device: local", ", max_threads: 1", 4));
        request.out = m_dir->path() / "cancel";
        request.useExperience = false;
        const CancellationToken cancel;
        std::size_t measured = 0;
        const auto stopped = m_engine->adapt(
            request,
            [&](const engine::Event& event) {
                if (std::holds_alternative<engine::CandidateMeasured>(event) && ++measured == 2)
                    cancel.cancel();
            },
            cancel);
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
        request.resume = true;
        const auto resumed = m_engine->adapt(request, {}, {});
        QVERIFY2(resumed, resumed ? "" : resumed.error().text().c_str());
        QVERIFY(resumed->reusedMeasurements >= 1);
        checkFolder(request.out, resumed->answer);
        // The limit of threads holds for hand-set options as for candidates, and stops no search.
        for (const Json& candidate : resumed->document["candidates"])
            QVERIFY2(candidate["key"].get<std::string>().find("threads=1") != std::string::npos,
                     candidate["key"].get<std::string>().c_str());
        for (const Json& rejection : resumed->document["rejections"])
            QVERIFY2(rejection["reason"].get<std::string>().find("max_threads") ==
                         std::string::npos,
                     rejection.dump().c_str());
    }
};

QTEST_GUILESS_MAIN(TestAdaptation)
#include "tst_adaptation.moc"
