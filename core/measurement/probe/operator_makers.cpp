// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Operands, outputs and attributes of each kind of operator.
#include "measurement/probe/operator_makers.h"

namespace metainfer::measurement::probe {
namespace {

using ir::Attribute;

Operand data(Dims dims) {
    return {OperandKind::Data, std::move(dims), 0};
}
Operand weight(Dims dims) {
    return {OperandKind::Weight, std::move(dims), 0};
}
Operand ones(Dims dims) {
    return {OperandKind::Ones, std::move(dims), 0};
}
Operand values(Dims list) {
    return {OperandKind::Shape, std::move(list), 0};
}
Operand indices(Dims dims, std::int64_t limit) {
    return {OperandKind::Indices, std::move(dims), limit};
}
Operand absent() {
    return {OperandKind::Absent, {}, 0};
}

OperatorCase makeCase(std::string op, std::vector<Operand> operands, std::vector<Dims> outputs,
                      std::vector<Attribute> attributes = {}) {
    OperatorCase result;
    result.op = std::move(op);
    result.operands = std::move(operands);
    result.outputs = std::move(outputs);
    result.attributes = std::move(attributes);
    return result;
}

} // namespace

OperatorCase conv(std::int64_t channels, std::int64_t size, std::int64_t filters,
                  std::int64_t kernel, std::int64_t stride, std::int64_t group) {
    const std::int64_t pad = kernel / 2, out = (size + 2 * pad - kernel) / stride + 1;
    return makeCase(
        "Conv",
        {data({1, channels, size, size}), weight({filters, channels / group, kernel, kernel})},
        {{1, filters, out, out}},
        {Attribute::ofInts("kernel_shape", {kernel, kernel}),
         Attribute::ofInts("strides", {stride, stride}),
         Attribute::ofInts("pads", {pad, pad, pad, pad}), Attribute::ofInt("group", group)});
}

OperatorCase convTranspose(std::int64_t channels, std::int64_t size, std::int64_t filters) {
    return makeCase(
        "ConvTranspose", {data({1, channels, size, size}), weight({channels, filters, 2, 2})},
        {{1, filters, 2 * size, 2 * size}},
        {Attribute::ofInts("kernel_shape", {2, 2}), Attribute::ofInts("strides", {2, 2})});
}

OperatorCase matmul(std::int64_t m, std::int64_t k, std::int64_t n) {
    return makeCase("MatMul", {data({m, k}), weight({k, n})}, {{m, n}});
}

OperatorCase dynamicMatmul(std::int64_t m, std::int64_t k, std::int64_t n) {
    OperatorCase result = makeCase("MatMulInteger", {data({m, k}), weight({k, n})}, {{m, n}});
    result.dtype = "int8";
    return result;
}

OperatorCase gemm(std::int64_t m, std::int64_t k, std::int64_t n) {
    return makeCase("Gemm", {data({m, k}), weight({k, n})}, {{m, n}});
}

OperatorCase batchedMatmul(std::int64_t heads, std::int64_t rows, std::int64_t width) {
    return makeCase("MatMul", {data({1, heads, rows, width}), data({1, heads, width, rows})},
                    {{1, heads, rows, rows}});
}

OperatorCase attention(std::int64_t heads, std::int64_t rows, std::int64_t width) {
    const Dims dims{1, heads, rows, width};
    return makeCase("Attention", {data(dims), data(dims), data(dims)}, {dims});
}

OperatorCase unary(std::string op, Dims dims) {
    return makeCase(std::move(op), {data(dims)}, {dims});
}

OperatorCase binary(std::string op, Dims dims) {
    return makeCase(std::move(op), {data(dims), data(dims)}, {dims});
}

OperatorCase clip(Dims dims) {
    return makeCase("Clip", {data(dims), absent(), ones({})}, {dims});
}

OperatorCase pool(std::string op, std::int64_t channels, std::int64_t size, std::int64_t kernel,
                  std::int64_t stride) {
    const std::int64_t pad = kernel / 2, out = (size + 2 * pad - kernel) / stride + 1;
    return makeCase(std::move(op), {data({1, channels, size, size})}, {{1, channels, out, out}},
                    {Attribute::ofInts("kernel_shape", {kernel, kernel}),
                     Attribute::ofInts("strides", {stride, stride}),
                     Attribute::ofInts("pads", {pad, pad, pad, pad})});
}

OperatorCase globalPool(std::int64_t channels, std::int64_t size) {
    return makeCase("GlobalAveragePool", {data({1, channels, size, size})}, {{1, channels, 1, 1}});
}

OperatorCase reduce(std::string op, Dims dims, Dims axes, Dims output) {
    return makeCase(std::move(op), {data(std::move(dims))}, {std::move(output)},
                    {Attribute::ofInts("axes", std::move(axes)), Attribute::ofInt("keepdims", 1)});
}

OperatorCase transpose(const Dims& dims, const Dims& order) {
    Dims output;
    for (const std::int64_t axis : order)
        output.push_back(dims[static_cast<std::size_t>(axis)]);
    return makeCase("Transpose", {data(dims)}, {output}, {Attribute::ofInts("perm", order)});
}

OperatorCase depthToSpace(std::int64_t channels, std::int64_t size, std::int64_t block) {
    return makeCase("DepthToSpace", {data({1, channels, size, size})},
                    {{1, channels / (block * block), size * block, size * block}},
                    {Attribute::ofInt("blocksize", block)});
}

OperatorCase concat(const Dims& part) {
    Dims output = part;
    output[1] *= 2;
    return makeCase("Concat", {data(part), data(part)}, {output}, {Attribute::ofInt("axis", 1)});
}

OperatorCase slice(const Dims& dims) {
    Dims output = dims;
    output[1] /= 2;
    return makeCase("Slice", {data(dims), values({0}), values({output[1]}), values({1})}, {output});
}

OperatorCase split(const Dims& dims) {
    Dims half = dims;
    half[1] /= 2;
    return makeCase("Split", {data(dims), values({half[1], half[1]})}, {half, half},
                    {Attribute::ofInt("axis", 1)});
}

OperatorCase pad(const Dims& image) {
    Dims output = image;
    output[2] += 2;
    output[3] += 2;
    return makeCase("Pad", {data(image), values({0, 0, 1, 1, 0, 0, 1, 1})}, {output});
}

OperatorCase softmax(const Dims& dims) {
    return makeCase("Softmax", {data(dims)}, {dims}, {Attribute::ofInt("axis", -1)});
}

OperatorCase layerNorm(const Dims& dims) {
    return makeCase("LayerNormalization",
                    {data(dims), weight({dims.back()}), weight({dims.back()})}, {dims},
                    {Attribute::ofInt("axis", -1), Attribute::ofFloat("epsilon", 1e-5F)});
}

OperatorCase channelNorm(std::string op, const Dims& dims) {
    const Dims channels{dims[1]};
    std::vector<Operand> operands{data(dims), weight(channels), weight(channels)};
    if (op == "BatchNormalization") { // mean and variance
        operands.push_back(weight(channels));
        operands.push_back(ones(channels));
    }
    return makeCase(std::move(op), std::move(operands), {dims},
                    {Attribute::ofFloat("epsilon", 1e-5F)});
}

OperatorCase gather(std::int64_t rows, std::int64_t width, std::int64_t count) {
    return makeCase("Gather", {weight({rows, width}), indices({1, count}, rows)},
                    {{1, count, width}}, {Attribute::ofInt("axis", 0)});
}

OperatorCase scatter(std::int64_t rows, std::int64_t width, std::int64_t count) {
    return makeCase("ScatterND",
                    {data({rows, width}), indices({count, 1}, rows), data({count, width})},
                    {{rows, width}});
}

OperatorCase resize(std::int64_t channels, std::int64_t size, const char* mode) {
    return makeCase("Resize",
                    {data({1, channels, size, size}), absent(), absent(),
                     values({1, channels, 2 * size, 2 * size})},
                    {{1, channels, 2 * size, 2 * size}}, {Attribute::ofString("mode", mode)});
}

} // namespace metainfer::measurement::probe
