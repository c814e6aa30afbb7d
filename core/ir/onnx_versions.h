// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the linked ONNX library knows. Internal to core/ir.
#pragma once

#include "ir/graph.h"

namespace metainfer::ir {

/// Version 1.12 knows IR up to 8 and ai.onnx up to 17.
constexpr std::int64_t kLibraryIrVersion = 8;

/// True when every standard domain's opset is one that the library has schemas of. Other domains
/// do not count: their operators stay unknown.
bool libraryKnowsOpset(const Model& model);

} // namespace metainfer::ir
