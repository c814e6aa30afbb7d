// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Graphs that the tests of core/drawing draw.
#pragma once

#include "drawing/writers.h"

#include <string>

namespace metainfer::test {

/// Adds nodes in a row; every value is float32[1,8].
class ModelMaker {
  public:
    ModelMaker() {
        m_model.setOpset("", 17);
        m_model.graph->name = "sample";
    }
    ir::Graph& graph() { return *m_model.graph; }
    static ir::ValueType type() {
        return ir::ValueType::ofTensor(ElementType::Float,
                                       ir::Shape{ir::Dim::known(1), ir::Dim::known(8)});
    }
    ir::ValueId input(const std::string& name) { return graph().addInput(name, type()); }
    ir::ValueId op(const std::string& opType, const std::string& name,
                   std::vector<ir::ValueId> inputs) {
        ir::Node node;
        node.opType = opType;
        node.name = name;
        node.inputs = std::move(inputs);
        const ir::ValueId out = graph().addValue("v" + std::to_string(m_count++), type());
        node.outputs = {out};
        graph().addNode(std::move(node));
        return out;
    }
    ir::ValueId weight(const std::string& name) {
        return graph().addConstant(name, ir::TensorData::fromFloats({8, 8}, m_zeros));
    }
    /// A residual block of 5 nodes in the scope `scope`, or without names.
    ir::ValueId block(const std::string& scope, ir::ValueId x) {
        const auto named = [&](const char* name) {
            return scope.empty() ? std::string() : scope + "/" + name;
        };
        const std::string tag = "w" + std::to_string(m_count);
        ir::ValueId y = op("MatMul", named("fc1/MatMul"), {x, weight(tag + "a")});
        y = op("Relu", named("act/Relu"), {y});
        y = op("MatMul", named("fc2/MatMul"), {y, weight(tag + "b")});
        y = op("Add", named("Add"), {x, y});
        return op("LayerNormalization", named("norm/LayerNormalization"), {y});
    }
    ir::Model take(std::vector<ir::ValueId> outputs) {
        graph().setOutputs(std::move(outputs));
        return std::move(m_model);
    }

  private:
    ir::Model m_model;
    std::vector<float> m_zeros = std::vector<float>(64, 0.f);
    int m_count = 0;
};

inline ir::Model blocksModel(int blocks, bool named) {
    ModelMaker maker;
    ir::ValueId x = maker.op("Cast", named ? "/embed/Cast" : "", {maker.input("x")});
    for (int i = 0; i < blocks; ++i)
        x = maker.block(named ? "/model/layers." + std::to_string(i) : "", x);
    return maker.take({maker.op("Softmax", named ? "/head/Softmax" : "", {x})});
}

inline ir::Model fanOutModel(int width) {
    ModelMaker maker;
    const ir::ValueId x = maker.input("x");
    std::vector<ir::ValueId> all;
    for (int i = 0; i < width; ++i)
        all.push_back(maker.op(i % 2 ? "Relu" : "Tanh", "", {x}));
    return maker.take({maker.op("Sum", "sum", all)});
}

inline std::shared_ptr<const drawing::Diagram>
diagramOf(const ir::Model& model, const drawing::DiagramOptions& options = {}) {
    return *drawing::Diagram::build(model, options);
}

inline std::shared_ptr<const drawing::Layout>
layoutOf(std::shared_ptr<const drawing::Diagram> diagram, const drawing::Folding& folding,
         int passes = 2) {
    drawing::LayoutOptions options;
    options.passes = passes;
    return *drawing::layout(
        std::make_shared<const drawing::VisibleGraph>(std::move(diagram), folding),
        drawing::ApproximateMeasure(), options);
}

} // namespace metainfer::test
