// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What an agent says and does about its device: queue, telemetry, power mode, facts; and agents
// that are older, silent or strangers.
#include "support/agent_sessions.h"

#include <QtTest>

#include <csignal>
#include <fstream>
#include <future>

using namespace metainfer;
using namespace metainfer::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

Json ok(const Json& request, Json result) {
    return Json{{"id", request["id"]}, {"type", "ok"}, {"result", std::move(result)}};
}

/// The greeting of an agent of protocol 1.0.
Json oldHello() {
    return Json{{"protocol_major", 1},
                {"protocol_minor", 0},
                {"agent_version", "0.0.9"},
                {"capabilities", {"hello", "cancel", "machine_state", "inventory", "measure"}}};
}

} // namespace

class TestAgentDevice : public QObject {
    Q_OBJECT

    std::optional<AgentSessions> m_agents;

    std::shared_ptr<AgentClient>
    start(const std::string& session,
          std::shared_ptr<LinkControl> control = std::make_shared<LinkControl>()) {
        return AgentClient::start(m_agents->endpoint(session, std::move(control))).value();
    }
    static std::shared_ptr<AgentClient> play(PlayedLink::Player player,
                                             std::shared_ptr<LinkControl> control,
                                             std::chrono::milliseconds silence = 15s) {
        AgentEndpoint endpoint = cutEndpoint(
            [player]() -> Result<std::unique_ptr<AgentLink>> {
                return std::make_unique<PlayedLink>(player);
            },
            std::move(control));
        endpoint.silence = silence;
        return AgentClient::start(endpoint).value();
    }
    std::string governor(int policy) const {
        return readTextFile(m_agents->path("sys") /
                            ("devices/system/cpu/cpufreq/policy" + std::to_string(policy)) /
                            "scaling_governor")
            .value_or("none");
    }
    void putSysfs() {
        for (const char* policy : {"policy0", "policy1"}) {
            const fs::path folder = m_agents->path("sys") / "devices/system/cpu/cpufreq" / policy;
            fs::create_directories(folder);
            std::ofstream(folder / "scaling_governor") << "powersave";
            std::ofstream(folder / "scaling_available_governors") << "performance powersave\n";
        }
        m_agents->environment = {"METAINFER_SYSFS=" + m_agents->path("sys").string()};
    }

  private slots:
    void init() { m_agents.emplace(); }
    void cleanup() {
        QTRY_VERIFY_WITH_TIMEOUT(m_agents->processes().empty(), 60000);
        m_agents.reset();
    }

    void twoSessionsQueueForTheDevice() {
        const auto first = start("one"), second = start("two");
        auto held = first->lock("measure a", {}, 1min, {});
        QVERIFY(held.has_value());
        std::atomic<int> told{0};
        auto waiting = std::async(std::launch::async, [&] {
            return second->lock("measure b", {}, 1min, {}, [&](const LockOwner& owner, int place) {
                told += owner.what == "measure a" && place == 0;
            });
        });
        QTRY_VERIFY_WITH_TIMEOUT(told > 0, 60000);
        const AgentLockState state = first->lockState().value();
        QCOMPARE(state.holder->what, "measure a");
        QCOMPARE(state.waiting.size(), std::size_t{1});
        QCOMPARE(state.waiting.front().what, "measure b");
        held->reset();
        const auto got = waiting.get();
        QVERIFY(got.has_value());
        QCOMPARE(second->lockState().value().holder->what, "measure b");
        // Nobody waits for ever.
        const auto late = first->lock("measure c", {}, 1ms, {});
        QVERIFY(!late);
        QCOMPARE(late.error().code, ErrorCode::Timeout);
        QVERIFY(late.error().message.find("measure b") != std::string::npos);
    }

    void theLockSurvivesTheLinkAndDiesWithTheAgent() {
        const auto control = std::make_shared<LinkControl>();
        const auto client = start("one", control);
        const auto held = client->lock("measure a", {}, 1min, {});
        QVERIFY(held.has_value());
        control->cut();
        QVERIFY(client->machineState().has_value());
        QVERIFY(control->opened >= 2);
        QVERIFY(!(*held)->isLost());
        QCOMPARE(client->lockState().value().holder->what, "measure a");
        kill(m_agents->daemons().front(), SIGKILL);
        QTRY_VERIFY_WITH_TIMEOUT((*held)->isLost(), 60000);
        QVERIFY(!client->lockState().value().holder);
    }

    void aLockGivenBackWithoutALinkIsFree() {
        const auto control = std::make_shared<LinkControl>();
        const auto client = start("one", control);
        auto held = client->lock("measure a", {}, 1min, {});
        QVERIFY(held.has_value());
        control->isRefused = true;
        control->cut();
        QTRY_VERIFY_WITH_TIMEOUT(control->reconnecting > 0, 60000);
        held->reset();
        control->isRefused = false;
        QVERIFY(!client->lockState().value().holder);
    }

    void aKilledAgentPassesTheLockOn() {
        const auto control = std::make_shared<LinkControl>();
        const auto first = start("one", control);
        const auto held = first->lock("measure a", {}, 1min, {});
        QVERIFY(held.has_value());
        control->isRefused = true;
        kill(m_agents->daemons().front(), SIGKILL);
        const auto second = start("two");
        QVERIFY(second->lock("measure b", {}, 1min, {}).has_value());
    }

    void telemetrySleepsDuringTimedRuns() {
        const auto client = start("one");
        const auto awake = client->telemetry();
        QVERIFY(awake && !awake->isAsleep);
        QVERIFY(awake->memoryBytes.has_value());
        QVERIFY(awake->all.has_value());
        const CancellationToken cancel;
        auto probe = std::async(std::launch::async, [&] {
            ProbeMemoryRequest request;
            request.seconds = 60;
            request.limits.timeout = 2min;
            return client->probeMemory(request, cancel);
        });
        QTRY_VERIFY_WITH_TIMEOUT(client->telemetry()->isAsleep, 60000);
        const auto one = client->telemetry(), two = client->telemetry();
        QCOMPARE(one->all->total, two->all->total); // the same look
        cancel.cancel();
        QVERIFY(!probe.get());
        QTRY_VERIFY_WITH_TIMEOUT(!client->telemetry()->isAsleep, 60000);
    }

    void factsComeFromTheDevice() {
        const auto client = start("one");
        const auto environment = client->environment();
        QVERIFY(environment.has_value());
        QVERIFY(environment->kernel.starts_with("Linux "));
        QCOMPARE(environment->text(), client->environment()->text());
        QVERIFY(client->caches().has_value());
        QVERIFY(!client->greeting().instance.empty());
        QVERIFY(!client->isOutdated());
    }

    void thePowerModeIsPutBack() {
        putSysfs();
        auto client = start("one");
        QVERIFY(client->setPowerMode("performance").has_value());
        QCOMPARE(governor(0), "performance");
        QCOMPARE(governor(1), "performance");
        QVERIFY(client->setPowerMode({}).has_value());
        QCOMPARE(governor(1), "powersave");
        // While a lock is held that asked for it; and at the session's end.
        auto held = client->lock("measure", "performance", 1min, {});
        QVERIFY(held.has_value());
        QCOMPARE(governor(0), "performance");
        held->reset();
        QVERIFY(client->machineState().has_value());
        QCOMPARE(governor(0), "powersave");
        QVERIFY(client->setPowerMode("performance").has_value());
        client.reset();
        QTRY_COMPARE_WITH_TIMEOUT(governor(0), std::string("powersave"), 60000);
    }

    void anUnknownPowerModeNamesThePossible() {
        putSysfs();
        const auto client = start("one");
        const auto refused = client->setPowerMode("15W");
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Unsupported);
        QVERIFY(refused.error().hint.find("performance, powersave") != std::string::npos);
        QCOMPARE(governor(0), "powersave");
    }

    void theNextAgentPutsBackWhatAKilledOneLeft() {
        putSysfs();
        const auto control = std::make_shared<LinkControl>();
        const auto client = start("one", control);
        QVERIFY(client->setPowerMode("performance").has_value());
        control->isRefused = true;
        kill(m_agents->daemons().front(), SIGKILL);
        QTRY_VERIFY_WITH_TIMEOUT(m_agents->processes().empty(), 60000);
        QCOMPARE(governor(0), "performance");
        const auto next = start("two");
        QVERIFY(next->machineState().has_value());
        QCOMPARE(governor(0), "powersave");
        QCOMPARE(governor(1), "powersave");
    }

    void aSignalledAgentPutsItBackItself() {
        putSysfs();
        const auto control = std::make_shared<LinkControl>();
        const auto client = start("one", control);
        QVERIFY(client->setPowerMode("performance").has_value());
        control->isRefused = true;
        kill(m_agents->daemons().front(), SIGTERM);
        QTRY_COMPARE_WITH_TIMEOUT(governor(0), std::string("powersave"), 60000);
    }

    void anOlderAgentKeepsWorking() {
        const auto client = play(
            [](const Json& request) -> std::vector<Json> {
                if (request["method"] == "hello")
                    return {ok(request, oldHello())};
                return {ok(request, Json{{"load_average", 1.5}})};
            },
            std::make_shared<LinkControl>());
        QCOMPARE(client->machineState().value().loadAverage, 1.5);
        QVERIFY(client->isOutdated());
        QCOMPARE(client->greeting().agentVersion, "0.0.9");
        const auto refused = client->telemetry();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Unsupported);
        QVERIFY(refused.error().text().find("the agent on board is version 0.0.9") !=
                std::string::npos);
        QVERIFY(refused.error().text().find("update it") != std::string::npos);
    }

    void anotherMajorVersionIsRefused() {
        AgentEndpoint endpoint = cutEndpoint(
            []() -> Result<std::unique_ptr<AgentLink>> {
                return std::make_unique<PlayedLink>([](const Json& request) -> std::vector<Json> {
                    return {ok(request, {{"protocol_major", 2}, {"agent_version", "9.0"}})};
                });
            },
            std::make_shared<LinkControl>());
        const auto refused = AgentClient::start(endpoint);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::VersionMismatch);
    }

    void anAgentThatForgetsWhatIsSentDoesNotKeepTheClientBusy() {
        int chunks = 0;
        const auto client = play(
            [&](const Json& request) -> std::vector<Json> {
                if (request["method"] == "hello")
                    return {ok(request, Json{{"protocol_major", 1}, {"protocol_minor", 1}})};
                chunks += request["method"] == "blob_chunk";
                return {ok(request, Json{{"present", false}, {"size", 0}})};
            },
            std::make_shared<LinkControl>());
        const fs::path model = m_agents->path("model.onnx");
        std::ofstream(model) << "no model, but a file";
        const auto refused = client->load({model, {}, "model"}, {}, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Conflict);
        QVERIFY2(refused.error().text().find("the agent has 0 bytes of ") != std::string::npos,
                 refused.error().text().c_str());
        QCOMPARE(chunks, 4);
    }

    void aSilentLinkIsGivenUpAndOpenedAgain() {
        const auto control = std::make_shared<LinkControl>();
        std::atomic<int> pings{0};
        const auto client = play(
            [&, control](const Json& request) -> std::vector<Json> {
                Json hello = oldHello();
                hello["capabilities"].push_back("ping");
                if (request["method"] == "hello")
                    return {ok(request, hello)};
                pings += request["method"] == "ping";
                if (control->opened < 2)
                    return {}; // dead, but nobody said so
                return {ok(request, Json{{"load_average", 2.5}})};
            },
            control, 50ms);
        QCOMPARE(client->machineState().value().loadAverage, 2.5);
        QVERIFY(pings >= 1);
        QCOMPARE(control->opened.load(), 2);
    }
};

QTEST_GUILESS_MAIN(TestAgentDevice)
#include "tst_agent_device.moc"
