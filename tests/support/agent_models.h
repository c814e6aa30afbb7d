// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Small models for tests of the agent: one that works, one that hangs, one that eats memory.
#pragma once

#include "support/onnx_writer.h"

namespace metainfer::test {

/// y = x * w + 1 with w = [[1,2],[3,4]] over x of shape [batch, 2].
inline GraphWriter affineModel() {
    return GraphWriter()
        .input({"x", ElementType::Float, {-1, 2}})
        .output({"y", ElementType::Float, {-1, 2}})
        .initializer("w", floats({2, 2}, {1, 2, 3, 4}))
        .initializer("one", floats({}, {1}))
        .node("MatMul", {"x", "w"}, {"m"})
        .node("Add", {"m", "one"}, {"y"});
}

/// Multiplies x by itself `trips` times in a Loop: with 2^40 trips it runs for days.
inline GraphWriter loopModel(std::int64_t trips) {
    GraphWriter body;
    body.input({"i", ElementType::Int64, {}})
        .input({"c", ElementType::Bool, {}})
        .input({"a", ElementType::Float, {1}})
        .output({"c2", ElementType::Bool, {}})
        .output({"a2", ElementType::Float, {1}})
        .node("Identity", {"c"}, {"c2"})
        .node("Sin", {"a"}, {"a2"});
    WireMessage graph = body.message();
    graph.text(2, "body");
    return GraphWriter()
        .input({"x", ElementType::Float, {1}})
        .output({"y", ElementType::Float, {1}})
        .initializer("trips", int64s({}, {trips}))
        .node("Loop", {"trips", "", "x"}, {"y"}, {attributeGraph("body", graph)});
}

/// Fills a tensor of `shape`, an input, with 1.5: allocates what the caller asks for.
inline GraphWriter fillModel() {
    return GraphWriter()
        .input({"shape", ElementType::Int64, {1}})
        .output({"y", ElementType::Float, {}})
        .node("ConstantOfShape", {"shape"}, {"f"}, {attributeTensor("value", floats({1}, {1.5f}))})
        .node("ReduceSum", {"f"}, {"y"}, {attribute("keepdims", std::int64_t{0})});
}

} // namespace metainfer::test
