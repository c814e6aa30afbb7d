// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Tensors as files in the layout that a tool takes and writes.
#pragma once

#include "execution/executor.h"
#include "measurement/toolchain/adapter.h"
#include "measurement/toolchain/placeholders.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace metainfer::measurement {

/// What was written for a run: files, and the placeholders that name them.
struct WrittenInputs {
    std::vector<std::filesystem::path> files;
    PlaceholderValues values; ///< input_list, list_file, sets
};

/// Writes `sets` of inputs below values["inputs"]; more than one needs an adapter that takes many.
Result<WrittenInputs> writeInputs(const ToolTensors& tensors, const PlaceholderValues& values,
                                  const std::vector<std::vector<NamedTensor>>& sets);

/// {input_shapes}: the shapes of one set, as the converter takes them.
Result<std::string> shapeList(const ToolTensors& tensors, const std::vector<NamedTensor>& inputs);

/// Files that the outputs of set `set` stand in.
Result<std::vector<std::filesystem::path>> outputFiles(const ToolTensors& tensors,
                                                       const PlaceholderValues& values,
                                                       std::size_t set,
                                                       const std::vector<ReportedType>& types);

/// Reads the outputs of set `set`, in the order of `types` (what the model says of its outputs). A
/// dimension that the model leaves open is found from the file's size when it is the only one.
Result<std::vector<NamedTensor>> readOutputs(const ToolTensors& tensors,
                                             const PlaceholderValues& values, std::size_t set,
                                             const std::vector<ReportedType>& types);

/// Letters, digits and _; others become _: how tools name files after tensors.
std::string safeName(const std::string& name);

} // namespace metainfer::measurement
