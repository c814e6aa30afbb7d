// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Running models through the agent: values, types, statistics, library versions.
#include "base/file.h"
#include "execution/agent_executor.h"
#include "support/agent_models.h"
#include "support/paths.h"

#include <QtTest>

#include <cmath>
#include <set>

using namespace metainfer;
using namespace metainfer::test;

class TestAgentRun : public QObject {
    Q_OBJECT

    std::shared_ptr<AgentExecutor> m_executor;
    std::optional<TemporaryDirectory> m_folder;

    std::filesystem::path path(const char* name) const { return m_folder->path() / name; }
    Result<std::vector<NamedTensor>> run(const std::filesystem::path& model,
                                         const std::vector<NamedTensor>& inputs,
                                         const SessionOptions& options = {},
                                         const std::vector<std::string>& outputs = {}) {
        return m_executor->run(model, options, inputs, outputs, {}, {});
    }

  private slots:
    void initTestCase() {
        qputenv("METAINFER_AGENT", (binDir() / "metainfer-agent").c_str());
        auto executor = makeLocalExecutor();
        QVERIFY2(executor.has_value(), executor ? "" : executor.error().text().c_str());
        m_executor = *executor;
        m_folder = TemporaryDirectory::create("agent-run").value();
    }

    void helloAndInventory() {
        const auto hello = m_executor->client()->hello();
        QVERIFY(hello.has_value());
        QCOMPARE(hello->protocolMajor, kProtocolMajor);
        QVERIFY(hello->defaultMemoryLimit > (64u << 20));
        const auto inventory = m_executor->client()->inventory();
        QVERIFY2(inventory.has_value(), inventory ? "" : inventory.error().text().c_str());
        QVERIFY(inventory->logicalCpus >= 1 && inventory->memoryBytes > 0);
        QVERIFY(!inventory->cpuModel.empty() && !inventory->kernel.empty());
        QVERIFY(!inventory->runtimes.empty());
        for (const RuntimeLibrary& library : inventory->runtimes) {
            QVERIFY2(library.problem.empty(), library.problem.c_str());
            QCOMPARE(library.sha256.size(), 64u);
            QVERIFY(library.runtime != "onnxruntime" || library.version.starts_with("1."));
        }
        QVERIFY(inventory->runtimes.front().isDefault);
    }

    void valuesAreRight() {
        const auto model = affineModel().save(path("affine.onnx"));
        const auto outputs = run(model, {{"x", floats({2, 2}, {1, 0, 0.5f, -1})}});
        QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().text().c_str());
        QCOMPARE(outputs->size(), 1u);
        QCOMPARE((*outputs)[0].name, "y");
        QCOMPARE((*outputs)[0].tensor.dims, (std::vector<std::int64_t>{2, 2}));
        QCOMPARE((*outputs)[0].tensor.toFloats().value(), (std::vector<float>{2, 3, -1.5f, -2.0f}));
    }

    void everyLibraryGivesTheSame() {
        const auto model = affineModel().save(path("versions.onnx"));
        std::set<std::string> versions;
        const auto inventory = m_executor->client()->inventory();
        QVERIFY(inventory.has_value());
        for (const RuntimeLibrary& library : inventory->runtimes)
            if (library.runtime == "onnxruntime")
                versions.insert(library.version);
        for (const std::string& version : versions) {
            SessionOptions options;
            options.runtimeVersion = version;
            const auto outputs = run(model, {{"x", floats({1, 2}, {3, 4})}}, options);
            QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().text().c_str());
            QCOMPARE((*outputs)[0].tensor.toFloats().value(), (std::vector<float>{16, 23}));
            const auto report = m_executor->client()->load({model, options, "affine"}, {}, {});
            QVERIFY(report.has_value());
            QCOMPARE(report->runtimeVersion, version);
            QVERIFY(report->loadUs > 0);
            QCOMPARE(report->librarySha256.size(), 64u);
        }
    }

    void absentVersionSaysWhatThereIs() {
        SessionOptions options;
        options.runtimeVersion = "1.7.2";
        const auto model = affineModel().save(path("absent.onnx"));
        const auto outputs = run(model, {{"x", floats({1, 2}, {3, 4})}}, options);
        QVERIFY(!outputs);
        QCOMPARE(outputs.error().code, ErrorCode::NotFound);
        QVERIFY(outputs.error().message.find("1.7.2") != std::string::npos);
    }

    void typesAreReported() {
        const auto model = affineModel().save(path("types.onnx"));
        const auto types = m_executor->types(model, {}, {});
        QVERIFY2(types.has_value(), types ? "" : types.error().text().c_str());
        QCOMPARE(types->inputs.size(), 1u);
        QCOMPARE(types->inputs[0].dims, (std::vector<std::int64_t>{-1, 2}));
        QCOMPARE(types->inputs[0].symbols, (std::vector<std::string>{"x_0", ""}));
        QVERIFY(types->outputs[0].element == ElementType::Float);
    }

    void scalarsAndUnknownRanksDiffer() {
        const auto scalar =
            GraphWriter()
                .input({"x", ElementType::Float, {3}})
                .output({"y", ElementType::Float, {}})
                .node("ReduceSum", {"x"}, {"y"}, {attribute("keepdims", std::int64_t{0})})
                .save(path("scalar.onnx"));
        const auto types = m_executor->types(scalar, {}, {});
        QVERIFY(types.has_value());
        QVERIFY(types->outputs[0].hasShape && types->outputs[0].dims.empty());
        const auto unknown = GraphWriter()
                                 .input({"x", ElementType::Float, {3}})
                                 .input({"s", ElementType::Int64, {-1}})
                                 .output({"y", ElementType::Float, {}, false})
                                 .node("Reshape", {"x", "s"}, {"y"})
                                 .save(path("unknown.onnx"));
        const auto open = m_executor->types(unknown, {}, {});
        QVERIFY(open.has_value());
        QVERIFY(!open->outputs[0].hasShape);
    }

    void stringsAndSmallTypesPass() {
        HostTensor text;
        text.type = ElementType::String;
        text.dims = {2};
        text.strings = {"one", ""};
        const auto strings = GraphWriter()
                                 .input({"x", ElementType::String, {2}})
                                 .output({"y", ElementType::String, {2}})
                                 .node("Identity", {"x"}, {"y"})
                                 .save(path("strings.onnx"));
        const auto outputs = run(strings, {{"x", text}});
        QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().text().c_str());
        QCOMPARE((*outputs)[0].tensor.strings, text.strings);
        const auto bytes =
            HostTensor::fromBytes(ElementType::Float16, {2},
                                  {std::byte{0}, std::byte{0x3c}, std::byte{0}, std::byte{0xc0}});
        const auto cast = GraphWriter()
                              .input({"x", ElementType::Float16, {2}})
                              .output({"y", ElementType::Float, {2}})
                              .node("Cast", {"x"}, {"y"}, {attribute("to", std::int64_t{1})})
                              .save(path("half.onnx"));
        QCOMPARE(run(cast, {{"x", *bytes}}).value()[0].tensor.toFloats().value(),
                 (std::vector<float>{1, -2}));
    }

    void fourBitTensorsPassPacked() {
        const auto model = GraphWriter()
                               .input({"x", ElementType::Int4, {3}})
                               .output({"y", ElementType::Int8, {3}})
                               .output({"z", ElementType::Int4, {3}})
                               .node("Cast", {"x"}, {"y"}, {attribute("to", std::int64_t{3})})
                               .node("Cast", {"y"}, {"z"}, {attribute("to", std::int64_t{22})})
                               .save(path("int4.onnx"), 21);
        const auto packed =
            HostTensor::fromBytes(ElementType::Int4, {3}, {std::byte{0x8f}, std::byte{0x07}});
        const auto outputs = run(model, {{"x", *packed}});
        QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().text().c_str());
        const std::vector<std::int64_t> expected = {-1, -8, 7};
        QCOMPARE((*outputs)[0].tensor.toInt64s().value(), expected);
        QCOMPARE((*outputs)[1].tensor.toInt64s().value(), expected);
    }

    void sequencesAreRefusedByName() {
        ValueText sequence{"s", ElementType::Float, {2}};
        sequence.isSequence = true;
        const auto model = GraphWriter()
                               .input({"x", ElementType::Float, {2}})
                               .output({"y", ElementType::Float, {2}})
                               .output(sequence)
                               .node("SequenceConstruct", {"x"}, {"s"})
                               .node("Neg", {"x"}, {"y"})
                               .save(path("sequence.onnx"));
        const std::vector<NamedTensor> input = {{"x", floats({2}, {1, 2})}};
        const auto all = run(model, input);
        QVERIFY(!all);
        QCOMPARE(all.error().code, ErrorCode::Unsupported);
        QVERIFY(all.error().message.find("`s`") != std::string::npos);
        QCOMPARE(run(model, input, {}, {"y"}).value()[0].tensor.toFloats().value(),
                 (std::vector<float>{-1, -2}));
        QVERIFY(!m_executor->types(model, {}, {}).value().outputs[1].isTensor);
    }

    void wrongInputsNameThemselves() {
        const auto model = affineModel().save(path("inputs.onnx"));
        const auto missing = run(model, {});
        QCOMPARE(missing.error().code, ErrorCode::InvalidArgument);
        QVERIFY(missing.error().message.find("`x`") != std::string::npos);
        QVERIFY(missing.error().text().find("in `run` of " + model.string()) != std::string::npos);
        const auto wrongType = run(model, {{"x", int64s({1, 2}, {1, 2})}});
        QVERIFY(wrongType.error().message.find("float32") != std::string::npos);
        const auto wrongOutput = run(model, {{"x", floats({1, 2}, {1, 2})}}, {}, {"z"});
        QVERIFY(wrongOutput.error().message.find("`z`") != std::string::npos);
        QCOMPARE(run(path("none.onnx"), {}).error().code, ErrorCode::NotFound);
    }

    void changedFileIsLoadedAgain() {
        const auto first = affineModel().save(path("changing.onnx"));
        const std::vector<NamedTensor> input = {{"x", floats({1, 2}, {1, 1})}};
        QCOMPARE(run(first, input).value()[0].tensor.toFloats().value(),
                 (std::vector<float>{5, 7}));
        affineModel().output({"m", ElementType::Float, {-1, 2}}).save(path("changing.onnx"));
        QCOMPARE(run(first, input).value().size(), 2u);
    }

    void manyRunsKeepTheirOrder() {
        const auto model = affineModel().save(path("many.onnx"));
        const FeedSource feeds{
            50, [](std::size_t i) -> Result<std::vector<NamedTensor>> {
                return std::vector<NamedTensor>{{"x", floats({1, 2}, {static_cast<float>(i), 0})}};
            }};
        std::vector<float> seen;
        const auto status = m_executor->runAll(model, {}, feeds, {"y"},
                                               [&](std::size_t, std::vector<NamedTensor> tensors) {
                                                   seen.push_back(tensors[0].tensor.as<float>()[0]);
                                                   return Status{};
                                               },
                                               {}, {});
        QVERIFY(status.has_value());
        QCOMPARE(seen.size(), 50u);
        for (std::size_t i = 0; i < seen.size(); ++i)
            QCOMPARE(seen[i], static_cast<float>(i + 1));
    }

    void statisticsMatchHandComputedValues() {
        const auto model = GraphWriter()
                               .input({"x", ElementType::Float, {1, 2, 2}})
                               .output({"y", ElementType::Float, {1, 2, 2}})
                               .node("Neg", {"x"}, {"y"})
                               .save(path("neg.onnx"));
        const std::vector<std::vector<float>> samples = {{1, 2, -3, 4}, {0, -8, NAN, INFINITY}};
        const FeedSource feeds{
            2, [&](std::size_t i) -> Result<std::vector<NamedTensor>> {
                return std::vector<NamedTensor>{{"x", floats({1, 2, 2}, samples[i])}};
            }};
        const auto result = m_executor->statistics(model, {}, feeds, {{"y"}, 4}, {}, {});
        QVERIFY2(result.has_value(), result ? "" : result.error().text().c_str());
        const TensorStatistics& y = result->at(0);
        // Finite values of y: -1 -2 3 -4 0 8.
        QCOMPARE(y.name, "y");
        QCOMPARE(y.elements, 6u);
        QCOMPARE(y.nans, 1u);
        QCOMPARE(y.infinities, 1u);
        QCOMPARE(y.min, -4.0);
        QCOMPARE(y.max, 8.0);
        QCOMPARE(y.absMax, 8.0);
        QVERIFY(std::abs(y.mean - 4.0 / 6) < 1e-12);
        QVERIFY(std::abs(y.variance - (94.0 / 6 - 16.0 / 36)) < 1e-12);
        // Bins of width 4 over [-8, 8]: [-8,-4) none, [-4,0) three, [0,4) two, [4,8] one.
        QCOMPARE(y.counts, (std::vector<std::uint64_t>{0, 3, 2, 1}));
        QCOMPARE(y.channelMin, (std::vector<double>{-2, -4}));
        QCOMPARE(y.channelMax, (std::vector<double>{8, 3}));
    }

    void statisticsOverManyBatchesAreOne() {
        const auto model = affineModel().save(path("batches.onnx"));
        const FeedSource feeds{
            100, [](std::size_t i) -> Result<std::vector<NamedTensor>> {
                const auto value = static_cast<float>(i);
                return std::vector<NamedTensor>{{"x", floats({1, 2}, {value, 0})}};
            }};
        const auto result = m_executor->statistics(model, {}, feeds, {{"y"}, 16}, {}, {});
        QVERIFY(result.has_value());
        const TensorStatistics& y = result->at(0);
        QCOMPARE(y.elements, 200u); // i + 1 and 2 i + 1
        QCOMPARE(y.max, 199.0);
        QCOMPARE(y.min, 1.0);
        QVERIFY(std::abs(y.mean - 75.25) < 1e-9);
        std::uint64_t total = 0;
        for (const std::uint64_t count : y.counts)
            total += count;
        QCOMPARE(total, 200u);
    }

    void emptyCalibrationIsAnError() {
        const auto model = affineModel().save(path("empty.onnx"));
        const auto result = m_executor->statistics(model, {}, {}, {{"y"}, 16}, {}, {});
        QCOMPARE(result.error().code, ErrorCode::InvalidArgument);
    }

    void unknownNamesAreReported() {
        const auto model = affineModel().save(path("names.onnx"));
        SessionOptions options;
        options.disabledOptimizers = {"NchwcTransformer", "NoSuchPass"};
        options.config = {{"session.intra_op.allow_spinning", "0"}, {"session.no_such", "1"}};
        const auto report = m_executor->client()->load({model, options, ""}, {}, {});
        QVERIFY2(report.has_value(), report ? "" : report.error().text().c_str());
        QCOMPARE(report->unknownOptimizers, (std::vector<std::string>{"NoSuchPass"}));
        QCOMPARE(report->unknownConfig, (std::vector<std::string>{"session.no_such"}));
        options = {};
        options.providers = {"quantum"};
        const auto provider = m_executor->client()->load({model, options, ""}, {}, {});
        QCOMPARE(provider.error().code, ErrorCode::Unsupported);
        QVERIFY(provider.error().hint.find("CPU") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestAgentRun)
#include "tst_agent_run.moc"
