// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A share below one is never written as one.
#include "base/share.h"

#include <QtTest/QTest>

#include <cmath>

using namespace metainfer;

class TestShare : public QObject {
    Q_OBJECT

  private slots:
    void ordinaryValuesKeepTheirDigits() {
        QCOMPARE(percentText(0.8642), std::string("86.42 %"));
        QCOMPARE(percentText(0), std::string("0.00 %"));
        QCOMPARE(percentText(0.5, 1), std::string("50.0 %"));
        QCOMPARE(shareText(0.98361, 3), std::string("0.984"));
    }

    void nearOneAsManyDigitsAsItTakes() {
        QCOMPARE(percentText(0.99998), std::string("99.998 %"));
        QCOMPARE(percentText(0.9999996), std::string("99.99996 %"));
        QCOMPARE(percentText(0.9996, 1), std::string("99.96 %"));
        QCOMPARE(shareText(0.9999, 3), std::string("0.9999"));
        QCOMPARE(shareText(0.99999963, 6), std::string("0.9999996"));
    }

    void onlyExactlyOneIsWhole() {
        QCOMPARE(percentText(1), std::string("100 %"));
        QCOMPARE(shareText(1, 4), std::string("1.0000"));
        const double almost = std::nextafter(1.0, 0.0);
        QCOMPARE(percentText(almost), std::string("99.999999999 %"));
        QCOMPARE(shareText(almost, 4), std::string("0.999999999"));
        QCOMPARE(percentText(1 - 1e-10), std::string("99.99999999 %"));
    }

    void aboveOneAndNotANumberPassThrough() {
        QCOMPARE(percentText(1.5), std::string("150.00 %"));
        QCOMPARE(shareText(std::nan(""), 2), std::string("nan"));
    }
};

QTEST_GUILESS_MAIN(TestShare)
#include "tst_share.moc"
