// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Export: composed in memory without the weights, written with the weights streamed in, renamed
// when complete.
#include "ir/onnx_io.h"

#include "ir/export_compose.h"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace metainfer::ir {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kProtobufLimit = 0x7fffffff;
constexpr std::uint64_t kPage = 4096;

/// A new file beside its final place; removed unless committed.
class PendingFile {
  public:
    explicit PendingFile(fs::path target)
        : m_target(std::move(target)) {}
    PendingFile(const PendingFile&) = delete;
    PendingFile& operator=(const PendingFile&) = delete;
    ~PendingFile() {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
        if (!m_temporary.empty())
            ::unlink(m_temporary.c_str());
    }

    Status open() {
        std::string pattern =
            (m_target.parent_path() / ("." + m_target.filename().string() + ".XXXXXX")).string();
        m_descriptor = ::mkostemp(pattern.data(), O_CLOEXEC);
        if (m_descriptor < 0)
            return failed(errno);
        m_temporary = std::move(pattern);
        return {};
    }

    Status write(std::span<const std::byte> bytes) {
        while (!bytes.empty()) {
            const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR)
                continue;
            if (written < 0)
                return failed(errno);
            bytes = bytes.subspan(static_cast<std::size_t>(written));
            m_size += static_cast<std::uint64_t>(written);
        }
        return {};
    }

    Status skipTo(std::uint64_t offset) {
        if (::lseek(m_descriptor, static_cast<off_t>(offset), SEEK_SET) < 0)
            return failed(errno);
        m_size = offset;
        return {};
    }

    Status flush() {
        const mode_t mask = ::umask(0);
        ::umask(mask);
        if (::fchmod(m_descriptor, 0666 & ~mask) < 0 ||
            ::ftruncate(m_descriptor, static_cast<off_t>(m_size)) < 0 || ::fsync(m_descriptor) < 0)
            return failed(errno);
        const int descriptor = std::exchange(m_descriptor, -1);
        return ::close(descriptor) < 0 ? failed(errno) : Status{};
    }

    Status commit() {
        if (::rename(m_temporary.c_str(), m_target.c_str()) < 0)
            return failed(errno);
        m_temporary.clear();
        return {};
    }

  private:
    Status failed(int problem) const {
        return fail(errnoError("cannot write " + m_target.string(), problem));
    }

    fs::path m_target;
    std::string m_temporary;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
};

/// Lays out the external data file while the model is composed.
class ExternalLayout {
  public:
    ExternalLayout(const fs::path& path, const ExportOptions& options, bool moveBig)
        : m_folder(fs::absolute(path).lexically_normal().parent_path())
        , m_name(path.filename().string() + ".data")
        , m_options(&options)
        , m_moveBig(moveBig) {}

    std::optional<ExternalPlace> place(const TensorData& data) {
        if (auto kept = keptPlace(data))
            return kept;
        if (!m_moveBig || data.byteSize() <= m_options->externalThreshold)
            return std::nullopt;
        // Whole pages, so that a runtime can map them.
        const std::uint64_t alignment = data.byteSize() >= kPage ? kPage : 64;
        m_end = (m_end + alignment - 1) / alignment * alignment;
        const ExternalPlace place{m_name, m_end, data.byteSize(), {}};
        m_tensors.emplace_back(m_end, data);
        m_end += data.byteSize();
        return place;
    }

    bool empty() const { return m_tensors.empty(); }
    const std::string& name() const { return m_name; }

    Status write(PendingFile& file) const {
        for (const auto& [offset, data] : m_tensors) {
            MI_CHECK(file.skipTo(offset));
            MI_CHECK(
                data.stream([&](std::span<const std::byte> bytes) { return file.write(bytes); }));
        }
        return {};
    }

  private:
    std::optional<ExternalPlace> keptPlace(const TensorData& data) const {
        const auto location = data.externalData.find("location");
        if (!m_options->keepExternal || !data.isOnDisk() || location == data.externalData.end())
            return std::nullopt;
        const fs::path where = (m_folder / location->second).lexically_normal();
        if (where != fs::absolute(data.slice().file->path()).lexically_normal())
            return std::nullopt;
        return ExternalPlace{{}, 0, 0, data.externalData};
    }

    fs::path m_folder;
    std::string m_name;
    const ExportOptions* m_options;
    bool m_moveBig;
    std::uint64_t m_end = 0;
    std::vector<std::pair<std::uint64_t, TensorData>> m_tensors;
};

Result<WireMessageWriter> compose(const Model& model, ComposeOptions options,
                                  ExternalLayout& layout) {
    options.external = [&](const TensorData& data) { return layout.place(data); };
    return composeModel(model, options);
}

} // namespace

Status exportOnnx(const Model& model, const fs::path& path, const ExportOptions& options) {
    return writeComposed(model, path, {}, options);
}

Status writeComposed(const Model& model, const fs::path& path, const ComposeOptions& composition,
                     const ExportOptions& options) {
    ExternalLayout layout(path, options, false);
    MI_ASSIGN(WireMessageWriter message, compose(model, composition, layout));
    if (message.size() > options.inlineLimit) {
        layout = ExternalLayout(path, options, true);
        MI_ASSIGN(message, compose(model, composition, layout));
    }
    if (message.size() > kProtobufLimit)
        return fail(ErrorCode::Unsupported,
                    fmt::format("cannot write {}: the model has {} bytes beside its external data, "
                                "and protobuf ends at 2 GB",
                                path.string(), message.size()),
                    "Lower the threshold for external data.");
    PendingFile file(path);
    MI_CHECK(file.open());
    PendingFile dataFile(path.parent_path() / layout.name());
    if (!layout.empty()) {
        MI_CHECK(dataFile.open());
        MI_CHECK(layout.write(dataFile));
        MI_CHECK(dataFile.flush());
    }
    MI_CHECK(message.write([&](std::span<const std::byte> bytes) { return file.write(bytes); }));
    MI_CHECK(file.flush());
    if (!layout.empty())
        MI_CHECK(dataFile.commit());
    return file.commit();
}

} // namespace metainfer::ir
