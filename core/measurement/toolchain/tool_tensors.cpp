// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Raw, NumPy, JSON and our own tensor files.
#include "measurement/toolchain/tool_tensors.h"

#include "base/file.h"
#include "base/json.h"
#include "candidates/data/npy.h"
#include "execution/tensor_file.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer::measurement {
namespace fs = std::filesystem;
namespace {

/// {set}, {index}, {name} and what else stands for one tensor.
PlaceholderValues namesOf(const PlaceholderValues& values, std::size_t set, std::size_t index,
                          const std::string& name) {
    PlaceholderValues result = values;
    result["set"] = std::to_string(set);
    result["index"] = std::to_string(index);
    std::string file = name;
    std::replace(file.begin(), file.end(), '/', '_');
    result["name"] = file;
    result["safe_name"] = safeName(name);
    return result;
}

Status writeOne(TensorFormat format, const fs::path& path, const NamedTensor& tensor) {
    if (format == TensorFormat::Npy)
        return candidates::writeNpy(path, tensor.tensor);
    if (!tensor.tensor.bytes)
        return fail(ErrorCode::Unsupported,
                    fmt::format("the input `{}` holds text, which has no raw form", tensor.name));
    const auto* data = reinterpret_cast<const char*>(tensor.tensor.bytes->data());
    return writeFileAtomically(path, std::string_view(data, tensor.tensor.bytes->size()));
}

std::string dimsText(const std::vector<std::int64_t>& dims, const std::string& separator = ",") {
    return fmt::format("{}", fmt::join(dims, separator));
}

/// {dims} as they are, {reversed_dims} without the batch and the other way round: width first.
void addDims(PlaceholderValues& names, const ToolTensors& tensors, const NamedTensor& tensor) {
    std::vector<std::int64_t> dims = tensor.tensor.dims;
    names["dims"] = dimsText(dims, tensors.dimsSeparator);
    if (dims.size() > 1)
        dims.erase(dims.begin());
    std::reverse(dims.begin(), dims.end());
    names["reversed_dims"] = dimsText(dims, tensors.dimsSeparator);
}

/// Dimensions of a raw file of `bytes` bytes.
Result<std::vector<std::int64_t>> dimsFor(const ReportedType& type, ElementType element,
                                          std::uint64_t bytes, const fs::path& file) {
    std::vector<std::int64_t> dims = type.dims;
    std::uint64_t known = 1;
    std::int64_t* open = nullptr;
    std::size_t unknown = type.hasShape ? 0 : 2;
    for (std::int64_t& dim : dims)
        if (dim >= 0)
            known *= static_cast<std::uint64_t>(dim);
        else if (++unknown == 1)
            open = &dim;
    const auto bits = static_cast<std::uint64_t>(elementBits(element));
    const std::uint64_t elements = bits > 0 ? bytes * 8 / bits : 0;
    if (unknown == 1 && open && known > 0 && elements % known == 0)
        *open = static_cast<std::int64_t>(elements / known);
    else if (unknown > 0)
        return fail(ErrorCode::Unsupported,
                    fmt::format("the shape of the output `{}` is not known, and {} holds raw data",
                                type.name, file.string()),
                    "fix the model's input shapes");
    return dims;
}

Result<NamedTensor> readRaw(const fs::path& file, const ReportedType& type, ElementType element) {
    MI_ASSIGN(const std::string text, readTextFile(file));
    MI_ASSIGN(auto dims, dimsFor(type, element, text.size(), file));
    std::vector<std::byte> bytes(text.size());
    std::transform(text.begin(), text.end(), bytes.begin(),
                   [](char c) { return static_cast<std::byte>(c); });
    auto tensor = HostTensor::fromBytes(element, std::move(dims), std::move(bytes));
    if (!tensor)
        return failWith(tensor.error(), fmt::format("while reading {}", file.string()));
    return NamedTensor{type.name, std::move(*tensor)};
}

/// "1x10" or [1, 10].
std::vector<std::int64_t> jsonDims(const Json& json) {
    std::vector<std::int64_t> dims;
    if (json.is_array()) {
        for (const Json& dim : json)
            dims.push_back(dim.is_number() ? dim.get<std::int64_t>() : -1);
    } else if (json.is_string()) {
        const auto& text = json.get_ref<const std::string&>();
        const char* at = text.data();
        const char* end = at + text.size();
        while (at < end) {
            std::int64_t value = 0;
            const auto parsed = std::from_chars(at, end, value);
            if (parsed.ec != std::errc())
                break;
            dims.push_back(value);
            at = parsed.ptr + (parsed.ptr < end);
        }
    }
    return dims;
}

/// A list of {name, dimensions, values}.
Result<std::vector<NamedTensor>> readJson(const fs::path& file,
                                          const std::vector<ReportedType>& types) {
    MI_ASSIGN(const Json document, readJsonFile(file));
    std::vector<NamedTensor> result;
    for (const ReportedType& type : types) {
        for (const Json& item : document) {
            if (jsonValue<std::string>(item, "name", "") != type.name)
                continue;
            const auto values = jsonValue<std::vector<double>>(item, "values", {});
            std::vector<float> floats(values.begin(), values.end());
            auto dims = jsonDims(jsonValue(item, "dimensions", Json()));
            const HostTensor check{ElementType::Float, dims, nullptr, {}};
            if (check.elementCount() != floats.size())
                return fail(ErrorCode::InvalidArgument,
                            fmt::format("{}: `{}` has {} values for the shape [{}]", file.string(),
                                        type.name, floats.size(), dimsText(dims)));
            result.push_back({type.name, HostTensor::fromFloats(std::move(dims), floats)});
            break;
        }
    }
    if (result.size() != types.size())
        return fail(ErrorCode::NotFound, fmt::format("{} has {} of the model's {} outputs",
                                                     file.string(), result.size(), types.size()));
    return result;
}

Result<std::vector<NamedTensor>> readFile(const fs::path& file,
                                          const std::vector<ReportedType>& types) {
    MI_ASSIGN(auto tensors, readTensorFile(file));
    std::vector<NamedTensor> result;
    for (const ReportedType& type : types) {
        const auto it = std::find_if(tensors.begin(), tensors.end(),
                                     [&](const NamedTensor& t) { return t.name == type.name; });
        if (it == tensors.end())
            return fail(ErrorCode::NotFound,
                        fmt::format("{} has no output `{}`", file.string(), type.name));
        result.push_back(*it);
    }
    return result;
}

bool onePerSet(TensorFormat format) {
    return format == TensorFormat::TensorFile || format == TensorFormat::Json;
}

} // namespace

std::string safeName(const std::string& name) {
    std::string result = name;
    for (char& c : result)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0)
            c = '_';
    return result;
}

Result<WrittenInputs> writeInputs(const ToolTensors& tensors, const PlaceholderValues& values,
                                  const std::vector<std::vector<NamedTensor>>& sets) {
    WrittenInputs written;
    written.values["sets"] = std::to_string(sets.size());
    std::string lines;
    for (std::size_t s = 0; s < sets.size() && tensors.input != TensorFormat::None; ++s) {
        std::vector<std::string> list, line;
        if (tensors.input == TensorFormat::TensorFile) {
            MI_ASSIGN(const std::string path,
                      fillPlaceholders(tensors.inputFile, namesOf(values, s, 0, "")));
            MI_CHECK(writeTensorFile(path, sets[s]));
            written.files.emplace_back(path);
        }
        for (std::size_t i = 0; i < sets[s].size(); ++i) {
            const NamedTensor& tensor = sets[s][i];
            PlaceholderValues names = namesOf(values, s, i, tensor.name);
            MI_ASSIGN(names["file"], fillPlaceholders(tensors.inputFile, names));
            addDims(names, tensors, tensor);
            if (tensors.input != TensorFormat::TensorFile) {
                MI_CHECK(writeOne(tensors.input, names["file"], tensor));
                written.files.emplace_back(names["file"]);
            }
            names["name"] = tensor.name;
            MI_ASSIGN(list.emplace_back(), fillPlaceholders(tensors.listEach, names));
            MI_ASSIGN(line.emplace_back(), fillPlaceholders(tensors.lineEach, names));
        }
        if (s == 0)
            written.values["input_list"] =
                fmt::format("{}", fmt::join(list, tensors.listSeparator));
        lines += fmt::format("{}\n", fmt::join(line, tensors.lineJoin));
    }
    if (!tensors.listFile.empty()) {
        MI_ASSIGN(const std::string path, fillPlaceholders(tensors.listFile, values));
        MI_CHECK(writeFileAtomically(path, lines));
        written.files.emplace_back(path);
        written.values["list_file"] = path;
    }
    return written;
}

Result<std::string> shapeList(const ToolTensors& tensors, const std::vector<NamedTensor>& inputs) {
    std::vector<std::string> list;
    for (std::size_t i = 0; i < inputs.size() && !tensors.shapeEach.empty(); ++i) {
        PlaceholderValues names = namesOf({}, 0, i, inputs[i].name);
        names["name"] = inputs[i].name;
        addDims(names, tensors, inputs[i]);
        MI_ASSIGN(std::string item, fillPlaceholders(tensors.shapeEach, names));
        list.push_back(std::move(item));
    }
    return fmt::format("{}", fmt::join(list, tensors.shapeSeparator));
}

Result<std::vector<fs::path>> outputFiles(const ToolTensors& tensors,
                                          const PlaceholderValues& values, std::size_t set,
                                          const std::vector<ReportedType>& types) {
    std::vector<fs::path> files;
    const std::size_t count = onePerSet(tensors.output) ? 1 : types.size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::string name = i < types.size() ? types[i].name : std::string();
        MI_ASSIGN(files.emplace_back(),
                  fillPlaceholders(tensors.outputFile, namesOf(values, set, i, name)));
    }
    return files;
}

Result<std::vector<NamedTensor>> readOutputs(const ToolTensors& tensors,
                                             const PlaceholderValues& values, std::size_t set,
                                             const std::vector<ReportedType>& types) {
    MI_ASSIGN(const auto files, outputFiles(tensors, values, set, types));
    if (tensors.output == TensorFormat::Json)
        return readJson(files.front(), types);
    if (tensors.output == TensorFormat::TensorFile)
        return readFile(files.front(), types);
    std::vector<NamedTensor> result;
    for (std::size_t i = 0; i < types.size(); ++i) {
        if (tensors.output == TensorFormat::Npy) {
            MI_ASSIGN(auto tensor, candidates::readNpy(files[i]));
            result.push_back({types[i].name, std::move(tensor)});
            continue;
        }
        const ElementType element = tensors.outputType.empty()
                                        ? types[i].element
                                        : *elementTypeFromName(tensors.outputType);
        MI_ASSIGN(auto tensor, readRaw(files[i], types[i], element));
        result.push_back(std::move(tensor));
    }
    return result;
}

} // namespace metainfer::measurement
