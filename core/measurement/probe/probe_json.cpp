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

/// What was measured over time, over sessions and over channels.
void addSessions(Json& json, const ProbeResult& probe) {
    json["sustained"] = listOf(probe.sustained, [](const SustainedSample& sample) {
        return Json{{"seconds", sample.seconds},
                    {"gflops", sample.gflops},
                    {"clock_mhz", orNull(sample.clockMhz)},
                    {"temperature_c", orNull(sample.temperatureC)}};
    });
    json["streams"] = listOf(probe.streams, [](const StreamPoint& point) {
        return Json{{"instances", point.instances},
                    {"requests_per_second", point.requestsPerSecond},
                    {"spread", point.spread}};
    });
    json["open_shapes"] = listOf(probe.shapes, [](const ShapeComparison& compared) {
        return Json{{"family", compared.family},
                    {"log_ratios", compared.logRatios},
                    {"error", compared.error}};
    });
    json["first_runs"] = listOf(probe.firstRuns, [](const FirstRun& first) {
        return Json{{"family", first.family},
                    {"load_us", first.loadUs},
                    {"first_us", first.firstUs},
                    {"steady_us", first.steadyUs}};
    });
    json["alignment"] = listOf(probe.alignment, [](const AlignmentSweep& sweep) {
        return Json{{"family", sweep.family},
                    {"dtype", sweep.dtype},
                    {"axis", sweep.axis},
                    {"points", listOf(sweep.points, [](const AlignmentSweep::Point& point) {
                         return Json{{"channels", point.channels},
                                     {"us", point.us},
                                     {"mad_us", point.madUs}};
                     })}};
    });
}

} // namespace

Json ProbeResult::toJson() const {
    Json json = hardware::probeRowsToJson(rows); // schema and rows first
    json["runtime"] = runtime;
    json["provider"] = provider;
    json["thread_rows"] = listOf(threadRows, [](const auto& row) { return row.toJson(); });
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
    addSessions(json, *this);
    json["findings"] = listOf(findings, [](const auto& finding) { return finding.toJson(); });
    json["skipped"] = skipped;
    json["resumed"] = resumed;
    json["problems"] = problems;
    json["validity"] = validity.toJson();
    return json;
}

} // namespace metainfer::measurement
