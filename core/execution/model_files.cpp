// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A walk over the wire format of ONNX that steps over everything but the places where tensors may
// say that their data are elsewhere. Field numbers are those of onnx.proto.
#include "execution/model_files.h"

#include "base/file.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>

namespace metainfer {

namespace {

constexpr int kDeepest = 64;

enum class Kind { Skip, Model, Graph, Node, Attribute, Tensor, SparseTensor, Function, Entry };

/// What lies in field `number` of a message of kind `kind`.
Kind childOf(Kind kind, std::uint64_t number) {
    switch (kind) {
    case Kind::Model:
        return number == 7 ? Kind::Graph : number == 25 ? Kind::Function : Kind::Skip;
    case Kind::Graph:
        return number == 1    ? Kind::Node
               : number == 5  ? Kind::Tensor
               : number == 15 ? Kind::SparseTensor
                              : Kind::Skip;
    case Kind::Node:
        return number == 5 ? Kind::Attribute : Kind::Skip;
    case Kind::Attribute:
        return number == 5 || number == 10    ? Kind::Tensor
               : number == 6 || number == 11  ? Kind::Graph
               : number == 22 || number == 23 ? Kind::SparseTensor
                                              : Kind::Skip;
    case Kind::SparseTensor:
        return number == 1 || number == 2 ? Kind::Tensor : Kind::Skip;
    case Kind::Function:
        return number == 7 ? Kind::Node : Kind::Skip;
    case Kind::Tensor:
        return number == 13 ? Kind::Entry : Kind::Skip;
    case Kind::Entry:
    case Kind::Skip:
        break;
    }
    return Kind::Skip;
}

class Walk {
  public:
    Walk(const RandomAccessFile& file, std::set<std::string>& found)
        : m_file(file)
        , m_found(found) {}

    /// False when the bytes are no message.
    bool message(Kind kind, std::uint64_t at, std::uint64_t end, int depth) {
        std::string key, value;
        while (at < end) {
            std::uint64_t tag = 0, length = 0;
            if (!varint(at, end, tag))
                return false;
            switch (tag & 7) {
            case 0:
                if (!varint(at, end, length))
                    return false;
                continue;
            case 1:
                at += 8;
                continue;
            case 5:
                at += 4;
                continue;
            case 2:
                break;
            default:
                return false;
            }
            if (!varint(at, end, length) || length > end - at)
                return false;
            if (kind == Kind::Entry && (tag >> 3 == 1 || tag >> 3 == 2)) {
                if (!text(at, length, tag >> 3 == 1 ? key : value))
                    return false;
            } else if (const Kind child = childOf(kind, tag >> 3); child != Kind::Skip) {
                if (depth == kDeepest || !message(child, at, at + length, depth + 1))
                    return false;
            }
            at += length;
        }
        if (kind == Kind::Entry && key == "location" && !value.empty())
            m_found.insert(value);
        return at == end;
    }

  private:
    bool byte(std::uint64_t at, std::uint8_t& value) {
        if (at < m_start || at >= m_start + m_held) {
            const std::uint64_t count =
                std::min<std::uint64_t>(m_window.size(), m_file.size() - at);
            if (at >= m_file.size() || !m_file.read(at, std::span(m_window).first(count)))
                return false;
            m_start = at;
            m_held = count;
        }
        value = static_cast<std::uint8_t>(m_window[at - m_start]);
        return true;
    }
    bool varint(std::uint64_t& at, std::uint64_t end, std::uint64_t& value) {
        value = 0;
        for (int shift = 0; shift < 64 && at < end; shift += 7) {
            std::uint8_t part = 0;
            if (!byte(at++, part))
                return false;
            value |= static_cast<std::uint64_t>(part & 0x7f) << shift;
            if (part < 0x80)
                return true;
        }
        return false;
    }
    bool text(std::uint64_t at, std::uint64_t length, std::string& into) {
        constexpr std::uint64_t kLongestName = 4096;
        if (length > kLongestName)
            return false;
        into.resize(length);
        return m_file.read(at, std::as_writable_bytes(std::span(into))).has_value();
    }

    const RandomAccessFile& m_file;
    std::set<std::string>& m_found;
    std::array<std::byte, 4096> m_window;
    std::uint64_t m_start = 0, m_held = 0;
};

} // namespace

Result<std::vector<std::string>> externalFilesOf(const std::filesystem::path& model) {
    MI_ASSIGN(const auto file, RandomAccessFile::open(model));
    std::set<std::string> found;
    if (!Walk(*file, found).message(Kind::Model, 0, file->size(), 0))
        return std::vector<std::string>();
    return std::vector<std::string>(found.begin(), found.end());
}

} // namespace metainfer
