// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What OpenCV does not tell about an ONNX file: the declared types of inputs and outputs, and which
// operator a node is.
#pragma once

#include "base/result.h"
#include "execution/executor.h"

#include <filesystem>
#include <map>
#include <string>

namespace metainfer::runner {

struct OnnxGlance {
    ModelTypes types;                             ///< of the main graph, initializers left out
    std::map<std::string, std::string> operators; ///< node name -> operator; the first output's
                                                  ///< name for nodes without one
};

/// Reads the file's structure and skips the weights. InvalidModel names the byte where it breaks
/// off.
Result<OnnxGlance> glanceAtOnnx(const std::filesystem::path& file);

/// "x: dimensions 0, 2; y: dimension 1" for inputs that have open sizes; empty when all are fixed.
std::string openDimensions(const ModelTypes& types);

} // namespace metainfer::runner
