// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Devices that were added: what is kept, what is refused, what a damaged file says.
#include "measurement/device_registry.h"

#include "base/file.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::measurement;

class TestDeviceRegistry : public QObject {
    Q_OBJECT

    TemporaryDirectory m_folder = *TemporaryDirectory::create("metainfer-registry");
    int m_next = 0;

    DeviceRegistry fresh() {
        return DeviceRegistry(m_folder.path() / std::to_string(m_next++) / "devices");
    }
    static DeviceEntry board() {
        DeviceEntry entry;
        entry.name = "bench-board";
        entry.address = "ada@10.0.0.7:2222";
        entry.jumpHosts = {"gate.example", "ada@second:2022"};
        entry.identityFiles = {"/home/ada/keys/a \"quoted\" key"};
        entry.runtime = "opencv";
        entry.powerMode = "performance";
        entry.note = "left of the window: # 3";
        entry.addedAt = "2026-01-02T03:04:05Z";
        return entry;
    }

  private slots:
    void anEntryComesBackAsItWas() {
        const auto registry = fresh();
        QVERIFY(registry.add(board()));
        DeviceEntry tool;
        tool.name = "web";
        tool.kind = DeviceKind::Toolchain;
        tool.adapter = "ort-web";
        QVERIFY(registry.add(tool));
        const auto all = registry.all();
        QCOMPARE(all.size(), std::size_t{2});
        QVERIFY(all[0].entry == board());
        QVERIFY(all[1].entry == tool);
        QVERIFY(all[0].warnings.empty());
    }

    void aNameIsTakenOnce() {
        const auto registry = fresh();
        QVERIFY(registry.add(board()));
        const auto again = registry.add(board());
        QVERIFY(!again);
        QCOMPARE(again.error().code, ErrorCode::Conflict);
        DeviceEntry changed = board();
        changed.note = "right";
        QVERIFY(registry.update(changed));
        QCOMPARE(registry.find("bench-board")->entry.note, std::string("right"));
        QVERIFY(registry.remove("bench-board"));
        QVERIFY(registry.names().empty());
        QCOMPARE(registry.remove("bench-board").error().code, ErrorCode::NotFound);
        QCOMPARE(registry.update(board()).error().code, ErrorCode::NotFound);
    }

    void namesThatAreNone_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"", "local", "../up", "a/b", "two words", ".hidden", "-x", "a:b"})
            QTest::newRow(*name ? name : "empty") << name;
        QTest::newRow("long") << QString(65, 'a');
    }
    void namesThatAreNone() {
        QFETCH(QString, name);
        const auto registry = fresh();
        DeviceEntry entry = board();
        entry.name = name.toStdString();
        const auto added = registry.add(entry);
        QVERIFY(!added);
        QCOMPARE(added.error().code, ErrorCode::InvalidArgument);
        QVERIFY(!added.error().hint.empty());
        QCOMPARE(registry.find(entry.name).error().code, ErrorCode::NotFound);
        QCOMPARE(registry.remove(entry.name).error().code, ErrorCode::NotFound);
    }

    void aMistakeNamesItsPlace() {
        const auto both = parseDeviceEntry("name: a\nssh: {address: x}\ntoolchain: y\n", "a.yaml");
        QVERIFY(!both);
        QVERIFY(both.error().text().find("a.yaml:3") != std::string::npos);
        const auto neither = parseDeviceEntry("schema: device/1\nname: a\n", "a.yaml");
        QVERIFY(!neither);
        QVERIFY(neither.error().text().find("ssh") != std::string::npos);
        const auto several = parseDeviceEntry("schema: device/9\nname: [1]\nssh: {}\n", "a.yaml");
        QVERIFY(!several);
        for (const char* part : {"a.yaml:1", "a.yaml:2", "address"})
            QVERIFY2(several.error().text().find(part) != std::string::npos,
                     several.error().text().c_str());
    }

    void unknownKeysAreKeptAndSaid() {
        const auto read = parseDeviceEntry(
            "schema: device/1\nname: a\nssh: {address: b}\nrack: {row: 3}\n", "a.yaml");
        QVERIFY(read);
        QCOMPARE(read->warnings.size(), std::size_t{1});
        const auto again = parseDeviceEntry(writeDeviceEntry(read->entry), "a.yaml");
        QVERIFY(again);
        QVERIFY(again->entry == read->entry);
        QVERIFY(writeDeviceEntry(read->entry).find("rack: {row: 3}") != std::string::npos);
    }

    void unknownKeysNeedNoPlainName() {
        const auto read =
            parseDeviceEntry("name: a\nssh: {address: b}\n\"rack: 3, # row\": yes\n\"\": {}\n"
                             "shelf:\n  row: 3\n  side: left\nboards:\n  - a\n  - b: c\n",
                             "a.yaml");
        QVERIFY(read);
        const std::string yaml = writeDeviceEntry(read->entry);
        const auto again = parseDeviceEntry(yaml, "a.yaml");
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QCOMPARE(again->entry.unknown.size(), std::size_t{4});
        QVERIFY2(yaml.find("shelf: {row: 3, side: left}\n") != std::string::npos, yaml.c_str());
        QVERIFY(again->entry == read->entry);
    }

    void aDamagedFileIsNamedAndCanBeRemoved() {
        const auto registry = fresh();
        QVERIFY(registry.add(board()));
        QVERIFY(writeFileAtomically(registry.folder() / "broken.yaml", "name: ["));
        std::vector<Error> problems;
        QCOMPARE(registry.all(&problems).size(), std::size_t{1});
        QCOMPARE(problems.size(), std::size_t{1});
        QVERIFY(problems[0].text().find("broken.yaml") != std::string::npos);
        QVERIFY(registry.remove("broken"));
    }

    void aRuntimeBelongsToTheName() {
        QCOMPARE(splitDeviceName("local:opencv").runtime, std::string("opencv"));
        QCOMPARE(splitDeviceName("local:opencv").device, std::string("local"));
        QCOMPARE(splitDeviceName("board").device, std::string("board"));
        QCOMPARE(splitDeviceName("./a:b.yaml").device, std::string("./a:b.yaml"));
    }
};

QTEST_GUILESS_MAIN(TestDeviceRegistry)
#include "tst_device_registry.moc"
