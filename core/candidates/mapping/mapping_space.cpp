// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Session knobs of ONNX Runtime as named dimensions.
#include "candidates/mapping/mapping_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace metainfer::candidates {
namespace {

constexpr std::string_view kBlockedLayout = "NchwcTransformer";
constexpr const char* kPrecise = "session.x64quantprecision";
constexpr const char* kSigned = "session.qdqisint8allowed";
// Passes whose effect is known to depend on the model: switched off one at a time.
constexpr std::string_view kSinglePasses[] = {"MatMulAddFusion", "ConvActivationFusion",
                                              "TransposeOptimizer", "BiasGeluFusion"};

struct LevelName {
    OptimizationLevel level;
    std::string_view name;
};
constexpr LevelName kLevels[] = {{OptimizationLevel::All, "all"},
                                 {OptimizationLevel::Layout, "layout"},
                                 {OptimizationLevel::Extended, "extended"},
                                 {OptimizationLevel::Basic, "basic"},
                                 {OptimizationLevel::None, "none"}};

std::string onOff(bool value) {
    return value ? "on" : "off";
}

bool passDisabled(const SessionOptions& session, std::string_view pass) {
    return std::find(session.disabledOptimizers.begin(), session.disabledOptimizers.end(), pass) !=
           session.disabledOptimizers.end();
}

void disablePass(SessionOptions& session, std::string_view pass, bool disabled) {
    std::erase(session.disabledOptimizers, pass);
    if (disabled)
        session.disabledOptimizers.emplace_back(pass);
    std::sort(session.disabledOptimizers.begin(), session.disabledOptimizers.end());
}

void setConfig(SessionOptions& session, const char* key, bool on) {
    if (on)
        session.config[key] = "1";
    else
        session.config.erase(key);
}

std::string configValue(const SessionOptions& session, const char* key) {
    const auto it = session.config.find(key);
    return onOff(it != session.config.end() && it->second == "1");
}

/// Knobs that are on unless a config entry says "0".
struct SwitchedOff {
    std::string_view name;
    const char* key;
};
constexpr SwitchedOff kOpencv[] = {{"fusion", "opencv.fusion"}, {"winograd", "opencv.winograd"}};

const char* switchedOffKey(std::string_view name) {
    for (const SwitchedOff& knob : kOpencv)
        if (knob.name == name)
            return knob.key;
    return nullptr;
}

} // namespace

MappingSpace::MappingSpace(const MappingLimits& limits)
    : m_runtimeVersion(limits.runtimeVersion)
    , m_runtime(limits.runtime) {
    const auto takes = [&](std::string_view key) {
        return limits.honoured.empty() || std::find(limits.honoured.begin(), limits.honoured.end(),
                                                    key) != limits.honoured.end();
    };
    const int cores = std::max(1, limits.physicalCores / std::max(1, limits.instances));
    if (takes("threads")) {
        MappingDimension threads{"threads", {}, 0.4};
        for (int n = cores; n >= 1; n = n > 8 ? n / 2 : n - 1)
            threads.values.push_back(std::to_string(n));
        if (threads.values.back() != "1")
            threads.values.push_back("1");
        m_dimensions.push_back(std::move(threads));
    }
    if (takes("opt"))
        m_dimensions.push_back({"opt", {"all", "extended", "basic"}, 0.05});
    if (takes("spin") && cores > 1)
        m_dimensions.push_back({"spin", {"on", "off"}, 0.2});
    if (takes("exec") && cores > 1)
        m_dimensions.push_back({"exec", {"sequential", "parallel"}, 0.05});
    if (takes("arena"))
        m_dimensions.push_back({"arena", {"on", "off"}, 0.1});
    if (takes("pattern"))
        m_dimensions.push_back({"mempattern", {"on", "off"}, 0.05});
    if (takes("layout") || takes("nchwc"))
        m_dimensions.push_back({"nchwc", {"on", "off"}, 0.05});
    if (limits.x86 && limits.int8 && (takes("config") || takes("quantprecision"))) {
        m_dimensions.push_back({"quantprecision", {"off", "on"}, 0.1});
        m_dimensions.push_back({"int8allowed", {"off", "on"}, 0.02});
    }
    for (const SwitchedOff& knob : kOpencv)
        if (!limits.honoured.empty() && takes(knob.name))
            m_dimensions.push_back({std::string(knob.name), {"on", "off"}, 0.15});
    if (takes("passes") || takes("disable")) {
        MappingDimension pass{"without", {"-"}, 0.1};
        for (const auto name : kSinglePasses)
            pass.values.emplace_back(name);
        m_dimensions.push_back(std::move(pass));
    }
}

const MappingDimension* MappingSpace::dimension(const std::string& name) const {
    const auto it = std::find_if(m_dimensions.begin(), m_dimensions.end(),
                                 [&](const MappingDimension& d) { return d.name == name; });
    return it == m_dimensions.end() ? nullptr : &*it;
}

std::size_t MappingSpace::size() const {
    std::size_t size = 1;
    for (const auto& d : m_dimensions)
        size *= d.values.size();
    return size;
}

std::string MappingSpace::valueOf(const Mapping& mapping, const std::string& name) const {
    const SessionOptions& s = mapping.session;
    if (name == "threads") {
        const auto* d = dimension(name);
        return s.threads > 0 || !d ? std::to_string(s.threads) : d->values.front();
    }
    if (name == "opt") {
        for (const auto& level : kLevels)
            if (level.level == s.optimization)
                return std::string(level.name);
    }
    if (name == "spin")
        return onOff(s.spinning);
    if (name == "exec")
        return s.execution == ExecutionMode::Sequential ? "sequential" : "parallel";
    if (name == "arena")
        return onOff(s.arena);
    if (name == "mempattern")
        return onOff(s.memoryPattern);
    if (name == "nchwc")
        return onOff(!passDisabled(s, kBlockedLayout));
    if (name == "quantprecision")
        return configValue(s, kPrecise);
    if (name == "int8allowed")
        return configValue(s, kSigned);
    if (const char* key = switchedOffKey(name)) {
        const auto it = s.config.find(key);
        return onOff(it == s.config.end() || it->second != "0");
    }
    for (const auto pass : kSinglePasses)
        if (passDisabled(s, pass))
            return std::string(pass);
    return "-";
}

void MappingSpace::setValue(Mapping& mapping, const std::string& name,
                            const std::string& value) const {
    SessionOptions& s = mapping.session;
    if (name == "threads") {
        std::from_chars(value.data(), value.data() + value.size(), s.threads);
    } else if (name == "opt") {
        for (const auto& level : kLevels)
            if (level.name == value)
                s.optimization = level.level;
    } else if (name == "spin") {
        s.spinning = value == "on";
    } else if (name == "exec") {
        s.execution = value == "parallel" ? ExecutionMode::Parallel : ExecutionMode::Sequential;
        s.interThreads = 0;
    } else if (name == "arena") {
        s.arena = value == "on";
    } else if (name == "mempattern") {
        s.memoryPattern = value == "on";
    } else if (name == "nchwc") {
        disablePass(s, kBlockedLayout, value == "off");
    } else if (name == "quantprecision") {
        setConfig(s, kPrecise, value == "on");
    } else if (name == "int8allowed") {
        setConfig(s, kSigned, value == "on");
    } else if (const char* key = switchedOffKey(name)) {
        if (value == "off")
            s.config[key] = "0";
        else
            s.config.erase(key);
    } else if (name == "without") {
        for (const auto pass : kSinglePasses)
            disablePass(s, pass, pass == value);
    }
}

Mapping MappingSpace::defaultMapping() const {
    Mapping mapping;
    mapping.session.runtime = m_runtime;
    mapping.session.runtimeVersion = m_runtimeVersion;
    for (const auto& d : m_dimensions)
        setValue(mapping, d.name, d.values.front());
    return mapping;
}

Mapping MappingSpace::sample(Random& random) const {
    Mapping mapping = defaultMapping();
    for (const auto& d : m_dimensions) {
        const double draw = random.uniform();
        const std::uint64_t which = d.values.size() > 1 ? random.below(d.values.size() - 1) + 1 : 0;
        if (draw < d.probability)
            setValue(mapping, d.name, d.values[which]);
    }
    return mapping;
}

std::optional<Mapping> MappingSpace::mutate(const Mapping& mapping, Random& random) const {
    std::vector<const MappingDimension*> open;
    for (const auto& d : m_dimensions)
        if (d.values.size() > 1)
            open.push_back(&d);
    if (open.empty())
        return std::nullopt;
    const auto& d = *open[random.below(open.size())];
    std::vector<std::string> others;
    const std::string current = valueOf(mapping, d.name);
    for (const auto& value : d.values)
        if (value != current)
            others.push_back(value);
    Mapping mutated = mapping;
    setValue(mutated, d.name, others[random.below(others.size())]);
    return mutated;
}

Mapping MappingSpace::crossover(const Mapping& a, const Mapping& b, Random& random) const {
    Mapping mapping = a;
    for (const auto& d : m_dimensions)
        if (random.below(2))
            setValue(mapping, d.name, valueOf(b, d.name));
    return mapping;
}

std::vector<Mapping> MappingSpace::neighbours(const Mapping& mapping) const {
    std::vector<Mapping> all;
    for (const auto& d : m_dimensions) {
        const std::string current = valueOf(mapping, d.name);
        for (const auto& value : d.values) {
            if (value == current)
                continue;
            all.push_back(mapping);
            setValue(all.back(), d.name, value);
        }
    }
    return all;
}

Status MappingSpace::admit(const Mapping& mapping) const {
    Mapping rebuilt = mapping; // what no dimension covers must be at its default
    const Mapping standard = defaultMapping();
    for (const auto& d : m_dimensions) {
        const std::string value = valueOf(mapping, d.name);
        if (std::find(d.values.begin(), d.values.end(), value) == d.values.end())
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("{}={} is not a legal mapping here", d.name, value),
                        fmt::format("Legal: {}.", fmt::join(d.values, ", ")));
        setValue(rebuilt, d.name, valueOf(standard, d.name));
    }
    rebuilt.session.runtimeVersion = standard.session.runtimeVersion;
    if (rebuilt.session.threads == 0)
        rebuilt.session.threads = standard.session.threads;
    rebuilt.session.freeDimensions.clear();
    rebuilt.operators.clear();
    if (!(rebuilt.session == standard.session))
        return fail(
            ErrorCode::InvalidArgument,
            fmt::format("the target does not honour all of {}", mapping.session.signature()),
            fmt::format("The default is {}.", standard.session.signature()));
    return {};
}

std::vector<Mapping> MappingSpace::handTuned() const {
    std::vector<Mapping> all;
    Mapping plain;
    plain.session.runtime = m_runtime;
    plain.session.runtimeVersion = m_runtimeVersion;
    all.push_back(plain);
    const auto* threads = dimension("threads");
    const auto* spin = dimension("spin");
    for (const auto& count : threads ? threads->values : std::vector<std::string>{}) {
        for (const bool spinning : {true, false}) {
            if (!spinning && (!spin || count == "1"))
                continue;
            Mapping mapping = defaultMapping();
            setValue(mapping, "threads", count);
            mapping.session.spinning = spinning;
            all.push_back(std::move(mapping));
        }
    }
    return all;
}

} // namespace metainfer::candidates
