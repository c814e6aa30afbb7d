// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Families and properties of operators, read from the one table.
#include "ir/operators.h"

#include "ir/operators_table.h"

#include <algorithm>
#include <set>

namespace metainfer::ir {
namespace {

bool hasFlag(std::string_view opType, OperatorFlag flag) {
    const OperatorFacts* facts = operatorFacts(opType, "");
    return facts && (facts->flags & flag) != 0;
}

} // namespace

std::string operatorFamily(std::string_view opType, std::string_view domain) {
    if (const OperatorFacts* facts = operatorFacts(opType, domain))
        return std::string(facts->family);
    std::string name(opType);
    for (char& c : name)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return name;
}

std::string operatorFamily(const Node& node) {
    return operatorFamily(node.opType, node.domain);
}

std::span<const std::string_view> operatorFamilies() {
    static const std::vector<std::string_view> families = [] {
        std::set<std::string_view> sorted;
        for (const OperatorFacts& row : operatorTable())
            sorted.insert(row.family);
        return std::vector<std::string_view>(sorted.begin(), sorted.end());
    }();
    return families;
}

std::vector<std::string> operatorTypesOf(std::string_view family) {
    std::set<std::string> types;
    for (const OperatorFacts& row : operatorTable())
        if (row.family == family)
            types.emplace(row.opType);
    return {types.begin(), types.end()};
}

bool isDataMovement(std::string_view opType) {
    return hasFlag(opType, kDataMovement);
}
bool isUnaryElementwise(std::string_view opType) {
    return hasFlag(opType, kUnary);
}
bool isBinaryElementwise(std::string_view opType) {
    return hasFlag(opType, kBinary);
}

bool isNonDeterministic(const Node& node) {
    const OperatorFacts* facts = operatorFacts(node.opType, node.domain);
    if (facts && (facts->flags & kRandom) != 0)
        return true;
    // Dropout is random only where its third input asks for training. What that input holds is
    // not looked at here: a present one is enough to be careful.
    return node.is("Dropout") && node.inputs.size() > 2 && node.inputs[2].isValid();
}

} // namespace metainfer::ir
