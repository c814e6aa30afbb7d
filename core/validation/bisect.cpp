// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Running two models side by side, and finding the first tensor at which they part.
#include "base/file.h"
#include "ir/onnx_io.h"
#include "validation/equivalence.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::validation {
namespace {

bool isComparable(const ir::Graph& graph, ir::ValueId value) {
    const auto element = graph.tensorType(value).element;
    return graph.value(value).producer.isValid() &&
           (isFloatingPoint(element) || isInteger(element) || element == ElementType::Bool);
}

/// Values that nodes of both main graphs make under the same name, in the reference's order.
std::vector<std::string> commonTensors(const ir::Model& reference, const ir::Model& other) {
    std::vector<std::string> names;
    const ir::Graph& graph = *reference.graph;
    for (const auto id : graph.order())
        for (const auto output : graph.node(id).outputs) {
            if (!output.isValid() || !isComparable(graph, output))
                continue;
            const auto& name = graph.value(output).name;
            const auto twin = other.graph->find(name);
            if (twin.isValid() && other.graph->value(twin).producer.isValid())
                names.push_back(name);
        }
    return names;
}

Status exposeAndExport(const ir::Model& model, const std::vector<std::string>& names,
                       const std::filesystem::path& file) {
    ir::Model exposed = model.clone();
    std::vector<ir::ValueId> outputs;
    for (const auto& name : names)
        outputs.push_back(exposed.graph->find(name));
    exposed.graph->setOutputs(outputs);
    return ir::exportOnnx(exposed, file);
}

/// Tensors are compared with optimizations off, so that names mean what they say.
SessionOptions plainSession() {
    SessionOptions session;
    session.optimization = OptimizationLevel::None;
    return session;
}

} // namespace

Result<EquivalenceReport> compareModels(Executor& executor, const std::filesystem::path& reference,
                                        const std::filesystem::path& other, const FeedSource& feeds,
                                        const SessionOptions& referenceSession,
                                        const SessionOptions& otherSession, const RunLimits& limits,
                                        const CancellationToken& cancel) {
    DifferenceMeter meter;
    // In chunks, so that the reference's outputs of a long data set need not be kept.
    constexpr std::size_t kChunk = 32;
    for (std::size_t first = 0; first < feeds.count; first += kChunk) {
        const FeedSource chunk{std::min(kChunk, feeds.count - first),
                               [&](std::size_t i) { return feeds.feed(first + i); }};
        std::vector<std::vector<NamedTensor>> expected;
        auto status = executor.runAll(
            reference, referenceSession, chunk, {},
            [&](std::size_t, std::vector<NamedTensor> outputs) -> Status {
                expected.push_back(std::move(outputs));
                return {};
            },
            limits, cancel);
        if (!status)
            return failWith(std::move(status).error(), "while running the reference");
        status = executor.runAll(
            other, otherSession, chunk, {},
            [&](std::size_t i, std::vector<NamedTensor> outputs) -> Status {
                return meter.add(expected[i], outputs);
            },
            limits, cancel);
        if (!status)
            return failWith(std::move(status).error(), "while running the adapted model");
    }
    return meter.report();
}

Result<std::optional<FirstDifference>> bisect(Executor& executor, const ir::Model& reference,
                                              const ir::Model& other, const FeedSource& feeds,
                                              const RunLimits& limits,
                                              const CancellationToken& cancel) {
    const auto names = commonTensors(reference, other);
    if (names.empty() || feeds.count == 0)
        return std::optional<FirstDifference>{};
    MI_ASSIGN(const auto folder, TemporaryDirectory::create("metainfer-bisect"));
    MI_ASSIGN(const auto feed, feeds.feed(0));
    const auto referenceFile = folder.path() / "reference.onnx";
    const auto otherFile = folder.path() / "other.onnx";
    // In portions: all intermediates of a large model at once would not fit in memory.
    constexpr std::size_t kPortion = 64;
    for (std::size_t first = 0; first < names.size(); first += kPortion) {
        const std::vector<std::string> portion(
            names.begin() + static_cast<std::ptrdiff_t>(first),
            names.begin() + static_cast<std::ptrdiff_t>(std::min(first + kPortion, names.size())));
        MI_CHECK(exposeAndExport(reference, portion, referenceFile));
        MI_CHECK(exposeAndExport(other, portion, otherFile));
        MI_ASSIGN(const auto a,
                  executor.run(referenceFile, plainSession(), feed, portion, limits, cancel));
        MI_ASSIGN(const auto b,
                  executor.run(otherFile, plainSession(), feed, portion, limits, cancel));
        for (std::size_t i = 0; i < portion.size(); ++i) {
            DifferenceMeter meter;
            if (auto status = meter.add({a[i]}, {b[i]}); status && meter.report().equivalent)
                continue;
            FirstDifference found;
            found.tensor = portion[i];
            const auto report = meter.report();
            if (!report.outputs.empty())
                found.error = report.outputs.front();
            const auto& graph = *other.graph;
            if (const auto* producer = graph.producer(graph.find(portion[i]))) {
                found.producer = producer->opType;
                found.origins = producer->origins;
            }
            return std::optional(std::move(found));
        }
    }
    return std::optional<FirstDifference>{};
}

} // namespace metainfer::validation
