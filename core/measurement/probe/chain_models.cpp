// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Small networks for what single operators do not show: open dimensions, the first inference.
#include "base/random.h"
#include "measurement/probe/operator_case.h"

#include <fmt/format.h>

#include <cstring>

namespace metainfer::measurement::probe {
namespace {

using Dims = std::vector<std::int64_t>;
constexpr int kLayers = 3;

ir::ValueType typeOf(const Dims& dims, const std::vector<std::string>& symbols) {
    ir::Shape shape;
    for (std::size_t i = 0; i < dims.size(); ++i)
        shape.push_back(i < symbols.size() && !symbols[i].empty() ? ir::Dim::symbolic(symbols[i])
                                                                  : ir::Dim::known(dims[i]));
    return ir::ValueType::ofTensor(ElementType::Float, std::move(shape));
}

std::vector<float> randomFloats(const Dims& dims, std::uint64_t seed, double spread) {
    std::int64_t count = 1;
    for (const std::int64_t dim : dims)
        count *= dim;
    Random random(seed);
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float& value : values)
        value = static_cast<float>(spread * random.normal());
    return values;
}

/// Layers of one matrix operator and one activation over a tensor that keeps its shape.
SmallModel chain(const std::string& op, const Dims& dims, const Dims& filter,
                 const std::vector<std::string>& symbols,
                 const std::vector<ir::Attribute>& attributes) {
    SmallModel small;
    small.model.irVersion = 8;
    small.model.setOpset("", 17);
    small.model.producerName = "metainfer-probe";
    ir::Graph& graph = *small.model.graph;
    graph.name = "chain";
    ir::ValueId at = graph.addInput("x", typeOf(dims, symbols));
    for (int layer = 0; layer < kLayers; ++layer) {
        const auto values = randomFloats(filter, static_cast<std::uint64_t>(layer) + 1, 0.05);
        const ir::ValueId weight = graph.addConstant(fmt::format("w{}", layer),
                                                     ir::TensorData::fromFloats(filter, values));
        ir::Node node;
        node.opType = op;
        node.name = fmt::format("layer{}", layer);
        node.attributes = attributes;
        node.inputs = {at, weight};
        const ir::ValueId result = graph.addValue(fmt::format("h{}", layer), typeOf(dims, symbols));
        node.outputs = {result};
        graph.addNode(std::move(node));
        ir::Node relu;
        relu.opType = "Relu";
        relu.name = fmt::format("relu{}", layer);
        relu.inputs = {result};
        at = graph.addValue(fmt::format("y{}", layer), typeOf(dims, symbols));
        relu.outputs = {at};
        graph.addNode(std::move(relu));
    }
    graph.setOutputs({at});
    HostTensor tensor;
    tensor.type = ElementType::Float;
    tensor.dims = dims;
    const auto feed = randomFloats(dims, 7, 0.5);
    std::vector<std::byte> bytes(feed.size() * sizeof(float));
    std::memcpy(bytes.data(), feed.data(), bytes.size());
    tensor.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    small.feed.push_back({"x", std::move(tensor)});
    return small;
}

} // namespace

SmallModel convolutionChain(bool open) {
    return chain("Conv", {1, 64, 28, 28}, {64, 64, 3, 3},
                 open ? std::vector<std::string>{"batch", "", "height", "width"}
                      : std::vector<std::string>{},
                 {ir::Attribute::ofInts("kernel_shape", {3, 3}),
                  ir::Attribute::ofInts("pads", {1, 1, 1, 1})});
}

SmallModel matrixChain(bool open) {
    return chain("MatMul", {128, 256}, {256, 256},
                 open ? std::vector<std::string>{"rows"} : std::vector<std::string>{}, {});
}

} // namespace metainfer::measurement::probe
