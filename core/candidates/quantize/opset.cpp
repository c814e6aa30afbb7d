// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The differences between ai.onnx opsets 7 to 13 that change how a node is written, after the
// operator change log of the ONNX specification.
#include "candidates/quantize/opset.h"

#include "candidates/quantize/graph_tools.h"

#include <fmt/format.h>

#include <limits>
#include <set>

namespace metainfer::candidates {
namespace {

constexpr std::int64_t kOldest = 7; ///< before it, broadcasting was an attribute

class Raiser {
  public:
    Raiser(ir::Graph& graph, std::int64_t from)
        : m_graph(graph)
        , m_from(from) {}

    Status run() {
        const std::vector<ir::NodeId> order = m_graph.order();
        for (const auto id : order)
            if (m_graph.node(id).domain.empty())
                MI_CHECK(convert(id));
        return {};
    }

  private:
    tl::unexpected<Error> declined(ir::NodeId id, std::string_view why) const {
        const auto& node = m_graph.node(id);
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} \"{}\" of opset {} cannot be written in opset {}: {}",
                                node.opType, nodeKey(m_graph, node), m_from, kTargetOpset, why),
                    "Export the model with opset 13 or newer.");
    }

    Status convert(ir::NodeId id) {
        ir::Node& node = m_graph.node(id);
        const std::string type = node.opType;
        if (m_from < 10 && type == "Slice")
            return attributesToInputs(id, {"starts", "ends", "axes"});
        if (m_from < 10 && type == "TopK")
            return topK(id);
        if (m_from < 10 && type == "Upsample")
            return upsample(id);
        if (m_from < 11 && type == "Resize")
            return resize10(id);
        if (m_from < 11 && type == "Clip")
            return clip(id);
        if (m_from < 11 && type == "Pad")
            return pad(id);
        if (m_from < 11 && type == "Scatter")
            node.opType = "ScatterElements";
        else if (m_from < 12 && type == "Dropout")
            node.removeAttribute("ratio"); // without training the ratio does nothing
        else if (type == "Squeeze" || type == "Unsqueeze" || type == "ReduceSum")
            return attributesToInputs(id, {"axes"});
        else if (type == "Split")
            return attributesToInputs(id, {"split"});
        else if (type == "Softmax" || type == "LogSoftmax" || type == "Hardmax")
            return softmax(id);
        else if (m_from < 9 && type == "BatchNormalization")
            return batchNormalization(id);
        else if (m_from < 9 && type == "Scan")
            return declined(id, "Scan had another form before opset 9");
        return {};
    }

    /// Integer lists that became inputs; absent ones in the middle stay absent.
    Status attributesToInputs(ir::NodeId id, const std::vector<std::string>& names) {
        std::vector<ir::ValueId> inputs{m_graph.node(id).inputs[0]};
        for (const auto& name : names) {
            ir::Node& node = m_graph.node(id);
            if (!node.attribute(name)) {
                inputs.emplace_back();
                continue;
            }
            const auto values = node.intsAttribute(name);
            const std::string base = nodeKey(m_graph, node) + "_" + name;
            inputs.push_back(
                addInt64s(m_graph, base, {static_cast<std::int64_t>(values.size())}, values));
            m_graph.node(id).removeAttribute(name);
        }
        while (!inputs.back().isValid())
            inputs.pop_back();
        m_graph.setInputsOf(id, std::move(inputs));
        return {};
    }

    Status topK(ir::NodeId id) {
        const auto k = m_graph.node(id).intAttribute("k", 1);
        const auto value = addInt64s(m_graph, nodeKey(m_graph, m_graph.node(id)) + "_k", {1}, {k});
        m_graph.setInputsOf(id, {m_graph.node(id).inputs[0], value});
        m_graph.node(id).removeAttribute("k");
        return {};
    }

    Status clip(ir::NodeId id) {
        const ir::Node& before = m_graph.node(id);
        if (!isFloat32(m_graph, before.inputs[0]))
            return declined(id, "its input is not float32");
        const std::string base = nodeKey(m_graph, before);
        std::vector<ir::ValueId> inputs{before.inputs[0], {}, {}};
        if (before.attribute("min"))
            inputs[1] = addFloats(m_graph, base + "_min", {}, {before.floatAttribute("min", 0)});
        if (m_graph.node(id).attribute("max"))
            inputs[2] =
                addFloats(m_graph, base + "_max", {}, {m_graph.node(id).floatAttribute("max", 0)});
        while (!inputs.back().isValid())
            inputs.pop_back();
        m_graph.setInputsOf(id, std::move(inputs));
        m_graph.node(id).removeAttribute("min");
        m_graph.node(id).removeAttribute("max");
        return {};
    }

    Status pad(ir::NodeId id) {
        const ir::Node& node = m_graph.node(id);
        const auto* pads = node.attribute("pads");
        if (!pads)
            return declined(id, "it has no pads");
        const float value = node.floatAttribute("value", 0);
        const std::string base = nodeKey(m_graph, node);
        std::vector<ir::ValueId> inputs{node.inputs[0]};
        const auto values = pads->ints;
        inputs.push_back(
            addInt64s(m_graph, base + "_pads", {static_cast<std::int64_t>(values.size())}, values));
        if (value != 0) {
            if (!isFloat32(m_graph, inputs[0]))
                return declined(id, "it pads other than float32 with a value");
            inputs.push_back(addFloats(m_graph, base + "_value", {}, {value}));
        }
        m_graph.setInputsOf(id, std::move(inputs));
        m_graph.node(id).removeAttribute("pads");
        m_graph.node(id).removeAttribute("value");
        return {};
    }

    /// Scales as floats when they are constant.
    std::optional<std::vector<float>> constantFloats(ir::ValueId value) const {
        const auto* data = value.isValid() ? m_graph.constant(value) : nullptr;
        if (!data)
            return std::nullopt;
        auto floats = data->toFloats();
        return floats ? std::optional(std::move(*floats)) : std::nullopt;
    }

    Status upsample(ir::NodeId id) {
        const ir::Node& node = m_graph.node(id);
        const std::string base = nodeKey(m_graph, node);
        ir::ValueId scales = node.inputs.size() > 1 ? node.inputs[1] : ir::ValueId{};
        if (const auto* attribute = node.attribute("scales")) {
            const auto values = attribute->floats;
            scales = addFloats(m_graph, base + "_scales",
                               {static_cast<std::int64_t>(values.size())}, values);
        }
        m_graph.node(id).opType = "Resize";
        m_graph.node(id).removeAttribute("scales");
        return resizeWithScales(id, scales);
    }

    Status resize10(ir::NodeId id) { return resizeWithScales(id, m_graph.node(id).inputs[1]); }

    Status resizeWithScales(ir::NodeId id, ir::ValueId scales) {
        const auto values = constantFloats(scales);
        if (!values)
            return declined(id, "its scales are not constant");
        for (const float scale : *values)
            if (scale < 1)
                return declined(id, "shrinking rounds differently since opset 11");
        // The region of interest is not read here, but older runtimes want the input to be there.
        const std::string base = nodeKey(m_graph, m_graph.node(id));
        const auto roi = addFloats(m_graph, base + "_roi", {0}, {});
        m_graph.setInputsOf(id, {m_graph.node(id).inputs[0], roi, scales});
        ir::Node& node = m_graph.node(id);
        node.setAttribute(ir::Attribute::ofString("coordinate_transformation_mode", "asymmetric"));
        if (node.stringAttribute("mode", "nearest") == "nearest")
            node.setAttribute(ir::Attribute::ofString("nearest_mode", "floor"));
        return {};
    }

    Status batchNormalization(ir::NodeId id) {
        ir::Node& node = m_graph.node(id);
        if (node.intAttribute("spatial", 1) == 0)
            return declined(id, "it normalises every position by itself (spatial=0)");
        node.removeAttribute("spatial");
        return {};
    }

    /// Before opset 13 everything from `axis` on was one dimension.
    Status softmax(ir::NodeId id) {
        ir::Node& node = m_graph.node(id);
        const int rank = knownRank(m_graph, node.inputs[0]);
        std::int64_t axis = node.intAttribute("axis", 1);
        if (rank > 0 && axis < 0)
            axis += rank;
        if (rank > 0 && axis == rank - 1) {
            node.setAttribute(ir::Attribute::ofInt("axis", -1));
            return {};
        }
        const ir::Node copy = node;
        const ir::ValueType type = m_graph.value(copy.outputs[0]).type;
        const std::string base = nodeKey(m_graph, copy);
        const auto shape = addOperator(m_graph, copy, "Shape", {copy.inputs[0]}, base + "_shape");
        const auto flat = addOperator(m_graph, copy, "Flatten", {copy.inputs[0]}, base + "_flat",
                                      {ir::Attribute::ofInt("axis", axis)});
        const auto result = addOperator(m_graph, copy, copy.opType, {flat}, base + "_rows",
                                        {ir::Attribute::ofInt("axis", -1)});
        const auto back =
            addOperator(m_graph, copy, "Reshape", {result, shape}, base + "_shaped", {}, {}, type);
        m_graph.replaceAllUses(copy.outputs[0], back);
        m_graph.removeNode(id);
        return {};
    }

    ir::Graph& m_graph;
    std::int64_t m_from;
};

} // namespace

Status raiseOpset(ir::Model& model) {
    const std::int64_t from = model.opset();
    if (from >= kTargetOpset)
        return {};
    if (from < kOldest)
        return fail(
            ErrorCode::Unsupported,
            fmt::format("the model is written in opset {}, quantization needs opset {}", from,
                        kTargetOpset),
            fmt::format("Models from opset {} on are converted; export it again.", kOldest));
    if (!model.functions.empty())
        return fail(ErrorCode::Unsupported,
                    "the model has functions of its own, whose opset cannot be raised",
                    "Export the model with opset 13 or newer.");
    Status status;
    ir::forEachGraph(model, [&](ir::Graph& graph, const std::string&) {
        if (status)
            status = Raiser(graph, from).run();
    });
    if (!status)
        return status;
    model.setOpset("", kTargetOpset);
    model.irVersion = std::max<std::int64_t>(model.irVersion, 7);
    return {};
}

} // namespace metainfer::candidates
