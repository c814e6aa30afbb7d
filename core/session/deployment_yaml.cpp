// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A Deployment back into YAML and into JSON.
#include "session/deployment.h"

#include "base/logging.h"
#include "session/duration.h"

#include <yaml-cpp/yaml.h>

#include <charconv>

#include <fmt/format.h>

namespace metainfer::session {
namespace {

/// Numbers in their shortest exact form; yaml-cpp would write 0.05 with 17 digits.
std::string number(double value) {
    return fmt::format("{}", value);
}

template <typename T>
void setNumber(YAML::Node map, const char* key, const std::optional<T>& value) {
    if (value)
        map[key] = fmt::format("{}", *value);
}

void setText(YAML::Node map, const char* key, const std::string& value) {
    if (!value.empty())
        map[key] = value;
}

void setTexts(YAML::Node map, const char* key, const std::vector<std::string>& values) {
    if (values.empty())
        return;
    YAML::Node list(YAML::NodeType::Sequence);
    for (const std::string& value : values)
        list.push_back(value);
    list.SetStyle(YAML::EmitterStyle::Flow);
    map[key] = list;
}

template <typename T>
void setNumbers(YAML::Node map, const char* key, const std::vector<T>& values) {
    std::vector<std::string> texts;
    for (const T& value : values)
        texts.push_back(fmt::format("{}", value));
    setTexts(map, key, texts);
}

void setNode(YAML::Node map, const char* key, const YAML::Node& node) {
    if (node.size() > 0)
        map[key] = node;
}

YAML::Node emptyMap() {
    return YAML::Node(YAML::NodeType::Map);
}

void setObjectives(YAML::Node root, const search::Objectives& objectives) {
    if (!objectives.weighted) {
        YAML::Node map = emptyMap();
        if (!objectives.terms.empty())
            map["primary"] = std::string(measurement::metricName(objectives.terms[0].metric));
        if (objectives.terms.size() > 1)
            map["secondary"] = std::string(measurement::metricName(objectives.terms[1].metric));
        setNode(root, "optimization_objective", map);
        return;
    }
    YAML::Node list(YAML::NodeType::Sequence);
    for (const search::Objective& term : objectives.terms) {
        YAML::Node map = emptyMap();
        map["metric"] = std::string(measurement::metricName(term.metric));
        map["weight"] = number(term.weight);
        if (term.limit)
            map["limit"] = number(*term.limit / limitUnit(term.metric));
        list.push_back(map);
    }
    root["objectives"] = list;
}

YAML::Node constraintsNode(const search::Constraints& limits) {
    YAML::Node map = emptyMap();
    setNumber(map, "max_latency_ms", limits.maxLatencyMs);
    setNumber(map, "max_memory_mb", limits.maxMemoryMb);
    setNumber(map, "max_accuracy_drop", limits.maxAccuracyDrop);
    setNumber(map, "max_power_w", limits.maxPowerW);
    setNumber(map, "max_batch_size", limits.maxBatchSize);
    setNumber(map, "max_threads", limits.maxThreads);
    setNumber(map, "support_dynamic_batch", limits.supportDynamicBatch);
    setNumber(map, "allow_recompile", limits.allowRecompile);
    setNumber(map, "max_occupancy", limits.maxOccupancy);
    if (limits.instances != 1)
        map["instances"] = std::to_string(limits.instances);
    setText(map, "power_mode", limits.powerMode);
    setText(map, "background_load", limits.backgroundLoad);
    return map;
}

YAML::Node accuracyNode(const AccuracySettings& accuracy) {
    YAML::Node map = emptyMap();
    setText(map, "calibration", accuracy.calibration);
    setText(map, "validation", accuracy.validation);
    setText(map, "labels", accuracy.labels);
    if (accuracy.metric != "fidelity")
        map["metric"] = accuracy.metric;
    setText(map, "command", accuracy.command);
    setNumber(map, "gate", accuracy.gate);
    setNumber(map, "calibration_samples", accuracy.calibrationSamples);
    setText(map, "calibration_method", accuracy.calibrationMethod);
    return map;
}

YAML::Node dimensionsNode(const std::map<std::string, std::int64_t>& dimensions) {
    YAML::Node map = emptyMap();
    for (const auto& [symbol, size] : dimensions)
        map[symbol] = std::to_string(size);
    map.SetStyle(YAML::EmitterStyle::Flow);
    return map;
}

YAML::Node inputNode(const InputEntry& input) {
    YAML::Node map = emptyMap();
    setNode(map, "dimensions", dimensionsNode(input.dimensions));
    setNumbers(map, "shape", input.shape);
    setText(map, "file", input.file);
    setText(map, "generator", input.generator);
    setNumber(map, "low", input.low);
    setNumber(map, "high", input.high);
    setNumbers(map, "mean", input.mean);
    setNumbers(map, "std", input.standardDeviation);
    setNumber(map, "scale", input.scale);
    setText(map, "layout", input.layout);
    return map;
}

YAML::Node inputsNode(const Deployment& deployment) {
    YAML::Node map = emptyMap();
    setNode(map, "dimensions", dimensionsNode(deployment.dimensions));
    for (const auto& [name, input] : deployment.inputs)
        map[name] = inputNode(input);
    return map;
}

YAML::Node intentNode(const IntentEntry& entry) {
    YAML::Node map = emptyMap();
    map["nodes"] = entry.nodes;
    setText(map, "intent", entry.intent);
    setText(map, "layout", entry.layout);
    setTexts(map, "precisions", entry.precisions);
    return map;
}

YAML::Node searchNode(const Deployment& deployment) {
    const search::SearchSettings& settings = deployment.search;
    YAML::Node map = emptyMap();
    map["seed"] = std::to_string(settings.seed);
    YAML::Node graph = emptyMap();
    setNumber(graph, "rounds", settings.graph.rounds);
    setNumber(graph, "candidates_per_round", settings.graph.candidatesPerRound);
    setTexts(graph, "transforms", settings.graph.transforms);
    setNumber(graph, "budget", settings.graph.budget);
    graph["explore_ratio"] = number(settings.graph.exploreRatio);
    map["stage_graph"] = graph;
    YAML::Node kernel = emptyMap();
    setTexts(kernel, "target_ops", settings.kernel.targetOps);
    setTexts(kernel, "tile_grid", settings.kernel.tileGrid);
    setTexts(kernel, "layouts", settings.kernel.layouts);
    setTexts(kernel, "fusion", settings.kernel.fusion);
    setNumber(kernel, "trials_per_op", settings.kernel.trialsPerOp);
    setNumber(kernel, "measure_repeats", settings.kernel.measureRepeats);
    setNode(map, "stage_kernel", kernel);
    if (settings.timeLimit)
        map["time_limit"] = formatDuration(*settings.timeLimit);
    map["deviation_threshold"] = number(settings.deviationThreshold);
    map["concurrency"] = std::string(search::concurrencyName(settings.concurrency));
    setNumber(map, "batch_size", deployment.searchBatchSize);
    setText(map, "batch_size_reason", deployment.batchReason);
    return map;
}

/// The longest key of `map` that the path begins with: keys may contain dots ("input.1").
std::string leadingKey(const YAML::Node& map, const std::string& path) {
    std::string longest;
    for (const auto& entry : map) {
        const std::string key = entry.first.Scalar();
        const bool fits =
            path.starts_with(key) &&
            (path.size() == key.size() || path[key.size()] == '.' || path[key.size()] == '[');
        if (fits && key.size() > longest.size())
            longest = key;
    }
    return longest;
}

/// Takes "[3]" off the path; nullopt when it does not begin so or the list has no such element.
std::optional<std::size_t> takeIndex(const YAML::Node& list, std::string& path) {
    std::size_t index = 0;
    const auto [end, code] = std::from_chars(path.data() + 1, path.data() + path.size(), index);
    if (code != std::errc() || end == path.data() + path.size() || *end != ']' ||
        !list.IsSequence() || index >= list.size())
        return std::nullopt;
    path.erase(0, static_cast<std::size_t>(end - path.data()) + 1);
    return index;
}

/// The mapping at the path, made when what was known of it was not worth writing.
YAML::Node mapAt(const YAML::Node& root, std::string path) {
    YAML::Node at = root;
    while (!path.empty()) {
        const std::string key = leadingKey(at, path);
        if (key.empty()) {
            at[path] = emptyMap();
            return at[path];
        }
        at.reset(at[key]);
        path.erase(0, key.size());
        if (path.starts_with('['))
            if (const auto index = takeIndex(at, path))
                at.reset(at[*index]);
        if (path.starts_with('.'))
            path.erase(0, 1);
    }
    return at;
}

/// Puts an unknown key back where it stood: "deployment.inputs.x" or "deployment.intents[1].note";
/// a last part in quotes is a key with other characters.
void restore(const YAML::Node& root, const std::string& path, const std::string& yaml) {
    const auto plainAt = path.rfind('.') + 1; // 0 without a dot
    std::size_t start = plainAt;
    std::string key = path.substr(plainAt);
    if (path.ends_with('"')) {
        for (start = 0; start < path.size(); ++start) {
            if (path[start] != '"' || (start > 0 && path[start - 1] != '.'))
                continue;
            if (const auto text = parseJson(path.substr(start), "key"); text && text->is_string()) {
                key = text->get<std::string>();
                break;
            }
        }
    }
    YAML::Node map = mapAt(root, path.substr(0, start > 0 ? start - 1 : 0));
    if (map.IsMap() && !map[key])
        map[key] = YAML::Load(yaml);
}

} // namespace

std::string Deployment::toYaml() const {
    try {
        YAML::Node root = emptyMap(), map = emptyMap();
        root["schema"] = "deployment/1";
        setText(map, "model", model);
        setText(map, "hardware", hardware);
        setText(map, "device", device);
        setObjectives(map, objectives);
        setNode(map, "constraints", constraintsNode(constraints));
        YAML::Node outputNode = emptyMap();
        outputNode["format"] = output.format;
        setTexts(outputNode, "artifacts", output.artifacts);
        map["output"] = outputNode;
        YAML::Node list(YAML::NodeType::Sequence);
        for (const IntentEntry& entry : intents)
            list.push_back(intentNode(entry));
        setNode(map, "intents", list);
        setNode(map, "accuracy", accuracyNode(accuracy));
        setNumber(map, "batch_size", batchSize);
        setNode(map, "inputs", inputsNode(*this));
        map["search"] = searchNode(*this);
        root["deployment"] = map;
        for (const auto& [path, yaml] : unknownKeys.items())
            restore(root, path, yaml.get<std::string>());
        YAML::Emitter out;
        out << root;
        return std::string(out.c_str()) + "\n";
    } catch (const std::exception& error) {
        logError(fmt::format("cannot write the deployment as YAML: {}", error.what()));
        return {};
    }
}

Json Deployment::toJson() const {
    Json inputsJson = Json::object();
    for (const auto& [name, input] : inputs)
        inputsJson[name] = Json{{"dimensions", input.dimensions},
                                {"shape", input.shape},
                                {"file", input.file},
                                {"generator", input.generator}};
    Json intentsJson = Json::array();
    for (const IntentEntry& entry : intents)
        intentsJson.push_back({{"nodes", entry.nodes},
                               {"intent", entry.intent},
                               {"layout", entry.layout},
                               {"precisions", entry.precisions}});
    Json json{{"schema", "deployment/1"},
              {"model", model},
              {"hardware", hardware},
              {"device", device},
              {"objectives", objectives.toJson()},
              {"constraints", constraints.toJson()},
              {"output", Json{{"format", output.format}, {"artifacts", output.artifacts}}},
              {"accuracy", Json{{"calibration", accuracy.calibration},
                                {"validation", accuracy.validation},
                                {"metric", accuracy.metric}}},
              {"intents", std::move(intentsJson)},
              {"dimensions", dimensions},
              {"inputs", std::move(inputsJson)},
              {"search", search.toJson()},
              {"unknown_keys", unknownKeys},
              {"warnings", warnings}};
    if (batchSize)
        json["batch_size"] = *batchSize;
    return json;
}

} // namespace metainfer::session
