// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Observations from probe rows and from runtime profiles: the work is computed on a graph of the
// one operator.
#include "prediction/observation.h"

#include "hardware/profile_yaml.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace metainfer::prediction {
namespace {

using Dims = std::vector<std::int64_t>;

ir::ValueType tensorOf(ElementType element, const Dims& dims) {
    ir::Shape shape;
    for (const auto dim : dims)
        shape.push_back(ir::Dim::known(std::max<std::int64_t>(0, dim)));
    return ir::ValueType::ofTensor(element, std::move(shape));
}

ElementType elementAt(const std::vector<std::string>& types, std::size_t index) {
    if (index >= types.size())
        return ElementType::Float;
    return elementTypeFromName(types[index]).value_or(ElementType::Float);
}

/// "1x2" -> {1, 2}; empty when it is not a list of numbers.
std::vector<std::int64_t> parseNumbers(const std::string& text) {
    std::vector<std::int64_t> values;
    const char* at = text.data();
    const char* end = at + text.size();
    while (at < end) {
        std::int64_t value = 0;
        const auto parsed = std::from_chars(at, end, value);
        if (parsed.ec != std::errc())
            return {};
        values.push_back(value);
        at = parsed.ptr;
        if (at < end && (*at == 'x' || *at == ',' || *at == ' '))
            ++at;
        else if (at < end)
            return {};
    }
    return values;
}

struct OneNode {
    std::string opType, domain;
    std::vector<Dims> inputs, outputs;
    std::vector<ElementType> inputTypes, outputTypes;
    std::map<std::string, std::string> attributes;
};

OperatorCase caseOfOne(const OneNode& one) {
    ir::Graph graph;
    ir::Node node;
    node.opType = one.opType;
    node.domain = one.domain;
    for (std::size_t i = 0; i < one.inputs.size(); ++i)
        node.inputs.push_back(
            graph.addInput(fmt::format("i{}", i), tensorOf(one.inputTypes[i], one.inputs[i])));
    for (std::size_t i = 0; i < one.outputs.size(); ++i)
        node.outputs.push_back(
            graph.addValue(fmt::format("o{}", i), tensorOf(one.outputTypes[i], one.outputs[i])));
    for (const auto& [name, text] : one.attributes) {
        const auto numbers = parseNumbers(text);
        if (numbers.empty())
            node.setAttribute(ir::Attribute::ofString(name, text));
        else if (numbers.size() == 1 && name != "strides" && name != "kernel_shape" &&
                 name != "pads" && name != "dilations" && name != "axes" && name != "perm")
            node.setAttribute(ir::Attribute::ofInt(name, numbers.front()));
        else
            node.setAttribute(ir::Attribute::ofInts(name, numbers));
    }
    const auto id = graph.addNode(std::move(node));
    OperatorCase result = caseOf(graph, graph.node(id));
    result.nodes.clear(); // the graph is gone
    result.key.clear();
    return result;
}

double bytesOf(const Dims& dims, ElementType element) {
    double count = 1;
    for (const auto dim : dims)
        count *= static_cast<double>(std::max<std::int64_t>(0, dim));
    return count * elementBits(element) / 8.0;
}

bool isKnownFamily(const std::string& family) {
    const auto known = ir::operatorFamilies();
    return std::find(known.begin(), known.end(), family) != known.end();
}

/// Inputs of a single-operator graph count as activations; weights are told by their position.
void splitWeights(OperatorCase& c, const OneNode& one) {
    if (!isComputeFamily(c.baseFamily()) || one.inputs.size() < 2)
        return;
    const std::size_t index = one.opType.starts_with("QLinear") || one.opType == "QGemm" ? 3 : 1;
    if (index >= one.inputs.size() || c.weightBytes > 0)
        return;
    const double weights = bytesOf(one.inputs[index], one.inputTypes[index]);
    c.weightBytes = weights;
    c.inputBytes = std::max(0.0, c.inputBytes - weights);
}

} // namespace

OperatorCase caseOf(const MeasuredOperator& measured) {
    OneNode one{
        measured.opType, measured.domain, measured.inputDims, measured.outputDims, {}, {}, {}};
    for (std::size_t i = 0; i < one.inputs.size(); ++i)
        one.inputTypes.push_back(elementAt(measured.inputTypes, i));
    for (std::size_t i = 0; i < one.outputs.size(); ++i)
        one.outputTypes.push_back(elementAt(measured.outputTypes, i));
    // Profiles of some versions do not name the domain; the blocked layout shows in the node's
    // name.
    const bool blocked = measured.domain == "com.microsoft.nchwc" ||
                         measured.node.find("nchwc") != std::string::npos;
    if (one.domain.empty() && !isKnownFamily(ir::operatorFamily(one.opType)))
        one.domain = "com.microsoft";
    // Groups are not in a profile; shapes show them: weight is [M, C / groups, …].
    const auto family = ir::operatorFamily(one.opType, one.domain);
    const std::size_t weight = one.opType.starts_with("QLinear") ? 3 : 1;
    if (family == "conv2d" && one.inputs.size() > weight && one.inputs[0].size() >= 3 &&
        one.inputs[weight].size() == one.inputs[0].size()) {
        const auto perGroup = std::max<std::int64_t>(1, one.inputs[weight][1]);
        const auto groups = std::max<std::int64_t>(1, one.inputs[0][1] / perGroup);
        if (groups > 1)
            one.attributes["group"] = std::to_string(groups);
        if (!one.outputs.empty() && one.outputs[0].size() == one.inputs[0].size()) {
            std::string strides;
            for (std::size_t i = 2; i < one.inputs[0].size(); ++i) {
                const auto out = std::max<std::int64_t>(1, one.outputs[0][i]);
                strides +=
                    (strides.empty() ? "" : "x") +
                    std::to_string(std::max<std::int64_t>(1, (one.inputs[0][i] + out / 2) / out));
            }
            one.attributes["strides"] = strides;
        }
    }
    OperatorCase result = caseOfOne(one);
    splitWeights(result, one);
    result.node = measured.node;
    result.blockedLayout = blocked;
    if (measured.opType == "ReorderInput" || measured.opType == "ReorderOutput")
        result.family = "transpose";
    result.repeat = measured.calls > 0 ? measured.calls : 1;
    if (measured.opType.starts_with("QLinear") || measured.opType == "QGemm" ||
        measured.opType == "MatMulIntegerToFloat")
        result.dtype = ElementType::Int8;
    if (!one.inputTypes.empty())
        result.signedActivations =
            result.dtype == ElementType::Int8 && one.inputTypes[0] == ElementType::Int8;
    return result;
}

std::vector<Observation> observationsFrom(std::span<const hardware::ProbeRow> rows,
                                          const std::string& device) {
    std::vector<Observation> result;
    for (const auto& row : rows) {
        if (row.status != hardware::ProbeStatus::Ok || !row.p50Us || !(*row.p50Us > 0))
            continue;
        const bool int8 = row.dtype.starts_with("int8");
        const auto element = int8 ? ElementType::Float
                                  : hardware::dtypeFromName(row.dtype).value_or(ElementType::Float);
        OneNode one{row.op, "", row.shapes.inputs,    row.shapes.outputs,
                    {},     {}, row.shapes.attributes};
        one.inputTypes.assign(one.inputs.size(), element);
        one.outputTypes.assign(one.outputs.size(), element);
        Observation observation;
        auto& c = observation.operation;
        c = caseOfOne(one);
        splitWeights(c, one);
        c.family = row.family;
        if (int8) {
            // Measured as a QDQ group: the same work on a quarter of the bytes.
            c.dtype = ElementType::Int8;
            c.inputBytes /= 4;
            c.weightBytes /= 4;
            c.outputBytes /= 4;
        }
        if (!c.known && row.gflops && row.gbps) {
            c.flops = *row.gflops * *row.p50Us * 1e3;
            c.inputBytes = *row.gbps * *row.p50Us * 1e3;
            c.known = true;
        }
        c.blockedLayout = row.layout.starts_with("NCHWc");
        observation.us = *row.p50Us;
        observation.device = device;
        if (row.madUs && *row.madUs > 0.1 * *row.p50Us)
            observation.weight = std::max(0.1, 0.1 * *row.p50Us / *row.madUs);
        result.push_back(std::move(observation));
    }
    return result;
}

std::vector<Observation> observationsFrom(std::span<const MeasuredOperator> operators, int threads,
                                          const std::string& device) {
    std::vector<Observation> result;
    for (const auto& measured : operators) {
        if (!(measured.us > 0))
            continue;
        Observation observation;
        observation.operation = caseOf(measured);
        observation.us = measured.us / observation.operation.repeat;
        observation.operation.repeat = 1;
        observation.threads = threads;
        observation.device = device;
        result.push_back(std::move(observation));
    }
    return result;
}

Json toJson(const Observation& observation) {
    return Json{{"operation", toJson(observation.operation)},
                {"us", observation.us},
                {"threads", observation.threads},
                {"device", observation.device},
                {"source", numberSourceName(observation.source)},
                {"weight", observation.weight}};
}

Result<Observation> observationFromJson(const Json& json) {
    if (!json.is_object() || !json.contains("operation"))
        return fail(ErrorCode::InvalidArgument, "an observation lacks `operation`",
                    "write it again");
    Observation result;
    result.operation = operatorCaseFromJson(json["operation"]);
    result.us = jsonValue(json, "us", 0.0);
    result.threads = jsonValue(json, "threads", 1);
    result.device = jsonValue<std::string>(json, "device", "");
    result.source = numberSourceFromName(jsonValue<std::string>(json, "source", "measured"))
                        .value_or(NumberSource::Measured);
    result.weight = jsonValue(json, "weight", 1.0);
    return result;
}

} // namespace metainfer::prediction
