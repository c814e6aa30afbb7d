// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Several variants measured in turn in this process: rounds of blocks, one block per variant, the
// start rotating, the first run of each block discarded since it pays for the other's cache.
#include "methods.h"
#include "timed_run.h"

#include "execution/agent_codec.h"
#include "execution/machine.h"
#include "execution/tensor_file.h"

#include <algorithm>

#include <fmt/format.h>

namespace metainfer::runner {

namespace {

struct Contender {
    ModelVariant variant;
    LoadedRun loaded;
};

struct Plan {
    int process = 0, rounds = 10, runsPerBlock = 4, warmupRuns = 3;
    double maxSeconds = 120;
};

Result<Plan> readPlan(const Json& params) {
    Plan plan;
    readParameter(params, "process", plan.process);
    readParameter(params, "rounds", plan.rounds);
    readParameter(params, "runs_per_block", plan.runsPerBlock);
    readParameter(params, "warmup_runs", plan.warmupRuns);
    readParameter(params, "max_seconds", plan.maxSeconds);
    if (plan.rounds < 1 || plan.runsPerBlock < 1)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("`rounds` is {} and `runs_per_block` {}; both must be positive",
                                plan.rounds, plan.runsPerBlock));
    return plan;
}

std::string describe(const Contender& contender, std::size_t index) {
    return fmt::format("in variant {} ({})", index,
                       contender.variant.label.empty() ? contender.variant.model.string()
                                                       : contender.variant.label);
}

Status prepare(Contender& contender, const std::string& inputFile, const Plan& plan) {
    MI_ASSIGN(std::vector<NamedTensor> inputs, readTensorFile(inputFile));
    MI_ASSIGN(contender.loaded, LoadedRun::load(contender.variant, std::move(inputs)));
    SampleSeries discarded;
    return contender.loaded.timeRuns(plan.warmupRuns, discarded);
}

Result<std::vector<Contender>> prepareAll(const Json& params, const Plan& plan,
                                          const Progress& progress) {
    const Json variants = jsonValue(params, "variants", Json::array());
    const auto files = jsonValue(params, "inputs", std::vector<std::string>());
    if (variants.empty() || (files.size() != 1 && files.size() != variants.size()))
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} variants with {} sets of inputs; give one set for all or one "
                                "per variant",
                                variants.size(), files.size()));
    std::vector<Contender> contenders;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        Contender contender;
        MI_ASSIGN(contender.variant, variantFromJson(variants[i]));
        progress({{"stage", "load"}, {"variant", i}});
        if (auto status = prepare(contender, files[files.size() == 1 ? 0 : i], plan); !status)
            return failWith(status.error(), describe(contender, i));
        contenders.push_back(std::move(contender));
    }
    return contenders;
}

/// One block: a discarded run, then the kept ones. Foreign load = what all cpus did minus ours.
Result<CompareBlock> measureBlock(Contender& contender, const Plan& plan) {
    CompareBlock block;
    block.process = plan.process;
    RunnableInputs& run = *contender.loaded.run;
    MI_CHECK(run.run());
    double busyBefore = 0, stealBefore = 0, busyAfter = 0, stealAfter = 0;
    const bool hasCounters = readCpuTimes(busyBefore, stealBefore);
    const Instant start = Instant::now();
    MI_CHECK(contender.loaded.timeRuns(plan.runsPerBlock, block.samples));
    const Instant end = Instant::now();
    if (hasCounters && readCpuTimes(busyAfter, stealAfter)) {
        const double own = end.cpuUs - start.cpuUs;
        block.foreignCpuUs = std::max(0.0, busyAfter - busyBefore - own);
        block.stealUs = stealAfter - stealBefore;
    }
    run.clear();
    return block;
}

Result<std::vector<CompareBlock>> measureRound(std::vector<Contender>& contenders, const Plan& plan,
                                               int round) {
    std::vector<CompareBlock> blocks;
    for (std::size_t position = 0; position < contenders.size(); ++position) {
        const std::size_t index =
            (position + static_cast<std::size_t>(round + plan.process)) % contenders.size();
        auto block = measureBlock(contenders[index], plan);
        if (!block)
            return failWith(block.error(), describe(contenders[index], index));
        block->round = round;
        block->variant = static_cast<int>(index);
        block->position = static_cast<int>(position);
        blocks.push_back(std::move(*block));
    }
    return blocks;
}

} // namespace

Result<Json> compare(const Json& params, const Progress& progress) {
    MI_ASSIGN(const Plan plan, readPlan(params));
    MI_CHECK(pinProcess(params));
    MI_ASSIGN(std::vector<Contender> contenders, prepareAll(params, plan, progress));
    Json result;
    result["before"] = toJson(readMachineState());
    result["loads"] = Json::array();
    for (const Contender& contender : contenders)
        result["loads"].push_back(toJson(contender.loaded.session->report()));
    result["blocks"] = Json::array();
    const double end = Instant::now().wallUs + plan.maxSeconds * 1e6;
    for (int round = 0; round < plan.rounds; ++round) {
        if (round > 0 && Instant::now().wallUs >= end)
            break;
        MI_ASSIGN(const std::vector<CompareBlock> blocks, measureRound(contenders, plan, round));
        for (const CompareBlock& block : blocks) {
            progress({{"block", toJson(block)}});
            result["blocks"].push_back(toJson(block));
        }
    }
    result["after"] = toJson(readMachineState());
    return result;
}

} // namespace metainfer::runner
