// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Mean log ratios by family, with the noise between the two runs and Holm's correction.
#include "measurement/probe/probe_changes.h"

#include "measurement/json_fields.h"
#include "measurement/probe/analysis/analysis.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace metainfer::measurement {
namespace {

using hardware::ProbeRow;

constexpr double kLevel = 0.05;
constexpr double kSmallest = 0.05;     // smaller differences repeat no better
constexpr double kMachineNoise = 0.04; // between two looks at one rate
constexpr double kLaunchNoise = 0.10;
constexpr std::size_t kEnoughCases = 12; // to tell a shift of everything

using Key = std::pair<std::string, std::string>;

struct Group {
    std::vector<double> logs; ///< ln(time now / time then)
    std::vector<double> spreads;
    double floor = probe::kRepeatNoise;
    bool isOperator = false;
};
using Groups = std::map<Key, Group>;

void addRows(const ProbeResult& earlier, const ProbeResult& now, Groups& groups) {
    std::map<std::string, const ProbeRow*> before;
    for (const ProbeRow& row : earlier.rows)
        if (probe::isTimed(row))
            before.emplace(probe::evidenceText(row), &row);
    for (const ProbeRow& row : now.rows) {
        const auto it = before.find(probe::evidenceText(row));
        if (!probe::isTimed(row) || it == before.end())
            continue;
        Group& group = groups[{row.family, row.dtype}];
        group.isOperator = true;
        group.logs.push_back(std::log(*row.p50Us / *it->second->p50Us));
        group.spreads.push_back(std::hypot(probe::spreadOf(row), probe::spreadOf(*it->second)));
    }
}

void addMachine(const ProbeResult& earlier, const ProbeResult& now, Groups& groups) {
    const auto put = [&groups](Key key, double log, double floor) {
        Group& group = groups[std::move(key)];
        group.floor = floor;
        group.logs.push_back(log);
    };
    for (const ComputeRate& rate : now.compute)
        if (const auto then = earlier.gflops(rate.dtype, rate.threads); then && rate.gflops > 0)
            put({"compute", rate.dtype}, std::log(*then / rate.gflops), kMachineNoise);
    for (const BandwidthSample& sample : now.bandwidth)
        for (const BandwidthSample& then : earlier.bandwidth)
            if (then.pattern == sample.pattern && then.threads == sample.threads &&
                then.footprintBytes == sample.footprintBytes && then.gbps > 0 && sample.gbps > 0)
                put({"bandwidth", sample.pattern}, std::log(then.gbps / sample.gbps),
                    2 * kMachineNoise);
    if (now.launchWallUs && earlier.launchWallUs && *now.launchWallUs > 0 &&
        *earlier.launchWallUs > 0)
        put({"launch", ""}, std::log(*now.launchWallUs / *earlier.launchWallUs), kLaunchNoise);
}

/// What two runs differ by where nothing changed: the middle half of all cases tells.
struct RunNoise {
    double shift = 0, spread = 0;
    std::size_t cases = 0;
};
RunNoise noiseOf(const Groups& groups) {
    std::vector<double> all;
    for (const auto& [key, group] : groups)
        if (group.isOperator)
            all.insert(all.end(), group.logs.begin(), group.logs.end());
    RunNoise noise;
    noise.cases = all.size();
    if (all.size() < kEnoughCases)
        return noise;
    noise.shift = median(all);
    noise.spread = 1.4826 * medianAbsoluteDeviation(all);
    return noise;
}

struct Test {
    Key key;
    probe::MeanEstimate estimate;
};

/// Holm: the smallest of m values counts m times, the next one m - 1 times, …
void adjust(std::vector<Test>& tests) {
    std::sort(tests.begin(), tests.end(),
              [](const auto& a, const auto& b) { return a.estimate.p < b.estimate.p; });
    double largest = 0;
    for (std::size_t i = 0; i < tests.size(); ++i) {
        largest = std::max(
            largest, std::min(1.0, tests[i].estimate.p * static_cast<double>(tests.size() - i)));
        tests[i].estimate.p = largest;
    }
}

ProbeChange changeOf(const Test& test) {
    return {test.key.first, test.key.second, probe::exponential(test.estimate.value),
            test.estimate.p, test.estimate.n};
}

} // namespace

ProbeComparison compareProbes(const ProbeResult& earlier, const ProbeResult& now) {
    ProbeComparison comparison;
    comparison.earlier = earlier.startedAt;
    comparison.environment = hardware::differences(earlier.environment, now.environment);
    Groups groups;
    addRows(earlier, now, groups);
    addMachine(earlier, now, groups);
    const RunNoise noise = noiseOf(groups);
    const bool allAlike = std::abs(noise.shift) > std::log(1 + kSmallest);
    std::vector<Test> tests;
    for (auto& [key, group] : groups) {
        // A shift of everything is one change; families are those that differ from it.
        if (group.isOperator && allAlike)
            for (double& log : group.logs)
                log -= noise.shift;
        double floor = group.floor;
        if (group.isOperator)
            floor = std::max({floor, noise.spread, median(group.spreads)});
        tests.push_back({key, probe::meanOf(group.logs, floor)});
    }
    comparison.compared = tests.size();
    adjust(tests);
    for (const Test& test : tests)
        if (test.estimate.p < kLevel &&
            std::abs(test.estimate.value.value) > std::log(1 + kSmallest))
            comparison.changes.push_back(changeOf(test));
    std::sort(comparison.changes.begin(), comparison.changes.end(),
              [](const auto& a, const auto& b) {
                  return std::abs(std::log(a.ratio.value)) > std::abs(std::log(b.ratio.value));
              });
    if (allAlike) {
        const double error = std::max(noise.spread, probe::kRepeatNoise) /
                             std::sqrt(static_cast<double>(noise.cases));
        const double half = studentQuantile(0.975, static_cast<int>(noise.cases) - 1) * error;
        const Interval log{noise.shift, noise.shift - half, noise.shift + half};
        const double p = probe::studentTail(noise.shift / error, static_cast<int>(noise.cases) - 1);
        comparison.changes.insert(comparison.changes.begin(),
                                  {"", "", probe::exponential(log), p, noise.cases});
    }
    return comparison;
}

Json ProbeChange::toJson() const {
    return Json{{"family", family},
                {"dtype", dtype},
                {"time_ratio", intervalToJson(ratio)},
                {"p", p},
                {"cases", cases}};
}

Json ProbeComparison::toJson() const {
    Json list = Json::array(), differences = Json::array();
    for (const ProbeChange& change : changes)
        list.push_back(change.toJson());
    for (const auto& difference : environment)
        differences.push_back(
            {{"field", difference.field}, {"before", difference.left}, {"now", difference.right}});
    return Json{{"earlier", earlier},
                {"environment", std::move(differences)},
                {"changes", std::move(list)},
                {"compared", compared}};
}

} // namespace metainfer::measurement
