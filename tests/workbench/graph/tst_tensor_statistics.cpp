// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Statistics of constants: against numbers worked out by hand, for every width, for broken content.
#include "graph/tensor_statistics.h"

#include "candidates/data/npy.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

using namespace metainfer;
using namespace metainfer::widgets;

class TensorStatisticsTest : public QObject {
    Q_OBJECT

  private slots:
    void momentsAndExtremes();
    void histogramCountsEverything();
    void notFiniteValuesAreCountedApart();
    void constantTensorHasOneBin();
    void narrowTypes();
    void manyPiecesGiveTheSame();
    void stringsAreRefused();
    void cancelling();
    void npyIsReadBack();
    void typesThatNumpyLacksBecomeFloats();
};

void TensorStatisticsTest::momentsAndExtremes() {
    const std::vector<float> values{-2, 0, 0, 4, 3};
    const auto s = tensorStatistics(ir::TensorData::fromFloats({5}, values));
    QVERIFY(s);
    QCOMPARE(s->type, std::string("float32[5]"));
    QCOMPARE(s->count, 5u);
    QCOMPARE(s->bytes, 20u);
    QCOMPARE(s->zeros, 2u);
    QCOMPARE(s->minimum, -2.0);
    QCOMPARE(s->maximum, 4.0);
    QCOMPARE(s->absoluteMaximum, 4.0);
    QCOMPARE(s->mean, 1.0);
    QCOMPARE(s->deviation, std::sqrt((9 + 1 + 1 + 9 + 4) / 5.0));
    QCOMPARE(s->first, (std::vector<double>{-2, 0, 0, 4, 3}));
    QCOMPARE(s->zeroShare(), 0.4);
}

void TensorStatisticsTest::histogramCountsEverything() {
    std::vector<float> values(1000);
    std::iota(values.begin(), values.end(), 0.f);
    const auto s = tensorStatistics(ir::TensorData::fromFloats({10, 100}, values), 10);
    QVERIFY(s);
    QCOMPARE(s->histogram.size(), std::size_t{10});
    QCOMPARE(std::accumulate(s->histogram.begin(), s->histogram.end(), std::uint64_t{0}), 1000u);
    for (const std::uint64_t bin : s->histogram)
        QVERIFY2(bin >= 99 && bin <= 101, qPrintable(QString::number(bin)));
    QCOMPARE(s->low, 0.0);
    QCOMPARE(s->high, 999.0);
    QCOMPARE(s->first.size(), std::size_t{64});
}

void TensorStatisticsTest::notFiniteValuesAreCountedApart() {
    const float inf = std::numeric_limits<float>::infinity();
    const std::vector<float> values{1, inf, -inf, std::nanf(""), 3};
    const auto s = tensorStatistics(ir::TensorData::fromFloats({5}, values));
    QVERIFY(s);
    QCOMPARE(s->notFinite, 3u);
    QCOMPARE(s->mean, 2.0);
    QCOMPARE(s->maximum, 3.0);
    QCOMPARE(std::accumulate(s->histogram.begin(), s->histogram.end(), std::uint64_t{0}), 2u);
    const std::vector<float> none{inf};
    const auto empty = tensorStatistics(ir::TensorData::fromFloats({1}, none));
    QVERIFY(empty && empty->histogram.empty());
}

void TensorStatisticsTest::constantTensorHasOneBin() {
    const std::vector<float> values(7, 5.f);
    const auto s = tensorStatistics(ir::TensorData::fromFloats({7}, values), 4);
    QVERIFY(s);
    QCOMPARE(s->histogram.front(), 7u);
    QCOMPARE(s->deviation, 0.0);
}

void TensorStatisticsTest::narrowTypes() {
    // 4-bit: the low half of a byte comes first; -8 … 7.
    const auto four =
        ir::TensorData::fromBytes(ElementType::Int4, {3}, {std::byte{0x78}, std::byte{0x01}});
    const auto s = tensorStatistics(four);
    QVERIFY2(s, s ? "" : s.error().text().c_str());
    QCOMPARE(s->count, 3u);
    QCOMPARE(s->first, (std::vector<double>{-8, 7, 1}));
    const auto bytes =
        ir::TensorData::fromBytes(ElementType::Int8, {2}, {std::byte{0xff}, std::byte{2}});
    QCOMPARE(tensorStatistics(bytes)->minimum, -1.0);
    const double wide = 1e300; // would be infinite as a float
    std::vector<std::byte> raw(8);
    std::memcpy(raw.data(), &wide, 8);
    QCOMPARE(tensorStatistics(ir::TensorData::fromBytes(ElementType::Double, {1}, raw))->maximum,
             wide);
}

void TensorStatisticsTest::manyPiecesGiveTheSame() {
    // More than a piece of 1 MiB, and 3-element rows so that nothing is aligned with it.
    std::vector<float> values(3 * 200'001);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i % 7);
    const auto s = tensorStatistics(
        ir::TensorData::fromFloats({3, static_cast<std::int64_t>(values.size() / 3)}, values), 7);
    QVERIFY(s);
    QCOMPARE(s->count, static_cast<std::uint64_t>(values.size()));
    QVERIFY(std::abs(s->mean - 3) < 1e-4);
    QCOMPARE(s->maximum, 6.0);
}

void TensorStatisticsTest::stringsAreRefused() {
    const auto s = tensorStatistics(ir::TensorData::fromStrings({1}, {"a"}));
    QVERIFY(!s);
    QCOMPARE(s.error().code, ErrorCode::Unsupported);
    QVERIFY(s.error().message.find("string") != std::string::npos);
}

void TensorStatisticsTest::cancelling() {
    const std::vector<float> values(100, 1.f);
    CancellationToken cancel;
    cancel.cancel();
    const auto s = tensorStatistics(ir::TensorData::fromFloats({100}, values), 8, cancel);
    QVERIFY(!s);
    QCOMPARE(s.error().code, ErrorCode::Cancelled);
}

void TensorStatisticsTest::npyIsReadBack() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("w.npy").toStdString();
    const std::vector<std::int64_t> values{1, -2, 3, 4, 5, 6};
    QVERIFY(exportNpy(ir::TensorData::fromInt64s({2, 3}, values), file));
    const auto back = candidates::readNpy(file);
    QVERIFY2(back, back ? "" : back.error().text().c_str());
    QCOMPARE(back->type, ElementType::Int64);
    QCOMPARE(back->dims, (std::vector<std::int64_t>{2, 3}));
    QCOMPARE(*back->toInt64s(), values);
}

void TensorStatisticsTest::typesThatNumpyLacksBecomeFloats() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("w.npy").toStdString();
    const std::uint16_t half = floatToBfloat16(1.5f);
    std::vector<std::byte> raw(2);
    std::memcpy(raw.data(), &half, 2);
    QVERIFY(exportNpy(ir::TensorData::fromBytes(ElementType::BFloat16, {1}, raw), file));
    const auto back = candidates::readNpy(file);
    QVERIFY(back);
    QCOMPARE(back->type, ElementType::Float);
    QCOMPARE(back->toFloats()->front(), 1.5f);
    QVERIFY(!exportNpy(ir::TensorData::fromStrings({1}, {"a"}), file));
}

QTEST_GUILESS_MAIN(TensorStatisticsTest)
#include "tst_tensor_statistics.moc"
