// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Measurements and machine states as JSON.
#include "measurement/measurement.h"

#include "measurement/json_fields.h"
#include "measurement/time_text.h"

#include <fmt/format.h>

namespace metainfer::measurement {

std::string_view clockName(ClockKind clock) {
    switch (clock) {
    case ClockKind::Wall:
        return "wall";
    case ClockKind::Cpu:
        return "cpu";
    case ClockKind::Model:
        break;
    }
    return "model";
}

std::optional<ClockKind> clockFromName(std::string_view name) {
    for (const ClockKind clock : {ClockKind::Wall, ClockKind::Cpu, ClockKind::Model})
        if (name == clockName(clock))
            return clock;
    return std::nullopt;
}

Json MachineState::toJson() const {
    return Json{{"clock_mhz", orNull(clockMhz)},
                {"governor", governor},
                {"temperature_c", orNull(temperatureC)},
                {"load1", orNull(load1)},
                {"throttle_events", orNull(throttleEvents)},
                {"stolen", orNull(stolen)},
                {"other_load", orNull(otherLoad)},
                {"page_faults", orNull(pageFaults)},
                {"context_switches", orNull(contextSwitches)},
                {"pinning", pinning}};
}

Result<MachineState> MachineState::fromJson(const Json& json) {
    if (!json.is_object())
        return fail(ErrorCode::InvalidArgument, "machine state is not a JSON object");
    MachineState state;
    state.clockMhz = optionalValue<double>(json, "clock_mhz");
    state.governor = jsonValue<std::string>(json, "governor", "unknown");
    state.temperatureC = optionalValue<double>(json, "temperature_c");
    state.load1 = optionalValue<double>(json, "load1");
    state.throttleEvents = optionalValue<std::uint64_t>(json, "throttle_events");
    state.stolen = optionalValue<double>(json, "stolen");
    state.otherLoad = optionalValue<double>(json, "other_load");
    state.pageFaults = optionalValue<std::uint64_t>(json, "page_faults");
    state.contextSwitches = optionalValue<std::uint64_t>(json, "context_switches");
    state.pinning = jsonValue<std::string>(json, "pinning", "none");
    return state;
}

Measurement Measurement::failed(std::string label, Error error) {
    Measurement measurement;
    measurement.id = freshId("m");
    measurement.label = std::move(label);
    measurement.startedAt = utcNow();
    measurement.validity.lower(Grade::Invalid, std::string(errorCodeName(error.code)));
    measurement.failure = std::move(error);
    return measurement;
}

Json Measurement::toJson() const {
    Json json{{"schema", "metainfer.measurement/1"},
              {"id", id},
              {"label", label},
              {"device", device},
              {"source", numberSourceName(source)},
              {"protocol", protocol},
              {"ratio_clock", clockName(ratioClock)},
              {"batch", batch}};
    if (failure)
        json["failure"] = errorToJson(*failure);
    if (wall.n() > 0)
        json["wall_us"] = wall.toJson();
    if (cpu.n() > 0)
        json["cpu_us"] = cpu.toJson();
    if (simulatedUs)
        json["simulated_us"] = intervalToJson(*simulatedUs);
    json["requests_per_second"] = requestsPerSecond;
    json["samples_per_second"] = samplesPerSecond;
    json["peak_memory_bytes"] = orNull(peakMemoryBytes);
    json["load_ms"] = orNull(loadMs);
    json["first_inference_ms"] = orNull(firstInferenceMs);
    json["model_bytes"] = orNull(modelBytes);
    json["validity"] = validity.toJson();
    json["before"] = before.toJson();
    json["after"] = after.toJson();
    json["environment"] = environment;
    json["runtime_library"] = runtimeLibrary;
    json["started_at"] = startedAt;
    return json;
}

Result<Measurement> Measurement::fromJson(const Json& json) {
    MI_CHECK(checkSchema(json, "metainfer.measurement", 1));
    Measurement m;
    m.id = jsonValue<std::string>(json, "id", "");
    m.label = jsonValue<std::string>(json, "label", "");
    m.device = jsonValue<std::string>(json, "device", "");
    m.protocol = jsonValue<std::string>(json, "protocol", "");
    m.batch = jsonValue(json, "batch", 1);
    const auto source = numberSourceFromName(jsonValue<std::string>(json, "source", ""));
    const auto clock = clockFromName(jsonValue<std::string>(json, "ratio_clock", ""));
    if (!source || !clock)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("measurement `{}`: `source` or `ratio_clock` is not known", m.id));
    m.source = *source;
    m.ratioClock = *clock;
    if (json.contains("failure"))
        m.failure = errorFromJson(json["failure"]);
    if (json.contains("wall_us")) {
        MI_ASSIGN(m.wall, SampleSummary::fromJson(json["wall_us"]));
    }
    if (json.contains("cpu_us")) {
        MI_ASSIGN(m.cpu, SampleSummary::fromJson(json["cpu_us"]));
    }
    if (json.contains("simulated_us"))
        m.simulatedUs = intervalFromJson(json["simulated_us"]);
    m.requestsPerSecond = jsonValue(json, "requests_per_second", 0.0);
    m.samplesPerSecond = jsonValue(json, "samples_per_second", 0.0);
    m.peakMemoryBytes = optionalValue<std::uint64_t>(json, "peak_memory_bytes");
    m.loadMs = optionalValue<double>(json, "load_ms");
    m.firstInferenceMs = optionalValue<double>(json, "first_inference_ms");
    m.modelBytes = optionalValue<std::uint64_t>(json, "model_bytes");
    MI_ASSIGN(m.validity, Validity::fromJson(jsonValue(json, "validity", Json())));
    MI_ASSIGN(m.before, MachineState::fromJson(jsonValue(json, "before", Json::object())));
    MI_ASSIGN(m.after, MachineState::fromJson(jsonValue(json, "after", Json::object())));
    m.environment = jsonValue<std::string>(json, "environment", "");
    m.runtimeLibrary = jsonValue<std::string>(json, "runtime_library", "");
    m.startedAt = jsonValue<std::string>(json, "started_at", "");
    return m;
}

} // namespace metainfer::measurement
