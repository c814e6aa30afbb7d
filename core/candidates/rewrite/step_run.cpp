// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A worklist per graph, so that the cost grows with the graph and not with its square.
#include "candidates/rewrite/step_run.h"

#include "base/suggest.h"
#include "ir/onnx_io.h"
#include "ir/verifier.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <set>

namespace metainfer::candidates {
namespace {

using Clock = std::chrono::steady_clock;

/// Adds the time it lives to `into`, in milliseconds.
class Timer {
  public:
    explicit Timer(double& into)
        : m_into(into) {}
    ~Timer() {
        m_into += std::chrono::duration<double, std::milli>(Clock::now() - m_start).count();
    }
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

  private:
    double& m_into;
    Clock::time_point m_start = Clock::now();
};

/// Nodes waiting to be looked at, each at most once at a time.
class Worklist {
  public:
    void push(ir::NodeId id) {
        if (id.index >= m_waiting.size())
            m_waiting.resize(id.index + 1 + id.index / 2, false);
        if (m_waiting[id.index])
            return;
        m_waiting[id.index] = true;
        m_queue.push_back(id);
    }
    bool pop(ir::NodeId& id) {
        if (m_queue.empty())
            return false;
        id = m_queue.front();
        m_queue.pop_front();
        m_waiting[id.index] = false;
        return true;
    }

  private:
    std::deque<ir::NodeId> m_queue;
    std::vector<bool> m_waiting;
};

/// Tensors that the whole graph reads must not bring all their readers back for each change.
constexpr std::size_t kFanOutLimit = 64;

void collectNeighbours(const ir::Graph& graph, ir::NodeId id, int distance,
                       std::vector<ir::NodeId>& into) {
    if (!graph.contains(id))
        return;
    into.push_back(id);
    if (distance == 0)
        return;
    const ir::Node& node = graph.node(id);
    for (const ir::ValueId input : node.inputs)
        if (input.isValid() && graph.value(input).producer.isValid())
            collectNeighbours(graph, graph.value(input).producer, distance - 1, into);
    for (const ir::ValueId output : node.outputs) {
        if (!output.isValid() || graph.value(output).uses.size() > kFanOutLimit)
            continue;
        for (const ir::Use& use : graph.value(output).uses)
            collectNeighbours(graph, use.node, distance - 1, into);
    }
}

/// True when some tensor's shape is not known completely, so that inferring may find more.
bool hasOpenTypes(const ir::Model& model) {
    bool open = false;
    ir::forEachGraph(model, [&](const ir::Graph& graph, const std::string&) {
        for (const ir::ValueId id : graph.values())
            open = open || !graph.tensorType(id).isStatic();
    });
    return open;
}

class StepRun {
  public:
    StepRun(ir::Model& model, const RewriteRule& rule, const RewriteContext& given,
            const DriverOptions& options)
        : m_model(model)
        , m_rule(rule)
        , m_context{model,        given.target,        given.estimator, given.executor,
                    given.cancel, given.shapeBindings, given.refused}
        , m_options(options) {
        m_done.rule = rule.name();
    }

    /// Repeats the rule everywhere until nothing matches.
    Status everywhere() {
        MI_CHECK(fixpoint(*m_model.graph, ""));
        if (m_rule.dropsUnusedConstants())
            dropUnusedConstants();
        return {};
    }

    Status at(const std::string& site) {
        // Sites are looked up afresh: an earlier application may have renamed or removed values.
        ir::Graph* graph = nullptr;
        std::string path;
        ir::NodeId anchor;
        std::vector<std::string> known;
        ir::forEachGraph(m_model, [&](ir::Graph& one, const std::string& onePath) {
            const std::string prefix = onePath.empty() ? std::string() : onePath + ":";
            if (!graph && site.starts_with(prefix)) {
                const ir::ValueId value = one.find(std::string_view(site).substr(prefix.size()));
                if (value.isValid() && one.value(value).producer.isValid()) {
                    graph = &one;
                    path = onePath;
                    anchor = one.value(value).producer;
                }
            }
        });
        if (!graph)
            return fail(ErrorCode::NotFound,
                        fmt::format("rule {}: the model has no site \"{}\"", m_rule.name(), site),
                        siteHint(site));
        auto found = look(*graph, anchor);
        if (const auto* decline = std::get_if<Decline>(&found))
            return fail(ErrorCode::Unsupported,
                        fmt::format("rule {} does not apply at \"{}\": {}", m_rule.name(), site,
                                    decline->reason.empty()
                                        ? "the node does not look like its pattern"
                                        : decline->reason),
                        siteHint(site));
        MI_ASSIGN(const bool applied,
                  applyAt(*graph, path, site, *std::get<std::unique_ptr<Match>>(found), nullptr));
        if (!applied)
            return fail(m_done.failed.back().error);
        return {};
    }

    Result<AppliedStep> finish() {
        if (!m_done.sites.empty() && m_rule.invalidatesShapes() && hasOpenTypes(m_model)) {
            const Timer timer(m_done.shapesMs);
            MI_CHECK(ir::inferShapes(m_model, m_context.executor, m_context.cancel,
                                     m_context.shapeBindings));
        }
        if (!m_done.sites.empty() && m_options.verify == VerifyMode::AtEnd)
            MI_CHECK(verified("all its sites"));
        return std::move(m_done);
    }

  private:
    MatchResult look(const ir::Graph& graph, ir::NodeId anchor) {
        ++m_done.examined;
        MatchResult result = m_rule.match(m_context, graph, anchor);
        if (const auto* decline = std::get_if<Decline>(&result))
            m_done.declined += !decline->reason.empty();
        else
            ++m_done.offered;
        return result;
    }

    Status verified(std::string_view where) {
        const Timer timer(m_done.verifyMs);
        if (auto status = ir::verify(m_model); !status) {
            Error error = std::move(status).error();
            error.code = ErrorCode::Internal;
            return failWith(std::move(error),
                            fmt::format("after rewrite rule {} at {}", m_rule.name(), where));
        }
        return {};
    }

    /// False when executing or reading failed; the failure is kept.
    Result<bool> applyAt(ir::Graph& graph, const std::string& path, const std::string& site,
                         const Match& match, std::vector<ir::NodeId>* touched) {
        if (touched)
            for (const ir::NodeId id : match.nodes)
                collectNeighbours(graph, id, 2, *touched);
        auto effect = [&] {
            const Timer timer(m_done.applyMs);
            return m_rule.apply(m_context, graph, match);
        }();
        if (!effect) {
            if (effect.error().code == ErrorCode::Cancelled)
                return fail(std::move(effect).error());
            m_done.failed.push_back({site, path, std::move(effect).error()});
            return false;
        }
        if (touched)
            for (const ir::NodeId id : effect->added)
                collectNeighbours(graph, id, 2, *touched);
        m_done.sites.push_back({site, path, effect->added.size(), effect->removed});
        if (m_options.verify == VerifyMode::AfterEach)
            MI_CHECK(verified(site));
        return true;
    }

    Status fixpoint(ir::Graph& graph, const std::string& path) {
        const std::size_t bound = m_options.boundFactor * graph.nodeCount() + 64;
        std::size_t applications = 0;
        std::set<ir::NodeId> failing;
        for (bool again = true; again;) {
            again = false;
            Worklist work;
            for (const ir::NodeId id : graph.order())
                work.push(id);
            std::vector<ir::NodeId> touched;
            ir::NodeId id;
            while (work.pop(id)) {
                MI_CHECK(m_context.cancel.check());
                if (!graph.contains(id) || failing.contains(id))
                    continue;
                auto found = [&] {
                    const Timer timer(m_done.matchMs);
                    return look(graph, id);
                }();
                if (std::holds_alternative<Decline>(found))
                    continue;
                if (++applications > bound)
                    return fail(ErrorCode::Internal,
                                fmt::format("rewrite rule {} came to no end after {} applications",
                                            m_rule.name(), bound),
                                "Switch the rule off and report it: it undoes its own work.");
                touched.clear();
                const std::string site = siteKey(graph, graph.node(id), path);
                MI_ASSIGN(
                    const bool applied,
                    applyAt(graph, path, site, *std::get<std::unique_ptr<Match>>(found), &touched));
                if (!applied)
                    failing.insert(id);
                again = again || applied;
                for (const ir::NodeId next : touched)
                    work.push(next);
            }
        }
        return inside(graph, path);
    }

    Status inside(ir::Graph& graph, const std::string& path) {
        if (path.empty()) {
            // Only the outer graph was done; the walk below keeps the paths of forEachGraph.
            std::vector<std::pair<ir::Graph*, std::string>> inner;
            ir::forEachGraph(m_model, [&](ir::Graph& one, const std::string& onePath) {
                if (&one != &graph)
                    inner.emplace_back(&one, onePath);
            });
            // Inner ones first, so that no pointer is used after its owner went.
            for (auto it = inner.rbegin(); it != inner.rend(); ++it)
                MI_CHECK(fixpoint(*it->first, it->second));
        }
        return {};
    }

    void dropUnusedConstants() {
        ir::forEachGraph(m_model, [&](ir::Graph& graph, const std::string& path) {
            for (const ir::ValueId id : graph.values()) {
                const ir::Value& value = graph.value(id);
                if (!value.isConstant() || !value.uses.empty() || value.isOutput)
                    continue;
                m_done.sites.push_back(
                    {path.empty() ? value.name : path + ":" + value.name, path, 0, 0});
                graph.removeValue(id);
            }
        });
    }

    std::string siteHint(const std::string& site) const {
        std::vector<std::string> applicable;
        ir::forEachGraph(std::as_const(m_model),
                         [&](const ir::Graph& graph, const std::string& path) {
                             for (const ir::NodeId id : graph.order())
                                 if (std::holds_alternative<std::unique_ptr<Match>>(
                                         m_rule.match(m_context, graph, id)))
                                     applicable.push_back(siteKey(graph, graph.node(id), path));
                         });
        if (applicable.empty())
            return fmt::format("Rule {} applies nowhere in this model.", m_rule.name());
        const auto near = nearestNames(site, applicable);
        if (!near.empty())
            return didYouMean(site, near);
        applicable.resize(std::min<std::size_t>(applicable.size(), 8));
        return fmt::format("It applies at {}.", fmt::join(applicable, ", "));
    }

    ir::Model& m_model;
    const RewriteRule& m_rule;
    RewriteContext m_context;
    const DriverOptions& m_options;
    AppliedStep m_done;
};

} // namespace

Result<AppliedStep> runStep(ir::Model& model, const RewriteRule& rule,
                            std::span<const std::string> sites, const RewriteContext& context,
                            const DriverOptions& options) {
    StepRun run(model, rule, context, options);
    for (const std::string& site : sites) {
        if (site == "*")
            MI_CHECK(run.everywhere());
        else
            MI_CHECK(run.at(site));
    }
    return run.finish();
}

} // namespace metainfer::candidates
