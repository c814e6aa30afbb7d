// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Operators to probe: sizes, attributes, and the model that runs one of them.
#pragma once

#include "hardware/probe_row.h"
#include "ir/graph.h"
#include "ir/operators.h"
#include "measurement/probe/probe.h"

#include <string>
#include <vector>

namespace metainfer::measurement::probe {

enum class OperandKind {
    Data,    ///< fed at run time
    Weight,  ///< constant
    Ones,    ///< constant, all 1: variances, upper bounds
    Indices, ///< int64 below `limit`, fed at run time
    Shape,   ///< constant int64 vector with the given values
    Absent,  ///< an optional input that is left out
};

struct Operand {
    OperandKind kind = OperandKind::Data;
    std::vector<std::int64_t> dims; ///< for Shape: the values
    std::int64_t limit = 0;
};

struct OperatorCase {
    std::string op; ///< "Attention" stands for its parts, as models up to opset 22 have it
    std::string dtype = "fp32"; ///< "fp32", "int8" (QDQ; dynamic for MatMulInteger), "fp16"
    bool blockedLayout = true;  ///< false: the runtime's channel-blocked layout is switched off
    int threads = 1;
    bool wallClock = false; ///< the time that a user waits, to compare thread counts
    std::vector<Operand> operands;
    std::vector<std::vector<std::int64_t>> outputs;
    std::vector<ir::Attribute> attributes;

    /// Family with its kind: "conv2d:depthwise".
    std::string family() const;
    hardware::ProbeShapes shapes() const;
    /// Rows of equal keys are the same case.
    std::string key() const;
};

/// The cases of a suite, most important first, so that a time limit cuts the least.
std::vector<OperatorCase> operatorCases(ProbeSuite suite);
/// Some of them on one thread and on more, for a device with that many cores, by the wall clock.
std::vector<OperatorCase> threadCases(ProbeSuite suite, int cores);

/// One sweep over channel counts.
struct SweepPlan {
    std::string family, dtype, axis;
    std::vector<int> channels;
    OperatorCase (*caseAt)(int channels) = nullptr; ///< in fp32
};
std::vector<SweepPlan> sweepPlans(ProbeSuite suite);

/// Operator and shapes: "Conv 1x64x56x56,64x64x3x3->1x64x56x56{group=1,…}".
std::string shapeText(const OperatorCase& probed);
/// Whether the options name this case: its family, type and shapes.
bool isWanted(const OperatorCase& probed, const ProbeOptions& options);

/// A model with the one operator, in float16 or between QuantizeLinear and DequantizeLinear where
/// the case says so. Weights are seeded random numbers.
Result<ir::Model> modelOf(const OperatorCase& probed);
/// Seeded random tensors for the model's inputs.
std::vector<NamedTensor> feedOf(const OperatorCase& probed);
/// FLOPs and bytes of the operator alone, in the case's dtype.
std::optional<ir::OperatorWork> workOf(const OperatorCase& probed);

/// A small network of one kind, for what single operators do not show.
struct SmallModel {
    ir::Model model;
    std::vector<NamedTensor> feed;
};
/// Three convolutions of 64 channels over 28 x 28, or three matrix products of 128 x 256 rows, each
/// with its activation. `open`: batch and size, or rows, are symbolic.
SmallModel convolutionChain(bool open);
SmallModel matrixChain(bool open);

} // namespace metainfer::measurement::probe
