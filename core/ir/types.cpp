// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Text and sizes of types.
#include "ir/types.h"

#include <array>

namespace metainfer::ir {
namespace {

constexpr std::array<std::pair<IntentKind, std::string_view>, 4> kIntentNames{{
    {IntentKind::None, "none"},
    {IntentKind::LatencyCritical, "latency_critical"},
    {IntentKind::MemoryConstrained, "memory_constrained"},
    {IntentKind::PowerSensitive, "power_sensitive"},
}};

} // namespace

bool TensorType::isStatic() const {
    return shape &&
           std::all_of(shape->begin(), shape->end(), [](const Dim& dim) { return dim.isKnown(); });
}

std::optional<std::int64_t> TensorType::elementCount() const {
    if (!isStatic())
        return std::nullopt;
    std::int64_t count = 1;
    for (const Dim& dim : *shape)
        if (__builtin_mul_overflow(count, dim.value, &count))
            return std::nullopt;
    return count;
}

std::optional<std::vector<std::int64_t>> TensorType::dims() const {
    if (!isStatic())
        return std::nullopt;
    std::vector<std::int64_t> numbers;
    for (const Dim& dim : *shape)
        numbers.push_back(dim.value);
    return numbers;
}

std::string TensorType::text() const {
    std::string out(elementTypeName(element));
    if (!shape)
        return out;
    out += '[';
    for (std::size_t i = 0; i < shape->size(); ++i) {
        const Dim& dim = (*shape)[i];
        if (i)
            out += ',';
        out += dim.isKnown() ? std::to_string(dim.value) : dim.isSymbolic() ? dim.symbol : "?";
    }
    return out + ']';
}

ValueType ValueType::ofTensor(ElementType element, std::optional<Shape> shape) {
    return {ValueKind::Tensor, {element, std::move(shape)}, {}};
}

std::string_view intentKindName(IntentKind kind) {
    for (const auto& [value, name] : kIntentNames)
        if (value == kind)
            return name;
    return "none";
}

std::optional<IntentKind> intentKindFromName(std::string_view name) {
    for (const auto& [value, text] : kIntentNames)
        if (text == name)
            return value;
    return std::nullopt;
}

} // namespace metainfer::ir
