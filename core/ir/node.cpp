// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Attributes and their readers.
#include "ir/graph.h"

namespace metainfer::ir {
namespace {

Attribute named(std::string name, Attribute::Kind kind) {
    Attribute attribute;
    attribute.name = std::move(name);
    attribute.kind = kind;
    return attribute;
}

} // namespace

Attribute Attribute::ofInt(std::string name, std::int64_t value) {
    Attribute attribute = named(std::move(name), Kind::Int);
    attribute.i = value;
    return attribute;
}

Attribute Attribute::ofFloat(std::string name, float value) {
    Attribute attribute = named(std::move(name), Kind::Float);
    attribute.f = value;
    return attribute;
}

Attribute Attribute::ofString(std::string name, std::string value) {
    Attribute attribute = named(std::move(name), Kind::String);
    attribute.s = std::move(value);
    return attribute;
}

Attribute Attribute::ofInts(std::string name, std::vector<std::int64_t> values) {
    Attribute attribute = named(std::move(name), Kind::Ints);
    attribute.ints = std::move(values);
    return attribute;
}

Attribute Attribute::ofFloats(std::string name, std::vector<float> values) {
    Attribute attribute = named(std::move(name), Kind::Floats);
    attribute.floats = std::move(values);
    return attribute;
}

Attribute Attribute::ofTensor(std::string name, TensorData value) {
    Attribute attribute = named(std::move(name), Kind::Tensor);
    attribute.tensors.push_back(std::move(value));
    return attribute;
}

const Attribute* Node::attribute(std::string_view attributeName) const {
    for (const Attribute& attribute : attributes)
        if (attribute.name == attributeName)
            return &attribute;
    return nullptr;
}

std::int64_t Node::intAttribute(std::string_view attributeName, std::int64_t fallback) const {
    const Attribute* found = attribute(attributeName);
    return found && found->kind == Attribute::Kind::Int && !found->isReference ? found->i
                                                                               : fallback;
}

float Node::floatAttribute(std::string_view attributeName, float fallback) const {
    const Attribute* found = attribute(attributeName);
    return found && found->kind == Attribute::Kind::Float && !found->isReference ? found->f
                                                                                 : fallback;
}

std::string Node::stringAttribute(std::string_view attributeName, std::string fallback) const {
    const Attribute* found = attribute(attributeName);
    return found && found->kind == Attribute::Kind::String && !found->isReference ? found->s
                                                                                  : fallback;
}

std::vector<std::int64_t> Node::intsAttribute(std::string_view attributeName,
                                              std::vector<std::int64_t> fallback) const {
    const Attribute* found = attribute(attributeName);
    return found && found->kind == Attribute::Kind::Ints && !found->isReference ? found->ints
                                                                                : fallback;
}

void Node::setAttribute(Attribute value) {
    for (Attribute& attribute : attributes)
        if (attribute.name == value.name) {
            attribute = std::move(value);
            return;
        }
    attributes.push_back(std::move(value));
}

void Node::removeAttribute(std::string_view attributeName) {
    std::erase_if(attributes,
                  [&](const Attribute& attribute) { return attribute.name == attributeName; });
}

bool Node::hasSubgraphs() const {
    return std::any_of(attributes.begin(), attributes.end(),
                       [](const Attribute& attribute) { return !attribute.graphs.empty(); });
}

} // namespace metainfer::ir
