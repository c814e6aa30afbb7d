// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Which known names are suggested for a mistyped one, and in which order.
#include "base/suggest.h"

#include <QtTest/QTest>

using namespace metainfer;

using Names = std::vector<std::string>;

class TestSuggest : public QObject {
    Q_OBJECT

  private slots:
    void fewerEditsComeFirst() {
        const Names known = {"fold_bn_and_activation", "fold_bm"};
        QCOMPARE(nearestNames("fold_bn", known), (Names{"fold_bm", "fold_bn_and_activation"}));
        const Names reversed = {"fold_bm", "fold_bn_and_activation"};
        QCOMPARE(nearestNames("fold_bn", reversed), (Names{"fold_bm", "fold_bn_and_activation"}));
    }

    void nearerOfTwoThatContainTheTextComesFirst() {
        const Names known = {"accelerator-x-edge", "accelerator-x"};
        QCOMPARE(nearestNames("accelerator", known),
                 (Names{"accelerator-x", "accelerator-x-edge"}));
    }

    void aPartBreaksTies() {
        const Names known = {"bolt", "bolds"};
        QCOMPARE(nearestNames("bold", known), (Names{"bolds", "bolt"}));
    }

    void aPartIsSuggestedHoweverLongTheName() {
        const Names known = {"mobilenet-v2-style", "grid-detector"};
        QCOMPARE(nearestNames("mobile", known), Names{"mobilenet-v2-style"});
    }

    void aNameOfOneLetterIsNoPart() {
        const Names known = {"x", "accelerator-y"};
        QCOMPARE(nearestNames("accelerator-x", known), Names{"accelerator-y"});
    }

    void caseAndTranspositionsAreForgiven() {
        const Names known = {"quantize", "measure"};
        QCOMPARE(nearestNames("Qauntize", known), Names{"quantize"});
    }

    void atMostTheAskedNumber() {
        const Names known = {"a1", "a2", "a3", "a4"};
        QCOMPARE(nearestNames("a0", known, 2), (Names{"a1", "a2"}));
    }

    void sentences() {
        const Names known = {"probe", "profile", "predict"};
        QCOMPARE(didYouMean("probr", known), std::string("Did you mean probe?"));
        QCOMPARE(didYouMean("zzzzzzzz", known), std::string("Known: probe, profile, predict."));
        QCOMPARE(didYouMean("probe", {}), std::string());
    }
};

QTEST_GUILESS_MAIN(TestSuggest)
#include "tst_suggest.moc"
