// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// NumPy files, data sets, feeds and random samples.
#include "base/file.h"
#include "candidates/data/dataset.h"
#include "candidates/data/npy.h"

#include <QtTest/QTest>

#include <cstring>
#include <zlib.h>

using namespace metainfer;
using namespace metainfer::candidates;
namespace fs = std::filesystem;

class TestDataset : public QObject {
    Q_OBJECT

  private:
    static std::string npy(const std::string& descr, const std::string& shape,
                           const std::string& data, bool fortran = false) {
        std::string header = "{'descr': '" + descr +
                             "', 'fortran_order': " + (fortran ? "True" : "False") +
                             ", 'shape': " + shape + ", }";
        header.append(63 - (10 + header.size()) % 64, ' ');
        header += '\n';
        std::string out("\x93NUMPY\x01\x00", 8);
        out += static_cast<char>(header.size() & 0xff);
        out += static_cast<char>(header.size() >> 8);
        return out + header + data;
    }

    template <typename T>
    static std::string raw(const std::vector<T>& values) {
        return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
    }

    static Result<HostTensor> parse(const std::string& content) {
        return parseNpy(std::as_bytes(std::span(content)), "test.npy");
    }

    static void put(std::string& out, std::uint64_t value, int bytes) {
        for (int i = 0; i < bytes; ++i)
            out += static_cast<char>(value >> (8 * i));
    }

    static std::string deflated(const std::string& content) {
        z_stream stream{};
        deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
        std::string out(deflateBound(&stream, content.size()), '\0');
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
        stream.avail_in = static_cast<uInt>(content.size());
        stream.next_out = reinterpret_cast<Bytef*>(out.data());
        stream.avail_out = static_cast<uInt>(out.size());
        deflate(&stream, Z_FINISH);
        out.resize(stream.total_out);
        deflateEnd(&stream);
        return out;
    }

    /// A ZIP archive as numpy.savez (stored) or numpy.savez_compressed (deflated) writes it.
    static std::string npz(const std::vector<std::pair<std::string, std::string>>& members,
                           bool compressed) {
        std::string out, directory;
        for (const auto& [name, content] : members) {
            const std::string packed = compressed ? deflated(content) : content;
            const auto crc = crc32(0, reinterpret_cast<const Bytef*>(content.data()),
                                   static_cast<uInt>(content.size()));
            std::string common;
            put(common, 20, 2), put(common, 0, 2), put(common, compressed ? 8 : 0, 2);
            put(common, 0, 4), put(common, crc, 4), put(common, packed.size(), 4);
            put(common, content.size(), 4), put(common, name.size(), 2), put(common, 0, 2);
            put(directory, 0x02014b50, 4), put(directory, 20, 2);
            directory += common;
            put(directory, 0, 2), put(directory, 0, 2), put(directory, 0, 2);
            put(directory, 0, 4), put(directory, out.size(), 4);
            directory += name;
            put(out, 0x04034b50, 4);
            out += common + name + packed;
        }
        const std::size_t at = out.size();
        out += directory;
        put(out, 0x06054b50, 4), put(out, 0, 4), put(out, members.size(), 2);
        put(out, members.size(), 2), put(out, directory.size(), 4), put(out, at, 4), put(out, 0, 2);
        return out;
    }

    static InputSpec spec(const std::string& name, ElementType type, std::vector<int> dims) {
        InputSpec input{name, type, {}, false};
        for (const int dim : dims)
            input.shape.push_back(dim < 0 ? ir::Dim::symbolic("n") : ir::Dim::known(dim));
        return input;
    }

    static Dataset numbers(std::size_t samples, std::vector<std::int64_t> row) {
        std::vector<std::int64_t> dims{static_cast<std::int64_t>(samples)};
        dims.insert(dims.end(), row.begin(), row.end());
        std::size_t count = samples;
        for (const auto d : row)
            count *= static_cast<std::size_t>(d);
        std::vector<float> values(count);
        for (std::size_t i = 0; i < count; ++i)
            values[i] = static_cast<float>(i);
        return *Dataset::fromArrays({{"x", HostTensor::fromFloats(dims, values)}}, "test");
    }

  private slots:
    void readsArraysOfEveryKind() {
        auto a = parse(npy("<f4", "(2, 2)", raw<float>({1, 2, 3, 4})));
        QVERIFY(a);
        QCOMPARE(a->dims, (std::vector<std::int64_t>{2, 2}));
        QCOMPARE(*a->toFloats(), (std::vector<float>{1, 2, 3, 4}));
        auto f = parse(npy("<f4", "(2, 3)", raw<float>({1, 4, 2, 5, 3, 6}), true));
        QCOMPARE(*f->toFloats(), (std::vector<float>{1, 2, 3, 4, 5, 6}));
        auto big = parse(npy(">i2", "(2,)", std::string("\x01\x00\x00\x02", 4)));
        QCOMPARE(*big->toInt64s(), (std::vector<std::int64_t>{256, 2}));
        auto text = parse(npy("<U2", "(2,)", raw<std::uint32_t>({'a', 0, 0x4e2d, 'b'})));
        QCOMPARE(text->strings, (std::vector<std::string>{"a", "\xe4\xb8\xad"
                                                               "b"}));
        auto scalar = parse(npy("<i8", "()", raw<std::int64_t>({7})));
        QVERIFY(scalar->dims.empty());
    }

    void refusesDamagedArrays() {
        QVERIFY(!parse("nonsense that is long enough"));
        QVERIFY(!parse(npy("<f4", "(3,)", raw<float>({1}))));
        QVERIFY(!parse(npy("<f4", "(-3,)", raw<float>({1}))));
        QVERIFY(!parse(npy("<f4", "(4294967296, 4294967296, 4294967296)", raw<float>({1}))));
        QVERIFY(!parse(npy("<c8", "(1,)", raw<double>({1}))));
        // Texts of no width: millions of them would need no byte of the file.
        QVERIFY(!parse(npy("|S0", "(4000000000,)", "")));
        QVERIFY(!parse(npy("<U0", "(65536, 65536)", "")));
        const auto cut = npy("<f4", "(1,)", raw<float>({1})).substr(0, 40);
        QVERIFY(!parse(cut));
    }

    void writesWhatItReads() {
        const auto folder = TemporaryDirectory::create("tst_dataset");
        const auto tensor = HostTensor::fromFloats({2, 1, 2}, std::vector<float>{1, -2, 3, 0.5f});
        QVERIFY(writeNpy(folder->path() / "a.npy", tensor));
        const auto read = readNpy(folder->path() / "a.npy");
        QVERIFY(read);
        QCOMPARE(read->dims, tensor.dims);
        QCOMPARE(*read->toFloats(), *tensor.toFloats());
    }

    void readsArchivesStoredAndDeflated() {
        const auto folder = TemporaryDirectory::create("tst_dataset");
        const std::vector<float> values(2000, 0.25f);
        const std::vector<std::pair<std::string, std::string>> members{
            {"x.npy", npy("<f4", "(2, 1000)", raw(values))},
            {"labels.npy", npy("<i8", "(2,)", raw<std::int64_t>({3, 4}))}};
        for (const bool compressed : {false, true}) {
            const auto file = folder->path() / (compressed ? "c.npz" : "s.npz");
            QVERIFY(writeFileAtomically(file, npz(members, compressed)));
            const auto dataset = Dataset::open(file);
            QVERIFY2(dataset, dataset ? "" : dataset.error().text().c_str());
            QCOMPARE(dataset->sampleCount(), 2u);
            QCOMPARE(*dataset->array("x")->toFloats(), values);
            QCOMPARE(*dataset->array("labels")->toInt64s(), (std::vector<std::int64_t>{3, 4}));
        }
    }

    void damagedArchivesAreErrors() {
        const auto folder = TemporaryDirectory::create("tst_dataset");
        const std::string good = npz({{"x.npy", npy("<f4", "(1,)", raw<float>({1}))}}, true);
        const auto file = folder->path() / "bad.npz";
        for (std::size_t cut = 0; cut < good.size(); cut += 7) {
            QVERIFY(writeFileAtomically(file, good.substr(0, cut)));
            QVERIFY(!Dataset::open(file));
        }
        std::string flipped = good;
        flipped[60] = static_cast<char>(flipped[60] ^ 0x55);
        QVERIFY(writeFileAtomically(file, flipped));
        QVERIFY(!Dataset::open(file));
        // A size that no compressed data of this length can have is not even tried.
        std::string vast = good;
        vast.replace(vast.find("PK\x01\x02") + 24, 4, std::string("\x00\x00\x00\x30", 4));
        QVERIFY(writeFileAtomically(file, vast));
        const auto refused = Dataset::open(file);
        QVERIFY(!refused);
        QVERIFY2(refused.error().text().find("an impossible size") != std::string::npos,
                 refused.error().text().c_str());
    }

    void emptyFoldersAndPicturesSaySo() {
        const auto folder = TemporaryDirectory::create("tst_dataset");
        auto empty = Dataset::open(folder->path());
        QVERIFY(!empty);
        QCOMPARE(empty.error().code, ErrorCode::NotFound);
        QVERIFY(writeFileAtomically(folder->path() / "a.png", "x"));
        auto pictures = Dataset::open(folder->path());
        QCOMPARE(pictures.error().code, ErrorCode::Unsupported);
        QCOMPARE(Dataset::open(folder->path() / "none").error().code, ErrorCode::NotFound);
    }

    void foldersPutArchivesOneAfterTheOther() {
        const auto folder = TemporaryDirectory::create("tst_dataset");
        for (const char* name : {"b", "a"})
            QVERIFY(writeFileAtomically(
                folder->path() / (std::string(name) + ".npz"),
                npz({{"x.npy", npy("<f4", "(1, 1)", raw<float>({name[0] == 'a' ? 1.f : 2.f}))}},
                    false)));
        const auto dataset = Dataset::open(folder->path());
        QVERIFY(dataset);
        QCOMPARE(*dataset->array("x")->toFloats(), (std::vector<float>{1, 2}));
    }

    void feedsHaveOneShape() {
        const auto batches = numbers(5, {2}).feeds({spec("x", ElementType::Float, {-1, 2})}, 2);
        QVERIFY(batches);
        QCOMPARE(batches->source.count, 3u);
        QCOMPARE(batches->samplesIn(2), 1u);
        const auto last = batches->source.feed(2);
        QCOMPARE((*last)[0].tensor.dims, (std::vector<std::int64_t>{2, 2}));
        QCOMPARE(*(*last)[0].tensor.toFloats(), (std::vector<float>{8, 9, 8, 9}));
    }

    void feedsConvertTypesAndFindTheOnlyArray() {
        const auto batches = numbers(1, {2}).feeds({spec("tokens", ElementType::Int64, {1, 2})});
        QVERIFY(batches);
        const auto feed = batches->source.feed(0);
        QCOMPARE((*feed)[0].name, std::string("tokens"));
        QCOMPARE(*(*feed)[0].tensor.toInt64s(), (std::vector<std::int64_t>{0, 1}));
    }

    void rowsMayBeWholeInputs() {
        const auto batches = numbers(3, {4, 2}).feeds({spec("x", ElementType::Float, {4, 2})});
        QVERIFY(batches);
        const auto feed = batches->source.feed(1);
        QCOMPARE((*feed)[0].tensor.dims, (std::vector<std::int64_t>{4, 2}));
        QCOMPARE((*(*feed)[0].tensor.toFloats())[0], 8.f);
    }

    void mismatchesNameArrayAndExpectation() {
        const auto dataset = numbers(3, {4});
        auto wrong = dataset.feeds({spec("x", ElementType::Float, {-1, 5})});
        QVERIFY(!wrong);
        QVERIFY(wrong.error().message.find("float32[3,4]") != std::string::npos);
        QVERIFY(wrong.error().message.find("5") != std::string::npos);
        QVERIFY(!dataset.feeds({spec("x", ElementType::Float, {2, 4})}, 1));
        auto missing = dataset.feeds(
            {spec("x", ElementType::Float, {-1, 4}), spec("mask", ElementType::Float, {-1, 4})});
        QVERIFY(!missing);
        QVERIFY(missing.error().message.find("mask") != std::string::npos);
        auto uneven =
            Dataset::fromArrays({{"a", HostTensor::fromFloats({1}, std::vector<float>{1})},
                                 {"b", HostTensor::fromFloats({2}, std::vector<float>{1, 2})}},
                                "uneven");
        QVERIFY(!uneven);
    }

    void randomSamplesRepeatAndStayInRange() {
        const std::vector<InputSpec> inputs{spec("ids", ElementType::Int64, {-1, 8}),
                                            spec("x", ElementType::Float, {1, 3})};
        const std::map<std::string, GeneratorSpec> generators{{"ids", {{}, 5, 9, false}},
                                                              {"x", {{}, -1, 1, true}}};
        const auto a = generateDataset(inputs, generators, 16, 7);
        const auto b = generateDataset(inputs, generators, 16, 7);
        const auto c = generateDataset(inputs, generators, 16, 8);
        QVERIFY(a && b && c);
        QCOMPARE(a->hash(), b->hash());
        QVERIFY(a->hash() != c->hash());
        bool low = false, high = false;
        const auto ids = a->array("ids")->toInt64s();
        for (const auto id : *ids) {
            QVERIFY(id >= 5 && id <= 9);
            low = low || id == 5;
            high = high || id == 9;
        }
        QVERIFY(low && high);
        const auto xs = a->array("x")->toFloats();
        for (const float x : *xs)
            QVERIFY(x >= -1 && x <= 1);
        auto unknown = generateDataset({spec("x", ElementType::Float, {1, -1})}, {}, 1, 1);
        QVERIFY(!unknown);
        QVERIFY(unknown.error().message.find("axis 1") != std::string::npos);
    }

    void conversionsClampAndRound() {
        const auto floats =
            HostTensor::fromFloats({4}, std::vector<float>{-1.5f, 2.5f, 300, 1e20f});
        QCOMPARE(*convertTo(floats, ElementType::UInt8)->toInt64s(),
                 (std::vector<std::int64_t>{0, 2, 255, 255}));
        const auto ints = HostTensor::fromInt64s({2}, std::vector<std::int64_t>{-1, 1000});
        QCOMPARE(*convertTo(ints, ElementType::Int8)->toInt64s(),
                 (std::vector<std::int64_t>{-1, 127}));
        QCOMPARE(*convertTo(ints, ElementType::Float16)->toFloats(),
                 (std::vector<float>{-1, 1000}));
        QVERIFY(!convertTo(ints, ElementType::String));
    }
};

QTEST_GUILESS_MAIN(TestDataset)
#include "tst_dataset.moc"
