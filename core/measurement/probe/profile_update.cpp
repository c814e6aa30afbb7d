// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A probe's result into a hardware profile, beside what datasheets say.
#include "execution/statistics.h"
#include "measurement/probe/profile_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace metainfer::measurement {
namespace {

using hardware::MemoryLevel;
using hardware::OpRecord;
using hardware::OpStatus;
using hardware::OpTier;
using hardware::ProbeRow;
using hardware::Profile;

/// Sets fields of a profile and notes for each that it was measured.
class Updater {
  public:
    Updater(Profile& profile, const ProbeResult& probe)
        : m_profile(profile)
        , m_probe(probe)
        , m_environment(probe.environment.hash().substr(0, 16)) {
        for (const ProbeFinding& conflict : datasheetConflicts(profile, probe))
            m_conflicts[conflict.facts.at("measured_field")] = conflict.facts.at("stated");
    }

    void update() {
        std::map<std::string, std::string>& fields = m_profile.environments[m_environment];
        const Json environment = m_probe.environment.toJson();
        for (const auto& [key, value] : environment.items())
            fields[key] = value.get<std::string>();
        compute();
        memory();
        if (m_probe.launchWallUs) {
            m_profile.scheduling.measuredLaunchOverheadUs = *m_probe.launchWallUs;
            measured("scheduling.measured_launch_overhead_us");
        }
        operators();
        probe::ProfileFindings findings{
            m_profile, m_probe, [this](const std::string& path, std::optional<double> confidence) {
                measured(path, confidence);
            }};
        probe::addFindings(findings);
    }

  private:
    void measured(const std::string& path, std::optional<double> confidence = std::nullopt) {
        hardware::Provenance source;
        source.source = NumberSource::Measured;
        source.date = m_probe.startedAt;
        source.tool = "metainfer " METAINFER_VERSION;
        source.environment = m_environment;
        source.reference = fmt::format("probe ({})", probeSuiteName(m_probe.suite));
        if (const auto it = m_conflicts.find(path); it != m_conflicts.end())
            source.reference += "; stated: " + it->second;
        source.confidence = confidence;
        m_profile.provenance[path] = source;
    }

    int mostThreads() const {
        int most = 1;
        for (const ComputeRate& rate : m_probe.compute)
            most = std::max(most, rate.threads);
        return most;
    }

    void compute() {
        const int threads = mostThreads();
        if (m_profile.compute.supportedDtypes.empty())
            supportedDtypes();
        for (const ComputeRate& rate : m_probe.compute) {
            const auto element = elementTypeFromName(rate.dtype);
            // What a datasheet leaves out of its list of types gets no rate.
            if (!element || rate.threads != threads || rate.gflops <= 0 ||
                !m_profile.supports(*element))
                continue;
            m_profile.compute.sustainedGflops[*element] = rate.gflops;
            measured("compute.sustained." + rate.dtype);
        }
        if (const auto rate = longRate(); rate && m_profile.supports(ElementType::Float)) {
            m_profile.compute.sustainedGflops[ElementType::Float] = *rate;
            measured("compute.sustained.fp32");
        }
        if (!m_profile.compute.cores && !m_probe.compute.empty()) {
            m_profile.compute.cores = threads;
            measured("compute.cores");
        }
        if (m_probe.scaling.size() > 1) {
            m_profile.compute.scaling = m_probe.scaling;
            measured("compute.scaling");
        }
    }

    /// What all cores still compute after seconds without a pause.
    std::optional<double> longRate() const {
        constexpr double kLongSeconds = 5;
        const auto& samples = m_probe.sustained;
        if (samples.empty() || samples.back().seconds < kLongSeconds)
            return std::nullopt;
        std::vector<double> rates;
        for (std::size_t i = samples.size() / 2; i < samples.size(); ++i)
            rates.push_back(samples[i].gflops);
        return median(std::move(rates));
    }

    /// Those that the machine computes or that ran somewhere in the matrix.
    void supportedDtypes() {
        for (const char* dtype : {"fp32", "fp16", "int8"}) {
            const bool ran = std::any_of(m_probe.rows.begin(), m_probe.rows.end(), [&](auto& row) {
                return row.dtype == dtype && row.status == hardware::ProbeStatus::Ok;
            });
            if (ran || m_probe.gflops(dtype, 1))
                m_profile.compute.supportedDtypes.push_back(*elementTypeFromName(dtype));
        }
        if (!m_profile.compute.supportedDtypes.empty())
            measured("compute.supported_dtypes");
    }

    MemoryLevel& level(const std::string& name) {
        auto& levels = m_profile.memory.hierarchy;
        const auto it = std::find_if(levels.begin(), levels.end(),
                                     [&](const MemoryLevel& known) { return known.level == name; });
        if (it != levels.end())
            return *it;
        MemoryLevel added;
        added.level = name;
        added.managedBy = "hardware";
        // Nearest first: what is found later lies further out.
        return levels.emplace_back(std::move(added));
    }

    void memory() {
        const std::vector<hardware::BandwidthPoint> curve = m_probe.readCurve();
        if (curve.empty())
            return;
        m_profile.memory.curve = curve;
        measured("memory.bandwidth_curve");
        double last = 0;
        if (m_probe.caches.empty() && m_profile.memory.hierarchy.empty())
            last = levelsFromKnees();
        for (const CacheLevel& cache : m_probe.caches) {
            MemoryLevel& known = level(cache.level);
            if (!known.sizeBytes) {
                known.sizeBytes = cache.sizeBytes;
                measured("memory.hierarchy." + cache.level + ".size");
            }
            if (!known.instances)
                known.instances = cache.instances;
            if (!known.cacheLineBytes && cache.lineBytes > 0)
                known.cacheLineBytes = cache.lineBytes;
            fill(known, cache.sizeBytes / 2, 1);
            last = std::max(last, cache.sizeBytes);
        }
        mainMemory(last);
    }

    /// Nobody says how large the caches are: the curve does. The largest one's bytes.
    double levelsFromKnees() {
        double last = 0;
        for (const ProbeFinding& finding : m_probe.findings)
            if (finding.kind == FindingKind::CacheCapacity) {
                MemoryLevel& known = level(finding.subject);
                known.sizeBytes = finding.value.value;
                measured("memory.hierarchy." + finding.subject + ".size", finding.confidence.value);
                fill(known, finding.value.value / 2, 1);
                last = std::max(last, finding.value.value);
            }
        return last;
    }

    /// What no cache holds, all cores together: that is what they share.
    void mainMemory(double lastCache) {
        double largest = 0;
        for (const BandwidthSample& sample : m_probe.bandwidth)
            largest = std::max(largest, sample.footprintBytes);
        if (largest < 2 * lastCache)
            return;
        MemoryLevel& known = level("DRAM");
        if (const auto mb = std::strtod(m_probe.environment.memoryMb.c_str(), nullptr);
            !known.sizeBytes && mb > 0)
            known.sizeBytes = mb * 1024 * 1024;
        fill(known, largest, mostThreads());
    }

    /// Bandwidths and latency of the samples nearest to this footprint.
    void fill(MemoryLevel& known, double footprint, int threads) {
        const std::string path = "memory.hierarchy." + known.level;
        if (const auto* read = nearest("read", footprint, threads)) {
            known.measuredBandwidthGbps = read->gbps;
            measured(path + ".measured_gbps");
        }
        if (const auto* strided = nearest("strided", footprint, 1)) {
            known.stridedGbps = strided->gbps;
            measured(path + ".strided_gbps");
        }
        if (const auto* random = nearest("random", footprint, 1)) {
            known.randomGbps = random->gbps;
            measured(path + ".random_gbps");
        }
        const auto* latency = nearest("latency", footprint, 1);
        if (latency && latency->latencyNs) {
            known.latencyNs = *latency->latencyNs;
            measured(path + ".latency_ns");
        }
    }

    const BandwidthSample* nearest(std::string_view pattern, double footprint, int threads) const {
        const BandwidthSample* best = nullptr;
        double distance = std::log(2.1);
        for (const BandwidthSample& sample : m_probe.bandwidth) {
            if (sample.pattern != pattern || sample.threads != threads)
                continue;
            const double off = std::abs(std::log(sample.footprintBytes / footprint));
            if (off < distance) {
                best = &sample;
                distance = off;
            }
        }
        return best;
    }

    void operators() {
        std::map<std::string, std::vector<const ProbeRow*>> groups;
        for (const ProbeRow& row : m_probe.rows)
            groups[row.family + "/" + row.dtype + "/" + row.layout].push_back(&row);
        for (const auto& [key, rows] : groups)
            replace(recordOf(rows));
        if (groups.empty())
            return;
        measured("ops.matrix");
        hardware::Ops& ops = m_profile.ops;
        if (ops.fast.empty() && ops.medium.empty() && ops.slow.empty() && ops.unsupported.empty())
            tierLists();
    }

    OpRecord recordOf(const std::vector<const ProbeRow*>& rows) const {
        OpRecord record;
        record.op = rows.front()->family; // kinds of convolutions differ by factors
        record.dtype = elementTypeFromName(rows.front()->dtype);
        record.layout = rows.front()->layout == "row" ? "" : rows.front()->layout;
        record.threads = 1;
        std::vector<OpTier> tiers;
        std::map<std::string, int> notes;
        std::size_t failed = 0;
        for (const ProbeRow* row : rows) {
            if (const auto tier = tierOf(*row, m_probe))
                tiers.push_back(*tier);
            if (!row->error.empty())
                ++notes[row->error];
            record.sizes.push_back(row->shapes.text());
            failed += row->status != hardware::ProbeStatus::Ok;
            if (row->gflops)
                record.gflops = std::max(record.gflops.value_or(0), *row->gflops);
            if (row->gbps)
                record.gbps = std::max(record.gbps.value_or(0), *row->gbps);
            if (row->p50Us)
                record.overheadUs = std::min(record.overheadUs.value_or(1e300), *row->p50Us);
        }
        if (!tiers.empty()) { // the middle one stands for the family
            std::sort(tiers.begin(), tiers.end());
            record.tier = tiers[tiers.size() / 2];
        }
        if (failed == rows.size())
            record.status = OpStatus::Unsupported;
        for (const auto& [note, count] : notes) {
            record.note += fmt::format("{}{}", record.note.empty() ? "" : "; ", note);
            if (static_cast<std::size_t>(count) < rows.size())
                record.note += fmt::format(" ({} of {} sizes)", count, rows.size());
            if (note.find("computed in float") != std::string::npos &&
                2 * static_cast<std::size_t>(count) > rows.size() && failed == 0)
                record.status = OpStatus::Emulated;
        }
        return record;
    }

    void replace(OpRecord record) {
        for (OpRecord& known : m_profile.ops.matrix)
            if (known.op == record.op && known.dtype == record.dtype &&
                known.layout == record.layout) {
                record.dynamicShape = known.dynamicShape; // set from what was found, if it was
                record.fused = known.fused;
                known = std::move(record);
                return;
            }
        m_profile.ops.matrix.push_back(std::move(record));
    }

    /// One tier per family from its fp32 rows, where nobody named any.
    void tierLists() {
        std::map<std::string, std::vector<OpTier>> byFamily;
        for (const ProbeRow& row : m_probe.rows)
            if (row.dtype == "fp32")
                if (const auto tier = tierOf(row, m_probe))
                    byFamily[row.baseFamily()].push_back(*tier);
        for (auto& [family, tiers] : byFamily) {
            std::sort(tiers.begin(), tiers.end());
            switch (tiers[tiers.size() / 2]) {
            case OpTier::Fast:
                m_profile.ops.fast.push_back(family);
                break;
            case OpTier::Medium:
                m_profile.ops.medium.push_back(family);
                break;
            case OpTier::Slow:
                m_profile.ops.slow.push_back(family);
                break;
            case OpTier::Unsupported:
                m_profile.ops.unsupported.push_back(family);
                break;
            }
        }
        for (const char* list : {"fast_ops", "medium_ops", "slow_ops", "unsupported_ops"})
            measured(std::string("ops.") + list);
    }

    Profile& m_profile;
    const ProbeResult& m_probe;
    std::string m_environment;
    std::map<std::string, std::string> m_conflicts; ///< measured field -> what is stated
};

} // namespace

Profile updateProfile(Profile profile, const ProbeResult& probe) {
    Updater(profile, probe).update();
    return profile;
}

} // namespace metainfer::measurement
