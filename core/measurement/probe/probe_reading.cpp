// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading back what a probe wrote.
#include "measurement/probe/probe_reading.h"

#include "measurement/json_fields.h"

namespace metainfer::measurement {
namespace {

/// Calls `read` for each entry of the list at `key`; a list that is absent is an empty one.
template <typename Function>
Status eachOf(const Json& json, const char* key, Function read) {
    const auto it = json.find(key);
    if (it == json.end() || it->is_null())
        return {};
    if (!it->is_array())
        return fail(ErrorCode::InvalidArgument, fmt::format("`{}` must be a list", key));
    for (const Json& entry : *it) {
        if (!entry.is_object())
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("an entry of `{}` must be an object", key));
        read(entry);
    }
    return {};
}

Status readMachine(const Json& json, ProbeResult& result) {
    MI_CHECK(eachOf(json, "compute", [&](const Json& rate) {
        result.compute.push_back({jsonValue<std::string>(rate, "dtype", ""),
                                  jsonValue(rate, "threads", 1), jsonValue(rate, "gflops", 0.0),
                                  jsonValue(rate, "native", true),
                                  jsonValue<std::string>(rate, "kernel", ""),
                                  jsonValue<std::string>(rate, "reason", "")});
    }));
    MI_CHECK(eachOf(json, "bandwidth", [&](const Json& sample) {
        result.bandwidth.push_back({jsonValue<std::string>(sample, "pattern", ""),
                                    jsonValue(sample, "footprint_bytes", 0.0),
                                    jsonValue(sample, "threads", 1), jsonValue(sample, "gbps", 0.0),
                                    optionalValue<double>(sample, "latency_ns")});
    }));
    MI_CHECK(eachOf(json, "caches", [&](const Json& cache) {
        result.caches.push_back(
            {jsonValue<std::string>(cache, "level", ""), jsonValue(cache, "size_bytes", 0.0),
             jsonValue(cache, "line_bytes", 0), jsonValue(cache, "instances", 1)});
    }));
    MI_CHECK(eachOf(json, "knees", [&](const Json& knee) {
        result.knees.push_back(
            {jsonValue(knee, "footprint_bytes", 0.0), jsonValue(knee, "gbps_before", 0.0),
             jsonValue(knee, "gbps_after", 0.0), jsonValue<std::string>(knee, "level", ""),
             jsonValue(knee, "level_bytes", 0.0)});
    }));
    return eachOf(json, "scaling", [&](const Json& point) {
        result.scaling.push_back(
            {jsonValue(point, "threads", 1), jsonValue(point, "speedup", 1.0)});
    });
}

using Numbers = std::vector<double>;

AlignmentSweep sweepFromJson(const Json& json) {
    AlignmentSweep sweep{jsonValue<std::string>(json, "family", ""),
                         jsonValue<std::string>(json, "dtype", ""),
                         jsonValue<std::string>(json, "axis", ""),
                         {}};
    for (const Json& point : jsonValue(json, "points", Json::array()))
        if (point.is_object())
            sweep.points.push_back({jsonValue(point, "channels", 0), jsonValue(point, "us", 0.0),
                                    jsonValue(point, "mad_us", 0.0)});
    return sweep;
}

Status readSessions(const Json& json, ProbeResult& result) {
    MI_CHECK(eachOf(json, "sustained", [&](const Json& sample) {
        result.sustained.push_back({jsonValue(sample, "seconds", 0.0),
                                    jsonValue(sample, "gflops", 0.0),
                                    optionalValue<double>(sample, "clock_mhz"),
                                    optionalValue<double>(sample, "temperature_c")});
    }));
    MI_CHECK(eachOf(json, "streams", [&](const Json& point) {
        result.streams.push_back({jsonValue(point, "instances", 1),
                                  jsonValue(point, "requests_per_second", 0.0),
                                  jsonValue(point, "spread", 0.0)});
    }));
    MI_CHECK(eachOf(json, "open_shapes", [&](const Json& compared) {
        result.shapes.push_back({jsonValue<std::string>(compared, "family", ""),
                                 jsonValue<Numbers>(compared, "log_ratios", {}),
                                 jsonValue<std::string>(compared, "error", "")});
    }));
    MI_CHECK(eachOf(json, "first_runs", [&](const Json& first) {
        result.firstRuns.push_back({jsonValue<std::string>(first, "family", ""),
                                    jsonValue<Numbers>(first, "load_us", {}),
                                    jsonValue<Numbers>(first, "first_us", {}),
                                    jsonValue<Numbers>(first, "steady_us", {})});
    }));
    return eachOf(json, "alignment",
                  [&](const Json& sweep) { result.alignment.push_back(sweepFromJson(sweep)); });
}

Status readLists(const Json& json, ProbeResult& result) {
    Status status;
    MI_CHECK(eachOf(json, "thread_rows", [&](const Json& item) {
        if (auto row = hardware::ProbeRow::fromJson(item))
            result.threadRows.push_back(std::move(*row));
        else if (status)
            status = failWith(row.error(), "in `thread_rows`");
    }));
    MI_CHECK(eachOf(json, "findings", [&](const Json& item) {
        if (auto finding = ProbeFinding::fromJson(item))
            result.findings.push_back(std::move(*finding));
        else if (status)
            status = failWith(finding.error(), "in `findings`");
    }));
    return status;
}

} // namespace

Result<ProbeResult> probeResultFromJson(const Json& json) {
    ProbeResult result;
    MI_ASSIGN(result.rows, hardware::probeRowsFromJson(json)); // checks the schema
    MI_ASSIGN(result.suite, parseProbeSuite(jsonValue<std::string>(json, "suite", "")));
    result.device = jsonValue<std::string>(json, "device", "");
    result.startedAt = jsonValue<std::string>(json, "started_at", "");
    result.seconds = jsonValue(json, "seconds", 0.0);
    if (const auto it = json.find("environment"); it != json.end() && it->is_object()) {
        MI_ASSIGN(result.environment, hardware::Environment::fromJson(*it));
    }
    result.runtime = jsonValue<std::string>(json, "runtime", "");
    result.provider = jsonValue<std::string>(json, "provider", "");
    MI_CHECK(readMachine(json, result));
    MI_CHECK(readSessions(json, result));
    MI_CHECK(readLists(json, result));
    result.launchWallUs = optionalValue<double>(json, "launch_wall_us");
    result.launchCpuUs = optionalValue<double>(json, "launch_cpu_us");
    result.skipped = jsonValue<std::size_t>(json, "skipped", 0);
    result.resumed = jsonValue<std::size_t>(json, "resumed", 0);
    result.problems = jsonValue<std::vector<std::string>>(json, "problems", {});
    if (const auto it = json.find("validity"); it != json.end()) {
        MI_ASSIGN(result.validity, Validity::fromJson(*it));
    }
    return result;
}

} // namespace metainfer::measurement
