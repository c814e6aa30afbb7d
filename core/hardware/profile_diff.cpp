// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Flattens profiles to path -> text and compares.
#include "hardware/profile_diff.h"

#include "hardware/profile_yaml.h"

#include <map>

#include <fmt/format.h>

namespace metainfer::hardware {
namespace {

class Flattener {
  public:
    std::map<std::string, std::string> run(const Profile& p) {
        put("name", p.name);
        put("type", std::string(deviceTypeName(p.type)));
        put("vendor", p.vendor);
        put("description", p.description);
        compute(p.compute);
        memory(p.memory);
        ops(p.ops);
        const auto& s = p.scheduling;
        put("scheduling.max_streams", s.maxStreams);
        put("scheduling.kernel_launch_overhead_us", s.launchOverheadUs);
        put("scheduling.measured_launch_overhead_us", s.measuredLaunchOverheadUs);
        put("scheduling.supports_dynamic_shape", s.dynamicShape);
        put("scheduling.supports_inplace_ops", s.inplaceOps);
        put("quantization.supported_schemes",
            fmt::format("{}", fmt::join(p.quantization.schemes, ", ")));
        put("quantization.alignment_constraints",
            fmt::format("{}", fmt::join(p.quantization.alignment, ", ")));
        for (const auto& [family, layout] : p.preferredLayout)
            put("layout.preferred." + family, layout);
        put("fusion.max_work_ratio", p.maxFusionWorkRatio);
        for (const auto& [path, entry] : p.provenance)
            put("provenance." + path,
                fmt::format("{} {} {} {} {}{}", numberSourceName(entry.source), entry.date,
                            entry.tool, entry.environment, entry.reference,
                            entry.confidence ? fmt::format(" {:.2f}", *entry.confidence) : ""));
        for (const auto& [id, entries] : p.environments)
            for (const auto& [key, value] : entries)
                put("environments." + id + "." + key, value);
        for (const auto& unknown : p.unknownKeys)
            put(unknown.path + "." + unknown.key, unknown.yaml);
        return std::move(m_fields);
    }

  private:
    void put(const std::string& path, const std::string& value) {
        if (!value.empty())
            m_fields[path] = value;
    }
    template <typename T>
    void put(const std::string& path, const std::optional<T>& value) {
        if (value)
            m_fields[path] = fmt::format("{}", *value);
    }

    void compute(const Compute& c) {
        put("compute.cores", c.cores);
        put("compute.vector_units_per_core", c.vectorUnitsPerCore);
        put("compute.scalar_units_per_core", c.scalarUnitsPerCore);
        put("compute.frequency_mhz", c.frequencyMhz);
        std::string names;
        for (const auto type : c.supportedDtypes)
            names += (names.empty() ? "" : ", ") + dtypeName(type);
        put("compute.supported_dtypes", names);
        for (const auto& [type, rate] : c.peakGflops)
            put("compute.peak." + dtypeName(type), std::optional(rate));
        for (const auto& [type, rate] : c.sustainedGflops)
            put("compute.sustained." + dtypeName(type), std::optional(rate));
        if (c.matrixTile)
            put("compute.matrix_tile",
                fmt::format("{}x{}x{}", c.matrixTile->m, c.matrixTile->n, c.matrixTile->k));
        for (const auto& point : c.scaling)
            put(fmt::format("compute.scaling.{}", point.cores), std::optional(point.speedup));
        put("compute.power_w", c.powerWatts);
        put("compute.max_temperature_c", c.maxTemperatureC);
    }

    void memory(const Memory& m) {
        for (const auto& level : m.hierarchy) {
            const std::string path = "memory.hierarchy." + level.level + ".";
            put(path + "size", level.sizeBytes);
            put(path + "bandwidth_gbps", level.bandwidthGbps);
            put(path + "measured_gbps", level.measuredBandwidthGbps);
            put(path + "strided_gbps", level.stridedGbps);
            put(path + "random_gbps", level.randomGbps);
            put(path + "latency_ns", level.latencyNs);
            put(path + "instances", level.instances);
            put(path + "cache_line_bytes", level.cacheLineBytes);
            put(path + "dma_burst_bytes", level.dmaBurstBytes);
            put(path + "managed_by", level.managedBy);
        }
        for (const auto& point : m.curve)
            put(fmt::format("memory.bandwidth_curve.{}", point.footprintBytes),
                std::optional(point.gbps));
        put("memory.alignment_bytes", m.alignmentBytes);
    }

    void ops(const Ops& o) {
        for (const auto& [list, tier] :
             {std::pair{&o.fast, "fast"}, std::pair{&o.medium, "medium"},
              std::pair{&o.slow, "slow"}, std::pair{&o.unsupported, "unsupported"}})
            for (const auto& name : *list)
                put("ops.tier." + name, std::string(tier));
        for (const auto& record : o.matrix) {
            const std::string path = fmt::format("ops.matrix.{}.{}.{}.", record.op,
                                                 record.dtype ? dtypeName(*record.dtype) : "any",
                                                 record.layout.empty() ? "any" : record.layout);
            put(path + "status", std::string(opStatusName(record.status)));
            if (record.tier)
                put(path + "tier", std::string(opTierName(*record.tier)));
            put(path + "gflops", record.gflops);
            put(path + "gbps", record.gbps);
            put(path + "overhead_us", record.overheadUs);
            put(path + "threads", record.threads);
            put(path + "sizes", fmt::format("{}", fmt::join(record.sizes, ", ")));
            put(path + "dynamic_shape", record.dynamicShape);
            put(path + "fused", fmt::format("{}", fmt::join(record.fused, ", ")));
            put(path + "note", record.note);
        }
    }

    std::map<std::string, std::string> m_fields;
};

} // namespace

std::vector<std::pair<std::string, std::string>> flattenProfile(const Profile& profile) {
    const auto fields = Flattener().run(profile);
    return {fields.begin(), fields.end()};
}

std::vector<FieldChange> diffProfiles(const Profile& before, const Profile& after) {
    std::map<std::string, FieldChange> changes;
    for (const auto& [path, text] : flattenProfile(before))
        changes[path] = {path, text, {}};
    for (const auto& [path, text] : flattenProfile(after)) {
        auto& change = changes[path];
        change.path = path;
        change.after = text;
    }
    std::vector<FieldChange> result;
    for (auto& [path, change] : changes)
        if (change.before != change.after)
            result.push_back(std::move(change));
    return result;
}

} // namespace metainfer::hardware
