// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Sampling graph and mapping together.
#include "engine/adaptation/candidate_space.h"

#include "candidates/rewrite/driver.h"
#include "candidates/rewrite/registry.h"
#include "engine/shapes.h"
#include "measurement/runtime_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace metainfer::engine {
namespace {

/// How often a random candidate keeps the base mapping: most of the gain lies in the graph.
constexpr double kKeepMapping = 0.7;

/// Predicting a candidate needs its graph, and building the graphs of a whole pool takes longer
/// than measuring the few that are chosen when the weights are large.
constexpr std::uint64_t kPredictableBytes = 16u << 20;

std::uint64_t weightBytes(const ir::Model& model) {
    std::uint64_t bytes = 0;
    ir::forEachGraph(model, [&](const ir::Graph& graph, const std::string&) {
        for (const ir::ValueId id : graph.values())
            if (const auto& constant = graph.value(id).constant)
                bytes += constant->byteSize();
    });
    return bytes;
}

search::Candidate candidateOf(candidates::Variant variant, candidates::Mapping mapping) {
    search::Candidate candidate;
    candidate.variant = std::move(variant);
    candidate.mapping = std::move(mapping);
    return candidate;
}

/// Symbols that become fixed in every variant: those that the user gave a size for, the batch when
/// the deployment rules a dynamic one out, and all of them on a target without dynamic shapes.
std::map<std::string, std::int64_t> boundShapes(const Task& task) {
    const bool targetNeedsStatic = task.target.profile.scheduling.dynamicShape == false;
    const auto& dynamicBatch = task.deployment.constraints.supportDynamicBatch;
    std::set<std::string> asked;
    for (const auto& [symbol, size] : task.deployment.dimensions)
        asked.insert(symbol);
    for (const auto& [name, entry] : task.deployment.inputs)
        for (const auto& [symbol, size] : entry.dimensions)
            asked.insert(symbol);
    std::set<std::string> batchSymbols;
    for (const ir::ValueId input : task.model.graph->inputs()) {
        const auto& shape = task.model.graph->value(input).type.tensor.shape;
        if (shape && !shape->empty() && shape->front().isSymbolic())
            batchSymbols.insert(shape->front().symbol);
        const auto given = task.deployment.inputs.find(task.model.graph->value(input).name);
        if (shape && given != task.deployment.inputs.end() && !given->second.shape.empty())
            for (const ir::Dim& dim : *shape)
                if (dim.isSymbolic())
                    asked.insert(dim.symbol);
    }
    std::map<std::string, std::int64_t> bound;
    for (const auto& [symbol, size] : task.bindings) {
        const bool isBatch = batchSymbols.contains(symbol);
        if (isBatch && dynamicBatch == true)
            continue;
        if (targetNeedsStatic || (isBatch && dynamicBatch == false) || asked.contains(symbol))
            bound.emplace(symbol, size);
    }
    return bound;
}

/// The rules that do something to this model, found by applying them all to a copy.
Result<std::vector<candidates::RewriteChoice>>
matchingRules(const Task& task, const std::vector<std::string>& allowed,
              const std::map<std::string, std::int64_t>& bindings,
              const CancellationToken& cancel) {
    ir::Model copy = task.model.clone();
    candidates::RewriteContext context{.model = copy,
                                       .target = &task.target.profile,
                                       .executor = &task.target.device->executor(),
                                       .cancel = cancel,
                                       .shapeBindings = bindings};
    candidates::Variant bind;
    bind.shapeBindings = bindings;
    MI_CHECK(candidates::applyRewrites(copy, bind, context));
    MI_ASSIGN(const auto steps, candidates::applyToFixpoint(copy, allowed, context));
    std::set<std::string> fired;
    for (const auto& step : steps)
        if (!step.sites.empty())
            fired.insert(step.rule);
    std::vector<candidates::RewriteChoice> choices;
    for (const std::string& rule : candidates::rewriteRuleNames())
        if (fired.contains(rule))
            choices.push_back({rule, 0.8});
    return choices;
}

} // namespace

CandidateSpace::CandidateSpace(const Task& task, Evaluator& evaluator,
                               candidates::VariantSpace variants, candidates::MappingSpace mappings,
                               candidates::Mapping base)
    : m_task(task)
    , m_evaluator(evaluator)
    , m_variants(std::move(variants))
    , m_mappings(std::move(mappings))
    , m_base(std::move(base))
    , m_predictable(weightBytes(task.model) <= kPredictableBytes) {}

std::vector<search::Candidate> CandidateSpace::seeds() const {
    std::vector<search::Candidate> seeds;
    for (candidates::Variant& variant : m_variants.seeds())
        seeds.push_back(candidateOf(std::move(variant), m_base));
    return seeds;
}

std::optional<search::Candidate> CandidateSpace::sample(Random& random) const {
    candidates::Variant variant = m_variants.sample(random);
    return candidateOf(std::move(variant),
                       random.uniform() < kKeepMapping ? m_base : m_mappings.sample(random));
}

std::optional<search::Candidate> CandidateSpace::mutate(const search::Candidate& parent,
                                                        Random& random) const {
    const bool graphFirst = random.uniform() < kKeepMapping;
    for (const bool graph : {graphFirst, !graphFirst}) {
        if (graph) {
            if (auto variant = m_variants.mutate(parent.variant, random))
                return candidateOf(std::move(*variant), parent.mapping);
        } else if (auto mapping = m_mappings.mutate(parent.mapping, random)) {
            return candidateOf(parent.variant, std::move(*mapping));
        }
    }
    return std::nullopt;
}

std::optional<search::Candidate> CandidateSpace::crossover(const search::Candidate& a,
                                                           const search::Candidate& b,
                                                           Random& random) const {
    candidates::Variant variant = m_variants.crossover(a.variant, b.variant, random);
    return candidateOf(std::move(variant), m_mappings.crossover(a.mapping, b.mapping, random));
}

Status CandidateSpace::admit(const search::Candidate& candidate) const {
    MI_CHECK(m_variants.admit(candidate.variant));
    if (auto refusal = m_task.legality->refusal(candidate.variant.precision))
        return fail(std::move(*refusal));
    MI_CHECK(m_mappings.admit(candidate.mapping));
    if (!withinThreads(m_task, candidate.mapping.session))
        return fail(ErrorCode::LimitsNotMet,
                    fmt::format("uses more threads than max_threads: {}",
                                *m_task.deployment.constraints.maxThreads));
    return {};
}

const ir::Model* CandidateSpace::typedModel(const candidates::Variant& variant) const {
    if (variant.isOriginal())
        return &m_task.boundModel;
    const std::string key = variant.key();
    if (const auto it = m_typed.find(key); it != m_typed.end())
        return it->second.get();
    auto& entry = m_typed[key];
    const auto built = m_evaluator.build(variant);
    if (!built)
        return nullptr;
    auto typed = modelAtShapes((*built)->file, m_task.feed, &m_task.target.device->executor(), {});
    if (typed)
        entry = std::make_unique<ir::Model>(std::move(*typed));
    return entry.get();
}

measurement::MetricValues CandidateSpace::predict(const search::Candidate& candidate) const {
    using measurement::Metric;
    if (!m_predictable)
        return {};
    const ir::Model* model = typedModel(candidate.variant);
    if (!model)
        return {}; // measuring it will say why it cannot be built
    const auto prediction = m_task.target.predictor->predict(*model, candidate.mapping.session);
    if (!prediction || !prediction->obstacles.empty())
        return {};
    measurement::MetricValues values;
    for (const Metric metric :
         {Metric::P50Latency, Metric::P90Latency, Metric::P95Latency, Metric::P99Latency})
        values[metric] = {prediction->latencyUs, prediction->source};
    values[Metric::Throughput] = {Interval::exact(prediction->throughput), prediction->source};
    values[Metric::Memory] = {Interval::exact(static_cast<double>(prediction->memory.peak())),
                              prediction->source};
    values[Metric::ModelSize] = {Interval::exact(static_cast<double>(prediction->modelBytes)),
                                 prediction->source};
    return values;
}

std::vector<search::Candidate> CandidateSpace::neighbours(const search::Candidate& best,
                                                          Random& random) const {
    std::vector<search::Candidate> near;
    for (candidates::Mapping& mapping : m_mappings.neighbours(best.mapping))
        near.push_back(candidateOf(best.variant, std::move(mapping)));
    // As many steps in the graph as in the mapping, so that neither crowds the other out.
    for (std::size_t i = near.size(); i > 0; --i)
        if (auto variant = m_variants.mutate(best.variant, random))
            near.push_back(candidateOf(std::move(*variant), best.mapping));
    random.shuffle(near);
    return near;
}

Result<candidates::VariantSpace> makeVariantSpace(const Task& task, const EventSink& events,
                                                  const CancellationToken& cancel) {
    const auto& transforms = task.deployment.search.graph.transforms;
    MI_ASSIGN(const auto resolved, candidates::resolveTransforms(transforms));
    for (const std::string& name : resolved.notInCatalogue)
        notify(events,
               Remark{Severity::Warning, "not_in_catalogue",
                      fmt::format(
                          "search.stage_graph.transforms: {} is not in this version's catalogue; "
                          "the search goes on without it",
                          name)});
    candidates::VariantSpaceOptions options;
    options.shapeBindings = boundShapes(task);
    MI_ASSIGN(options.rewrites, matchingRules(task, resolved.rules, options.shapeBindings, cancel));
    options.precisionPlans = resolved.precisionPlans;
    options.calibrationData = task.calibration.sampleCount() > 0;
    options.target = &task.target.profile;
    if (!task.deployment.accuracy.calibrationMethod.empty())
        options.calibration =
            candidates::calibrationMethodFromName(task.deployment.accuracy.calibrationMethod);
    const bool noDrop = task.deployment.constraints.maxAccuracyDrop == 0.0;
    options.lossyAllowed = !noDrop;
    candidates::VariantSpace space(task.model, std::move(options));
    for (const std::string& reason : space.excluded())
        notify(events, Remark{Severity::Information, "precision_excluded", reason});
    std::set<std::string> told;
    for (const candidates::PrecisionPlan& plan : space.precisions())
        if (const auto refusal = task.legality->refusal(plan);
            refusal && told.insert(candidates::planForm(plan)).second)
            notify(events, Remark{Severity::Information, "precision_excluded", refusal->message});
    return space;
}

candidates::MappingSpace makeMappingSpace(const Task& task) {
    const measurement::Capabilities& capabilities = task.target.device->capabilities();
    candidates::MappingLimits limits;
    limits.honoured = capabilities.mappingKeys;
    const int allowed = task.deployment.constraints.maxThreads.value_or(capabilities.cores);
    limits.physicalCores = limits.logicalCores = std::max(1, std::min(allowed, capabilities.cores));
    limits.instances = task.deployment.constraints.instances;
    limits.int8 = true;
    const SessionOptions plain = measurement::plainSession(capabilities);
    limits.runtime = plain.runtime;
    limits.x86 = task.target.device->environment(plain).architecture == "x86_64";
    return candidates::MappingSpace(limits);
}

} // namespace metainfer::engine
