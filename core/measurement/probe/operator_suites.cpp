// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The operators of each suite: typical sizes of vision and text models.
#include "measurement/probe/operator_makers.h"

#include <set>

namespace metainfer::measurement::probe {
namespace {

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
                               reduce("ReduceMean", {1, 128, 768}, {2}, {1, 128, 1}),
                               transpose({1, 64, 56, 56}, {0, 2, 3, 1}),
                               transpose({1, 128, 4, 64}, {0, 2, 1, 3}),
                               concat({1, 64, 56, 56}),
                               slice({1, 128, 56, 56}),
                               softmax({1, 4, 128, 128}),
                               layerNorm({1, 128, 256}),
                               gather(30000, 256, 128),
                               pool("MaxPool", 64, 112, 3, 2),
                               pool("AveragePool", 128, 28, 3, 1),
                               globalPool(512, 7),
                               attention(4, 128, 64),
                               resize(64, 28, "nearest"),
                               channelNorm("BatchNormalization", {1, 64, 56, 56}),
                               matmul(1, 1024, 1024)});
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
                               reduce("ReduceMean", {1, 256, 14, 14}, {2, 3}, {1, 256, 1, 1}),
                               transpose({1, 256, 14, 14}, {0, 2, 3, 1}),
                               transpose({1, 56, 56, 64}, {0, 3, 1, 2}),
                               concat({1, 128, 14, 14}),
                               slice({1, 128, 768}),
                               softmax({1, 1000}),
                               softmax({1, 12, 64, 64}),
                               layerNorm({1, 197, 768}),
                               gather(1000, 64, 32),
                               pool("MaxPool", 256, 14, 3, 1),
                               globalPool(1280, 7),
                               attention(12, 64, 64),
                               convTranspose(64, 28, 32),
                               resize(32, 56, "linear"),
                               channelNorm("InstanceNormalization", {1, 64, 28, 28}),
                               scatter(1024, 256, 128),
                               split({1, 128, 28, 28}),
                               pad({1, 64, 56, 56}),
                               depthToSpace(64, 28, 2),
                               clip({1, 64, 56, 56}),
                               unary("LeakyRelu", {1, 64, 56, 56}),
                               reduce("ReduceMax", {1, 128, 768}, {2}, {1, 128, 1})});
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
    for (const std::int64_t heads : {2, 8, 16})
        for (const std::int64_t rows : {32, 197, 512})
            cases.push_back(attention(heads, rows, 64));
    for (const std::int64_t channels : {64, 256})
        for (const std::int64_t group : {2, 4, 16})
            cases.push_back(conv(channels, 28, channels, 3, 1, group));
    for (const std::int64_t channels : {32, 128, 256})
        cases.insert(cases.end(), {resize(channels, 14, "nearest"), resize(channels, 14, "linear"),
                                   concat({1, channels, 28, 28}), split({1, channels, 28, 28}),
                                   pool("MaxPool", channels, 28, 2, 2),
                                   transpose({1, channels, 28, 28}, {0, 2, 3, 1}),
                                   channelNorm("BatchNormalization", {1, channels, 28, 28}),
                                   binary("Add", {1, channels, 28, 28})});
    for (const std::int64_t rows : {16, 384})
        for (const std::int64_t width : {256, 1024})
            cases.insert(cases.end(), {softmax({1, rows, width}), layerNorm({1, rows, width}),
                                       gather(8192, width, rows), scatter(8192, width, rows),
                                       reduce("ReduceMean", {1, rows, width}, {2}, {1, rows, 1})});
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
                           "LayerNormalization", "MaxPool", "Transpose", "Attention", "Resize"})
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

/// Of cases that come twice, the first stays.
std::vector<OperatorCase> eachOnce(std::vector<OperatorCase> cases) {
    std::set<std::string> seen;
    std::erase_if(cases, [&seen](const auto& probed) { return !seen.insert(probed.key()).second; });
    return cases;
}

void append(std::vector<OperatorCase>& cases, const std::vector<OperatorCase>& more) {
    cases.insert(cases.end(), more.begin(), more.end());
}

/// Matrix products with constant weights, quantized at run time.
std::vector<OperatorCase> dynamic(const std::vector<OperatorCase>& cases) {
    std::vector<OperatorCase> result;
    for (const OperatorCase& probed : cases)
        if (probed.op == "MatMul" && probed.operands[1].kind == OperandKind::Weight) {
            const Dims& a = probed.operands[0].dims;
            result.push_back(dynamicMatmul(a[0], a[1], probed.operands[1].dims[1]));
        }
    return result;
}

} // namespace

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
    append(cases, dynamic(first));
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
        append(cases, dynamic(second));
        append(cases, inDtype(second, "fp16", hasHalf));
        append(cases, dynamic(third));
        append(cases, inDtype(third, "fp16", hasHalf));
    }
    return eachOnce(std::move(cases));
}

std::vector<OperatorCase> threadCases(ProbeSuite suite, int cores) {
    std::vector<OperatorCase> cases{
        conv(64, 56, 64, 3),      conv(144, 56, 144, 3, 1, 144),  matmul(128, 768, 3072),
        matmul(1, 1024, 1024),    binary("Add", {1, 64, 56, 56}), softmax({1, 4, 128, 128}),
        layerNorm({1, 128, 256}), attention(4, 128, 64)};
    if (suite == ProbeSuite::Full) {
        cases.clear();
        essential(cases);
    }
    std::vector<int> counts;
    for (int threads = 2; suite != ProbeSuite::Reduced && threads < cores; threads *= 2)
        if (suite == ProbeSuite::Full)
            counts.push_back(threads);
    if (suite != ProbeSuite::Reduced && cores > 1)
        counts.push_back(cores);
    std::vector<OperatorCase> result;
    if (counts.empty())
        return result;
    counts.insert(counts.begin(), 1); // next to each other: what drifts does so for all
    for (OperatorCase& probed : cases)
        for (const int threads : counts) {
            probed.threads = threads;
            probed.wallClock = true;
            result.push_back(probed);
        }
    return result;
}

} // namespace metainfer::measurement::probe
