// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Data that a person gave: what cannot be read or holds no numbers, and what is held out of it.
#include "engine/data_check.h"

#include "base/file.h"
#include "support/onnx_writer.h"

#include <QtTest/QTest>

#include <cmath>
#include <limits>
#include <set>

using namespace metainfer;
using namespace metainfer::engine;
using candidates::Dataset;
namespace fs = std::filesystem;

namespace {

const float kNan = std::numeric_limits<float>::quiet_NaN();

Dataset dataOf(const std::vector<float>& values) {
    const auto count = static_cast<std::int64_t>(values.size());
    return *Dataset::fromArrays({{"x", test::floats({count, 1}, values)}}, "some.npz");
}

Dataset counting(std::size_t samples) {
    std::vector<float> values;
    for (std::size_t i = 0; i < samples; ++i)
        values.push_back(static_cast<float>(i));
    return dataOf(values);
}

std::vector<candidates::InputSpec> input() {
    return {{"x", ElementType::Float, {ir::Dim::known(1), ir::Dim::known(1)}}};
}

std::set<float> valuesOf(const Dataset& data) {
    const auto values = data.array("x")->toFloats();
    return {values->begin(), values->end()};
}

bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace

class TestDataCheck : public QObject {
    Q_OBJECT

  private slots:
    void dataWithoutNumbersAreNamed() {
        const auto checked = checkNumbers(dataOf({kNan, kNan, kNan}), input());
        QVERIFY(!checked);
        QCOMPARE(checked.error().code, ErrorCode::InvalidArgument);
        QVERIFY2(holds(checked.error().message, "some.npz: all 3 values for the input \"x\""),
                 checked.error().message.c_str());
    }

    void someNanAreASentence() {
        const auto checked = checkNumbers(dataOf({1, kNan, 3, INFINITY}), input());
        QVERIFY(checked);
        QVERIFY2(holds(*checked, "2 of 4 values for the input \"x\""), checked->c_str());
        QCOMPARE(*checkNumbers(dataOf({1, 2}), input()), std::string());
    }

    void aQuarterIsHeldOut() {
        const auto divided = holdOut(counting(64), std::nullopt);
        QVERIFY(divided);
        QCOMPARE(divided->calibration.sampleCount(), std::size_t{48});
        QCOMPARE(divided->heldOut.sampleCount(), std::size_t{16});
        std::set<float> all = valuesOf(divided->calibration);
        const std::set<float> held = valuesOf(divided->heldOut);
        for (const float value : held)
            QVERIFY(!all.contains(value));
        all.insert(held.begin(), held.end());
        QCOMPARE(all.size(), std::size_t{64});
    }

    void whatCalibrationDoesNotUseIsHeldOut() {
        const auto divided = holdOut(counting(10), 7);
        QVERIFY(divided);
        QCOMPARE(divided->calibration.sampleCount(), std::size_t{7});
        QCOMPARE(valuesOf(divided->heldOut), (std::set<float>{7, 8, 9}));
        // All of them asked for calibration: then a part of these.
        QCOMPARE(holdOut(counting(8), 8)->heldOut.sampleCount(), std::size_t{2});
    }

    void fewSamplesAreDividedToo() {
        for (const std::size_t samples : {2u, 3u}) {
            const auto divided = holdOut(counting(samples), std::nullopt);
            QVERIFY(divided);
            QCOMPARE(divided->heldOut.sampleCount(), std::size_t{1});
            QCOMPARE(divided->calibration.sampleCount(), samples - 1);
        }
        QVERIFY(!holdOut(counting(1), std::nullopt));
    }

    void unreadableFilesAreTheUsersMistake() {
        const auto dir = TemporaryDirectory::create("mi-data");
        QVERIFY(dir);
        const fs::path text = dir->path() / "notes.yaml";
        QVERIFY(writeFileAtomically(text, "no data"));
        const auto other = openData(text, {});
        QVERIFY(!other);
        QCOMPARE(other.error().code, ErrorCode::InvalidArgument);
        const auto missing = openData(dir->path() / "none.npz", {});
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
        QVERIFY2(!holds(missing.error().hint, "deployment"), missing.error().hint.c_str());
        const auto named = openData(dir->path() / "none.npz", "a/job.yaml");
        QVERIFY(!named);
        QVERIFY2(holds(named.error().hint, "a/job.yaml"), named.error().hint.c_str());
    }
};

QTEST_GUILESS_MAIN(TestDataCheck)
#include "tst_data_check.moc"
