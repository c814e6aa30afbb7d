// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The row of one operator type in the table of operator facts; private to core/ir.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace metainfer::ir {

/// By which formula work is counted.
enum class WorkKind : std::uint8_t {
    PerOutput, ///< `weight` operations for each output element
    PerInput,  ///< `weight` operations for each element of input 0
    Variadic,  ///< one operation for each input after the first and output element
    View,      ///< no work and no traffic: the same bytes under another shape
    Move,      ///< every input read once, every output written once
    Pick,      ///< reads of input 0 only as many bytes as it writes
    Metadata,  ///< reads no tensor content, writes its outputs
    Control,   ///< its subgraphs do the work
    Conv,
    ConvTranspose,
    MatMul,
    Gemm,
    MatMulNBits,
    Einsum,
    Attention,
    Lstm,
    Gru,
    Rnn,
    Pool,
    GlobalPool,
    Reduce,
    Resize,
    Lrn,
    Sampling,
    Dft,
    Unknown, ///< depends on content; no figure is better than a wrong one
};

/// Bits of OperatorFacts::flags.
enum OperatorFlag : std::uint8_t {
    kUnary = 1,        ///< y[i] depends on x[i] only
    kBinary = 2,       ///< broadcasting elementwise over two or more inputs
    kDataMovement = 4, ///< moves or renames bytes, computes nothing
    kRandom = 8,       ///< results differ between runs
};

struct OperatorFacts {
    std::string_view opType;
    std::string_view family;
    WorkKind kind = WorkKind::Unknown;
    float weight = 0;
    std::uint8_t flags = 0;
    std::string_view domain = {}; ///< "" also covers com.microsoft operators of the same name
};

/// nullptr for an operator that the table does not know.
const OperatorFacts* operatorFacts(std::string_view opType, std::string_view domain);
std::span<const OperatorFacts> operatorTable();

} // namespace metainfer::ir
