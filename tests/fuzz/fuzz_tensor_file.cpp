// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Files of tensors as they come from another machine, a tool or a user: the agent's own, NumPy's,
// statistics, and the JSON and raw files of tools. Each reader knows its files by their beginning.
#include "candidates/data/npy.h"
#include "execution/statistics_file.h"
#include "fuzzing.h"
#include "measurement/toolchain/tool_tensors.h"

using namespace metainfer;

namespace {

void tensorFile(const std::filesystem::path& file) {
    const auto first = readTensorFile(file);
    if (!first)
        return;
    static const auto out = MemoryFile::create("fuzz-out");
    fuzz::require(out && writeTensorFile(out->path(), *first), "what was read can be written");
    const auto second = readTensorFile(out->path());
    fuzz::require(second && second->size() == first->size(), "what was written can be read");
    for (std::size_t i = 0; i < first->size(); ++i)
        fuzz::require((*first)[i].tensor.dims == (*second)[i].tensor.dims, "a shape stays");
}

void numpy(const std::filesystem::path& file) {
    (void)candidates::readNpz(file);
    const auto array = candidates::readNpy(file);
    static const auto out = MemoryFile::create("fuzz-out");
    if (!array || !candidates::writeNpy(out->path(), *array))
        return; // texts are read, but not written
    const auto again = candidates::readNpy(out->path());
    fuzz::require(again.has_value(), again ? "" : again.error().text());
    fuzz::require(again->dims == array->dims && again->type == array->type, "an array stays");
}

void statistics(const std::filesystem::path& file) {
    if (const auto read = readStatisticsFile(file))
        for (const PartialStatistics& one : *read)
            (void)one.finish();
}

void toolOutputs(const std::filesystem::path& file) {
    using namespace measurement;
    for (const TensorFormat format :
         {TensorFormat::Raw, TensorFormat::Npy, TensorFormat::TensorFile, TensorFormat::Json})
        for (const std::vector<std::int64_t>& dims :
             {std::vector<std::int64_t>{1, 3}, {-1, 2}, {}, {-1, -1}}) {
            ToolTensors tensors;
            tensors.output = format;
            tensors.outputFile = file.string();
            ReportedType type;
            type.name = "y";
            type.element = ElementType::Float;
            type.dims = dims;
            (void)readOutputs(tensors, {}, 0, {type});
        }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::filesystem::path file = fuzz::fileOf(fuzz::textOf(data, size));
    tensorFile(file);
    numpy(file);
    statistics(file);
    toolOutputs(file);
    return 0;
}
