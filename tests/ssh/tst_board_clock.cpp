// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A board whose clocks are hours off: its time of day is late, its time since the start early. What
// is measured there lies in the experience between what was measured here before and after.
#include "ssh/ssh_lab.h"

#include "app/cli/cli_runner.h"
#include "execution/agent_client.h"
#include "experience/store.h"
#include "measurement/ssh/ssh_endpoint.h"
#include "measurement/time_text.h"
#include "session/session_folder.h"
#include "support/small_network.h"

#include <QDateTime>
#include <QTest>

using namespace metainfer;
using namespace metainfer::test;

class BoardClockTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void itsClocksAreOff();
    void recordsAreInTheirOrder();

  private:
    Result<std::shared_ptr<AgentClient>> connectToBoard() {
        SshTarget target = m_board->target();
        target.identityFiles = {m_key.string()};
        MI_ASSIGN(AgentEndpoint endpoint, sshEndpoint(target, {}));
        return AgentClient::start(std::move(endpoint));
    }
    void adapt(const char* device, const char* session);

    std::unique_ptr<SshLab> m_lab;
    std::unique_ptr<CliRunner> m_cli;
    SshLab::Device* m_board = nullptr;
    fs::path m_key;
};

void BoardClockTest::initTestCase() {
    if (const std::string why = SshLab::whyNot(); !why.empty())
        QSKIP(why.c_str());
    constexpr const char* kEarly = "unshare --time --monotonic 10800 --boottime 10800";
    int code = 0;
    shell(fmt::format("{} true", kEarly), &code);
    if (code != 0)
        QSKIP("needs time namespaces, and unshare that knows them");
    if (!qEnvironmentVariableIsSet("METAINFER_CACHE"))
        qputenv("METAINFER_CACHE", (QDir::homePath() + "/.cache/metainfer").toUtf8());
    m_lab = std::make_unique<SshLab>();
    const fs::path agents = m_lab->folder() / "agents/x86_64";
    fs::create_directories(agents);
    for (const auto& [from, to] : std::map<std::string, std::string>{
             {"late_agent", "metainfer-agent"},
             {"metainfer-runner-probe", "metainfer-runner-probe"},
             {"metainfer-runner-onnxruntime", "metainfer-runner-onnxruntime"}}) {
        const std::string said =
            shell(fmt::format("strip -o {} {}", (agents / to).string(), (binDir() / from).string()),
                  &code);
        QVERIFY2(code == 0, said.c_str());
    }
    qputenv("METAINFER_AGENTS", (m_lab->folder() / "agents").c_str());
    m_key = m_lab->makeKey("board_key", "");
    SshLab::Settings settings;
    settings.authorized = SshLab::publicHalf(m_key);
    settings.password = false;
    settings.wrapper = kEarly;
    m_board = &m_lab->add(settings);
    const auto hostKey = readTextFile(m_board->folder / "host_key.pub");
    QVERIFY(hostKey);
    writeFile(m_lab->knownHosts(), m_board->address + " " + *hostKey);
    m_cli = std::make_unique<CliRunner>();
    smallNetwork().save(m_cli->path("small.onnx").toStdString());
    CLI_EXITS(m_cli->run({"device", "add", QString::fromStdString(m_board->target().text()),
                          "--name", "board", "--identity", m_key.c_str()}),
              0);
}

void BoardClockTest::itsClocksAreOff() {
    const auto client = connectToBoard();
    QVERIFY2(client, client ? "" : client.error().text().c_str());
    const auto lock = (*client)->lock("look at the clock", {}, std::chrono::minutes(1), {});
    QVERIFY2(lock, lock ? "" : lock.error().text().c_str());
    const auto state = (*client)->lockState();
    QVERIFY(state && state->holder);
    const auto there =
        QDateTime::fromString(QString::fromStdString(state->holder->since), Qt::ISODate);
    QVERIFY2(there.isValid(), state->holder->since.c_str());
    const qint64 late = there.secsTo(QDateTime::currentDateTimeUtc());
    QVERIFY2(late >= 7 * 3600 && late < 8 * 3600, std::to_string(late).c_str());
    ExecRequest uptime;
    uptime.arguments = {"cat", "/proc/uptime"};
    const auto told = (*client)->exec(uptime, {});
    QVERIFY2(told && told->succeeded(), told ? told->err.c_str() : told.error().text().c_str());
    const double early = QString::fromStdString(told->out).section(' ', 0, 0).toDouble() -
                         QString(CliRunner::read("/proc/uptime")).section(' ', 0, 0).toDouble();
    QVERIFY2(early > 10'000 && early < 11'000, std::to_string(early).c_str());
}

/// One adaptation, as small as it can be.
void BoardClockTest::adapt(const char* device, const char* session) {
    m_cli->write("deployment.yaml",
                 QByteArray("deployment:\n"
                            "  model: small.onnx\n"
                            "  device: ") +
                     device +
                     "\n  optimization_objective: {primary: model_size}\n"
                     "  constraints: {max_threads: 1}\n"
                     "  search:\n"
                     "    seed: 7\n"
                     "    time_limit: 5s\n"
                     "    stage_graph: {rounds: 1, candidates_per_round: 1, budget: 1}\n"
                     "    stage_kernel: {trials_per_op: 1}\n");
    const auto adapted = m_cli->run({"adapt", "deployment.yaml", "--out", session, "--json"});
    // Whether anything was worth it is not asked here.
    QVERIFY2(!adapted.crashed && (adapted.exitCode == 0 || adapted.exitCode == 3),
             (adapted.out + adapted.err).constData());
}

void BoardClockTest::recordsAreInTheirOrder() {
    std::vector<qint64> ends{QDateTime::currentMSecsSinceEpoch()};
    const std::vector<std::pair<const char*, const char*>> runs = {
        {"local", "first"}, {"board", "second"}, {"local", "third"}};
    for (const auto& [device, session] : runs) {
        adapt(device, session);
        if (QTest::currentTestFailed())
            return;
        ends.push_back(QDateTime::currentMSecsSinceEpoch());
    }
    const auto store = experience::Store::open(
        (m_cli->home() + "/.local/share/metainfer/experience.db").toStdString());
    QVERIFY2(store, store ? "" : store.error().text().c_str());
    const auto records = store->list();
    QVERIFY2(records, records ? "" : records.error().text().c_str());
    std::vector<int> found(runs.size());
    for (const experience::Record& record : *records) {
        const auto run = std::find_if(ends.begin() + 1, ends.end(),
                                      [&](qint64 end) { return record.timeMs <= end; });
        QVERIFY2(run != ends.end() && record.timeMs >= ends.front(),
                 record.toJson().dump().c_str());
        const auto index = static_cast<std::size_t>(run - ends.begin() - 1);
        QCOMPARE(record.hardwareName == "board", std::string(runs[index].first) == "board");
        ++found[index];
    }
    for (const int count : found)
        QVERIFY(count > 0);
    // And each measurement of a session within its run.
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto session = session::readSession(m_cli->path(runs[i].second).toStdString());
        QVERIFY2(session, session ? "" : session.error().text().c_str());
        for (const session::MeasurementLine& line : session->measurements) {
            const std::string at = jsonValue(line.data, "started_at", std::string());
            if (at.empty())
                continue;
            const qint64 ms = QDateTime::fromString(at.c_str(), Qt::ISODate).toMSecsSinceEpoch();
            QVERIFY2(ms >= ends[i] - 1000 && ms <= ends[i + 1], at.c_str());
        }
    }
}

QTEST_GUILESS_MAIN(BoardClockTest)
#include "tst_board_clock.moc"
