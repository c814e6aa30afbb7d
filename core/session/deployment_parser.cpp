// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// deployment.yaml, short and full form, into a Deployment.
#include "session/deployment.h"

#include "hardware/yaml_reader.h"
#include "session/deployment_lists.h"
#include "session/deployment_search.h"
#include "session/duration.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::session {
namespace fs = std::filesystem;
namespace {

using hardware::YamlMap;
using hardware::YamlNode;
using hardware::YamlProblems;
using hardware::YamlRange;
using search::Direction;
using search::Metric;

constexpr std::string_view kSchema = "deployment/1";

/// Symbols that people give to the batch dimension.
const Names kBatchSymbols{"batch", "batch_size", "N", "n"};

/// In quotes where the dots and brackets of a path would be taken for its own.
std::string lastOfPath(const std::string& key) {
    const bool isPlain = !key.empty() && key.find_first_of(".[]\"") == key.npos;
    return isPlain ? key : dumpJson(Json(key));
}

/// Reads one document; the problems are gathered and reported together.
class Reader {
  public:
    explicit Reader(const fs::path& file) { m_deployment.file = file; }

    Result<Deployment> read(const YamlNode& document) {
        if (!document.isMap())
            return fail(ErrorCode::InvalidArgument,
                        document.place() + " is not a deployment: it must be a mapping",
                        "Start with `deployment:`.");
        {
            YamlMap root(document, m_problems);
            MI_CHECK(readSchema(root.node("schema")));
            if (!root.has("deployment"))
                root.require("deployment", "indent everything under `deployment:`");
            readDeployment(root.node("deployment"));
            if (const YamlNode search = root.node("search"); search.isPresent())
                readSearch(search);
        }
        checkBatchSizes();
        MI_CHECK(m_problems.status());
        m_deployment.warnings = m_problems.warnings();
        for (const hardware::YamlUnknownKey& key : m_problems.unknown) {
            const std::string last = lastOfPath(key.key);
            m_deployment.unknownKeys[key.path.empty() ? last : key.path + "." + last] = key.yaml;
        }
        return std::move(m_deployment);
    }

  private:
    Status readSchema(const YamlNode& node) {
        if (!node.isPresent() || node.scalar() == kSchema)
            return {};
        if (node.scalar().starts_with("deployment/"))
            return fail(ErrorCode::VersionMismatch,
                        fmt::format("{} is {}, this program reads up to {}", node.place(),
                                    node.scalar(), kSchema),
                        "Use a newer version of the program.");
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} is '{}', so this is no deployment ({})", node.place(),
                                node.scalar(), kSchema),
                    "Check that this is the file you meant.");
    }

    void readDeployment(const YamlNode& node) {
        if (!node.isPresent())
            return;
        YamlMap map(node, m_problems);
        map.require("model", "write the path of the ONNX file or the name of a sample model");
        m_deployment.model = map.text("model").value_or("");
        readTarget(map);
        readObjectives(map);
        readConstraints(map.node("constraints"));
        readOutput(map.node("output"));
        for (const YamlNode& item : map.list("intents"))
            readIntent(item);
        readAccuracy(map.node("accuracy"));
        m_batchNode = map.node("batch_size");
        if (m_batchNode.isPresent())
            m_deployment.batchSize = map.integer("batch_size", YamlRange::atLeast(1));
        readInputs(map.node("inputs"));
        if (const YamlNode search = map.node("search"); search.isPresent())
            readSearch(search);
    }

    void readTarget(YamlMap& map) {
        m_deployment.hardware = map.text("hardware").value_or("");
        m_deployment.device = map.text("device").value_or("");
        if (map.has("hardware") && map.has("device"))
            m_problems.add(map.node("device"), "stands beside `hardware`; it must be one of them",
                           "keep `device` to measure, `hardware` to simulate a profile");
        if (!map.has("hardware") && !map.has("device"))
            m_problems.add(map.self(), "names neither `hardware` nor `device`",
                           "write `device: local` for this machine, or `hardware:` with the name "
                           "or path of a profile");
    }

    std::optional<Metric> readMetric(YamlMap& map, const char* key) {
        static const Names names = measurement::metricNames();
        const auto text = map.choice(key, names);
        return text ? measurement::metricFromName(*text) : std::nullopt;
    }

    void readObjectives(YamlMap& map) {
        const bool isShort = map.has("optimization_objective"), isFull = map.has("objectives");
        const YamlNode shortNode = map.node("optimization_objective");
        if (isShort && isFull)
            m_problems.add(map.node("objectives"),
                           "stands beside `optimization_objective`; it must be one of them",
                           "keep the one that you mean");
        if (!isShort && !isFull)
            m_problems.add(map.self(), "has no objective",
                           "write `optimization_objective: {primary: p95_latency}` or a list "
                           "`objectives:`");
        if (shortNode.isPresent()) {
            YamlMap objective(shortNode, m_problems);
            objective.require("primary", "write for example `primary: p95_latency`");
            const auto primary = readMetric(objective, "primary");
            const auto secondary = readMetric(objective, "secondary");
            if (primary && primary == secondary)
                m_problems.add(objective.node("secondary"), "is the same as the primary objective",
                               "choose another metric, or remove it");
            if (primary)
                m_deployment.objectives = search::Objectives::single(*primary, secondary);
        }
        const std::vector<YamlNode> list = map.list("objectives");
        if (isFull && list.empty())
            m_problems.add(map.node("objectives"), "is empty; it needs at least one entry",
                           "write `- {metric: p95_latency, weight: 1}`");
        for (const YamlNode& item : list)
            readObjective(item);
    }

    void readObjective(const YamlNode& node) {
        YamlMap map(node, m_problems);
        map.require("metric", "write for example `metric: p95_latency`");
        const auto metric = readMetric(map, "metric");
        const double weight = map.number("weight", YamlRange::positive()).value_or(1);
        const auto direction = map.choice("direction", kDirections);
        const auto limit = map.number("limit", YamlRange::positive());
        if (!metric)
            return;
        const Direction natural = measurement::metricDirection(*metric);
        if (direction && (*direction == "maximize") != (natural == Direction::Maximize))
            m_problems.add(map.node("direction"),
                           fmt::format("is '{}'; it must be {} for {}", *direction,
                                       natural == Direction::Maximize ? "maximize" : "minimize",
                                       measurement::metricName(*metric)),
                           "remove the key: each metric knows its direction");
        for (const search::Objective& term : m_deployment.objectives.terms)
            if (m_deployment.objectives.weighted && term.metric == *metric)
                m_problems.add(node, "names a metric that stands above already", "merge the two");
        search::Objective term{*metric, weight, natural, std::nullopt};
        if (limit)
            term.limit = *limit * limitUnit(*metric);
        m_deployment.objectives.weighted = true;
        m_deployment.objectives.terms.push_back(term);
    }

    void readConstraints(const YamlNode& node) {
        YamlMap map(node, m_problems);
        search::Constraints& limits = m_deployment.constraints;
        limits.maxLatencyMs = map.number("max_latency_ms", YamlRange::positive());
        limits.maxMemoryMb = map.number("max_memory_mb", YamlRange::positive());
        limits.maxAccuracyDrop = map.number("max_accuracy_drop", YamlRange::between(0, 1));
        limits.maxPowerW = map.number("max_power_w", YamlRange::positive());
        m_maxBatchNode = map.node("max_batch_size");
        limits.maxBatchSize = map.integer("max_batch_size", YamlRange::atLeast(1));
        limits.maxThreads = map.integer("max_threads", YamlRange::atLeast(1));
        limits.supportDynamicBatch = map.boolean("support_dynamic_batch");
        limits.allowRecompile = map.boolean("allow_recompile");
        limits.maxOccupancy = map.number("max_occupancy", {0, 1, true});
        limits.instances = map.integer("instances", YamlRange::between(1, 1024)).value_or(1);
        limits.powerMode = map.text("power_mode").value_or("");
        limits.backgroundLoad = map.text("background_load").value_or("");
    }

    void readOutput(const YamlNode& node) {
        YamlMap map(node, m_problems);
        if (const auto format = map.choice("format", kFormats))
            m_deployment.output.format = *format;
        m_deployment.output.artifacts = readChoices(map, m_problems, "artifacts", kArtifacts);
        if (const YamlNode list = map.node("artifacts");
            list.isPresent() && !list.isScalar() && list.items().empty())
            m_problems.add(list, "is empty",
                           "name config, calibration or profile, or remove the key to get all");
    }

    void readIntent(const YamlNode& node) {
        YamlMap map(node, m_problems);
        map.require("nodes", "write a name pattern or a scope, for example `nodes: encoder/*`");
        IntentEntry entry;
        entry.nodes = map.text("nodes").value_or("");
        entry.intent = map.choice("intent", kIntents).value_or("");
        entry.layout = map.choice("layout", kLayouts).value_or("");
        entry.precisions = readChoices(map, m_problems, "precisions", kPrecisions);
        if (!map.has("intent") && !map.has("layout") && !map.has("precisions"))
            m_problems.add(node, "says nothing about its nodes",
                           "give `intent`, `layout` or `precisions`");
        m_deployment.intents.push_back(std::move(entry));
    }

    std::string resolved(std::optional<std::string> path) const {
        if (!path || path->empty())
            return {};
        std::error_code code;
        const fs::path base = fs::absolute(m_deployment.file, code).parent_path();
        return (base / *path).lexically_normal().string();
    }

    void readAccuracy(const YamlNode& node) {
        YamlMap map(node, m_problems);
        AccuracySettings& accuracy = m_deployment.accuracy;
        accuracy.calibration = resolved(map.text("calibration"));
        accuracy.validation = resolved(map.text("validation"));
        accuracy.labels = resolved(map.text("labels"));
        accuracy.command = map.text("command").value_or("");
        const auto metric = map.choice("metric", kAccuracyMetrics);
        accuracy.metric = metric.value_or(accuracy.command.empty() ? "fidelity" : "command");
        accuracy.gate = map.number("gate", YamlRange::between(0, 1));
        accuracy.calibrationSamples = map.integer("calibration_samples", YamlRange::atLeast(1));
        accuracy.calibrationMethod =
            map.choice("calibration_method", kCalibrationMethods).value_or("");
        if (accuracy.metric == "command" && accuracy.command.empty())
            m_problems.add(map.node("metric"), "is 'command', but there is no command",
                           "give `command:` a program that takes a model path and prints a JSON "
                           "metric");
        if (!accuracy.command.empty() && accuracy.metric != "command")
            m_problems.add(map.node("command"),
                           fmt::format("has no effect with metric '{}'", accuracy.metric),
                           "write `metric: command`, or remove the command");
        if ((accuracy.metric == "top1" || accuracy.metric == "map50") &&
            accuracy.validation.empty())
            m_problems.add(map.node("metric"),
                           fmt::format("is '{}', which needs validation data", accuracy.metric),
                           "give `validation:` a file or folder with labels");
        if (!accuracy.calibration.empty() && accuracy.calibration == accuracy.validation)
            m_problems.add(map.node("validation"), "is the same data as `calibration`",
                           "validate on data that calibration never sees");
    }

    std::int64_t readDimension(const YamlNode& node) {
        return hardware::yamlInteger(node, m_problems, YamlRange::between(1, 1 << 30)).value_or(1);
    }

    std::map<std::string, std::int64_t> readDimensions(const YamlNode& node) {
        std::map<std::string, std::int64_t> dimensions;
        if (node.isPresent() && !node.isMap())
            m_problems.add(node, "must be a mapping of dimension names to sizes",
                           "write for example `{batch: 1, sequence: 128}`");
        for (const auto& [symbol, value] : node.entries()) {
            dimensions[symbol] = readDimension(value);
            if (std::find(kBatchSymbols.begin(), kBatchSymbols.end(), symbol) !=
                kBatchSymbols.end())
                m_batchDimensions.emplace_back(value, dimensions[symbol]);
        }
        return dimensions;
    }

    std::vector<std::int64_t> readShape(const YamlNode& node) {
        std::vector<std::int64_t> shape;
        if (node.isPresent() && !node.isSequence())
            m_problems.add(node, "must be a list of sizes", "write for example [1, 3, 224, 224]");
        for (const YamlNode& item : node.items())
            shape.push_back(readDimension(item));
        return shape;
    }

    void readInputs(const YamlNode& node) {
        if (node.isPresent() && !node.isMap()) {
            m_problems.add(node, "must be a mapping from input names",
                           "write for example `image: {shape: [1, 3, 224, 224]}`");
            return;
        }
        for (const auto& [name, value] : node.entries()) {
            if (name == "dimensions")
                m_deployment.dimensions = readDimensions(value);
            else if (value.isSequence())
                m_deployment.inputs[name].shape = readShape(value);
            else
                m_deployment.inputs[name] = readInput(value);
        }
    }

    InputEntry readInput(const YamlNode& node) {
        YamlMap map(node, m_problems);
        InputEntry entry;
        entry.dimensions = readDimensions(map.node("dimensions"));
        entry.shape = readShape(map.node("shape"));
        entry.file = resolved(map.text("file"));
        entry.generator = map.choice("generator", kGenerators).value_or("");
        entry.low = map.number("low");
        entry.high = map.number("high");
        entry.mean = readNumbers(map, "mean");
        entry.standardDeviation = readNumbers(map, "std");
        entry.scale = map.number("scale", YamlRange::positive());
        entry.layout = map.choice("layout", kImageLayouts).value_or("");
        if (!entry.file.empty() && !entry.generator.empty())
            m_problems.add(map.node("generator"), "stands beside `file`; it must be one of them",
                           "remove one of the two");
        if (entry.low && entry.high && *entry.low >= *entry.high)
            m_problems.add(map.node("high"),
                           fmt::format("is {}; it must be above low = {}", *entry.high, *entry.low),
                           "swap the two");
        return entry;
    }

    std::vector<double> readNumbers(YamlMap& map, const char* key) {
        std::vector<double> values;
        for (const YamlNode& item : map.list(key))
            if (const auto value = hardware::yamlNumber(item, m_problems))
                values.push_back(*value);
        return values;
    }

    void readSearch(const YamlNode& node) {
        YamlMap map(node, m_problems);
        if (std::exchange(m_searchRead, true)) {
            m_problems.add(node, "stands twice: under `deployment` and at the top",
                           "remove one of the two");
            map.ignoreUnknown();
            return;
        }
        readSearchSettings(map, m_problems, m_deployment.search);
        m_searchBatchNode = map.node("batch_size");
        m_deployment.searchBatchSize = map.integer("batch_size", YamlRange::atLeast(1));
        m_deployment.batchReason = map.text("batch_size_reason").value_or("");
    }

    /// A batch size that is searched with is the one that will be deployed.
    void checkBatchSizes() {
        Deployment& d = m_deployment;
        for (const auto& [node, size] : m_batchDimensions) {
            if (d.batchSize && *d.batchSize != size)
                m_problems.add(node, fmt::format("is {}, but batch_size is {}", size, *d.batchSize),
                               "give both the same value, or remove one");
            else if (!d.batchSize)
                d.batchSize = static_cast<int>(size);
        }
        const auto& most = d.constraints.maxBatchSize;
        const YamlNode& place = m_batchNode.isPresent() ? m_batchNode : m_maxBatchNode;
        if (most && d.batchSize && *d.batchSize > *most)
            m_problems.add(
                place, fmt::format("batch size {} is above max_batch_size {}", *d.batchSize, *most),
                "deploy a smaller batch, or raise the limit");
        if (!d.searchBatchSize || !d.batchReason.empty() ||
            *d.searchBatchSize == d.batchSize.value_or(1))
            return;
        m_problems.add(m_searchBatchNode,
                       fmt::format("is {}, but the deployed batch size is {}: what is fastest at "
                                   "one need not be at the other",
                                   *d.searchBatchSize, d.batchSize.value_or(1)),
                       "search with the deployed size, or say why not with `batch_size_reason:`");
    }

    Deployment m_deployment;
    YamlProblems m_problems;
    YamlNode m_batchNode, m_maxBatchNode, m_searchBatchNode;
    std::vector<std::pair<YamlNode, std::int64_t>> m_batchDimensions;
    bool m_searchRead = false;
};

} // namespace

double limitUnit(search::Metric metric) {
    const std::string_view unit = measurement::metricUnit(metric);
    if (unit == "us")
        return 1000; // written in milliseconds
    if (unit == "bytes")
        return 1024.0 * 1024.0; // written in MB
    return 1;
}

Result<Deployment> parseDeployment(const std::string& yaml, const fs::path& file) {
    MI_ASSIGN(const YamlNode document,
              YamlNode::parse(yaml, file.empty() ? "deployment.yaml" : file.string()));
    return Reader(file).read(document);
}

Result<Deployment> readDeployment(const fs::path& file) {
    MI_ASSIGN(const YamlNode document, YamlNode::load(file));
    return Reader(file).read(document);
}

} // namespace metainfer::session
