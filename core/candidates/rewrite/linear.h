// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Weights of convolutions and products as numbers that can be scaled per channel.
#pragma once

#include "candidates/rewrite/patterns.h"

#include <string>
#include <vector>

namespace metainfer::candidates {

/// The constant float32 weight and bias of Conv, ConvTranspose, Gemm or MatMul.
struct LinearNode {
    ir::NodeId id;
    std::vector<std::int64_t> weightDims;
    std::int64_t outputChannels = 0;
    std::int64_t inputChannels = 0;
    std::int64_t group = 1;
    bool hasBias = false;
};

/// Describes `node`, or says in `reason` why its weights cannot be changed. Weights that other
/// nodes share may be copied up to kSharedWeightLimit. Content is not read.
std::optional<LinearNode> linearNode(const ir::Graph& graph, const ir::Node& node,
                                     std::string& reason);

/// Weight and bias in double, so that several changes round only once.
struct LinearWeights {
    std::vector<double> weight;
    std::vector<double> bias; ///< one per output channel, zeros when the node has none
};
/// Reads both; for Gemm alpha and beta are multiplied in.
Result<LinearWeights> readWeights(const ir::Graph& graph, const LinearNode& linear);
/// The output channel that element `index` of the weight contributes to.
std::int64_t outputChannelOf(const ir::Node& node, const LinearNode& linear, std::size_t index);
/// The input channel that it reads.
std::int64_t inputChannelOf(const ir::Node& node, const LinearNode& linear, std::size_t index);

/// A new node like `linear` with these weights and the given first input, without outputs. Fails
/// when a number is not finite in float32; then nothing was changed.
Result<ir::Node> withWeights(ir::Graph& graph, const LinearNode& linear, const LinearWeights& data,
                             ir::ValueId input);

/// A constant that broadcasts over everything but the channel axis, as one number per channel.
/// `rank` is the rank of the other operand. nullopt when it has another form or is not float32.
std::optional<std::vector<float>> perChannelConstant(const ir::Graph& graph, ir::ValueId value,
                                                     std::size_t rank, std::size_t channelAxis,
                                                     std::int64_t channels);

/// y = x * scale + shift of a BatchNormalization in inference form, one pair per channel.
struct ChannelAffine {
    std::vector<double> scale, shift;
};
/// Empty `reason` means success.
std::optional<ChannelAffine> batchNormAffine(const RewriteContext& context, const ir::Graph& graph,
                                             const ir::Node& node, std::string& reason);

} // namespace metainfer::candidates
