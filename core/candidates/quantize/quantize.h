// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Lowering the precision of a graph: static and dynamic int8, 4-bit weights, half precision.
#pragma once

#include "base/result.h"
#include "candidates/candidate.h"
#include "candidates/quantize/calibration.h"
#include "ir/graph.h"

#include <map>
#include <string>
#include <vector>

namespace metainfer::candidates {

/// What a lowering did, for reports. Nodes are named by their first output.
struct QuantizationSummary {
    std::map<std::string, std::size_t> loweredOps; ///< operator type -> nodes now in low precision
    std::map<std::string, std::string> keptFloat;  ///< node -> why it was left
    std::map<std::string, ValueRange> ranges;      ///< tensor -> range that it is quantized with
    std::size_t absorbed = 0;                      ///< Relu/Clip that quantization does by itself
    std::vector<std::string> notes;
    std::size_t loweredCount() const;
    Json toJson() const;
};

/// The tensors whose statistics `quantizeStatic` will need. The model must have types (shape
/// inference done).
std::vector<std::string> tensorsToCalibrate(const ir::Model& model, const PrecisionPlan& plan);

/// Inserts QuantizeLinear / DequantizeLinear in the form that ONNX Runtime fuses: quantized weights
/// and int32 biases behind DequantizeLinear, activations as pairs, Relu and Clip absorbed where the
/// zero point is the type's minimum, one scale around operators that only move data. Raises the
/// opset where needed. Unsupported when nothing can be quantized or the opset cannot be raised.
/// On error the model must be thrown away.
Result<QuantizationSummary> quantizeStatic(ir::Model& model, const PrecisionPlan& plan,
                                           const Calibration& calibration);

/// MatMul and Gemm with constant weights: activations are quantized when they arrive
/// (DynamicQuantizeLinear, MatMulInteger); LSTM to the runtime's DynamicQuantizeLSTM.
Result<QuantizationSummary> quantizeDynamic(ir::Model& model, const PrecisionPlan& plan);

/// MatMul and Gemm with constant weights to com.microsoft MatMulNBits (4 bits, blocks of
/// `plan.blockSize` along the reduction).
Result<QuantizationSummary> quantizeWeights4(ir::Model& model, const PrecisionPlan& plan);

/// Everything that may to float16, with casts at the model's inputs and outputs, which keep their
/// types; fragile operators stay float32.
Result<QuantizationSummary> convertToHalf(ir::Model& model, const PrecisionPlan& plan);

} // namespace metainfer::candidates
