// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts that recur in an adapter: templates, commands, patterns, places of values.
#include "measurement/toolchain/adapter_reader.h"
#include "measurement/toolchain/placeholders.h"

#include "base/suggest.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer::measurement {
namespace {

using hardware::YamlMap;
using hardware::YamlNode;

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool uses(const std::vector<ToolCommand>& commands, std::string_view argument) {
    return std::any_of(commands.begin(), commands.end(), [&](const ToolCommand& command) {
        return contains(command.arguments, argument);
    });
}

bool mentions(const std::vector<ToolCommand>& commands, std::string_view text) {
    for (const ToolCommand& command : commands)
        for (const std::string& argument : command.arguments)
            if (argument.find(text) != std::string::npos)
                return true;
    return false;
}

} // namespace

std::string_view tensorFormatName(TensorFormat format) {
    switch (format) {
    case TensorFormat::Raw:
        return "raw";
    case TensorFormat::Npy:
        return "npy";
    case TensorFormat::TensorFile:
        return "tensor_file";
    case TensorFormat::Json:
        return "json";
    case TensorFormat::None:
        break;
    }
    return "none";
}

const std::vector<std::string>& toolPlaceholders() {
    static const std::vector<std::string> names{"model",
                                                "artifact",
                                                "work",
                                                "inputs",
                                                "outputs",
                                                "input_list",
                                                "artifact_folder",
                                                "input_shapes",
                                                "whole_seconds",
                                                "list_file",
                                                "sets",
                                                "iterations",
                                                "most_iterations",
                                                "seconds",
                                                "most_seconds",
                                                "warmup",
                                                "warmup_ms",
                                                "warmup_seconds",
                                                "most_warmup_seconds",
                                                "threads",
                                                "flags",
                                                "toolchain",
                                                "cache"};
    return names;
}

std::vector<std::string> ToolExtract::names() const {
    if (kind == Kind::Pattern)
        return pattern ? pattern->groups() : std::vector<std::string>{};
    std::vector<std::string> result;
    for (const auto& [name, place] : fields)
        result.push_back(name);
    return result;
}

void AdapterReader::checkTemplate(const YamlNode& node, const std::string& text,
                                  const Names& known) {
    if (!node.isPresent())
        return;
    const auto names = placeholdersOf(text);
    if (!names) {
        m_problems.add(node, fmt::format("is wrong: {}", names.error().message),
                       names.error().hint);
        return;
    }
    for (const std::string& name : *names) {
        if (contains(known, name) || m_adapter.settings.contains(name))
            continue;
        Names legal = known;
        for (const auto& [setting, value] : m_adapter.settings)
            legal.push_back(setting);
        m_problems.add(
            node, fmt::format("uses the placeholder {{{}}}, which is not known here", name),
            fmt::format("legal here: {}; or declare it under `settings`", fmt::join(legal, ", ")));
    }
}

ToolCommand AdapterReader::command(const YamlNode& node, const Names& known) {
    ToolCommand command;
    command.line = node.line();
    if (!node.isSequence() || node.items().empty()) {
        m_problems.add(node,
                       fmt::format("is {}; a command is a list of arguments",
                                   node.isSequence() ? "empty" : node.kindName()),
                       "write [program, argument, …]; no shell takes part");
        return command;
    }
    for (const YamlNode& item : node.items())
        if (const auto text = hardware::yamlText(item, m_problems)) {
            checkTemplate(item, *text, known);
            if (text->find("{flags}") != std::string::npos && *text != "{flags}")
                m_problems.add(item, "has {flags} inside an argument",
                               "{flags} stands for several arguments: give it an entry of its own");
            command.arguments.push_back(*text);
        }
    return command;
}

std::vector<ToolCommand> AdapterReader::commands(const YamlNode& node, const Names& known) {
    std::vector<ToolCommand> list;
    if (!node.isPresent())
        return list;
    const auto items = node.items();
    if (items.empty() || items.front().isScalar()) {
        list.push_back(command(node, known));
        return list;
    }
    for (const YamlNode& item : items)
        list.push_back(command(item, known));
    return list;
}

std::optional<LinePattern> AdapterReader::pattern(const YamlNode& node, const Names& needed,
                                                  const Names& legal) {
    if (!node.isPresent())
        return std::nullopt;
    const auto text = hardware::yamlText(node, m_problems);
    if (!text)
        return std::nullopt;
    auto compiled = LinePattern::compile(*text);
    if (!compiled) {
        m_problems.add(node, fmt::format("is wrong: {}", compiled.error().message),
                       compiled.error().hint);
        return std::nullopt;
    }
    for (const std::string& name : needed)
        if (!contains(compiled->groups(), name))
            m_problems.add(node, fmt::format("has no group `{}`", name),
                           fmt::format("write (?<{}>…) around the value", name));
    for (const std::string& name : compiled->groups())
        if (!contains(needed, name) && !contains(legal, name))
            m_problems.add(node, fmt::format("has a group `{}`, which means nothing here", name),
                           fmt::format("legal here: {}{}{}", fmt::join(needed, ", "),
                                       needed.empty() || legal.empty() ? "" : ", ",
                                       fmt::join(legal, ", ")));
    return std::move(*compiled);
}

void AdapterReader::readFields(YamlMap& map, const char* key, ToolExtract& into,
                               const Names& needed, const Names& legal) {
    for (const auto& [name, node] : map.node(key).entries()) {
        if (!contains(needed, name) && !contains(legal, name))
            m_problems.add(
                node, "means nothing here",
                fmt::format("legal here: {} {}", fmt::join(needed, ", "), fmt::join(legal, ", ")));
        if (const auto place = hardware::yamlText(node, m_problems))
            into.fields[name] = *place;
        if (into.kind == ToolExtract::Kind::Json && !into.fields[name].empty() &&
            into.fields[name].front() != '/')
            m_problems.add(node, fmt::format("is '{}', not a JSON pointer", into.fields[name]),
                           "begin it with /, or leave it empty for the element itself");
    }
    for (const std::string& name : needed)
        if (!into.fields.contains(name))
            m_problems.add(map.self(), fmt::format("does not say where `{}` stands", name),
                           fmt::format("add it under `{}`", key));
}

ToolExtract AdapterReader::extract(const YamlNode& node, const Names& needed, const Names& legal) {
    static const Names kWhich{"all", "first", "last"};
    ToolExtract result;
    if (!node.isPresent())
        return result;
    YamlMap map(node, m_problems);
    result.file = map.text("file").value_or("");
    checkTemplate(map.node("file"), result.file,
                  {"work", "outputs", "inputs", "artifact", "cache"});
    const auto which = map.choice("which", kWhich).value_or("all");
    result.which = which == "all"     ? ToolExtract::Which::All
                   : which == "first" ? ToolExtract::Which::First
                                      : ToolExtract::Which::Last;
    result.after = map.text("after").value_or("");
    result.until = map.text("until").value_or("");
    const int kinds = int(map.has("pattern")) + int(map.has("json")) + int(map.has("csv"));
    if (kinds != 1)
        m_problems.add(node, "needs exactly one of `pattern`, `json`, `csv`",
                       "say once where the value stands");
    if (map.has("pattern")) {
        result.kind = ToolExtract::Kind::Pattern;
        result.pattern = pattern(map.node("pattern"), needed, legal);
    } else if (map.has("json")) {
        result.kind = ToolExtract::Kind::Json;
        result.pointer = map.text("json").value_or("");
        if (!result.pointer.empty() && result.pointer.front() != '/')
            m_problems.add(map.node("json"),
                           fmt::format("is '{}', not a JSON pointer", result.pointer),
                           "begin it with /; * stands for every element");
        if (!map.has("fields") && needed.size() == 1)
            result.fields[needed.front()] = "";
        else
            readFields(map, "fields", result, needed, legal);
    } else if (map.has("csv")) {
        result.kind = ToolExtract::Kind::Csv;
        YamlMap csv(map.node("csv"), m_problems);
        const std::string separator = csv.text("separator").value_or(",");
        if (separator.size() != 1)
            m_problems.add(csv.node("separator"), fmt::format("is '{}'", separator),
                           "write one character");
        else
            result.separator = separator.front();
        readFields(csv, "columns", result, needed, legal);
    }
    return result;
}

double AdapterReader::unit(YamlMap& map, const std::map<std::string, double>& units) {
    Names legal;
    for (const auto& [name, factor] : units)
        legal.push_back(name);
    if (map.self().isPresent())
        map.require("unit", fmt::format("write one of: {}", fmt::join(legal, ", ")));
    const auto name = map.choice("unit", legal);
    const auto it = name ? units.find(*name) : units.end();
    return it == units.end() ? 1 : it->second;
}

void AdapterReader::requireFlagsPlace(const YamlNode& node, const std::string& key,
                                      const ToolMapping& mapping) {
    // Without arguments a key counts through a placeholder such as {threads}.
    const bool empty = mapping.flags.empty() &&
                       std::all_of(mapping.values.begin(), mapping.values.end(),
                                   [](const auto& value) { return value.second.empty(); });
    if (empty)
        return;
    const auto& commands = mapping.converts ? m_adapter.convert : m_adapter.latency;
    if (!uses(commands, "{flags}"))
        m_problems.add(node,
                       fmt::format("makes arguments, but no command of `{}` has {{flags}}",
                                   mapping.converts ? "convert.commands" : "run.latency"),
                       fmt::format("put {{flags}} where the arguments of `{}` belong", key));
}

void AdapterReader::checkTogether(const YamlNode& node) {
    const auto& tensors = m_adapter.tensors;
    if (!m_adapter.outputs.empty() &&
        (tensors.input == TensorFormat::None || tensors.output == TensorFormat::None))
        m_problems.add(node, "has `run.outputs`, but `tensors` does not say how tensors travel",
                       "write `tensors.input_format` and `tensors.output_format`");
    if (!m_adapter.profile.empty() && !m_adapter.layersReader.rows)
        m_problems.add(node, "has `run.layers`, but nothing reads them",
                       "write `read.layers` with `unit` and `rows`");
    if (!m_adapter.memory.empty() && !m_adapter.memoryReader.rows)
        m_problems.add(node, "has `run.memory`, but nothing reads it",
                       "write `read.memory` with `unit` and `rows`");
    for (const auto* list : {&m_adapter.convert, &m_adapter.latency, &m_adapter.outputs,
                             &m_adapter.profile, &m_adapter.memory}) {
        if (mentions(*list, "{input_list}") && tensors.listEach.empty())
            m_problems.add(node, "uses {input_list}, which nothing fills",
                           "write `tensors.input_list.each`");
        if (mentions(*list, "{input_shapes}") && tensors.shapeEach.empty())
            m_problems.add(node, "uses {input_shapes}, which nothing fills",
                           "write `tensors.input_shapes.each`");
        if (mentions(*list, "{list_file}") && tensors.listFile.empty())
            m_problems.add(node, "uses {list_file}, which nothing writes",
                           "write `tensors.list_file`");
    }
}

} // namespace metainfer::measurement
