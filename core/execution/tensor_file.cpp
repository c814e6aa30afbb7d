// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading and writing of tensor files.
#include "execution/tensor_file.h"

#include "base/file.h"
#include "base/json.h"

#include <cerrno>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace metainfer {

namespace {

constexpr std::string_view kMagic = "MITENS1\n";
constexpr std::uint64_t kAlignment = 64;
constexpr std::uint64_t kMostIndex = 256u << 20;

std::uint64_t aligned(std::uint64_t offset) {
    return (offset + kAlignment - 1) / kAlignment * kAlignment;
}

std::string packStrings(const std::vector<std::string>& strings) {
    std::string packed;
    for (const std::string& text : strings) {
        const std::uint64_t length = text.size();
        packed.append(reinterpret_cast<const char*>(&length), sizeof(length));
        packed += text;
    }
    return packed;
}

Result<std::vector<std::string>> unpackStrings(std::string_view packed, std::uint64_t count) {
    std::vector<std::string> strings;
    while (!packed.empty()) {
        std::uint64_t length = 0;
        if (packed.size() < sizeof(length))
            return fail(ErrorCode::InvalidArgument, "a string tensor is cut off");
        std::memcpy(&length, packed.data(), sizeof(length));
        packed.remove_prefix(sizeof(length));
        if (length > packed.size())
            return fail(ErrorCode::InvalidArgument, "a string tensor is cut off");
        strings.emplace_back(packed.substr(0, length));
        packed.remove_prefix(length);
    }
    if (strings.size() != count)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("a string tensor holds {} elements, its shape needs {}",
                                strings.size(), count));
    return strings;
}

/// An open tensor file and the name that messages give it.
struct Target {
    int fd = -1;
    const std::filesystem::path& path;

    Error error(int problem) const {
        return errnoError(fmt::format("cannot write tensors to {}", path.string()), problem);
    }
};

Status writeFully(const Target& target, const void* data, std::uint64_t size,
                  std::uint64_t offset) {
    const char* position = static_cast<const char*>(data);
    while (size > 0) {
        const ssize_t written = pwrite(target.fd, position, size, static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return fail(target.error(errno));
        position += written;
        offset += static_cast<std::uint64_t>(written);
        size -= static_cast<std::uint64_t>(written);
    }
    return {};
}

struct Placed {
    const void* data = nullptr;
    std::uint64_t offset = 0, bytes = 0;
};

Result<NamedTensor> readOne(const RandomAccessFile& file, const Json& entry,
                            std::uint64_t dataStart) {
    NamedTensor named;
    named.name = jsonValue(entry, "name", std::string());
    const auto where = [&] {
        return fmt::format("in tensor `{}` of {}", named.name, file.path().string());
    };
    HostTensor& tensor = named.tensor;
    tensor.type = static_cast<ElementType>(jsonValue(entry, "type", 0));
    tensor.dims = jsonValue(entry, "dims", std::vector<std::int64_t>());
    const auto bytes = jsonValue(entry, "bytes", std::uint64_t{0});
    const auto offset = jsonValue(entry, "offset", std::uint64_t{0});
    if (dataStart > file.size() || offset > file.size() - dataStart ||
        bytes > file.size() - dataStart - offset)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}: tensor `{}` reaches beyond the end of the file",
                                file.path().string(), named.name),
                    "the file is cut off; write it again");
    std::vector<std::byte> data(bytes);
    MI_CHECK(file.read(dataStart + offset, data));
    if (tensor.type == ElementType::String) {
        const std::string_view text(reinterpret_cast<const char*>(data.data()), data.size());
        auto strings = unpackStrings(text, tensor.elementCount());
        if (!strings)
            return failWith(std::move(strings).error(), where());
        tensor.strings = std::move(*strings);
        return named;
    }
    auto whole = HostTensor::fromBytes(tensor.type, tensor.dims, std::move(data));
    if (!whole)
        return failWith(std::move(whole).error(), where());
    tensor = std::move(*whole);
    return named;
}

} // namespace

Status writeTensorFile(const std::filesystem::path& path, std::span<const NamedTensor> tensors) {
    const UniqueFd fd(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    const Target target{fd.get(), path};
    if (!fd)
        return fail(target.error(errno));
    Json index = Json::array();
    std::vector<Placed> places;
    std::vector<std::string> packed; // keeps the strings' bytes alive
    packed.reserve(tensors.size());
    std::uint64_t offset = 0;
    for (const NamedTensor& named : tensors) {
        const HostTensor& tensor = named.tensor;
        Placed place;
        if (tensor.type == ElementType::String) {
            packed.push_back(packStrings(tensor.strings));
            place = {packed.back().data(), offset, packed.back().size()};
        } else if (tensor.bytes) {
            place = {tensor.bytes->data(), offset, tensor.bytes->size()};
        } else {
            place = {nullptr, offset, 0};
        }
        index.push_back({{"name", named.name},
                         {"type", static_cast<int>(tensor.type)},
                         {"dims", tensor.dims},
                         {"offset", place.offset},
                         {"bytes", place.bytes}});
        places.push_back(place);
        offset = aligned(offset + place.bytes);
    }
    const std::string text = dumpJson(index);
    const std::uint64_t length = text.size();
    const std::uint64_t dataStart = aligned(kMagic.size() + sizeof(length) + length);
    MI_CHECK(writeFully(target, kMagic.data(), kMagic.size(), 0));
    MI_CHECK(writeFully(target, &length, sizeof(length), kMagic.size()));
    MI_CHECK(writeFully(target, text.data(), length, kMagic.size() + sizeof(length)));
    for (const Placed& place : places)
        MI_CHECK(writeFully(target, place.data, place.bytes, dataStart + place.offset));
    // Empty tensors at the end write nothing; the size must still cover their offsets.
    if (ftruncate(fd.get(), static_cast<off_t>(dataStart + offset)) != 0)
        return fail(target.error(errno));
    return {};
}

Result<std::vector<NamedTensor>> readTensorFile(const std::filesystem::path& path) {
    MI_ASSIGN(const auto file, RandomAccessFile::open(path));
    char magic[8] = {};
    std::uint64_t length = 0;
    const std::uint64_t indexStart = sizeof(magic) + sizeof(length);
    if (file->size() >= indexStart) {
        MI_CHECK(file->read(0, std::as_writable_bytes(std::span(magic))));
        MI_CHECK(file->read(sizeof(magic), std::as_writable_bytes(std::span(&length, 1))));
    }
    if (std::string_view(magic, sizeof(magic)) != kMagic || length > kMostIndex ||
        length > file->size() - indexStart)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} is not a tensor file or is cut off", path.string()),
                    "write it again");
    std::string text(length, '\0');
    MI_CHECK(file->read(indexStart, std::as_writable_bytes(std::span(text))));
    MI_ASSIGN(const Json index, parseJson(text, path.string()));
    std::vector<NamedTensor> tensors;
    for (const Json& entry : index) {
        MI_ASSIGN(NamedTensor tensor, readOne(*file, entry, aligned(indexStart + length)));
        tensors.push_back(std::move(tensor));
    }
    return tensors;
}

Result<MemoryFile> MemoryFile::create(const std::string& name) {
    MemoryFile file;
    file.m_fd = UniqueFd(memfd_create(name.c_str(), MFD_CLOEXEC));
    if (!file.m_fd) {
        MI_ASSIGN(file.m_folder, TemporaryDirectory::create(name));
        file.m_path = file.m_folder->path() / name;
        file.m_fd = UniqueFd(open(file.m_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
        if (!file.m_fd)
            return fail(errnoError(fmt::format("cannot create {}", file.m_path.string()), errno));
        return file;
    }
    file.m_path = fmt::format("/proc/{}/fd/{}", getpid(), file.m_fd.get());
    return file;
}

} // namespace metainfer
