// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Where measurements contradict what a profile states from elsewhere.
#include "measurement/probe/analysis/analysis.h"
#include "measurement/probe/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::measurement {
namespace {

constexpr double kNoise = 0.05;

bool isStated(const hardware::Profile& profile, const std::string& path) {
    const hardware::Provenance* source = profile.provenanceOf(path);
    return !source || source->source != NumberSource::Measured;
}

class Conflicts {
  public:
    Conflicts(const hardware::Profile& profile, const ProbeResult& probe)
        : m_profile(profile)
        , m_probe(probe) {}

    std::vector<ProbeFinding> find() {
        compute();
        memory();
        scheduling();
        return std::move(m_findings);
    }

  private:
    /// `measured` outside of [low, high] times what is stated.
    void check(const std::string& path, const std::string& measuredField, double stated,
               double measured, double low, double high) {
        if (!(stated > 0) || !(measured > 0) || !isStated(m_profile, path))
            return;
        const double ratio = measured / stated;
        if (ratio >= low && ratio <= high)
            return;
        add(path, measuredField, fmt::format("{:.4g}", stated), fmt::format("{:.4g}", measured),
            Interval::exact(ratio), std::abs(std::log(ratio)) / kNoise);
    }

    void add(const std::string& path, const std::string& measuredField, const std::string& stated,
             const std::string& measured, Interval value, double sigmas) {
        ProbeFinding finding;
        finding.kind = FindingKind::DatasheetConflict;
        finding.subject = path;
        finding.value = value;
        finding.confidence =
            confidenceOf(probe::studentTail(sigmas, 20), 2, kNoise, m_probe.validity.grade);
        finding.facts = {
            {"stated", stated}, {"measured", measured}, {"measured_field", measuredField}};
        m_findings.push_back(std::move(finding));
    }

    int mostThreads() const {
        int most = 1;
        for (const ComputeRate& rate : m_probe.compute)
            most = std::max(most, rate.threads);
        return most;
    }

    void compute() {
        for (const auto& [type, stated] : m_profile.compute.peakGflops) {
            // A profile of more cores than were probed says nothing of these.
            const int threads = mostThreads();
            const double share =
                m_profile.compute.cores
                    ? std::min(1.0, static_cast<double>(threads) / *m_profile.compute.cores)
                    : 1;
            for (const ComputeRate& rate : m_probe.compute)
                if (elementTypeFromName(rate.dtype) == type && rate.threads == threads)
                    check("compute.peak." + rate.dtype, "compute.sustained." + rate.dtype,
                          stated * share, rate.gflops, 0.5, 1.1);
        }
    }

    double readAt(double footprint) const {
        double best = 0, distance = std::log(2.1);
        for (const BandwidthSample& sample : m_probe.bandwidth) {
            const double off = std::abs(std::log(sample.footprintBytes / footprint));
            if (sample.pattern == "read" && sample.threads == 1 && off < distance) {
                best = sample.gbps;
                distance = off;
            }
        }
        return best;
    }

    void memory() {
        for (const hardware::MemoryLevel& level : m_profile.memory.hierarchy) {
            const std::string path = "memory.hierarchy." + level.level;
            for (const BandwidthKnee& knee : m_probe.knees)
                if (knee.level == level.level && level.sizeBytes)
                    check(path + ".size", path + ".size", *level.sizeBytes, knee.footprintBytes,
                          0.5, 2);
            const bool isCache =
                std::any_of(m_probe.caches.begin(), m_probe.caches.end(),
                            [&](const auto& cache) { return cache.level == level.level; });
            if (isCache && level.bandwidthGbps && level.sizeBytes)
                check(path + ".bandwidth_gbps", path + ".measured_gbps", *level.bandwidthGbps,
                      readAt(*level.sizeBytes / 2), 0.4, 1.2);
        }
    }

    void scheduling() {
        const auto& stated = m_profile.scheduling;
        if (stated.launchOverheadUs && m_probe.launchWallUs)
            check("scheduling.kernel_launch_overhead_us", "scheduling.measured_launch_overhead_us",
                  *stated.launchOverheadUs, *m_probe.launchWallUs, 0.5, 2);
        for (const ProbeFinding& finding : m_probe.findings)
            if (finding.kind == FindingKind::StreamScaling && stated.maxStreams)
                check("scheduling.max_streams", "scheduling.max_streams", *stated.maxStreams,
                      finding.value.value, 0.75, 1.5);
        const bool fails = std::any_of(m_probe.shapes.begin(), m_probe.shapes.end(),
                                       [](const auto& one) { return !one.error.empty(); });
        const std::string open = "scheduling.supports_dynamic_shape";
        if (fails && stated.dynamicShape == true && isStated(m_profile, open))
            add(open, open, "true", "false", Interval::exact(0), 4);
        inFloat();
    }

    /// Types that the profile lists and the runtime computes as fp32.
    void inFloat() {
        for (const ProbeFinding& finding : m_probe.findings) {
            const bool integer = finding.kind == FindingKind::IntegerAsFloat;
            if (!integer && finding.kind != FindingKind::HalfAsFloat)
                continue;
            const auto type = elementTypeFromName(finding.dtype);
            const auto& listed = m_profile.compute.supportedDtypes;
            if (!type || std::find(listed.begin(), listed.end(), *type) == listed.end() ||
                !isStated(m_profile, "compute.supported_dtypes"))
                continue;
            const std::string field =
                fmt::format("ops.matrix.{}.{}", finding.family, finding.dtype);
            add("compute.supported_dtypes", field, finding.dtype, "fp32", finding.value, 4);
        }
    }

    const hardware::Profile& m_profile;
    const ProbeResult& m_probe;
    std::vector<ProbeFinding> m_findings;
};

} // namespace

std::vector<ProbeFinding> datasheetConflicts(const hardware::Profile& profile,
                                             const ProbeResult& probe) {
    return Conflicts(profile, probe).find();
}

} // namespace metainfer::measurement
