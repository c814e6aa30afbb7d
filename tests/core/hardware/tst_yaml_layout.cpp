// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A changed profile keeps the comments, order and style of the text that a person wrote.
#include "base/file.h"
#include "hardware/profile_store.h"
#include "hardware/yaml_layout.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::hardware;

namespace {

const std::string kWritten = R"(# Board of the second revision.

hardware:
  name: board        # as printed on it
  type: npu

  # From chapter 3 of the manual.
  compute:
    frequency_mhz: 1200   # turbo is off
    cores: 4
    supported_dtypes: [fp32, int8] # no fp16
  memory:
    hierarchy:
      # on the chip
      - {level: shared, size_kb: 256, bandwidth_gbps: 512}  # per cluster
      - level: global      # soldered
        size_mb: 32
        # derated
        bandwidth_gbps: 100
  ops:
    fast_ops:
    - conv2d   # measured by hand
    - matmul
)";

/// Reads, changes, writes in the layout of the text.
template <typename Change>
std::string changed(const std::string& text, Change&& change) {
    auto loaded = parseProfile(text, "test");
    if (!loaded)
        return loaded.error().text();
    change(loaded->profile);
    return withLayoutOf(text, profileToYaml(loaded->profile));
}

bool means(const std::string& text, const std::string& other) {
    const auto a = parseProfile(text, "a"), b = parseProfile(other, "b");
    return a && b && a->profile == b->profile;
}

std::size_t commentsIn(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '#'));
}

} // namespace

class TestYamlLayout : public QObject {
    Q_OBJECT

  private slots:
    void oneValueChangesOneLine() {
        const std::string text =
            changed(kWritten, [](Profile& p) { p.compute.frequencyMhz = 1000; });
        std::string expected = kWritten;
        expected.replace(expected.find("1200 "), 5, "1000 ");
        // The short form says nothing of its schema; the written one does.
        std::string without = text;
        const std::string schema = "schema: hardware/1\n";
        QVERIFY(without.find(schema) != std::string::npos);
        without.erase(without.find(schema), schema.size());
        QCOMPARE(QString::fromStdString(without), QString::fromStdString(expected));
    }

    void insideFlowAndBlockItems() {
        const std::string text = changed(kWritten, [](Profile& p) {
            p.memory.hierarchy[0].bandwidthGbps = 600;
            p.memory.hierarchy[1].bandwidthGbps = 90;
        });
        QVERIFY(text.find("bandwidth_gbps: 600}  # per cluster") != std::string::npos);
        QVERIFY(text.find("        # derated\n        bandwidth_gbps: 90") != std::string::npos);
        QCOMPARE(commentsIn(text), commentsIn(kWritten));
    }

    void addedRemovedAndRenamed() {
        const std::string text = changed(kWritten, [](Profile& p) {
            p.compute.peakGflops[ElementType::Int8] = 2000;
            p.provenance["compute.peak"] = {NumberSource::User, "2026-01-01", "", "", ""};
            p.memory.hierarchy[1].sizeBytes.reset();
            MemoryLevel outer;
            outer.level = "dram";
            outer.bandwidthGbps = 20;
            p.memory.hierarchy.push_back(outer);
            p.ops.fast = {"conv2d"};
            p.name = "board-2";
        });
        QCOMPARE(commentsIn(text), commentsIn(kWritten));
        const auto loaded = parseProfile(text, "test");
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        QCOMPARE(loaded->profile.name, std::string("board-2"));
        QCOMPARE(loaded->profile.compute.peakGflops.at(ElementType::Int8), 2000.0);
        QCOMPARE(loaded->profile.memory.hierarchy.size(), 3u);
        QVERIFY(!loaded->profile.memory.hierarchy[1].sizeBytes);
        QCOMPARE(loaded->profile.ops.fast, std::vector<std::string>{"conv2d"});
        QCOMPARE(loaded->profile.provenance.size(), 1u);
        QVERIFY(text.find("name: board-2        # as printed on it") != std::string::npos);
    }

    void aRemovedItemTakesItsLine() {
        const std::string text = changed(
            kWritten, [](Profile& p) { p.memory.hierarchy.erase(p.memory.hierarchy.begin()); });
        QVERIFY(text.find("level: shared") == std::string::npos);
        QVERIFY(text.find("- level: global      # soldered") != std::string::npos);
        QVERIFY(text.find("# on the chip") != std::string::npos); // it may say more than that
    }

    void theContentIsAlwaysTheNewOne() {
        // Texts that cannot be followed line by line.
        for (const std::string text :
             {"{hardware: {name: x, type: cpu}}\n", "# top\nhardware: {name: x, type: cpu}\n",
              "hardware:\n  name: x\n  type: &t cpu\n", "\"hardware\":\n  'name': x\n  type: cpu\n",
              "hardware:\r\n  name: x # keep\r\n  type: cpu\r\n",
              "hardware:\n  name: x\n  type: cpu\n  description: |\n    # no comment\n    two\n"}) {
            auto loaded = parseProfile(text, "test");
            QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
            loaded->profile.compute.cores = 3;
            loaded->profile.compute.sustainedGflops[ElementType::Float] = 12.5;
            const std::string content = profileToYaml(loaded->profile);
            QVERIFY2(means(withLayoutOf(text, content), content), text.c_str());
        }
        QVERIFY(withLayoutOf("# top\nhardware: {name: x, type: cpu}\n",
                             "hardware:\n  name: y\n  type: cpu\n")
                    .find("# top") == 0);
        QVERIFY(means(withLayoutOf("a: [", kWritten), kWritten));
        QVERIFY(means(withLayoutOf("", kWritten), kWritten));
    }

    void shippedProfilesKeepEveryComment() {
        std::size_t seen = 0;
        for (const auto& name : ProfileStore().names()) {
            const auto file = ProfileStore().find(name);
            QVERIFY(file);
            const auto text = readTextFile(*file);
            QVERIFY(text);
            const std::string edited = changed(*text, [](Profile& p) {
                p.compute.frequencyMhz = 1234;
                p.provenance["compute.frequency_mhz"] = {NumberSource::User, "2026-01-01", "", "",
                                                         ""};
            });
            const auto loaded = parseProfile(edited, name);
            QVERIFY2(loaded, name.c_str());
            QCOMPARE(*loaded->profile.compute.frequencyMhz, 1234.0);
            QVERIFY2(commentsIn(edited) == commentsIn(*text), name.c_str());
            ++seen;
        }
        QVERIFY(seen > 0);
    }

    void storingKeepsThemToo() {
        const auto folder = TemporaryDirectory::create("mi-layout");
        QVERIFY(folder);
        const auto path = folder->path() / "board.yaml";
        QVERIFY(writeFileAtomically(path, kWritten));
        auto profile = loadProfile(path)->profile;
        profile.compute.cores = 8;
        QVERIFY(ProfileStore::save(folder->path(), profile, "more cores", "2026-01-01"));
        const auto stored = readTextFile(path);
        QVERIFY(stored->find("frequency_mhz: 1200   # turbo is off") != std::string::npos);
        QVERIFY(stored->find("cores: 8") != std::string::npos);
        QVERIFY(ProfileStore::rollBack(path, 1, "2026-01-02"));
        QVERIFY(readTextFile(path)->find("# From chapter 3") != std::string::npos);
        QCOMPARE(*loadProfile(path)->profile.compute.cores, 4);
        // The text that a person edited elsewhere decides over the stored one.
        profile.compute.cores = 2;
        QVERIFY(ProfileStore::save(folder->path(), profile, "fewer", "2026-01-03",
                                   "# mine\n" + kWritten));
        QVERIFY(readTextFile(path)->starts_with("# mine\n"));
        QCOMPARE(*loadProfile(path)->profile.compute.cores, 2);
    }
};

QTEST_GUILESS_MAIN(TestYamlLayout)
#include "tst_yaml_layout.moc"
