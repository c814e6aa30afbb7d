// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Which operators of the source each operator of a rewritten model stands for, as a document.
#pragma once

#include "base/json.h"
#include "ir/graph.h"

namespace metainfer::engine {

/// Keyed by the first output of each operator ("path:output" inside of a body); the source's
/// operators by name, by first output where they have none.
Json originsOf(const ir::Model& model);

} // namespace metainfer::engine
