// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Forms of nodes and lowerings, and rules over them.
#include "candidates/legality.h"

#include "candidates/rewrite/patterns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace metainfer::candidates {
namespace {

/// Two different lowerings of a precision that were refused stand for all of it.
constexpr std::size_t kEnoughForms = 2;

constexpr std::string_view kAnyOperator = "*";

std::string fullName(const ir::Node& node) {
    return node.domain.empty() || node.domain == "ai.onnx" ? node.opType
                                                           : node.domain + ":" + node.opType;
}

/// "f", "i8", "i64", …; signed and unsigned are one class.
std::string elementClass(ElementType type) {
    switch (type) {
    case ElementType::Float:
    case ElementType::Double:
        return "f";
    case ElementType::Float16:
    case ElementType::BFloat16:
        return "h";
    case ElementType::Bool:
        return "b";
    case ElementType::String:
        return "s";
    case ElementType::Undefined:
        return "any";
    default:
        break;
    }
    return isInteger(type) ? fmt::format("i{}", elementBits(type))
                           : std::string(elementTypeName(type));
}

std::string inputForm(const ir::Graph& graph, ir::ValueId id, bool exact) {
    if (!id.isValid())
        return "-";
    const ir::TensorType& type = graph.tensorType(id);
    const bool isFixed = isConstant(graph, id);
    const auto data = isFixed ? constantOf(graph, id) : std::nullopt;
    const ElementType element = data ? data->type() : type.element;
    if (exact)
        return (isFixed ? "=" : "") +
               (data ? ir::ValueType::ofTensor(element, std::nullopt).tensor.text() +
                           fmt::format("[{}]", fmt::join(data->dims(), ","))
                     : type.text());
    std::string text = (isFixed ? "=" : "") + elementClass(element);
    if (!isFixed && type.shape)
        text += std::to_string(type.shape->size());
    if (!isFixed && !type.isStatic())
        text += "?";
    return text;
}

std::string attributeForm(const ir::Attribute& attribute, bool exact) {
    if (!exact)
        return attribute.name;
    switch (attribute.kind) {
    case ir::Attribute::Kind::Int:
        return fmt::format("{}={}", attribute.name, attribute.i);
    case ir::Attribute::Kind::Float:
        return fmt::format("{}={}", attribute.name, attribute.f);
    case ir::Attribute::Kind::String:
        return fmt::format("{}={}", attribute.name, attribute.s);
    case ir::Attribute::Kind::Ints:
        return fmt::format("{}={}", attribute.name, fmt::join(attribute.ints, ","));
    default:
        return attribute.name;
    }
}

std::string formOf(const ir::Graph& graph, const ir::Node& node, bool exact) {
    std::vector<std::string> inputs;
    for (const ir::ValueId id : node.inputs)
        inputs.push_back(inputForm(graph, id, exact));
    while (!inputs.empty() && inputs.back() == "-")
        inputs.pop_back();
    std::set<std::string> attributes;
    for (const ir::Attribute& attribute : node.attributes)
        attributes.insert(attributeForm(attribute, exact));
    std::string text = fmt::format("{}({})", fullName(node), fmt::join(inputs, ","));
    // Broadcasting is what elementwise operators are refused for.
    if (!exact && node.inputs.size() == 2 && node.inputs[0].isValid() && node.inputs[1].isValid()) {
        const auto& a = graph.tensorType(node.inputs[0]).shape;
        const auto& b = graph.tensorType(node.inputs[1]).shape;
        text += a && b && *a == *b ? "=" : "";
    }
    return attributes.empty() ? text : text + fmt::format("{{{}}}", fmt::join(attributes, ","));
}

} // namespace

bool LearnedRule::sameAs(const LearnedRule& other) const {
    return operatorType == other.operatorType && dtype == other.dtype && form == other.form &&
           precision == other.precision;
}

Json LearnedRule::toJson() const {
    return Json{{"operator", operatorType},
                {"dtype", dtype},
                {"form", form},
                {"precision", precision},
                {"reason", reason},
                {"runtime", runtime},
                {"runtime_version", runtimeVersion},
                {"runtime_sha256", runtimeSha256},
                {"session", session},
                {"date", date},
                {"count", count}};
}

Result<LearnedRule> LearnedRule::fromJson(const Json& json) {
    const auto text = [&](const char* key) { return jsonValue(json, key, std::string()); };
    LearnedRule rule;
    rule.operatorType = text("operator");
    if (!json.is_object() || rule.operatorType.empty())
        return fail(ErrorCode::InvalidArgument, "a learned rule has no `operator`");
    rule.dtype = text("dtype");
    rule.form = text("form");
    rule.precision = text("precision");
    rule.reason = text("reason");
    rule.runtime = text("runtime");
    rule.runtimeVersion = text("runtime_version");
    rule.runtimeSha256 = text("runtime_sha256");
    rule.session = text("session");
    rule.date = text("date");
    rule.count = std::max(1, jsonValue(json, "count", 1));
    return rule;
}

std::string nodeForm(const ir::Graph& graph, const ir::Node& node) {
    return formOf(graph, node, false);
}

std::string exactNodeForm(const ir::Graph& graph, const ir::Node& node) {
    return "exactly " + formOf(graph, node, true);
}

std::string planForm(const PrecisionPlan& plan) {
    if (plan.precision == Precision::Float)
        return {};
    std::string text(precisionName(plan.precision));
    if (plan.precision == Precision::Int8Static || plan.precision == Precision::Int8Dynamic)
        text += fmt::format("/{}/{}", plan.weight == ElementType::UInt8 ? "u8" : "s8",
                            plan.perChannel ? "per_channel" : "per_tensor");
    return text;
}

bool forbids(const LearnedRule& rule, const ir::Graph& graph, const ir::Node& node) {
    if (rule.operatorType == kAnyOperator)
        return std::any_of(node.inputs.begin(), node.inputs.end(), [&](ir::ValueId id) {
            return id.isValid() && elementTypeName(elementOf(graph, id)) == rule.dtype;
        });
    if (rule.operatorType != fullName(node))
        return false;
    if (rule.form.empty())
        return true;
    return rule.form == nodeForm(graph, node) || rule.form == exactNodeForm(graph, node);
}

std::optional<Violation> firstViolation(std::span<const LearnedRule> rules,
                                        const ir::Model& model) {
    std::optional<Violation> violation;
    if (rules.empty())
        return violation;
    ir::forEachGraph(model, [&](const ir::Graph& graph, const std::string&) {
        for (const ir::NodeId id : graph.order())
            for (const LearnedRule& rule : rules)
                if (!violation && forbids(rule, graph, graph.node(id)))
                    violation = Violation{&rule, ir::nodeLabel(graph.node(id))};
    });
    return violation;
}

const LearnedRule* forbiddingPlan(std::span<const LearnedRule> rules, const PrecisionPlan& plan) {
    const std::string form = planForm(plan);
    if (form.empty())
        return nullptr;
    const std::string precision = form.substr(0, form.find('/'));
    const LearnedRule* last = nullptr;
    std::set<std::string> forms;
    for (const LearnedRule& rule : rules) {
        if (rule.precision == form)
            return &rule;
        if (rule.precision.substr(0, rule.precision.find('/')) == precision) {
            forms.insert(rule.precision);
            last = &rule;
        }
    }
    return forms.size() >= kEnoughForms ? last : nullptr;
}

LearnedRule ruleOfPlan(LearnedRule rule, const PrecisionPlan& plan) {
    rule.precision = planForm(plan);
    return rule;
}

std::string ruleText(const LearnedRule& rule, std::string_view device) {
    const std::string& name = rule.operatorType == kAnyOperator ? rule.dtype : rule.operatorType;
    const std::string what =
        rule.form.empty() ? name : fmt::format("{} in the form {}", rule.operatorType, rule.form);
    return fmt::format("{} is not supported by {} {} on {}: learned on {}", what, rule.runtime,
                       rule.runtimeVersion, device, rule.date.substr(0, 10));
}

} // namespace metainfer::candidates
