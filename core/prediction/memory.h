// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Peak memory of running a model, from the lifetimes of its tensors.
#pragma once

#include "execution/session_options.h"
#include "ir/graph.h"

#include <cstdint>
#include <string>

namespace metainfer::prediction {

/// Bytes. What a runtime adds on its own (code, prepacked copies beyond `prepacked`) is not in it.
struct MemoryEstimate {
    std::uint64_t weights = 0;
    std::uint64_t prepacked = 0;       ///< second copies of weights in a kernel's own layout
    std::uint64_t peakActivations = 0; ///< largest sum of tensors alive at once
    std::string peakAt;                ///< name of the output of the node where that happens
    bool complete = true;              ///< false: some sizes are unknown and not counted
    std::uint64_t peak() const { return weights + prepacked + peakActivations; }
};

MemoryEstimate estimateMemory(const ir::Model& model, const SessionOptions& session);

} // namespace metainfer::prediction
