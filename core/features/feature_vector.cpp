// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Names, the fixed-order vector, and the JSON form of model features.
#include "features/model_features.h"

#include <cmath>

namespace metainfer::features {
namespace {

/// Families whose share of nodes, and of work, is a feature of its own. Only ever append, with a
/// new kFeatureVersion.
constexpr std::string_view kNodeShares[] = {
    "conv2d",   "matmul",     "add",     "mul",       "relu",      "activation", "math",
    "pool",     "reduce",     "softmax", "layernorm", "batchnorm", "reshape",    "transpose",
    "concat",   "split",      "slice",   "gather",    "scatter",   "resize",     "pad",
    "quantize", "dequantize", "cast",    "attention", "rnn",       "control"};
constexpr std::string_view kWorkShares[] = {
    "conv2d", "conv_transpose", "matmul", "einsum", "attention", "rnn", "add", "softmax"};

double logarithm(double value) {
    return std::log10(1 + std::max(0.0, value));
}

template <typename Map>
double valueOf(const Map& map, std::string_view key) {
    const auto it = map.find(std::string(key));
    return it == map.end() ? 0 : static_cast<double>(it->second);
}

} // namespace

std::string_view supportName(Support support) {
    switch (support) {
    case Support::Native:
        return "native";
    case Support::Slow:
        return "slow";
    case Support::Unsupported:
        return "unsupported";
    case Support::NotSaid:
        break;
    }
    return "not_said";
}

const std::vector<std::string>& featureNames() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> made = {"log_nodes",
                                         "log_flops",
                                         "log_macs",
                                         "log_traffic_bytes",
                                         "log_parameters",
                                         "log_peak_activation_bytes",
                                         "log_intensity",
                                         "log_depth",
                                         "log_width",
                                         "log_parallelism",
                                         "branch_share",
                                         "layout_transition_share",
                                         "precision_transition_share",
                                         "depthwise_share",
                                         "dynamic_node_share",
                                         "dynamic_input_dims",
                                         "subgraph_node_share",
                                         "unknown_work_share"};
        for (const std::string_view family : kNodeShares)
            made.push_back(fmt::format("nodes_{}", family));
        for (const std::string_view family : kWorkShares)
            made.push_back(fmt::format("flops_{}", family));
        return made;
    }();
    return names;
}

std::vector<double> ModelFeatures::vector() const {
    const double all = std::max(1.0, static_cast<double>(nodes.size()));
    const double convolutions = std::max(1.0, valueOf(families, "conv2d"));
    const auto share = [&](std::size_t count) { return static_cast<double>(count) / all; };
    std::vector<double> made = {logarithm(all),
                                logarithm(flops),
                                logarithm(macs),
                                logarithm(trafficBytes),
                                logarithm(static_cast<double>(parameters)),
                                logarithm(static_cast<double>(peakActivationBytes)),
                                logarithm(intensity()),
                                logarithm(static_cast<double>(depth)),
                                logarithm(static_cast<double>(width)),
                                logarithm(parallelism()),
                                share(branches),
                                share(layoutTransitions),
                                share(precisionTransitions),
                                static_cast<double>(depthwise) / convolutions,
                                share(dynamicNodes),
                                static_cast<double>(dynamicInputDims),
                                share(subgraphNodes),
                                share(unknownWork)};
    for (const std::string_view family : kNodeShares)
        made.push_back(valueOf(families, family) / all);
    for (const std::string_view family : kWorkShares)
        made.push_back(flops > 0 ? valueOf(flopsByFamily, family) / flops : 0);
    return made;
}

Json ModelFeatures::toJson() const {
    Json json = {{"nodes", nodeCount},
                 {"subgraphs", subgraphCount},
                 {"subgraph_nodes", subgraphNodes},
                 {"flops", flops},
                 {"macs", macs},
                 {"traffic_bytes", trafficBytes},
                 {"arithmetic_intensity", intensity()},
                 {"nodes_of_unknown_work", unknownWork},
                 {"parameters", parameters},
                 {"parameter_bytes", parameterBytes},
                 {"peak_activation_bytes", peakActivationBytes},
                 {"peak_node", peakNode},
                 {"depth", depth},
                 {"width", width},
                 {"parallelism", parallelism()},
                 {"branches", branches},
                 {"layout_transitions", layoutTransitions},
                 {"precision_transitions", precisionTransitions},
                 {"depthwise_convolutions", depthwise},
                 {"dynamic_input_dims", dynamicInputDims},
                 {"dynamic_symbols", dynamicSymbols},
                 {"dynamic_nodes", dynamicNodes}};
    json["operators"] = operators;
    json["families"] = families;
    json["flops_by_family"] = flopsByFamily;
    json["dtypes"] = dtypes;
    json["vector"] = {
        {"version", kFeatureVersion}, {"names", featureNames()}, {"values", vector()}};
    return json;
}

Json ModelFeatures::nodesToJson() const {
    Json table = Json::array();
    for (const NodeFeatures& node : nodes) {
        Json row = {{"site", node.site},
                    {"name", node.name},
                    {"graph", node.graph},
                    {"op", node.opType},
                    {"domain", node.domain},
                    {"family", node.family},
                    {"dtype", elementTypeName(node.dtype)},
                    {"inputs", node.inputs},
                    {"outputs", node.outputs}};
        if (node.work) {
            row["flops"] = node.work->flops;
            row["macs"] = node.work->macs;
            row["input_bytes"] = node.work->inputBytes;
            row["weight_bytes"] = node.work->weightBytes;
            row["output_bytes"] = node.work->outputBytes;
            row["intensity"] = node.work->intensity();
        }
        row["support"] = supportName(node.support);
        if (!node.supportReason.empty())
            row["support_reason"] = node.supportReason;
        if (node.bound)
            row["bound"] = hardware::boundName(*node.bound);
        if (node.estimatedUs)
            row["estimated_us"] = *node.estimatedUs;
        table.push_back(std::move(row));
    }
    return table;
}

} // namespace metainfer::features
