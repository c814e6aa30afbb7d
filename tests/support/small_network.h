// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A network that is small enough for an emulated board, with the operators that matter.
#pragma once

#include "base/random.h"
#include "support/onnx_writer.h"

#include <cstdint>
#include <vector>

namespace metainfer::test {

inline std::vector<float> randomFloats(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<float> values(count);
    for (float& value : values)
        value = static_cast<float>(random.uniform(-1, 1));
    return values;
}

/// x [1,3,24,24] to y [1,10]: convolutions (dense and depthwise), a normalization and an operator
/// that does nothing, a residual, pooling, a classifier with softmax. 30 kB, nearly all weights.
inline GraphWriter smallNetwork() {
    std::vector<float> classes = randomFloats(640, 4);
    for (float& weight : classes)
        weight /= 8; // no class takes it all: outputs would hide what differs before them
    return GraphWriter()
        .input({"x", ElementType::Float, {1, 3, 24, 24}})
        .output({"y", ElementType::Float, {1, 10}})
        .initializer("w1", floats({64, 3, 3, 3}, randomFloats(1728, 1)))
        .initializer("w2", floats({64, 1, 3, 3}, randomFloats(576, 2)))
        .initializer("w3", floats({64, 64, 1, 1}, randomFloats(4096, 3)))
        .initializer("w4", floats({64, 10}, classes))
        .initializer("scale", floats({64}, std::vector<float>(64, 0.25f)))
        .initializer("bias", floats({64}, randomFloats(64, 5)))
        .initializer("mean", floats({64}, randomFloats(64, 6)))
        .initializer("variance", floats({64}, std::vector<float>(64, 1)))
        .node("Conv", {"x", "w1"}, {"a"}, {attribute("strides", std::vector<std::int64_t>{2, 2})})
        .node("Relu", {"a"}, {"b"})
        .node("Conv", {"b", "w2"}, {"c"},
              {attribute("group", std::int64_t{64}),
               attribute("pads", std::vector<std::int64_t>{1, 1, 1, 1})})
        .node("Sigmoid", {"c"}, {"d"})
        .node("Conv", {"d", "w3"}, {"e"})
        .node("BatchNormalization", {"e", "scale", "bias", "mean", "variance"}, {"n"})
        .node("Identity", {"n"}, {"o"})
        .node("Add", {"o", "b"}, {"f"})
        .node("GlobalAveragePool", {"f"}, {"g"})
        .node("Flatten", {"g"}, {"h"})
        .node("MatMul", {"h", "w4"}, {"i"})
        .node("Softmax", {"i"}, {"y"});
}

/// One input of it.
inline std::vector<NamedTensor> smallNetworkFeed(std::uint64_t seed) {
    return {{"x", floats({1, 3, 24, 24}, randomFloats(1728, seed))}};
}

} // namespace metainfer::test
