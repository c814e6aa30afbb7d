// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What is measured through SSH is what the device's own clock says: runs that take a known time
// give the same number here and on a device behind a slow link.
#include "ssh/ssh_connections.h"

#include "execution/agent_client.h"
#include "measurement/agent_device.h"
#include "measurement/ssh/ssh_endpoint.h"
#include "support/agent_models.h"
#include "support/onnx_writer.h"
#include "support/paths.h"

#include <cmath>

using namespace metainfer;
using namespace metainfer::test;
using measurement::AgentDevice;

class TestSshOverhead : public QObject, SshConnections {
    Q_OBJECT

    static constexpr double kDelayUs = 2000;

    /// The same programs here and there, with the runner of known times as ONNX Runtime's.
    void makeAgents() {
        m_agents = m_lab->folder() / "agents/x86_64";
        fs::create_directories(m_agents / "lib");
        const auto place = [&](const std::string& from, const std::string& to) {
            int code = 0;
            const std::string said = shell(
                fmt::format("strip -o {} {}", (m_agents / to).string(), (binDir() / from).string()),
                &code);
            QVERIFY2(code == 0, said.c_str());
        };
        place("metainfer-agent", "metainfer-agent");
        place("metainfer-runner-probe", "metainfer-runner-probe");
        place("delay_runner", "metainfer-runner-onnxruntime");
        // Nothing loads it.
        shell("cp -L /lib/x86_64-linux-gnu/libcrypto.so.3 " + m_agents.string() +
              "/lib/libonnxruntime.so.1.0.0");
        qputenv("METAINFER_AGENTS", (m_lab->folder() / "agents").c_str());
    }

    std::unique_ptr<AgentDevice> here() {
        const auto client =
            AgentClient::start(AgentCommand{{(m_agents / "metainfer-agent").string()}, {}});
        AgentDevice::Options options;
        options.lockFile = m_lab->folder() / "lock";
        return client ? AgentDevice::create(*client, options).value_or(nullptr) : nullptr;
    }

    std::unique_ptr<AgentDevice> there(const BadLink& link) {
        SshEndpointOptions options;
        options.name = "board";
        auto endpoint = sshEndpoint(through(link), m_person.prompts(), options);
        if (!endpoint)
            return nullptr;
        const auto client = AgentClient::start(std::move(*endpoint));
        if (!client) {
            qWarning("%s", client.error().text().c_str());
            return nullptr;
        }
        AgentDevice::Options device;
        device.name = "board";
        device.kind = measurement::DeviceKind::Ssh;
        return AgentDevice::create(*client, device).value_or(nullptr);
    }

    measurement::Workload workload() const {
        measurement::Workload workload;
        workload.label = "delay";
        workload.model = m_model;
        workload.session.config["delay_us"] = fmt::format("{}", kDelayUs);
        workload.inputs = {{"x", floats({1, 2}, {1, 2})}};
        return workload;
    }

    /// The median of many runs, us; 0 when that failed.
    double measured(AgentDevice& device) const {
        measurement::MeasureRequest request;
        request.workload = workload();
        request.protocol.minimumRuns = 101;
        const auto got = device.measure(request);
        if (got && got->ok())
            return got->wall.median;
        qWarning("%s", (got ? *got->failure : got.error()).text().c_str());
        return 0;
    }

    fs::path m_agents, m_model;
    Person m_person{{SshLab::kPassword}};

  private slots:
    void initTestCase() {
        if (const std::string why = SshLab::whyNot(); !why.empty())
            QSKIP(why.c_str());
        open();
        makeAgents();
        m_model = affineModel().save(m_lab->folder() / "model.onnx");
    }
    void cleanupTestCase() { m_lab.reset(); }

    void theLinkIsNotInTheNumber() {
        BadLink link(m_board->address, m_board->settings.port);
        const auto local = here();
        const auto remote = there(link);
        QVERIFY(local && remote);
        link.setDelay(std::chrono::milliseconds(50));
        // In turn, so that what else the machine does meets both; it only ever adds.
        double ours = 0, theirs = 0;
        const auto keepLeast = [](double& least, double value) {
            least = least == 0 ? value : std::min(least, value);
        };
        for (int round = 0; round < 3; ++round) {
            keepLeast(ours, measured(*local));
            keepLeast(theirs, measured(*remote));
        }
        QVERIFY(ours >= kDelayUs && theirs >= kDelayUs);
        qInfo("%.0f us a run: %.2f us here, %.2f us through SSH, ratio %.5f", kDelayUs, ours,
              theirs, theirs / ours);
        QVERIFY(std::abs(theirs / ours - 1) < 0.01);
    }
};

QTEST_GUILESS_MAIN(TestSshOverhead)
#include "tst_ssh_overhead.moc"
