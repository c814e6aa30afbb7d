// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Float constants of a graph as integers behind a DequantizeLinear.
#pragma once

#include "candidates/quantize/weights.h"
#include "ir/graph.h"

#include <string>
#include <vector>

namespace metainfer::candidates {

ir::TensorData bytesTensor(ElementType type, std::vector<std::int64_t> dims, const void* data,
                           std::size_t size);
/// Zero points as a tensor of an 8-bit type.
ir::TensorData zeroPointTensor(ElementType type, const std::vector<std::int32_t>& zeros,
                               bool scalar);

/// Each function adds the integers, their scale and zero point, and returns the float value that
/// stands for the constant. `node` is the one that reads it; the new nodes take over its origins.
class IntegerConstants {
  public:
    IntegerConstants(ir::Graph& graph, const PrecisionPlan& plan)
        : m_graph(graph)
        , m_plan(plan) {}

    /// The node's second input, of these dims; channels along `axis`.
    ir::ValueId weights(const ir::Node& node, const std::vector<std::int64_t>& dims,
                        std::size_t axis, const QuantizedWeights& weights);
    /// The node's third input as int32 with the scale of input times weight.
    ir::ValueId bias(const ir::Node& node, const std::vector<float>& bias,
                     const QuantizedWeights& weights, double inputScale);
    /// Any other operand, with its own range. InvalidModel when it holds NaN or infinity.
    Result<ir::ValueId> operand(const ir::Node& node, ir::ValueId input,
                                const ir::TensorData& data);

  private:
    ir::ValueId dequantize(const ir::Node& node, ir::ValueId values, const std::string& base,
                           const std::vector<float>& scales, ir::TensorData zeros,
                           std::int64_t axis);

    ir::Graph& m_graph;
    const PrecisionPlan& m_plan;
};

} // namespace metainfer::candidates
