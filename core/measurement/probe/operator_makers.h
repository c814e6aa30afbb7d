// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Operator cases by what a person would call them.
#pragma once

#include "measurement/probe/operator_case.h"

namespace metainfer::measurement::probe {

using Dims = std::vector<std::int64_t>;

/// Square image and kernel, "same" padding.
OperatorCase conv(std::int64_t channels, std::int64_t size, std::int64_t filters,
                  std::int64_t kernel, std::int64_t stride = 1, std::int64_t group = 1);
/// Doubles the size.
OperatorCase convTranspose(std::int64_t channels, std::int64_t size, std::int64_t filters);
OperatorCase matmul(std::int64_t m, std::int64_t k, std::int64_t n);
/// The activation is quantized at run time, the weights are int8.
OperatorCase dynamicMatmul(std::int64_t m, std::int64_t k, std::int64_t n);
OperatorCase gemm(std::int64_t m, std::int64_t k, std::int64_t n);
/// Scores of attention: both operands are activations.
OperatorCase batchedMatmul(std::int64_t heads, std::int64_t rows, std::int64_t width);
OperatorCase attention(std::int64_t heads, std::int64_t rows, std::int64_t width);
OperatorCase unary(std::string op, Dims dims);
OperatorCase binary(std::string op, Dims dims);
/// Between a missing lower bound and 1.
OperatorCase clip(Dims dims);
OperatorCase pool(std::string op, std::int64_t channels, std::int64_t size, std::int64_t kernel,
                  std::int64_t stride);
OperatorCase globalPool(std::int64_t channels, std::int64_t size);
OperatorCase reduce(std::string op, Dims dims, Dims axes, Dims output);
OperatorCase transpose(const Dims& dims, const Dims& order);
OperatorCase depthToSpace(std::int64_t channels, std::int64_t size, std::int64_t block);
OperatorCase concat(const Dims& part);
/// The first half along axis 1.
OperatorCase slice(const Dims& dims);
/// Two halves along axis 1.
OperatorCase split(const Dims& dims);
/// One more on each side of the last two axes.
OperatorCase pad(const Dims& image);
OperatorCase softmax(const Dims& dims);
OperatorCase layerNorm(const Dims& dims);
/// "BatchNormalization" or "InstanceNormalization" over axis 1.
OperatorCase channelNorm(std::string op, const Dims& dims);
OperatorCase gather(std::int64_t rows, std::int64_t width, std::int64_t count);
OperatorCase scatter(std::int64_t rows, std::int64_t width, std::int64_t count);
/// Twice the size; `mode` is "nearest" or "linear".
OperatorCase resize(std::int64_t channels, std::int64_t size, const char* mode);

} // namespace metainfer::measurement::probe
