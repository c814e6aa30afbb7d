// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading a profile from YAML, section by section.
#include "hardware/profile_yaml.h"
#include "hardware/yaml_reader.h"

#include "base/file.h"
#include "base/suggest.h"
#include "ir/operators.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

namespace metainfer::hardware {
namespace {

const std::vector<std::string> kDtypes{"fp64",  "fp32", "fp16",   "bf16",  "fp8",  "int64", "int32",
                                       "int16", "int8", "uint16", "uint8", "int4", "uint4", "bool"};
const std::vector<std::string> kTypes{"cpu", "gpu", "npu", "fpga", "asic", "dsp"};
const std::vector<std::string> kTiers{"fast", "medium", "slow", "unsupported"};
const std::vector<std::string> kStatuses{"native", "decomposed", "emulated", "unsupported"};
const std::vector<std::string> kManagers{"user", "hardware"};
const std::vector<std::string> kSources{"datasheet", "measured", "default", "user", "learned"};

class ProfileReader {
  public:
    explicit ProfileReader(std::string source) { m_problems.source = std::move(source); }

    Result<LoadedProfile> read(const YamlNode& document) {
        MI_CHECK(checkSchema(document["schema"]));
        {
            YamlMap top(document, m_problems);
            top.node("schema");
            top.require("hardware",
                        "start the file with `hardware:` and indent the fields under it");
            YamlMap hardware(top.node("hardware"), m_problems);
            if (top.has("hardware"))
                readHardware(hardware);
        }
        MI_CHECK(m_problems.status());
        const auto contradictions = validate(m_profile);
        for (const auto& error : contradictions) {
            Error located = error;
            located.message = m_problems.source + ": " + located.message;
            m_problems.errors.push_back(std::move(located));
        }
        MI_CHECK(m_problems.status());
        return finish();
    }

  private:
    Status checkSchema(const YamlNode& node) {
        if (!node.isPresent())
            return {};
        const std::string text = node.scalar();
        constexpr std::string_view prefix = "hardware/";
        int version = 0;
        if (text.starts_with(prefix)) {
            const char* end = text.data() + text.size();
            const auto parsed = std::from_chars(text.data() + prefix.size(), end, version);
            if (parsed.ec == std::errc() && parsed.ptr == end && version == 1)
                return {};
        }
        if (version > 1)
            return fail(ErrorCode::VersionMismatch,
                        fmt::format("{} is '{}'; this version reads up to {}", node.place(), text,
                                    kProfileSchema),
                        "use a newer MetaInfer, or convert the file with the one that wrote it");
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} is '{}'; it must be {}", node.place(), text, kProfileSchema),
                    "correct it or remove the line");
    }

    Result<LoadedProfile> finish() {
        LoadedProfile result;
        result.warnings = m_problems.warnings();
        result.warnings.insert(result.warnings.end(), m_familyWarnings.begin(),
                               m_familyWarnings.end());
        for (const auto& key : m_problems.unknown)
            m_profile.unknownKeys.push_back({key.path, key.key, key.yaml});
        result.profile = std::move(m_profile);
        return result;
    }

    void readHardware(YamlMap& map) {
        map.require("name", "add `name: my-device`");
        map.require("type", "add `type:` with one of cpu, gpu, npu, fpga, asic, dsp");
        m_profile.name = map.text("name").value_or("");
        checkName(map.node("name"));
        if (const auto type = map.choice("type", kTypes))
            m_profile.type = *deviceTypeFromName(*type);
        m_profile.vendor = map.text("vendor").value_or("");
        m_profile.description = map.text("description").value_or("");
        readCompute(map.node("compute"));
        readMemory(map.node("memory"));
        readOps(map.node("ops"));
        readScheduling(map.node("scheduling"));
        readQuantization(map.node("quantization"));
        readLayout(map.node("layout"));
        YamlMap fusion(map.node("fusion"), m_problems);
        m_profile.maxFusionWorkRatio = fusion.number("max_work_ratio", YamlRange::atLeast(1));
        readProvenance(map.node("provenance"));
        readEnvironments(map.node("environments"));
        readRevision(map.node("revision"));
    }

    /// Names become file names.
    void checkName(const YamlNode& node) {
        const auto legal = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   c == '-' || c == '_' || c == '.' || c == '+';
        };
        const auto& name = m_profile.name;
        if (node.isPresent() && (name.empty() || name.size() > 100 || name.front() == '.' ||
                                 !std::all_of(name.begin(), name.end(), legal)))
            m_problems.add(
                node,
                fmt::format("is '{}'; it must have 1 to 100 letters, digits or - _ . +", name),
                "use a name like my-device-2, it becomes a file name");
    }

    std::optional<ElementType> dtype(const YamlNode& node) {
        const auto text = yamlText(node, m_problems);
        return text ? dtypeNamed(*text, node) : std::nullopt;
    }

    std::optional<ElementType> dtypeNamed(const std::string& text, const YamlNode& at) {
        const auto type = dtypeFromName(text);
        if (!type)
            m_problems.add(
                at,
                fmt::format("names the type '{}'; legal are {}", text, fmt::join(kDtypes, ", ")),
                didYouMean(text, kDtypes));
        return type;
    }

    void readRates(const YamlNode& node, std::map<ElementType, double>& rates) {
        YamlMap map(node, m_problems);
        map.ignoreUnknown();
        if (!node.isMap())
            return;
        for (const auto& [name, value] : node.entries()) {
            const auto type = dtypeNamed(name, value);
            const auto rate = yamlNumber(value, m_problems, YamlRange::positive());
            if (type && rate)
                rates[*type] = *rate;
        }
    }

    void readCompute(const YamlNode& node) {
        YamlMap map(node, m_problems);
        auto& c = m_profile.compute;
        c.cores = map.integer("cores", YamlRange::between(1, 1e7));
        c.vectorUnitsPerCore = map.integer("vector_units_per_core", YamlRange::between(1, 1e6));
        c.scalarUnitsPerCore = map.integer("scalar_units_per_core", YamlRange::between(0, 1e6));
        c.frequencyMhz = map.number("frequency_mhz", YamlRange{0, 1e6, true});
        for (const auto& item : map.list("supported_dtypes"))
            if (const auto type = dtype(item))
                c.supportedDtypes.push_back(*type);
        readRates(map.node("peak"), c.peakGflops);
        readRates(map.node("sustained"), c.sustainedGflops);
        if (const auto tile = map.node("matrix_tile"); tile.isPresent()) {
            YamlMap t(tile, m_problems);
            for (const char* key : {"m", "n", "k"})
                t.require(key, "give all three: {m: 16, n: 16, k: 16}");
            const auto range = YamlRange::between(1, 65536);
            c.matrixTile =
                MatrixTile{t.integer("m", range).value_or(0), t.integer("n", range).value_or(0),
                           t.integer("k", range).value_or(0)};
        }
        for (const auto& item : map.list("scaling")) {
            YamlMap point(item, m_problems);
            const auto cores = point.integer("cores", YamlRange::atLeast(1));
            const auto speedup = point.number("speedup", YamlRange::positive());
            if (cores && speedup)
                c.scaling.push_back({*cores, *speedup});
        }
        c.powerWatts = map.number("power_w", YamlRange::positive());
        c.maxTemperatureC = map.number("max_temperature_c", YamlRange::between(-100, 500));
    }

    /// `<name>_bytes`, `_kb`, `_mb` or `_gb` (1024 each); one of them at most.
    std::optional<double> readBytes(YamlMap& map, const std::string& name) {
        static constexpr std::pair<const char*, double> kUnits[] = {
            {"_bytes", 1.0}, {"_kb", 1024.0}, {"_mb", 1048576.0}, {"_gb", 1073741824.0}};
        std::optional<double> result;
        std::string first;
        for (const auto& [unit, factor] : kUnits) {
            const std::string key = name + unit;
            if (const auto node = map.node(key); node.isPresent() && result)
                m_problems.add(node, fmt::format("is given beside {}", first),
                               "keep one of the two");
            if (const auto value = map.number(key, YamlRange::positive()); value && !result) {
                result = *value * factor;
                first = key;
            }
        }
        return result;
    }

    void readMemory(const YamlNode& node) {
        YamlMap map(node, m_problems);
        auto& memory = m_profile.memory;
        for (const auto& item : map.list("hierarchy"))
            readLevel(item);
        for (const auto& item : map.list("bandwidth_curve")) {
            YamlMap point(item, m_problems);
            const auto footprint = readBytes(point, "footprint");
            const auto gbps = point.number("gbps", YamlRange::positive());
            if (footprint && gbps)
                memory.curve.push_back({*footprint, *gbps});
            else if (item.isMap())
                m_problems.add(item, "lacks footprint_kb or gbps",
                               "write {footprint_kb: 32, gbps: 100}");
        }
        const auto alignment = map.node("alignment_bytes");
        memory.alignmentBytes = map.integer("alignment_bytes", YamlRange::between(1, 1 << 20));
        const int bytes = memory.alignmentBytes.value_or(1);
        if ((bytes & (bytes - 1)) != 0)
            m_problems.add(alignment, fmt::format("is {}; it must be a power of two", bytes),
                           "use the alignment that the device asks for, e.g. 64");
    }

    void readLevel(const YamlNode& item) {
        YamlMap map(item, m_problems);
        map.require("level", "name each level, e.g. {level: L1, size_kb: 32}");
        MemoryLevel level;
        level.level = map.text("level").value_or("");
        level.sizeBytes = readBytes(map, "size");
        const auto positive = YamlRange::positive();
        level.bandwidthGbps = map.number("bandwidth_gbps", positive);
        level.measuredBandwidthGbps = map.number("measured_gbps", positive);
        level.stridedGbps = map.number("strided_gbps", positive);
        level.randomGbps = map.number("random_gbps", positive);
        level.latencyNs = map.number("latency_ns", positive);
        level.instances = map.integer("instances", YamlRange::atLeast(1));
        level.cacheLineBytes = map.integer("cache_line_bytes", YamlRange::atLeast(1));
        level.dmaBurstBytes = map.integer("dma_burst_bytes", YamlRange::atLeast(1));
        level.managedBy = map.choice("managed_by", kManagers).value_or("");
        for (const auto& other : m_profile.memory.hierarchy)
            if (!level.level.empty() && other.level == level.level)
                m_problems.add(item, fmt::format("names the level '{}' a second time", level.level),
                               "name each level once");
        m_profile.memory.hierarchy.push_back(std::move(level));
    }

    std::vector<std::string> families(YamlMap& map, std::string_view key) {
        const auto names = map.texts(key);
        for (const auto& name : names)
            checkFamily(name, map.node(key));
        return names;
    }

    void checkFamily(const std::string& name, const YamlNode& at) {
        const auto known = ir::operatorFamilies();
        if (std::find(known.begin(), known.end(), name) != known.end())
            return;
        const std::vector<std::string> names(known.begin(), known.end());
        const auto near = nearestNames(name, names, 1);
        m_familyWarnings.push_back(fmt::format(
            "{} names the operator family '{}', which is not among the known ones{}", at.place(),
            name, near.empty() ? std::string() : ". Did you mean " + near.front() + "?"));
    }

    void readOps(const YamlNode& node) {
        YamlMap map(node, m_problems);
        auto& ops = m_profile.ops;
        ops.fast = families(map, "fast_ops");
        ops.medium = families(map, "medium_ops");
        ops.slow = families(map, "slow_ops");
        ops.unsupported = families(map, "unsupported_ops");
        for (const auto& item : map.list("matrix"))
            readRecord(item);
    }

    void readRecord(const YamlNode& item) {
        YamlMap map(item, m_problems);
        map.require("op",
                    "name the operator family, e.g. {op: conv2d, dtype: int8, status: native}");
        OpRecord record;
        record.op = map.text("op").value_or("");
        if (map.has("op"))
            checkFamily(record.op.substr(0, record.op.find(':')), map.node("op"));
        if (const auto node = map.node("dtype"); node.isPresent())
            record.dtype = dtype(node);
        record.layout = map.text("layout").value_or("");
        if (const auto status = map.choice("status", kStatuses))
            record.status = *opStatusFromName(*status);
        if (const auto tier = map.choice("tier", kTiers))
            record.tier = opTierFromName(*tier);
        record.gflops = map.number("gflops", YamlRange::positive());
        record.gbps = map.number("gbps", YamlRange::positive());
        record.overheadUs = map.number("overhead_us", YamlRange::atLeast(0));
        record.threads = map.integer("threads", YamlRange::atLeast(1));
        record.sizes = map.texts("sizes");
        record.dynamicShape = map.boolean("dynamic_shape");
        record.fused = map.texts("fused");
        record.note = map.text("note").value_or("");
        m_profile.ops.matrix.push_back(std::move(record));
    }

    void readScheduling(const YamlNode& node) {
        YamlMap map(node, m_problems);
        auto& s = m_profile.scheduling;
        s.maxStreams = map.integer("max_streams", YamlRange::between(1, 1e6));
        s.launchOverheadUs = map.number("kernel_launch_overhead_us", YamlRange::between(0, 1e9));
        s.measuredLaunchOverheadUs =
            map.number("measured_launch_overhead_us", YamlRange::between(0, 1e9));
        s.dynamicShape = map.boolean("supports_dynamic_shape");
        s.inplaceOps = map.boolean("supports_inplace_ops");
    }

    void readQuantization(const YamlNode& node) {
        YamlMap map(node, m_problems);
        m_profile.quantization.schemes = map.texts("supported_schemes");
        for (const auto& item : map.list("alignment_constraints"))
            if (const auto value = yamlInteger(item, m_problems, YamlRange::between(1, 1 << 20)))
                m_profile.quantization.alignment.push_back(static_cast<int>(*value));
    }

    void readLayout(const YamlNode& node) {
        YamlMap map(node, m_problems);
        const auto preferred = map.node("preferred");
        if (preferred.isScalar())
            m_profile.preferredLayout["*"] = preferred.scalar();
        else if (preferred.isPresent() && !preferred.isMap())
            m_problems.add(preferred, "must be a layout or a mapping from family to layout",
                           "write {conv2d: NHWC}");
        for (const auto& [family, layout] : preferred.entries())
            if (const auto text = yamlText(layout, m_problems))
                m_profile.preferredLayout[family] = *text;
    }

    void readProvenance(const YamlNode& node) {
        YamlMap check(node, m_problems);
        check.ignoreUnknown();
        for (const auto& [path, value] : node.entries()) {
            YamlMap map(value, m_problems);
            map.require("source",
                        "say where it comes from: datasheet, measured, default, user or learned");
            Provenance entry;
            if (const auto source = map.choice("source", kSources))
                entry.source = *numberSourceFromName(*source);
            entry.date = map.text("date").value_or("");
            entry.tool = map.text("tool").value_or("");
            entry.environment = map.text("environment").value_or("");
            entry.reference = map.text("reference").value_or("");
            entry.confidence = map.number("confidence");
            m_profile.provenance[path] = std::move(entry);
        }
    }

    void readEnvironments(const YamlNode& node) {
        YamlMap check(node, m_problems);
        check.ignoreUnknown();
        for (const auto& [id, value] : node.entries()) {
            auto& environment = m_profile.environments[id];
            for (const auto& [key, text] : value.entries())
                if (const auto scalar = yamlText(text, m_problems))
                    environment[key] = *scalar;
        }
    }

    void readRevision(const YamlNode& node) {
        YamlMap map(node, m_problems);
        auto& revision = m_profile.revision;
        revision.number = map.integer("number", YamlRange::atLeast(0)).value_or(0);
        revision.reason = map.text("reason").value_or("");
        revision.date = map.text("date").value_or("");
        revision.parentHash = map.text("parent").value_or("");
    }

    YamlProblems m_problems;
    Profile m_profile;
    std::vector<std::string> m_familyWarnings;
};

} // namespace

Result<LoadedProfile> parseProfile(std::string_view text, std::string source) {
    MI_ASSIGN(const auto document, YamlNode::parse(text, source));
    return ProfileReader(std::move(source)).read(document);
}

Result<LoadedProfile> loadProfile(const std::filesystem::path& path) {
    MI_ASSIGN(const auto document, YamlNode::load(path));
    return ProfileReader(path.string()).read(document);
}

} // namespace metainfer::hardware
