// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Conversion of tensors between numeric element types.
#include "candidates/data/dataset.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace metainfer::candidates {
namespace {

template <typename To, typename From>
To convertNumber(From value) {
    if constexpr (std::is_same_v<To, bool>) {
        return value != From{};
    } else if constexpr (std::is_floating_point_v<To>) {
        return static_cast<To>(value);
    } else if constexpr (std::is_floating_point_v<From>) {
        if (std::isnan(value))
            return To{};
        const double rounded = std::nearbyint(static_cast<double>(value));
        const auto low = static_cast<double>(std::numeric_limits<To>::min());
        const auto high = static_cast<double>(std::numeric_limits<To>::max());
        if (rounded <= low)
            return std::numeric_limits<To>::min();
        if (rounded >= high)
            return std::numeric_limits<To>::max();
        return static_cast<To>(rounded);
    } else {
        if (std::cmp_less(value, std::numeric_limits<To>::min()))
            return std::numeric_limits<To>::min();
        if (std::cmp_greater(value, std::numeric_limits<To>::max()))
            return std::numeric_limits<To>::max();
        return static_cast<To>(value);
    }
}

template <typename To, typename From>
std::vector<std::byte> convertAll(const std::vector<From>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(To));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const To converted = convertNumber<To>(values[i]);
        std::memcpy(bytes.data() + i * sizeof(To), &converted, sizeof(To));
    }
    return bytes;
}

template <typename From>
std::vector<std::byte> convertHalf(const std::vector<From>& values,
                                   std::uint16_t (*toBits)(float)) {
    std::vector<std::byte> bytes(values.size() * 2);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint16_t bits = toBits(static_cast<float>(values[i]));
        std::memcpy(bytes.data() + i * 2, &bits, 2);
    }
    return bytes;
}

template <typename From>
std::optional<std::vector<std::byte>> convertValues(const std::vector<From>& values,
                                                    ElementType type) {
    switch (type) {
    case ElementType::Float:
        return convertAll<float>(values);
    case ElementType::Double:
        return convertAll<double>(values);
    case ElementType::Int8:
        return convertAll<std::int8_t>(values);
    case ElementType::Int16:
        return convertAll<std::int16_t>(values);
    case ElementType::Int32:
        return convertAll<std::int32_t>(values);
    case ElementType::Int64:
        return convertAll<std::int64_t>(values);
    case ElementType::UInt8:
        return convertAll<std::uint8_t>(values);
    case ElementType::UInt16:
        return convertAll<std::uint16_t>(values);
    case ElementType::UInt32:
        return convertAll<std::uint32_t>(values);
    case ElementType::UInt64:
        return convertAll<std::uint64_t>(values);
    case ElementType::Bool: {
        std::vector<std::byte> bytes(values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            bytes[i] = std::byte{values[i] != From{}};
        return bytes;
    }
    case ElementType::Float16:
        return convertHalf(values, floatToHalf);
    case ElementType::BFloat16:
        return convertHalf(values, floatToBfloat16);
    default:
        return std::nullopt;
    }
}

} // namespace

Result<HostTensor> convertTo(const HostTensor& tensor, ElementType type) {
    if (tensor.type == type)
        return tensor;
    std::optional<std::vector<std::byte>> bytes;
    if (isInteger(tensor.type) || tensor.type == ElementType::Bool) {
        MI_ASSIGN(const auto values, tensor.toInt64s());
        bytes = convertValues(values, type);
    } else if (tensor.type == ElementType::Double) {
        const auto values = tensor.as<double>();
        bytes = convertValues(std::vector<double>(values.begin(), values.end()), type);
    } else if (isFloatingPoint(tensor.type)) {
        MI_ASSIGN(const auto values, tensor.toFloats());
        bytes = convertValues(values, type);
    }
    if (!bytes)
        return fail(ErrorCode::Unsupported,
                    fmt::format("cannot convert {} to {}", elementTypeName(tensor.type),
                                elementTypeName(type)),
                    "Save the array in the type that the model wants.");
    return HostTensor::fromBytes(type, tensor.dims, std::move(*bytes));
}

} // namespace metainfer::candidates
