// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Models written as text, in the form of ir::dumpText, so that a test shows what it tests.
#pragma once

#include "base/result.h"
#include "ir/graph.h"

#include <string_view>

namespace metainfer::test {

/// Reads the form of ir::dumpText: a line `model ir=8 ai.onnx=17`, then `input`, `const`, nodes and
/// `output` lines; subgraphs are indented. Each node gets its own source, so provenance can be
/// checked. Content of constants may also be written as `fill 0.5` (every element) or `noise 3`
/// (multiples of 1/8 in [-2, 2], by seed: sums and products of few of them are exact).
Result<ir::Model> modelFromText(std::string_view text);

} // namespace metainfer::test
