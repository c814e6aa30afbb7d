// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The agent where there is little: runners behind their own loader, behind a wrapper, and in a
// system that holds nothing but busybox and what was sent.
#include "base/file.h"
#include "measurement/elf_file.h"
#include "support/agent_folder.h"
#include "support/agent_models.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::test;
namespace fs = std::filesystem;

class TestAgentPlaces : public QObject {
    Q_OBJECT

    std::optional<TemporaryDirectory> m_folder;
    std::optional<AgentBundle> m_bundle;

    fs::path folder(const std::string& name) const { return m_folder->path() / name; }

    static std::string text(const Error& error) { return error.text(); }

    /// y = x * w + 1 through this agent.
    void runsAffine(AgentExecutor& executor, const fs::path& model) {
        const auto outputs =
            executor.run(model, {}, {{"x", floats({2, 2}, {1, 0, 0.5f, -1})}}, {}, {}, {});
        QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().text().c_str());
        QCOMPARE((*outputs)[0].tensor.toFloats().value(), (std::vector<float>{2, 3, -1.5f, -2.0f}));
    }

  private slots:
    void initTestCase() {
        m_folder = TemporaryDirectory::create("agent-places").value();
        const std::string own = readElf("/proc/self/exe").value_or(ElfFacts{}).architecture;
        auto bundle = findAgentBundle(own);
        QVERIFY2(bundle.has_value(), bundle ? "" : bundle.error().text().c_str());
        QVERIFY(!bundle->loader.empty());
        m_bundle = *bundle;
    }

    void runnersStartThroughTheirOwnLoader() {
        layOut(*m_bundle, folder("own"), true);
        const auto client =
            AgentClient::start(AgentCommand{{folder("own/metainfer-agent").string()}, {}});
        QVERIFY2(client.has_value(), client ? "" : client.error().text().c_str());
        AgentExecutor executor(*client);
        runsAffine(executor, affineModel().save(folder("affine.onnx")));
        const auto programs = programsBelow((*client)->processId());
        QVERIFY(!programs.empty());
        for (const fs::path& program : programs)
            QCOMPARE(program.parent_path(), fs::canonical(folder("own/loader")));
        const auto inventory = (*client)->inventory();
        QVERIFY2(inventory.has_value(), inventory ? "" : inventory.error().text().c_str());
        QCOMPARE(inventory->runtimes.front().origin, std::string("agent"));
        QCOMPARE(inventory->runtimes.front().file.parent_path(), folder("own/lib"));
    }

    /// A library whose name does not tell its version is asked by a second runner, which has to be
    /// started the same way.
    void asksLibrariesThroughTheLoaderToo() {
        layOut(*m_bundle, folder("asked"), true);
        fs::rename(folder("asked") / m_bundle->runtimes.front().name,
                   folder("asked/lib/libonnxruntime.so"));
        const auto client =
            AgentClient::start(AgentCommand{{folder("asked/metainfer-agent").string()}, {}});
        QVERIFY(client.has_value());
        const auto inventory = (*client)->inventory();
        QVERIFY2(inventory.has_value(), inventory ? "" : inventory.error().text().c_str());
        const RuntimeLibrary& library = inventory->runtimes.front();
        QCOMPARE(library.origin, std::string("agent"));
        QVERIFY2(library.problem.empty(), library.problem.c_str());
        QVERIFY2(library.version.starts_with("1."), library.version.c_str());
    }

    void wrapperStandsBeforeRunners() {
        layOut(*m_bundle, folder("wrapped"), false);
        const std::string wrapper = "METAINFER_RUNNER_WRAPPER=  /usr/bin/env  MI_WRAPPED=yes ";
        const auto client = AgentClient::start(
            AgentCommand{{folder("wrapped/metainfer-agent").string()}, {wrapper}});
        QVERIFY(client.has_value());
        AgentExecutor executor(*client);
        runsAffine(executor, affineModel().save(folder("wrapped.onnx")));
        std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", (*client)->processId()));
        int pid = 0;
        QVERIFY(bool(children >> pid));
        const std::string environment =
            readTextFile(fmt::format("/proc/{}/environ", pid)).value_or("");
        QVERIFY(environment.find("MI_WRAPPED=yes") != std::string::npos);
    }

    void missingRunnerIsNamed() {
        layOut(*m_bundle, folder("less"), true);
        fs::remove(folder("less/metainfer-runner-onnxruntime"));
        const auto client =
            AgentClient::start(AgentCommand{{folder("less/metainfer-agent").string()}, {}});
        QVERIFY(client.has_value());
        AgentExecutor executor(*client);
        const auto outputs = executor.run(affineModel().save(folder("less.onnx")), {},
                                          {{"x", floats({1, 2}, {1, 0})}}, {}, {}, {});
        QVERIFY(!outputs);
        QCOMPARE(outputs.error().code, ErrorCode::NotFound);
        QVERIFY2(outputs.error().text().find("metainfer-runner-onnxruntime") != std::string::npos,
                 outputs.error().text().c_str());
    }

    /// No C library, no home, nothing writable but the agent's own folder.
    void servesBesideBusyboxAlone() {
        if (geteuid() != 0)
            QSKIP("changing the root folder needs root");
        if (!fs::exists("/bin/busybox"))
            QSKIP("busybox-static is not installed");
        const fs::path root = folder("root");
        for (const char* name : {"bin", "proc", "dev", "tmp"})
            fs::create_directories(root / name);
        fs::copy_file("/bin/busybox", root / "bin/busybox");
        QVERIFY2(readElf(root / "bin/busybox").value_or(ElfFacts{{}, "dynamic", {}, {}}).isStatic(),
                 "a busybox that links libraries proves nothing");
        layOut(*m_bundle, root / "agent", true);
        // The same path inside as outside: models are named by path.
        const fs::path models = folder("models");
        fs::create_directories(root / models.relative_path());
        fs::create_directories(models);
        const fs::path model = affineModel().save(models / "affine.onnx");
        fs::copy_file(model, root / model.relative_path());
        const std::string script = fmt::format(
            "r={}; mount --bind $r $r && mount --bind $r/agent $r/agent && mount --rbind /proc "
            "$r/proc && "
            "mount -o remount,bind,ro $r && exec /usr/sbin/chroot $r /bin/busybox env -i PATH=/bin "
            "/agent/metainfer-agent",
            root.string());
        const auto client = AgentClient::start(AgentCommand{
            {"unshare", "--mount", "--propagation", "private", "sh", "-c", script}, {}});
        QVERIFY2(client.has_value(), client ? "" : client.error().text().c_str());
        AgentExecutor executor(*client);
        runsAffine(executor, model);
        bool throughLoader = false;
        for (const fs::path& program : programsBelow((*client)->processId()))
            throughLoader = throughLoader || program.filename().string().starts_with("ld-linux");
        QVERIFY(throughLoader);
        const auto inventory = (*client)->inventory();
        QVERIFY2(inventory.has_value(), inventory ? "" : inventory.error().text().c_str());
        QCOMPARE(inventory->runtimes.front().file,
                 fs::path("/agent") / m_bundle->runtimes.front().name);
        const Json params = {
            {"pattern", "read"}, {"footprint_bytes", 65536}, {"threads", 1}, {"seconds", 0.01}};
        const auto probed = (*client)->call("probe_memory", params, std::chrono::seconds(60), {});
        QVERIFY2(probed.has_value(), probed ? "" : probed.error().text().c_str());
        // Temporary files went where alone it was possible.
        QVERIFY(fs::exists(root / "agent/cache/tmp"));
    }
};

QTEST_GUILESS_MAIN(TestAgentPlaces)
#include "tst_agent_places.moc"
