// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Profiles as YAML: the documented example, the full form, and files that people get wrong.
#include "base/file.h"
#include "hardware/profile_yaml.h"
#include "hardware/yaml_reader.h"
#include "support/paths.h"

#include <QtCore/QDate>
#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::hardware;

namespace {

// Word for word the example of the formats document.
constexpr const char* kExample = R"(hardware:
  name: accelerator-x
  type: npu                      # cpu gpu npu fpga asic dsp
  compute:
    cores: 16
    vector_units_per_core: 4
    scalar_units_per_core: 2
    frequency_mhz: 1200
    supported_dtypes: [fp32, fp16, int8, int4]
  memory:
    hierarchy:
      - {level: register, size_kb: 64, bandwidth_gbps: 2048}
      - {level: shared, size_kb: 256, bandwidth_gbps: 512}
      - {level: global, size_mb: 32, bandwidth_gbps: 100}
    alignment_bytes: 128
  ops:
    fast_ops: [conv2d, matmul, add, relu, pool]
    medium_ops: [transpose, reshape, concat]
    slow_ops: [softmax, layernorm, gather, scatter]
    unsupported_ops: []
  scheduling:
    max_streams: 4
    kernel_launch_overhead_us: 8
    supports_dynamic_shape: false
    supports_inplace_ops: true
  quantization:
    supported_schemes: [per_tensor, per_channel]
    alignment_constraints: [16, 32]
)";

constexpr const char* kFull = R"(schema: hardware/1
hardware:
  name: full-one
  type: cpu
  vendor: Nobody
  compute:
    cores: 2
    supported_dtypes: [fp32, int8]
    peak: {fp32: 207, int8: 414}
    sustained: {fp32: 180.5}
    matrix_tile: {m: 4, n: 8, k: 16}
    scaling:
      - {cores: 1, speedup: 1}
      - {cores: 2, speedup: 1.8}
    power_w: 15
    warp_size: 32
  memory:
    hierarchy:
      - {level: L1, size_kb: 32, measured_gbps: 138, instances: 2, managed_by: hardware, colour: blue}
      - {level: DRAM, size_gb: 24, bandwidth_gbps: 40, measured_gbps: 17, latency_ns: 90}
    bandwidth_curve:
      - {footprint_kb: 16, gbps: 138}
      - {footprint_mb: 64, gbps: 17}
  ops:
    matrix:
      - {op: conv2d, dtype: fp32, layout: NCHW, status: native, tier: fast, gflops: 90, fused: [conv+bn+relu]}
      - {op: conv2d, dtype: int8, status: emulated, tier: slow, note: "int8 accepted, computed in float"}
  layout:
    preferred: {conv2d: NCHWc8}
  fusion: {max_work_ratio: 3}
  provenance:
    compute.peak: {source: datasheet, date: 2026-01-02, reference: "Data sheet, table 3"}
    compute.sustained: {source: measured, date: 2026-02-03, tool: metainfer 0.1.0, environment: e1}
  environments:
    e1: {cpu_model: Some CPU, kernel: "6.1"}
  revision: {number: 3, reason: probed again, date: 2026-02-03, parent: abc}
notes: {author: somebody, tags: [a, b]}
)";

struct BadFile {
    const char* name;
    const char* text;
    int line;           // that the message must name
    const char* saying; // part of the message or hint
};

// Ten kinds of mistakes and more.
const BadFile kBad[] = {
    {"syntax", "hardware:\n  name: x\n  compute: [1, 2\n", 4, "not valid YAML"},
    {"tab", "hardware:\n\tname: x\n", 2, "not valid YAML"},
    {"not a number", "hardware:\n  name: x\n  type: cpu\n  compute:\n    cores: many\n", 5,
     "'many'; it must be a whole number at least 1"},
    {"unit in the value",
     "hardware:\n  name: x\n  type: cpu\n  compute:\n    frequency_mhz: 1200 MHz\n", 5,
     "without a unit"},
    {"below the range", "hardware:\n  name: x\n  type: cpu\n  compute:\n    cores: 0\n", 5,
     "at least 1"},
    {"wrong choice", "hardware:\n  name: x\n  type: gpuu\n", 3, "cpu, gpu, npu, fpga, asic, dsp"},
    {"unknown dtype",
     "hardware:\n  name: x\n  type: cpu\n  compute:\n    supported_dtypes: [fp32, fp61]\n", 5,
     "fp61"},
    {"missing key", "hardware:\n  type: cpu\n", 1, "lacks the key 'name'"},
    {"missing section", "hardwear:\n  name: x\n", 1, "lacks the key 'hardware'"},
    {"list for a mapping", "hardware:\n  name: x\n  type: cpu\n  memory: [1, 2]\n", 4,
     "must be a mapping"},
    {"mapping for a list",
     "hardware:\n  name: x\n  type: cpu\n  memory:\n    hierarchy: {level: L1}\n", 5,
     "must be a list"},
    {"duplicate key", "hardware:\n  name: x\n  type: cpu\n  name: y\n", 4,
     "stands twice, first in line 2"},
    {"bad boolean",
     "hardware:\n  name: x\n  type: cpu\n  scheduling:\n    supports_inplace_ops: maybe\n", 5,
     "true or false"},
    {"alignment", "hardware:\n  name: x\n  type: cpu\n  memory:\n    alignment_bytes: 100\n", 5,
     "power of two"},
    {"two sizes",
     "hardware:\n  name: x\n  type: cpu\n  memory:\n    hierarchy:\n      - level: L1\n"
     "        size_kb: 1\n        size_mb: 1\n",
     8, "is given beside size_kb"},
    {"level twice",
     "hardware:\n  name: x\n  type: cpu\n  memory:\n    hierarchy:\n      - {level: L1}\n"
     "      - {level: L1}\n",
     7, "a second time"},
    {"newer schema", "schema: hardware/9\nhardware:\n  name: x\n  type: cpu\n", 1,
     "reads up to hardware/1"},
    {"other schema", "schema: deployment/1\nhardware:\n  name: x\n  type: cpu\n", 1,
     "must be hardware/1"},
    {"infinite", "hardware:\n  name: x\n  type: cpu\n  compute:\n    power_w: .inf\n", 5,
     "must be a number"},
    {"name", "hardware:\n  name: ../x\n  type: cpu\n", 2, "letters, digits"},
};

/// Figures of a device without a source, and sources that name neither document nor day.
std::vector<std::string> unsourced(const Profile& profile) {
    std::vector<std::string> problems;
    const auto figure = [&](bool present, const std::string& path) {
        if (present && !profile.provenanceOf(path))
            problems.push_back(path + " has no source");
    };
    const Compute& c = profile.compute;
    figure(c.cores.has_value(), "compute.cores");
    figure(c.vectorUnitsPerCore.has_value(), "compute.vector_units_per_core");
    figure(c.frequencyMhz.has_value(), "compute.frequency_mhz");
    figure(!c.supportedDtypes.empty(), "compute.supported_dtypes");
    figure(!c.peakGflops.empty(), "compute.peak");
    figure(c.matrixTile.has_value(), "compute.matrix_tile");
    figure(c.powerWatts.has_value(), "compute.power_w");
    figure(c.maxTemperatureC.has_value(), "compute.max_temperature_c");
    for (const auto& level : profile.memory.hierarchy) {
        figure(level.sizeBytes.has_value(), "memory.hierarchy." + level.level + ".size_gb");
        figure(level.bandwidthGbps.has_value(),
               "memory.hierarchy." + level.level + ".bandwidth_gbps");
    }
    figure(profile.memory.alignmentBytes.has_value(), "memory.alignment_bytes");
    figure(!profile.ops.matrix.empty(), "ops.matrix");
    figure(profile.scheduling.maxStreams.has_value(), "scheduling.max_streams");
    figure(!profile.quantization.schemes.empty(), "quantization.supported_schemes");
    figure(!profile.quantization.alignment.empty(), "quantization.alignment_constraints");
    for (const auto& [path, entry] : profile.provenance) {
        if (entry.source != NumberSource::Datasheet)
            continue;
        if (entry.reference.empty())
            problems.push_back(path + " names no document");
        if (!QDate::fromString(QString::fromStdString(entry.date), Qt::ISODate).isValid())
            problems.push_back(path + " says no day on which it was compared");
    }
    return problems;
}

} // namespace

class TestProfileYaml : public QObject {
    Q_OBJECT

  private slots:
    void exampleLoadsAsItStands() {
        const auto loaded = parseProfile(kExample, "formats.md");
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        QVERIFY(loaded->warnings.empty());
        const Profile& p = loaded->profile;
        QCOMPARE(p.name, "accelerator-x");
        QVERIFY(p.type == DeviceType::Npu);
        QCOMPARE(*p.compute.cores, 16);
        QCOMPARE(*p.compute.scalarUnitsPerCore, 2);
        QCOMPARE(p.compute.supportedDtypes.size(), 4u);
        QVERIFY(p.supports(ElementType::Int4) && !p.supports(ElementType::BFloat16));
        QCOMPARE(p.memory.hierarchy.size(), 3u);
        QCOMPARE(*p.memory.hierarchy[2].sizeBytes, 32.0 * 1048576);
        QCOMPARE(*p.memory.hierarchy[0].bandwidthGbps, 2048.0);
        QVERIFY(p.tierOf("conv2d") == OpTier::Fast);
        QVERIFY(p.tierOf("softmax") == OpTier::Slow);
        QVERIFY(!p.tierOf("lstm"));
        QCOMPARE(*p.launchOverheadUs(), 8.0);
        QCOMPARE(*p.scheduling.dynamicShape, false);
        QCOMPARE(p.quantization.alignment, (std::vector<int>{16, 32}));
        QVERIFY(!p.compute.powerWatts && p.compute.peakGflops.empty()); // nothing is invented
        QVERIFY(!p.hasMeasurements());
    }

    void shippedExampleIsTheSame() {
        const auto shipped = loadProfile(test::sourceDir() / "profiles" / "accelerator-x.yaml");
        QVERIFY2(shipped, shipped ? "" : shipped.error().text().c_str());
        QVERIFY(shipped->profile == parseProfile(kExample, "x")->profile);
    }

    void fullFormRoundTrips() {
        const auto first = parseProfile(kFull, "full.yaml");
        QVERIFY2(first, first ? "" : first.error().text().c_str());
        const Profile& p = first->profile;
        QCOMPARE(*p.gflops(ElementType::Float),
                 180.5); // measured beside, and preferred to, datasheet
        QCOMPARE(*p.gflops(ElementType::Int8), 414.0);
        QCOMPARE(*p.memory.hierarchy[0].totalGbps(), 276.0);
        QCOMPARE(*p.memory.hierarchy[1].totalGbps(), 17.0);
        QVERIFY(p.record("conv2d", ElementType::Int8)->status == OpStatus::Emulated);
        QVERIFY(p.tierOf("conv2d", ElementType::Int8) == OpTier::Slow);
        QCOMPARE(p.provenanceOf("compute.peak.fp32")->reference, "Data sheet, table 3");
        QVERIFY(!p.provenanceOf("memory.alignment_bytes"));
        QCOMPARE(p.revision.number, 3);
        const std::string text = profileToYaml(p);
        const auto second = parseProfile(text, "again.yaml");
        QVERIFY2(second, second ? "" : second.error().text().c_str());
        QVERIFY2(second->profile == p, text.c_str());
        QCOMPARE(profileToYaml(second->profile), text);
    }

    void unknownKeysAreKeptAndWarnedAbout() {
        const auto loaded = parseProfile(kFull, "full.yaml");
        QVERIFY(loaded);
        QCOMPARE(loaded->warnings.size(), 3u);
        QVERIFY(loaded->warnings[0].find("full.yaml:") == 0);
        const std::string text = profileToYaml(loaded->profile);
        for (const char* kept : {"warp_size: 32", "colour: blue", "author: somebody"})
            QVERIFY2(text.find(kept) != std::string::npos, kept);
        const auto typo =
            parseProfile("hardware:\n  name: x\n  type: cpu\n  compute:\n    coers: 3\n", "t.yaml");
        QVERIFY(typo);
        QCOMPARE(typo->warnings.size(), 1u);
        QCOMPARE(typo->warnings[0], "t.yaml:5: unknown key 'hardware.compute.coers' is kept but "
                                    "has no effect. Did you mean cores?");
    }

    void keysAreNoLongerThanYamlTakesThem() {
        const auto profileWith = [](const std::string& key) {
            return parseProfile("hardware:\n  name: x\n  type: cpu\n  \"" + key + "\": 1\n",
                                "t.yaml");
        };
        std::string longest; // written, they take more characters
        for (int i = 0; i < 80; ++i)
            longest += "\\x01";
        longest += "\xff\xfe";
        const auto loaded = profileWith(longest);
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        const auto again = parseProfile(profileToYaml(loaded->profile), "again.yaml");
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QCOMPARE(profileToYaml(again->profile), profileToYaml(loaded->profile));
        const auto refused = profileWith(std::string(501, 'k'));
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.find(
                     "hardware has a key of 501 characters; legal: up to 500") != std::string::npos,
                 refused.error().message.c_str());
    }

    void unknownFamiliesAreWarnedAbout() {
        const auto loaded = parseProfile(
            "hardware:\n  name: x\n  type: cpu\n  ops:\n    fast_ops: [conv2d, sofmax]\n",
            "t.yaml");
        QVERIFY(loaded);
        QCOMPARE(loaded->warnings.size(), 1u);
        QVERIFY2(loaded->warnings[0].find("t.yaml:5") == 0, loaded->warnings[0].c_str());
        QVERIFY2(loaded->warnings[0].find("Did you mean softmax?") != std::string::npos,
                 loaded->warnings[0].c_str());
    }

    void mistakesNameLineAndRemedy_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < std::size(kBad); ++i)
            QTest::newRow(kBad[i].name) << static_cast<int>(i);
    }
    void mistakesNameLineAndRemedy() {
        QFETCH(int, index);
        const BadFile& bad = kBad[index];
        const auto loaded = parseProfile(bad.text, "bad.yaml");
        QVERIFY(!loaded);
        const std::string text = loaded.error().text();
        const std::string place = "bad.yaml:" + std::to_string(bad.line) + ":";
        QVERIFY2(text.find(place) != std::string::npos, text.c_str());
        QVERIFY2(text.find(bad.saying) != std::string::npos, text.c_str());
        QVERIFY2(!loaded.error().hint.empty(), text.c_str());
    }

    void allMistakesAtOnce() {
        const auto loaded =
            parseProfile("hardware:\n  name: x\n  type: xpu\n  compute:\n    cores: -1\n"
                         "  memory:\n    alignment_bytes: 3\n",
                         "bad.yaml");
        QVERIFY(!loaded);
        const std::string& text = loaded.error().message;
        for (const char* place : {"bad.yaml:3:", "bad.yaml:5:", "bad.yaml:7:"})
            QVERIFY2(text.find(place) != std::string::npos, text.c_str());
    }

    void contradictionsAreFound() {
        auto profile = parseProfile(kExample, "x")->profile;
        profile.ops.slow.push_back("conv2d");
        profile.compute.peakGflops[ElementType::BFloat16] = 5;
        const auto errors = validate(profile);
        QCOMPARE(errors.size(), 2u);
        QVERIFY(errors[0].message.find("bfloat16") != std::string::npos);
        QVERIFY(errors[1].message.find("'conv2d' is in fast_ops and in slow_ops") !=
                std::string::npos);
    }

    void aliasBombIsHarmless() {
        std::string text = "a: &a [x, x, x, x, x, x, x, x, x]\n";
        for (char c = 'b'; c <= 'j'; ++c) {
            text += std::string(1, c) + ": &" + c + " [";
            for (int i = 0; i < 9; ++i)
                text += std::string(i ? ", *" : "*") + static_cast<char>(c - 1);
            text += "]\n";
        }
        text += "hardware:\n  name: x\n  type: cpu\n";
        const auto loaded = parseProfile(text, "bomb.yaml");
        QVERIFY(loaded); // the lists are unknown keys, kept with their aliases
        QVERIFY(profileToYaml(loaded->profile).size() < 100'000);
    }

    void everyShippedProfileLoadsAndIsSourced() {
        int count = 0;
        for (const auto& entry :
             std::filesystem::directory_iterator(test::sourceDir() / "profiles")) {
            if (entry.path().extension() != ".yaml")
                continue;
            ++count;
            const auto loaded = loadProfile(entry.path());
            QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
            for (const auto& warning : loaded->warnings)
                QFAIL(warning.c_str());
            QCOMPARE(loaded->profile.name, entry.path().stem().string());
            if (loaded->profile.name != "accelerator-x") // the documented example, without sources
                for (const auto& problem : unsourced(loaded->profile))
                    QFAIL((loaded->profile.name + ": " + problem).c_str());
        }
        QVERIFY(count >= 10);
    }
};

QTEST_GUILESS_MAIN(TestProfileYaml)
#include "tst_profile_yaml.moc"
