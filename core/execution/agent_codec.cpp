// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One table of fields per message, walked once to write and once to read, so that the two agree.
#include "execution/agent_codec.h"

#include <algorithm>
#include <type_traits>

namespace metainfer {

namespace {

template <typename T>
struct IsVector : std::false_type {};
template <typename T>
struct IsVector<std::vector<T>> : std::true_type {};

struct Writer {
    Json json = Json::object();
    template <typename T>
    void operator()(const char* key, const T& value) {
        json[key] = encode(value);
    }
    template <typename T>
    static Json encode(const T& value) {
        if constexpr (std::is_same_v<T, std::filesystem::path>) {
            return value.string();
        } else if constexpr (std::is_same_v<T, ElementType>) {
            return static_cast<int>(value);
        } else if constexpr (std::is_constructible_v<Json, const T&> && !IsVector<T>::value) {
            return value;
        } else if constexpr (IsVector<T>::value) {
            Json array = Json::array();
            for (const auto& item : value)
                array.push_back(encode(item));
            return array;
        } else {
            return toJson(value);
        }
    }
};

struct Reader {
    const Json& json;
    template <typename T>
    void operator()(const char* key, T& value) {
        if (!json.is_object())
            return;
        const auto it = json.find(key);
        if (it != json.end() && !it->is_null())
            decodeInto(*it, value);
    }
    template <typename T>
    static void decodeInto(const Json& from, T& value) {
        if constexpr (std::is_same_v<T, std::filesystem::path>) {
            if (from.is_string())
                value = from.get_ref<const std::string&>();
        } else if constexpr (std::is_same_v<T, ElementType>) {
            if (from.is_number_integer())
                value = static_cast<ElementType>(from.get<int>());
        } else if constexpr (std::is_same_v<T, bool>) {
            value = from.is_boolean() && from.get<bool>();
        } else if constexpr (std::is_arithmetic_v<T>) {
            if (from.is_number())
                value = from.get<T>();
        } else if constexpr (std::is_same_v<T, std::string>) {
            if (from.is_string())
                value = from.get<std::string>();
        } else if constexpr (IsVector<T>::value) {
            value.clear();
            if (from.is_array())
                for (const Json& item : from)
                    decodeInto(item, value.emplace_back());
        } else {
            fromJson(from, value);
        }
    }
};

// `fields` is called with a Writer and a const message, or a Reader and a mutable one.
template <typename Visitor, typename M>
void fields(Visitor& v, M& m) requires std::is_same_v<std::remove_const_t<M>, RuntimeLibrary> {
    v("runtime", m.runtime);
    v("version", m.version);
    v("file", m.file);
    v("sha256", m.sha256);
    v("origin", m.origin);
    v("build", m.build);
    v("problem", m.problem);
    v("default", m.isDefault);
}

template <typename Visitor, typename M>
void fields(Visitor& v, M& m) requires std::is_same_v<std::remove_const_t<M>, AgentInventory> {
    v("architecture", m.hostArchitecture);
    v("kernel", m.kernel);
    v("cpu_model", m.cpuModel);
    v("microcode", m.microcode);
    v("cpu_flags", m.cpuFlags);
    v("logical_cpus", m.logicalCpus);
    v("usable_cpus", m.usableCpus);
    v("memory_bytes", m.memoryBytes);
    v("runtimes", m.runtimes);
}

template <typename Visitor, typename M>
void fields(Visitor& v, M& m) requires std::is_same_v<std::remove_const_t<M>, AgentHello> {
    v("protocol_major", m.protocolMajor);
    v("protocol_minor", m.protocolMinor);
    v("agent_version", m.agentVersion);
    v("capabilities", m.capabilities);
    v("default_memory_limit", m.defaultMemoryLimit);
    v("max_runners", m.maxRunners);
    v("instance", m.instance);
}

template <typename Visitor, typename M>
void fields(Visitor& v, M& m) requires std::is_same_v<std::remove_const_t<M>, ExecReport> {
    v("by_signal", m.bySignal);
    v("code", m.code);
    v("signal", m.signal);
    v("out", m.out);
    v("err", m.err);
    v("wall_seconds", m.wallSeconds);
    v("cpu_seconds", m.cpuSeconds);
    v("peak_resident_bytes", m.peakResidentBytes);
    v("outputs", m.outputs);
}

template <typename Visitor, typename M>
void fields(Visitor& v, M& m) requires std::is_same_v<std::remove_const_t<M>, ReportedType> {
    v("name", m.name);
    v("element", m.element);
    v("is_tensor", m.isTensor);
    v("has_shape", m.hasShape);
    v("dims", m.dims);
    v("symbols", m.symbols);
}

template <typename Visitor, typename M>
void fields(Visitor& v, M& m) requires std::is_same_v<std::remove_const_t<M>, ModelTypes> {
    v("inputs", m.inputs);
    v("outputs", m.outputs);
}

template <typename Visitor, typename M>
void fields(Visitor& v, M& m) requires std::is_same_v<std::remove_const_t<M>, LoadReport> {
    v("runtime_version", m.runtimeVersion);
    v("library_file", m.libraryFile);
    v("library_sha256", m.librarySha256);
    v("load_us", m.loadUs);
    v("unknown_optimizers", m.unknownOptimizers);
    v("unknown_config", m.unknownConfig);
    v("providers", m.providers);
}

template <typename Visitor, typename M>
void fields(Visitor& v, M& m) requires std::is_same_v<std::remove_const_t<M>, MachineState> {
    v("load_average", m.loadAverage);
    v("frequencies_mhz", m.frequenciesMhz);
    v("governor", m.governor);
    v("temperature_c", m.temperatureC);
    v("throttle_count", m.throttleCount);
    v("busy_cpu_us", m.busyCpuUs);
    v("steal_us", m.stealUs);
}

template <typename Visitor, typename M>
void fields(Visitor& v, M& m) requires std::is_same_v<std::remove_const_t<M>, SampleSeries> {
    v("wall_us", m.wallUs);
    v("cpu_us", m.cpuUs);
}

template <typename Visitor, typename M>
void fields(Visitor& v, M& m) requires std::is_same_v<std::remove_const_t<M>, MeasureReport> {
    v("load", m.load);
    v("first_run_us", m.firstRunUs);
    v("warmup_runs", m.warmupRuns);
    v("warmup_stable", m.warmupStable);
    v("samples", m.samples);
    v("elapsed_us", m.elapsedUs);
    v("minor_faults", m.minorFaults);
    v("major_faults", m.majorFaults);
    v("voluntary_switches", m.voluntarySwitches);
    v("involuntary_switches", m.involuntarySwitches);
    v("before", m.before);
    v("after", m.after);
    v("own_cpu_us", m.ownCpuUs);
}

template <typename Visitor, typename M>
void fields(Visitor& v, M& m) requires std::is_same_v<std::remove_const_t<M>, CompareBlock> {
    v("process", m.process);
    v("round", m.round);
    v("variant", m.variant);
    v("position", m.position);
    v("samples", m.samples);
    v("foreign_cpu_us", m.foreignCpuUs);
    v("steal_us", m.stealUs);
}

template <typename Visitor, typename M>
void fields(Visitor& v, M& m) requires std::is_same_v<std::remove_const_t<M>, NodeProfile> {
    v("name", m.name);
    v("op_type", m.opType);
    v("provider", m.provider);
    v("input_shapes", m.inputShapes);
    v("output_shapes", m.outputShapes);
    v("count", m.count);
    v("mean_us", m.meanUs);
    v("median_us", m.medianUs);
    v("sum_us", m.sumUs);
    v("output_bytes", m.outputBytes);
    v("parameter_bytes", m.parameterBytes);
    v("activation_bytes", m.activationBytes);
}

template <typename Visitor, typename M>
void fields(Visitor& v, M& m) requires std::is_same_v<std::remove_const_t<M>, ProfileReport> {
    v("load", m.load);
    v("runs", m.runs);
    v("end_to_end_mean_us", m.endToEndMeanUs);
    v("nodes", m.nodes);
}

template <typename Visitor, typename M>
void fields(Visitor& v, M& m) requires std::is_same_v<std::remove_const_t<M>, MemoryReport> {
    v("load", m.load);
    v("baseline_bytes", m.baselineBytes);
    v("after_load_bytes", m.afterLoadBytes);
    v("peak_bytes", m.peakBytes);
    v("attributable_bytes", m.attributableBytes);
}

template <typename Visitor, typename M>
void fields(Visitor& v, M& m) requires std::is_same_v<std::remove_const_t<M>, ProbeComputeReport> {
    v("dtype", m.dtype);
    v("native", m.isNative);
    v("kernel", m.kernel);
    v("reason", m.reason);
    v("ops_per_second", m.opsPerSecond);
    v("threads", m.threads);
}

template <typename Visitor, typename M>
void fields(Visitor& v, M& m) requires std::is_same_v<std::remove_const_t<M>, ProbeMemoryReport> {
    v("pattern", m.pattern);
    v("footprint_bytes", m.footprintBytes);
    v("threads", m.threads);
    v("bytes_per_second", m.bytesPerSecond);
    v("nanoseconds_per_access", m.nanosecondsPerAccess);
}

template <typename M>
Json write(const M& message) {
    Writer writer;
    fields(writer, message);
    return std::move(writer.json);
}

template <typename M>
void read(const Json& json, M& message) {
    Reader reader{json};
    fields(reader, message);
}

} // namespace

#define MI_CODEC(Message)                                                                          \
    Json toJson(const Message& message) {                                                          \
        return write(message);                                                                     \
    }                                                                                              \
    void fromJson(const Json& json, Message& message) {                                            \
        read(json, message);                                                                       \
    }

MI_CODEC(RuntimeLibrary)
MI_CODEC(AgentInventory)
MI_CODEC(AgentHello)
MI_CODEC(ReportedType)
MI_CODEC(ModelTypes)
MI_CODEC(LoadReport)
MI_CODEC(MachineState)
MI_CODEC(SampleSeries)
MI_CODEC(MeasureReport)
MI_CODEC(CompareBlock)
MI_CODEC(NodeProfile)
MI_CODEC(ProfileReport)
MI_CODEC(MemoryReport)
MI_CODEC(ProbeComputeReport)
MI_CODEC(ProbeMemoryReport)
MI_CODEC(ExecReport)

#undef MI_CODEC

bool AgentHello::knows(std::string_view method) const {
    // An agent that names none is none of ours: let it answer for itself.
    return capabilities.empty() ||
           std::find(capabilities.begin(), capabilities.end(), method) != capabilities.end();
}

Json errorToJson(const Error& error) {
    Json json;
    json["code"] = errorCodeName(error.code);
    json["message"] = error.message;
    json["hint"] = error.hint;
    if (!error.context.empty())
        json["context"] = error.context;
    return json;
}

Error errorFromJson(const Json& json) {
    Error error;
    error.code = errorCodeFromName(jsonValue(json, "code", std::string("internal")));
    error.message = jsonValue(json, "message", std::string("the agent gave no message"));
    error.hint = jsonValue(json, "hint", std::string());
    error.context = jsonValue(json, "context", std::vector<std::string>());
    return error;
}

Json variantToJson(const ModelVariant& variant) {
    Json json;
    json["model"] = variant.model.string();
    json["options"] = variant.options.toJson();
    json["label"] = variant.label;
    return json;
}

Result<ModelVariant> variantFromJson(const Json& json) {
    ModelVariant variant;
    variant.model = jsonValue(json, "model", std::string());
    variant.label = jsonValue(json, "label", std::string());
    if (variant.model.empty())
        return fail(ErrorCode::InvalidArgument, "the request names no `model`");
    if (json.contains("options")) {
        MI_ASSIGN(variant.options, SessionOptions::fromJson(json["options"]));
    }
    return variant;
}

} // namespace metainfer
