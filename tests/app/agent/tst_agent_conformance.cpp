// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The operator tests of the package libonnx-testdata, run through the agent and compared with their
// stored outputs: tensors of every type arrive whole and come back whole.
#include "base/file.h"
#include "execution/agent_executor.h"
#include "support/agent_models.h"
#include "support/paths.h"

#include <QtTest>

#include <cmath>
#include <cstring>

#include <fmt/format.h>

using namespace metainfer;
using namespace metainfer::test;

namespace fs = std::filesystem;

namespace {

/// One field of a protobuf message.
struct Field {
    int number = 0;
    std::uint64_t value = 0;  ///< of a varint
    std::string_view content; ///< of a length-delimited or fixed field
    bool isVarint = false;
};

class FieldReader {
  public:
    explicit FieldReader(std::string_view bytes)
        : m_rest(bytes) {}
    bool next(Field& field) {
        if (m_rest.empty())
            return false;
        const std::uint64_t key = varint();
        field = {static_cast<int>(key >> 3), 0, {}, (key & 7) == 0};
        if (field.isVarint) {
            field.value = varint();
            return true;
        }
        const std::uint64_t size = (key & 7) == 2 ? varint() : (key & 7) == 1 ? 8 : 4;
        field.content = m_rest.substr(0, size);
        m_rest.remove_prefix(std::min<std::size_t>(size, m_rest.size()));
        return true;
    }

    static std::uint64_t takeVarint(std::string_view& bytes) {
        std::uint64_t value = 0;
        for (int shift = 0; !bytes.empty(); shift += 7) {
            const auto byte = static_cast<unsigned char>(bytes.front());
            bytes.remove_prefix(1);
            value |= static_cast<std::uint64_t>(byte & 127) << shift;
            if (byte < 128)
                break;
        }
        return value;
    }

  private:
    std::uint64_t varint() { return takeVarint(m_rest); }
    std::string_view m_rest;
};

/// Integers of a repeated field, packed or not.
void takeIntegers(const Field& field, std::vector<std::int64_t>& into) {
    if (field.isVarint) {
        into.push_back(static_cast<std::int64_t>(field.value));
        return;
    }
    for (std::string_view rest = field.content; !rest.empty();)
        into.push_back(static_cast<std::int64_t>(FieldReader::takeVarint(rest)));
}

/// A TensorProto, whichever of its fields holds the values; field numbers as in onnx.proto.
NamedTensor readTensorProto(const std::string& bytes) {
    NamedTensor named;
    HostTensor& tensor = named.tensor;
    std::string raw;
    std::vector<std::int64_t> integers;
    Field field;
    for (FieldReader reader(bytes); reader.next(field);) {
        if (field.number == 1)
            takeIntegers(field, tensor.dims);
        else if (field.number == 2)
            tensor.type = static_cast<ElementType>(field.value);
        else if (field.number == 6)
            tensor.strings.emplace_back(field.content);
        else if (field.number == 8)
            named.name = field.content;
        else if (field.number == 4 || field.number == 9 || field.number == 10)
            raw += field.content;
        else if (field.number == 5 || field.number == 7 || field.number == 11)
            takeIntegers(field, integers);
    }
    const auto size = static_cast<std::size_t>(elementBits(tensor.type)) / 8;
    for (const std::int64_t value : integers)
        raw.append(reinterpret_cast<const char*>(&value), size); // little-endian
    const auto view = std::as_bytes(std::span(raw));
    if (tensor.type != ElementType::String)
        tensor.bytes = std::make_shared<const std::vector<std::byte>>(view.begin(), view.end());
    return named;
}

/// input_0.pb, input_1.pb, … of a data set.
std::vector<NamedTensor> readSet(const fs::path& folder, const std::string& kind) {
    std::vector<NamedTensor> tensors;
    for (int i = 0;; ++i) {
        const auto bytes = readTextFile(folder / (kind + "_" + std::to_string(i) + ".pb"));
        if (!bytes)
            return tensors;
        tensors.push_back(readTensorProto(*bytes));
    }
}

bool isClose(float a, float b) {
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && std::isnan(b);
    return a == b || std::abs(a - b) <= 1e-3f + 1e-3f * std::abs(b);
}

bool isSame(const HostTensor& got, const HostTensor& expected) {
    if (got.type != expected.type || got.dims != expected.dims || got.strings != expected.strings)
        return false;
    if (got.type == ElementType::String)
        return true;
    if (!isFloatingPoint(got.type))
        return *got.bytes == *expected.bytes;
    const auto a = got.toFloats(), b = expected.toFloats();
    return a && b && std::equal(a->begin(), a->end(), b->begin(), b->end(), isClose);
}

enum class Outcome { Same, Refused, Different, Broken };

struct Verdict {
    Outcome outcome = Outcome::Broken;
    std::string text;
};

/// Errors that say what this runtime or this test cannot do; any other one is a defect of ours.
bool isRefusal(ErrorCode code) {
    return code == ErrorCode::Unsupported || code == ErrorCode::VersionMismatch ||
           code == ErrorCode::InvalidModel || code == ErrorCode::InvalidArgument;
}

} // namespace

/// Where ONNX Runtime or the package's data differ from the definition by themselves.
bool mayDiffer(const std::string& name) {
    for (const char* part : {
             "bernoulli",
             "dropout",
             "random",          // random by definition
             "BFLOAT16",        // stored as uint16 in this package
             "FLOAT_to_STRING", // another spelling of the same numbers
             "align_corners",   // the definition changed for sizes that round
             "maxunpool_export_with_output_shape",
         })
        if (name.find(part) != name.npos)
            return true;
    return false;
}

class TestAgentConformance : public QObject {
    Q_OBJECT

    std::shared_ptr<AgentExecutor> m_executor;

    Verdict check(const fs::path& folder) {
        const fs::path data = folder / "test_data_set_0";
        SessionOptions options;
        options.threads = 1;
        const auto types = m_executor->types(folder / "model.onnx", {}, {});
        if (!types)
            return {isRefusal(types.error().code) ? Outcome::Refused : Outcome::Broken,
                    types.error().text()};
        std::vector<NamedTensor> inputs = readSet(data, "input");
        for (std::size_t i = 0; i < std::min(inputs.size(), types->inputs.size()); ++i) {
            if (!types->inputs[i].isTensor)
                return {Outcome::Refused, "not a tensor"};
            inputs[i].name = types->inputs[i].name;
        }
        const auto outputs = m_executor->run(folder / "model.onnx", options, inputs, {}, {}, {});
        if (!outputs)
            return {isRefusal(outputs.error().code) ? Outcome::Refused : Outcome::Broken,
                    outputs.error().text()};
        const std::vector<NamedTensor> expected = readSet(data, "output");
        for (std::size_t i = 0; i < std::min(outputs->size(), expected.size()); ++i)
            if (!isSame((*outputs)[i].tensor, expected[i].tensor))
                return {Outcome::Different, (*outputs)[i].name};
        return {Outcome::Same, {}};
    }

  private slots:
    void initTestCase() {
        qputenv("METAINFER_AGENT", (binDir() / "metainfer-agent").c_str());
        auto executor = makeLocalExecutor();
        QVERIFY2(executor.has_value(), executor ? "" : executor.error().text().c_str());
        m_executor = *executor;
    }

    void storedOutputsAreReached() {
        const auto data = onnxTestData();
        if (!data)
            QSKIP("the package libonnx-testdata is not installed");
        std::map<Outcome, int> counts;
        std::string wrong;
        for (const auto& entry : fs::directory_iterator(*data / "node")) {
            if (!fs::exists(entry.path() / "test_data_set_0"))
                continue;
            const Verdict verdict = check(entry.path());
            ++counts[verdict.outcome];
            const std::string name = entry.path().filename().string();
            if (verdict.outcome != Outcome::Same && qEnvironmentVariableIsSet("MI_TEST_VERBOSE"))
                qInfo("%s: %d %s", name.c_str(), static_cast<int>(verdict.outcome),
                      verdict.text.c_str());
            if (verdict.outcome == Outcome::Broken ||
                (verdict.outcome == Outcome::Different && !mayDiffer(name)))
                wrong += fmt::format("{} {}; ", name, verdict.text);
        }
        QVERIFY2(wrong.empty(), wrong.c_str());
        qInfo("%d as stored, %d refused, %d random or odd", counts[Outcome::Same],
              counts[Outcome::Refused], counts[Outcome::Different]);
        QVERIFY(counts[Outcome::Same] > 700);
    }
};

QTEST_GUILESS_MAIN(TestAgentConformance)
#include "tst_agent_conformance.moc"
