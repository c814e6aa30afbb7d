// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Tensors, types and fields that the ONNX library does not know.
#include "ir/import_context.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>

namespace metainfer::ir {
namespace fs = std::filesystem;
namespace {

template <typename To, typename Field>
std::vector<std::byte> packed(const Field& values) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(values.size()) * sizeof(To));
    std::size_t at = 0;
    for (const auto value : values) {
        const To narrow = static_cast<To>(value);
        std::memcpy(bytes.data() + at, &narrow, sizeof(To));
        at += sizeof(To);
    }
    return bytes;
}

/// The typed data fields of old files as packed bytes.
std::vector<std::byte> typedData(ElementType type, const onnx::TensorProto& proto) {
    switch (type) {
    case ElementType::Float:
    case ElementType::Complex64:
        return packed<float>(proto.float_data());
    case ElementType::Double:
    case ElementType::Complex128:
        return packed<double>(proto.double_data());
    case ElementType::Int64:
        return packed<std::int64_t>(proto.int64_data());
    case ElementType::UInt64:
        return packed<std::uint64_t>(proto.uint64_data());
    case ElementType::UInt32:
        return packed<std::uint32_t>(proto.uint64_data());
    case ElementType::Int32:
        return packed<std::int32_t>(proto.int32_data());
    default:
        break;
    }
    if (elementBits(type) == 16)
        return packed<std::uint16_t>(proto.int32_data());
    return packed<std::uint8_t>(proto.int32_data());
}

std::optional<std::uint64_t> number(const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

Result<std::shared_ptr<const RandomAccessFile>>
externalFile(ImportContext& context, const std::string& location, const std::string& place) {
    if (const auto known = context.externalFiles.find(location);
        known != context.externalFiles.end())
        return known->second;
    const fs::path relative = fs::path(location).lexically_normal();
    if (location.empty() || location.find('\0') != std::string::npos || relative.is_absolute() ||
        *relative.begin() == "..")
        return context.invalid(
            fmt::format("{}: external data '{}' lies outside the model's folder", place, location),
            "External data must be a file in or below the model's folder.");
    const fs::path path = context.path.parent_path() / relative;
    auto opened = RandomAccessFile::open(path);
    if (!opened) {
        Error error = opened.error();
        error.message = fmt::format("{}: {}: external data file '{}': {}", context.path.string(),
                                    place, location, error.message);
        if (error.code == ErrorCode::NotFound)
            error.hint = "Copy the file beside the model.";
        return fail(std::move(error));
    }
    context.externalFiles.emplace(location, *opened);
    return *opened;
}

Result<TensorData> importExternal(ImportContext& context, const onnx::TensorProto& proto,
                                  const std::string& place, TensorData shell,
                                  std::uint64_t needed) {
    std::map<std::string, std::string> entries;
    for (const auto& entry : proto.external_data())
        entries[entry.key()] = entry.value();
    MI_ASSIGN(auto file, externalFile(context, entries["location"], place));
    FileSlice slice{file, 0, needed};
    for (const char* key : {"offset", "length"}) {
        const auto entry = entries.find(key);
        if (entry == entries.end() || entry->second.empty())
            continue;
        const auto value = number(entry->second);
        if (!value)
            return context.invalid(fmt::format("{}: external data {} '{}' is not a number", place,
                                               key, entry->second));
        (std::string_view(key) == "offset" ? slice.offset : slice.length) = *value;
    }
    if (elementBits(shell.type()) == 0 && slice.length == 0)
        slice.length = file->size() - std::min(file->size(), slice.offset);
    else if (elementBits(shell.type()) != 0 && slice.length != needed)
        return context.invalid(fmt::format("{}: its type and dimensions take {} bytes, but its "
                                           "external data has length {}",
                                           place, needed, slice.length));
    if (slice.offset > file->size() || slice.length > file->size() - slice.offset)
        return context.invalid(
            fmt::format("{}: {} bytes at offset {} of external data '{}' are expected, but the "
                        "file has {} bytes",
                        place, slice.length, slice.offset, entries["location"], file->size()),
            "The external data file is incomplete; fetch it again.");
    TensorData data = TensorData::fromFile(shell.type(), shell.dims(), std::move(slice));
    std::erase_if(entries, [](const auto& entry) { return entry.second.empty(); });
    data.externalData = std::move(entries);
    return data;
}

/// The slice that the marker in the unknown fields names; without a file when there is none.
Result<FileSlice> markedSlice(const ImportContext& context, const onnx::TensorProto& proto,
                              const std::string& place) {
    const auto& unknown = proto.unknown_fields();
    for (int i = unknown.field_count(); i-- > 0;) {
        const auto& field = unknown.field(i);
        if (field.number() != static_cast<int>(kSliceField))
            continue;
        if (field.type() != google::protobuf::UnknownField::TYPE_VARINT || !context.slices ||
            field.varint() >= context.slices->size())
            return context.invalid(place + ": has a field of a number that is reserved");
        return (*context.slices)[field.varint()];
    }
    return FileSlice{};
}

Result<TensorData> importInline(ImportContext& context, const onnx::TensorProto& proto,
                                const std::string& place, TensorData shell, std::uint64_t needed) {
    const ElementType type = shell.type();
    MI_ASSIGN(FileSlice slice, markedSlice(context, proto, place));
    TensorData data;
    if (slice.file) {
        data = TensorData::fromFile(type, shell.dims(), std::move(slice));
    } else if (proto.has_raw_data()) {
        const auto raw = std::as_bytes(std::span(proto.raw_data()));
        data = TensorData::fromBytes(type, shell.dims(), {raw.begin(), raw.end()});
    } else if (type == ElementType::Undefined) {
        data = TensorData::fromBytes(type, shell.dims(), {});
    } else {
        data = TensorData::fromBytes(type, shell.dims(), typedData(type, proto));
    }
    if (elementBits(type) != 0 && data.byteSize() != needed)
        return context.invalid(fmt::format("{}: {} of these dimensions takes {} bytes, but {} are "
                                           "there",
                                           place, elementTypeName(type), needed, data.byteSize()));
    return data;
}

} // namespace

tl::unexpected<Error> ImportContext::invalid(std::string what, std::string hint) const {
    return fail(ErrorCode::InvalidModel, path.string() + ": " + std::move(what), std::move(hint));
}

Result<TensorData> importTensor(ImportContext& context, const onnx::TensorProto& proto,
                                const std::string& place) {
    const auto type = static_cast<ElementType>(proto.data_type());
    TensorData shell = TensorData::fromBytes(type, {proto.dims().begin(), proto.dims().end()}, {});
    const std::int64_t count = shell.elementCount();
    if (count < 0)
        return context.invalid(fmt::format("{}: its dimensions [{}] are negative or too large",
                                           place, fmt::join(proto.dims(), ", ")));
    if (count > (std::int64_t{1} << 56))
        return context.invalid(fmt::format("{}: its dimensions [{}] are too large", place,
                                           fmt::join(proto.dims(), ", ")));
    if (proto.has_segment())
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: {}: tensors in segments are not supported",
                                context.path.string(), place),
                    "Save the model again with whole tensors.");
    const bool external = proto.data_location() == onnx::TensorProto::EXTERNAL;
    const std::uint64_t needed = packedBytes(type, static_cast<std::uint64_t>(count));
    TensorData data;
    if (type == ElementType::String) {
        if (external || proto.string_data_size() != count)
            return context.invalid(fmt::format("{}: {} strings are expected, but {} are there",
                                               place, count, proto.string_data_size()));
        data = TensorData::fromStrings(shell.dims(),
                                       {proto.string_data().begin(), proto.string_data().end()});
    } else if (external) {
        MI_ASSIGN(data, importExternal(context, proto, place, std::move(shell), needed));
    } else {
        MI_ASSIGN(data, importInline(context, proto, place, std::move(shell), needed));
    }
    data.doc = proto.doc_string();
    data.unknownFields = importUnknown(proto.unknown_fields(), {});
    return data;
}

Result<SparseTensorData> importSparse(ImportContext& context, const onnx::SparseTensorProto& proto,
                                      const std::string& place) {
    SparseTensorData sparse;
    sparse.name = proto.values().name();
    sparse.dims.assign(proto.dims().begin(), proto.dims().end());
    for (const std::int64_t dim : sparse.dims)
        if (dim < 0)
            return context.invalid(place + ": a dimension is negative");
    MI_ASSIGN(sparse.values, importTensor(context, proto.values(), place + " values"));
    MI_ASSIGN(sparse.indices, importTensor(context, proto.indices(), place + " indices"));
    return sparse;
}

namespace {

bool importShape(const onnx::TensorShapeProto& proto, Shape& shape) {
    bool plain = proto.unknown_fields().empty();
    for (const auto& dim : proto.dim()) {
        plain &= !dim.has_denotation() && dim.unknown_fields().empty();
        if (dim.has_dim_value() && dim.dim_value() >= 0)
            shape.push_back(Dim::known(dim.dim_value()));
        else if (dim.has_dim_param() && !dim.dim_param().empty())
            shape.push_back(Dim::symbolic(dim.dim_param()));
        else
            shape.push_back(Dim::unknown());
    }
    return plain;
}

template <typename Tensor>
bool importTensorType(const Tensor& proto, TensorType& type) {
    type.element = static_cast<ElementType>(proto.elem_type());
    if (!proto.has_shape())
        return proto.unknown_fields().empty();
    return importShape(proto.shape(), type.shape.emplace()) && proto.unknown_fields().empty();
}

} // namespace

ValueType importType(const onnx::TypeProto& proto) {
    ValueType type;
    bool plain = !proto.has_denotation() && proto.unknown_fields().empty();
    switch (proto.value_case()) {
    case onnx::TypeProto::kTensorType:
        type.kind = ValueKind::Tensor;
        plain &= importTensorType(proto.tensor_type(), type.tensor);
        break;
    case onnx::TypeProto::kSparseTensorType:
        type.kind = ValueKind::SparseTensor;
        importTensorType(proto.sparse_tensor_type(), type.tensor);
        plain = false;
        break;
    case onnx::TypeProto::kSequenceType:
        type.kind = ValueKind::Sequence;
        plain = false;
        break;
    case onnx::TypeProto::kMapType:
        type.kind = ValueKind::Map;
        plain = false;
        break;
    case onnx::TypeProto::kOptionalType:
        type.kind = ValueKind::Optional;
        plain = false;
        break;
    default:
        break;
    }
    if (!plain)
        type.raw = proto.SerializeAsString();
    return type;
}

std::string importUnknown(const google::protobuf::UnknownFieldSet& unknown,
                          const KnownLater& known) {
    std::string rest;
    if (unknown.empty())
        return rest;
    google::protobuf::UnknownFieldSet kept;
    for (int i = 0; i < unknown.field_count(); ++i) {
        const auto& field = unknown.field(i);
        const bool bytes = field.type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED;
        if (field.number() == static_cast<int>(kSliceField))
            continue;
        onnx::StringStringEntryProto entry;
        if (bytes && known.metadataField == field.number() &&
            entry.ParseFromString(field.length_delimited()))
            (*known.metadata)[entry.key()] = entry.value();
        else if (bytes && known.textField == field.number())
            *known.text = field.length_delimited();
        else
            kept.AddField(field);
    }
    kept.SerializeToString(&rest);
    return rest;
}

} // namespace metainfer::ir
