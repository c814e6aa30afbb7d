// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What is measured through SSH is what the device's own clock says: a runner whose requests take a
// known time gives the same number from here and from a device behind a slow link.
#include "bad_link.h"
#include "ssh_lab.h"
#include "support/onnx_writer.h"

#include "execution/agent_client.h"
#include "measurement/agent_device.h"
#include "measurement/ssh/ssh_endpoint.h"
#include "measurement/time_text.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::test;
using measurement::AgentDevice;

namespace {

constexpr double kDelayUs = 2000;

/// Stands in the place of a runtime. Each "run" spins on the device's clock until its time is over,
/// and reports what that clock says.
constexpr const char* kRunner = R"py(#!/usr/bin/env python3
import json, sys, time

DELAY_NS = 2_000_000

def run():
    begin = time.perf_counter_ns()
    while time.perf_counter_ns() - begin < DELAY_NS:
        pass
    return (time.perf_counter_ns() - begin) / 1000

def measure(params):
    wall = [run() for _ in range(params["min_runs"])]
    state = {"load_average": -1}
    return {"load": {"runtime_version": "1.30.0", "library_file": "delay"}, "first_run_us": wall[0],
            "warmup_runs": 1, "warmup_stable": True, "samples": {"wall_us": wall, "cpu_us": wall},
            "elapsed_us": sum(wall), "own_cpu_us": sum(wall), "before": state, "after": state}

def answer(request):
    if request["method"] == "inventory":
        return {"runtimes": [{"runtime": "onnxruntime", "version": "1.30.0", "file": "/delay",
                              "sha256": "0", "origin": "test", "is_default": True}]}
    if request["method"] == "measure":
        return measure(request["params"])
    raise KeyError(request["method"])

if len(sys.argv) > 1:
    sys.exit(0)
for line in sys.stdin:
    request = json.loads(line)
    try:
        message = {"type": "ok", "result": answer(request)}
    except Exception as error:
        message = {"type": "error", "error": {"code": "unsupported", "message": repr(error)}}
    print(json.dumps({"id": request["id"], **message}), flush=True)
)py";

} // namespace

class TestSshOverhead : public QObject {
    Q_OBJECT

    std::unique_ptr<SshLab> m_lab;
    fs::path m_runners, m_model;

    static measurement::MeasureRequest request(const fs::path& model) {
        measurement::MeasureRequest request;
        request.workload.label = "delay";
        request.workload.model = model;
        request.protocol.minimumRuns = 101;
        return request;
    }

    static double fastestUs(AgentDevice& device, const fs::path& model) {
        const auto measured = device.measure(request(model));
        if (!measured || measured->failure) {
            qWarning("%s", (measured ? *measured->failure : measured.error()).text().c_str());
            return 0;
        }
        return measured->wall.min; // other load only adds
    }

  private slots:
    void initTestCase() {
        if (const std::string why = SshLab::whyNot(); !why.empty())
            QSKIP(why.c_str());
        m_lab = std::make_unique<SshLab>();
        m_runners = m_lab->folder() / "runners";
        writeFile(m_runners / "metainfer-runner-onnxruntime", kRunner, 0755);
        // Large enough that sending it takes a while on a slow link.
        m_model = m_lab->folder() / "model.onnx";
        writeFile(m_model, std::string(2'000'000, 'x'));
    }
    void cleanupTestCase() { m_lab.reset(); }

    void theLinkIsNotInTheNumber() {
        SshLab::Settings settings;
        settings.environment = "METAINFER_RUNNERS=" + m_runners.string();
        auto& board = m_lab->add(settings);
        BadLink link(board.address, board.settings.port);
        link.setDelay(std::chrono::milliseconds(40));

        setenv("METAINFER_RUNNERS", m_runners.c_str(), 1);
        const auto localClient = AgentClient::startLocal();
        unsetenv("METAINFER_RUNNERS");
        QVERIFY2(localClient, localClient ? "" : localClient.error().text().c_str());
        AgentDevice::Options options;
        options.lockFile = m_lab->folder() / "local-lock";
        const auto local = AgentDevice::create(*localClient, options);
        QVERIFY2(local, local ? "" : local.error().text().c_str());

        SshTarget target = board.target();
        target.host = "127.0.0.1";
        target.port = link.port();
        SshPrompts prompts;
        prompts.secret = [](const std::string&) { return std::string(SshLab::kPassword); };
        prompts.confirm = [](const std::string&) { return true; };
        SshEndpointOptions endpointOptions;
        endpointOptions.name = "board";
        endpointOptions.sessionId = measurement::freshId("s");
        auto endpoint = sshEndpoint(target, prompts, endpointOptions);
        QVERIFY2(endpoint, endpoint ? "" : endpoint.error().text().c_str());
        const auto remoteClient = AgentClient::start(std::move(*endpoint));
        QVERIFY2(remoteClient, remoteClient ? "" : remoteClient.error().text().c_str());
        options.name = "board";
        options.kind = measurement::DeviceKind::Ssh;
        const auto remote = AgentDevice::create(*remoteClient, options);
        QVERIFY2(remote, remote ? "" : remote.error().text().c_str());

        const double here = fastestUs(**local, m_model);
        const double there = fastestUs(**remote, m_model);
        qInfo("here %.1f us, through SSH %.1f us", here, there);
        QVERIFY(here >= kDelayUs && there >= kDelayUs);
        QVERIFY(std::abs(there - here) < 0.01 * here);
    }
};

QTEST_GUILESS_MAIN(TestSshOverhead)
#include "tst_ssh_overhead.moc"
