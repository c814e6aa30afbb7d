// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the form has to know of a model file before a run: whether it can be read, and which sizes
// of its inputs it leaves open.
#pragma once

#include "candidates/data/dataset.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace metainfer::workbench {

struct ModelGlance {
    std::optional<Error> problem; ///< why it cannot be run; then there are no inputs
    std::vector<candidates::InputSpec> inputs;
};

/// Reads the file, or tells again what was read when it is the same file as last time. Not for the
/// GUI thread; from any other.
std::shared_ptr<const ModelGlance> glanceAt(const std::filesystem::path& model);

} // namespace metainfer::workbench
