// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the agent reports, turned into the values of this folder.
#include "measurement/agent_values.h"

#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <numeric>

namespace metainfer::measurement {
namespace {

constexpr double kShortestUs = 200'000; // 20 ticks of the kernel's 10 ms accounting

} // namespace

MachineState fromAgent(const metainfer::MachineState& state, const std::vector<int>& pinTo) {
    MachineState result;
    if (!state.frequenciesMhz.empty())
        result.clockMhz =
            std::accumulate(state.frequenciesMhz.begin(), state.frequenciesMhz.end(), 0.0) /
            static_cast<double>(state.frequenciesMhz.size());
    if (!state.governor.empty())
        result.governor = state.governor;
    if (state.temperatureC >= 0)
        result.temperatureC = state.temperatureC;
    if (state.loadAverage >= 0)
        result.load1 = state.loadAverage;
    if (state.throttleCount >= 0)
        result.throttleEvents = static_cast<std::uint64_t>(state.throttleCount);
    if (!pinTo.empty())
        result.pinning = fmt::format("cpus {}", fmt::join(pinTo, ","));
    return result;
}

void addUsage(MachineState& after, const metainfer::MachineState& from,
              const metainfer::MachineState& to, double elapsedUs, double ownCpuUs, int cores) {
    if (elapsedUs < kShortestUs)
        return;
    if (from.stealUs >= 0 && to.stealUs >= from.stealUs && cores > 0)
        after.stolen = (to.stealUs - from.stealUs) / (elapsedUs * cores);
    if (from.busyCpuUs >= 0 && to.busyCpuUs >= from.busyCpuUs)
        after.otherLoad = std::max(0.0, (to.busyCpuUs - from.busyCpuUs - ownCpuUs) / elapsedUs);
}

void addStateEvidence(GradeEvidence& evidence, const MachineState& before,
                      const MachineState& after) {
    if (before.throttleEvents && after.throttleEvents &&
        *after.throttleEvents >= *before.throttleEvents)
        evidence.throttleEvents = *after.throttleEvents - *before.throttleEvents;
    if (before.clockMhz && after.clockMhz && *before.clockMhz > 0)
        evidence.clockChange = std::abs(*after.clockMhz - *before.clockMhz) / *before.clockMhz;
    evidence.governorChanged = before.governor != after.governor;
    evidence.stolen = after.stolen;
    evidence.otherLoad = after.otherLoad;
}

void parseTypedShapes(std::string_view text, std::vector<std::string>& types,
                      std::vector<std::vector<std::int64_t>>& dims) {
    while (!text.empty()) {
        const std::string_view item = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), item.size() + 1));
        const auto open = item.find('[');
        if (open == std::string_view::npos || item.back() != ']')
            continue;
        types.emplace_back(item.substr(0, open));
        auto& list = dims.emplace_back();
        const char* at = item.data() + open + 1;
        const char* end = item.data() + item.size() - 1;
        while (at < end) {
            std::int64_t value = -1;
            const char* next = std::from_chars(at, end, value).ptr;
            list.push_back(value);
            at = std::find(next, end, ',');
            at += at < end;
        }
    }
}

OperatorTime operatorFromAgent(const NodeProfile& node, int runs) {
    OperatorTime op;
    op.node = node.name;
    op.opType = node.opType;
    op.provider = node.provider;
    op.calls = static_cast<double>(node.count) / std::max(runs, 1);
    // The median: one preempted execution would outweigh all others in a mean.
    op.us = node.medianUs * op.calls;
    op.outputBytes = node.outputBytes;
    op.weightBytes = node.parameterBytes;
    parseTypedShapes(node.inputShapes, op.inputTypes, op.inputDims);
    parseTypedShapes(node.outputShapes, op.outputTypes, op.outputDims);
    return op;
}

} // namespace metainfer::measurement
