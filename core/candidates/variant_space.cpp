// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Which rewrites and precision plans are worth thinking of, and moves between them.
#include "candidates/variant_space.h"

#include "candidates/intents.h"
#include "candidates/quantize/graph_tools.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::candidates {
namespace {

PrecisionPlan staticPlan(ElementType activation, ElementType weight, bool perChannel,
                         bool reduceRange, CalibrationMethod method) {
    PrecisionPlan plan;
    plan.precision = Precision::Int8Static;
    plan.activation = activation;
    plan.weight = weight;
    plan.perChannel = perChannel;
    plan.reduceRange = reduceRange;
    plan.calibration = method;
    return plan;
}

PrecisionPlan otherPlan(Precision precision, bool perChannel = true, bool reduceRange = false) {
    PrecisionPlan plan;
    plan.precision = precision;
    plan.perChannel = perChannel;
    plan.reduceRange = reduceRange;
    return plan;
}

bool isDepthwise(const ir::Graph& graph, const ir::Node& node) {
    const auto group = node.intAttribute("group", 1);
    const auto* weights = graph.constant(node.inputs[1]);
    return group > 1 && weights && !weights->dims().empty() && weights->dims()[0] == group;
}

constexpr std::size_t kMostOutputLayers = 8;

/// Layers with weights behind which no other comes before the model's outputs: their errors are not
/// smoothed by anything. Empty when they are many, since then they are no small part of the model.
std::vector<std::string> outputLayers(const ir::Graph& graph) {
    std::vector<bool> open(graph.valueCapacity(), false);
    for (const auto output : graph.outputs())
        open[output.index] = true;
    std::vector<std::string> layers;
    const auto& order = graph.order();
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
        const ir::Node& node = graph.node(*it);
        const bool reaches = std::any_of(node.outputs.begin(), node.outputs.end(),
                                         [&](auto v) { return v.isValid() && open[v.index]; });
        if (!reaches)
            continue;
        if (node.is("Conv") ||
            ((node.is("MatMul") || node.is("Gemm")) && whyNotLinear(graph, node).empty())) {
            if (!mustBeLean(node))
                layers.push_back(nodeKey(graph, node));
            continue;
        }
        for (const auto input : node.inputs)
            if (input.isValid())
                open[input.index] = true;
    }
    if (layers.size() > kMostOutputLayers)
        layers.clear();
    return layers;
}

/// The plan without the nodes that are kept: what a mutation of those nodes leaves alone.
PrecisionPlan withoutKept(PrecisionPlan plan) {
    plan.keepFloat.clear();
    return plan;
}

constexpr std::int64_t kLargeMatrix = 64 * 1024; ///< weights; smaller ones stay in the cache

} // namespace

VariantSpace::VariantSpace(const ir::Model& model, VariantSpaceOptions options)
    : m_options(std::move(options)) {
    Contents contents;
    const ir::Graph& graph = *model.graph;
    for (const auto id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (!mayBecome(node, Precision::Int8Static) && !mayBecome(node, Precision::Int4Weights))
            continue; // it stays float in every plan
        if (node.is("Conv")) {
            ++contents.convolutions;
            contents.depthwise += isDepthwise(graph, node);
        } else if (node.is("LSTM")) {
            ++contents.recurrent;
        } else if ((node.is("MatMul") || node.is("Gemm")) && whyNotLinear(graph, node).empty()) {
            ++contents.linear;
            contents.largeLinear += graph.constant(node.inputs[1])->elementCount() >= kLargeMatrix;
        }
    }
    if (m_options.fragile.empty())
        m_options.fragile = outputLayers(graph);
    m_precisions.push_back(PrecisionPlan{});
    if (!m_options.precisionPlans)
        m_excluded.push_back("lower precision: the deployment's transforms leave it out");
    else if (!m_options.lossyAllowed)
        m_excluded.push_back("lower precision: the accuracy gate allows no drop");
    else if (contents.linear + contents.recurrent > 2 * contents.convolutions) {
        addDynamic(contents);
        addStatic(contents);
    } else {
        addStatic(contents);
        addDynamic(contents);
    }
    if (m_precisions.size() > 1 || (m_options.precisionPlans && m_options.lossyAllowed)) {
        if (!m_options.target || m_options.target->supports(ElementType::Float16))
            m_precisions.push_back(otherPlan(Precision::Float16));
        else
            m_excluded.push_back("fp16: the target does not list it");
    }
}

void VariantSpace::addStatic(const Contents& contents) {
    if (m_options.target && !m_options.target->supports(ElementType::Int8)) {
        m_excluded.push_back("int8: the target does not list it");
        return;
    }
    if (contents.convolutions + contents.linear == 0) {
        m_excluded.push_back("int8: no convolution or matrix product with constant weights");
        return;
    }
    if (!m_options.calibrationData) {
        m_excluded.push_back("int8: there is no calibration data");
        return;
    }
    constexpr auto u8 = ElementType::UInt8, s8 = ElementType::Int8;
    using enum CalibrationMethod;
    std::vector<PrecisionPlan> plans{
        staticPlan(u8, s8, true, true, MinMax),      staticPlan(u8, s8, true, false, MinMax),
        staticPlan(u8, s8, true, false, Percentile), staticPlan(u8, s8, true, true, Percentile),
        staticPlan(u8, s8, true, true, Entropy),     staticPlan(u8, s8, true, false, Entropy),
        staticPlan(u8, s8, false, true, MinMax),     staticPlan(u8, u8, false, false, MinMax),
        staticPlan(s8, s8, true, false, MinMax)};
    // Depthwise kernels with unsigned weights per channel fall off the fast path.
    if (contents.depthwise == 0)
        plans.push_back(staticPlan(u8, u8, true, false, MinMax));
    for (auto& plan : plans) {
        if (m_options.calibration)
            plan.calibration = *m_options.calibration;
        if (!known(plan))
            m_precisions.push_back(std::move(plan));
    }
}

void VariantSpace::addDynamic(const Contents& contents) {
    if (contents.linear + contents.recurrent == 0) {
        m_excluded.push_back("int8_dynamic: no matrix product with constant weights, no LSTM");
    } else if (!m_options.target || m_options.target->supports(ElementType::Int8)) {
        m_precisions.push_back(otherPlan(Precision::Int8Dynamic, true, true));
        m_precisions.push_back(otherPlan(Precision::Int8Dynamic, true, false));
        m_precisions.push_back(otherPlan(Precision::Int8Dynamic, false, true));
    }
    if (contents.largeLinear == 0) {
        m_excluded.push_back("int4_weights: no large matrix product with constant weights");
    } else {
        m_precisions.push_back(otherPlan(Precision::Int4Weights));
        PrecisionPlan coarse = otherPlan(Precision::Int4Weights);
        coarse.blockSize = 128;
        m_precisions.push_back(coarse);
    }
}

bool VariantSpace::known(const PrecisionPlan& plan) const {
    return std::find(m_precisions.begin(), m_precisions.end(), plan) != m_precisions.end();
}

Variant VariantSpace::withRewrites(const std::vector<std::string>& rules,
                                   PrecisionPlan plan) const {
    Variant variant;
    variant.shapeBindings = m_options.shapeBindings;
    for (const auto& choice : m_options.rewrites)
        if (std::find(rules.begin(), rules.end(), choice.rule) != rules.end())
            variant.rewrites.push_back({choice.rule, {"*"}});
    variant.precision = std::move(plan);
    return variant;
}

Variant VariantSpace::cleanFloat() const {
    std::vector<std::string> all;
    for (const auto& choice : m_options.rewrites)
        all.push_back(choice.rule);
    return withRewrites(all, PrecisionPlan{});
}

std::vector<Variant> VariantSpace::seeds() const {
    std::vector<Variant> seeds;
    int kept = 0; // seeds with fragile nodes in float
    for (const auto& plan : m_precisions) {
        Variant variant = cleanFloat();
        variant.precision = plan;
        if (!variant.isOriginal())
            seeds.push_back(variant);
        const bool usual = plan.precision == Precision::Int8Static && plan.perChannel &&
                           plan.weight == ElementType::Int8 &&
                           plan.activation == ElementType::UInt8;
        if (usual && !m_options.fragile.empty() && kept < 1) {
            variant.precision.keepFloat = m_options.fragile;
            seeds.push_back(std::move(variant));
            ++kept;
        }
    }
    return seeds;
}

Variant VariantSpace::sample(Random& random) const {
    // The list is in order of expectation: the square of a uniform draw prefers its head.
    const double draw = random.uniform();
    const auto which =
        std::min(static_cast<std::size_t>(draw * draw * static_cast<double>(m_precisions.size())),
                 m_precisions.size() - 1);
    const PrecisionPlan& plan = m_precisions[which];
    std::vector<std::string> rules;
    for (const auto& choice : m_options.rewrites) {
        const double uniform = random.uniform();
        // A normalisation left between two integer layers costs more than integers gain.
        const bool needed = choice.rule == "fold_bn" && plan.precision == Precision::Int8Static;
        if (needed || uniform < choice.probability)
            rules.push_back(choice.rule);
    }
    return withRewrites(rules, plan);
}

std::optional<Variant> VariantSpace::mutate(const Variant& variant, Random& random) const {
    enum class Move { Rewrite, Precision, Keep };
    std::vector<Move> moves;
    if (!m_options.rewrites.empty())
        moves.push_back(Move::Rewrite);
    if (m_precisions.size() > 1)
        moves.push_back(Move::Precision);
    const bool lowered = variant.precision.precision != Precision::Float;
    if (lowered && !m_options.fragile.empty())
        moves.push_back(Move::Keep);
    if (moves.empty())
        return std::nullopt;
    Variant mutated = variant;
    switch (moves[random.below(moves.size())]) {
    case Move::Rewrite: {
        const auto& rule = m_options.rewrites[random.below(m_options.rewrites.size())].rule;
        std::vector<std::string> rules;
        bool had = false;
        for (const auto& step : variant.rewrites) {
            had = had || step.rule == rule;
            if (step.rule != rule)
                rules.push_back(step.rule);
        }
        if (!had)
            rules.push_back(rule);
        return withRewrites(rules, variant.precision);
    }
    case Move::Precision: {
        std::vector<PrecisionPlan> others;
        for (const auto& plan : m_precisions)
            if (!(plan == withoutKept(variant.precision)))
                others.push_back(plan);
        mutated.precision = others[random.below(others.size())];
        return mutated;
    }
    case Move::Keep: {
        // One more of the fragile nodes, or one less.
        auto& kept = mutated.precision.keepFloat;
        const bool more =
            kept.size() < m_options.fragile.size() && (kept.empty() || random.below(2) == 0);
        const std::size_t count = more ? kept.size() + 1 : kept.size() - 1;
        kept.assign(m_options.fragile.begin(),
                    m_options.fragile.begin() +
                        static_cast<std::ptrdiff_t>(std::min(count, m_options.fragile.size())));
        return mutated;
    }
    }
    return std::nullopt;
}

Variant VariantSpace::crossover(const Variant& a, const Variant& b, Random& random) const {
    std::vector<std::string> rules;
    for (const auto& choice : m_options.rewrites) {
        const Variant& from = random.below(2) ? a : b;
        for (const auto& step : from.rewrites)
            if (step.rule == choice.rule)
                rules.push_back(choice.rule);
    }
    return withRewrites(rules, random.below(2) ? a.precision : b.precision);
}

Status VariantSpace::admit(const Variant& variant) const {
    if (!known(withoutKept(variant.precision))) {
        std::string reasons = fmt::format("{}", fmt::join(m_excluded, "; "));
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} is not among the precisions for this model and target",
                                Variant{{}, {}, variant.precision}.key()),
                    reasons.empty() ? std::string() : "Left out: " + reasons + ".");
    }
    for (const auto& step : variant.rewrites) {
        const bool listed =
            std::any_of(m_options.rewrites.begin(), m_options.rewrites.end(),
                        [&](const RewriteChoice& choice) { return choice.rule == step.rule; });
        if (!listed)
            return fail(ErrorCode::Unsupported,
                        fmt::format("rule {} is not among the rewrites for this model", step.rule),
                        "List the legal ones: metainfer rewrites MODEL --list");
    }
    return {};
}

} // namespace metainfer::candidates
