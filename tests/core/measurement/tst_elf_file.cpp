// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Needs of programs and libraries: real files of this build, and damaged ones.
#include "base/file.h"
#include "measurement/elf_file.h"
#include "support/paths.h"

#include <algorithm>

#include <gnu/libc-version.h>

#include <QtTest/QTest>

using namespace metainfer;

class TestElfFile : public QObject {
    Q_OBJECT
  private slots:
    void agentNeedsNothing() {
        const auto facts = readElf(test::binDir() / "metainfer-agent");
        QVERIFY2(facts, facts ? "" : facts.error().text().c_str());
#if defined(__x86_64__)
        QCOMPARE(facts->architecture, std::string("x86_64"));
#endif
        QVERIFY(facts->isStatic());
        QVERIFY(facts->glibcNeeded.empty());
    }

    void runnerNamesLoaderLibrariesAndGlibc() {
        const auto facts = readElf(test::binDir() / "metainfer-runner-onnxruntime");
        QVERIFY2(facts, facts ? "" : facts.error().text().c_str());
        QVERIFY(!facts->isStatic());
        QVERIFY(facts->interpreter.find("ld-linux") != std::string::npos);
        const auto& needed = facts->needed;
        QVERIFY(std::find(needed.begin(), needed.end(), "libc.so.6") != needed.end());
        QVERIFY(std::find(needed.begin(), needed.end(), "libstdc++.so.6") != needed.end());
        QVERIFY2(facts->glibcNeeded.starts_with("2."), facts->glibcNeeded.c_str());
        // What it asks for is not newer than what runs it here.
        QVERIFY(!isOlderVersion(gnu_get_libc_version(), facts->glibcNeeded));
    }

    void comparesVersionsByNumber() {
        QVERIFY(isOlderVersion("2.9", "2.34"));
        QVERIFY(!isOlderVersion("2.34", "2.9"));
        QVERIFY(!isOlderVersion("2.34", "2.34"));
        QVERIFY(isOlderVersion("2.2", "2.2.5"));
        QVERIFY(isOlderVersion("", "2.0"));
        QVERIFY(!isOlderVersion("2.0", ""));
        QVERIFY(isOlderVersion("1.29.0", "1.30.0"));
    }

    void refusesWhatIsNoProgram() {
        const auto folder = TemporaryDirectory::create("metainfer-elf");
        QVERIFY(folder.has_value());
        const auto file = folder->path() / "program";
        for (const std::string& content :
             {std::string(), std::string("\x7f"), std::string("#!/bin/sh\n"), std::string(64, '\0'),
              std::string("\x7f"
                          "ELF") +
                  std::string(60, '\xff')}) {
            QVERIFY(writeFileAtomically(file, content).has_value());
            const auto facts = readElf(file);
            QVERIFY(!facts);
            QCOMPARE(facts.error().code, ErrorCode::InvalidArgument);
        }
        const auto missing = readElf(folder->path() / "none");
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
    }

    /// Any byte of the tables may be wrong: an error or some answer, soon, and nothing else.
    void damagedFilesAreErrors() {
        const auto whole = readTextFile(test::binDir() / "metainfer-runner-probe");
        QVERIFY(whole.has_value());
        const auto folder = TemporaryDirectory::create("metainfer-elf");
        QVERIFY(folder.has_value());
        const auto file = folder->path() / "program";
        int refused = 0;
        const std::size_t head = std::min<std::size_t>(whole->size(), 0x4000);
        for (std::size_t at = 4; at < 0x400; at += 3) {
            std::string damaged = whole->substr(0, head);
            damaged[at] = static_cast<char>(~damaged[at]);
            QVERIFY(writeFileAtomically(file, damaged).has_value());
            refused += !readElf(file);
        }
        for (std::size_t size = 1; size < head; size = size * 3 / 2 + 1) {
            QVERIFY(writeFileAtomically(file, whole->substr(0, size)).has_value());
            refused += !readElf(file);
        }
        QVERIFY(refused > 0);
    }
};

QTEST_GUILESS_MAIN(TestElfFile)
#include "tst_elf_file.moc"
