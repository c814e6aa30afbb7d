// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the environment fingerprint from /proc and /sys.
#include "execution/device_environment.h"

#include "base/file.h"
#include "base/hash.h"
#include "execution/arm_cores.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

#include <sched.h>
#include <sys/utsname.h>

namespace metainfer::hardware {
namespace fs = std::filesystem;
namespace {

constexpr const char* kUnknown = "unknown";

struct Field {
    const char* key;
    std::string Environment::*member;
    bool isLater = false; ///< older records lack it
};
// The order of text().
constexpr std::array<Field, 20> kFields{{
    {"device", &Environment::device},
    {"cpu", &Environment::cpu},
    {"cpu_id", &Environment::cpuId},
    {"architecture", &Environment::architecture},
    {"features", &Environment::features},
    {"cores", &Environment::cores},
    {"microcode", &Environment::microcode},
    {"virtualization", &Environment::virtualization},
    {"memory_mb", &Environment::memoryMb},
    {"kernel", &Environment::kernel},
    {"os", &Environment::os},
    {"governor", &Environment::governor},
    {"clock_mhz", &Environment::clockMhz},
    {"runtime", &Environment::runtime},
    {"runtime_sha256", &Environment::runtimeSha256},
    {"runtime_build", &Environment::runtimeBuild},
    {"compile_flags", &Environment::compileFlags},
    {"firmware", &Environment::firmware, true},
    {"driver", &Environment::driver, true},
    {"libc", &Environment::libc, true},
}};

/// Instruction sets that change which kernels a runtime takes, as /proc/cpuinfo names them.
constexpr std::array<std::string_view, 18> kFeatures{
    {"sse4_2", "avx", "f16c", "fma", "avx2", "avx_vnni", "avx512f", "avx512bw", "avx512_vnni",
     "avx512_bf16", "avx512_fp16", "amx_int8", "amx_bf16", "asimd", "asimddp", "asimdhp", "i8mm",
     "sve"}};

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n\"");
    if (first == std::string_view::npos)
        return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\r\n\"") - first + 1));
}

std::string orUnknown(std::string text) {
    return text.empty() ? kUnknown : text;
}

std::string firstLine(const fs::path& path) {
    const auto content = readTextFile(path);
    return content ? trimmed(std::string_view(*content).substr(0, content->find('\n'))) : "";
}

/// "key : value" or "KEY=value" lines; the first of each key counts.
std::map<std::string, std::string> keyValueFile(const fs::path& path, char separator) {
    std::map<std::string, std::string> values;
    const auto content = readTextFile(path);
    std::istringstream lines(content ? *content : std::string());
    for (std::string line; std::getline(lines, line);)
        if (const auto at = line.find(separator); at != std::string::npos)
            values.emplace(trimmed(line.substr(0, at)), trimmed(line.substr(at + 1)));
    return values;
}

std::string joined(const std::map<std::string, std::string>& values,
                   std::initializer_list<const char*> keys) {
    std::string text;
    bool any = false;
    for (const char* key : keys) {
        const auto it = values.find(key);
        text += (text.empty() ? "" : "/") + (it == values.end() ? "?" : it->second);
        any = any || it != values.end();
    }
    return any ? text : kUnknown;
}

std::string featuresOf(const std::map<std::string, std::string>& cpu) {
    const auto it = cpu.contains("flags") ? cpu.find("flags") : cpu.find("Features");
    if (it == cpu.end())
        return kUnknown;
    std::istringstream words(it->second);
    std::set<std::string> present;
    for (std::string word; words >> word;)
        present.insert(word);
    std::string text;
    for (const std::string_view feature : kFeatures)
        if (present.contains(std::string(feature)))
            text += (text.empty() ? "" : " ") + std::string(feature);
    return text.empty() ? "none" : text;
}

std::string virtualizationOf(const fs::path& root, const std::map<std::string, std::string>& cpu) {
    if (const std::string type = firstLine(root / "sys/hypervisor/type"); !type.empty())
        return type;
    const auto flags = cpu.find("flags");
    if (flags == cpu.end())
        return kUnknown;
    if ((" " + flags->second + " ").find(" hypervisor ") == std::string::npos)
        return "none";
    const std::string vendor = firstLine(root / "sys/class/dmi/id/sys_vendor");
    return vendor.empty() ? "hypervisor" : "hypervisor (" + vendor + ")";
}

std::string usableCores() {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof(set), &set) != 0)
        return kUnknown;
    return std::to_string(CPU_COUNT(&set));
}

std::string clockRange(const fs::path& root, const std::map<std::string, std::string>& cpu) {
    const fs::path folder = root / "sys/devices/system/cpu/cpu0/cpufreq";
    const auto mhz = [&folder](const char* file) {
        const std::string text = firstLine(folder / file); // kHz
        long value = 0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        return value / 1000;
    };
    const long low = mhz("cpuinfo_min_freq"), high = mhz("cpuinfo_max_freq");
    if (low > 0 && high > 0)
        return fmt::format("{}-{}", low, high);
    // Without a frequency driver the kernel shows one figure, constant on virtual machines.
    const auto it = cpu.find("cpu MHz");
    if (it == cpu.end())
        return kUnknown;
    return it->second.substr(0, it->second.find('.'));
}

std::string memoryMb(const fs::path& root) {
    const auto memory = keyValueFile(root / "proc/meminfo", ':');
    const auto it = memory.find("MemTotal");
    if (it == memory.end())
        return kUnknown;
    return std::to_string(std::strtoull(it->second.c_str(), nullptr, 10) / 1024);
}

std::string firmwareOf(const fs::path& root) {
    std::string text;
    for (const char* file : {"bios_vendor", "bios_version", "bios_date"})
        if (const std::string part = firstLine(root / "sys/class/dmi/id" / file); !part.empty())
            text += (text.empty() ? "" : " ") + part;
    if (!text.empty())
        return text;
    // Boards: the text ends with a null byte.
    std::string model = firstLine(root / "proc/device-tree/model");
    model.resize(std::min(model.size(), model.find('\0')));
    return orUnknown(std::move(model));
}

/// What sets the clocks, and the versions of accelerator drivers that are loaded.
std::string driverOf(const fs::path& root) {
    std::string text;
    const auto add = [&text](std::string_view name, const std::string& value) {
        if (!value.empty())
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
    };
    add("cpufreq", firstLine(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_driver"));
    for (const char* module : {"nvidia", "amdgpu", "xe", "rknpu", "galcore", "intel_vpu", "amdxdna",
                               "hailo_pci", "apex", "mali_kbase"})
        add(module, firstLine(root / "sys/module" / module / "version"));
    return orUnknown(std::move(text));
}

/// The device's C library, which this program need not be linked with.
std::string libcOf(const fs::path& root) {
    std::vector<fs::path> files;
    std::error_code error;
    for (const char* folder : {"lib64", "usr/lib64", "lib", "usr/lib"}) {
        files.push_back(root / folder / "libc.so.6");
        for (const auto& entry : fs::directory_iterator(root / folder, error)) {
            const std::string name = entry.path().filename().string();
            if (name.ends_with("-linux-gnu") || name.ends_with("-linux-gnueabihf"))
                files.push_back(entry.path() / "libc.so.6");
            if (name.starts_with("ld-musl-"))
                return "musl";
        }
    }
    constexpr std::string_view kBanner = R"(GNU C Library)", kVersion = " version ";
    for (const fs::path& file : files) {
        if (!fs::is_regular_file(file, error))
            continue;
        const auto content = readTextFile(file);
        if (!content)
            continue;
        const std::size_t banner = content->find(kBanner);
        const std::size_t at = content->find(kVersion, std::min(banner, content->size()));
        if (at == content->npos)
            continue;
        // "release version 2.36." with the sentence's full stop
        const std::size_t start = at + kVersion.size();
        const std::size_t end = content->find_first_not_of("0123456789.", start);
        std::string version = content->substr(start, end - start);
        while (version.ends_with('.'))
            version.pop_back();
        return "glibc " + version;
    }
    return kUnknown;
}

std::string compileFlags() {
    std::string text = "g++ " __VERSION__;
#ifdef __clang__
    text = "clang++ " __clang_version__;
#endif
    text += fmt::format(" C++{}", __cplusplus / 100 % 100);
#ifdef __OPTIMIZE__
    text += " optimized";
#endif
#ifdef NDEBUG
    text += " NDEBUG";
#endif
#ifdef __SANITIZE_ADDRESS__
    text += " asan";
#endif
#ifdef __SANITIZE_THREAD__
    text += " tsan";
#endif
    return text;
}

std::string escaped(std::string text) {
    for (char& c : text)
        if (c == ';' || c == '\n' || c == '\r')
            c = ',';
    return text;
}

} // namespace

Json Environment::toJson() const {
    Json json = Json::object();
    for (const Field& field : kFields)
        json[field.key] = this->*field.member;
    return json;
}

Result<Environment> Environment::fromJson(const Json& json) {
    if (!json.is_object())
        return fail(ErrorCode::InvalidArgument, "environment is not a JSON object");
    Environment environment;
    for (const Field& field : kFields) {
        const auto it = json.find(field.key);
        if (it == json.end())
            continue;
        if (!it->is_string())
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("environment: `{}` is not a text", field.key));
        environment.*field.member = it->get<std::string>();
    }
    return environment;
}

std::string Environment::text() const {
    std::string text;
    for (const Field& field : kFields)
        if (!field.isLater || this->*field.member != kUnknown)
            text += fmt::format("{}{}={}", text.empty() ? "" : ";", field.key,
                                escaped(this->*field.member));
    return text;
}

Environment Environment::fromText(std::string_view text) {
    Environment environment;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find(';'));
        text.remove_prefix(std::min(text.size(), part.size() + 1));
        const auto at = part.find('=');
        if (at == std::string_view::npos)
            continue;
        for (const Field& field : kFields)
            if (part.substr(0, at) == field.key)
                environment.*field.member = std::string(part.substr(at + 1));
    }
    return environment;
}

std::string Environment::hash() const {
    return sha256Hex(text());
}

std::vector<EnvironmentDifference> differences(const Environment& left, const Environment& right) {
    std::vector<EnvironmentDifference> result;
    for (const Field& field : kFields) {
        const std::string &a = left.*field.member, &b = right.*field.member;
        const bool isUntold = field.isLater && (a == kUnknown || b == kUnknown);
        if (a != b && !isUntold)
            result.push_back({field.key, a, b});
    }
    return result;
}

Environment readLocalEnvironment(const RuntimeFacts& runtime, const fs::path& root) {
    Environment e;
    e.device = "local";
    const auto cpu = keyValueFile(root / "proc/cpuinfo", ':');
    const auto named = [&cpu](const char* key) {
        const auto it = cpu.find(key);
        return it == cpu.end() ? std::string() : it->second;
    };
    e.cpu = named("model name");
    if (e.cpu.empty())
        e.cpu = orUnknown(armCoresOf(readTextFile(root / "proc/cpuinfo").value_or("")));
    e.cpuId =
        cpu.contains("vendor_id")
            ? joined(cpu, {"vendor_id", "cpu family", "model", "stepping"})
            : joined(cpu, {"CPU implementer", "CPU architecture", "CPU part", "CPU revision"});
    e.features = featuresOf(cpu);
    e.microcode = orUnknown(named("microcode"));
    e.virtualization = virtualizationOf(root, cpu);
    e.cores = usableCores();
    e.memoryMb = memoryMb(root);
    if (utsname system{}; uname(&system) == 0) {
        e.architecture = system.machine;
        e.kernel = std::string(system.sysname) + " " + system.release;
    }
    const auto os = keyValueFile(root / "etc/os-release", '=');
    if (const auto it = os.find("PRETTY_NAME"); it != os.end())
        e.os = it->second;
    e.governor =
        orUnknown(firstLine(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
    e.clockMhz = clockRange(root, cpu);
    if (!runtime.name.empty())
        e.runtime = runtime.name + (runtime.version.empty() ? "" : "@" + runtime.version);
    if (!runtime.library.empty())
        if (const auto digest = sha256OfFile(runtime.library))
            e.runtimeSha256 = *digest;
    e.runtimeBuild = orUnknown(runtime.build);
    e.compileFlags = compileFlags();
    e.firmware = firmwareOf(root);
    e.driver = driverOf(root);
    e.libc = libcOf(root);
    return e;
}

} // namespace metainfer::hardware
