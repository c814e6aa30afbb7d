// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading .npz: the central directory of a ZIP archive and its stored or deflated members.
#include "base/file.h"
#include "candidates/data/npy.h"

#include <fmt/format.h>

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace metainfer::candidates {
namespace {

// Signatures and field offsets of PKWARE's APPNOTE 6.3, sections 4.3.7, 4.3.12, 4.3.14-16, 4.5.3.
constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::uint32_t kCentralHeader = 0x02014b50;
constexpr std::uint32_t kEndOfDirectory = 0x06054b50;
constexpr std::uint32_t kEndOfDirectory64 = 0x06064b50;
constexpr std::uint32_t kLocator64 = 0x07064b50;
constexpr std::uint64_t kMostMemberBytes = std::uint64_t{16} << 30;

struct Member {
    std::string name;
    int method = 0;
    std::uint32_t crc = 0;
    std::uint64_t packed = 0;
    std::uint64_t size = 0;
    std::uint64_t offset = 0;
};

template <typename T>
T get(std::span<const std::byte> bytes, std::size_t at) {
    T value{};
    if (at + sizeof(T) <= bytes.size())
        std::memcpy(&value, bytes.data() + at, sizeof(T));
    return value;
}

tl::unexpected<Error> damaged(const std::filesystem::path& path, std::string_view problem) {
    return fail(ErrorCode::InvalidArgument, fmt::format("{}: {}", path.string(), problem),
                "Write the file again with numpy.savez or numpy.savez_compressed.");
}

struct Directory {
    std::uint64_t offset = 0, size = 0, entries = 0;
};

Result<Directory> findDirectory(const RandomAccessFile& file) {
    const std::uint64_t tailSize = std::min<std::uint64_t>(file.size(), 65'557 + 20);
    std::vector<std::byte> tail(tailSize);
    MI_CHECK(file.read(file.size() - tailSize, tail));
    for (std::size_t at = tail.size() >= 22 ? tail.size() - 22 + 1 : 0; at-- > 0;) {
        if (get<std::uint32_t>(tail, at) != kEndOfDirectory)
            continue;
        Directory directory{get<std::uint32_t>(tail, at + 16), get<std::uint32_t>(tail, at + 12),
                            get<std::uint16_t>(tail, at + 10)};
        if (at >= 20 && get<std::uint32_t>(tail, at - 20) == kLocator64) {
            std::vector<std::byte> record(56);
            const auto offset = get<std::uint64_t>(tail, at - 20 + 8);
            MI_CHECK(file.read(offset, record));
            if (get<std::uint32_t>(record, 0) == kEndOfDirectory64)
                directory = {get<std::uint64_t>(record, 48), get<std::uint64_t>(record, 40),
                             get<std::uint64_t>(record, 32)};
        }
        return directory;
    }
    return damaged(file.path(), "not a .npz archive (no ZIP directory at its end)");
}

/// Sizes and offset above 4 GB live in the "extended information" extra field, in this order.
void readExtended(std::span<const std::byte> extra, Member& member) {
    for (std::size_t at = 0; at + 4 <= extra.size();) {
        const auto id = get<std::uint16_t>(extra, at);
        const auto length = get<std::uint16_t>(extra, at + 2);
        if (id == 1) {
            std::size_t next = at + 4;
            for (std::uint64_t* field : {&member.size, &member.packed, &member.offset}) {
                if (*field == std::numeric_limits<std::uint32_t>::max()) {
                    *field = get<std::uint64_t>(extra, next);
                    next += 8;
                }
            }
        }
        at += 4 + std::size_t{length};
    }
}

Result<std::vector<Member>> readDirectory(const RandomAccessFile& file) {
    MI_ASSIGN(const Directory directory, findDirectory(file));
    if (directory.size > file.size() || directory.offset > file.size() - directory.size)
        return damaged(file.path(), "the ZIP directory points outside the file");
    std::vector<std::byte> bytes(directory.size);
    MI_CHECK(file.read(directory.offset, bytes));
    std::vector<Member> members;
    std::size_t at = 0;
    for (std::uint64_t i = 0; i < directory.entries; ++i) {
        if (at + 46 > bytes.size() || get<std::uint32_t>(bytes, at) != kCentralHeader)
            return damaged(file.path(), fmt::format("ZIP directory entry {} is damaged", i));
        const std::size_t nameLength = get<std::uint16_t>(bytes, at + 28);
        const std::size_t extraLength = get<std::uint16_t>(bytes, at + 30);
        const std::size_t commentLength = get<std::uint16_t>(bytes, at + 32);
        if (at + 46 + nameLength + extraLength > bytes.size())
            return damaged(file.path(), fmt::format("ZIP directory entry {} is cut off", i));
        Member member;
        member.name.assign(reinterpret_cast<const char*>(bytes.data()) + at + 46, nameLength);
        member.method = get<std::uint16_t>(bytes, at + 10);
        member.crc = get<std::uint32_t>(bytes, at + 16);
        member.packed = get<std::uint32_t>(bytes, at + 20);
        member.size = get<std::uint32_t>(bytes, at + 24);
        member.offset = get<std::uint32_t>(bytes, at + 42);
        readExtended(std::span(bytes).subspan(at + 46 + nameLength, extraLength), member);
        members.push_back(std::move(member));
        at += 46 + nameLength + extraLength + commentLength;
    }
    return members;
}

Result<std::vector<std::byte>> inflateMember(const std::filesystem::path& path,
                                             const Member& member, std::vector<std::byte> packed) {
    std::vector<std::byte> out(member.size);
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return fail(ErrorCode::OutOfMemory, path.string() + ": cannot start to decompress");
    constexpr std::uint64_t kStep = std::uint64_t{1} << 30; // zlib counts in 32 bits
    std::uint64_t in = 0, done = 0;
    int state = Z_OK;
    while (state == Z_OK) {
        stream.next_in = reinterpret_cast<Bytef*>(packed.data() + in);
        stream.avail_in = static_cast<uInt>(std::min(kStep, packed.size() - in));
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + done);
        stream.avail_out = static_cast<uInt>(std::min(kStep, out.size() - done));
        const auto inBefore = stream.avail_in, outBefore = stream.avail_out;
        state = inflate(&stream, Z_NO_FLUSH);
        in += inBefore - stream.avail_in;
        done += outBefore - stream.avail_out;
    }
    inflateEnd(&stream);
    if (state != Z_STREAM_END || done != out.size())
        return damaged(path, fmt::format("array \"{}\" cannot be decompressed", member.name));
    return out;
}

Result<std::vector<std::byte>> readMember(const RandomAccessFile& file, const Member& member) {
    constexpr std::uint64_t kMostRatio = 1100; // deflate reaches 1032, and some bytes are ends
    if (member.size > kMostMemberBytes || member.packed > file.size() ||
        member.size / kMostRatio > member.packed)
        return damaged(file.path(),
                       fmt::format("array \"{}\" has an impossible size", member.name));
    std::vector<std::byte> local(30);
    MI_CHECK(file.read(member.offset, local));
    if (get<std::uint32_t>(local, 0) != kLocalHeader)
        return damaged(file.path(), fmt::format("array \"{}\" is damaged", member.name));
    const std::uint64_t start =
        member.offset + 30 + get<std::uint16_t>(local, 26) + get<std::uint16_t>(local, 28);
    std::vector<std::byte> bytes(member.packed);
    MI_CHECK(file.read(start, bytes));
    if (member.method == 8) {
        MI_ASSIGN(bytes, inflateMember(file.path(), member, std::move(bytes)));
    } else if (member.method != 0) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: array \"{}\" uses ZIP method {}", file.path().string(),
                                member.name, member.method),
                    "Legal: stored (0) and deflated (8), as numpy.savez and "
                    "numpy.savez_compressed write.");
    }
    uLong crc = crc32(0, nullptr, 0);
    for (std::size_t at = 0; at < bytes.size();) {
        const auto step = std::min<std::size_t>(bytes.size() - at, std::size_t{1} << 30);
        crc =
            crc32(crc, reinterpret_cast<const Bytef*>(bytes.data() + at), static_cast<uInt>(step));
        at += step;
    }
    if (crc != member.crc)
        return damaged(file.path(), fmt::format("array \"{}\" fails its checksum", member.name));
    return bytes;
}

} // namespace

Result<std::map<std::string, HostTensor>> readNpz(const std::filesystem::path& path) {
    MI_ASSIGN(const auto file, RandomAccessFile::open(path));
    MI_ASSIGN(const auto members, readDirectory(*file));
    std::map<std::string, HostTensor> arrays;
    for (const auto& member : members) {
        MI_ASSIGN(const auto content, readMember(*file, member));
        std::string name = member.name;
        if (name.ends_with(".npy"))
            name.resize(name.size() - 4);
        MI_ASSIGN(arrays[name],
                  parseNpy(content, fmt::format("{}, array \"{}\"", path.string(), name)));
    }
    return arrays;
}

} // namespace metainfer::candidates
