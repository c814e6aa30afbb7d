// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Walks a protobuf file by its wire format, so that weights are found without being read.
#pragma once

#include "ir/tensor_data.h"

#include <string>
#include <string_view>
#include <vector>

namespace metainfer::ir {

/// Protobuf wire types that ONNX uses.
enum class WireType : std::uint32_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

/// A field that was found: `[begin, end)` is its content (for Bytes, without the length).
struct WireField {
    std::uint32_t number = 0;
    WireType type = WireType::Varint;
    std::uint64_t start = 0; ///< where its tag lies
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t size() const { return end - begin; }
};

/// Messages that may hold tensors, and thus are walked into.
enum class WireMessage { Graph, Node, Attribute, Tensor, SparseTensor, Opaque };

/// TensorProto field that stands for a payload that was left in the file: its varint is an index
/// into WireReader::slices(). The highest number that protobuf allows: nobody uses it.
constexpr std::uint32_t kSliceField = 536870911;

/// Reads a file through a window. All offsets are checked: an error names the byte and what was
/// expected there.
class WireReader {
  public:
    /// Payloads above this stay on disk.
    static constexpr std::uint64_t kInlineLimit = 256;
    /// Deeper nesting of messages than this is refused.
    static constexpr int kMaxDepth = 400;

    explicit WireReader(std::shared_ptr<const RandomAccessFile> file);

    std::uint64_t size() const { return m_file->size(); }
    /// The field at `offset`; `end` is where the enclosing message ends.
    Result<WireField> field(std::uint64_t offset, std::uint64_t end);
    /// Bytes `[begin, end)`, valid until the next call.
    Result<std::string_view> view(std::uint64_t begin, std::uint64_t end);
    /// Copies the field with its tag to `out`.
    Status copy(const WireField& field, std::string& out);
    /// The message's bytes with every large `raw_data` replaced by a slice marker. The view is
    /// valid until the next call.
    Result<std::string_view> reduced(WireMessage kind, std::uint64_t begin, std::uint64_t end);
    /// The first place in `[begin, end)` that is no valid `kind`, for the error message after
    /// protobuf refused the bytes without saying where.
    Status findDamage(WireMessage kind, std::uint64_t begin, std::uint64_t end, int depth = 0);

    const std::vector<FileSlice>& slices() const { return m_slices; }
    void forgetSlices() { m_slices.clear(); }

  private:
    Status reduce(WireMessage kind, std::uint64_t begin, std::uint64_t end, int depth);
    Result<std::uint64_t> varint(std::uint64_t& offset, std::uint64_t end);
    tl::unexpected<Error> damaged(std::uint64_t offset, std::string what) const;

    std::shared_ptr<const RandomAccessFile> m_file;
    std::vector<std::byte> m_window;
    std::uint64_t m_windowBegin = 0;
    std::uint64_t m_windowSize = 0;
    std::string m_reduced;
    std::vector<FileSlice> m_slices;
};

/// The kind of the sub-message in `field` of a `kind`; Opaque when it cannot hold tensors.
WireMessage wireChild(WireMessage kind, std::uint32_t field);

/// Appends protobuf's varint encoding.
void appendVarint(std::string& out, std::uint64_t value);
inline void appendTag(std::string& out, std::uint32_t field, WireType type) {
    appendVarint(out, std::uint64_t{field} << 3 | static_cast<std::uint32_t>(type));
}

} // namespace metainfer::ir
