// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Which further files an ONNX model needs, found without parsing its weights.
#pragma once

#include "base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace metainfer {

/// Names of the files with external data, relative to the model's folder, each once, sorted. Empty
/// for a file that is no ONNX model: whoever runs it says so better.
Result<std::vector<std::string>> externalFilesOf(const std::filesystem::path& model);

} // namespace metainfer
