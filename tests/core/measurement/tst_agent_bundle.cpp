// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What is sent to a device: complete, of one architecture, found where it may lie.
#include "base/file.h"
#include "base/hash.h"
#include "base/subprocess.h"
#include "measurement/agent_bundle.h"
#include "measurement/elf_file.h"
#include "support/paths.h"

#include <algorithm>
#include <set>

#include <QtTest/QTest>

using namespace metainfer;
namespace fs = std::filesystem;

namespace {

std::vector<BundleFile> allFiles(const AgentBundle& bundle) {
    std::vector<BundleFile> all = bundle.programs;
    all.insert(all.end(), bundle.runtimes.begin(), bundle.runtimes.end());
    all.insert(all.end(), bundle.loader.begin(), bundle.loader.end());
    return all;
}

std::set<std::string> namesOf(const std::vector<BundleFile>& files) {
    std::set<std::string> names;
    for (const BundleFile& file : files)
        names.insert(file.name);
    return names;
}

std::string ownArchitecture() {
    return readElf("/proc/self/exe").value_or(ElfFacts{}).architecture;
}

/// Sets a variable while it lives.
class Variable {
  public:
    Variable(const char* name, const fs::path& value)
        : m_name(name)
        , m_before(qgetenv(name)) {
        qputenv(name, QByteArray::fromStdString(value.string()));
    }
    ~Variable() {
        if (m_before.isNull())
            qunsetenv(m_name);
        else
            qputenv(m_name, m_before);
    }

  private:
    const char* m_name;
    QByteArray m_before;
};

} // namespace

class TestAgentBundle : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { qunsetenv("METAINFER_AGENTS"); }

    void ownBundleIsWhole() {
        const auto bundle = findAgentBundle(ownArchitecture());
        QVERIFY2(bundle, bundle ? "" : bundle.error().text().c_str());
        QCOMPARE(bundle->version, std::string(METAINFER_VERSION));
        QCOMPARE(bundle->programs.front().name, std::string("metainfer-agent"));
        const auto programs = namesOf(bundle->programs);
        QVERIFY(programs.count("metainfer-runner-onnxruntime") &&
                programs.count("metainfer-runner-probe"));
        QCOMPARE(bundle->runtimes.size(), std::size_t{1});
        QVERIFY2(bundle->runtimes.front().name.starts_with("lib/libonnxruntime.so.1."),
                 bundle->runtimes.front().name.c_str());
        QVERIFY(bundle->glibcNeeded.starts_with("2."));
        for (const BundleFile& file : allFiles(*bundle)) {
            const auto facts = readElf(file.local);
            QVERIFY2(facts && facts->architecture == bundle->architecture, file.name.c_str());
            QCOMPARE(file.bytes, std::uint64_t(fs::file_size(file.local)));
            QCOMPARE(file.sha256, sha256OfFile(file.local).value_or(""));
        }
        for (const BundleFile& program : bundle->programs)
            QVERIFY(program.executable);
    }

    /// Each runner starts through the loader with nothing else than what the bundle holds.
    void loaderRunsTheRunners() {
        const auto bundle = findAgentBundle(ownArchitecture());
        QVERIFY(bundle.has_value());
        const auto folder = TemporaryDirectory::create("metainfer-bundle");
        QVERIFY(folder.has_value());
        fs::create_directories(folder->path() / "loader");
        std::string loader;
        for (const BundleFile& file : bundle->loader) {
            fs::copy_file(file.local, folder->path() / file.name);
            if (file.executable)
                loader = (folder->path() / file.name).string();
        }
        QVERIFY(!loader.empty());
        // libstdc++ brings libm and libgcc_s: all ends of the chain must be there.
        for (const BundleFile& runner : bundle->programs) {
            if (runner.name == "metainfer-agent")
                continue;
            SpawnOptions options;
            options.arguments = {loader,
                                 "--inhibit-cache",
                                 "--library-path",
                                 (folder->path() / "loader").string(),
                                 runner.local.string(),
                                 "--version"};
            const auto output = runCommand(options, {}, std::chrono::seconds(60));
            QVERIFY(output.has_value());
            QVERIFY2(output->exit.succeeded(), output->err.c_str());
            QVERIFY2(output->out.find(METAINFER_VERSION) != std::string::npos, output->out.c_str());
        }
    }

    void namedFolderComesFirstAndDigestFollowsItsFiles() {
        const auto own = findAgentBundle(ownArchitecture());
        QVERIFY(own.has_value());
        const auto folder = TemporaryDirectory::create("metainfer-bundle");
        QVERIFY(folder.has_value());
        const fs::path place = folder->path() / ownArchitecture();
        fs::create_directories(place);
        for (const BundleFile& file : own->programs)
            fs::copy_file(file.local, place / file.name);
        const Variable named("METAINFER_AGENTS", folder->path());
        const auto copy = findAgentBundle(ownArchitecture());
        QVERIFY2(copy, copy ? "" : copy.error().text().c_str());
        QCOMPARE(copy->programs.front().local, fs::canonical(place / "metainfer-agent"));
        QCOMPARE(copy->digest, own->digest);

        fs::remove(place / "metainfer-runner-probe");
        const auto smaller = findAgentBundle(ownArchitecture());
        QVERIFY(smaller.has_value());
        QVERIFY(!namesOf(smaller->programs).count("metainfer-runner-probe"));
        QVERIFY(smaller->digest != own->digest);
    }

    void changedFileIsHashedAgain() {
        const auto folder = TemporaryDirectory::create("metainfer-bundle");
        QVERIFY(folder.has_value());
        for (const char* name : {"metainfer-agent", "metainfer-runner-probe"})
            fs::copy_file(test::binDir() / name, folder->path() / name);
        const Variable named("METAINFER_AGENTS", folder->path());
        const auto before = findAgentBundle(ownArchitecture());
        QVERIFY(before.has_value());
        auto content = readTextFile(folder->path() / "metainfer-runner-probe");
        QVERIFY(content.has_value());
        QVERIFY(writeFileAtomically(folder->path() / "metainfer-runner-probe", *content + "x")
                    .has_value());
        const auto after = findAgentBundle(ownArchitecture());
        QVERIFY(after.has_value());
        QVERIFY(before->digest != after->digest);
    }

    void sayWhatToBuildWhenThereIsNone() {
        const auto riscv = findAgentBundle("riscv64");
        QVERIFY(!riscv);
        QCOMPARE(riscv.error().code, ErrorCode::NotFound);
        QVERIFY2(riscv.error().hint.find("METAINFER_AGENTS") != std::string::npos,
                 riscv.error().hint.c_str());
        for (const char* name : {"", "../x86_64", "a b", "x/y"}) {
            const auto wrong = findAgentBundle(name);
            QVERIFY(!wrong);
            QCOMPARE(wrong.error().code, ErrorCode::InvalidArgument);
        }
        if (const auto arm = findAgentBundle("aarch64"); !arm)
            QVERIFY2(arm.error().hint.find("agent-aarch64") != std::string::npos,
                     arm.error().hint.c_str());
    }

    /// A file of that name for another architecture is no agent.
    void foreignProgramIsNotTaken() {
        const auto folder = TemporaryDirectory::create("metainfer-bundle");
        QVERIFY(folder.has_value());
        fs::create_directories(folder->path() / "riscv64");
        fs::copy_file(test::binDir() / "metainfer-agent",
                      folder->path() / "riscv64/metainfer-agent");
        const Variable named("METAINFER_AGENTS", folder->path());
        const auto bundle = findAgentBundle("riscv64");
        QVERIFY(!bundle);
        QCOMPARE(bundle.error().code, ErrorCode::NotFound);
    }

    void missingRuntimeSaysSo() {
        const auto folder = TemporaryDirectory::create("metainfer-bundle");
        QVERIFY(folder.has_value());
        const Variable cache("METAINFER_CACHE", folder->path());
        const auto bundle = findAgentBundle(ownArchitecture());
        QVERIFY(!bundle);
        QVERIFY2(bundle.error().hint.find("fetch-onnxruntime") != std::string::npos,
                 bundle.error().text().c_str());
    }
};

QTEST_GUILESS_MAIN(TestAgentBundle)
#include "tst_agent_bundle.moc"
