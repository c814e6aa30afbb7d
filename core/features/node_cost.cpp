// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Support by the profile's lists and matrix, time by its roofline.
#include "features/node_cost.h"

namespace metainfer::features {
namespace {

/// Families of graphs' bookkeeping, for which profiles give no rates and devices need no unit.
bool isBookkeeping(const NodeFeatures& row) {
    return row.family == "constant" || row.family == "shape" || row.family == "control";
}

void judgeSupport(const hardware::Profile& target, NodeFeatures& row) {
    using hardware::OpStatus;
    using hardware::OpTier;
    const auto tier = target.tierOf(row.family, row.dtype);
    const auto* record = target.record(row.family, row.dtype);
    const auto named = [&](std::string_view list) {
        return fmt::format("{} is in {} of {}", row.family, list, target.name);
    };
    if (record && record->status == OpStatus::Unsupported) {
        row.support = Support::Unsupported;
        row.supportReason = fmt::format("{} at {} is unsupported in the operator matrix of {}",
                                        row.family, elementTypeName(row.dtype), target.name);
    } else if (tier == OpTier::Unsupported) {
        row.support = Support::Unsupported;
        row.supportReason = named("ops.unsupported_ops");
    } else if (row.work && row.work->macs > 0 && !target.supports(row.dtype)) {
        row.support = Support::Unsupported;
        row.supportReason =
            fmt::format("{} does not compute in {}", target.name, elementTypeName(row.dtype));
    } else if (record && record->status != OpStatus::Native) {
        row.support = Support::Slow;
        row.supportReason = fmt::format("{} at {} is {}{}", row.family, elementTypeName(row.dtype),
                                        hardware::opStatusName(record->status),
                                        record->note.empty() ? "" : ": " + record->note);
    } else if (tier == OpTier::Slow) {
        row.support = Support::Slow;
        row.supportReason = named("ops.slow_ops");
    } else if (tier) {
        row.support = Support::Native;
    }
}

} // namespace

ElementType computeType(const ir::Graph& graph, const ir::Node& node) {
    for (const ir::ValueId input : node.inputs) {
        const ElementType type =
            input.isValid() ? graph.tensorType(input).element : ElementType::Undefined;
        if (isFloatingPoint(type) || type == ElementType::Int8 || type == ElementType::UInt8)
            return type;
    }
    for (const ir::ValueId output : node.outputs)
        if (output.isValid())
            return graph.tensorType(output).element;
    return ElementType::Undefined;
}

void judge(const hardware::Profile& target, NodeFeatures& row) {
    judgeSupport(target, row);
    if (!row.work)
        return;
    const bool isFree = row.work->flops == 0 && row.work->bytes() == 0;
    if (isFree || isBookkeeping(row)) {
        row.estimatedUs = 0;
        return;
    }
    hardware::Work work;
    work.flops = row.work->flops;
    work.bytes = row.work->bytes();
    work.footprintBytes = row.work->bytes();
    work.dtype = row.dtype;
    const auto point = hardware::roofline(target, work);
    if (!point)
        return;
    double us = point->us;
    if (const auto* record = target.record(row.family, row.dtype);
        record && record->gflops && *record->gflops > 0)
        us = std::max(us, work.flops / (*record->gflops * 1e3 *
                                        hardware::threadSpeedup(target, work.threads)));
    const double launch = target.launchOverheadUs().value_or(0);
    row.bound = launch > us ? hardware::Bound::Launch : point->bound;
    row.estimatedUs = us + launch;
}

} // namespace metainfer::features
