// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// SHA-256 against the published test vectors of FIPS 180-4, and independence of chunking.
#include "base/hash.h"

#include <QtTest/QTest>

using namespace metainfer;

class TestHash : public QObject {
    Q_OBJECT

  private slots:
    void knownVectors() {
        QCOMPARE(sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        QCOMPARE(sha256Hex("abc"),
                 "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        QCOMPARE(sha256Hex(std::string(1000000, 'a')),
                 "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }

    void chunkingDoesNotMatter() {
        for (std::size_t length = 0; length < 200; ++length) {
            const std::string text(length, 'x');
            Sha256 parts;
            for (std::size_t i = 0; i < length; i += 7)
                parts.update(std::string_view(text).substr(i, 7));
            QCOMPARE(parts.hexDigest(), sha256Hex(text));
        }
    }
};

QTEST_GUILESS_MAIN(TestHash)
#include "tst_hash.moc"
