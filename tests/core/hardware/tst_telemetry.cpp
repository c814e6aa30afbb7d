// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Sensors and counters of a recorded machine, and of one that offers nothing.
#include "base/file.h"
#include "hardware/telemetry.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::hardware;
namespace fs = std::filesystem;

namespace {

void put(const fs::path& file, const std::string& text) {
    if (!createDirectories(file.parent_path()) || !writeFileAtomically(file, text))
        qFatal("cannot write the recorded machine");
}

} // namespace

class TestTelemetry : public QObject {
    Q_OBJECT

  private slots:
    void aRecordedMachine() {
        const auto root = TemporaryDirectory::create("mi-telemetry");
        QVERIFY(root);
        const fs::path cpu = root->path() / "sys/devices/system/cpu";
        for (int i = 0; i < 11; ++i) {
            put(cpu / ("cpu" + std::to_string(i)) / "cpufreq/scaling_cur_freq",
                std::to_string(1'000'000 + i * 1000) + "\n");
            put(cpu / ("cpu" + std::to_string(i)) / "thermal_throttle/core_throttle_count", "2\n");
        }
        put(cpu / "cpu0/cpufreq/scaling_governor", "performance\n");
        const fs::path thermal = root->path() / "sys/class/thermal";
        put(thermal / "thermal_zone0/type", "soc-thermal\n");
        put(thermal / "thermal_zone0/temp", "48500\n");
        put(thermal / "thermal_zone1/temp", "-274000\n"); // not connected
        const fs::path chip = root->path() / "sys/class/hwmon/hwmon0";
        put(chip / "name", "k10temp\n");
        put(chip / "temp1_input", "61250\n");
        put(chip / "temp1_label", "Tctl\n");
        put(root->path() / "proc/loadavg", "1.25 0.80 0.50 2/300 1234\n");
        put(root->path() / "proc/meminfo", "MemTotal:       1000 kB\nMemFree:  10 kB\n"
                                           "MemAvailable:    400 kB\nSwapTotal: 0 kB\n");
        put(root->path() / "proc/stat",
            "cpu  10 20 30 400 40 1 2 7 0 0\ncpu0 10 20 30 400 40 1 2 7 0 0\nintr 1\n");
        const Telemetry now = readTelemetry(root->path());
        QCOMPARE(now.temperatures.size(), 2u);
        QCOMPARE(now.temperatures[0], (TemperatureSensor{"soc-thermal", 48.5}));
        QCOMPARE(now.temperatures[1], (TemperatureSensor{"k10temp Tctl", 61.25}));
        QCOMPARE(now.clocksMhz.size(), 11u);
        QCOMPARE(now.clocksMhz[10], 1010.0); // in the order of their numbers
        QVERIFY(!now.clocksAreNominal);
        QCOMPARE(now.governor, std::string("performance"));
        QCOMPARE(*now.throttleCount, 22u);
        QCOMPARE(*now.loadAverage, 1.25);
        QCOMPARE(*now.memoryBytes, 1'024'000u);
        QCOMPARE(*now.availableBytes, 409'600u);
        QCOMPARE(*now.swapBytes, 0u);
        QVERIFY(!now.swapFreeBytes);
        QCOMPARE(*now.all, (CpuTimes{63, 7, 510}));
        QCOMPARE(now.cpus.size(), 1u);
        QCOMPARE(now.toJson()["temperatures_c"]["soc-thermal"].get<double>(), 48.5);
    }

    void aMachineThatOffersNothing() {
        const auto root = TemporaryDirectory::create("mi-telemetry");
        QVERIFY(root);
        const Telemetry now = readTelemetry(root->path());
        QVERIFY(now.temperatures.empty() && now.clocksMhz.empty() && now.cpus.empty());
        QVERIFY(!now.loadAverage && !now.memoryBytes && !now.throttleCount && !now.all);
        QVERIFY(now.toJson().empty());
    }

    void clocksOfCpuInfoAreCalledNominal() {
        const auto root = TemporaryDirectory::create("mi-telemetry");
        QVERIFY(root);
        put(root->path() / "proc/cpuinfo", "processor : 0\ncpu MHz\t\t: 2449.998\n");
        const Telemetry now = readTelemetry(root->path());
        QCOMPARE(now.clocksMhz, std::vector<double>{2449.998});
        QVERIFY(now.clocksAreNominal);
    }

    void sharesBetweenTwoLooks() {
        const CpuTimes before{100, 10, 1000}, after{150, 20, 1200};
        QCOMPARE(*busyShare(before, after), 0.25);
        QCOMPARE(*stolenShare(before, after), 0.05);
        QVERIFY(!busyShare(after, after));
        QVERIFY(!busyShare(after, before));
    }

    void thisMachine() {
        const Telemetry now = readTelemetry();
        QVERIFY(now.memoryBytes && *now.memoryBytes > 0);
        QVERIFY(now.availableBytes && *now.availableBytes <= *now.memoryBytes);
    }
};

QTEST_GUILESS_MAIN(TestTelemetry)
#include "tst_telemetry.moc"
