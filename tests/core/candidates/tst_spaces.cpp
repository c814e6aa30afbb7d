// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The spaces of mappings and variants: what is in them, and that the same seed walks the same way.
#include "candidates/intents.h"
#include "candidates/mapping/mapping_space.h"
#include "candidates/variant_space.h"
#include "support/graph_text.h"

#include <QtTest/QTest>

#include <algorithm>
#include <set>

using namespace metainfer;
using namespace metainfer::candidates;

class TestSpaces : public QObject {
    Q_OBJECT

  private:
    static MappingLimits limits(int cores, bool int8 = true) {
        MappingLimits limits;
        limits.physicalCores = cores;
        limits.logicalCores = 2 * cores;
        limits.int8 = int8;
        return limits;
    }

    static ir::Model convModel() {
        return *test::modelFromText(R"(model ir=8 ai.onnx=17
input %x: float32[1,2,4,4]
const %w: float32[2,2,1,1] {1, 2, 3, 4}
%y: float32[1,2,4,4] = Conv(%x, %w) {kernel_shape=[1,1]}
output %y: float32[1,2,4,4]
)");
    }

    static VariantSpaceOptions options() {
        VariantSpaceOptions options;
        options.rewrites = {{"fold_bn", 0.9}, {"fold_pad", 0.5}, {"concat_folding", 0.5}};
        options.calibrationData = true;
        return options;
    }

    static bool has(const VariantSpace& space, Precision precision) {
        return std::any_of(space.precisions().begin(), space.precisions().end(),
                           [&](const PrecisionPlan& p) { return p.precision == precision; });
    }

  private slots:
    void theDefaultIsInTheSpaceAndEverySampleIsLegal() {
        const MappingSpace space(limits(4));
        QVERIFY(space.admit(space.defaultMapping()));
        QCOMPARE(space.defaultMapping().session.threads, 4);
        Random random(5);
        std::set<std::string> keys;
        Mapping mapping = space.defaultMapping();
        for (int i = 0; i < 200; ++i) {
            const Mapping sample = space.sample(random);
            const auto legal = space.admit(sample);
            QVERIFY2(legal, legal ? "" : legal.error().text().c_str());
            keys.insert(sample.session.signature());
            mapping = *space.mutate(mapping, random);
            QVERIFY(space.admit(mapping));
            QVERIFY(space.admit(space.crossover(mapping, sample, random)));
        }
        QVERIFY(keys.size() > 20);
    }

    void aMutationChangesOneDimension() {
        const MappingSpace space(limits(4));
        Random random(1);
        for (int i = 0; i < 50; ++i) {
            const Mapping from = space.sample(random);
            const Mapping to = *space.mutate(from, random);
            int changed = 0;
            for (const auto& d : space.dimensions())
                changed += space.valueOf(from, d.name) != space.valueOf(to, d.name);
            QCOMPARE(changed, 1);
        }
        const auto neighbours = space.neighbours(space.defaultMapping());
        std::size_t expected = 0;
        for (const auto& d : space.dimensions())
            expected += d.values.size() - 1;
        QCOMPARE(neighbours.size(), expected);
    }

    void onlyHonouredKnobsAreEnumerated() {
        MappingLimits few = limits(2);
        few.honoured = {"threads"};
        const MappingSpace space(few);
        QCOMPARE(space.dimensions().size(), 1u);
        QCOMPARE(space.size(), 2u);
        Mapping foreign = space.defaultMapping();
        foreign.session.arena = false;
        QVERIFY(!space.admit(foreign));
        Mapping many = space.defaultMapping();
        many.session.threads = 64;
        const auto refused = space.admit(many);
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("threads=64") != std::string::npos);
    }

    void integerKnobsOnlyForIntegerVariants() {
        const MappingSpace with(limits(1)), without(limits(1, false));
        QVERIFY(with.size() > without.size());
        Mapping mapping = with.defaultMapping();
        with.setValue(mapping, "quantprecision", "on");
        QCOMPARE(mapping.session.config.at("session.x64quantprecision"), std::string("1"));
        QVERIFY(with.admit(mapping));
        QVERIFY(!without.admit(mapping));
    }

    void instancesShareTheCores() {
        MappingLimits shared = limits(8);
        shared.instances = 4;
        QCOMPARE(MappingSpace(shared).defaultMapping().session.threads, 2);
    }

    void handTunedIsWhatAnEngineerWouldType() {
        const auto hand = MappingSpace(limits(2)).handTuned();
        QCOMPARE(hand.size(), 4u); // plain, 2 spinning, 2 not spinning, 1
        QVERIFY(hand[0].session == SessionOptions{});
        for (const auto& mapping : hand) {
            QCOMPARE(mapping.session.optimization, OptimizationLevel::All);
            QVERIFY(mapping.session.disabledOptimizers.empty());
        }
    }

    void variantsNeedWhatTheyNeed() {
        const ir::Model model = convModel();
        QVERIFY(has(VariantSpace(model, options()), Precision::Int8Static));
        QVERIFY(!has(VariantSpace(model, options()), Precision::Int8Dynamic));
        QVERIFY(!has(VariantSpace(model, options()), Precision::Int4Weights));
        auto without = options();
        without.calibrationData = false;
        const VariantSpace uncalibrated(model, without);
        QVERIFY(!has(uncalibrated, Precision::Int8Static));
        QVERIFY(std::any_of(
            uncalibrated.excluded().begin(), uncalibrated.excluded().end(),
            [](const std::string& why) { return why.find("calibration") != std::string::npos; }));
        auto strict = options();
        strict.lossyAllowed = false;
        QCOMPARE(VariantSpace(model, strict).precisions().size(), 1u);
        auto fixed = options();
        fixed.calibration = CalibrationMethod::Entropy;
        const VariantSpace space(model, fixed);
        for (const auto& plan : space.precisions())
            if (plan.precision == Precision::Int8Static)
                QCOMPARE(plan.calibration, CalibrationMethod::Entropy);
    }

    void targetsLimitPrecisions() {
        hardware::Profile floatOnly;
        floatOnly.compute.supportedDtypes = {ElementType::Float};
        auto limited = options();
        limited.target = &floatOnly;
        QCOMPARE(VariantSpace(convModel(), limited).precisions().size(), 1u);
    }

    void seedsAreDifferentAndLegal() {
        const VariantSpace space(convModel(), options());
        std::set<std::string> keys;
        for (const auto& seed : space.seeds()) {
            QVERIFY(space.admit(seed));
            QVERIFY(!seed.isOriginal());
            keys.insert(seed.key());
        }
        QCOMPARE(keys.size(), space.seeds().size());
        QCOMPARE(space.seeds().front().key(), space.cleanFloat().key());
    }

    void movesStayInsideAndRepeat() {
        auto fragile = options();
        fragile.fragile = {"y"};
        const VariantSpace space(convModel(), fragile);
        std::vector<std::string> walks[2];
        for (auto& walk : walks) {
            Random random(11);
            Variant variant = space.cleanFloat();
            for (int i = 0; i < 100; ++i) {
                variant = *space.mutate(variant, random);
                const Variant child = space.crossover(variant, space.sample(random), random);
                QVERIFY(space.admit(variant));
                QVERIFY(space.admit(child));
                walk.push_back(variant.key());
                walk.push_back(child.key());
            }
        }
        QVERIFY(walks[0] == walks[1]);
        QVERIFY(std::set<std::string>(walks[0].begin(), walks[0].end()).size() > 30);
        QVERIFY(std::any_of(walks[0].begin(), walks[0].end(), [](const std::string& key) {
            return key.find("keep:y") != std::string::npos;
        }));
    }

    /// Output layers are kept in float by some seeds, unless their intent asks for speed or memory.
    void leanNodesAreNotKeptInFloat() {
        const auto keeps = [](const ir::Model& model) {
            const auto seeds = VariantSpace(model, options()).seeds();
            return std::any_of(seeds.begin(), seeds.end(), [](const Variant& seed) {
                return !seed.precision.keepFloat.empty();
            });
        };
        ir::Model model = convModel();
        QVERIFY(keeps(model));
        for (const auto kind :
             {ir::IntentKind::LatencyCritical, ir::IntentKind::MemoryConstrained}) {
            ir::Model lean = convModel();
            QVERIFY(setIntent(lean, "*", {kind, {}, {}}) > 0);
            QVERIFY(!keeps(lean));
        }
        QVERIFY(setIntent(model, "*", {ir::IntentKind::PowerSensitive, {}, {}}) > 0);
        QVERIFY(keeps(model));
    }

    void foreignVariantsAreRefused() {
        const VariantSpace space(convModel(), options());
        Variant variant = space.cleanFloat();
        variant.rewrites.push_back({"no_such_rule", {"*"}});
        QVERIFY(!space.admit(variant));
        variant = space.cleanFloat();
        variant.precision.precision = Precision::Int4Weights;
        const auto refused = space.admit(variant);
        QVERIFY(!refused);
        QVERIFY(refused.error().hint.find("int4_weights") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestSpaces)
#include "tst_spaces.moc"
