// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The agent and ONNX Runtime for 64-bit Arm, emulated: they serve, and they compute what this
// machine computes.
#include "base/file.h"
#include "support/agent_models.h"
#include "support/arm_board.h"
#include "support/paths.h"
#include "support/small_network.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::test;
namespace fs = std::filesystem;

class TestArmBoard : public QObject {
    Q_OBJECT

    std::optional<TemporaryDirectory> m_folder;
    std::optional<AgentBundle> m_bundle;

    fs::path folder(const std::string& name) const { return m_folder->path() / name; }

    /// The agent of a board: its C library from the system, or the loader that was sent with it.
    Result<std::shared_ptr<AgentClient>> board(const std::string& name, bool withLoader) {
        const fs::path system = folder(name + "-system");
        makeArmSystem(system, !withLoader);
        layOut(*m_bundle, folder(name), withLoader);
        return AgentClient::start(AgentCommand{
            {kArmEmulator, "-L", system.string(), folder(name + "/metainfer-agent").string()},
            {"METAINFER_RUNNER_WRAPPER=" + armEmulation(system)}});
    }

    Result<std::vector<NamedTensor>> run(AgentExecutor& executor, const fs::path& model) {
        return executor.run(model, {}, smallNetworkFeed(9), {}, {}, {});
    }

  private slots:
    void initTestCase() {
        if (const std::string why = whyNoArmBoard(); !why.empty())
            QSKIP(why.c_str());
        m_folder = TemporaryDirectory::create("arm-board").value();
        m_bundle = findAgentBundle("aarch64").value();
        qputenv("METAINFER_AGENT", (binDir() / "metainfer-agent").c_str());
    }

    void bundleIsOfThatArchitecture() {
        QCOMPARE(m_bundle->architecture, std::string("aarch64"));
        QCOMPARE(m_bundle->version, std::string(METAINFER_VERSION));
        QCOMPARE(m_bundle->programs.size(), std::size_t{3});
        QVERIFY(m_bundle->glibcNeeded.starts_with("2."));
        bool hasLoader = false;
        for (const BundleFile& file : m_bundle->loader)
            hasLoader = hasLoader || file.name == "loader/ld-linux-aarch64.so.1";
        QVERIFY(hasLoader);
    }

    void resultsEqualThoseOfThisMachine() {
        const auto client = board("plain", false);
        QVERIFY2(client.has_value(), client ? "" : client.error().text().c_str());
        AgentExecutor there(*client);
        const auto inventory = (*client)->inventory();
        QVERIFY2(inventory.has_value(), inventory ? "" : inventory.error().text().c_str());
        QCOMPARE(inventory->hostArchitecture, std::string("aarch64"));
        QCOMPARE(inventory->runtimes.front().origin, std::string("agent"));
        QVERIFY(inventory->runtimes.front().isDefault);

        const fs::path model = smallNetwork().save(folder("small.onnx"));
        const auto far = run(there, model);
        QVERIFY2(far.has_value(), far ? "" : far.error().text().c_str());
        const auto executor = makeLocalExecutor();
        QVERIFY(executor.has_value());
        const auto near = run(**executor, model);
        QVERIFY2(near.has_value(), near ? "" : near.error().text().c_str());
        const double apart = distance(*near, *far);
        QVERIFY2(apart < 1e-5, std::to_string(apart).c_str());

        // The kernels of the probe are those of this architecture.
        const auto probed =
            (*client)->call("probe_compute", {{"dtype", "fp32"}, {"threads", 1}, {"seconds", 0.05}},
                            std::chrono::seconds(120), {});
        QVERIFY2(probed.has_value(), probed ? "" : probed.error().text().c_str());
        QVERIFY(jsonValue(*probed, "ops_per_second", 0.0) > 0);

        // A model that never ends is ended, and the agent goes on.
        RunLimits limits;
        limits.timeout = std::chrono::milliseconds(4000);
        const auto endless = there.run(loopModel(std::int64_t{1} << 40).save(folder("loop.onnx")),
                                       {}, {{"x", floats({1}, {1})}}, {}, limits, {});
        QVERIFY(!endless);
        QCOMPARE(endless.error().code, ErrorCode::Timeout);
        QVERIFY((*client)->machineState().has_value());
    }

    /// A board without a C library of its own.
    void runnersBringTheirLoader() {
        const auto client = board("bare", true);
        QVERIFY2(client.has_value(), client ? "" : client.error().text().c_str());
        AgentExecutor there(*client);
        const auto outputs = there.run(affineModel().save(folder("affine.onnx")), {},
                                       {{"x", floats({1, 2}, {1, 0})}}, {}, {}, {});
        QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().text().c_str());
        QCOMPARE((*outputs)[0].tensor.toFloats().value(), (std::vector<float>{2, 3}));
    }
};

QTEST_GUILESS_MAIN(TestArmBoard)
#include "tst_arm_board.moc"
