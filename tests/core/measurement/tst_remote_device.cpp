// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A device behind an agent that shares neither files nor lock with this process: measured like
// this machine, through cuts and restarts.
#include "measurement/agent_device.h"

#include "support/agent_models.h"
#include "support/agent_sessions.h"

#include <QtTest>

#include <csignal>
#include <fstream>
#include <future>

using namespace metainfer;
using namespace metainfer::measurement;
using namespace metainfer::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

class TestRemoteDevice : public QObject {
    Q_OBJECT

    std::optional<AgentSessions> m_agents;
    std::shared_ptr<LinkControl> m_link;
    std::unique_ptr<AgentDevice> m_device;
    fs::path m_model;

    std::unique_ptr<AgentDevice> open(const std::string& session,
                                      std::shared_ptr<LinkControl> control,
                                      const std::string& powerMode = {}) const {
        AgentDevice::Options options;
        options.name = "board";
        options.kind = DeviceKind::Ssh;
        options.powerMode = powerMode;
        auto client = AgentClient::start(m_agents->endpoint(session, std::move(control)));
        return AgentDevice::create(client.value(), options).value();
    }
    measurement::MeasureRequest request(double seconds) const {
        measurement::MeasureRequest request;
        request.workload.label = "affine";
        request.workload.model = m_model;
        request.workload.inputs = {{"x", floats({1, 2}, {1, 2})}};
        request.protocol.minimumSeconds = seconds;
        request.protocol.warmUpMaximumSeconds = 0.1;
        return request;
    }
    bool isMeasuring() const {
        const auto queue = m_device->queue();
        return queue && queue->holder && queue->holder->what == "measure affine";
    }

  private slots:
    void init() {
        const auto local = AgentClient::startLocal();
        QVERIFY(local.has_value());
        const auto inventory = (*local)->inventory();
        if (!inventory || inventory->runtimes.empty())
            QSKIP("no ONNX Runtime library is installed");
        m_agents.emplace();
        m_agents->environment.push_back("METAINFER_ONNXRUNTIME=" +
                                        inventory->runtimes.front().file.string());
        m_model = affineModel().save(m_agents->path("a.onnx"));
        m_link = std::make_shared<LinkControl>();
        m_device = open("one", m_link);
    }
    void cleanup() {
        m_device.reset();
        if (m_agents)
            QTRY_VERIFY_WITH_TIMEOUT(m_agents->processes().empty(), 60000);
        m_agents.reset();
    }

    void measuresAndSaysWhere() {
        const auto measured = m_device->measure(request(0));
        QVERIFY2(measured.has_value(), measured ? "" : measured.error().text().c_str());
        QVERIFY2(!measured->failure, measured->failure ? measured->failure->text().c_str() : "");
        QCOMPARE(measured->device, "board");
        QVERIFY(measured->wall.n() >= 3);
        const auto environment = hardware::Environment::fromText(measured->environment);
        QCOMPARE(environment.device, "board");
        QVERIFY(environment.kernel.starts_with("Linux "));
        QVERIFY(environment.runtime.starts_with("onnxruntime@"));
        QVERIFY(environment.runtimeSha256.size() == 64);
        QVERIFY(m_device->telemetry().has_value());
        QVERIFY(m_device->caches().has_value());
        QVERIFY(!m_device->queue()->holder);
        QVERIFY(m_device->agent() != nullptr);
    }

    void oneAtATimeAlsoFromTwoPrograms() {
        const auto other = open("two", std::make_shared<LinkControl>());
        auto held = other->hold("probe (quick)", {});
        QVERIFY(held.has_value());
        auto running =
            std::async(std::launch::async, [&] { return m_device->measure(request(0)); });
        QTRY_COMPARE_WITH_TIMEOUT(other->queue()->waiting.size(), std::size_t{1}, 60000);
        QCOMPARE(other->queue()->holder->what, "probe (quick)");
        held->reset();
        const auto measured = running.get();
        QVERIFY(measured && !measured->failure);
    }

    void aCutDuringTheMeasurementChangesNothing() {
        auto running =
            std::async(std::launch::async, [&] { return m_device->measure(request(1)); });
        QTRY_VERIFY_WITH_TIMEOUT(isMeasuring(), 60000);
        m_link->cut();
        const auto measured = running.get();
        QVERIFY(measured && !measured->failure);
        QVERIFY(m_link->opened >= 2);
        QVERIFY(!m_device->queue()->holder);
    }

    void aRestartDuringTheMeasurementMeasuresAgain() {
        auto running =
            std::async(std::launch::async, [&] { return m_device->measure(request(1)); });
        QTRY_VERIFY_WITH_TIMEOUT(isMeasuring(), 60000);
        kill(m_agents->daemons().front(), SIGKILL);
        const auto measured = running.get();
        QVERIFY(measured.has_value());
        QVERIFY2(!measured->failure, measured->failure ? measured->failure->text().c_str() : "");
        QVERIFY(measured->wall.n() >= 3);
        QVERIFY(!m_device->queue()->holder);
    }

    void comparesInTurn() {
        measurement::CompareRequest compare;
        compare.base = request(0).workload;
        compare.variants = {compare.base};
        compare.variants.front().label = "again";
        compare.processes = 2;
        compare.rounds = 2;
        compare.blockSeconds = 0.001;
        const auto compared = m_device->compare(compare);
        QVERIFY(compared.has_value());
        QVERIFY2(!compared->failure, compared->failure ? compared->failure->text().c_str() : "");
        QCOMPARE(compared->variants.front().processes.size(), std::size_t{2});
    }

    void thePowerModeHoldsWhileItMeasures() {
        const fs::path folder = m_agents->path("sys") / "devices/system/cpu/cpufreq/policy0";
        fs::create_directories(folder);
        std::ofstream(folder / "scaling_governor") << "powersave";
        std::ofstream(folder / "scaling_available_governors") << "performance powersave\n";
        m_agents->environment.push_back("METAINFER_SYSFS=" + m_agents->path("sys").string());
        const auto governor = [&] { return readTextFile(folder / "scaling_governor").value(); };
        const auto device = open("three", std::make_shared<LinkControl>(), "performance");
        auto held = device->hold("probe", {});
        QVERIFY(held.has_value());
        QVERIFY(governor() == "performance");
        held->reset();
        QTRY_VERIFY_WITH_TIMEOUT(governor() == "powersave", 60000);
        QVERIFY(!device->setPowerMode("turbo"));
    }
};

QTEST_GUILESS_MAIN(TestRemoteDevice)
#include "tst_remote_device.moc"
