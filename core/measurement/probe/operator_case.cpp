// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The operators of each suite: typical sizes of vision and text models.
#include "measurement/probe/operator_case.h"

#include <algorithm>

#include <fmt/format.h>

namespace metainfer::measurement::probe {
namespace {

using Dims = std::vector<std::int64_t>;
using ir::Attribute;

Operand data(Dims dims) {
    return {OperandKind::Data, std::move(dims), 0};
}
Operand weight(Dims dims) {
    return {OperandKind::Weight, std::move(dims), 0};
}
Operand values(Dims list) {
    return {OperandKind::Shape, std::move(list), 0};
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

/// Square image and kernel, "same" padding.
OperatorCase conv(std::int64_t channels, std::int64_t size, std::int64_t filters,
                  std::int64_t kernel, std::int64_t stride = 1, std::int64_t group = 1) {
    const std::int64_t pad = kernel / 2, out = (size + 2 * pad - kernel) / stride + 1;
    return makeCase(
        "Conv",
        {data({1, channels, size, size}), weight({filters, channels / group, kernel, kernel})},
        {{1, filters, out, out}},
        {Attribute::ofInts("kernel_shape", {kernel, kernel}),
         Attribute::ofInts("strides", {stride, stride}),
         Attribute::ofInts("pads", {pad, pad, pad, pad}), Attribute::ofInt("group", group)});
}

OperatorCase matmul(std::int64_t m, std::int64_t k, std::int64_t n) {
    return makeCase("MatMul", {data({m, k}), weight({k, n})}, {{m, n}});
}

OperatorCase gemm(std::int64_t m, std::int64_t k, std::int64_t n) {
    return makeCase("Gemm", {data({m, k}), weight({k, n})}, {{m, n}});
}

/// Scores of attention: both operands are activations.
OperatorCase batchedMatmul(std::int64_t heads, std::int64_t rows, std::int64_t width) {
    return makeCase("MatMul", {data({1, heads, rows, width}), data({1, heads, width, rows})},
                    {{1, heads, rows, rows}});
}

OperatorCase unary(std::string op, Dims dims) {
    return makeCase(std::move(op), {data(dims)}, {dims});
}

OperatorCase binary(std::string op, Dims dims) {
    return makeCase(std::move(op), {data(dims), data(dims)}, {dims});
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

OperatorCase reduceMean(Dims dims, Dims axes, Dims output) {
    return makeCase("ReduceMean", {data(std::move(dims))}, {std::move(output)},
                    {Attribute::ofInts("axes", std::move(axes)), Attribute::ofInt("keepdims", 1)});
}

OperatorCase transpose(const Dims& dims, const Dims& order) {
    Dims output;
    for (const std::int64_t axis : order)
        output.push_back(dims[static_cast<std::size_t>(axis)]);
    return makeCase("Transpose", {data(dims)}, {output}, {Attribute::ofInts("perm", order)});
}

OperatorCase concat(const Dims& part) {
    Dims output = part;
    output[1] *= 2;
    return makeCase("Concat", {data(part), data(part)}, {output}, {Attribute::ofInt("axis", 1)});
}

/// The first half along axis 1.
OperatorCase slice(const Dims& dims) {
    Dims output = dims;
    output[1] /= 2;
    return makeCase("Slice", {data(dims), values({0}), values({output[1]}), values({1})}, {output});
}

OperatorCase softmax(const Dims& dims) {
    return makeCase("Softmax", {data(dims)}, {dims}, {Attribute::ofInt("axis", -1)});
}

OperatorCase layerNorm(const Dims& dims) {
    return makeCase("LayerNormalization",
                    {data(dims), weight({dims.back()}), weight({dims.back()})}, {dims},
                    {Attribute::ofInt("axis", -1), Attribute::ofFloat("epsilon", 1e-5F)});
}

OperatorCase gather(std::int64_t rows, std::int64_t width, std::int64_t count) {
    return makeCase("Gather", {weight({rows, width}), {OperandKind::Indices, {1, count}, rows}},
                    {{1, count, width}}, {Attribute::ofInt("axis", 0)});
}

void essential(std::vector<OperatorCase>& cases) {
    cases.insert(cases.end(), {conv(64, 56, 64, 3),
                               conv(256, 14, 256, 3),
                               conv(128, 28, 128, 1),
                               conv(384, 14, 64, 1),
                               conv(144, 56, 144, 3, 1, 144),
                               conv(384, 14, 384, 3, 1, 384),
                               conv(128, 28, 128, 3, 1, 32),
                               matmul(128, 256, 256),
                               matmul(128, 768, 3072),
                               gemm(1, 1024, 1000),
                               batchedMatmul(4, 128, 64),
                               binary("Add", {1, 64, 56, 56}),
                               binary("Mul", {1, 128, 768}),
                               unary("Relu", {1, 64, 56, 56}),
                               unary("Sigmoid", {1, 64, 56, 56}),
                               unary("Erf", {1, 128, 1024}),
                               reduceMean({1, 128, 768}, {2}, {1, 128, 1}),
                               transpose({1, 64, 56, 56}, {0, 2, 3, 1}),
                               transpose({1, 128, 4, 64}, {0, 2, 1, 3}),
                               concat({1, 64, 56, 56}),
                               slice({1, 128, 56, 56}),
                               softmax({1, 4, 128, 128}),
                               layerNorm({1, 128, 256}),
                               gather(30000, 256, 128),
                               pool("MaxPool", 64, 112, 3, 2),
                               pool("AveragePool", 128, 28, 3, 1),
                               globalPool(512, 7)});
}

void typical(std::vector<OperatorCase>& cases) {
    cases.insert(cases.end(), {conv(3, 224, 32, 3, 2),
                               conv(128, 28, 128, 3),
                               conv(512, 7, 512, 3),
                               conv(64, 56, 128, 3, 2),
                               conv(16, 32, 16, 3),
                               conv(3, 224, 64, 7, 2),
                               conv(32, 112, 16, 1),
                               conv(16, 112, 96, 1),
                               conv(256, 14, 1024, 1),
                               conv(960, 7, 320, 1),
                               conv(32, 112, 32, 3, 1, 32),
                               conv(96, 112, 96, 3, 2, 96),
                               conv(960, 7, 960, 3, 1, 960),
                               conv(256, 28, 256, 3, 1, 8),
                               matmul(32, 128, 128),
                               matmul(512, 512, 512),
                               matmul(1, 2048, 2048),
                               gemm(64, 512, 512),
                               batchedMatmul(12, 64, 64),
                               binary("Add", {1, 16, 16, 16}),
                               binary("Add", {1, 256, 112, 112}),
                               binary("Mul", {1, 64, 56, 56}),
                               binary("Add", {1, 128, 768}),
                               unary("Relu", {1, 16, 16, 16}),
                               unary("HardSwish", {1, 64, 56, 56}),
                               unary("Tanh", {1, 128, 1024}),
                               unary("Exp", {1, 128, 1024}),
                               unary("Abs", {1, 128, 1024}),
                               reduceMean({1, 256, 14, 14}, {2, 3}, {1, 256, 1, 1}),
                               transpose({1, 256, 14, 14}, {0, 2, 3, 1}),
                               transpose({1, 56, 56, 64}, {0, 3, 1, 2}),
                               concat({1, 128, 14, 14}),
                               slice({1, 128, 768}),
                               softmax({1, 1000}),
                               softmax({1, 12, 64, 64}),
                               layerNorm({1, 197, 768}),
                               gather(1000, 64, 32),
                               pool("MaxPool", 256, 14, 3, 1),
                               globalPool(1280, 7)});
}

void extended(std::vector<OperatorCase>& cases) {
    for (const std::int64_t channels : {8, 24, 32, 48, 96, 192, 320})
        for (const std::int64_t size : {7, 14, 28, 56})
            for (const std::int64_t kernel : {1, 3, 5}) {
                cases.push_back(conv(channels, size, channels, kernel));
                if (kernel > 1)
                    cases.push_back(conv(channels, size, channels, kernel, 1, channels));
            }
    for (const std::int64_t rows : {1, 16, 64, 256})
        for (const std::int64_t width : {64, 256, 768, 1024})
            cases.push_back(matmul(rows, width, width));
    for (const std::int64_t channels : {16, 128, 512})
        for (const char* op : {"Relu", "Sigmoid", "Tanh", "HardSwish", "Erf", "Exp"})
            cases.push_back(unary(op, {1, channels, 28, 28}));
}

bool hasInt8(const OperatorCase& probed) {
    // What quantized networks hold between their convolutions and matrix products.
    for (const char* op : {"Conv", "MatMul", "Gemm", "Add", "Mul", "Concat", "Sigmoid", "Transpose",
                           "MaxPool", "AveragePool", "GlobalAveragePool", "Softmax"})
        if (probed.op == op)
            return true;
    return false;
}

bool hasHalf(const OperatorCase& probed) {
    for (const char* op : {"Conv", "MatMul", "Gemm", "Add", "Sigmoid", "Softmax",
                           "LayerNormalization", "MaxPool", "Transpose"})
        if (probed.op == op)
            return true;
    return false;
}

std::vector<OperatorCase> inDtype(const std::vector<OperatorCase>& cases, std::string_view dtype,
                                  bool (*fits)(const OperatorCase&)) {
    std::vector<OperatorCase> result;
    for (const OperatorCase& probed : cases)
        if (fits(probed)) {
            result.push_back(probed);
            result.back().dtype = dtype;
        }
    return result;
}

void append(std::vector<OperatorCase>& cases, const std::vector<OperatorCase>& more) {
    cases.insert(cases.end(), more.begin(), more.end());
}

std::string attributeText(const Attribute& attribute) {
    if (attribute.kind == Attribute::Kind::Int)
        return std::to_string(attribute.i);
    std::string text;
    for (const std::int64_t value : attribute.ints)
        text += fmt::format("{}{}", text.empty() ? "" : "x", value);
    return text;
}

} // namespace

std::string OperatorCase::family() const {
    const std::string base = ir::operatorFamily(op);
    if (op != "Conv")
        return base;
    std::int64_t group = 1;
    for (const Attribute& attribute : attributes)
        if (attribute.name == "group")
            group = attribute.i;
    const Dims& filter = operands[1].dims;
    if (group > 1)
        return base + (filter[1] == 1 && group == filter[0] ? ":depthwise" : ":grouped");
    return base + (filter[2] == 1 && filter[3] == 1 ? ":pointwise" : ":dense");
}

hardware::ProbeShapes OperatorCase::shapes() const {
    hardware::ProbeShapes result;
    for (const Operand& operand : operands)
        if (operand.kind != OperandKind::Shape)
            result.inputs.push_back(operand.dims);
    result.outputs = outputs;
    for (const Attribute& attribute : attributes)
        if (attribute.kind == Attribute::Kind::Int || attribute.kind == Attribute::Kind::Ints)
            result.attributes.emplace(attribute.name, attributeText(attribute));
    return result;
}

std::string OperatorCase::key() const {
    return fmt::format("{} {} {}", op, dtype, shapes().text());
}

std::string shapeText(const OperatorCase& probed) {
    return fmt::format("{} {}", probed.op, probed.shapes().text());
}

bool isWanted(const OperatorCase& probed, const ProbeOptions& options) {
    const auto in = [](const std::vector<std::string>& list, const std::string& name) {
        return list.empty() || std::find(list.begin(), list.end(), name) != list.end();
    };
    const std::string family = probed.family();
    if (!in(options.families, family.substr(0, family.find(':'))) ||
        !in(options.dtypes, probed.dtype))
        return false;
    const std::string text = shapeText(probed);
    return options.shapes.empty() ||
           std::any_of(options.shapes.begin(), options.shapes.end(),
                       [&](const auto& part) { return text.find(part) != std::string::npos; });
}

std::vector<OperatorCase> operatorCases(ProbeSuite suite) {
    std::vector<OperatorCase> cases;
    if (suite == ProbeSuite::Reduced) {
        cases = {conv(32, 14, 32, 3), matmul(32, 64, 64), unary("Relu", {1, 16, 16, 16})};
        append(cases, inDtype({cases[0]}, "int8", hasInt8));
        append(cases, inDtype({cases[1]}, "fp16", hasHalf));
        return cases;
    }
    std::vector<OperatorCase> first, second;
    essential(first);
    typical(second);
    cases = first;
    append(cases, inDtype(first, "int8", hasInt8));
    append(cases, second);
    append(cases, inDtype(first, "fp16", hasHalf));
    append(cases, inDtype(second, "int8", hasInt8));
    for (const OperatorCase& probed : first)
        if (probed.op == "Conv") { // what the blocked layout is worth
            cases.push_back(probed);
            cases.back().blockedLayout = false;
        }
    if (suite == ProbeSuite::Full) {
        std::vector<OperatorCase> third;
        extended(third);
        append(cases, third);
        append(cases, inDtype(third, "int8", hasInt8));
        append(cases, inDtype(second, "fp16", hasHalf));
    }
    return cases;
}

} // namespace metainfer::measurement::probe
