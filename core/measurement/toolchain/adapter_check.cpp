// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A model of three operators through a tool.
#include "measurement/toolchain/adapter_check.h"

#include "base/file.h"
#include "ir/onnx_io.h"
#include "measurement/json_fields.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace metainfer::measurement {
namespace {

constexpr int kInputs = 16, kOutputs = 4;

/// x[1,16] -> MatMul -> Add -> Relu -> y[1,4], small whole numbers throughout.
ir::Model tinyModel(const std::vector<float>& weights) {
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

void tryModel(ToolchainDevice& device, Workload workload, const std::vector<float>& weights,
              const CancellationToken& cancel, AdapterCheck& check) {
    check.tried = true;
    MeasureRequest request;
    request.workload = workload;
    request.cancel = cancel;
    const auto measured = device.measure(request);
    if (!measured)
        check.failure = measured.error();
    else if (measured->failure)
        check.failure = measured->failure;
    else
        check.us = measured->latencyUs();
    if (check.failure || device.adapter().outputs.empty())
        return;
    const auto outputs =
        device.executor().run(workload.model, workload.session, workload.inputs, {}, {}, cancel);
    if (!outputs)
        check.failure = outputs.error();
    else
        check.difference = largestDifference(outputs->front().tensor, weights);
}

} // namespace

Json AdapterCheck::toJson() const {
    Json json{{"adapter", adapter},     {"title", title},     {"vendor", vendor},
              {"hardware", hardware},   {"licence", licence}, {"documents", documents},
              {"installed", installed}, {"version", version}, {"commands", commands},
              {"tried", tried},         {"us", orNull(us)},   {"difference", orNull(difference)}};
    if (missing)
        json["missing"] = errorToJson(*missing);
    if (failure)
        json["failure"] = errorToJson(*failure);
    return json;
}

Result<AdapterCheck> checkAdapter(const Adapter& adapter, ToolchainDevice::Options options,
                                  const CancellationToken& cancel) {
    AdapterCheck check;
    check.adapter = adapter.name;
    check.title = adapter.title;
    check.vendor = adapter.vendor;
    check.hardware = adapter.hardware;
    check.licence = adapter.licence;
    check.documents = adapter.documents;
    MI_CHECK(cancel.check());
    MI_ASSIGN(const auto folder, TemporaryDirectory::create("metainfer-check"));
    std::vector<float> weights(kInputs * kOutputs);
    for (std::size_t i = 0; i < weights.size(); ++i)
        weights[i] = static_cast<float>(i % 7) - 3;
    Workload workload;
    workload.label = "check";
    workload.model = folder.path() / "check.onnx";
    workload.session.threads = 1;
    std::vector<float> input(kInputs);
    for (std::size_t i = 0; i < input.size(); ++i)
        input[i] = static_cast<float>(i % 5);
    workload.inputs = {{"x", HostTensor::fromFloats({1, kInputs}, input)}};
    MI_CHECK(ir::exportOnnx(tinyModel(weights), workload.model));
    const ToolDriver dry(adapter, {options.workFolder.empty()
                                       ? toolCacheFolder() / "toolchains" / adapter.name
                                       : options.workFolder,
                                   options.runner, std::max(1, options.cores)});
    if (const auto commands = dry.commandsFor(ToolMode::Latency, workload, {}))
        check.commands = *commands;
    auto device = ToolchainDevice::create(adapter, std::move(options));
    if (!device) {
        check.missing = device.error();
        return check;
    }
    check.installed = true;
    check.version = (*device)->toolVersion();
    tryModel(**device, workload, weights, cancel, check);
    MI_CHECK(cancel.check());
    return check;
}

} // namespace metainfer::measurement
