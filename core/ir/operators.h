// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Facts about operators: family, work and traffic. The one table that maps profile families to ONNX
// operator types.
#pragma once

#include "ir/graph.h"

#include <span>
#include <string>
#include <string_view>

namespace metainfer::ir {

/// Families as profiles name them: "conv2d", "matmul", "pool", "softmax", "layernorm", "gather", …
/// An operator that the table does not know is its own family in lower case.
std::string operatorFamily(const Node& node);
std::string operatorFamily(std::string_view opType, std::string_view domain = "");
/// All families, sorted; and the operator types of one.
std::span<const std::string_view> operatorFamilies();
std::vector<std::string> operatorTypesOf(std::string_view family);

/// Work of one node. Unknown (nullopt) when a shape that it depends on is not static, and for an
/// operator whose work depends on content or that the table does not know. Conventions are at the
/// head of operators_work.cpp.
struct OperatorWork {
    double flops = 0;       ///< multiply and add count as two
    double macs = 0;        ///< multiply-accumulates in matrix work (conv, matmul, rnn)
    double inputBytes = 0;  ///< activations read
    double weightBytes = 0; ///< constants read
    double outputBytes = 0; ///< results written
    double bytes() const { return inputBytes + weightBytes + outputBytes; }
    double intensity() const { return bytes() > 0 ? flops / bytes() : 0; } ///< FLOP per byte
};
std::optional<OperatorWork> operatorWork(const Graph& graph, const Node& node);

/// True when the node only changes metadata or copies (Reshape, Identity, Squeeze, …).
bool isDataMovement(std::string_view opType);
/// Elementwise with one main input: y[i] depends on x[i] only.
bool isUnaryElementwise(std::string_view opType);
bool isBinaryElementwise(std::string_view opType);
/// Results may differ between two runs on the same inputs (RandomNormal, …, Dropout in training).
bool isNonDeterministic(const Node& node);

} // namespace metainfer::ir
