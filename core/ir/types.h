// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Dimensions, shapes and types of values; provenance and hardware intents.
#pragma once

#include "base/ids.h"
#include "execution/tensor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::ir {

using NodeId = Id<struct NodeTag>;
using ValueId = Id<struct ValueTag>;
/// Index into Model::sources: a node of the model as it was imported.
using SourceId = Id<struct SourceTag>;

/// One dimension: a known size, a named symbol, or unknown.
struct Dim {
    std::int64_t value = -1; ///< >= 0 when known
    std::string symbol;      ///< not empty when symbolic

    static Dim known(std::int64_t size) { return {size, {}}; }
    static Dim symbolic(std::string name) { return {-1, std::move(name)}; }
    static Dim unknown() { return {}; }
    bool isKnown() const { return value >= 0; }
    bool isSymbolic() const { return value < 0 && !symbol.empty(); }
    bool operator==(const Dim&) const = default;
};

using Shape = std::vector<Dim>;

/// Element type and shape; `shape` is absent when not even the rank is known.
struct TensorType {
    ElementType element = ElementType::Undefined;
    std::optional<Shape> shape;

    bool operator==(const TensorType&) const = default;
    bool isStatic() const; ///< rank known and every dimension known
    /// Number of elements when static.
    std::optional<std::int64_t> elementCount() const;
    /// The dimensions as numbers when static.
    std::optional<std::vector<std::int64_t>> dims() const;
    /// "float32[batch,3,224,224]", "int64[?]", "float32" when the rank is unknown.
    std::string text() const;
};

enum class ValueKind { Unknown, Tensor, SparseTensor, Sequence, Map, Optional };

/// Type of a value. What TensorType cannot express (sequences, maps, optionals, denotations) is
/// kept as the serialized TypeProto in `raw`, so that export gives it back unchanged.
struct ValueType {
    ValueKind kind = ValueKind::Unknown;
    TensorType tensor;
    std::string raw;

    bool isTensor() const { return kind == ValueKind::Tensor; }
    static ValueType ofTensor(ElementType element, std::optional<Shape> shape);
};

/// A node of the imported model, kept for ever so that any rewritten node can be traced back.
struct SourceNode {
    std::string name; ///< as in the file, may be empty
    std::string opType;
    std::string domain;
    std::string graph;  ///< path of subgraphs, empty for the main graph: "If_3/then_branch"
    std::string output; ///< name of its first output, a stable key when the name is empty
};

enum class IntentKind { None, LatencyCritical, MemoryConstrained, PowerSensitive };

/// What somebody who knows the model asks of the hardware for a node.
struct Intent {
    IntentKind kind = IntentKind::None;
    std::string layout;                  ///< preferred data layout, e.g. "NHWC"; empty = any
    std::vector<ElementType> precisions; ///< allowed; empty = all

    bool operator==(const Intent&) const = default;
};

std::string_view intentKindName(IntentKind kind);
std::optional<IntentKind> intentKindFromName(std::string_view name);

} // namespace metainfer::ir
