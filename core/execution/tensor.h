// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Element types and tensors in host memory, as they travel between the program and a runner.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer {

/// Element types with the numbers of ONNX TensorProto.DataType, so import and export are casts.
enum class ElementType : std::int32_t {
    Undefined = 0,
    Float = 1,
    UInt8 = 2,
    Int8 = 3,
    UInt16 = 4,
    Int16 = 5,
    Int32 = 6,
    Int64 = 7,
    String = 8,
    Bool = 9,
    Float16 = 10,
    Double = 11,
    UInt32 = 12,
    UInt64 = 13,
    Complex64 = 14,
    Complex128 = 15,
    BFloat16 = 16,
    Float8E4M3FN = 17,
    Float8E4M3FNUZ = 18,
    Float8E5M2 = 19,
    Float8E5M2FNUZ = 20,
    UInt4 = 21,
    Int4 = 22,
    Float4E2M1 = 23,
};

/// "float32", "int8", "bfloat16", …; "undefined" for what is unknown.
std::string_view elementTypeName(ElementType type);
/// Accepts the names above and the profile's short ones (fp32, fp16, bf16, int8, int4).
std::optional<ElementType> elementTypeFromName(std::string_view name);
/// Bits per element: 32 for Float, 4 for Int4; 0 for String and unknown types.
int elementBits(ElementType type);
/// Bytes that `count` elements take when packed (two 4-bit elements a byte).
std::uint64_t packedBytes(ElementType type, std::uint64_t count);
bool isFloatingPoint(ElementType type);
bool isInteger(ElementType type);

/// Conversions of 16-bit floating point, round to nearest even.
float halfToFloat(std::uint16_t bits);
std::uint16_t floatToHalf(float value);
float bfloat16ToFloat(std::uint16_t bits);
std::uint16_t floatToBfloat16(float value);

/// A dense tensor, row-major, elements packed little-endian; strings in `strings` instead.
/// Copies share the bytes.
struct HostTensor {
    ElementType type = ElementType::Undefined;
    std::vector<std::int64_t> dims; ///< empty = scalar
    std::shared_ptr<const std::vector<std::byte>> bytes;
    std::vector<std::string> strings;

    std::uint64_t elementCount() const;
    static HostTensor fromFloats(std::vector<std::int64_t> dims, std::span<const float> values);
    static HostTensor fromInt64s(std::vector<std::int64_t> dims,
                                 std::span<const std::int64_t> values);
    /// `bytes.size()` must equal packedBytes(type, product(dims)); InvalidArgument otherwise.
    static Result<HostTensor> fromBytes(ElementType type, std::vector<std::int64_t> dims,
                                        std::vector<std::byte> bytes);

    /// View of the bytes as T without conversion; empty when sizeof(T) does not fit the type.
    template <typename T>
    std::span<const T> as() const {
        if (!bytes || static_cast<std::size_t>(elementBits(type)) != sizeof(T) * 8)
            return {};
        return {reinterpret_cast<const T*>(bytes->data()), bytes->size() / sizeof(T)};
    }
    /// Every numeric type converted to float (4-bit types unpacked); Unsupported for strings,
    /// complex.
    Result<std::vector<float>> toFloats() const;
    /// Integer and bool types converted; Unsupported for others.
    Result<std::vector<std::int64_t>> toInt64s() const;
};

struct NamedTensor {
    std::string name;
    HostTensor tensor;
};

} // namespace metainfer
