// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What smaller types are worth: int8 that runs as float, types that are slower than fp32.
#include "measurement/probe/analysis/analysis.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

namespace metainfer::measurement::probe {
namespace {

using hardware::ProbeRow;

constexpr double kGain = 0.9;     // a type that is worth its name saves more than this
constexpr double kPenalty = 1.05; // slower than that is a penalty

struct Group {
    std::vector<double> logs; ///< ln(time over fp32's)
    std::vector<std::string> evidence;
    std::map<std::string, int> kernels; ///< of the rows in float
    std::size_t inFloat = 0, known = 0; ///< rows whose kernel was seen
};

/// The same work in fp32: its time in the layout that the runtime chose.
std::map<std::string, const ProbeRow*> floatRows(const ProbeResult& probe) {
    std::map<std::string, const ProbeRow*> rows;
    for (const ProbeRow& row : probe.rows)
        if (row.dtype == "fp32" && isTimed(row))
            rows.emplace(caseText(row), &row);
    return rows;
}

std::string floatCase(const ProbeRow& row) {
    ProbeRow other = row;
    if (other.op == "MatMulInteger")
        other.op = "MatMul";
    return caseText(other);
}

std::string commonest(const std::map<std::string, int>& counts) {
    std::string best;
    int most = 0;
    for (const auto& [name, count] : counts)
        if (count > most) {
            best = name;
            most = count;
        }
    return best;
}

ProbeFinding findingOf(FindingKind kind, const std::string& family, const std::string& dtype,
                       const Group& group, const MeanEstimate& estimate, double p, Grade grade) {
    ProbeFinding finding;
    finding.kind = kind;
    finding.family = family;
    finding.dtype = dtype;
    finding.value = exponential(estimate.value);
    finding.confidence = confidenceOf(p, group.logs.size(), estimate.standardDeviation, grade);
    finding.facts["cases"] = fmt::format("{}", group.logs.size());
    if (group.known > 0)
        finding.facts["in_float"] = fmt::format("{}", group.inFloat);
    if (const std::string kernel = commonest(group.kernels); !kernel.empty())
        finding.facts["kernel"] = kernel;
    finding.evidence = group.evidence;
    return finding;
}

double tailFrom(const MeanEstimate& estimate, double ratio) {
    const double error = estimate.standardDeviation / std::sqrt(static_cast<double>(estimate.n));
    return error > 0 ? studentTail((estimate.value.value - std::log(ratio)) / error,
                                   std::max<int>(1, static_cast<int>(estimate.n) - 1))
                     : 0;
}

} // namespace

void findTypeUse(const ProbeResult& probe, Findings& findings) {
    const auto inFp32 = floatRows(probe);
    std::map<std::pair<std::string, std::string>, Group> groups;
    for (const ProbeRow& row : probe.rows) {
        const auto it = inFp32.find(floatCase(row));
        if (row.dtype == "fp32" || !isTimed(row) || it == inFp32.end())
            continue;
        Group& group = groups[{row.family, row.dtype}];
        group.logs.push_back(std::log(*row.p50Us / *it->second->p50Us));
        group.evidence.push_back(evidenceText(row));
        group.known += !row.kernel.empty();
        if (row.error.find("computed in float") != std::string::npos) {
            ++group.inFloat;
            ++group.kernels[row.kernel];
        }
    }
    for (const auto& [key, group] : groups) {
        const auto& [family, dtype] = key;
        const MeanEstimate estimate = meanOf(group.logs, kRepeatNoise);
        const bool inFloat = 2 * group.inFloat > group.logs.size();
        const bool noFaster =
            estimate.value.high >= -kRepeatNoise && estimate.value.value > std::log(kGain);
        if (inFloat && noFaster) {
            const auto kind =
                dtype == "int8" ? FindingKind::IntegerAsFloat : FindingKind::HalfAsFloat;
            // Its kernels are seen; what is left is the chance that it saves time all the same.
            findings.push_back(findingOf(kind, family, dtype, group, estimate,
                                         tailFrom(estimate, kGain), probe.validity.grade));
        } else if (estimate.value.low > std::log(kPenalty)) {
            findings.push_back(findingOf(FindingKind::TypePenalty, family, dtype, group, estimate,
                                         estimate.p, probe.validity.grade));
        }
    }
}

} // namespace metainfer::measurement::probe
