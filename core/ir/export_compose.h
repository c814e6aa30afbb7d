// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Turns a model into protobuf messages: for files, and reduced for checkers and shape inference.
#pragma once

#include "ir/onnx_io.h"
#include "ir/wire_writer.h"

namespace metainfer::ir {

/// Where a tensor goes that does not lie in the message.
struct ExternalPlace {
    std::string location;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::map<std::string, std::string> entries; ///< used as they are when not empty
};

struct ComposeOptions {
    /// Decides for each initializer of the main graph and the subgraphs; nullopt = inline.
    std::function<std::optional<ExternalPlace>(const TensorData&)> external;
    /// Payloads above this are left out of the message (which is then no valid file).
    std::uint64_t omitAbove = std::numeric_limits<std::uint64_t>::max();
    /// Constants of the main graph above this become inputs with a type and no content.
    std::uint64_t inputsAbove = std::numeric_limits<std::uint64_t>::max();
    /// Values of the main graph that become further outputs, by name only.
    std::vector<ValueId> extraOutputs;
    /// Whether the type of an intermediate value or output is written; unset = all are.
    std::function<bool(const Graph&, const Value&)> keepType;
};

/// The ModelProto; nodes in topological order, values in id order.
Result<WireMessageWriter> composeModel(const Model& model, const ComposeOptions& options);
/// exportOnnx for a composition of one's own; `external` is set by it.
Status writeComposed(const Model& model, const std::filesystem::path& path,
                     const ComposeOptions& composition, const ExportOptions& options = {});
/// A serialized TypeProto.
std::string composeType(const ValueType& type);

} // namespace metainfer::ir
