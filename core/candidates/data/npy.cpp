// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The .npy format: a magic, a version, a Python dictionary as text, then the raw elements.
#include "candidates/data/npy.h"

#include "base/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace metainfer::candidates {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

struct Header {
    std::string descr;
    bool fortran = false;
    std::vector<std::int64_t> shape;
    std::size_t dataOffset = 0;
};

tl::unexpected<Error> damaged(const std::string& what, std::string_view problem) {
    return fail(ErrorCode::InvalidArgument, fmt::format("{}: {}", what, problem),
                "Write the array again with numpy.save or numpy.savez.");
}

/// The text after `'key':` in the header's dictionary, leading blanks skipped.
std::optional<std::string_view> field(std::string_view text, std::string_view key) {
    const auto at = text.find(fmt::format("'{}'", key));
    if (at == std::string_view::npos)
        return std::nullopt;
    const auto colon = text.find(':', at);
    if (colon == std::string_view::npos)
        return std::nullopt;
    const auto start = text.find_first_not_of(" ", colon + 1);
    return start == std::string_view::npos ? std::nullopt : std::optional(text.substr(start));
}

Result<std::vector<std::int64_t>> parseShape(std::string_view text, const std::string& what) {
    std::vector<std::int64_t> shape;
    const auto close = text.find(')');
    if (text.empty() || text.front() != '(' || close == std::string_view::npos)
        return damaged(what, "the header has no shape");
    const char* at = text.data() + 1;
    const char* end = text.data() + close;
    while (at < end) {
        if (*at == ' ' || *at == ',' || *at == 'L') {
            ++at;
            continue;
        }
        std::int64_t size = 0;
        const auto [next, error] = std::from_chars(at, end, size);
        if (error != std::errc() || size < 0)
            return damaged(what, "the shape in the header is not legal");
        shape.push_back(size);
        at = next;
    }
    return shape;
}

Result<Header> parseHeader(std::span<const std::byte> content, const std::string& what) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(content.data());
    if (content.size() < 10 || std::memcmp(bytes, kMagic.data(), kMagic.size()) != 0)
        return damaged(what, "not a .npy array (wrong first bytes)");
    const int major = bytes[6];
    if (major < 1 || major > 3)
        return fail(ErrorCode::VersionMismatch,
                    fmt::format("{}: .npy version {} is not known", what, major),
                    "Legal: versions 1 to 3.");
    const std::size_t lengthBytes = major == 1 ? 2 : 4;
    if (content.size() < 8 + lengthBytes)
        return damaged(what, "the header is cut off");
    std::size_t length = 0;
    for (std::size_t i = 0; i < lengthBytes; ++i)
        length |= std::size_t{bytes[8 + i]} << (8 * i);
    const std::size_t start = 8 + lengthBytes;
    if (length > content.size() - start)
        return damaged(what, "the header is cut off");
    const std::string_view text(reinterpret_cast<const char*>(bytes) + start, length);
    const auto descr = field(text, "descr");
    const auto order = field(text, "fortran_order");
    const auto shape = field(text, "shape");
    if (!descr || !order || !shape)
        return damaged(what, "the header lacks descr, fortran_order or shape");
    if (descr->front() != '\'' || descr->find('\'', 1) == std::string_view::npos)
        return fail(ErrorCode::Unsupported, what + ": arrays of records are not supported",
                    "Save each field as an array of its own.");
    Header header;
    header.descr = std::string(descr->substr(1, descr->find('\'', 1) - 1));
    header.fortran = order->starts_with("True");
    header.dataOffset = start + length;
    MI_ASSIGN(header.shape, parseShape(*shape, what));
    return header;
}

struct NumpyType {
    std::string_view code;
    ElementType type;
};
constexpr NumpyType kTypes[] = {
    {"f4", ElementType::Float},  {"f8", ElementType::Double}, {"f2", ElementType::Float16},
    {"i1", ElementType::Int8},   {"i2", ElementType::Int16},  {"i4", ElementType::Int32},
    {"i8", ElementType::Int64},  {"u1", ElementType::UInt8},  {"u2", ElementType::UInt16},
    {"u4", ElementType::UInt32}, {"u8", ElementType::UInt64}, {"b1", ElementType::Bool},
};

std::uint64_t product(const std::vector<std::int64_t>& dims) {
    std::uint64_t count = 1;
    for (const auto dim : dims)
        if (__builtin_mul_overflow(count, static_cast<std::uint64_t>(dim), &count))
            return ~std::uint64_t{0};
    return count;
}

/// Column-major to row-major; `size` bytes per element.
std::vector<std::byte> toRowMajor(const std::vector<std::byte>& in,
                                  const std::vector<std::int64_t>& dims, std::size_t size) {
    std::vector<std::byte> out(in.size());
    std::vector<std::uint64_t> stride(dims.size(), 1);
    for (std::size_t d = 1; d < dims.size(); ++d)
        stride[d] = stride[d - 1] * static_cast<std::uint64_t>(dims[d - 1]);
    std::vector<std::int64_t> index(dims.size(), 0);
    const std::uint64_t count = product(dims);
    for (std::uint64_t i = 0; i < count; ++i) {
        std::uint64_t from = 0;
        for (std::size_t d = 0; d < dims.size(); ++d)
            from += static_cast<std::uint64_t>(index[d]) * stride[d];
        std::memcpy(out.data() + i * size, in.data() + from * size, size);
        for (std::size_t d = dims.size(); d-- > 0;) {
            if (++index[d] < dims[d])
                break;
            index[d] = 0;
        }
    }
    return out;
}

void swapBytes(std::vector<std::byte>& bytes, std::size_t size) {
    for (std::size_t at = 0; at + size <= bytes.size(); at += size)
        std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                     bytes.begin() + static_cast<std::ptrdiff_t>(at + size));
}

void appendUtf8(std::string& text, std::uint32_t code) {
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xc0 | (code >> 6));
        text += static_cast<char>(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        text += static_cast<char>(0xe0 | (code >> 12));
        text += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
        text += static_cast<char>(0x80 | (code & 0x3f));
    } else {
        text += static_cast<char>(0xf0 | (code >> 18));
        text += static_cast<char>(0x80 | ((code >> 12) & 0x3f));
        text += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
        text += static_cast<char>(0x80 | (code & 0x3f));
    }
}

std::string decodeText(std::span<const std::byte> item, bool wide) {
    std::string text;
    if (!wide) {
        text.assign(reinterpret_cast<const char*>(item.data()), item.size());
        text.resize(text.find_last_not_of('\0') + 1);
        return text;
    }
    for (std::size_t at = 0; at + 4 <= item.size(); at += 4) {
        std::uint32_t code = 0;
        std::memcpy(&code, item.data() + at, 4);
        if (code == 0)
            break;
        appendUtf8(text, code);
    }
    return text;
}

Result<HostTensor> parseStrings(const Header& header, std::span<const std::byte> data, bool wide,
                                std::size_t itemBytes, const std::string& what) {
    HostTensor tensor;
    tensor.type = ElementType::String;
    tensor.dims = header.shape;
    const std::uint64_t count = product(header.shape);
    // Texts of no width at all hold nothing that could bound their number.
    if (count > data.size() / std::max<std::size_t>(itemBytes, 1))
        return damaged(what, "the data is cut off");
    if (header.fortran && header.shape.size() > 1)
        return fail(ErrorCode::Unsupported,
                    what + ": text arrays in Fortran order are not supported",
                    "Save it in C order: numpy.ascontiguousarray.");
    for (std::uint64_t i = 0; i < count; ++i)
        tensor.strings.push_back(decodeText(data.subspan(i * itemBytes, itemBytes), wide));
    return tensor;
}

} // namespace

Result<HostTensor> parseNpy(std::span<const std::byte> content, const std::string& what) {
    MI_ASSIGN(const Header header, parseHeader(content, what));
    const auto data = content.subspan(header.dataOffset);
    std::string_view descr = header.descr;
    const char order = descr.empty() ? '|' : descr.front();
    if (order == '<' || order == '>' || order == '|' || order == '=')
        descr.remove_prefix(1);
    if (!descr.empty() && (descr.front() == 'S' || descr.front() == 'U')) {
        std::size_t width = 0;
        std::from_chars(descr.data() + 1, descr.data() + descr.size(), width);
        const bool wide = descr.front() == 'U';
        if (wide && order == '>')
            return fail(ErrorCode::Unsupported, what + ": big-endian text arrays are not supported",
                        "Save it in little-endian order: array.astype('<U').");
        return parseStrings(header, data, wide, wide ? width * 4 : width, what);
    }
    const auto* known = std::find_if(std::begin(kTypes), std::end(kTypes),
                                     [&](const NumpyType& t) { return t.code == descr; });
    if (known == std::end(kTypes))
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: element type '{}' is not supported", what, header.descr),
                    "Legal: f2 f4 f8, i1 i2 i4 i8, u1 u2 u4 u8, bool, S and U text.");
    const std::size_t size = static_cast<std::size_t>(std::max(8, elementBits(known->type)) / 8);
    const std::uint64_t count = product(header.shape);
    if (count > data.size() / size)
        return damaged(what, fmt::format("the data is cut off ({} bytes, {} elements of {} bytes "
                                         "expected)",
                                         data.size(), count, size));
    std::vector<std::byte> bytes(data.begin(),
                                 data.begin() + static_cast<std::ptrdiff_t>(count * size));
    if (order == '>' && size > 1)
        swapBytes(bytes, size);
    if (header.fortran && header.shape.size() > 1)
        bytes = toRowMajor(bytes, header.shape, size);
    return HostTensor::fromBytes(known->type, header.shape, std::move(bytes));
}

Result<HostTensor> readNpy(const std::filesystem::path& path) {
    MI_ASSIGN(const std::string content, readTextFile(path));
    return parseNpy(std::as_bytes(std::span(content)), path.string());
}

Status writeNpy(const std::filesystem::path& path, const HostTensor& tensor) {
    const auto* known = std::find_if(std::begin(kTypes), std::end(kTypes),
                                     [&](const NumpyType& t) { return t.type == tensor.type; });
    if (known == std::end(kTypes) || !tensor.bytes)
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: NumPy has no element type {}", path.string(),
                                elementTypeName(tensor.type)),
                    "Convert the tensor first: f2 f4 f8, i1 i2 i4 i8, u1 u2 u4 u8 and bool are "
                    "legal.");
    std::string shape;
    for (const auto dim : tensor.dims)
        shape += fmt::format("{},", dim);
    const bool oneByte = known->code.back() == '1';
    std::string header = fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}), }}",
                                     oneByte ? '|' : '<', known->code, shape);
    header.append(63 - (10 + header.size()) % 64, ' ');
    header += '\n';
    std::string content(kMagic);
    content += '\x01';
    content += '\0';
    content += static_cast<char>(header.size() & 0xff);
    content += static_cast<char>(header.size() >> 8);
    content += header;
    content.append(reinterpret_cast<const char*>(tensor.bytes->data()), tensor.bytes->size());
    return writeFileAtomically(path, content);
}

} // namespace metainfer::candidates
