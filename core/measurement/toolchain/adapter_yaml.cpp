// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading an adapter: every key, every legal range.
#include "measurement/toolchain/adapter_reader.h"

#include "base/file.h"
#include "base/hash.h"
#include "execution/tensor.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace metainfer::measurement {
namespace {

using hardware::YamlMap;
using hardware::YamlNode;
using hardware::YamlRange;

constexpr std::size_t kMostBytes = 1u << 20, kMostErrors = 64;

struct NamedCode {
    const char* name;
    ErrorCode code;
};
constexpr std::array<NamedCode, 10> kCodes = {{{"unsupported_operator", ErrorCode::Unsupported},
                                               {"unsupported", ErrorCode::Unsupported},
                                               {"out_of_memory", ErrorCode::OutOfMemory},
                                               {"timeout", ErrorCode::Timeout},
                                               {"version", ErrorCode::VersionMismatch},
                                               {"licence", ErrorCode::PermissionDenied},
                                               {"invalid_model", ErrorCode::InvalidModel},
                                               {"device_lost", ErrorCode::DeviceLost},
                                               {"no_space", ErrorCode::NoSpace},
                                               {"missing", ErrorCode::NotFound}}};

const std::vector<std::string>& codeNames() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> list;
        for (const NamedCode& entry : kCodes)
            list.emplace_back(entry.name);
        return list;
    }();
    return names;
}

} // namespace

void AdapterReader::readHead(YamlMap& map) {
    map.require("name", "write the name by which devices call it");
    m_adapter.name = map.text("name").value_or("");
    const auto legal = [](unsigned char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    if (map.has("name") && (m_adapter.name.empty() || m_adapter.name.size() > 40 ||
                            !std::all_of(m_adapter.name.begin(), m_adapter.name.end(), legal)))
        m_problems.add(map.node("name"),
                       fmt::format("is '{}'; it must be 1 to 40 lower-case letters, digits, - or _",
                                   m_adapter.name),
                       "it is also the file's name and the runtime's");
    m_adapter.title = map.text("title").value_or("");
    m_adapter.vendor = map.text("vendor").value_or("");
    m_adapter.hardware = map.text("hardware").value_or("");
    m_adapter.licence = map.text("licence").value_or("");
    m_adapter.install = map.text("install").value_or("");
    m_adapter.documents = map.texts("documents");
    m_adapter.estimates = map.boolean("estimates").value_or(false);
}

void AdapterReader::readSettings(YamlMap& map) {
    for (const auto& [name, node] : map.node("settings").entries()) {
        YamlMap entry(node, m_problems);
        ToolSetting setting;
        setting.value = entry.text("default").value_or("");
        setting.environment = entry.text("environment").value_or("");
        setting.note = entry.text("note").value_or("");
        if (std::find(toolPlaceholders().begin(), toolPlaceholders().end(), name) !=
            toolPlaceholders().end())
            m_problems.add(node, "has the name of a placeholder that is always there",
                           "choose another name for the setting");
        m_adapter.settings.emplace(name, std::move(setting));
    }
    for (const auto& [name, node] : map.node("settings").entries())
        checkTemplate(node["default"], m_adapter.settings[name].value, {"cache", "toolchain"});
    for (const auto& [name, node] : map.node("environment").entries()) {
        if (const auto value = hardware::yamlText(node, m_problems)) {
            m_adapter.environment[name] = *value;
            checkTemplate(node, *value, {"cache", "toolchain", "work"});
        }
    }
}

void AdapterReader::readCheck(YamlMap& map) {
    map.require("check", "write `check:` with the `command` that shows the tool's version");
    YamlMap check(map.node("check"), m_problems);
    if (map.has("check"))
        check.require("command", "write the program with its arguments as a list");
    if (const YamlNode node = check.node("command"); node.isPresent())
        m_adapter.check = command(node, {"cache", "toolchain"});
    m_adapter.version = pattern(check.node("version"), {"version"});
    m_adapter.library = check.text("library").value_or("");
    checkTemplate(check.node("library"), m_adapter.library, {"cache", "toolchain"});
}

void AdapterReader::readModel(YamlMap& map) {
    YamlMap model(map.node("model"), m_problems);
    static const std::vector<std::string> formats{"onnx"};
    if (model.has("formats")) {
        m_adapter.formats = model.texts("formats");
        if (std::find(m_adapter.formats.begin(), m_adapter.formats.end(), "onnx") ==
            m_adapter.formats.end())
            m_problems.add(model.node("formats"), "does not hold onnx",
                           "models are ONNX; convert them in the first of `convert.commands`");
    }
    m_adapter.operators = model.texts("operators");
    m_adapter.dtypes = model.texts("dtypes");
    for (const std::string& type : m_adapter.dtypes)
        if (!elementTypeFromName(type))
            m_problems.add(model.node("dtypes"), fmt::format("holds '{}', not a data type", type),
                           "write names such as fp32, fp16, int8, int64");
    m_adapter.dynamicShapes = model.boolean("dynamic_shapes").value_or(true);
    YamlMap opset(model.node("opset"), m_problems);
    m_adapter.minimumOpset = opset.integer("from", YamlRange::between(1, 1000));
    m_adapter.maximumOpset = opset.integer("to", YamlRange::between(1, 1000));
    if (m_adapter.minimumOpset && m_adapter.maximumOpset &&
        *m_adapter.minimumOpset > *m_adapter.maximumOpset)
        m_problems.add(opset.self(), "ends before it begins", "exchange `from` and `to`");
}

void AdapterReader::readCommands(YamlMap& map) {
    YamlMap convert(map.node("convert"), m_problems);
    m_adapter.convert =
        commands(convert.node("commands"), {"model", "artifact", "work", "threads", "flags",
                                            "cache", "toolchain", "input_shapes"});
    m_adapter.artifact = convert.text("artifact").value_or("");
    checkTemplate(convert.node("artifact"), m_adapter.artifact, {"work"});
    m_adapter.timeoutSeconds =
        convert.number("timeout_s", YamlRange::between(1, 86'400)).value_or(600);
    if (map.has("convert")) {
        convert.require("commands", "write a list of commands, each a list of arguments");
        convert.require("artifact", "write the path of what the last command makes");
    }
    map.require("run", "write `run:` with the commands under `latency`");
    YamlMap run(map.node("run"), m_problems);
    if (map.has("run"))
        run.require("latency", "write the command that runs the model and prints its times");
    m_adapter.latency = commands(run.node("latency"), toolPlaceholders());
    m_adapter.outputs = commands(run.node("outputs"), toolPlaceholders());
    m_adapter.profile = commands(run.node("layers"), toolPlaceholders());
    m_adapter.memory = commands(run.node("memory"), toolPlaceholders());
}

void AdapterReader::readTensors(YamlMap& map) {
    static const std::vector<std::string> formats{"none", "raw", "npy", "tensor_file", "json"};
    YamlMap block(map.node("tensors"), m_problems);
    ToolTensors& tensors = m_adapter.tensors;
    const auto format = [&](const char* key) {
        const auto name = block.choice(key, formats).value_or("none");
        return static_cast<TensorFormat>(std::find(formats.begin(), formats.end(), name) -
                                         formats.begin());
    };
    const std::vector<std::string> names{"inputs", "outputs", "work",      "set",
                                         "index",  "name",    "safe_name", "cache"};
    const auto path = [&](const char* key) {
        const std::string text = block.text(key).value_or("");
        checkTemplate(block.node(key), text, names);
        return text;
    };
    tensors.input = format("input_format");
    tensors.output = format("output_format");
    tensors.inputFile = path("input");
    tensors.outputFile = path("output");
    if (tensors.input == TensorFormat::Json)
        m_problems.add(block.node("input_format"), "is 'json'; inputs are raw, npy or tensor_file",
                       "choose one of these");
    if (tensors.input != TensorFormat::None)
        block.require("input", "write the path of an input file, with {index} or {name} in it");
    if (tensors.output != TensorFormat::None)
        block.require("output", "write the path of an output file, with {index} or {name} in it");
    tensors.outputType = block.text("output_type").value_or("");
    if (!tensors.outputType.empty() && !elementTypeFromName(tensors.outputType))
        m_problems.add(block.node("output_type"),
                       fmt::format("is '{}', not a data type", tensors.outputType),
                       "write a name such as float32, or remove the key for the model's own type");
    tensors.manySets = block.boolean("many_sets").value_or(false);
    YamlMap list(block.node("input_list"), m_problems);
    const std::vector<std::string> item{"name", "safe_name", "index",        "file",
                                        "set",  "dims",      "reversed_dims"};
    tensors.listEach = list.text("each").value_or("");
    checkTemplate(list.node("each"), tensors.listEach, item);
    tensors.listSeparator = list.text("separator").value_or(",");
    YamlMap shapes(block.node("input_shapes"), m_problems);
    tensors.shapeEach = shapes.text("each").value_or("");
    checkTemplate(shapes.node("each"), tensors.shapeEach,
                  {"name", "safe_name", "index", "dims", "reversed_dims"});
    tensors.shapeSeparator = shapes.text("separator").value_or(",");
    tensors.dimsSeparator = shapes.text("dims_separator").value_or(",");
    YamlMap file(block.node("list_file"), m_problems);
    tensors.listFile = file.text("path").value_or("");
    checkTemplate(file.node("path"), tensors.listFile, {"inputs", "work"});
    tensors.lineEach = file.text("each").value_or("");
    checkTemplate(file.node("each"), tensors.lineEach, item);
    tensors.lineJoin = file.text("separator").value_or(" ");
    if (block.has("list_file")) {
        file.require("path", "write where the list is put");
        file.require("each", "write what stands in it for each input, such as '{name}:={file}'");
    }
}

void AdapterReader::readMapping(YamlMap& map) {
    static const std::vector<std::string> stages{"convert", "run"};
    for (const auto& [key, node] : map.node("mapping").entries()) {
        YamlMap block(node, m_problems);
        ToolMapping mapping;
        mapping.converts = block.choice("where", stages).value_or("run") == "convert";
        for (const auto& [value, arguments] : block.node("values").entries()) {
            auto& list = mapping.values[value];
            if (arguments.isScalar())
                list.push_back(arguments.scalar());
            for (const YamlNode& argument : arguments.items())
                if (const auto text = hardware::yamlText(argument, m_problems))
                    list.push_back(*text);
            for (const std::string& text : list)
                checkTemplate(arguments, text, {"threads"});
        }
        mapping.hasFlags = block.has("flags");
        mapping.flags = block.texts("flags");
        for (const std::string& text : mapping.flags)
            checkTemplate(block.node("flags"), text, {"value", "key", "threads"});
        mapping.skip = block.texts("skip");
        mapping.fallback = block.text("default");
        if (mapping.values.empty() && !mapping.hasFlags)
            m_problems.add(node, "has neither `values` nor `flags`",
                           "list the arguments of each value, or write a template with {value}");
        if (mapping.fallback && !mapping.hasFlags && !mapping.values.contains(*mapping.fallback))
            m_problems.add(block.node("default"),
                           fmt::format("is '{}', which is not among `values`", *mapping.fallback),
                           "name one of the values");
        requireFlagsPlace(node, key, mapping);
        m_adapter.mapping.emplace(key, std::move(mapping));
    }
}

void AdapterReader::readReaders(YamlMap& map) {
    static const std::map<std::string, double> times{
        {"ns", 1e-3}, {"us", 1}, {"ms", 1e3}, {"s", 1e6}};
    static const std::map<std::string, double> sizes{
        {"B", 1},           {"KB", 1e3}, {"KiB", 1024.0},      {"MB", 1e6},
        {"MiB", 1048576.0}, {"GB", 1e9}, {"GiB", 1073741824.0}};
    map.require("read", "write `read:` with how the `latency` is read");
    YamlMap read(map.node("read"), m_problems);
    if (map.has("read"))
        read.require("latency", "say how latency is read: `samples` or `summary`");
    YamlMap latency(read.node("latency"), m_problems);
    m_adapter.latencyReader.toUs = unit(latency, times);
    m_adapter.latencyReader.samples = extract(latency.node("samples"), {"time"}, {"cpu"});
    m_adapter.latencyReader.summary =
        extract(latency.node("summary"), {}, {"median", "mean", "min", "max", "count"});
    if (read.has("latency") && !latency.has("samples") && !latency.has("summary"))
        m_problems.add(latency.self(), "has neither `samples` nor `summary`",
                       "samples are every timed run; a summary has a median or a mean");
    const auto summary = m_adapter.latencyReader.summary.names();
    const auto names = [&](const char* name) {
        return std::find(summary.begin(), summary.end(), name) != summary.end();
    };
    if (latency.has("summary") && !names("median") && !names("mean"))
        m_problems.add(latency.node("summary"), "yields neither `median` nor `mean`",
                       "name a group or a field so");
    YamlMap layers(read.node("layers"), m_problems);
    auto layerTimes = times;
    // Cycles are a time at the clock that the adapter names.
    const double clock = layers.number("clock_mhz", YamlRange::between(0.001, 1e6)).value_or(0);
    if (clock > 0)
        layerTimes["cycles"] = 1 / clock;
    m_adapter.layersReader.toUs = unit(layers, layerTimes);
    m_adapter.layersReader.repeats = layers.boolean("repeats").value_or(false);
    m_adapter.layersReader.rows =
        extract(layers.node("rows"), {"name"}, {"type", "time", "total", "calls", "dtype"});
    YamlMap memory(read.node("memory"), m_problems);
    m_adapter.memoryReader.toBytes = unit(memory, sizes);
    m_adapter.memoryReader.rows = extract(memory.node("rows"), {"memory"}, {});
    YamlMap cold(read.node("cold_start"), m_problems);
    m_adapter.coldReader.toUs = unit(cold, times);
    m_adapter.coldReader.load = extract(cold.node("load"), {"time"}, {});
    m_adapter.coldReader.first = extract(cold.node("first"), {"time"}, {});
}

void AdapterReader::readErrors(YamlMap& map) {
    for (const YamlNode& node : map.list("errors")) {
        YamlMap block(node, m_problems);
        block.require("pattern", "write a regular expression that the tool's message matches");
        block.require("code", "say what kind of failure it is");
        auto compiled = pattern(block.node("pattern"), {}, {"operator", "dtype", "detail"});
        const auto code = block.choice("code", codeNames());
        ToolErrorRule rule;
        rule.message = block.text("message").value_or("");
        rule.hint = block.text("hint").value_or("");
        rule.operatorType = block.text("operator").value_or("");
        rule.always = block.boolean("always").value_or(false);
        checkTemplate(block.node("message"), rule.message, {"operator", "dtype", "detail"});
        if (!compiled || !code)
            continue;
        rule.pattern = std::move(*compiled);
        for (const NamedCode& entry : kCodes)
            if (*code == entry.name)
                rule.code = entry.code;
        m_adapter.errors.push_back(std::move(rule));
    }
}

Result<Adapter> AdapterReader::read(const YamlNode& root) {
    static const std::vector<std::string> schemas{"toolchain/1"};
    {
        YamlMap top(root, m_problems);
        top.require("schema", "write `schema: toolchain/1` as the first line");
        (void)top.choice("schema", schemas);
        top.require("toolchain", "write the adapter under `toolchain:`");
        YamlMap map(top.node("toolchain"), m_problems);
        readHead(map);
        readSettings(map);
        readCheck(map);
        readModel(map);
        readCommands(map);
        readTensors(map);
        readMapping(map);
        readReaders(map);
        readErrors(map);
    }
    checkTogether(root["toolchain"]);
    if (m_problems.errors.size() > kMostErrors)
        m_problems.errors.resize(kMostErrors);
    MI_CHECK(m_problems.status());
    m_adapter.warnings = m_problems.warnings();
    m_adapter.unknown = std::move(m_problems.unknown);
    return std::move(m_adapter);
}

Result<Adapter> parseAdapter(std::string_view text, const std::string& source) {
    if (text.size() > kMostBytes)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}: {} bytes are too many for an adapter (at most {})", source,
                                text.size(), kMostBytes),
                    "check that this is the file you meant");
    MI_ASSIGN(const YamlNode root, YamlNode::parse(text, source));
    MI_ASSIGN(Adapter adapter, AdapterReader().read(root));
    adapter.hash = sha256Hex(text);
    return adapter;
}

Result<Adapter> loadAdapter(const std::filesystem::path& file) {
    MI_ASSIGN(const std::string text, readTextFile(file));
    MI_ASSIGN(Adapter adapter, parseAdapter(text, file.string()));
    std::error_code code;
    adapter.file = std::filesystem::absolute(file, code);
    return adapter;
}

} // namespace metainfer::measurement
