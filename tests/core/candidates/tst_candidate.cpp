// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Keys tell candidates apart, and JSON gives back what was written.
#include "candidates/candidate.h"

#include <QtTest/QTest>

#include <set>

using namespace metainfer;
using namespace metainfer::candidates;

class TestCandidate : public QObject {
    Q_OBJECT

  private:
    static Variant sampleVariant() {
        Variant variant;
        variant.shapeBindings["batch"] = 1;
        variant.rewrites.push_back({"fold_bn", {"*"}});
        variant.precision.precision = Precision::Int8Static;
        return variant;
    }

  private slots:
    void keysAreReadable() {
        QCOMPARE(sampleVariant().key(), std::string("bind(batch=1)+fold_bn+int8(u8s8,per_channel,"
                                                    "minmax)"));
        QCOMPARE(Variant{}.key(), std::string("original"));
        QVERIFY(Variant{}.isOriginal());
        QVERIFY(!sampleVariant().isOriginal());
    }

    void everyFieldThatMattersIsInTheKey() {
        std::vector<Variant> variants(13, sampleVariant());
        variants[1].shapeBindings["batch"] = 2;
        variants[2].rewrites[0].sites = {"conv1"};
        variants[3].rewrites.push_back({"fold_pad", {"*"}});
        variants[4].precision.perChannel = false;
        variants[5].precision.reduceRange = true;
        variants[6].precision.activation = ElementType::Int8;
        variants[7].precision.weight = ElementType::UInt8;
        variants[8].precision.symmetricActivations = true;
        variants[9].precision.calibration = CalibrationMethod::Percentile;
        variants[10].precision.calibration = CalibrationMethod::Percentile;
        variants[10].precision.percentile = 99.9;
        variants[11].precision.keepFloat = {"a+b"};
        variants[12].precision.keepFloat = {"a", "b"};
        std::set<std::string> keys;
        for (const auto& variant : variants)
            keys.insert(variant.key());
        QCOMPARE(keys.size(), variants.size());
    }

    void namesWithSeparatorsDoNotCollide() {
        Variant a = sampleVariant(), b = sampleVariant();
        a.rewrites[0].sites = {"x|y"};
        b.rewrites[0].sites = {"x", "y"};
        QVERIFY(a.key() != b.key());
    }

    void jsonGivesBackTheSame() {
        Candidate candidate;
        candidate.id = "c7";
        candidate.parents = {"c1", "c2"};
        candidate.origin = "evolution";
        candidate.variant = sampleVariant();
        candidate.variant.precision.keepFloat = {"head", "Softmax"};
        candidate.variant.precision.calibration = CalibrationMethod::Entropy;
        candidate.mapping.session.threads = 2;
        candidate.mapping.session.config["session.x64quantprecision"] = "1";
        candidate.mapping.operators["y"] = "layout=NHWC";
        const auto read = Candidate::fromJson(*parseJson(dumpJson(candidate.toJson()), "test"));
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(read->key(), candidate.key());
        QCOMPARE(read->parents, candidate.parents);
        QVERIFY(read->variant == candidate.variant);
        QVERIFY(read->mapping == candidate.mapping);
    }

    void badJsonNamesTheFieldAndTheLegalValues() {
        Json json = sampleVariant().toJson();
        json["precision"]["precision"] = "int7";
        auto read = Variant::fromJson(json);
        QVERIFY(!read);
        QVERIFY(read.error().message.find("int7") != std::string::npos);
        QVERIFY(read.error().hint.find("int4_weights") != std::string::npos);
        json = sampleVariant().toJson();
        json["precision"]["percentile"] = 10;
        QVERIFY(!Variant::fromJson(json));
        json = sampleVariant().toJson();
        json["shape_bindings"]["batch"] = 0;
        QVERIFY(!Variant::fromJson(json));
        QVERIFY(!Candidate::fromJson(Json{{"id", "c1"}}));
    }
};

QTEST_GUILESS_MAIN(TestCandidate)
#include "tst_candidate.moc"
