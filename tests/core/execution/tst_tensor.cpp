// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Element types, conversions and tensor files.
#include "base/file.h"
#include "execution/tensor.h"
#include "execution/tensor_file.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace metainfer;

namespace {

HostTensor bytesTensor(ElementType type, std::vector<std::int64_t> dims,
                       std::initializer_list<int> values) {
    std::vector<std::byte> bytes;
    for (const int value : values)
        bytes.push_back(static_cast<std::byte>(value));
    return HostTensor::fromBytes(type, std::move(dims), std::move(bytes)).value();
}

} // namespace

class TestTensor : public QObject {
    Q_OBJECT

  private slots:
    void namesRoundTrip() {
        for (int number = 1; number <= 23; ++number) {
            const auto type = static_cast<ElementType>(number);
            QVERIFY(elementTypeName(type) != "undefined");
            QVERIFY(elementTypeFromName(elementTypeName(type)) == type);
        }
        QVERIFY(elementTypeFromName("fp16") == ElementType::Float16);
        QVERIFY(!elementTypeFromName("float31"));
        QCOMPARE(elementTypeName(static_cast<ElementType>(99)), "undefined");
    }

    void packedSizes() {
        QCOMPARE(packedBytes(ElementType::Int4, 5), 3u);
        QCOMPARE(packedBytes(ElementType::Float, 5), 20u);
        QCOMPARE(packedBytes(ElementType::String, 5), 0u);
        QCOMPARE(packedBytes(ElementType::Complex128, 2), 32u);
    }

    void halfIsExactForEveryPattern() {
        for (unsigned bits = 0; bits < 0x10000; ++bits) {
            const auto half = static_cast<std::uint16_t>(bits);
            const float value = halfToFloat(half);
            if (std::isnan(value))
                QVERIFY(std::isnan(halfToFloat(floatToHalf(value))));
            else
                QCOMPARE(floatToHalf(value), half);
        }
    }

    void halfRoundsToNearestEven() {
        QCOMPARE(floatToHalf(1.0f + 0x1p-11f), 0x3c00);     // tie, down to even
        QCOMPARE(floatToHalf(1.0f + 3 * 0x1p-11f), 0x3c02); // tie, up to even
        QCOMPARE(floatToHalf(65519.0f), 0x7bff);
        QCOMPARE(floatToHalf(65520.0f), 0x7c00);
        QCOMPARE(floatToHalf(0x1p-25f), 0x0000); // tie with zero
        QCOMPARE(floatToHalf(0x1.8p-25f), 0x0001);
        QCOMPARE(floatToHalf(-0.0f), 0x8000);
    }

    void bfloat16Rounds() {
        QCOMPARE(bfloat16ToFloat(0x3f80), 1.0f);
        QCOMPARE(floatToBfloat16(1.0f + 0x1p-8f), 0x3f80);
        QCOMPARE(floatToBfloat16(1.0f + 3 * 0x1p-8f), 0x3f82);
        QVERIFY(
            std::isnan(bfloat16ToFloat(floatToBfloat16(std::numeric_limits<float>::quiet_NaN()))));
    }

    void smallTypesToFloats() {
        // Values from the definitions of the formats (OCP 8-bit floating point, ONNX float8).
        const auto check = [](ElementType type, int bits, float expected) {
            const auto values = bytesTensor(type, {1}, {bits}).toFloats();
            QVERIFY(values.has_value());
            QCOMPARE((*values)[0], expected);
        };
        check(ElementType::Float8E4M3FN, 0x7e, 448.0f);
        check(ElementType::Float8E4M3FN, 0x01, 0x1p-9f);
        check(ElementType::Float8E4M3FNUZ, 0x7f, 240.0f);
        check(ElementType::Float8E5M2, 0x7b, 57344.0f);
        check(ElementType::Float8E5M2, 0xfc, -std::numeric_limits<float>::infinity());
        check(ElementType::Float8E5M2FNUZ, 0x7f, 57344.0f);
        const auto nan = bytesTensor(ElementType::Float8E4M3FNUZ, {1}, {0x80}).toFloats();
        QVERIFY(std::isnan((*nan)[0]));
    }

    void fourBitIsUnpackedLowNibbleFirst() {
        const HostTensor tensor = bytesTensor(ElementType::Int4, {3}, {0x8f, 0x07});
        QCOMPARE(tensor.toInt64s().value(), (std::vector<std::int64_t>{-1, -8, 7}));
        const HostTensor small = bytesTensor(ElementType::Float4E2M1, {2}, {0xa7});
        QCOMPARE(small.toFloats().value(), (std::vector<float>{6.0f, -1.0f}));
    }

    void wrongSizeIsRefused() {
        const auto tensor =
            HostTensor::fromBytes(ElementType::Float, {2, 2}, std::vector<std::byte>(15));
        QVERIFY(!tensor);
        QCOMPARE(tensor.error().code, ErrorCode::InvalidArgument);
        QVERIFY(tensor.error().message.find("16") != std::string::npos);
        HostTensor text;
        text.type = ElementType::String;
        QCOMPARE(text.toFloats().error().code, ErrorCode::Unsupported);
    }

    void fileRoundTrip() {
        const auto folder = TemporaryDirectory::create("tensors").value();
        const std::filesystem::path path = folder.path() / "t";
        HostTensor text;
        text.type = ElementType::String;
        text.dims = {2, 1};
        text.strings = {"", "grün\0x"};
        const std::vector<float> values = {1.5f, -2.0f};
        const std::vector<NamedTensor> written = {
            {"floats", HostTensor::fromFloats({1, 2}, values)},
            {"text", text},
            {"empty", HostTensor::fromFloats({0, 3}, {})},
            {"nibbles", bytesTensor(ElementType::UInt4, {3}, {0x21, 0x03})}};
        QVERIFY(writeTensorFile(path, written));
        const auto read = readTensorFile(path);
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QCOMPARE(read->size(), written.size());
        for (std::size_t i = 0; i < written.size(); ++i) {
            QCOMPARE((*read)[i].name, written[i].name);
            QCOMPARE((*read)[i].tensor.dims, written[i].tensor.dims);
            QCOMPARE((*read)[i].tensor.strings, written[i].tensor.strings);
            if (written[i].tensor.bytes)
                QCOMPARE(*(*read)[i].tensor.bytes, *written[i].tensor.bytes);
        }
    }

    void damagedFilesAreErrors() {
        const auto folder = TemporaryDirectory::create("tensors").value();
        const std::filesystem::path path = folder.path() / "t";
        const std::vector<float> values(1000, 1.0f);
        QVERIFY(writeTensorFile(
            path, std::vector<NamedTensor>{{"a", HostTensor::fromFloats({1000}, values)}}));
        const std::string whole = readTextFile(path).value();
        for (const std::size_t length : {std::size_t{0}, std::size_t{7}, std::size_t{15},
                                         std::size_t{40}, whole.size() - 2000}) {
            QVERIFY(writeFileAtomically(path, whole.substr(0, length)));
            const auto read = readTensorFile(path);
            QVERIFY(!read);
            QCOMPARE(read.error().code, ErrorCode::InvalidArgument);
            QVERIFY2(read.error().text().find(path.string()) != std::string::npos,
                     read.error().text().c_str());
        }
    }

    void aDamagedTextTensorNamesItselfAndItsFile() {
        const auto folder = TemporaryDirectory::create("tensors").value();
        const std::filesystem::path path = folder.path() / "t";
        HostTensor text;
        text.type = ElementType::String;
        text.dims = {1};
        text.strings = {"word"};
        QVERIFY(writeTensorFile(path, std::vector<NamedTensor>{{"labels", text}}));
        std::string whole = readTextFile(path).value();
        whole[whole.rfind("word") - 8] = '\x7f'; // the string's length
        QVERIFY(writeFileAtomically(path, whole));
        const auto read = readTensorFile(path);
        QVERIFY(!read);
        const std::string said = read.error().text();
        QVERIFY2(said.find("`labels` of " + path.string()) != std::string::npos, said.c_str());
    }

    void aFailedWriteNamesTheFile() {
        const std::vector<NamedTensor> tensors = {
            {"x", HostTensor::fromFloats({1}, std::vector<float>{1.0f})}};
        const Status full = writeTensorFile("/dev/full", tensors);
        QVERIFY(!full);
        QCOMPARE(full.error().code, ErrorCode::NoSpace);
        QVERIFY(full.error().message.starts_with("cannot write tensors to /dev/full: "));
        QVERIFY(!full.error().hint.empty());
        const Status nowhere = writeTensorFile("/nonexistent/folder/t", tensors);
        QCOMPARE(nowhere.error().code, ErrorCode::NotFound);
        QVERIFY(nowhere.error().message.find("/nonexistent/folder/t") != std::string::npos);
    }

    void memoryFileIsReadByItsPath() {
        const auto file = MemoryFile::create("test").value();
        const std::vector<float> values = {3.0f};
        QVERIFY(writeTensorFile(
            file.path(), std::vector<NamedTensor>{{"x", HostTensor::fromFloats({1}, values)}}));
        QCOMPARE(readTensorFile(file.path()).value()[0].tensor.as<float>()[0], 3.0f);
    }
};

QTEST_GUILESS_MAIN(TestTensor)
#include "tst_tensor.moc"
