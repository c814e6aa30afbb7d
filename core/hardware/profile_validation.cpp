// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a profile must satisfy as a whole: ranges, and fields that contradict each other.
#include "hardware/profile.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace metainfer::hardware {
namespace {

class Checker {
  public:
    explicit Checker(const Profile& profile)
        : m_profile(profile) {}

    std::vector<Error> run() {
        identity();
        compute();
        memory();
        operators();
        others();
        return std::move(m_errors);
    }

  private:
    void add(std::string message, std::string hint) {
        m_errors.push_back({ErrorCode::InvalidArgument,
                            fmt::format("profile '{}': {}", m_profile.name, message),
                            std::move(hint),
                            {}});
    }
    void positive(const std::string& path, std::optional<double> value) {
        if (value && !(*value > 0))
            add(fmt::format("{} is {}; it must be above 0", path, *value),
                "correct the value, or remove the key when it is not known");
    }
    void positive(const std::string& path, std::optional<int> value) {
        if (value)
            positive(path, std::optional<double>(*value));
    }

    void identity() {
        if (m_profile.name.empty())
            add("it has no name", "add `name:` under `hardware:`");
    }

    void compute() {
        const auto& c = m_profile.compute;
        positive("compute.cores", c.cores);
        positive("compute.vector_units_per_core", c.vectorUnitsPerCore);
        positive("compute.frequency_mhz", c.frequencyMhz);
        positive("compute.power_w", c.powerWatts);
        for (const auto* rates : {&c.peakGflops, &c.sustainedGflops}) {
            const std::string key = rates == &c.peakGflops ? "compute.peak" : "compute.sustained";
            for (const auto& [dtype, rate] : *rates) {
                const auto path = fmt::format("{}.{}", key, elementTypeName(dtype));
                positive(path, std::optional<double>(rate));
                if (!m_profile.supports(dtype))
                    add(fmt::format("{} is given, but compute.supported_dtypes lacks {}", path,
                                    elementTypeName(dtype)),
                        "add the type to supported_dtypes or remove the rate");
            }
        }
        int previous = 0;
        for (const auto& point : c.scaling) {
            if (point.cores <= previous)
                add("compute.scaling must ascend in cores", "sort the points by cores");
            previous = point.cores;
            positive("compute.scaling.speedup", std::optional<double>(point.speedup));
        }
    }

    void memory() {
        std::set<std::string> names;
        for (const auto& level : m_profile.memory.hierarchy) {
            const std::string path = "memory.hierarchy." + level.level;
            if (level.level.empty())
                add("a level of memory.hierarchy has no name", "add `level:` to each entry");
            else if (!names.insert(level.level).second)
                add(fmt::format("{} is given twice", path), "name each level once");
            positive(path + ".size", level.sizeBytes);
            positive(path + ".bandwidth_gbps", level.bandwidthGbps);
            positive(path + ".measured_bandwidth_gbps", level.measuredBandwidthGbps);
            positive(path + ".latency_ns", level.latencyNs);
            positive(path + ".instances", level.instances);
        }
        const auto alignment = m_profile.memory.alignmentBytes;
        if (alignment && (*alignment <= 0 || (*alignment & (*alignment - 1)) != 0))
            add(fmt::format("memory.alignment_bytes is {}; it must be a power of two", *alignment),
                "use the alignment that the device's DMA or vector unit asks for, e.g. 64");
        double previous = 0;
        for (const auto& point : m_profile.memory.curve) {
            if (point.footprintBytes <= previous)
                add("memory.bandwidth_curve must ascend in footprint", "sort the points");
            previous = point.footprintBytes;
            positive("memory.bandwidth_curve.gbps", std::optional<double>(point.gbps));
        }
    }

    void operators() {
        const auto& ops = m_profile.ops;
        std::map<std::string, std::string> seen;
        const std::pair<const char*, const std::vector<std::string>*> lists[] = {
            {"fast_ops", &ops.fast},
            {"medium_ops", &ops.medium},
            {"slow_ops", &ops.slow},
            {"unsupported_ops", &ops.unsupported}};
        for (const auto& [key, list] : lists)
            for (const auto& op : *list) {
                const auto [it, fresh] = seen.emplace(op, key);
                if (!fresh)
                    add(fmt::format("operator '{}' is in {} and in {}", op, it->second, key),
                        "keep it in one list");
            }
        for (const auto& record : ops.matrix) {
            const std::string path = "ops.matrix." + record.op;
            if (record.op.empty())
                add("an entry of ops.matrix has no operator", "add `op:` to each entry");
            positive(path + ".gflops", record.gflops);
            positive(path + ".gbps", record.gbps);
            if (record.dtype && record.status == OpStatus::Native &&
                !m_profile.supports(*record.dtype))
                add(fmt::format("{} is native at {}, which compute.supported_dtypes lacks", path,
                                elementTypeName(*record.dtype)),
                    "add the type to supported_dtypes or correct the status");
        }
    }

    void others() {
        positive("scheduling.max_streams", m_profile.scheduling.maxStreams);
        const auto launch = m_profile.scheduling.launchOverheadUs;
        if (launch && *launch < 0)
            add(fmt::format("scheduling.kernel_launch_overhead_us is {}; it must be 0 or more",
                            *launch),
                "correct the value");
        for (const int step : m_profile.quantization.alignment)
            positive("quantization.alignment_constraints", std::optional<int>(step));
        if (m_profile.maxFusionWorkRatio && *m_profile.maxFusionWorkRatio < 1)
            add(fmt::format("fusion.max_work_ratio is {}; it must be 1 or more",
                            *m_profile.maxFusionWorkRatio),
                "the default is 2: a fused block is at most twice one scheduling unit's work");
    }

    const Profile& m_profile;
    std::vector<Error> m_errors;
};

} // namespace

std::vector<Error> validate(const Profile& profile) {
    return Checker(profile).run();
}

} // namespace metainfer::hardware
