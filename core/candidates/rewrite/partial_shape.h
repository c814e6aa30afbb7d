// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What is known about small integer tensors that hold shapes, element by element.
#pragma once

#include "candidates/rewrite/rule.h"

#include <optional>
#include <string>
#include <vector>

namespace metainfer::candidates {

/// One element of a shape computation: a number, or dimension `axis` of a tensor.
struct ShapeElement {
    std::optional<std::int64_t> value;
    ir::ValueId tensor; ///< where the unknown number comes from; invalid = computed
    std::int64_t axis = 0;
    std::string symbol; ///< of that dimension, may be empty

    static ShapeElement known(std::int64_t v) { return {v, {}, 0, {}}; }
};

/// A scalar or vector of such elements.
struct PartialInts {
    bool isScalar = false;
    std::vector<ShapeElement> elements;

    bool isComplete() const;
};

/// Evaluates Shape, Size, Gather, Slice, Concat, Squeeze, Unsqueeze, Cast, Identity and integer
/// arithmetic over constants and known dimensions. nullopt when another operator is involved or the
/// tensor is longer than a shape would be.
std::optional<PartialInts> evaluateShape(const RewriteContext& context, const ir::Graph& graph,
                                         ir::ValueId value, int depth = 24);

} // namespace metainfer::candidates
