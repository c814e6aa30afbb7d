// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Window reads and the reduction of messages.
#include "ir/wire_reader.h"

#include <fmt/format.h>

namespace metainfer::ir {
namespace {

constexpr std::uint64_t kWindow = 1u << 20;
constexpr std::uint32_t kRawData = 9; ///< TensorProto.raw_data

/// A length that takes five bytes whatever its value, so that it can be filled in later.
void patchLength(std::string& out, std::size_t place, std::uint64_t length) {
    for (int i = 0; i < 5; ++i) {
        const auto bits = static_cast<char>(length >> (7 * i) & 0x7f);
        out[place + static_cast<std::size_t>(i)] = static_cast<char>(i < 4 ? bits | 0x80 : bits);
    }
}

} // namespace

WireMessage wireChild(WireMessage kind, std::uint32_t field) {
    switch (kind) {
    case WireMessage::Graph:
        return field == 1    ? WireMessage::Node
               : field == 5  ? WireMessage::Tensor
               : field == 15 ? WireMessage::SparseTensor
                             : WireMessage::Opaque;
    case WireMessage::Node:
        return field == 5 ? WireMessage::Attribute : WireMessage::Opaque;
    case WireMessage::Attribute:
        return field == 5 || field == 10    ? WireMessage::Tensor
               : field == 6 || field == 11  ? WireMessage::Graph
               : field == 22 || field == 23 ? WireMessage::SparseTensor
                                            : WireMessage::Opaque;
    case WireMessage::SparseTensor:
        return field == 1 || field == 2 ? WireMessage::Tensor : WireMessage::Opaque;
    case WireMessage::Tensor:
    case WireMessage::Opaque:
        break;
    }
    return WireMessage::Opaque;
}

void appendVarint(std::string& out, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        out += static_cast<char>(value | 0x80);
    out += static_cast<char>(value);
}

WireReader::WireReader(std::shared_ptr<const RandomAccessFile> file)
    : m_file(std::move(file)) {}

tl::unexpected<Error> WireReader::damaged(std::uint64_t offset, std::string what) const {
    return fail(ErrorCode::InvalidModel,
                fmt::format("{}: damaged at byte {}: {}", m_file->path().string(), offset, what),
                "The file is incomplete or not an ONNX model; fetch or export it again.");
}

Result<std::string_view> WireReader::view(std::uint64_t begin, std::uint64_t end) {
    if (begin > end || end > size())
        return damaged(begin,
                       fmt::format("bytes up to {} expected, but the file has {}", end, size()));
    if (begin < m_windowBegin || end > m_windowBegin + m_windowSize) {
        const std::uint64_t length = std::min(std::max(end - begin, kWindow), size() - begin);
        if (m_window.size() < length)
            m_window.resize(length);
        m_windowSize = 0;
        MI_CHECK(m_file->read(begin, std::span(m_window).first(length)));
        m_windowBegin = begin;
        m_windowSize = length;
    }
    return std::string_view(
        reinterpret_cast<const char*>(m_window.data()) + (begin - m_windowBegin), end - begin);
}

Result<std::uint64_t> WireReader::varint(std::uint64_t& offset, std::uint64_t end) {
    const std::uint64_t start = offset;
    MI_ASSIGN(const std::string_view bytes,
              view(offset, std::min(end, std::min(offset + 10, size()))));
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto byte = static_cast<std::uint8_t>(bytes[i]);
        value |= std::uint64_t{byte & 0x7fu} << (7 * i);
        if (byte < 0x80) {
            offset += i + 1;
            return value;
        }
    }
    return damaged(start, bytes.size() < 10 ? "a number ends in the middle"
                                            : "a number has more than 10 bytes");
}

Result<WireField> WireReader::field(std::uint64_t offset, std::uint64_t end) {
    WireField found;
    found.start = offset;
    MI_ASSIGN(const std::uint64_t tag, varint(offset, end));
    if (tag >> 3 == 0 || tag >> 3 > kSliceField)
        return damaged(found.start, fmt::format("{} is no field number", tag >> 3));
    found.number = static_cast<std::uint32_t>(tag >> 3);
    found.type = static_cast<WireType>(tag & 7);
    found.begin = offset;
    std::uint64_t length = 0;
    switch (found.type) {
    case WireType::Varint: {
        MI_CHECK(varint(offset, end));
        length = offset - found.begin;
        break;
    }
    case WireType::Fixed64:
        length = 8;
        break;
    case WireType::Fixed32:
        length = 4;
        break;
    case WireType::Bytes: {
        MI_ASSIGN(length, varint(offset, end));
        found.begin = offset;
        break;
    }
    default:
        return damaged(found.start, fmt::format("wire type {} is not used by ONNX", tag & 7));
    }
    if (found.begin > end || length > end - found.begin)
        return damaged(found.start, fmt::format("field {} claims {} bytes, but {} are left",
                                                found.number, length, end - found.begin));
    found.end = found.begin + length;
    return found;
}

Status WireReader::copy(const WireField& field, std::string& out) {
    for (std::uint64_t at = field.start; at < field.end;) {
        const std::uint64_t next = std::min(field.end, at + kWindow);
        MI_ASSIGN(const std::string_view bytes, view(at, next));
        out += bytes;
        at = next;
    }
    return {};
}

Status WireReader::reduce(WireMessage kind, std::uint64_t begin, std::uint64_t end, int depth) {
    if (depth > kMaxDepth)
        return damaged(begin, fmt::format("messages nest deeper than {}", kMaxDepth));
    for (std::uint64_t at = begin; at < end;) {
        MI_ASSIGN(const WireField found, field(at, end));
        at = found.end;
        const bool large = found.type == WireType::Bytes && found.size() > kInlineLimit;
        const WireMessage child = wireChild(kind, found.number);
        if (large && kind == WireMessage::Tensor && found.number == kRawData) {
            appendTag(m_reduced, kSliceField, WireType::Varint);
            appendVarint(m_reduced, m_slices.size());
            m_slices.push_back({m_file, found.begin, found.size()});
        } else if (large && child != WireMessage::Opaque) {
            appendTag(m_reduced, found.number, WireType::Bytes);
            const std::size_t place = m_reduced.size();
            m_reduced.append(5, '\0');
            MI_CHECK(reduce(child, found.begin, found.end, depth + 1));
            patchLength(m_reduced, place, m_reduced.size() - place - 5);
        } else {
            MI_CHECK(copy(found, m_reduced));
        }
        // Protobuf counts in 31 bits.
        if (m_reduced.size() > 0x7fff0000u)
            return fail(ErrorCode::Unsupported,
                        fmt::format("{}: more than 2 GB beside the weights at byte {}",
                                    m_file->path().string(), found.start),
                        "Store large tensors as raw_data or external data.");
    }
    return {};
}

Result<std::string_view> WireReader::reduced(WireMessage kind, std::uint64_t begin,
                                             std::uint64_t end) {
    if (end - begin <= kInlineLimit)
        return view(begin, end);
    m_reduced.clear();
    MI_CHECK(reduce(kind, begin, end, 0));
    return std::string_view(m_reduced);
}

Status WireReader::findDamage(WireMessage kind, std::uint64_t begin, std::uint64_t end, int depth) {
    if (depth > kMaxDepth)
        return damaged(begin, fmt::format("messages nest deeper than {}", kMaxDepth));
    for (std::uint64_t at = begin; at < end;) {
        MI_ASSIGN(const WireField found, field(at, end));
        at = found.end;
        const WireMessage child = wireChild(kind, found.number);
        if (child != WireMessage::Opaque && found.type == WireType::Bytes)
            MI_CHECK(findDamage(child, found.begin, found.end, depth + 1));
    }
    return {};
}

} // namespace metainfer::ir
