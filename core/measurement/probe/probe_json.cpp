// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A probe's result as JSON, for people and for other machines.
#include "measurement/json_fields.h"
#include "measurement/probe/probe.h"

namespace metainfer::measurement {
namespace {

template <typename T, typename Function>
Json listOf(const std::vector<T>& items, Function toJson) {
    Json list = Json::array();
    for (const T& item : items)
        list.push_back(toJson(item));
    return list;
}

} // namespace

Json ProbeResult::toJson() const {
    Json json = hardware::probeRowsToJson(rows); // schema and rows first
    for (Json& row : json["rows"]) {
        const auto parsed = hardware::ProbeRow::fromJson(row);
        const auto tier = parsed ? tierOf(*parsed, *this) : std::nullopt;
        row["tier"] = tier ? Json(hardware::opTierName(*tier)) : Json();
    }
    json["suite"] = probeSuiteName(suite);
    json["device"] = device;
    json["started_at"] = startedAt;
    json["seconds"] = seconds;
    json["environment"] = environment.toJson();
    json["compute"] = listOf(compute, [](const ComputeRate& rate) {
        return Json{{"dtype", rate.dtype},   {"threads", rate.threads}, {"gflops", rate.gflops},
                    {"native", rate.native}, {"kernel", rate.kernel},   {"reason", rate.reason}};
    });
    json["bandwidth"] = listOf(bandwidth, [](const BandwidthSample& sample) {
        return Json{{"pattern", sample.pattern},
                    {"footprint_bytes", sample.footprintBytes},
                    {"threads", sample.threads},
                    {"gbps", sample.gbps},
                    {"latency_ns", orNull(sample.latencyNs)}};
    });
    json["caches"] = listOf(caches, [](const CacheLevel& cache) {
        return Json{{"level", cache.level},
                    {"size_bytes", cache.sizeBytes},
                    {"line_bytes", cache.lineBytes},
                    {"instances", cache.instances}};
    });
    json["knees"] = listOf(knees, [](const BandwidthKnee& knee) {
        return Json{{"footprint_bytes", knee.footprintBytes},
                    {"gbps_before", knee.gbpsBefore},
                    {"gbps_after", knee.gbpsAfter},
                    {"level", knee.level},
                    {"level_bytes", knee.levelBytes}};
    });
    json["launch_wall_us"] = orNull(launchWallUs);
    json["launch_cpu_us"] = orNull(launchCpuUs);
    json["scaling"] = listOf(scaling, [](const hardware::ScalingPoint& point) {
        return Json{{"threads", point.cores}, {"speedup", point.speedup}};
    });
    json["skipped"] = skipped;
    json["problems"] = problems;
    json["validity"] = validity.toJson();
    return json;
}

} // namespace metainfer::measurement
