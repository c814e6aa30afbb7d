// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What most rules need: constants wherever they hide, provenance, bypassing and cleaning up.
#pragma once

#include "candidates/rewrite/rule.h"

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace metainfer::candidates {

/// Name, family and summary as constructor arguments, so that a rule is only match and apply.
class NamedRule : public RewriteRule {
  public:
    NamedRule(std::string_view name, std::string_view family, std::string_view summary)
        : m_name(name)
        , m_family(family)
        , m_summary(summary) {}
    std::string_view name() const final { return m_name; }
    std::string_view family() const final { return m_family; }
    std::string_view summary() const final { return m_summary; }

  private:
    std::string_view m_name, m_family, m_summary;
};

/// A rule that takes out single nodes which pass their first input on unchanged.
class EliminationRule : public NamedRule {
  public:
    using NamedRule::NamedRule;
    MatchResult match(const RewriteContext& context, const ir::Graph& graph,
                      ir::NodeId anchor) const final;
    Result<Effect> apply(const RewriteContext& context, ir::Graph& graph,
                         const Match& match) const final;

  private:
    /// Nothing when `node`, which has a first input and output, does nothing; otherwise why it
    /// stays, without a reason when it does not look like the pattern.
    virtual std::optional<Decline> keeps(const RewriteContext& context, const ir::Graph& graph,
                                         const ir::Node& node) const = 0;
};

/// The node does not look like the pattern.
inline MatchResult notThisPattern() {
    return Decline{};
}
inline MatchResult declined(std::string reason) {
    return Decline{std::move(reason)};
}

// Constants.

/// True for initializers that cannot change, `Constant` nodes, and captures of either.
bool isConstant(const ir::Graph& graph, ir::ValueId value);
/// The tensor of such a constant; nullopt otherwise, and for sparse and string-valued ones.
std::optional<ir::TensorData> constantOf(const ir::Graph& graph, ir::ValueId value);
/// Content as integers or floats; nullopt when not constant, of another type, or unreadable.
std::optional<std::vector<std::int64_t>> constantInts(const ir::Graph& graph, ir::ValueId value);
std::optional<std::vector<float>> constantFloats(const ir::Graph& graph, ir::ValueId value);
/// An argument that older opsets hold in an attribute and newer ones in an input.
std::optional<std::vector<std::int64_t>> attributeOrInput(const ir::Graph& graph,
                                                          const ir::Node& node,
                                                          std::string_view attribute, int input);
bool hasInput(const ir::Node& node, std::size_t index);
bool hasOutput(const ir::Node& node, std::size_t index);
/// True when the output exists and somebody reads it or it is a graph output.
bool isOutputUsed(const ir::Graph& graph, const ir::Node& node, std::size_t index);

// Structure.

/// The standard-domain node of type `opType` that makes `value`; nullptr otherwise.
const ir::Node* producerOf(const ir::Graph& graph, ir::ValueId value, std::string_view opType);
/// The only reader of `value`, a standard-domain node of type `opType`; nullptr otherwise.
const ir::Node* soleConsumerOf(const ir::Graph& graph, ir::ValueId value, std::string_view opType);
ElementType elementOf(const ir::Graph& graph, ir::ValueId value);
std::optional<std::size_t> rankOf(const ir::Graph& graph, ir::ValueId value);
/// Known dimension or nullopt; negative axes count from the end.
std::optional<std::int64_t> dimOf(const ir::Graph& graph, ir::ValueId value, std::int64_t axis);
/// Both shapes are known to be equal: same sizes, same symbols.
bool sameShape(const ir::TensorType& a, const ir::TensorType& b);
/// Equal attributes, by content, whatever their order; false when either has subgraphs.
bool sameAttributes(const ir::Node& a, const ir::Node& b,
                    std::initializer_list<std::string_view> ignoring = {});
/// Same intent, or none, on all of them.
bool sameIntent(const ir::Graph& graph, std::span<const ir::NodeId> nodes);

// Changing.

/// Why readers of `from` cannot read `to` instead without an extra node; empty when they can.
std::string bypassObstacle(const ir::Graph& graph, ir::ValueId from, ir::ValueId to);
/// Readers of the node's first output read `source` instead, then the node goes with everything
/// that becomes unused. The first output's type is kept where `source` knows less.
Effect bypass(ir::Graph& graph, ir::NodeId node, ir::ValueId source);
/// Removes `start` if nothing reads their results, then their inputs in turn; how many nodes went.
std::size_t removeUnused(ir::Graph& graph, std::vector<ir::NodeId> start);
/// Gives `made` the origins of `replaced`, the first intent among them and a name.
void inherit(const ir::Graph& graph, std::span<const ir::NodeId> replaced, ir::Node& made);
ir::Node makeNode(std::string opType, std::vector<ir::ValueId> inputs,
                  std::vector<ir::ValueId> outputs, std::vector<ir::Attribute> attributes = {});
/// Adds a value named after `like` with its type.
ir::ValueId addValueLike(ir::Graph& graph, ir::ValueId like);
/// Adds a constant whose name starts with `base`.
ir::ValueId addConstantNear(ir::Graph& graph, std::string_view base, ir::TensorData data);
/// Readers of `old` read `fresh` instead, which also gets its name: names are the keys of sites,
/// mappings and precision plans, so they outlive a rewrite.
void takeOver(ir::Graph& graph, ir::ValueId old, ir::ValueId fresh);
/// Makes `made` the producer of a fresh value that takes over all readers of `old`.
ir::NodeId replaceOutput(ir::Graph& graph, ir::ValueId old, ir::Node made);

// Judging.

/// Microseconds that the target no longer spends when `nodes` go; nullopt without estimator.
std::optional<Interval> timeOf(const RewriteContext& context, const ir::Graph& graph,
                               std::span<const ir::NodeId> nodes);
/// An elementwise activation that runtimes compute inside the convolution or product before it.
bool fusesIntoProducer(std::string_view opType);
/// Why a rule must not bring in an operator of this family on the target; empty when it may.
std::string familyObstacle(const RewriteContext& context, std::string_view family);
/// True for producers that take such an activation in: Conv, Gemm, MatMul, …
bool takesFusedActivation(std::string_view opType);
/// Copies of a weight that other nodes share are accepted up to this size.
constexpr std::uint64_t kSharedWeightLimit = 1 << 20;

template <typename T>
std::unique_ptr<T> makeMatch(ir::NodeId anchor, std::vector<ir::NodeId> nodes) {
    auto match = std::make_unique<T>();
    match->anchor = anchor;
    match->nodes = std::move(nodes);
    return match;
}

} // namespace metainfer::candidates
