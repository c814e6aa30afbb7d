// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The environment fingerprint, read from recorded machines and compared.
#include "hardware/environment.h"

#include "base/file.h"
#include "base/hash.h"
#include "execution/arm_cores.h"

#include <QtTest/QTest>

#include <fstream>

using namespace metainfer;
using namespace metainfer::hardware;
namespace fs = std::filesystem;

namespace {

void put(const fs::path& file, const char* content) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << content;
}

void putServer(const fs::path& root) {
    put(root / "proc/cpuinfo", "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\n"
                               "model\t\t: 17\nmodel name\t: AMD EPYC\nstepping\t: 1\n"
                               "microcode\t: 0xa10113e\ncpu MHz\t\t: 2596.1\n"
                               "flags\t\t: fpu sse4_2 avx2 fma avx512f avx512_vnni hypervisor\n"
                               "\nprocessor\t: 1\nmodel name\t: other\n");
    put(root / "proc/meminfo", "MemTotal:       24576000 kB\nMemFree: 1 kB\n");
    put(root / "etc/os-release",
        "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
    put(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
    put(root / "sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_min_freq", "1500000\n");
    put(root / "sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "3700000\n");
}

} // namespace

class TestEnvironment : public QObject {
    Q_OBJECT

  private slots:
    void readsARecordedServer() {
        const auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        putServer(dir->path());
        put(dir->path() / "lib.so", "library");
        const Environment e = readLocalEnvironment(
            {"onnxruntime", "1.30.0", "", dir->path() / "lib.so"}, dir->path());
        QCOMPARE(e.cpu, "AMD EPYC");
        QCOMPARE(e.cpuId, "AuthenticAMD/25/17/1");
        QCOMPARE(e.features, "sse4_2 fma avx2 avx512f avx512_vnni");
        QCOMPARE(e.microcode, "0xa10113e");
        QCOMPARE(e.virtualization, "hypervisor");
        QCOMPARE(e.memoryMb, "24000");
        QCOMPARE(e.os, "Debian GNU/Linux 12 (bookworm)");
        QCOMPARE(e.governor, "performance");
        QCOMPARE(e.clockMhz, "1500-3700");
        QCOMPARE(e.runtime, "onnxruntime@1.30.0");
        QCOMPARE(e.runtimeSha256, sha256Hex("library"));
        QCOMPARE(e.runtimeBuild, "unknown");
    }

    void readsARecordedBoard() {
        const auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        put(dir->path() / "proc/cpuinfo",
            "processor\t: 0\nFeatures\t: fp asimd asimddp asimdhp\nCPU implementer\t: 0x41\n"
            "CPU architecture: 8\nCPU variant\t: 0x4\nCPU part\t: 0xd0b\nCPU revision\t: 1\n");
        const Environment e = readLocalEnvironment({}, dir->path());
        QCOMPARE(e.cpu, "Arm Cortex-A76");
        QCOMPARE(e.cpuId, "0x41/8/0xd0b/1");
        QCOMPARE(e.features, "asimd asimddp asimdhp");
    }

    void armCoresHaveNames() {
        const auto core = [](const std::string& part, const std::string& implementer = "0x41") {
            return "processor\t: 0\nCPU implementer\t: " + implementer +
                   "\nCPU architecture: 8\nCPU variant\t: 0x2\nCPU part\t: " + part +
                   "\nCPU revision\t: 0\n\n";
        };
        QCOMPARE(armCoresOf(core("0xd08") + core("0xd08") + "Hardware\t: BCM2835\n"),
                 "Arm Cortex-A72");
        QCOMPARE(armCoresOf(core("0xd05") + core("0xd0b") + core("0xd05") + core("0xd0b") +
                            core("0xd05")),
                 "3 x Arm Cortex-A55, 2 x Arm Cortex-A76");
        QCOMPARE(armCoresOf(core("0x004", "0x4e")), "NVIDIA Carmel");
        QCOMPARE(armCoresOf(core("0xdff")), "Arm core 0xdff");
        QCOMPARE(armCoresOf(core("0xd0b", "0x99")), "core 0x99/0xd0b");
        QCOMPARE(armCoresOf("processor\t: 0\nmodel name\t: AMD EPYC\n"), "");
        QCOMPARE(armCoresOf("CPU part\t:\nCPU implementer"), "");
    }

    void whatCannotBeReadIsUnknown() {
        const auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        const Environment e =
            readLocalEnvironment({"onnxruntime", "", "", dir->path() / "none.so"}, dir->path());
        for (const std::string* field : {&e.cpu, &e.cpuId, &e.features, &e.microcode, &e.memoryMb,
                                         &e.os, &e.governor, &e.clockMhz, &e.runtimeSha256})
            QCOMPARE(*field, "unknown");
        QCOMPARE(e.runtime, "onnxruntime");
    }

    void thisMachineHasAKernel() {
        const Environment e = readLocalEnvironment();
        QVERIFY(e.kernel.starts_with("Linux "));
        QVERIFY(e.architecture != "unknown");
        QVERIFY(e.memoryMb != "unknown");
        QVERIFY(e.cpu != "unknown" || e.cpuId != "unknown");
        QVERIFY(e.compileFlags.find("C++20") != std::string::npos);
        QCOMPARE(e.hash(), readLocalEnvironment().hash());
    }

    void differencesAreNamed() {
        const auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        putServer(dir->path());
        const Environment left = readLocalEnvironment({}, dir->path());
        Environment right = left;
        QVERIFY(differences(left, right).empty());
        QCOMPARE(left.hash(), right.hash());
        right.governor = "powersave";
        right.microcode = "unknown";
        QVERIFY(left.hash() != right.hash());
        const auto list = differences(left, right);
        QCOMPARE(list.size(), std::size_t{2});
        QCOMPARE(list[0].field, "microcode"); // in the order of the fingerprint
        QCOMPARE(list[1].left, "performance");
        QCOMPARE(list[1].right, "powersave");
    }

    void roundTrips() {
        Environment e = readLocalEnvironment();
        QVERIFY(*Environment::fromJson(*parseJson(dumpJson(e.toJson()), "test")) == e);
        QVERIFY(Environment::fromText(e.text()) == e);
        e.os = "a;b\nc"; // separators in a value do not break the line
        QCOMPARE(Environment::fromText(e.text()).os, "a,b,c");
        QCOMPARE(Environment::fromText(e.text()).governor, e.governor);
        QVERIFY(!Environment::fromJson(Json::array()));
        QVERIFY(!Environment::fromJson(Json{{"cpu", 5}}));
        QCOMPARE(Environment::fromJson(Json{{"later_field", "x"}})->cpu, "unknown");
    }
};

QTEST_GUILESS_MAIN(TestEnvironment)
#include "tst_environment.moc"
