// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A model of three operators, and what it should give.
#include "measurement/check_model.h"

#include "base/file.h"
#include "ir/onnx_io.h"
#include "measurement/runtime_facts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace metainfer::measurement {
namespace {

constexpr int kInputs = 16, kOutputs = 4;
/// The outputs go up to 11, sums before them to 100: what computes in 8 bits may be off by a step.
constexpr double kMostDifference = 1;

ir::Model checkModel(const std::vector<float>& weights) {
    using namespace ir;
    const auto type = [](std::int64_t n) {
        return ValueType::ofTensor(ElementType::Float, Shape{Dim::known(1), Dim::known(n)});
    };
    Model model;
    model.irVersion = 7;
    model.setOpset("", 13);
    Graph& graph = *model.graph;
    graph.name = "check";
    const ValueId x = graph.addInput("x", type(kInputs));
    const ValueId w = graph.addConstant("w", TensorData::fromFloats({kInputs, kOutputs}, weights));
    const ValueId b = graph.addConstant(
        "b", TensorData::fromFloats({kOutputs}, std::vector<float>{1, -100, 2, 3}));
    const ValueId product = graph.addValue("product", type(kOutputs));
    const ValueId sum = graph.addValue("sum", type(kOutputs));
    const ValueId y = graph.addValue("y", type(kOutputs));
    const auto add = [&](const char* op, std::vector<ValueId> inputs, ValueId output) {
        Node node;
        node.opType = op;
        node.name = op;
        node.inputs = std::move(inputs);
        node.outputs = {output};
        graph.addNode(std::move(node));
    };
    add("MatMul", {x, w}, product);
    add("Add", {product, b}, sum);
    add("Relu", {sum}, y);
    graph.setOutputs({y});
    return model;
}

double largestDifference(const HostTensor& tensor, const std::vector<float>& weights) {
    static constexpr std::array<float, kOutputs> kBias{1, -100, 2, 3};
    const auto values = tensor.toFloats();
    if (!values || values->size() != kOutputs)
        return INFINITY;
    double worst = 0;
    for (int j = 0; j < kOutputs; ++j) {
        double sum = kBias[static_cast<std::size_t>(j)];
        for (int i = 0; i < kInputs; ++i)
            sum += weights[static_cast<std::size_t>(i * kOutputs + j)] * (i % 5);
        worst =
            std::max(worst, std::abs(std::max(0.0, sum) -
                                     static_cast<double>((*values)[static_cast<std::size_t>(j)])));
    }
    return worst;
}

std::vector<float> weightsOfCheck() {
    std::vector<float> weights(kInputs * kOutputs);
    for (std::size_t i = 0; i < weights.size(); ++i)
        weights[i] = static_cast<float>(i % 7) - 3;
    return weights;
}

} // namespace

Result<Workload> writeCheckModel(const std::filesystem::path& folder) {
    Workload workload;
    workload.label = "check";
    workload.model = folder / "check.onnx";
    workload.session.threads = 1;
    std::vector<float> input(kInputs);
    for (std::size_t i = 0; i < input.size(); ++i)
        input[i] = static_cast<float>(i % 5);
    workload.inputs = {{"x", HostTensor::fromFloats({1, kInputs}, input)}};
    MI_CHECK(ir::exportOnnx(checkModel(weightsOfCheck()), workload.model));
    return workload;
}

Result<ModelTrial> tryCheckModel(Device& device, const CancellationToken& cancel) {
    MI_CHECK(cancel.check());
    MI_ASSIGN(const auto folder, TemporaryDirectory::create("metainfer-check"));
    MI_ASSIGN(const Workload workload, writeCheckModel(folder.path()));
    ModelTrial trial;
    MeasureRequest request;
    request.workload = workload;
    request.workload.session = plainSession(device.capabilities());
    request.workload.session.threads = 1;
    request.protocol = Protocol::quick();
    request.cancel = cancel;
    const auto measured = device.measure(request);
    MI_CHECK(cancel.check());
    if (!measured)
        trial.failure = measured.error();
    else if (measured->failure)
        trial.failure = measured->failure;
    else
        trial.us = measured->latencyUs();
    if (trial.failure)
        return trial;
    const auto outputs = device.executor().run(workload.model, request.workload.session,
                                               workload.inputs, {}, {}, cancel);
    MI_CHECK(cancel.check());
    if (!outputs) {
        trial.failure = outputs.error();
        return trial;
    }
    trial.difference = largestDifference(outputs->front().tensor, weightsOfCheck());
    if (!(*trial.difference <= kMostDifference))
        trial.failure = Error{ErrorCode::NumericMismatch,
                              fmt::format("{} gives wrong outputs: a value of a model of three "
                                          "operators is off by {:g}, allowed: {:g}",
                                          device.name(), *trial.difference, kMostDifference),
                              "check its driver, its runtime and how outputs are read",
                              {}};
    return trial;
}

} // namespace metainfer::measurement
