// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Requests checked, and rounds read, in one way on all devices.
#include "measurement/measuring_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace metainfer::measurement {
namespace {

constexpr double kForeignUs = 20'000, kForeignShare = 0.05;

} // namespace

Status checkModelFile(const Workload& workload) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(workload.model, error))
        return fail(ErrorCode::NotFound,
                    fmt::format("`{}`: no model file {}", workload.label, workload.model.string()));
    if (workload.batch < 1)
        return fail(ErrorCode::InvalidArgument, fmt::format("`{}`: batch is {}, legal: 1 and more",
                                                            workload.label, workload.batch));
    return {};
}

Status checkRequest(const CompareRequest& request) {
    const int fewest = request.purpose == ComparisonPurpose::Confirmation
                           ? static_cast<int>(kFinalistProcesses)
                           : 1;
    if (request.variants.empty())
        return fail(ErrorCode::InvalidArgument, "comparison without a variant");
    if (request.processes < fewest || request.processes > 1000)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("comparison over {} processes, legal: {} to 1000",
                                request.processes, fewest));
    if (request.rounds < 1 || request.rounds > 10'000)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("comparison of {} rounds, legal: 1 to 10000", request.rounds));
    if (!(request.level > 0 && request.level < 1))
        return fail(
            ErrorCode::InvalidArgument,
            fmt::format("comparison at level {}, legal: above 0 and below 1", request.level),
            "0.95 is usual");
    std::set<std::string> labels{request.base.label};
    for (const Workload& variant : request.variants)
        if (!labels.insert(variant.label).second)
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("comparison: the label `{}` is there twice", variant.label));
    return {};
}

Status checkProfileRuns(int runs) {
    if (runs < 1)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} profile runs, legal: 1 and more", runs));
    return {};
}

double blockValue(const std::vector<double>& wallUs, const std::vector<double>& cpuUs,
                  ClockKind clock) {
    const auto& values = clock == ClockKind::Cpu ? cpuUs : wallUs;
    if (values.empty())
        return 0;
    return clock == ClockKind::Cpu ? *std::min_element(values.begin(), values.end())
                                   : median(values);
}

bool isDisturbed(double foreignUs, double stolenUs, double wallUs) {
    return foreignUs > kForeignUs + kForeignShare * wallUs || stolenUs > kForeignUs;
}

} // namespace metainfer::measurement
