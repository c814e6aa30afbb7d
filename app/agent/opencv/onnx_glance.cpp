// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A walk over protobuf's wire format: tag, length, content; what is not wanted is skipped.
#include "onnx_glance.h"

#include <fstream>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer::runner {

namespace {

// Field numbers of onnx.proto.
constexpr std::uint64_t kModelGraph = 7;
constexpr std::uint64_t kGraphNode = 1, kGraphInitializer = 5, kGraphInput = 11, kGraphOutput = 12;
constexpr std::uint64_t kNodeOutput = 2, kNodeName = 3, kNodeOperator = 4;
constexpr std::uint64_t kTensorName = 8;
constexpr std::uint64_t kValueName = 1, kValueType = 2, kTypeTensor = 1;
constexpr std::uint64_t kTensorElement = 1, kTensorShape = 2, kShapeDim = 1;
constexpr std::uint64_t kDimValue = 1, kDimSymbol = 2;
/// Longer names, or single numbers, are a damaged file.
constexpr std::uint64_t kLongestText = 1 << 16;

struct Field {
    std::uint64_t number = 0;
    std::uint64_t value = 0;          ///< of a varint
    std::uint64_t begin = 0, end = 0; ///< of the content of a length-delimited field
    bool isBytes = false;
};

class Walker {
  public:
    explicit Walker(const std::filesystem::path& file)
        : m_file(file)
        , m_stream(file, std::ios::binary) {
        std::error_code error;
        m_size = std::filesystem::file_size(file, error);
        if (error)
            m_size = 0;
    }

    std::uint64_t size() const { return m_size; }

    /// Calls `use` with each field in `[begin, end)`.
    template <typename Use>
    Status each(std::uint64_t begin, std::uint64_t end, const Use& use) {
        for (std::uint64_t at = begin; at < end;) {
            MI_ASSIGN(const Field field, next(at, end));
            MI_CHECK(use(field));
        }
        return {};
    }

    Result<std::string> text(const Field& field) {
        if (!field.isBytes || field.end - field.begin > kLongestText)
            return damaged(field.begin, "a name");
        std::string result(field.end - field.begin, '\0');
        m_stream.seekg(static_cast<std::streamoff>(field.begin));
        if (!m_stream.read(result.data(), static_cast<std::streamsize>(result.size())))
            return damaged(field.begin, "a name");
        return result;
    }

  private:
    tl::unexpected<Error> damaged(std::uint64_t at, const char* expected) const {
        return fail(ErrorCode::InvalidModel,
                    fmt::format("{}: byte {}: expected {}", m_file.string(), at, expected),
                    "export or copy the model again");
    }

    Result<Field> next(std::uint64_t& at, std::uint64_t end) {
        Field field;
        MI_ASSIGN(const std::uint64_t tag, varint(at, end));
        field.number = tag >> 3;
        switch (tag & 7) {
        case 0: {
            MI_ASSIGN(field.value, varint(at, end));
            return field;
        }
        case 1:
            at += 8;
            break;
        case 2: {
            MI_ASSIGN(const std::uint64_t length, varint(at, end));
            if (length > end - at)
                return damaged(at, "the content of a field");
            field.isBytes = true;
            field.begin = at;
            at = field.end = at + length;
            break;
        }
        case 5:
            at += 4;
            break;
        default:
            return damaged(at, "a field of ONNX");
        }
        if (at > end)
            return damaged(at, "a number");
        return field;
    }

    Result<std::uint64_t> varint(std::uint64_t& at, std::uint64_t end) {
        m_stream.clear();
        m_stream.seekg(static_cast<std::streamoff>(at));
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const int byte = at < end ? m_stream.get() : -1;
            if (byte < 0)
                return damaged(at, "a number");
            ++at;
            value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (!(byte & 0x80))
                return value;
        }
        return damaged(at, "a number");
    }

    std::filesystem::path m_file;
    std::ifstream m_stream;
    std::uint64_t m_size = 0;
};

Status readDim(Walker& walker, const Field& dim, ReportedType& type) {
    type.dims.push_back(-1);
    type.symbols.emplace_back();
    return walker.each(dim.begin, dim.end, [&](const Field& field) -> Status {
        if (field.number == kDimValue && !field.isBytes)
            type.dims.back() = static_cast<std::int64_t>(field.value);
        if (field.number == kDimSymbol) {
            MI_ASSIGN(type.symbols.back(), walker.text(field));
        }
        return {};
    });
}

Status readTensorType(Walker& walker, const Field& tensor, ReportedType& type) {
    type.isTensor = true;
    return walker.each(tensor.begin, tensor.end, [&](const Field& field) -> Status {
        if (field.number == kTensorElement)
            type.element = static_cast<ElementType>(field.value);
        if (field.number != kTensorShape)
            return {};
        type.hasShape = true;
        return walker.each(field.begin, field.end, [&](const Field& dim) -> Status {
            return dim.number == kShapeDim ? readDim(walker, dim, type) : Status{};
        });
    });
}

Result<ReportedType> readValue(Walker& walker, const Field& value) {
    ReportedType type;
    type.isTensor = type.hasShape = false;
    MI_CHECK(walker.each(value.begin, value.end, [&](const Field& field) -> Status {
        if (field.number == kValueName) {
            MI_ASSIGN(type.name, walker.text(field));
        }
        if (field.number != kValueType)
            return {};
        return walker.each(field.begin, field.end, [&](const Field& kind) -> Status {
            return kind.number == kTypeTensor ? readTensorType(walker, kind, type) : Status{};
        });
    }));
    return type;
}

Status readNode(Walker& walker, const Field& node, OnnxGlance& glance) {
    std::string name, firstOutput, opType;
    MI_CHECK(walker.each(node.begin, node.end, [&](const Field& field) -> Status {
        if (field.number == kNodeName) {
            MI_ASSIGN(name, walker.text(field));
        }
        if (field.number == kNodeOperator) {
            MI_ASSIGN(opType, walker.text(field));
        }
        if (field.number == kNodeOutput && firstOutput.empty()) {
            MI_ASSIGN(firstOutput, walker.text(field));
        }
        return {};
    }));
    glance.operators.emplace(name.empty() ? firstOutput : name, opType);
    return {};
}

} // namespace

Result<OnnxGlance> glanceAtOnnx(const std::filesystem::path& file) {
    Walker walker(file);
    OnnxGlance glance;
    std::set<std::string> initializers;
    const auto readGraphField = [&](const Field& field) -> Status {
        switch (field.number) {
        case kGraphNode:
            return readNode(walker, field, glance);
        case kGraphInitializer:
            return walker.each(field.begin, field.end, [&](const Field& part) -> Status {
                if (part.number != kTensorName)
                    return {};
                MI_ASSIGN(const std::string name, walker.text(part));
                initializers.insert(name);
                return {};
            });
        case kGraphInput: {
            MI_ASSIGN(const ReportedType type, readValue(walker, field));
            glance.types.inputs.push_back(type);
            return {};
        }
        case kGraphOutput: {
            MI_ASSIGN(const ReportedType type, readValue(walker, field));
            glance.types.outputs.push_back(type);
            return {};
        }
        default:
            return {};
        }
    };
    MI_CHECK(walker.each(0, walker.size(), [&](const Field& field) -> Status {
        return field.number == kModelGraph && field.isBytes
                   ? walker.each(field.begin, field.end, readGraphField)
                   : Status{};
    }));
    std::erase_if(glance.types.inputs,
                  [&](const ReportedType& type) { return initializers.contains(type.name); });
    return glance;
}

std::string openDimensions(const ModelTypes& types) {
    std::vector<std::string> texts;
    for (const ReportedType& type : types.inputs) {
        std::vector<std::size_t> open;
        for (std::size_t axis = 0; axis < type.dims.size(); ++axis)
            if (type.dims[axis] < 0)
                open.push_back(axis);
        if (!open.empty())
            texts.push_back(fmt::format("{}: dimension{} {}", type.name, open.size() > 1 ? "s" : "",
                                        fmt::join(open, ", ")));
    }
    return fmt::format("{}", fmt::join(texts, "; "));
}

} // namespace metainfer::runner
