// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Per-node times from ONNX Runtime's own profiler, in a run of its own.
#include "methods.h"
#include "ort_session.h"
#include "timed_run.h"

#include "base/file.h"
#include "execution/agent_codec.h"
#include "execution/statistics.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>

#include <fmt/format.h>

namespace metainfer::runner {

namespace fs = std::filesystem;

namespace {

/// A run that takes longer, for example because a Loop goes round thousands of times and each of
/// its nodes is an entry of the profile, is not repeated as often: writing and reading the entries
/// takes longer than the runs.
constexpr double kSlowUs = 200'000;
constexpr int kSlowRuns = 3;

/// "float32[1,3,224,224] int64[4]" from [{"float": [1,3,224,224]}, {"int64": [4]}].
std::string shapesText(const Json& shapes) {
    std::string text;
    if (!shapes.is_array())
        return text;
    for (const Json& entry : shapes)
        for (const auto& [type, dims] : entry.items())
            text += fmt::format("{}{}{}", text.empty() ? "" : " ",
                                type == "float" ? "float32" : type, dims.dump());
    return text;
}

/// The profiler writes sizes as text.
std::uint64_t sizeField(const Json& args, const char* key) {
    const auto it = args.find(key);
    if (it == args.end())
        return 0;
    if (it->is_string())
        return std::strtoull(it->get_ref<const std::string&>().c_str(), nullptr, 10);
    return it->is_number() ? it->get<std::uint64_t>() : 0;
}

/// Start of the first run after the warm-up, in the profile's clock.
double timedStart(const Json& events, int warmupRuns) {
    std::vector<double> starts;
    for (const Json& event : events)
        if (jsonValue(event, "name", std::string()) == "model_run")
            starts.push_back(jsonValue(event, "ts", 0.0));
    std::sort(starts.begin(), starts.end());
    const auto index = static_cast<std::size_t>(warmupRuns);
    return index < starts.size() ? starts[index] : 0;
}

constexpr std::string_view kSuffix = "_kernel_time";

/// One execution of a node, in the profile's microseconds.
struct Execution {
    const Json* event = nullptr;
    std::int64_t thread = 0;
    double start = 0, end = 0;
    double own = 0; ///< without the nodes of its body
};

/// If, Loop and Scan contain the time of the nodes in their bodies, which stand in the list
/// themselves: it is taken out, or it would count twice.
void takeOutBodies(std::vector<Execution*> executions) {
    std::stable_sort(executions.begin(), executions.end(), [](const auto* a, const auto* b) {
        return std::tuple(a->thread, a->start, -a->end) < std::tuple(b->thread, b->start, -b->end);
    });
    std::vector<Execution*> open;
    for (Execution* execution : executions) {
        while (!open.empty() &&
               (open.back()->thread != execution->thread || open.back()->end < execution->end))
            open.pop_back();
        if (!open.empty())
            open.back()->own -= execution->end - execution->start;
        open.push_back(execution);
    }
}

/// The executions of nodes in the timed runs, in the order of the profile.
std::vector<Execution> executionsOf(const Json& events, int warmupRuns) {
    const double start = timedStart(events, warmupRuns);
    std::vector<Execution> executions;
    for (const Json& event : events) {
        Execution execution{&event, jsonValue(event, "tid", std::int64_t{0}),
                            jsonValue(event, "ts", 0.0)};
        if (jsonValue(event, "cat", std::string()) != "Node" || execution.start < start ||
            !jsonValue(event, "name", std::string()).ends_with(kSuffix))
            continue;
        execution.own = jsonValue(event, "dur", 0.0);
        execution.end = execution.start + execution.own;
        executions.push_back(execution);
    }
    std::vector<Execution*> all;
    for (Execution& execution : executions)
        all.push_back(&execution);
    takeOutBodies(std::move(all));
    return executions;
}

std::vector<NodeProfile> nodesOf(const Json& events, int warmupRuns) {
    std::vector<NodeProfile> nodes; // in order of first execution
    std::map<std::string, std::size_t> places;
    std::vector<std::vector<double>> durations; // of each node, us
    for (const Execution& execution : executionsOf(events, warmupRuns)) {
        const Json& event = *execution.event;
        std::string name = jsonValue(event, "name", std::string());
        name.resize(name.size() - kSuffix.size());
        const Json args = jsonValue(event, "args", Json::object());
        const std::string key =
            fmt::format("{}|{}", jsonValue(args, "node_index", std::string()), name);
        const auto [place, isNew] = places.emplace(key, nodes.size());
        if (isNew) {
            nodes.emplace_back();
            durations.emplace_back();
        }
        NodeProfile& node = nodes[place->second];
        node.name = name;
        node.opType = jsonValue(args, "op_name", std::string());
        node.provider = jsonValue(args, "provider", std::string());
        node.inputShapes = shapesText(jsonValue(args, "input_type_shape", Json::array()));
        node.outputShapes = shapesText(jsonValue(args, "output_type_shape", Json::array()));
        node.outputBytes = sizeField(args, "output_size");
        node.parameterBytes = sizeField(args, "parameter_size");
        node.activationBytes = sizeField(args, "activation_size");
        durations[place->second].push_back(std::max(execution.own, 0.0));
        node.sumUs += durations[place->second].back();
        ++node.count;
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        nodes[i].meanUs = nodes[i].sumUs / nodes[i].count;
        nodes[i].medianUs = median(std::move(durations[i]));
    }
    return nodes;
}

/// Under the agent's work folder, which goes with the agent.
fs::path profilePrefix() {
    const char* work = std::getenv("METAINFER_WORK");
    return (work && *work ? fs::path(work) : fs::temp_directory_path()) /
           fmt::format("profile-{}", getpid());
}

} // namespace

Result<Json> profile(const Json& params, const Progress&) {
    MI_ASSIGN(const ModelVariant variant, variantFromJson(params));
    MI_ASSIGN(std::vector<NamedTensor> inputs, tensorsOf(params, "inputs"));
    int warmupRuns = std::max(1, jsonValue(params, "warmup_runs", 2));
    int runs = std::max(1, jsonValue(params, "runs", 10));
    const LoadExtras extras{profilePrefix(), jsonValue(params, "optimized_model", std::string())};
    MI_ASSIGN(auto session, ModelSession::load(variant, extras));
    ModelSession& profiled = *session;
    LoadedRun loaded;
    MI_ASSIGN(loaded.run, profiled.prepare(std::move(inputs), {}));
    loaded.session = std::move(session);
    ProfileReport report;
    report.load = profiled.report();
    SampleSeries warmup, timed;
    MI_CHECK(loaded.timeRuns(1, warmup));
    if (warmup.wallUs.front() > kSlowUs) {
        runs = std::min(runs, kSlowRuns);
        warmupRuns = 1;
    }
    report.runs = runs;
    MI_CHECK(loaded.timeRuns(warmupRuns - 1, warmup));
    MI_CHECK(loaded.timeRuns(runs, timed));
    for (const double sample : timed.wallUs)
        report.endToEndMeanUs += sample / runs;
    MI_ASSIGN(const fs::path file, profiled.endProfiling());
    const auto events = readJsonFile(file);
    std::error_code ignored;
    fs::remove(file, ignored);
    if (!events)
        return fail(events.error());
    report.nodes = nodesOf(*events, warmupRuns);
    return toJson(report);
}

} // namespace metainfer::runner
