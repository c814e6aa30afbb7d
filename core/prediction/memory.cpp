// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Memory from constants and from the lifetimes of activations.
#include "prediction/memory.h"

#include "features/lifetimes.h"

namespace metainfer::prediction {
namespace {

constexpr std::uint64_t kLeastPrepackedBytes = 4096;

void addConstants(const ir::Graph& graph, const SessionOptions& session, MemoryEstimate& estimate) {
    for (const auto id : graph.values()) {
        const auto& value = graph.value(id);
        if (!value.constant)
            continue;
        const auto bytes = value.constant->byteSize();
        estimate.weights += bytes;
        // Kernels of convolution and matmul keep a second copy in their own order.
        if (session.prepacking && bytes > kLeastPrepackedBytes &&
            value.constant->dims().size() >= 2)
            estimate.prepacked += bytes;
    }
}

} // namespace

MemoryEstimate estimateMemory(const ir::Model& model, const SessionOptions& session) {
    MemoryEstimate estimate;
    ir::forEachGraph(model, [&](const ir::Graph& graph, const std::string&) {
        addConstants(graph, session, estimate);
    });
    const auto lifetimes = features::tensorLifetimes(*model.graph);
    estimate.complete = lifetimes.unknown == 0;
    estimate.peakActivations = lifetimes.peakBytes;
    estimate.peakAt = lifetimes.peakNode;
    return estimate;
}

} // namespace metainfer::prediction
