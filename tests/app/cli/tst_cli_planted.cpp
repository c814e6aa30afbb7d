// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One candidate of a search that hangs or eats all memory is a named failure of that candidate; the
// others are judged and the run ends well. This program also stands between the program under test
// and its agent, where it gives one candidate a model that really hangs or really takes the memory.
#include "app/cli/cli_processes.h"

#include "base/subprocess.h"
#include "support/onnx_writer.h"

#include <QCoreApplication>
#include <QTest>

#include <cmath>
#include <iostream>
#include <thread>

#include <unistd.h>

using namespace metainfer;
using namespace metainfer::test;

namespace {

constexpr const char* kPlant = "METAINFER_TEST_PLANT"; ///< the model that one candidate becomes

/// x [n, 32] -> y [n, 8], with something for every precision to do.
GraphWriter perceptron() {
    std::vector<float> first(32 * 64), second(64 * 8);
    for (std::size_t i = 0; i < first.size(); ++i)
        first[i] = 0.2f * std::sin(static_cast<float>(i * 12'345 % 977));
    for (std::size_t i = 0; i < second.size(); ++i)
        second[i] = 0.2f * std::cos(static_cast<float>(i * 54'321 % 977));
    return GraphWriter()
        .input({"x", ElementType::Float, {-1, 32}})
        .output({"y", ElementType::Float, {-1, 8}})
        .initializer("a", floats({32, 64}, first))
        .initializer("b", floats({64, 8}, second))
        .node("MatMul", {"x", "a"}, {"h"})
        .node("Relu", {"h"}, {"r"})
        .node("MatMul", {"r", "b"}, {"y"});
}

/// Takes the same input and runs for days.
GraphWriter hangingModel() {
    GraphWriter body;
    body.input({"i", ElementType::Int64, {}})
        .input({"c", ElementType::Bool, {}})
        .input({"a", ElementType::Float, {-1, 32}})
        .output({"c2", ElementType::Bool, {}})
        .output({"a2", ElementType::Float, {-1, 32}})
        .node("Identity", {"c"}, {"c2"})
        .node("Sin", {"a"}, {"a2"});
    WireMessage graph = body.message();
    graph.text(2, "body");
    return GraphWriter()
        .input({"x", ElementType::Float, {-1, 32}})
        .output({"y", ElementType::Float, {-1, 32}})
        .initializer("trips", int64s({}, {std::int64_t{1} << 40}))
        .node("Loop", {"trips", "", "x"}, {"y"}, {attributeGraph("body", graph)});
}

/// Takes the same input and wants 70 TB.
GraphWriter hungryModel() {
    return GraphWriter()
        .input({"x", ElementType::Float, {1, 32}})
        .output({"y", ElementType::Float, {}})
        .initializer("shape", int64s({2}, {std::int64_t{1} << 39, 32}))
        .node("Expand", {"x", "shape"}, {"big"})
        .node("ReduceSum", {"big"}, {"y"}, {attribute("keepdims", std::int64_t{0})});
}

/// The requests of the program on their way to the agent.
class Planter {
  public:
    explicit Planter(std::string model)
        : m_model(std::move(model)) {}

    std::string changed(const std::string& line) {
        Json request = Json::parse(line, nullptr, false);
        if (!request.is_object() || !request.contains("params"))
            return line;
        // The first candidate whose outputs are looked at is the one.
        if (m_victim.empty() && request.value("method", std::string()) == "run" &&
            isCandidate(request["params"]))
            m_victim = keyOf(request["params"]);
        replaceIn(request["params"]);
        return request.dump();
    }

  private:
    static bool isCandidate(const Json& json) {
        if (!json.is_object() || !json.contains("model") || !json.contains("options") ||
            !json["model"].is_string())
            return false;
        const std::filesystem::path model = json["model"].get<std::string>();
        return model.parent_path().filename() == "work" &&
               model.filename().string().starts_with("v_");
    }
    static std::string keyOf(const Json& json) {
        return json["model"].dump() + json["options"].dump();
    }
    void replaceIn(Json& json) {
        if (isCandidate(json) && keyOf(json) == m_victim)
            json["model"] = m_model;
        else if (json.is_structured())
            for (Json& item : json)
                replaceIn(item);
    }

    std::string m_model, m_victim;
};

/// In the agent's place: passes everything on, but for one candidate's model.
int standBetween(const char* model) {
    SpawnOptions options;
    options.arguments = {METAINFER_BIN_DIR "/metainfer-agent"};
    options.pipeStderr = false;
    auto agent = Subprocess::spawn(options);
    if (!agent)
        return 3;
    std::thread answers([&] {
        std::array<char, 65'536> buffer{};
        for (ssize_t n = 0; (n = ::read(agent->stdoutFd(), buffer.data(), buffer.size())) > 0;)
            if (!writeAll(STDOUT_FILENO, {buffer.data(), static_cast<std::size_t>(n)}))
                return;
    });
    Planter planter(model);
    for (std::string line; std::getline(std::cin, line);)
        if (!writeAll(agent->stdinFd(), planter.changed(line) + "\n"))
            break;
    agent->closeStdin();
    answers.join();
    return 0;
}

Json jsonOf(const QString& file) {
    const QByteArray text = CliRunner::read(file);
    return Json::parse(text.begin(), text.end(), nullptr, false);
}

} // namespace

class CliPlantedTest : public QObject {
    Q_OBJECT

  private slots:
    void oneSickCandidateIsANamedFailure_data() {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QString>("says");
        QTest::newRow("hangs") << QByteArray::fromStdString(hangingModel().model())
                               << "passed its deadline";
        QTest::newRow("out of memory")
            << QByteArray::fromStdString(hungryModel().model()) << "Failed to allocate memory";
    }

    void oneSickCandidateIsANamedFailure() {
        QFETCH(QByteArray, model);
        QFETCH(QString, says);
        WatchedRunner cli;
        cli.write("m.onnx", QByteArray::fromStdString(perceptron().model()));
        cli.write("sick.onnx", model);
        cli.set(kPlant, cli.path("sick.onnx"));
        cli.set("METAINFER_AGENT", QCoreApplication::applicationFilePath());
        cli.write("job.yaml", deploymentOf("m.onnx", "device: local",
                                           "  constraints: {max_accuracy_drop: 0.5}\n"
                                           "  search:\n"
                                           "    stage_graph: {rounds: 1, candidates_per_round: 4, "
                                           "budget: 4}\n"
                                           "    stage_kernel: {trials_per_op: 1}\n"
                                           "    time_limit: 25s\n"));
        const auto result = cli.run({"adapt", "job.yaml", "--out", "session", "--no-experience"});
        CLI_EXITS(result, 0);
        const Json decision = jsonOf(cli.path("session/decision.json"));
        QVERIFY(decision.is_object());
        QStringList failures;
        std::size_t measured = 0;
        for (const Json& candidate : decision["candidates"]) {
            measured += candidate["ratio"].is_object() && candidate["id"] != "original";
            if (candidate["failure"].is_string())
                failures << QString::fromStdString(candidate["failure"].get<std::string>());
        }
        QVERIFY2(failures.size() == 1, qPrintable(failures.join("\n")));
        QVERIFY2(failures.first().contains(says), qPrintable(failures.first()));
        QVERIFY(measured >= 3);
        QCOMPARE(jsonOf(cli.path("session/session.json")).value("state", std::string()),
                 std::string("done"));
        // People see it too, with the reason.
        const QByteArray report = CliRunner::read(cli.path("session/report.html"));
        QVERIFY2(report.contains(says.toUtf8()), failures.first().toUtf8());
        QVERIFY(cli.allGone());
        QCOMPARE(cli.leftInTemp(), QStringList());
    }
};

int main(int argc, char* argv[]) {
    if (const char* model = std::getenv(kPlant); model && *model)
        return standBetween(model);
    QCoreApplication app(argc, argv);
    CliPlantedTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_cli_planted.moc"
