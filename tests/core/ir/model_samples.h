// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Small models and raw files that several tests of core/ir build.
#pragma once

#include "ir/onnx_io.h"
#include "ir/wire_writer.h"

#include <fstream>
#include <numeric>

namespace metainfer::test {

inline ir::ValueType floatType(std::vector<std::int64_t> dims) {
    ir::Shape shape;
    for (const std::int64_t dim : dims)
        shape.push_back(ir::Dim::known(dim));
    return ir::ValueType::ofTensor(ElementType::Float, shape);
}

inline ir::TensorData countingFloats(std::vector<std::int64_t> dims) {
    std::int64_t count = 1;
    for (const std::int64_t dim : dims)
        count *= dim;
    std::vector<float> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), 0.f);
    return ir::TensorData::fromFloats(std::move(dims), values);
}

/// x[n,16] -> MatMul(w[16,32]) -> Reshape([0,4,8]) -> LeakyRelu -> y; `tag` goes into every name.
inline ir::Model denseModel(const std::string& tag = "") {
    using namespace ir;
    Model model;
    model.irVersion = 7;
    model.setOpset("", 13);
    Graph& graph = *model.graph;
    graph.name = "dense" + tag;
    const ValueId x = graph.addInput(
        "x" + tag,
        ValueType::ofTensor(ElementType::Float, Shape{Dim::symbolic("n" + tag), Dim::known(16)}));
    const ValueId w = graph.addConstant("w" + tag, countingFloats({16, 32}));
    const ValueId shape = graph.addConstant(
        "shape" + tag, TensorData::fromInt64s({3}, std::vector<std::int64_t>{0, 4, 8}));
    const ValueId product = graph.addValue("product" + tag);
    const ValueId reshaped = graph.addValue("reshaped" + tag);
    const ValueId y = graph.addValue("y" + tag, floatType({}));
    graph.value(y).type = ValueType::ofTensor(
        ElementType::Float, Shape{Dim::symbolic("n" + tag), Dim::known(4), Dim::known(8)});
    Node matmul, reshape, relu;
    matmul.opType = "MatMul";
    matmul.name = "matmul" + tag;
    matmul.inputs = {x, w};
    matmul.outputs = {product};
    graph.addNode(std::move(matmul));
    reshape.opType = "Reshape";
    reshape.name = "reshape" + tag;
    reshape.inputs = {product, shape};
    reshape.outputs = {reshaped};
    graph.addNode(std::move(reshape));
    relu.opType = "LeakyRelu";
    relu.setAttribute(Attribute::ofFloat("alpha", .25f));
    relu.inputs = {reshaped};
    relu.outputs = {y};
    graph.addNode(std::move(relu));
    graph.setOutputs({y});
    return model;
}

/// The text of a file as bytes, and back.
inline std::string readBytes(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
inline void writeBytes(const std::filesystem::path& path, std::string_view bytes) {
    std::filesystem::remove(path); // some file systems flush a file that is written over
    std::ofstream(path, std::ios::binary) << bytes;
}

/// Puts raw protobuf messages together, for files that no exporter would write.
struct RawModel {
    ir::WireMessageWriter graph;

    ir::WireMessageWriter valueInfo(std::string_view name) {
        ir::WireMessageWriter tensor, type, info;
        tensor.integer(1, 1);
        type.message(1, tensor);
        info.text(1, name);
        info.message(2, type);
        return info;
    }
    RawModel& input(std::string_view name) {
        graph.message(11, valueInfo(name));
        return *this;
    }
    RawModel& output(std::string_view name) {
        graph.message(12, valueInfo(name));
        return *this;
    }
    RawModel& node(std::string_view type, std::vector<std::string> inputs,
                   std::vector<std::string> outputs,
                   const ir::WireMessageWriter* attribute = nullptr) {
        ir::WireMessageWriter body;
        for (const std::string& name : inputs)
            body.text(1, name);
        for (const std::string& name : outputs)
            body.text(2, name);
        body.text(4, type);
        if (attribute)
            body.message(5, *attribute);
        graph.message(1, body);
        return *this;
    }
    /// A float tensor; `bytes` is its raw_data.
    RawModel& initializer(std::string_view name, std::vector<std::int64_t> dims,
                          std::string_view bytes) {
        ir::WireMessageWriter tensor;
        for (const std::int64_t dim : dims)
            tensor.integer(1, dim);
        tensor.integer(2, 1);
        tensor.text(8, name);
        tensor.text(9, bytes);
        graph.message(5, tensor);
        return *this;
    }
    RawModel& external(std::string_view name, std::vector<std::int64_t> dims,
                       std::vector<std::pair<std::string, std::string>> entries) {
        ir::WireMessageWriter tensor;
        for (const std::int64_t dim : dims)
            tensor.integer(1, dim);
        tensor.integer(2, 1);
        tensor.text(8, name);
        for (const auto& [key, value] : entries)
            tensor.entry(13, key, value);
        tensor.integer(14, 1);
        graph.message(5, tensor);
        return *this;
    }
    std::string bytes() const {
        ir::WireMessageWriter model, opset;
        model.integer(1, 8);
        model.message(7, graph);
        opset.integer(2, 13);
        model.message(8, opset);
        return model.bytes();
    }
};

} // namespace metainfer::test
