// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The port through which rewrites and mapping ask what an operator would cost; `prediction`
// implements it.
#pragma once

#include "base/quantity.h"
#include "ir/graph.h"

#include <optional>

namespace metainfer::candidates {

class Estimator {
  public:
    virtual ~Estimator() = default;
    /// Microseconds of one node on the target, single thread unless the session says otherwise,
    /// with an interval; nullopt when a shape that it needs is unknown.
    virtual std::optional<Interval> nodeMicroseconds(const ir::Graph& graph,
                                                     const ir::Node& node) const = 0;
    /// Microseconds of the whole model, with fusion and layout conversions taken into account.
    virtual Interval modelMicroseconds(const ir::Model& model) const = 0;
};

} // namespace metainfer::candidates
