// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// How a case is named and chosen.
#include "measurement/probe/operator_case.h"

#include <algorithm>

#include <fmt/format.h>

namespace metainfer::measurement::probe {
namespace {

using Dims = std::vector<std::int64_t>;
using ir::Attribute;

std::string attributeText(const Attribute& attribute) {
    if (attribute.kind == Attribute::Kind::Int)
        return std::to_string(attribute.i);
    if (attribute.kind == Attribute::Kind::String)
        return attribute.s;
    std::string text;
    for (const std::int64_t value : attribute.ints)
        text += fmt::format("{}{}", text.empty() ? "" : "x", value);
    return text;
}

} // namespace

std::string OperatorCase::family() const {
    const std::string base = ir::operatorFamily(op);
    if (op == "MatMulInteger")
        return base + ":dynamic";
    if (op != "Conv")
        return base;
    std::int64_t group = 1;
    for (const Attribute& attribute : attributes)
        if (attribute.name == "group")
            group = attribute.i;
    const Dims& filter = operands[1].dims;
    if (group > 1)
        return base + (filter[1] == 1 && group == filter[0] ? ":depthwise" : ":grouped");
    return base + (filter[2] == 1 && filter[3] == 1 ? ":pointwise" : ":dense");
}

hardware::ProbeShapes OperatorCase::shapes() const {
    hardware::ProbeShapes result;
    for (const Operand& operand : operands)
        if (operand.kind != OperandKind::Shape && operand.kind != OperandKind::Absent)
            result.inputs.push_back(operand.dims);
    result.outputs = outputs;
    for (const Attribute& attribute : attributes)
        if (attribute.kind == Attribute::Kind::Int || attribute.kind == Attribute::Kind::Ints ||
            attribute.kind == Attribute::Kind::String)
            result.attributes.emplace(attribute.name, attributeText(attribute));
    return result;
}

std::string OperatorCase::key() const {
    return fmt::format("{} {} {}{}{}", op, dtype, shapes().text(), blockedLayout ? "" : " NCHW",
                       wallClock ? fmt::format(" {} threads", threads) : "");
}

std::string shapeText(const OperatorCase& probed) {
    return fmt::format("{} {}", probed.op, probed.shapes().text());
}

bool isWanted(const OperatorCase& probed, const ProbeOptions& options) {
    const auto in = [](const std::vector<std::string>& list, const std::string& name) {
        return list.empty() || std::find(list.begin(), list.end(), name) != list.end();
    };
    const std::string family = probed.family();
    if (!in(options.families, family.substr(0, family.find(':'))) ||
        !in(options.dtypes, probed.dtype))
        return false;
    const std::string text = shapeText(probed);
    return options.shapes.empty() ||
           std::any_of(options.shapes.begin(), options.shapes.end(),
                       [&](const auto& part) { return text.find(part) != std::string::npos; });
}

} // namespace metainfer::measurement::probe
