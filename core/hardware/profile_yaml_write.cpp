// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Writing a profile as YAML, and its hash.
#include "hardware/profile_yaml.h"

#include "base/file.h"
#include "base/hash.h"

#include <yaml-cpp/yaml.h>

#include <cmath>

#include <fmt/format.h>

namespace metainfer::hardware {
namespace {

YAML::Node scalar(const std::string& text) {
    return YAML::Node(text);
}
YAML::Node scalar(double value) {
    return YAML::Node(fmt::format("{}", value));
}
YAML::Node scalar(int value) {
    return YAML::Node(fmt::format("{}", value));
}
YAML::Node scalar(bool value) {
    return YAML::Node(std::string(value ? "true" : "false"));
}

/// A mapping at a path that gets its fields in order and the unknown keys at its end.
class Map {
  public:
    Map(const Profile& profile, std::string path)
        : m_profile(profile)
        , m_path(std::move(path))
        , m_node(YAML::NodeType::Map) {}

    template <typename T>
    void put(const char* key, const std::optional<T>& value) {
        if (value)
            m_node[key] = scalar(*value);
    }
    void put(const char* key, const std::string& value) {
        if (!value.empty())
            m_node[key] = scalar(value);
    }
    void put(const char* key, const YAML::Node& value) {
        if (value.IsDefined() && value.size() > 0)
            m_node[key] = value;
    }
    void put(const char* key, const std::vector<std::string>& values) { put(key, list(values)); }
    void put(const char* key, const std::vector<int>& values) { put(key, list(values)); }
    void putBytes(const std::string& name, const std::optional<double>& bytes) {
        if (!bytes)
            return;
        for (const auto& [unit, factor] : {std::pair{"_gb", 1073741824.0},
                                           std::pair{"_mb", 1048576.0}, std::pair{"_kb", 1024.0}}) {
            const double value = *bytes / factor;
            if (value >= 1 && std::floor(value * 8) == value * 8) {
                m_node[name + unit] = scalar(value);
                return;
            }
        }
        m_node[name + "_bytes"] = scalar(*bytes);
    }
    std::string at(const std::string& key) const { return m_path + "." + key; }

    YAML::Node finish(bool flow = false) {
        for (const auto& unknown : m_profile.unknownKeys) {
            if (unknown.path != m_path)
                continue;
            try {
                m_node[unknown.key] = YAML::Load(unknown.yaml);
            } catch (const YAML::Exception&) {
                m_node[unknown.key] = unknown.yaml; // came from code, not from a file
            }
        }
        if (flow)
            m_node.SetStyle(YAML::EmitterStyle::Flow);
        return m_node;
    }

    template <typename T>
    static YAML::Node list(const std::vector<T>& values) {
        YAML::Node node(YAML::NodeType::Sequence);
        for (const auto& value : values)
            node.push_back(scalar(value));
        node.SetStyle(YAML::EmitterStyle::Flow);
        return node;
    }

  private:
    const Profile& m_profile;
    std::string m_path;
    YAML::Node m_node;
};

YAML::Node rates(const std::map<ElementType, double>& values) {
    YAML::Node node(YAML::NodeType::Map);
    for (const auto& [type, rate] : values)
        node[dtypeName(type)] = scalar(rate);
    node.SetStyle(YAML::EmitterStyle::Flow);
    return node;
}

YAML::Node compute(const Profile& profile) {
    const auto& c = profile.compute;
    Map map(profile, "hardware.compute");
    map.put("cores", c.cores);
    map.put("vector_units_per_core", c.vectorUnitsPerCore);
    map.put("scalar_units_per_core", c.scalarUnitsPerCore);
    map.put("frequency_mhz", c.frequencyMhz);
    std::vector<std::string> names;
    for (const auto type : c.supportedDtypes)
        names.push_back(dtypeName(type));
    map.put("supported_dtypes", names);
    map.put("peak", rates(c.peakGflops));
    map.put("sustained", rates(c.sustainedGflops));
    if (c.matrixTile) {
        Map tile(profile, map.at("matrix_tile"));
        tile.put("m", std::optional(c.matrixTile->m));
        tile.put("n", std::optional(c.matrixTile->n));
        tile.put("k", std::optional(c.matrixTile->k));
        map.put("matrix_tile", tile.finish(true));
    }
    YAML::Node scaling(YAML::NodeType::Sequence);
    for (const auto& point : c.scaling) {
        Map one(profile, fmt::format("hardware.compute.scaling[{}]", scaling.size()));
        one.put("cores", std::optional(point.cores));
        one.put("speedup", std::optional(point.speedup));
        scaling.push_back(one.finish(true));
    }
    map.put("scaling", scaling);
    map.put("power_w", c.powerWatts);
    map.put("max_temperature_c", c.maxTemperatureC);
    return map.finish();
}

YAML::Node level(const Profile& profile, const MemoryLevel& value, std::size_t index) {
    Map map(profile, fmt::format("hardware.memory.hierarchy[{}]", index));
    map.put("level", value.level);
    map.putBytes("size", value.sizeBytes);
    map.put("bandwidth_gbps", value.bandwidthGbps);
    map.put("measured_gbps", value.measuredBandwidthGbps);
    map.put("strided_gbps", value.stridedGbps);
    map.put("random_gbps", value.randomGbps);
    map.put("latency_ns", value.latencyNs);
    map.put("instances", value.instances);
    map.put("cache_line_bytes", value.cacheLineBytes);
    map.put("dma_burst_bytes", value.dmaBurstBytes);
    map.put("managed_by", value.managedBy);
    return map.finish(true);
}

YAML::Node memory(const Profile& profile) {
    Map map(profile, "hardware.memory");
    YAML::Node levels(YAML::NodeType::Sequence);
    for (const auto& value : profile.memory.hierarchy)
        levels.push_back(level(profile, value, levels.size()));
    map.put("hierarchy", levels);
    YAML::Node curve(YAML::NodeType::Sequence);
    for (const auto& point : profile.memory.curve) {
        Map one(profile, fmt::format("hardware.memory.bandwidth_curve[{}]", curve.size()));
        one.putBytes("footprint", point.footprintBytes);
        one.put("gbps", std::optional(point.gbps));
        curve.push_back(one.finish(true));
    }
    map.put("bandwidth_curve", curve);
    map.put("alignment_bytes", profile.memory.alignmentBytes);
    return map.finish();
}

YAML::Node record(const Profile& profile, const OpRecord& value, std::size_t index) {
    Map map(profile, fmt::format("hardware.ops.matrix[{}]", index));
    map.put("op", value.op);
    if (value.dtype)
        map.put("dtype", dtypeName(*value.dtype));
    map.put("layout", value.layout);
    map.put("status", std::string(opStatusName(value.status)));
    if (value.tier)
        map.put("tier", std::string(opTierName(*value.tier)));
    map.put("gflops", value.gflops);
    map.put("gbps", value.gbps);
    map.put("overhead_us", value.overheadUs);
    map.put("threads", value.threads);
    map.put("sizes", value.sizes);
    map.put("dynamic_shape", value.dynamicShape);
    map.put("fused", value.fused);
    map.put("note", value.note);
    return map.finish(true);
}

YAML::Node ops(const Profile& profile) {
    Map map(profile, "hardware.ops");
    map.put("fast_ops", profile.ops.fast);
    map.put("medium_ops", profile.ops.medium);
    map.put("slow_ops", profile.ops.slow);
    map.put("unsupported_ops", profile.ops.unsupported);
    YAML::Node matrix(YAML::NodeType::Sequence);
    for (const auto& value : profile.ops.matrix)
        matrix.push_back(record(profile, value, matrix.size()));
    map.put("matrix", matrix);
    return map.finish();
}

YAML::Node scheduling(const Profile& profile) {
    const auto& s = profile.scheduling;
    Map map(profile, "hardware.scheduling");
    map.put("max_streams", s.maxStreams);
    map.put("kernel_launch_overhead_us", s.launchOverheadUs);
    map.put("measured_launch_overhead_us", s.measuredLaunchOverheadUs);
    map.put("supports_dynamic_shape", s.dynamicShape);
    map.put("supports_inplace_ops", s.inplaceOps);
    return map.finish();
}

YAML::Node provenance(const Profile& profile) {
    YAML::Node node(YAML::NodeType::Map);
    for (const auto& [path, entry] : profile.provenance) {
        Map map(profile, "hardware.provenance." + path);
        map.put("source", std::string(numberSourceName(entry.source)));
        map.put("date", entry.date);
        map.put("tool", entry.tool);
        map.put("environment", entry.environment);
        map.put("reference", entry.reference);
        map.put("confidence", entry.confidence);
        node[path] = map.finish(true);
    }
    return node;
}

YAML::Node document(const Profile& profile, bool withRevision) {
    Map map(profile, "hardware");
    map.put("name", profile.name);
    map.put("type", std::string(deviceTypeName(profile.type)));
    map.put("vendor", profile.vendor);
    map.put("description", profile.description);
    map.put("compute", compute(profile));
    map.put("memory", memory(profile));
    map.put("ops", ops(profile));
    map.put("scheduling", scheduling(profile));
    Map quantization(profile, "hardware.quantization");
    quantization.put("supported_schemes", profile.quantization.schemes);
    quantization.put("alignment_constraints", profile.quantization.alignment);
    map.put("quantization", quantization.finish());
    Map layout(profile, "hardware.layout");
    YAML::Node preferred(YAML::NodeType::Map);
    for (const auto& [family, name] : profile.preferredLayout)
        preferred[family] = name;
    layout.put("preferred", preferred);
    map.put("layout", layout.finish());
    Map fusion(profile, "hardware.fusion");
    fusion.put("max_work_ratio", profile.maxFusionWorkRatio);
    map.put("fusion", fusion.finish());
    map.put("provenance", provenance(profile));
    YAML::Node environments(YAML::NodeType::Map);
    for (const auto& [id, entries] : profile.environments)
        for (const auto& [key, value] : entries)
            environments[id][key] = value;
    map.put("environments", environments);
    if (withRevision && profile.revision != Revision{}) {
        Map revision(profile, "hardware.revision");
        revision.put("number", std::optional(profile.revision.number));
        revision.put("reason", profile.revision.reason);
        revision.put("date", profile.revision.date);
        revision.put("parent", profile.revision.parentHash);
        map.put("revision", revision.finish());
    }
    Map top(profile, "");
    top.put("schema", std::string(kProfileSchema));
    top.put("hardware", map.finish());
    return top.finish();
}

std::string emit(const YAML::Node& node) {
    YAML::Emitter out;
    out << node;
    return std::string(out.c_str()) + "\n";
}

} // namespace

std::string profileToYaml(const Profile& profile) {
    return emit(document(profile, true));
}

Status writeProfile(const std::filesystem::path& path, const Profile& profile) {
    return writeFileAtomically(path, profileToYaml(profile));
}

std::string profileHash(const Profile& profile) {
    return sha256Hex(emit(document(profile, false)));
}

std::string dtypeName(ElementType type) {
    switch (type) {
    case ElementType::Double:
        return "fp64";
    case ElementType::Float:
        return "fp32";
    case ElementType::Float16:
        return "fp16";
    case ElementType::BFloat16:
        return "bf16";
    case ElementType::Float8E4M3FN:
        return "fp8";
    default:
        return std::string(elementTypeName(type));
    }
}

std::optional<ElementType> dtypeFromName(std::string_view name) {
    for (const auto type : {ElementType::Double, ElementType::Float, ElementType::Float16,
                            ElementType::BFloat16, ElementType::Float8E4M3FN})
        if (name == dtypeName(type))
            return type;
    const auto type = elementTypeFromName(name);
    return type == ElementType::Undefined ? std::nullopt : type;
}

} // namespace metainfer::hardware
