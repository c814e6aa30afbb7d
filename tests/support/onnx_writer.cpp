// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Field numbers are those of onnx.proto.
#include "support/onnx_writer.h"

#include <cstring>
#include <fstream>

namespace metainfer::test {

namespace {

WireMessage tensorMessage(const std::string& name, const HostTensor& value) {
    WireMessage message;
    for (const std::int64_t dim : value.dims)
        message.number(1, dim);
    message.number(2, static_cast<int>(value.type));
    message.text(8, name);
    for (const std::string& text : value.strings)
        message.text(6, text);
    if (value.bytes)
        message.text(9, std::string(reinterpret_cast<const char*>(value.bytes->data()),
                                    value.bytes->size()));
    return message;
}

WireMessage valueMessage(const ValueText& value) {
    WireMessage shape;
    for (std::size_t axis = 0; axis < value.dims.size(); ++axis) {
        WireMessage dim;
        if (value.dims[axis] >= 0)
            dim.number(1, value.dims[axis]);
        else
            dim.text(2, value.name + "_" + std::to_string(axis));
        shape.message(1, dim);
    }
    WireMessage tensor;
    tensor.number(1, static_cast<int>(value.type));
    if (value.hasShape)
        tensor.message(2, shape);
    WireMessage type = WireMessage().message(1, tensor);
    if (value.isSequence)
        type = WireMessage().message(4, WireMessage().message(1, type));
    return WireMessage().text(1, value.name).message(2, type);
}

WireMessage namedAttribute(const std::string& name, int type) {
    return WireMessage().text(1, name).number(20, type);
}

} // namespace

void WireMessage::varint(std::uint64_t value) {
    while (value >= 0x80) {
        m_bytes += static_cast<char>(value | 0x80);
        value >>= 7;
    }
    m_bytes += static_cast<char>(value);
}

WireMessage& WireMessage::number(int field, std::int64_t value) {
    varint(static_cast<std::uint64_t>(field) << 3);
    varint(static_cast<std::uint64_t>(value));
    return *this;
}

WireMessage& WireMessage::real(int field, float value) {
    varint(static_cast<std::uint64_t>(field) << 3 | 5);
    char bytes[4];
    std::memcpy(bytes, &value, sizeof(bytes));
    m_bytes.append(bytes, sizeof(bytes));
    return *this;
}

WireMessage& WireMessage::text(int field, const std::string& value) {
    varint(static_cast<std::uint64_t>(field) << 3 | 2);
    varint(value.size());
    m_bytes += value;
    return *this;
}

WireMessage attribute(const std::string& name, std::int64_t value) {
    return namedAttribute(name, 2).number(3, value);
}
WireMessage attribute(const std::string& name, float value) {
    return namedAttribute(name, 1).real(2, value);
}
WireMessage attribute(const std::string& name, const std::string& value) {
    return namedAttribute(name, 3).text(4, value);
}
WireMessage attribute(const std::string& name, const std::vector<std::int64_t>& values) {
    WireMessage message = namedAttribute(name, 7);
    for (const std::int64_t value : values)
        message.number(8, value);
    return message;
}
WireMessage attributeGraph(const std::string& name, const WireMessage& graph) {
    return namedAttribute(name, 5).message(6, graph);
}
WireMessage attributeTensor(const std::string& name, const HostTensor& value) {
    return namedAttribute(name, 4).message(5, tensorMessage("", value));
}

GraphWriter& GraphWriter::input(const ValueText& value) {
    m_graph.message(11, valueMessage(value));
    return *this;
}

GraphWriter& GraphWriter::output(const ValueText& value) {
    m_graph.message(12, valueMessage(value));
    return *this;
}

GraphWriter& GraphWriter::initializer(const std::string& name, const HostTensor& value) {
    m_graph.message(5, tensorMessage(name, value));
    return *this;
}

GraphWriter& GraphWriter::node(const std::string& opType, const std::vector<std::string>& inputs,
                               const std::vector<std::string>& outputs,
                               const std::vector<WireMessage>& attributes,
                               const std::string& domain) {
    WireMessage node;
    for (const std::string& name : inputs)
        node.text(1, name);
    for (const std::string& name : outputs)
        node.text(2, name);
    node.text(3, opType + "_" + std::to_string(m_nodes++)).text(4, opType);
    for (const WireMessage& each : attributes)
        node.message(5, each);
    if (!domain.empty())
        node.text(7, domain);
    m_graph.message(1, node);
    return *this;
}

std::string GraphWriter::model(int opset, int irVersion) const {
    WireMessage graph = m_graph;
    graph.text(2, "graph");
    WireMessage model;
    model.number(1, irVersion).message(7, graph);
    model.message(8, WireMessage().text(1, "").number(2, opset));
    return model.bytes();
}

std::filesystem::path GraphWriter::save(const std::filesystem::path& path, int opset) const {
    std::ofstream(path, std::ios::binary) << model(opset);
    return path;
}

HostTensor floats(std::vector<std::int64_t> dims, const std::vector<float>& values) {
    return HostTensor::fromFloats(std::move(dims), values);
}
HostTensor int64s(std::vector<std::int64_t> dims, const std::vector<std::int64_t>& values) {
    return HostTensor::fromInt64s(std::move(dims), values);
}

} // namespace metainfer::test
