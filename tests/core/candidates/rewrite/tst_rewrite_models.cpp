// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// All rules on whole models: seeded random graphs, the ONNX backend tests, and the shared models.
// After every application the graph verifies; whatever was rewritten still computes the same.
#include "base/random.h"
#include "candidates/rewrite/driver.h"
#include "candidates/rewrite/registry.h"
#include "ir/onnx_io.h"
#include "ir/verifier.h"
#include "support/paths.h"
#include "support/run_model.h"

#include <fmt/format.h>

#include <QtTest/QTest>

#include <set>

using namespace metainfer;
using namespace metainfer::candidates;
namespace fs = std::filesystem;

namespace {

/// Random graphs over float32[2,4,6,6] and its transposition, out of everything that rules look at.
class RandomGraph {
  public:
    explicit RandomGraph(std::uint64_t seed)
        : m_random(seed) {
        m_model.opsets = {{"", 17}};
        m_values.push_back(m_model.graph->addInput("x", type(false)));
        m_values.push_back(m_model.graph->addInput("z", type(false)));
        const std::size_t count = 10 + m_random.below(25);
        for (std::size_t i = 0; i < count; ++i)
            grow();
        std::vector<ir::ValueId> outputs;
        for (const ir::ValueId id : m_values)
            if (m_model.graph->value(id).uses.empty() && !m_model.graph->value(id).isInput)
                outputs.push_back(id);
        outputs.push_back(node("Neg", {m_values.back()}));
        m_model.graph->setOutputs(std::move(outputs));
        m_model.graph->removeDead();
    }
    ir::Model take() { return std::move(m_model); }

  private:
    static ir::ValueType type(bool) {
        return ir::ValueType::ofTensor(ElementType::Float, dims({2, 4, 6, 6}));
    }
    static ir::Shape dims(const std::vector<std::int64_t>& sizes) {
        ir::Shape shape;
        for (const std::int64_t size : sizes)
            shape.push_back(ir::Dim::known(size));
        return shape;
    }

    ir::ValueId pick() { return m_values[m_random.below(m_values.size())]; }

    ir::ValueId floats(std::vector<std::int64_t> shape, double low, double high) {
        std::size_t count = 1;
        for (const std::int64_t d : shape)
            count *= static_cast<std::size_t>(d);
        std::vector<float> values(count);
        for (float& v : values)
            v = static_cast<float>(m_random.uniform(low, high));
        return m_model.graph->addConstant(fmt::format("k{}", ++m_count),
                                          ir::TensorData::fromFloats(std::move(shape), values));
    }
    ir::ValueId ints(std::vector<std::int64_t> values) {
        return m_model.graph->addConstant(
            fmt::format("k{}", ++m_count),
            ir::TensorData::fromInt64s({static_cast<std::int64_t>(values.size())}, values));
    }

    std::vector<ir::ValueId> nodes(std::string opType, std::vector<ir::ValueId> inputs,
                                   std::vector<ir::Attribute> attributes,
                                   std::vector<std::vector<std::int64_t>> shapes) {
        ir::Node made;
        made.opType = std::move(opType);
        made.inputs = std::move(inputs);
        made.attributes = std::move(attributes);
        for (const auto& shape : shapes)
            made.outputs.push_back(
                m_model.graph->addValue(fmt::format("v{}", ++m_count),
                                        ir::ValueType::ofTensor(ElementType::Float, dims(shape))));
        made.origins = {ir::SourceId(m_model.sources.size())};
        m_model.sources.push_back({{}, made.opType, {}, {}, fmt::format("v{}", m_count)});
        const auto outputs = made.outputs;
        m_model.graph->addNode(std::move(made));
        return outputs;
    }
    ir::ValueId node(std::string opType, std::vector<ir::ValueId> inputs,
                     std::vector<ir::Attribute> attributes = {},
                     std::vector<std::int64_t> shape = {2, 4, 6, 6}) {
        return nodes(std::move(opType), std::move(inputs), std::move(attributes),
                     {std::move(shape)})[0];
    }

    ir::ValueId conv(ir::ValueId x) {
        std::vector<ir::ValueId> inputs = {x, floats({4, 4, 1, 1}, -0.5, 0.5)};
        if (m_random.below(2) == 0)
            inputs.push_back(floats({4}, -1, 1));
        return node("Conv", std::move(inputs), {ir::Attribute::ofInts("kernel_shape", {1, 1})});
    }

    ir::ValueId windowConv(ir::ValueId x) {
        const bool padded = m_random.below(2) == 0;
        std::vector<ir::Attribute> attributes = {ir::Attribute::ofInts("kernel_shape", {3, 3})};
        ir::ValueId data = x;
        if (padded)
            data = node("Pad", {x, ints({0, 0, 1, 1, 0, 0, 1, 1})}, {}, {2, 4, 8, 8});
        else
            attributes.push_back(ir::Attribute::ofInts("pads", {1, 1, 1, 1}));
        return node("Conv", {data, floats({4, 4, 3, 3}, -0.2, 0.2)}, std::move(attributes));
    }

    void grow() {
        const ir::ValueId x = pick();
        const auto perm = [](std::vector<std::int64_t> p) {
            return std::vector{ir::Attribute::ofInts("perm", std::move(p))};
        };
        switch (m_random.below(16)) {
        case 0:
            m_values.push_back(conv(x));
            break;
        case 1:
            m_values.push_back(conv(x));
            m_values.push_back(conv(x));
            break;
        case 2:
            m_values.push_back(
                node("BatchNormalization", {conv(x), floats({4}, 0.5, 1.5), floats({4}, -1, 1),
                                            floats({4}, -1, 1), floats({4}, 0.5, 1.5)}));
            break;
        case 3:
            m_values.push_back(node("Relu", {x}));
            break;
        case 4:
            m_values.push_back(node("Tanh", {node("Identity", {x})}));
            break;
        case 5:
            m_values.push_back(node("Add", {x, pick()}));
            break;
        case 6:
            m_values.push_back(node("Mul", {x, floats({4, 1, 1}, -1, 1)}));
            break;
        case 7:
            m_values.push_back(node("Div", {x, floats({}, 1, 2)}));
            break;
        case 8: {
            const auto there = node("Transpose", {x}, perm({0, 2, 3, 1}), {2, 6, 6, 4});
            const auto half = node("Sigmoid", {there}, {}, {2, 6, 6, 4});
            m_values.push_back(node("Transpose", {half}, perm({0, 3, 1, 2})));
            break;
        }
        case 9: {
            const auto flat = node("Reshape", {x, ints({2, -1})}, {}, {2, 144});
            m_values.push_back(node("Reshape", {flat, ints({2, 4, 6, 6})}));
            break;
        }
        case 10: {
            const auto parts = nodes("Split", {x}, {ir::Attribute::ofInt("axis", 1)},
                                     {{2, 2, 6, 6}, {2, 2, 6, 6}});
            const bool swapped = m_random.below(2) == 0;
            m_values.push_back(node("Concat", {parts[swapped], parts[!swapped]},
                                    {ir::Attribute::ofInt("axis", 1)}));
            break;
        }
        case 11: {
            const auto joined =
                node("Concat", {x, pick()}, {ir::Attribute::ofInt("axis", 1)}, {2, 8, 6, 6});
            const auto parts =
                nodes("Split", {joined, ints({4, 4})}, {ir::Attribute::ofInt("axis", 1)},
                      {{2, 4, 6, 6}, {2, 4, 6, 6}});
            m_values.insert(m_values.end(), parts.begin(), parts.end());
            break;
        }
        case 12: {
            const auto a = node("MatMul", {x, floats({6, 6}, -0.4, 0.4)});
            const auto b = node("MatMul", {x, floats({6, 6}, -0.4, 0.4)});
            m_values.push_back(node("Add", {a, floats({6}, -1, 1)}));
            m_values.push_back(node("Add", {b, floats({6}, -1, 1)}));
            break;
        }
        case 13:
            m_values.push_back(windowConv(x));
            break;
        case 14: {
            const auto a = node("Exp", {node("Neg", {x})});
            const auto b = node("Exp", {node("Neg", {x})});
            m_values.push_back(node("Max", {node("Sub", {a, b}), x}));
            break;
        }
        default: {
            const auto first =
                node("Slice", {x, ints({0}), ints({1}), ints({1})}, {}, {2, 1, 6, 6});
            const auto rest = node("Slice", {x, ints({1}), ints({4}), ints({1})}, {}, {2, 3, 6, 6});
            m_values.push_back(node(
                "Concat",
                {node("Tanh", {first}, {}, {2, 1, 6, 6}), node("Tanh", {rest}, {}, {2, 3, 6, 6})},
                {ir::Attribute::ofInt("axis", 1)}));
        }
        }
    }

    Random m_random;
    ir::Model m_model;
    std::vector<ir::ValueId> m_values;
    std::size_t m_count = 0;
};

std::string failureOf(const tl::expected<std::vector<NamedTensor>, Error>& result) {
    return result ? std::string() : result.error().text();
}

/// Rewrites a copy with every rule; says how many sites fired.
Result<std::size_t> rewriteAll(ir::Model& model, Executor* executor,
                               std::map<std::string, std::size_t>& fired) {
    RewriteContext context{.model = model, .executor = executor, .cancel = {}, .shapeBindings = {}};
    MI_ASSIGN(const auto steps,
              applyToFixpoint(model, {}, context, {.verify = VerifyMode::AfterEach}));
    std::size_t sites = 0;
    for (const AppliedStep& step : steps) {
        sites += step.sites.size();
        fired[step.rule] += step.sites.size();
        for (const FailedSite& failed : step.failed)
            if (failed.error.code == ErrorCode::Internal)
                return fail(failed.error);
    }
    return sites;
}

} // namespace

class TestRewriteModels : public QObject {
    Q_OBJECT

  private slots:
    void randomGraphsComputeTheSame() {
        const auto executor = test::localExecutor();
        std::map<std::string, std::size_t> fired;
        std::size_t compared = 0;
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            const ir::Model model = RandomGraph(seed).take();
            const Status valid = ir::verify(model);
            QVERIFY2(valid, valid ? "" : valid.error().text().c_str());
            ir::Model rewritten = model.clone();
            const auto sites = rewriteAll(rewritten, executor.get(), fired);
            QVERIFY2(sites,
                     sites ? "" : fmt::format("seed {}: {}", seed, sites.error().text()).c_str());
            if (!executor)
                continue;
            const auto inputs = test::randomInputs(model, seed);
            QVERIFY(inputs);
            const auto expected = test::runModel(model, *executor, *inputs);
            QVERIFY2(expected, fmt::format("seed {}: {}", seed, failureOf(expected)).c_str());
            const auto found = test::runModel(rewritten, *executor, *inputs);
            QVERIFY2(found, fmt::format("seed {}: {}", seed, failureOf(found)).c_str());
            const std::string difference = test::firstDifference(*expected, *found, 2e-4);
            QVERIFY2(difference.empty(), fmt::format("seed {}: {}", seed, difference).c_str());
            ++compared;
        }
        for (const char* rule :
             {"fold_bn", "fold_mul_add", "fold_pad", "horizontal_conv1x1", "horizontal_matmul",
              "transpose_sinking", "transpose_cancellation", "slice_concat_cancellation",
              "concat_split_cancellation", "common_subexpression", "reshape_fusion", "div_to_mul"})
            QVERIFY2(fired[rule] > 0, rule);
        QVERIFY(!executor || compared == 60);
    }

    void theSameSeedGivesTheSameModel() {
        std::map<std::string, std::size_t> fired;
        ir::Model a = RandomGraph(7).take();
        ir::Model b = RandomGraph(7).take();
        QVERIFY(rewriteAll(a, nullptr, fired));
        QVERIFY(rewriteAll(b, nullptr, fired));
        QCOMPARE(*ir::dumpText(a), *ir::dumpText(b));
    }

    void backendTestsStayValidAndEqual() {
        const auto data = test::onnxTestData();
        if (!data)
            QSKIP("the ONNX backend test data are not installed");
        const auto executor = test::localExecutor();
        std::size_t rewritten = 0;
        std::size_t compared = 0;
        std::map<std::string, std::size_t> fired;
        for (const auto& entry : fs::recursive_directory_iterator(*data)) {
            if (entry.path().extension() != ".onnx")
                continue;
            auto model = ir::importOnnx(entry.path());
            if (!model)
                continue; // importing has its own tests
            if (!ir::inferShapes(*model, nullptr, {}))
                continue;
            ir::Model copy = model->clone();
            const auto sites = rewriteAll(copy, executor.get(), fired);
            QVERIFY2(
                sites,
                sites ? ""
                      : fmt::format("{}: {}", entry.path().string(), sites.error().text()).c_str());
            if (*sites == 0)
                continue;
            ++rewritten;
            if (executor)
                compared += sameResults(entry.path().string(), *model, copy, *executor);
        }
        qInfo("%zu models rewritten, %zu compared", rewritten, compared);
        QVERIFY(rewritten > 50);
        QVERIFY2(!executor || compared > 20, std::to_string(compared).c_str());
    }

    void sharedModels() {
        const auto shared = test::sharedDir();
        if (!shared)
            QSKIP("the shared models are not here");
        const auto executor = test::localExecutor();
        for (const char* name : {"yunet/yunet_n_320_320.onnx", "fastestdet/FastestDet.onnx",
                                 "gtcrn/gtcrn_simple.onnx"}) {
            auto model = ir::importOnnx(*shared / "models" / name);
            QVERIFY2(model, name);
            QVERIFY(ir::inferShapes(*model, executor.get(), {}));
            ir::Model copy = model->clone();
            std::map<std::string, std::size_t> fired;
            const auto sites = rewriteAll(copy, executor.get(), fired);
            QVERIFY2(sites, sites ? "" : sites.error().text().c_str());
            std::string summary = fmt::format("{}: {} -> {} nodes;", name,
                                              model->graph->nodeCount(), copy.graph->nodeCount());
            for (const auto& [rule, count] : fired)
                if (count > 0)
                    summary += fmt::format(" {} x{}", rule, count);
            qInfo("%s", summary.c_str());
            QVERIFY(copy.graph->nodeCount() <= model->graph->nodeCount());
            if (executor)
                QVERIFY2(sameResults(name, *model, copy, *executor), name);
        }
    }

  private:
    /// False when the original itself cannot be run with made-up inputs.
    static bool sameResults(const std::string& name, const ir::Model& before,
                            const ir::Model& after, Executor& executor) {
        const auto inputs = test::randomInputs(before, 3);
        if (!inputs)
            return false;
        const auto expected = test::runModel(before, executor, *inputs);
        if (!expected)
            return false;
        const auto found = test::runModel(after, executor, *inputs);
        if (!found) {
            QTest::qFail(fmt::format("{}: {}", name, failureOf(found)).c_str(), __FILE__, __LINE__);
            return false;
        }
        const std::string difference = test::firstDifference(*expected, *found, 1e-3);
        if (!difference.empty())
            QTest::qFail(fmt::format("{}: {}", name, difference).c_str(), __FILE__, __LINE__);
        return difference.empty();
    }
};

QTEST_GUILESS_MAIN(TestRewriteModels)
#include "tst_rewrite_models.moc"
