// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Constant tensors of a model. The bytes stay on disk until somebody asks for them.
#pragma once

#include "base/file.h"
#include "execution/tensor.h"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace metainfer::ir {

/// Where bytes lie in a file: in the .onnx itself (`raw_data` found by its wire offset) or
/// external.
struct FileSlice {
    std::shared_ptr<const RandomAccessFile> file;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

/// A constant dense tensor. Copies share the storage. Loading is lazy and not cached: callers keep
/// what they need.
class TensorData {
  public:
    TensorData() = default;
    /// Owns `bytes` (packed little-endian, packedBytes(type, count) long; checked by the verifier).
    static TensorData fromBytes(ElementType type, std::vector<std::int64_t> dims,
                                std::vector<std::byte> bytes);
    static TensorData fromFloats(std::vector<std::int64_t> dims, std::span<const float> values);
    static TensorData fromInt64s(std::vector<std::int64_t> dims,
                                 std::span<const std::int64_t> values);
    static TensorData fromStrings(std::vector<std::int64_t> dims, std::vector<std::string> values);
    static TensorData fromHost(const HostTensor& tensor);
    static TensorData fromFile(ElementType type, std::vector<std::int64_t> dims, FileSlice slice);
    static TensorData scalar(float value) { return fromFloats({}, std::span(&value, 1)); }

    ElementType type() const { return m_type; }
    const std::vector<std::int64_t>& dims() const { return m_dims; }
    std::int64_t elementCount() const; ///< -1 when the dimensions are negative or overflow
    /// Bytes that the content takes in memory or on disk; 0 for strings.
    std::uint64_t byteSize() const {
        return isOnDisk() ? m_slice.length : m_owned ? m_owned->size() : 0;
    }
    bool isOnDisk() const { return m_slice.file != nullptr; }
    const FileSlice& slice() const { return m_slice; }

    /// The packed bytes; reads the file for a tensor on disk. Io when the file changed meanwhile.
    Result<std::shared_ptr<const std::vector<std::byte>>> bytes() const;
    Result<HostTensor> load() const;
    /// Feeds the content to `consume` in order and in pieces, so that big tensors are never in
    /// memory as a whole.
    Status stream(const std::function<Status(std::span<const std::byte>)>& consume) const;
    /// Converted to float / int64 as HostTensor does.
    Result<std::vector<float>> toFloats() const;
    Result<std::vector<std::int64_t>> toInt64s() const;
    const std::vector<std::string>& strings() const;

    /// Same shape, other type or content, e.g. after quantizing.
    TensorData withDims(std::vector<std::int64_t> dims) const;

    std::string doc;                                 ///< doc_string of the TensorProto
    std::map<std::string, std::string> externalData; ///< keys of external_data as imported
    std::string unknownFields; ///< wire bytes of fields this version does not know

  private:
    ElementType m_type = ElementType::Undefined;
    std::vector<std::int64_t> m_dims;
    std::shared_ptr<const std::vector<std::byte>> m_owned;
    std::shared_ptr<const std::vector<std::string>> m_strings;
    FileSlice m_slice;
};

/// sparse_initializer or a sparse attribute: values and indices, both dense.
struct SparseTensorData {
    std::string name;
    TensorData values;
    TensorData indices;
    std::vector<std::int64_t> dims;
};

} // namespace metainfer::ir
