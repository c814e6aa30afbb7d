// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Operators that run as several others, or somewhere else than asked for.
#include "measurement/probe/analysis/analysis.h"
#include "measurement/probe/operator_probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace metainfer::measurement::probe {
namespace {

using hardware::ProbeRow;

std::vector<std::string> parts(const std::string& text, char separator) {
    std::vector<std::string> list;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(separator, at), text.size());
        list.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return list;
}

/// Several operators did its work and none of them is a form of it.
bool isDecomposed(const ProbeRow& row) {
    if (row.op == "Attention" || row.op == "MatMulInteger")
        return false; // these stand for several
    std::size_t own = 0;
    for (const std::string& type : parts(row.kernel, '+')) {
        if (type.find(row.op) != std::string::npos)
            return false;
        own += !isConversion(type) && type != "Transpose";
    }
    return own > 1;
}

bool isElsewhere(const ProbeRow& row, const std::string& expected) {
    const auto providers = parts(row.provider, ',');
    return std::any_of(providers.begin(), providers.end(),
                       [&](const std::string& name) { return name != expected; });
}

struct Group {
    std::size_t cases = 0, fallen = 0;
    std::string kernel;
    std::vector<std::string> evidence;
};
using Groups = std::map<std::tuple<std::string, std::string, std::string>, Group>;

template <typename Predicate>
Groups groupsOf(const ProbeResult& probe, std::string ProbeRow::*shown, Predicate hasFallen) {
    Groups groups;
    for (const ProbeRow& row : probe.rows) {
        if (!isTimed(row) || row.kernel.empty())
            continue;
        Group& group = groups[{row.family, row.op, row.dtype}];
        ++group.cases;
        if (!hasFallen(row))
            continue;
        ++group.fallen;
        group.kernel = row.*shown;
        group.evidence.push_back(evidenceText(row));
    }
    return groups;
}

void add(const Groups& groups, FindingKind kind, const char* fact, Grade grade,
         Findings& findings) {
    for (const auto& [key, group] : groups) {
        if (group.fallen == 0)
            continue;
        ProbeFinding finding;
        finding.kind = kind;
        std::tie(finding.family, finding.subject, finding.dtype) = key;
        finding.value =
            Interval::exact(static_cast<double>(group.fallen) / static_cast<double>(group.cases));
        // The runtime itself says so; nothing is estimated.
        finding.confidence = confidenceOf(0, group.cases, std::nullopt, grade);
        finding.facts = {{fact, group.kernel},
                         {"cases", fmt::format("{} of {}", group.fallen, group.cases)}};
        finding.evidence = group.evidence;
        findings.push_back(std::move(finding));
    }
}

} // namespace

void findFallbacks(const ProbeResult& probe, Findings& findings) {
    add(groupsOf(probe, &ProbeRow::kernel, isDecomposed), FindingKind::Decomposed, "kernel",
        Grade::Valid, findings);
    if (probe.provider.empty())
        return;
    const auto elsewhere = [&](const ProbeRow& row) { return isElsewhere(row, probe.provider); };
    add(groupsOf(probe, &ProbeRow::provider, elsewhere), FindingKind::OtherProvider, "provider",
        Grade::Valid, findings);
}

} // namespace metainfer::measurement::probe
