// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a device's runtime was seen to refuse, as rules that candidates are checked against.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "candidates/candidate.h"
#include "ir/graph.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace metainfer::candidates {

/// One operator that a runtime on a device does not take, with the evidence.
struct LearnedRule {
    std::string operatorType; ///< "Clip", "com.microsoft:MatMulNBits"; "*" = all, on `dtype`
    std::string dtype;        ///< "int8"; empty = said of no type
    std::string form;         ///< of a node, see nodeForm; empty = the operator in any form
    std::string precision;    ///< see planForm: it came with this lowering; empty = not with one
    std::string reason;       ///< what the runtime said
    std::string runtime, runtimeVersion, runtimeSha256;
    std::string session; ///< id of the session that saw it first
    std::string date;    ///< UTC, ISO 8601, of the last time
    int count = 1;       ///< times it was seen

    bool operator==(const LearnedRule&) const = default;
    /// The same refusal: operator, dtype, form and lowering agree.
    bool sameAs(const LearnedRule& other) const;
    Json toJson() const;
    static Result<LearnedRule> fromJson(const Json& json);
};

/// The way a node is written, as far as runtimes tell ways apart: constant inputs, element classes,
/// ranks of what is computed, names of attributes: "Clip(f4,=f,=f)", "Conv(f4,=i8){group,pads}". A
/// shape with open sizes has a `?`.
std::string nodeForm(const ir::Graph& graph, const ir::Node& node);
/// With all sizes, and values of number attributes, where nodeForm does not tell a refused node
/// from an accepted one.
std::string exactNodeForm(const ir::Graph& graph, const ir::Node& node);

/// What tells lowerings apart that runtimes may judge differently: "int8/s8/per_channel", "fp16".
std::string planForm(const PrecisionPlan& plan);

bool forbids(const LearnedRule& rule, const ir::Graph& graph, const ir::Node& node);
/// The first rule that forbids a node of the model, with the node's label.
struct Violation {
    const LearnedRule* rule = nullptr;
    std::string node;
};
std::optional<Violation> firstViolation(std::span<const LearnedRule> rules, const ir::Model& model);
/// The rule that forbids the lowering: seen with this very form of it, or with two others of the
/// same precision.
const LearnedRule* forbiddingPlan(std::span<const LearnedRule> rules, const PrecisionPlan& plan);

/// `rule` as seen with another lowering.
LearnedRule ruleOfPlan(LearnedRule rule, const PrecisionPlan& plan);

/// "ConvInteger is not supported by opencv 4.6.0 on local: learned on 2026-11-30 (…)".
std::string ruleText(const LearnedRule& rule, std::string_view device);

} // namespace metainfer::candidates
