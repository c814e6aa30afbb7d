// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The main job, killed and stopped at different moments, goes on from there to the same end.
#include "app/cli/cli_processes.h"

#include "support/onnx_writer.h"

#include <QTest>

#include <cmath>
#include <map>
#include <set>

using namespace metainfer;
using namespace metainfer::test;

namespace {

/// Two layers with seeded weights: enough for every precision to have something to do.
QByteArray perceptron() {
    std::vector<float> first(32 * 64), second(64 * 8);
    for (std::size_t i = 0; i < first.size(); ++i)
        first[i] = 0.2f * std::sin(static_cast<float>(i * 12'345 % 977));
    for (std::size_t i = 0; i < second.size(); ++i)
        second[i] = 0.2f * std::cos(static_cast<float>(i * 54'321 % 977));
    return QByteArray::fromStdString(GraphWriter()
                                         .input({"x", ElementType::Float, {-1, 32}})
                                         .output({"y", ElementType::Float, {-1, 8}})
                                         .initializer("a", floats({32, 64}, first))
                                         .initializer("b", floats({64, 8}, second))
                                         .node("MatMul", {"x", "a"}, {"h"})
                                         .node("Relu", {"h"}, {"r"})
                                         .node("MatMul", {"r", "b"}, {"y"})
                                         .model());
}

void prepare(const WatchedRunner& cli, const QByteArray& target) {
    cli.write("m.onnx", perceptron());
    cli.write("job.yaml", deploymentOf("m.onnx", target, smallSearch()));
}

QStringList adaptInto(const QString& out, bool resume = false) {
    QStringList arguments{"adapt", "job.yaml", "--out", out, "--no-experience", "--json"};
    return resume ? arguments << "--resume" : arguments;
}

Json jsonOf(const QString& file) {
    const QByteArray text = CliRunner::read(file);
    return Json::parse(text.begin(), text.end(), nullptr, false);
}

QStringList filesIn(const QString& folder) {
    QStringList names;
    QDirIterator it(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (it.hasNext())
        names << QDir(folder).relativeFilePath(it.next());
    names.sort();
    return names;
}

/// Candidate keys of measurements.jsonl, in order; a line that is no JSON fails.
QStringList measuredKeys(const QString& folder, bool* sound) {
    QStringList keys;
    *sound = true;
    for (const QByteArray& line :
         CliRunner::read(folder + "/measurements.jsonl").trimmed().split('\n')) {
        const Json json = Json::parse(line.begin(), line.end(), nullptr, false);
        *sound = *sound && json.is_object();
        // The original is measured anew by every run.
        if (json.is_object() && json.value("kind", std::string()) != "search_accuracy")
            keys << QString::fromStdString(json.value("key", std::string()));
    }
    return keys;
}

/// The candidates of candidates.jsonl by id, each as what makes it different from others.
std::multimap<std::string, std::string> candidatesIn(const QString& folder) {
    std::multimap<std::string, std::string> candidates;
    for (const QByteArray& line :
         CliRunner::read(folder + "/candidates.jsonl").trimmed().split('\n')) {
        const Json json = Json::parse(line.begin(), line.end(), nullptr, false);
        if (!json.is_object())
            continue;
        const Json& candidate = json.contains("candidate") ? json["candidate"] : json;
        candidates.emplace(candidate.value("id", std::string()),
                           Json{candidate["variant"], candidate["mapping"]}.dump());
    }
    return candidates;
}

/// Each candidate stands there once, and no id names two.
void checkNames(const QString& folder) {
    std::set<std::string> ids, contents;
    const auto candidates = candidatesIn(folder);
    QVERIFY(!candidates.empty());
    for (const auto& [id, content] : candidates) {
        QVERIFY2(ids.insert(id).second, id.c_str());
        QVERIFY2(contents.insert(content).second, id.c_str());
    }
    for (const QByteArray& line :
         CliRunner::read(folder + "/measurements.jsonl").trimmed().split('\n')) {
        const Json json = Json::parse(line.begin(), line.end(), nullptr, false);
        if (!json.is_object() || !json["data"].contains("evaluation"))
            continue;
        const Json& measured = json["data"]["evaluation"]["candidate"];
        const auto known = candidates.find(json.value("candidate", std::string()));
        QVERIFY(known != candidates.end());
        QCOMPARE(known->second, (Json{measured["variant"], measured["mapping"]}.dump()));
    }
}

} // namespace

class CliResumeTest : public QObject {
    Q_OBJECT

    /// Starts the job and kills it once `ready`; false when it was over before.
    template <typename Ready>
    bool killWhen(const WatchedRunner& cli, const QString& out, const Ready& ready) {
        QProcess process;
        cli.start(process, adaptInto(out));
        untilTrue(process, ready);
        process.kill();
        process.waitForFinished();
        return process.exitStatus() == QProcess::CrashExit;
    }

    /// Resumes, and checks the end state and that each candidate was searched once.
    void resumeAndCheck(const WatchedRunner& cli, const QString& out, const QStringList& files) {
        bool sound = false;
        const QStringList before = measuredKeys(cli.path(out), &sound);
        const auto resumed = cli.run(adaptInto(out, true));
        CLI_EXITS(resumed, 0);
        QCOMPARE(jsonOf(cli.path(out + "/session.json")).value("state", std::string()),
                 std::string("done"));
        QCOMPARE(filesIn(cli.path(out)), files);
        QStringList searched = measuredKeys(cli.path(out), &sound).filter("|search");
        QVERIFY(sound);
        QCOMPARE(searched.removeDuplicates(), 0);
        checkNames(cli.path(out));
        QCOMPARE(jsonOf(cli.path(out + "/decision.json")).value("reused", -1),
                 static_cast<int>(before.filter("|search").size()));
        QVERIFY(cli.allGone());
        QCOMPARE(cli.leftInTemp(), QStringList());
    }

  private slots:
    void killedSimulatedJobsEndLikeTheUninterruptedOne();
    void killedWhileFinalistsAreMeasured();
    void aSearchThatGoesOnOtherwiseNamesItsCandidatesAnew();
    void anotherEnvironmentIsSaidAndMeasuredAgain();
    void interruptSaysHowToGoOn();
    void resumeIsRefusedWhereItMakesNoSense();
    void aModelNeedsNoDeploymentFile();
};

void CliResumeTest::killedSimulatedJobsEndLikeTheUninterruptedOne() {
    const WatchedRunner cli;
    prepare(cli, "hardware: accelerator-x-edge");
    CLI_EXITS(cli.run(adaptInto("whole")), 0);
    const QStringList files = filesIn(cli.path("whole"));
    const Json whole = jsonOf(cli.path("whole/decision.json"));
    QVERIFY(whole["candidates"].size() > 4);
    int killed = 0;
    // Before anything is there; with the first file; after so many measurements.
    for (const int lines : {-1, 0, 1, 3, 5, 7, 10}) {
        const QString out = QString("killed%1").arg(lines);
        killed += killWhen(cli, out, [&] {
            return lines < 0    ? !cli.processes("metainfer-agent").isEmpty()
                   : lines == 0 ? QFile::exists(cli.path(out + "/session.json"))
                                : linesIn(cli.path(out + "/measurements.jsonl")) >= lines;
        });
        QVERIFY(cli.allGone());
        const std::string state =
            jsonOf(cli.path(out + "/session.json")).is_object()
                ? jsonOf(cli.path(out + "/session.json")).value("state", std::string())
                : std::string();
        if (state == "done")
            continue; // it was faster than the kill
        if (state.empty()) {
            CLI_EXITS(cli.run(adaptInto(out)), 0);
            QCOMPARE(filesIn(cli.path(out)), files);
            continue;
        }
        resumeAndCheck(cli, out, files);
        if (QTest::currentTestFailed())
            return;
        const Json decision = jsonOf(cli.path(out + "/decision.json"));
        QCOMPARE(decision["decision"]["answer"].dump(), whole["decision"]["answer"].dump());
        QCOMPARE(decision["candidates"].size(), whole["candidates"].size());
        for (std::size_t i = 0; i < whole["candidates"].size(); ++i) {
            QCOMPARE(decision["candidates"][i]["key"].dump(), whole["candidates"][i]["key"].dump());
            QCOMPARE(decision["candidates"][i]["ratio"].dump(),
                     whole["candidates"][i]["ratio"].dump());
        }
    }
    QVERIFY2(killed >= 3, qPrintable(QString::number(killed)));
}

void CliResumeTest::aSearchThatGoesOnOtherwiseNamesItsCandidatesAnew() {
    const WatchedRunner cli;
    prepare(cli, "hardware: accelerator-x-edge");
    const QString out = "otherwise", measurements = cli.path(out + "/measurements.jsonl");
    if (!killWhen(cli, out, [&] { return linesIn(measurements) >= 7; }))
        QSKIP("it was faster than the kill");
    const auto before = candidatesIn(cli.path(out));
    CLI_EXITS(cli.run(adaptInto(out, true) << "--budget"
                                           << "9"
                                           << "--seed"
                                           << "4711"),
              0);
    checkNames(cli.path(out));
    const auto after = candidatesIn(cli.path(out));
    QVERIFY(after.size() > before.size());
    for (const auto& [id, content] : before)
        QCOMPARE(after.find(id)->second, content);
}

void CliResumeTest::killedWhileFinalistsAreMeasured() {
    const WatchedRunner cli;
    prepare(cli, "device: local");
    const QString log = cli.path("session/log.txt");
    QVERIFY(
        killWhen(cli, "session", [&] { return CliRunner::read(log).contains("stage finalists"); }));
    QVERIFY(cli.allGone());
    bool sound = false;
    const auto searched = measuredKeys(cli.path("session"), &sound).filter("|search").size();
    QVERIFY(searched > 3);
    // What a kill in the middle of a write leaves.
    QFile lines(cli.path("session/measurements.jsonl"));
    QVERIFY(lines.open(QIODevice::Append));
    lines.write("{\"kind\": \"compar");
    lines.close();
    cli.write("session/.session.json.Ab12Cd", "{");
    const auto resumed = cli.run(adaptInto("session", true));
    CLI_EXITS(resumed, 0);
    QVERIFY(resumed.json().is_object());
    QCOMPARE(jsonOf(cli.path("session/decision.json"))["reused"].get<int>(),
             static_cast<int>(searched));
    QVERIFY(!filesIn(cli.path("session")).contains(".session.json.Ab12Cd"));
    QStringList keys = measuredKeys(cli.path("session"), &sound).filter("|search");
    QVERIFY(sound);
    QCOMPARE(keys.removeDuplicates(), 0);
    for (const char* file : {"report.html", "report.json", "report.csv", "decision.json",
                             "validation.json", "mapping.json", "baselines.json"})
        QVERIFY2(QFile::exists(cli.path(QString("session/") + file)), file);
    QVERIFY(!QFile::exists(cli.path("session/work")));
    QVERIFY(cli.allGone());
    QCOMPARE(cli.leftInTemp(), QStringList());
}

void CliResumeTest::anotherEnvironmentIsSaidAndMeasuredAgain() {
    const WatchedRunner cli;
    prepare(cli, "hardware: accelerator-x-edge");
    const bool wasKilled = killWhen(
        cli, "session", [&] { return linesIn(cli.path("session/measurements.jsonl")) >= 2; });
    QVERIFY(wasKilled);
    // The same session as begun on another kernel with another library.
    Json info = jsonOf(cli.path("session/session.json"));
    const QByteArray hash = QByteArray::fromStdString(info["environment_hash"].get<std::string>());
    const QByteArray other(64, 'a');
    info["environment"]["kernel"] = "Linux 1.0";
    info["environment"]["runtime_sha256"] = "feed";
    info["environment_hash"] = other.toStdString();
    cli.write("session/session.json", QByteArray::fromStdString(info.dump()));
    QByteArray lines = CliRunner::read(cli.path("session/measurements.jsonl"));
    const auto comparisons = lines.count("|search\"");
    QVERIFY(comparisons > 0);
    cli.write("session/measurements.jsonl", lines.replace(hash, other));
    const auto resumed = cli.run(adaptInto("session", true));
    CLI_EXITS(resumed, 0);
    CLI_SAYS(resumed, "the environment changed");
    CLI_SAYS(resumed, "kernel: Linux 1.0 -> unknown");
    CLI_SAYS(resumed, "runtime_sha256: feed -> unknown");
    CLI_SAYS(resumed, "not reused");
    QCOMPARE(jsonOf(cli.path("session/decision.json"))["reused"].get<int>(), 0);
    const Json after = jsonOf(cli.path("session/session.json"));
    QCOMPARE(after["environment_hash"].get<std::string>(), hash.toStdString());
    QCOMPARE(after["earlier_environments"][0]["hash"].get<std::string>(), other.toStdString());
    // Kept in the record, beside what was measured again.
    const QByteArray all = CliRunner::read(cli.path("session/measurements.jsonl"));
    QVERIFY(all.contains(other) && all.contains(hash));
    QVERIFY(CliRunner::read(cli.path("session/log.txt")).contains("the environment changed"));
}

void CliResumeTest::interruptSaysHowToGoOn() {
    const WatchedRunner cli;
    prepare(cli, "device: local");
    for (const int signal : {SIGINT, SIGTERM}) {
        const QString out = signal == SIGINT ? "interrupted" : "terminated";
        QProcess process;
        cli.start(process, {"adapt", "job.yaml", "--out", out});
        QVERIFY(untilTrue(process,
                          [&] { return linesIn(cli.path(out + "/measurements.jsonl")) >= 1; }));
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 130);
        const QByteArray errors = process.readAllStandardError();
        QVERIFY2(errors.contains("metainfer adapt job.yaml --out " + out.toUtf8() + " --resume"),
                 errors.constData());
        QCOMPARE(jsonOf(cli.path(out + "/session.json")).value("state", std::string()),
                 std::string("cancelled"));
        QVERIFY(!QFile::exists(cli.path(out + "/work")));
        QVERIFY(cli.allGone());
        QCOMPARE(cli.leftInTemp(), QStringList());
    }
}

void CliResumeTest::resumeIsRefusedWhereItMakesNoSense() {
    const WatchedRunner cli;
    prepare(cli, "hardware: accelerator-x-edge");
    const auto absent = cli.run(adaptInto("absent", true));
    CLI_EXITS(absent, 2);
    CLI_SAYS(absent, "absent holds no session to resume");
    QVERIFY(!QFile::exists(cli.path("absent")));
    CLI_EXITS(cli.run(adaptInto("done")), 0);
    const auto done = cli.run(adaptInto("done", true));
    CLI_EXITS(done, 2);
    CLI_SAYS(done, "is done, there is nothing to resume");
    const auto again = cli.run(adaptInto("done"));
    CLI_EXITS(again, 2);
    CLI_SAYS(again, "already holds a session");
    CLI_SAYS(again, "--resume");

    // Another model under the same name is not the one that was measured.
    const bool wasKilled =
        killWhen(cli, "begun", [&] { return QFile::exists(cli.path("begun/session.json")); });
    QVERIFY(wasKilled);
    cli.write("m.onnx", QByteArray::fromStdString(GraphWriter()
                                                      .input({"x", ElementType::Float, {1, 2}})
                                                      .output({"y", ElementType::Float, {1, 2}})
                                                      .node("Relu", {"x"}, {"y"})
                                                      .model()));
    const auto changed = cli.run(adaptInto("begun", true));
    CLI_EXITS(changed, 2);
    CLI_SAYS(changed, "the model changed");
    QVERIFY(cli.allGone());
}

void CliResumeTest::aModelNeedsNoDeploymentFile() {
    const WatchedRunner cli;
    prepare(cli, "hardware: accelerator-x-edge");
    const auto result = cli.run({"adapt", "m.onnx", "--hardware", "accelerator-x-edge", "--budget",
                                 "2", "--no-experience", "--watch"});
    CLI_EXITS(result, 0);
    CLI_SAYS(result, "plainest deployment");
    for (const char* word : {"searching", "c1 ", "of the original's time"})
        QVERIFY2(result.err.contains(word), result.err.constData());
    const Json session = jsonOf(cli.path("m-session/session.json"));
    QCOMPARE(session["deployment"]["hardware"].get<std::string>(),
             std::string("accelerator-x-edge"));
    // What it wrote as its deployment is one.
    cli.write("again.yaml",
              QByteArray::fromStdString(session["deployment_yaml"].get<std::string>()));
    CLI_EXITS(cli.run({"adapt", "again.yaml", "--budget", "1", "--no-experience"}), 0);
    const auto both = cli.run({"adapt", "job.yaml", "--hardware", "accelerator-x"});
    CLI_EXITS(both, 2);
    CLI_SAYS(both, "the target stands in the deployment file");
}

QTEST_GUILESS_MAIN(CliResumeTest)
#include "tst_cli_resume.moc"
