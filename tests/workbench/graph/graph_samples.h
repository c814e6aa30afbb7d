// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Small models for the tests of the graph viewer.
#pragma once

#include "graph/graph_fonts.h"
#include "graph/graph_picture.h"

#include "ir/onnx_io.h"

#include <QApplication>

#include <string>
#include <utility>

namespace metainfer::testing {

inline ir::ValueType floats(std::vector<std::int64_t> dims) {
    ir::Shape shape;
    for (const std::int64_t dim : dims)
        shape.push_back(ir::Dim::known(dim));
    return ir::ValueType::ofTensor(ElementType::Float, shape);
}

/// Adds `type` with one result; a weight of four numbers when asked for.
inline ir::ValueId addOperator(ir::Graph& graph, const std::string& name, const char* type,
                               std::vector<ir::ValueId> inputs, bool weight = false) {
    ir::Node node;
    node.opType = type;
    node.name = name;
    node.inputs = std::move(inputs);
    if (weight)
        node.inputs.push_back(graph.addConstant(
            name + ".weight",
            ir::TensorData::fromFloats({2, 2}, std::vector<float>{1, -2, 0, 0.5f})));
    const ir::ValueId out = graph.addValue(name + "_output_0", floats({2, 2}));
    node.outputs = {out};
    graph.addNode(std::move(node));
    return out;
}

/// `blocks` times MatMul -> Add -> Relu with a residual Add; names /block.N/…; input x, output y.
inline ir::Model blockModel(int blocks) {
    ir::Model model;
    model.setOpset("", 17);
    ir::Graph& graph = *model.graph;
    graph.name = "blocks";
    ir::ValueId x = graph.addInput("x", floats({2, 2}));
    for (int i = 0; i < blocks; ++i) {
        const std::string at = "/block." + std::to_string(i);
        const ir::ValueId m = addOperator(graph, at + "/matmul", "MatMul", {x}, true);
        const ir::ValueId b = addOperator(graph, at + "/bias", "Add", {m}, true);
        const ir::ValueId r = addOperator(graph, at + "/relu", "Relu", {b});
        x = addOperator(graph, at + "/residual", "Add", {x, r});
    }
    graph.setOutputs({x});
    return model;
}

/// Laid out at once, everything open or as the folding says.
inline std::shared_ptr<const widgets::GraphPicture>
pictureOf(std::shared_ptr<const drawing::Diagram> diagram, const drawing::Folding& folding,
          const widgets::GraphFonts& fonts) {
    const auto layout = drawing::layout(
        std::make_shared<const drawing::VisibleGraph>(std::move(diagram), folding), fonts);
    return layout ? widgets::GraphPicture::make(*layout) : nullptr;
}

inline std::shared_ptr<const widgets::GraphPicture> openPicture(const ir::Model& model,
                                                                const widgets::GraphFonts& fonts) {
    const auto diagram = drawing::Diagram::build(model);
    return diagram ? pictureOf(*diagram, drawing::Folding::allOpen(**diagram), fonts) : nullptr;
}

} // namespace metainfer::testing
