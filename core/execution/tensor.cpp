// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Element types, their conversions to float and int64, and tensors in host memory.
#include "execution/tensor.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace metainfer {

namespace {

struct TypeFacts {
    ElementType type;
    std::string_view name;
    std::string_view shortName;
    int bits;
};

constexpr std::array kTypes = {
    TypeFacts{ElementType::Float, "float32", "fp32", 32},
    TypeFacts{ElementType::UInt8, "uint8", "u8", 8},
    TypeFacts{ElementType::Int8, "int8", "s8", 8},
    TypeFacts{ElementType::UInt16, "uint16", "u16", 16},
    TypeFacts{ElementType::Int16, "int16", "s16", 16},
    TypeFacts{ElementType::Int32, "int32", "s32", 32},
    TypeFacts{ElementType::Int64, "int64", "s64", 64},
    TypeFacts{ElementType::String, "string", "string", 0},
    TypeFacts{ElementType::Bool, "bool", "bool", 8},
    TypeFacts{ElementType::Float16, "float16", "fp16", 16},
    TypeFacts{ElementType::Double, "float64", "fp64", 64},
    TypeFacts{ElementType::UInt32, "uint32", "u32", 32},
    TypeFacts{ElementType::UInt64, "uint64", "u64", 64},
    TypeFacts{ElementType::Complex64, "complex64", "complex64", 64},
    TypeFacts{ElementType::Complex128, "complex128", "complex128", 128},
    TypeFacts{ElementType::BFloat16, "bfloat16", "bf16", 16},
    TypeFacts{ElementType::Float8E4M3FN, "float8e4m3fn", "fp8", 8},
    TypeFacts{ElementType::Float8E4M3FNUZ, "float8e4m3fnuz", "fp8e4m3fnuz", 8},
    TypeFacts{ElementType::Float8E5M2, "float8e5m2", "fp8e5m2", 8},
    TypeFacts{ElementType::Float8E5M2FNUZ, "float8e5m2fnuz", "fp8e5m2fnuz", 8},
    TypeFacts{ElementType::UInt4, "uint4", "u4", 4},
    TypeFacts{ElementType::Int4, "int4", "s4", 4},
    TypeFacts{ElementType::Float4E2M1, "float4e2m1", "fp4", 4},
};

const TypeFacts* factsOf(ElementType type) {
    for (const TypeFacts& facts : kTypes)
        if (facts.type == type)
            return &facts;
    return nullptr;
}

/// Decodes a small float of the given layout. `finiteOnly` marks the FN and FNUZ kinds, which spend
/// no exponent on infinities; `noNegativeZero` the FNUZ kinds, whose only NaN is 0x80.
float decodeFloat8(std::uint8_t bits, int mantissaBits, int bias, bool finiteOnly,
                   bool noNegativeZero) {
    const int exponentBits = 7 - mantissaBits;
    const int exponent = (bits >> mantissaBits) & ((1 << exponentBits) - 1);
    const int mantissa = bits & ((1 << mantissaBits) - 1);
    const float sign = (bits & 0x80) ? -1.0f : 1.0f;
    const int highest = (1 << exponentBits) - 1;
    if (noNegativeZero) {
        if (bits == 0x80)
            return std::numeric_limits<float>::quiet_NaN();
    } else if (finiteOnly) {
        if (exponent == highest && mantissa == (1 << mantissaBits) - 1)
            return std::numeric_limits<float>::quiet_NaN();
    } else if (exponent == highest) {
        return mantissa ? std::numeric_limits<float>::quiet_NaN()
                        : sign * std::numeric_limits<float>::infinity();
    }
    if (exponent == 0)
        return sign * std::ldexp(static_cast<float>(mantissa), 1 - bias - mantissaBits);
    return sign * std::ldexp(static_cast<float>(mantissa + (1 << mantissaBits)),
                             exponent - bias - mantissaBits);
}

float decodeFloat4(std::uint8_t bits) {
    constexpr float kValues[8] = {0.0f, 0.5f, 1.0f, 1.5f, 2.0f, 3.0f, 4.0f, 6.0f};
    const float value = kValues[bits & 7];
    return (bits & 8) ? -value : value;
}

std::uint8_t nibble(const std::byte* data, std::uint64_t index) {
    const auto pair = static_cast<std::uint8_t>(data[index / 2]);
    return index % 2 ? pair >> 4 : pair & 15;
}

template <typename T>
T elementAt(const std::byte* data, std::uint64_t index) {
    T value;
    std::memcpy(&value, data + index * sizeof(T), sizeof(T));
    return value;
}

template <typename Target, typename Source>
void convert(const std::byte* data, std::vector<Target>& into) {
    for (std::uint64_t i = 0; i < into.size(); ++i)
        into[i] = static_cast<Target>(elementAt<Source>(data, i));
}

template <typename Decode>
void decode(std::vector<float>& into, const Decode& decoder) {
    for (std::uint64_t i = 0; i < into.size(); ++i)
        into[i] = decoder(i);
}

/// Converts integers and bool; false for every other type.
template <typename Target>
bool convertIntegers(ElementType type, const std::byte* data, std::vector<Target>& into) {
    switch (type) {
    case ElementType::Bool:
    case ElementType::UInt8:
        convert<Target, std::uint8_t>(data, into);
        return true;
    case ElementType::Int8:
        convert<Target, std::int8_t>(data, into);
        return true;
    case ElementType::UInt16:
        convert<Target, std::uint16_t>(data, into);
        return true;
    case ElementType::Int16:
        convert<Target, std::int16_t>(data, into);
        return true;
    case ElementType::UInt32:
        convert<Target, std::uint32_t>(data, into);
        return true;
    case ElementType::Int32:
        convert<Target, std::int32_t>(data, into);
        return true;
    case ElementType::UInt64:
        convert<Target, std::uint64_t>(data, into);
        return true;
    case ElementType::Int64:
        convert<Target, std::int64_t>(data, into);
        return true;
    case ElementType::UInt4:
        for (std::uint64_t i = 0; i < into.size(); ++i)
            into[i] = static_cast<Target>(nibble(data, i));
        return true;
    case ElementType::Int4:
        for (std::uint64_t i = 0; i < into.size(); ++i) {
            const int value = nibble(data, i);
            into[i] = static_cast<Target>(value >= 8 ? value - 16 : value);
        }
        return true;
    default:
        return false;
    }
}

bool convertFloats(ElementType type, const std::byte* data, std::vector<float>& into) {
    const auto byteAt = [data](std::uint64_t i) { return static_cast<std::uint8_t>(data[i]); };
    switch (type) {
    case ElementType::Float:
        convert<float, float>(data, into);
        return true;
    case ElementType::Double:
        convert<float, double>(data, into);
        return true;
    case ElementType::Float16:
        decode(into, [&](auto i) { return halfToFloat(elementAt<std::uint16_t>(data, i)); });
        return true;
    case ElementType::BFloat16:
        decode(into, [&](auto i) { return bfloat16ToFloat(elementAt<std::uint16_t>(data, i)); });
        return true;
    case ElementType::Float8E4M3FN:
        decode(into, [&](auto i) { return decodeFloat8(byteAt(i), 3, 7, true, false); });
        return true;
    case ElementType::Float8E4M3FNUZ:
        decode(into, [&](auto i) { return decodeFloat8(byteAt(i), 3, 8, true, true); });
        return true;
    case ElementType::Float8E5M2:
        decode(into, [&](auto i) { return decodeFloat8(byteAt(i), 2, 15, false, false); });
        return true;
    case ElementType::Float8E5M2FNUZ:
        decode(into, [&](auto i) { return decodeFloat8(byteAt(i), 2, 16, true, true); });
        return true;
    case ElementType::Float4E2M1:
        decode(into, [&](auto i) { return decodeFloat4(nibble(data, i)); });
        return true;
    default:
        return false;
    }
}

tl::unexpected<Error> notNumeric(ElementType type, std::string_view target) {
    return fail(ErrorCode::Unsupported, fmt::format("a tensor of {} cannot be converted to {}",
                                                    elementTypeName(type), target));
}

Status checkComplete(const HostTensor& tensor) {
    const std::uint64_t expected = packedBytes(tensor.type, tensor.elementCount());
    const std::uint64_t held = tensor.bytes ? tensor.bytes->size() : 0;
    if (held != expected)
        return fail(
            ErrorCode::InvalidArgument,
            fmt::format("tensor holds {} bytes, its type and shape need {}", held, expected));
    return {};
}

template <typename T>
std::shared_ptr<const std::vector<std::byte>> copyBytes(std::span<const T> values) {
    const auto bytes = std::as_bytes(values);
    return std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end());
}

} // namespace

std::string_view elementTypeName(ElementType type) {
    const TypeFacts* facts = factsOf(type);
    return facts ? facts->name : std::string_view("undefined");
}

std::optional<ElementType> elementTypeFromName(std::string_view name) {
    for (const TypeFacts& facts : kTypes)
        if (facts.name == name || facts.shortName == name)
            return facts.type;
    return std::nullopt;
}

int elementBits(ElementType type) {
    const TypeFacts* facts = factsOf(type);
    return facts ? facts->bits : 0;
}

std::uint64_t packedBytes(ElementType type, std::uint64_t count) {
    const auto bits = static_cast<std::uint64_t>(elementBits(type));
    return bits == 4 ? count / 2 + count % 2 : count * (bits / 8);
}

bool isFloatingPoint(ElementType type) {
    switch (type) {
    case ElementType::Float:
    case ElementType::Double:
    case ElementType::Float16:
    case ElementType::BFloat16:
    case ElementType::Float8E4M3FN:
    case ElementType::Float8E4M3FNUZ:
    case ElementType::Float8E5M2:
    case ElementType::Float8E5M2FNUZ:
    case ElementType::Float4E2M1:
        return true;
    default:
        return false;
    }
}

bool isInteger(ElementType type) {
    switch (type) {
    case ElementType::UInt8:
    case ElementType::Int8:
    case ElementType::UInt16:
    case ElementType::Int16:
    case ElementType::Int32:
    case ElementType::Int64:
    case ElementType::UInt32:
    case ElementType::UInt64:
    case ElementType::UInt4:
    case ElementType::Int4:
        return true;
    default:
        return false;
    }
}

float halfToFloat(std::uint16_t bits) {
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16;
    const std::uint32_t exponent = (bits >> 10) & 31u;
    const std::uint32_t mantissa = bits & 0x3ffu;
    if (exponent == 31)
        return std::bit_cast<float>(sign | 0x7f800000u | (mantissa << 13));
    if (exponent == 0) {
        const float value = std::ldexp(static_cast<float>(mantissa), -24);
        return sign ? -value : value;
    }
    return std::bit_cast<float>(sign | ((exponent + 112u) << 23) | (mantissa << 13));
}

std::uint16_t floatToHalf(float value) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
        return sign | 0x7e00u; // NaN, made quiet
    if (magnitude >= 0x477ff000u)
        return sign | 0x7c00u; // rounds to infinity from 65520 on
    if (magnitude < 0x38800000u) {
        // Subnormal: scaling by 2^24 puts the last kept bit at one, nearbyint rounds ties to even.
        const float scaled = std::ldexp(std::bit_cast<float>(magnitude), 24);
        return sign | static_cast<std::uint16_t>(std::nearbyint(scaled));
    }
    const std::uint32_t rounded = magnitude + 0xfffu + ((magnitude >> 13) & 1u);
    return sign | static_cast<std::uint16_t>((rounded >> 13) - (112u << 10));
}

float bfloat16ToFloat(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

std::uint16_t floatToBfloat16(float value) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return static_cast<std::uint16_t>((bits >> 16) | 0x40u);
    return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

std::uint64_t HostTensor::elementCount() const {
    std::uint64_t count = 1;
    for (const std::int64_t dim : dims)
        count *= dim > 0 ? static_cast<std::uint64_t>(dim) : 0;
    return count;
}

HostTensor HostTensor::fromFloats(std::vector<std::int64_t> dims, std::span<const float> values) {
    return {ElementType::Float, std::move(dims), copyBytes(values), {}};
}

HostTensor HostTensor::fromInt64s(std::vector<std::int64_t> dims,
                                  std::span<const std::int64_t> values) {
    return {ElementType::Int64, std::move(dims), copyBytes(values), {}};
}

Result<HostTensor> HostTensor::fromBytes(ElementType type, std::vector<std::int64_t> dims,
                                         std::vector<std::byte> bytes) {
    if (elementBits(type) == 0)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("elements of type {} have no bytes", elementTypeName(type)));
    HostTensor tensor{type,
                      std::move(dims),
                      std::make_shared<const std::vector<std::byte>>(std::move(bytes)),
                      {}};
    MI_CHECK(checkComplete(tensor));
    return tensor;
}

Result<std::vector<float>> HostTensor::toFloats() const {
    if (elementBits(type) == 0)
        return notNumeric(type, "float32");
    MI_CHECK(checkComplete(*this));
    std::vector<float> values(elementCount());
    if (!convertFloats(type, bytes->data(), values) &&
        !convertIntegers(type, bytes->data(), values))
        return notNumeric(type, "float32");
    return values;
}

Result<std::vector<std::int64_t>> HostTensor::toInt64s() const {
    if (elementBits(type) == 0)
        return notNumeric(type, "int64");
    MI_CHECK(checkComplete(*this));
    std::vector<std::int64_t> values(elementCount());
    if (!convertIntegers(type, bytes->data(), values))
        return notNumeric(type, "int64");
    return values;
}

} // namespace metainfer
