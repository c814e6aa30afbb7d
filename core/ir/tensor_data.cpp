// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Constants in memory and on disk.
#include "ir/tensor_data.h"

#include <algorithm>
#include <cstring>

namespace metainfer::ir {
namespace {

constexpr std::uint64_t kPiece = 4u << 20; ///< bytes that stream() holds at once

template <typename T>
std::vector<std::byte> bytesOf(std::span<const T> values) {
    std::vector<std::byte> bytes(values.size_bytes());
    if (!bytes.empty())
        std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

} // namespace

TensorData TensorData::fromBytes(ElementType type, std::vector<std::int64_t> dims,
                                 std::vector<std::byte> bytes) {
    TensorData data;
    data.m_type = type;
    data.m_dims = std::move(dims);
    data.m_owned = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    return data;
}

TensorData TensorData::fromFloats(std::vector<std::int64_t> dims, std::span<const float> values) {
    return fromBytes(ElementType::Float, std::move(dims), bytesOf(values));
}

TensorData TensorData::fromInt64s(std::vector<std::int64_t> dims,
                                  std::span<const std::int64_t> values) {
    return fromBytes(ElementType::Int64, std::move(dims), bytesOf(values));
}

TensorData TensorData::fromStrings(std::vector<std::int64_t> dims,
                                   std::vector<std::string> values) {
    TensorData data;
    data.m_type = ElementType::String;
    data.m_dims = std::move(dims);
    data.m_strings = std::make_shared<const std::vector<std::string>>(std::move(values));
    return data;
}

TensorData TensorData::fromHost(const HostTensor& tensor) {
    if (tensor.type == ElementType::String)
        return fromStrings(tensor.dims, tensor.strings);
    TensorData data;
    data.m_type = tensor.type;
    data.m_dims = tensor.dims;
    data.m_owned = tensor.bytes ? tensor.bytes : std::make_shared<const std::vector<std::byte>>();
    return data;
}

TensorData TensorData::fromFile(ElementType type, std::vector<std::int64_t> dims, FileSlice slice) {
    TensorData data;
    data.m_type = type;
    data.m_dims = std::move(dims);
    data.m_slice = std::move(slice);
    return data;
}

std::int64_t TensorData::elementCount() const {
    std::int64_t count = 1;
    for (const std::int64_t dim : m_dims)
        if (dim < 0 || __builtin_mul_overflow(count, dim, &count))
            return -1;
    return count;
}

Result<std::shared_ptr<const std::vector<std::byte>>> TensorData::bytes() const {
    if (!isOnDisk()) {
        static const auto kEmpty = std::make_shared<const std::vector<std::byte>>();
        return m_owned ? m_owned : kEmpty;
    }
    auto read = std::make_shared<std::vector<std::byte>>(m_slice.length);
    MI_CHECK(m_slice.file->read(m_slice.offset, *read));
    return std::shared_ptr<const std::vector<std::byte>>(std::move(read));
}

Status TensorData::stream(const std::function<Status(std::span<const std::byte>)>& consume) const {
    if (!isOnDisk())
        return m_owned ? consume(*m_owned) : Status{};
    std::vector<std::byte> piece(std::min(kPiece, m_slice.length));
    for (std::uint64_t done = 0; done < m_slice.length;) {
        const std::uint64_t size = std::min(kPiece, m_slice.length - done);
        const auto part = std::span(piece).first(size);
        MI_CHECK(m_slice.file->read(m_slice.offset + done, part));
        MI_CHECK(consume(part));
        done += size;
    }
    return {};
}

Result<HostTensor> TensorData::load() const {
    HostTensor tensor;
    tensor.type = m_type;
    tensor.dims = m_dims;
    if (m_type == ElementType::String) {
        tensor.strings = strings();
        return tensor;
    }
    MI_ASSIGN(tensor.bytes, bytes());
    return tensor;
}

Result<std::vector<float>> TensorData::toFloats() const {
    MI_ASSIGN(const HostTensor tensor, load());
    return tensor.toFloats();
}

Result<std::vector<std::int64_t>> TensorData::toInt64s() const {
    MI_ASSIGN(const HostTensor tensor, load());
    return tensor.toInt64s();
}

const std::vector<std::string>& TensorData::strings() const {
    static const std::vector<std::string> kNone;
    return m_strings ? *m_strings : kNone;
}

TensorData TensorData::withDims(std::vector<std::int64_t> dims) const {
    TensorData copy = *this;
    copy.m_dims = std::move(dims);
    copy.externalData.clear();
    return copy;
}

} // namespace metainfer::ir
