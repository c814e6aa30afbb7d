// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Opening data sets and cutting them into feeds.
#include "candidates/data/dataset.h"

#include "base/hash.h"
#include "candidates/data/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace metainfer::candidates {
namespace fs = std::filesystem;
namespace {

using Arrays = std::map<std::string, HostTensor>;

std::string typeText(ElementType type, const std::vector<std::int64_t>& dims) {
    return fmt::format("{}[{}]", elementTypeName(type), fmt::join(dims, ","));
}

std::string typeText(const InputSpec& input) {
    return ir::TensorType{input.element, input.shape}.text();
}

std::vector<std::int64_t> rowDims(const HostTensor& tensor) {
    return {tensor.dims.begin() + 1, tensor.dims.end()};
}

HostTensor gatherRows(const HostTensor& tensor, const std::vector<std::size_t>& rows) {
    HostTensor out;
    out.type = tensor.type;
    out.dims = tensor.dims;
    out.dims[0] = static_cast<std::int64_t>(rows.size());
    const auto total = static_cast<std::size_t>(std::max<std::int64_t>(1, tensor.dims[0]));
    if (tensor.type == ElementType::String) {
        const std::size_t per = tensor.strings.size() / total;
        for (const auto row : rows)
            for (std::size_t i = 0; i < per; ++i)
                out.strings.push_back(tensor.strings[row * per + i]);
        return out;
    }
    const std::size_t per = tensor.bytes->size() / total;
    std::vector<std::byte> bytes(rows.size() * per);
    for (std::size_t i = 0; i < rows.size(); ++i)
        std::memcpy(bytes.data() + i * per, tensor.bytes->data() + rows[i] * per, per);
    out.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    return out;
}

/// Arrays of several archives, one after the other along axis 0.
Result<HostTensor> concatenate(const std::vector<HostTensor>& parts, const std::string& what) {
    HostTensor out;
    out.type = parts.front().type;
    out.dims = parts.front().dims;
    out.dims[0] = 0;
    std::vector<std::byte> bytes;
    for (const auto& part : parts) {
        if (part.type != out.type || part.dims.empty() || rowDims(part) != rowDims(parts.front()))
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("{}: {} does not fit {} of an earlier file", what,
                                    typeText(part.type, part.dims),
                                    typeText(parts.front().type, parts.front().dims)),
                        "All files of a folder must agree in type and in all axes but the first.");
        out.dims[0] += part.dims[0];
        out.strings.insert(out.strings.end(), part.strings.begin(), part.strings.end());
        if (part.bytes)
            bytes.insert(bytes.end(), part.bytes->begin(), part.bytes->end());
    }
    out.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    return out;
}

bool isPicture(const fs::path& path) {
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension == ".png" || extension == ".jpg" || extension == ".jpeg" ||
           extension == ".bmp" || extension == ".webp" || extension == ".ppm";
}

Result<Arrays> readFolder(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code code;
    bool pictures = false;
    for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
        pictures = pictures || isPicture(it->path());
        const auto extension = it->path().extension();
        if (it->is_regular_file() && (extension == ".npy" || extension == ".npz"))
            files.push_back(it->path());
    }
    if (code)
        return fail(errnoError("cannot list " + folder.string(), code.value()));
    if (files.empty() && pictures)
        return fail(ErrorCode::Unsupported,
                    folder.string() + ": folders of pictures are not read yet",
                    "Save the preprocessed pictures as one .npz whose array has the name of the "
                    "model's input.");
    if (files.empty())
        return fail(ErrorCode::NotFound, folder.string() + ": the folder holds no samples",
                    "Put .npy or .npz files there, or name another folder.");
    std::sort(files.begin(), files.end());
    Arrays arrays;
    std::map<std::string, std::vector<HostTensor>> parts;
    for (const auto& file : files) {
        if (file.extension() == ".npy") {
            MI_ASSIGN(arrays[file.stem().string()], readNpy(file));
            continue;
        }
        MI_ASSIGN(auto members, readNpz(file));
        for (auto& [name, tensor] : members)
            parts[name].push_back(std::move(tensor));
    }
    for (auto& [name, list] : parts) {
        if (list.front().dims.empty())
            continue; // a scalar beside the samples belongs to no sample
        MI_ASSIGN(arrays[name],
                  concatenate(list, fmt::format("{}, array \"{}\"", folder.string(), name)));
    }
    return arrays;
}

bool isAnnotation(const std::string& name) {
    return name == "labels" || name == "boxes" || name == "box_labels";
}

/// Sizes of the input that do not fit the row of the array, axis by axis from `skip`.
bool fits(const ir::Shape& shape, std::span<const std::int64_t> dims) {
    if (shape.size() != dims.size())
        return false;
    for (std::size_t i = 0; i < dims.size(); ++i)
        if (shape[i].isKnown() && shape[i].value != dims[i])
            return false;
    return true;
}

/// One input's array, cut for feeding.
struct Column {
    std::string input;
    HostTensor array;
    bool whole = false; ///< rows are whole inputs: their axis 0 is dropped
};

Result<Column> makeColumn(const InputSpec& input, const std::string& arrayName,
                          const HostTensor& array, std::size_t batch, const std::string& where) {
    const auto mismatch = [&](std::string_view hint) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}: array \"{}\" is {}, but input \"{}\" is {}", where, arrayName,
                                typeText(array.type, array.dims), input.name, typeText(input)),
                    std::string(hint));
    };
    Column column{input.name, array, false};
    const std::span<const std::int64_t> dims(array.dims);
    if (dims.size() == input.shape.size() && !dims.empty()) {
        if (!fits({input.shape.begin() + 1, input.shape.end()}, dims.subspan(1)))
            return mismatch("All axes but the first must agree; the first counts samples.");
        if (input.shape[0].isKnown() && input.shape[0].value != static_cast<std::int64_t>(batch))
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("batch size {} asked for, but input \"{}\" is {}", batch,
                                    input.name, typeText(input)),
                        fmt::format("Use batch size {}.", input.shape[0].value));
    } else if (dims.size() == input.shape.size() + 1) {
        if (!fits(input.shape, dims.subspan(1)))
            return mismatch("Each row of the array must have the shape of the input.");
        if (batch != 1)
            return mismatch("Rows of this array are whole inputs: use batch size 1.");
        column.whole = true;
    } else {
        return mismatch("The array needs the rank of the input, or one more.");
    }
    auto converted = convertTo(array, input.element);
    if (!converted)
        return failWith(
            std::move(converted).error(),
            fmt::format("{}: array \"{}\" for input \"{}\"", where, arrayName, input.name));
    column.array = std::move(*converted);
    return column;
}

} // namespace

Result<std::vector<InputSpec>> inputSpecs(const ir::Model& model,
                                          const std::map<std::string, std::int64_t>& bindings) {
    std::vector<InputSpec> specs;
    for (const auto id : model.graph->inputs()) {
        const auto& value = model.graph->value(id);
        if (!value.type.isTensor())
            return fail(ErrorCode::Unsupported,
                        fmt::format("input \"{}\" is no tensor", value.name),
                        "Models with sequence, map or optional inputs cannot be fed.");
        if (!value.type.tensor.shape)
            return fail(ErrorCode::Unsupported,
                        fmt::format("input \"{}\" has no known rank", value.name),
                        "Give the input a shape in the model; dimensions may be symbolic.");
        InputSpec spec{value.name, value.type.tensor.element, *value.type.tensor.shape,
                       value.constant.has_value()};
        for (auto& dim : spec.shape)
            if (const auto it = bindings.find(dim.symbol); dim.isSymbolic() && it != bindings.end())
                dim = ir::Dim::known(it->second);
        specs.push_back(std::move(spec));
    }
    return specs;
}

Result<Dataset> Dataset::open(const fs::path& path) {
    std::error_code code;
    const auto status = fs::status(path, code);
    if (!fs::exists(status))
        return fail(ErrorCode::NotFound, path.string() + ": no such file or folder",
                    "Check the path.");
    Arrays arrays;
    if (fs::is_directory(status)) {
        MI_ASSIGN(arrays, readFolder(path));
    } else if (path.extension() == ".npz") {
        MI_ASSIGN(arrays, readNpz(path));
    } else if (path.extension() == ".npy") {
        MI_ASSIGN(arrays[path.stem().string()], readNpy(path));
    } else {
        return fail(ErrorCode::Unsupported, path.string() + ": not a data set that can be read",
                    "Legal: .npz, .npy, or a folder of them.");
    }
    return fromArrays(std::move(arrays), path.string());
}

Result<Dataset> Dataset::fromArrays(Arrays arrays, std::string name) {
    Dataset dataset;
    dataset.m_name = std::move(name);
    // A lone number beside the samples (a version, a scale) belongs to no sample.
    std::erase_if(arrays, [](const auto& entry) { return entry.second.dims.empty(); });
    if (arrays.empty())
        return fail(ErrorCode::NotFound, dataset.m_name + ": there are no arrays in it",
                    "Save at least one array whose first axis counts samples.");
    const auto& [firstName, first] = *arrays.begin();
    dataset.m_samples = static_cast<std::size_t>(first.dims[0]);
    for (const auto& [arrayName, array] : arrays)
        if (static_cast<std::size_t>(array.dims[0]) != dataset.m_samples)
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("{}: array \"{}\" has {} samples, but \"{}\" has {}",
                                    dataset.m_name, arrayName, array.dims[0], firstName,
                                    dataset.m_samples),
                        "The first axis of every array counts samples and must agree.");
    if (dataset.m_samples == 0)
        return fail(ErrorCode::NotFound, dataset.m_name + ": it holds no samples",
                    "At least one sample is needed.");
    dataset.m_arrays = std::make_shared<const Arrays>(std::move(arrays));
    return dataset;
}

const HostTensor* Dataset::array(const std::string& arrayName) const {
    const auto it = m_arrays->find(arrayName);
    return it == m_arrays->end() ? nullptr : &it->second;
}

std::string Dataset::hash() const {
    Sha256 sha;
    for (const auto& [arrayName, array] : *m_arrays) {
        sha.update(fmt::format("{}:{};", arrayName, typeText(array.type, array.dims)));
        for (const auto& text : array.strings)
            sha.update(fmt::format("{}:{}", text.size(), text));
        if (array.bytes)
            sha.update(std::span(*array.bytes));
    }
    return sha.hexDigest();
}

Dataset Dataset::firstSamples(std::size_t count) const {
    if (count >= m_samples || count == 0)
        return *this;
    std::vector<std::size_t> indices(count);
    for (std::size_t i = 0; i < count; ++i)
        indices[i] = i;
    return select(indices);
}

Dataset Dataset::select(const std::vector<std::size_t>& indices) const {
    Arrays arrays;
    for (const auto& [arrayName, array] : *m_arrays)
        arrays[arrayName] = gatherRows(array, indices);
    Dataset dataset(*this);
    dataset.m_samples = indices.size();
    dataset.m_arrays = std::make_shared<const Arrays>(std::move(arrays));
    return dataset;
}

Result<Batches> Dataset::feeds(const std::vector<InputSpec>& inputs, std::size_t batch) const {
    if (batch == 0)
        return fail(ErrorCode::InvalidArgument, m_name + ": batch size 0 is not legal",
                    "A batch size is at least 1.");
    std::vector<std::string> candidates;
    for (const auto& [arrayName, array] : *m_arrays)
        if (!isAnnotation(arrayName))
            candidates.push_back(arrayName);
    auto columns = std::make_shared<std::vector<Column>>();
    for (const auto& input : inputs) {
        std::string arrayName = input.name;
        if (!array(arrayName)) {
            if (input.hasDefault)
                continue;
            if (inputs.size() != 1 || candidates.size() != 1)
                return fail(ErrorCode::InvalidArgument,
                            fmt::format("{}: no array for input \"{}\" ({})", m_name, input.name,
                                        typeText(input)),
                            fmt::format("There are: {}. Name one like the input.",
                                        fmt::join(candidates, ", ")));
            arrayName = candidates.front();
        }
        MI_ASSIGN(auto column, makeColumn(input, arrayName, *array(arrayName), batch, m_name));
        columns->push_back(std::move(column));
    }
    Batches batches;
    batches.batch = batch;
    batches.samples = m_samples;
    batches.source.count = (m_samples + batch - 1) / batch;
    batches.source.feed = [columns, batch, samples = m_samples](
                              std::size_t index) -> Result<std::vector<NamedTensor>> {
        std::vector<std::size_t> rows(batch);
        for (std::size_t i = 0; i < batch; ++i)
            rows[i] = std::min(index * batch + i, samples - 1);
        std::vector<NamedTensor> feed;
        for (const auto& column : *columns) {
            HostTensor tensor = gatherRows(column.array, rows);
            if (column.whole)
                tensor.dims.erase(tensor.dims.begin());
            feed.push_back({column.input, std::move(tensor)});
        }
        return feed;
    };
    return batches;
}

HostTensor sliceRows(const HostTensor& tensor, std::size_t first, std::size_t count) {
    std::vector<std::size_t> rows(count);
    for (std::size_t i = 0; i < count; ++i)
        rows[i] = first + i;
    return gatherRows(tensor, rows);
}

} // namespace metainfer::candidates
