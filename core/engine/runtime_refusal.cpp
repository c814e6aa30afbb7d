// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The runtime's messages about versions and operators, read back into nodes and opsets.
#include "engine/runtime_refusal.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

namespace metainfer::engine {
namespace {

/// Nodes and weights named in one message.
constexpr std::size_t kNamed = 3;

/// The number behind `words` in a message of the runtime.
std::optional<std::int64_t> numberAfter(const std::string& message, std::string_view words) {
    const std::size_t at = message.find(words);
    if (at == message.npos)
        return std::nullopt;
    std::size_t begin = at + words.size();
    while (begin < message.size() && message[begin] == ' ')
        ++begin;
    if (begin == message.size() || !std::isdigit(static_cast<unsigned char>(message[begin])))
        return std::nullopt;
    return std::strtoll(message.c_str() + begin, nullptr, 10);
}

bool hasWord(const std::string& text, const std::string& word) {
    const auto isPart = [&](std::size_t at) {
        return at < text.size() &&
               (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_');
    };
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
        if ((at == 0 || !isPart(at - 1)) && !isPart(at + word.size()))
            return true;
    return false;
}

/// The model's nodes of the operator that the message complains about, and its name.
std::pair<std::string, std::vector<std::string>> nodesIn(const ir::Model& model,
                                                         const std::string& message) {
    std::string name;
    std::vector<std::string> nodes;
    ir::forEachGraph(model, [&](const ir::Graph& graph, const std::string&) {
        for (const ir::NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            const std::string full =
                node.domain.empty() ? node.opType : node.domain + ":" + node.opType;
            if ((name.empty() && hasWord(message, node.opType)) || name == full) {
                name = full;
                nodes.push_back(ir::nodeLabel(node));
            }
        }
    });
    return {name, nodes};
}

Error newerThanRuntime(const std::filesystem::path& path, const ir::Model& model, Error error) {
    const auto opset = numberAfter(error.message, "is till opset");
    const auto ir = numberAfter(error.message, "max supported IR version:");
    if (opset)
        error.message =
            fmt::format("{}: it declares opset {}, this ONNX Runtime reads up to opset {}",
                        path.string(), model.opset(), *opset);
    else if (ir)
        error.message =
            fmt::format("{}: it declares IR version {}, this ONNX Runtime reads up to {}",
                        path.string(), model.irVersion, *ir);
    else
        return error;
    error.hint =
        fmt::format("Export it with {} or older, or install a newer ONNX Runtime.",
                    opset ? fmt::format("opset {}", *opset) : fmt::format("IR version {}", *ir));
    error.context.clear();
    return error;
}

/// The standard operators' opset is declared, and one that exists.
bool hasOpset(const ir::Model& model) {
    return std::any_of(model.opsets.begin(), model.opsets.end(), [](const auto& import) {
        return (import.domain.empty() || import.domain == "ai.onnx") && import.version >= 1;
    });
}

/// "it declares opset -1" or "it declares no opset".
std::string declaredOpset(const ir::Model& model) {
    for (const auto& import : model.opsets)
        if (import.domain.empty() || import.domain == "ai.onnx")
            return fmt::format("it declares opset {}", import.version);
    return "it declares no opset for the standard operators";
}

/// The node's domain and what the model imports of it: "opset 13", "my.domain, which is not
/// imported".
std::string operatorSet(const ir::Model& model, const std::string& domain) {
    if (domain.empty() || domain == "ai.onnx")
        return fmt::format("opset {}", model.opset());
    for (const auto& import : model.opsets)
        if (import.domain == domain)
            return fmt::format("version {} of {}", import.version, domain);
    return domain + ", which the model does not import";
}

Error lacksOperator(const std::filesystem::path& path, const ir::Model& model, Error error) {
    const auto [name, nodes] = nodesIn(model, error.message);
    if (nodes.empty())
        return error;
    error.context.push_back(error.message);
    const std::size_t colon = name.rfind(':');
    const std::string domain = colon == name.npos ? std::string() : name.substr(0, colon);
    if (domain.empty() && !hasOpset(model)) {
        error.code = ErrorCode::InvalidModel;
        error.message = fmt::format("{}: {}, so no operator in it is defined", path.string(),
                                    declaredOpset(model));
        error.hint = "Opsets count from 1. Export the model again with a current one.";
        return error;
    }
    error.message = fmt::format("{}: ONNX Runtime has no operator {} in {}; it is needed by {} {}",
                                path.string(), name.substr(colon == name.npos ? 0 : colon + 1),
                                operatorSet(model, domain), nodes.size() == 1 ? "node" : "nodes",
                                someOf(nodes));
    error.hint = "Replace the operator before the export, or use a runtime that has it.";
    return error;
}

} // namespace

std::string someOf(const std::vector<std::string>& names) {
    const std::size_t shown = std::min(names.size(), kNamed);
    std::string text = fmt::format("{}", fmt::join(names.begin(), names.begin() + shown, ", "));
    return names.size() > shown ? text + fmt::format(" and {} more", names.size() - shown) : text;
}

Error explainedRefusal(const std::filesystem::path& path, const ir::Model& model, Error error) {
    if (model.opsets.empty()) {
        error.context.push_back(error.message);
        error.code = ErrorCode::InvalidModel;
        error.message = path.string() + ": it declares no opset, so no operator in it is defined";
        error.hint = "Export the model again; every exporter declares the opset it writes.";
        return error;
    }
    if (error.code == ErrorCode::InvalidModel)
        return error;
    return error.code == ErrorCode::VersionMismatch
               ? newerThanRuntime(path, model, std::move(error))
               : lacksOperator(path, model, std::move(error));
}

std::vector<std::string> weightsWithNan(const ir::Model& model) {
    std::vector<std::string> names;
    ir::forEachGraph(model, [&](const ir::Graph& graph, const std::string&) {
        for (const ir::ValueId id : graph.values()) {
            const ir::Value& value = graph.value(id);
            if (!value.constant || !isFloatingPoint(value.constant->type()))
                continue;
            const auto values = value.constant->toFloats();
            if (values &&
                std::any_of(values->begin(), values->end(), [](float v) { return std::isnan(v); }))
                names.push_back(value.name);
        }
    });
    return names;
}

} // namespace metainfer::engine
