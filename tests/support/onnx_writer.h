// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes small ONNX files field by field, for tests that must not depend on the importer's own code
// or need files that no exporter would write.
#pragma once

#include "execution/tensor.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace metainfer::test {

/// A message in protobuf's wire format.
class WireMessage {
  public:
    WireMessage& number(int field, std::int64_t value);
    WireMessage& real(int field, float value);
    WireMessage& text(int field, const std::string& value);
    WireMessage& message(int field, const WireMessage& value) { return text(field, value.bytes()); }
    const std::string& bytes() const { return m_bytes; }

  private:
    void varint(std::uint64_t value);
    std::string m_bytes;
};

WireMessage attribute(const std::string& name, std::int64_t value);
WireMessage attribute(const std::string& name, float value);
WireMessage attribute(const std::string& name, const std::string& value);
WireMessage attribute(const std::string& name, const std::vector<std::int64_t>& values);
WireMessage attributeGraph(const std::string& name, const WireMessage& graph);
WireMessage attributeTensor(const std::string& name, const HostTensor& value);

/// A dimension below zero is left open; `symbol` of the value's name and axis stands for it.
struct ValueText {
    std::string name;
    ElementType type = ElementType::Float;
    std::vector<std::int64_t> dims;
    bool hasShape = true;
    bool isSequence = false; ///< a sequence of such tensors
};

/// Builds a GraphProto.
class GraphWriter {
  public:
    GraphWriter& input(const ValueText& value);
    GraphWriter& output(const ValueText& value);
    GraphWriter& initializer(const std::string& name, const HostTensor& value);
    GraphWriter& node(const std::string& opType, const std::vector<std::string>& inputs,
                      const std::vector<std::string>& outputs,
                      const std::vector<WireMessage>& attributes = {},
                      const std::string& domain = {});
    const WireMessage& message() const { return m_graph; }
    /// ModelProto bytes.
    std::string model(int opset = 13, int irVersion = 8) const;
    /// Writes the model; returns `path`.
    std::filesystem::path save(const std::filesystem::path& path, int opset = 13) const;

  private:
    WireMessage m_graph;
    int m_nodes = 0;
};

HostTensor floats(std::vector<std::int64_t> dims, const std::vector<float>& values);
HostTensor int64s(std::vector<std::int64_t> dims, const std::vector<std::int64_t>& values);

} // namespace metainfer::test
