// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Where sizes stop being known, and what would settle them.
#pragma once

#include "features/model_features.h"

#include <string>

namespace metainfer::features {

/// Why the work of some nodes is not known, for people: the dynamic dimensions to bind; where
/// there are none, the first tensors with an open dimension although all inputs of their node are
/// known; the operators that nothing is known about. Empty when the work of all nodes is known.
std::string unknownWorkText(const ir::Model& model, const ModelFeatures& features);

} // namespace metainfer::features
