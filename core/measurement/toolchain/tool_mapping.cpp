// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Mapping signatures as arguments of a tool, and models against what the tool takes.
#include "measurement/toolchain/tool_driver.h"

#include "execution/tensor.h"
#include "ir/onnx_io.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer::measurement {
namespace {

/// key -> value of the session's signature.
std::map<std::string, std::string> entriesOf(const SessionOptions& session) {
    std::map<std::string, std::string> entries;
    const std::string signature = session.signature();
    std::string_view text = signature;
    while (!text.empty()) {
        const std::string_view entry = text.substr(0, text.find(';'));
        text.remove_prefix(std::min(text.size(), entry.size() + 1));
        const std::size_t equals = entry.find('=');
        if (equals != entry.npos)
            entries[std::string(entry.substr(0, equals))] = entry.substr(equals + 1);
    }
    return entries;
}

template <typename Names>
bool contains(const Names& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

Status addArguments(const Adapter& adapter, const std::string& name, const ToolMapping& mapping,
                    const std::string& key, const std::string& value, int cores,
                    MappingArguments& into) {
    auto& list = mapping.converts ? into.convert : into.run;
    if (contains(mapping.skip, value))
        return {};
    const auto known = mapping.values.find(value);
    if (known == mapping.values.end() && !mapping.hasFlags) {
        std::vector<std::string> legal;
        for (const auto& [text, arguments] : mapping.values)
            legal.push_back(text);
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} does not take `{}={}`", adapter.label(), name, value),
                    fmt::format("legal values: {}", fmt::join(legal, ", ")));
    }
    const PlaceholderValues values{
        {"value", value},
        {"key", key},
        {"threads", std::to_string(cores)},
    };
    const auto& templates = known != mapping.values.end() ? known->second : mapping.flags;
    for (const std::string& text : templates) {
        MI_ASSIGN(std::string argument, fillPlaceholders(text, values));
        list.push_back(std::move(argument));
    }
    return {};
}

Error notTaken(const Adapter& adapter, std::string what, std::vector<std::string> context) {
    return {ErrorCode::Unsupported, fmt::format("{} does not take {}", adapter.label(), what),
            "the adapter lists what its tool takes under `model`", std::move(context)};
}

} // namespace

Result<MappingArguments> mappingArguments(const Adapter& adapter, const SessionOptions& session,
                                          int cores) {
    MappingArguments arguments;
    auto entries = entriesOf(session);
    const int threads = session.threads > 0 ? session.threads : cores;
    for (const auto& [name, mapping] : adapter.mapping) {
        bool found = false;
        for (const auto& [key, value] : entries) {
            // `config` and `dim` stand for all keys that begin so; the part after the dot is {key}.
            const bool part = key.starts_with(name + ".");
            if (key != name && (!part || adapter.mapping.contains(key)))
                continue;
            found = true;
            MI_CHECK(addArguments(adapter, key, mapping, part ? key.substr(name.size() + 1) : key,
                                  value, threads, arguments));
        }
        if (!found && mapping.fallback)
            MI_CHECK(
                addArguments(adapter, name, mapping, name, *mapping.fallback, threads, arguments));
    }
    return arguments;
}

Status checkSupport(const Adapter& adapter, const std::filesystem::path& model) {
    if (adapter.operators.empty() && adapter.dtypes.empty() && !adapter.minimumOpset &&
        !adapter.maximumOpset && adapter.dynamicShapes)
        return {};
    MI_ASSIGN(const ir::Model imported, ir::importOnnx(model));
    const auto opset = static_cast<int>(imported.opset());
    if ((adapter.minimumOpset && opset < *adapter.minimumOpset) ||
        (adapter.maximumOpset && opset > *adapter.maximumOpset))
        return fail(notTaken(adapter,
                             fmt::format("opset {} (it takes {} to {})", opset,
                                         adapter.minimumOpset.value_or(1),
                                         adapter.maximumOpset.value_or(999)),
                             {}));
    if (!adapter.dynamicShapes)
        for (const ir::ValueId input : imported.graph->inputs())
            if (!imported.graph->value(input).type.tensor.elementCount())
                return fail(ErrorCode::Unsupported,
                            fmt::format("{} takes fixed shapes only, and the shape of the input "
                                        "`{}` is open",
                                        adapter.label(), imported.graph->value(input).name),
                            "fix the model's input shapes");
    std::optional<Error> problem;
    ir::forEachGraph(imported, [&](const ir::Graph& graph, const std::string&) {
        for (const ir::NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            if (!problem && !adapter.operators.empty() && !contains(adapter.operators, node.opType))
                problem =
                    notTaken(adapter, fmt::format("the operator {} (`{}`)", node.opType, node.name),
                             {"operator: " + node.opType});
            for (const ir::ValueId value : node.outputs) {
                if (problem || adapter.dtypes.empty() || !value.isValid())
                    continue;
                const ElementType type = graph.value(value).type.tensor.element;
                const bool legal = type == ElementType::Undefined ||
                                   std::any_of(adapter.dtypes.begin(), adapter.dtypes.end(),
                                               [&](const auto& name) {
                                                   return elementTypeFromName(name) == type;
                                               });
                if (!legal)
                    problem = notTaken(adapter,
                                       fmt::format("{} in {} (`{}`)", elementTypeName(type),
                                                   node.opType, node.name),
                                       {"operator: " + node.opType,
                                        fmt::format("dtype: {}", elementTypeName(type))});
            }
        }
    });
    if (problem)
        return fail(std::move(*problem));
    return {};
}

void nameType(Error& error, const std::filesystem::path& model) {
    static constexpr std::string_view kDetail = "detail: ";
    std::string name;
    for (const std::string& entry : error.context) {
        if (entry.starts_with("dtype: "))
            return;
        if (entry.starts_with(kDetail))
            name = entry.substr(kDetail.size());
    }
    if (name.size() > 1 && name.front() == '\'' && name.back() == '\'')
        name = name.substr(1, name.size() - 2);
    const auto imported = name.empty() ? Result<ir::Model>(fail(Error{})) : ir::importOnnx(model);
    if (!imported)
        return;
    ElementType found = ElementType::Undefined;
    ir::forEachGraph(*imported, [&](const ir::Graph& graph, const std::string&) {
        for (const ir::NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            if (node.name != name)
                continue;
            for (const auto* list : {&node.outputs, &node.inputs})
                for (const ir::ValueId value : *list)
                    if (found == ElementType::Undefined && value.isValid())
                        found = graph.value(value).type.tensor.element;
        }
    });
    if (found != ElementType::Undefined)
        error.context.push_back(fmt::format("dtype: {}", elementTypeName(found)));
}

} // namespace metainfer::measurement
