// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a model is made of: operators, work, memory, structure; as numbers, tables and a vector.
#pragma once

#include "base/json.h"
#include "features/lifetimes.h"
#include "hardware/roofline.h"
#include "ir/operators.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::features {

/// What a profile says about an operator.
enum class Support { Native, Slow, Unsupported, NotSaid };
std::string_view supportName(Support support); ///< "native", "slow", "unsupported", "not_said"

/// One node, with its place and its work. Estimates need a profile.
struct NodeFeatures {
    std::string site;  ///< first output's name, in subgraphs after "<path>:"
    std::string name;  ///< the node's own, may be empty
    std::string graph; ///< path of subgraphs, empty for the main graph
    std::string opType, domain, family;
    ElementType dtype =
        ElementType::Undefined;           ///< of the first input that has a float or int8 type
    std::string inputs, outputs;          ///< types as text
    std::optional<ir::OperatorWork> work; ///< absent when a shape is not static
    Support support = Support::NotSaid;
    std::string supportReason;
    std::optional<hardware::Bound> bound;
    std::optional<double> estimatedUs; ///< roofline and launch overhead: a prior, not a measurement
};

struct ModelFeatures {
    std::vector<NodeFeatures> nodes; ///< main graph in order, then subgraphs

    std::size_t nodeCount = 0;     ///< main graph
    std::size_t subgraphCount = 0; ///< bodies of If, Loop, Scan
    std::size_t subgraphNodes = 0;
    std::map<std::string, std::size_t> operators; ///< by type, subgraphs included
    std::map<std::string, std::size_t> families;
    std::map<std::string, double> flopsByFamily;
    double flops = 0, macs = 0;  ///< of the main graph and each subgraph once
    double trafficBytes = 0;     ///< every node's inputs, weights and outputs
    std::size_t unknownWork = 0; ///< nodes whose work is not known
    std::uint64_t parameters = 0;
    std::uint64_t parameterBytes = 0; ///< all constants
    std::uint64_t peakActivationBytes = 0;
    std::string peakNode;

    std::size_t depth = 0;                ///< nodes on the longest path
    std::size_t width = 0;                ///< largest number of nodes at the same depth
    std::size_t branches = 0;             ///< activations that several nodes read
    double criticalFlops = 0;             ///< work on the path with the most of it
    std::size_t layoutTransitions = 0;    ///< Transpose and reorders of activations
    std::size_t precisionTransitions = 0; ///< Cast, QuantizeLinear, DequantizeLinear of activations
    std::size_t depthwise = 0;            ///< convolutions with as many groups as input channels
    std::vector<std::string> dynamicSymbols; ///< of the inputs, sorted
    std::size_t dynamicInputDims = 0;
    std::size_t dynamicNodes = 0;              ///< nodes with a result of unknown shape
    std::map<std::string, std::size_t> dtypes; ///< results by element type

    /// FLOP per byte of traffic.
    double intensity() const { return trafficBytes > 0 ? flops / trafficBytes : 0; }
    /// Work over critical path: how many nodes could be busy at once on average.
    double parallelism() const { return criticalFlops > 0 ? flops / criticalFlops : 1; }
    /// Fixed length and order, see featureNames(): sizes as log10(1 + x), the rest as shares.
    std::vector<double> vector() const;
    Json toJson() const; ///< without the table of nodes
    Json nodesToJson() const;
};

/// Changes when the order or meaning of the vector does; stored with it.
inline constexpr int kFeatureVersion = 1;
const std::vector<std::string>& featureNames();

/// `target` may be null: then support, bounds and estimates are absent.
ModelFeatures modelFeatures(const ir::Model& model, const hardware::Profile* target = nullptr);

} // namespace metainfer::features
