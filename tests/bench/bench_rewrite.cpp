// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Throughput of the rewrite driver on generated transformer graphs: nodes and matches a second, and
// how the time grows with the graph. Sizes are arguments; without any 1 000, 10 000 and 100 000.
#include "candidates/rewrite/driver.h"
#include "candidates/rewrite/registry.h"
#include "features/model_features.h"
#include "ir/verifier.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

using namespace metainfer;
using namespace metainfer::candidates;

namespace {

constexpr std::int64_t kWidth = 16;

/// Layers of query, key and value products, attention scores, a feed-forward part, and the clutter
/// that exporters leave: dropouts, identities, divisions, shape arithmetic, pairs of transposes.
class Builder {
  public:
    explicit Builder(std::size_t nodes) {
        m_model.opsets = {{"", 17}};
        ir::ValueId x = m_model.graph->addInput("x", activation());
        while (m_model.graph->nodeCount() + 30 < nodes)
            x = layer(x);
        m_model.graph->setOutputs({node("Relu", {x})});
    }
    ir::Model take() { return std::move(m_model); }

  private:
    static ir::ValueType activation() {
        return ir::ValueType::ofTensor(
            ElementType::Float,
            ir::Shape{ir::Dim::known(1), ir::Dim::symbolic("L"), ir::Dim::known(kWidth)});
    }

    ir::ValueId weight() {
        const std::vector<float> values(kWidth * kWidth, static_cast<float>(m_count % 31) / 32);
        return m_model.graph->addConstant(fmt::format("w{}", ++m_count),
                                          ir::TensorData::fromFloats({kWidth, kWidth}, values));
    }

    ir::ValueId bias() {
        const std::vector<float> values(kWidth, static_cast<float>(m_count % 29) / 32);
        return m_model.graph->addConstant(fmt::format("b{}", ++m_count),
                                          ir::TensorData::fromFloats({kWidth}, values));
    }

    ir::ValueId node(std::string type, std::vector<ir::ValueId> inputs,
                     std::vector<ir::Attribute> attributes = {},
                     ir::ValueType valueType = activation()) {
        ir::Node made;
        made.opType = std::move(type);
        made.inputs = std::move(inputs);
        made.attributes = std::move(attributes);
        made.outputs = {
            m_model.graph->addValue(fmt::format("v{}", ++m_count), std::move(valueType))};
        made.origins = {ir::SourceId(m_model.sources.size())};
        const ir::ValueId output = made.outputs.front();
        m_model.sources.push_back({{}, made.opType, {}, {}, fmt::format("v{}", m_count)});
        m_model.graph->addNode(std::move(made));
        return output;
    }

    ir::ValueId linear(ir::ValueId x) {
        return node("Add", {node("MatMul", {x, weight()}), bias()});
    }

    ir::ValueId layer(ir::ValueId x) {
        const auto perm = [] { return ir::Attribute::ofInts("perm", {0, 2, 1}); };
        const ir::ValueId q = linear(x);
        const ir::ValueId k = linear(x);
        const ir::ValueId v = linear(x);
        // The branches are read twice, as by an attention that also keeps its keys and values.
        const ir::ValueId scores = node("Mul", {q, k});
        const ir::ValueId scaled =
            node("Div", {scores, m_model.graph->addConstant(fmt::format("d{}", ++m_count),
                                                            ir::TensorData::scalar(4))});
        const ir::ValueId soft = node("Softmax", {scaled}, {ir::Attribute::ofInt("axis", -1)});
        const ir::ValueId mixed = node("Mul", {soft, v});
        ir::ValueType turned = activation();
        std::swap((*turned.tensor.shape)[1], (*turned.tensor.shape)[2]);
        const ir::ValueId there = node("Transpose", {mixed}, {perm()}, turned);
        const ir::ValueId clean = node("Relu", {there}, {}, turned);
        const ir::ValueId back = node("Transpose", {clean}, {perm()});
        const ir::ValueId kept = node("Dropout", {node("Identity", {back})});
        const ir::ValueId joined = node("Add", {x, kept});
        const ir::ValueType shape =
            ir::ValueType::ofTensor(ElementType::Int64, ir::Shape{ir::Dim::known(3)});
        const ir::ValueId target = node("Shape", {joined}, {}, shape);
        const ir::ValueId same = node("Reshape", {joined, target});
        const ir::ValueId hidden = node("Relu", {linear(same)});
        const ir::ValueId twin = node("Neg", {hidden});
        const ir::ValueId other = node("Neg", {hidden});
        return node("Add", {twin, other});
    }

    ir::Model m_model;
    std::size_t m_count = 0;
};

double since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int run(std::size_t size) {
    ir::Model model = Builder(size).take();
    const std::size_t nodes = model.graph->nodeCount();
    auto start = std::chrono::steady_clock::now();
    const auto found = features::modelFeatures(model);
    const double featureSeconds = since(start);

    RewriteContext context{.model = model, .cancel = {}, .shapeBindings = {}};
    start = std::chrono::steady_clock::now();
    const auto steps = applyToFixpoint(model, {}, context, {.verify = VerifyMode::Never});
    const double seconds = since(start);
    if (!steps) {
        fmt::print(stderr, "{}\n", steps.error().text());
        return 1;
    }
    if (const auto valid = ir::verify(model); !valid) {
        fmt::print(stderr, "{}\n", valid.error().text());
        return 1;
    }
    std::size_t examined = 0;
    std::size_t fired = 0;
    for (const auto& [rule, sum] : ruleStatistics(*steps)) {
        examined += sum.examined;
        fired += sum.fired;
        if (sum.fired > 0 || sum.milliseconds > 100 * seconds)
            fmt::print("    {:28} examined {:9} fired {:8} {:9.1f} ms\n", rule, sum.examined,
                       sum.fired, sum.milliseconds);
    }
    fmt::print("{:7} nodes -> {:7}: {:7.3f} s, {:8.0f} nodes/s, {:9.0f} matches examined/s, {} "
               "applied ({:.1f} us each); features of {} nodes {:.3f} s\n",
               nodes, model.graph->nodeCount(), seconds, static_cast<double>(nodes) / seconds,
               static_cast<double>(examined) / seconds, fired,
               1e6 * seconds / static_cast<double>(std::max<std::size_t>(fired, 1)),
               found.nodes.size(), featureSeconds);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    std::vector<std::size_t> sizes = {1'000, 10'000, 100'000};
    if (argc > 1)
        sizes.clear();
    for (int i = 1; i < argc; ++i)
        sizes.push_back(std::strtoull(argv[i], nullptr, 10));
    for (const std::size_t size : sizes)
        if (const int failed = run(size))
            return failed;
    return 0;
}
