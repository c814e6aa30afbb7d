// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks of the agent, the folders and the machine; libraries are in loaded_libraries.cpp.
#include "engine/tools/system_report.h"

#include "base/file.h"
#include "engine/tools/loaded_libraries.h"
#include "execution/agent_executor.h"
#include "hardware/environment.h"
#include "ir/onnx_io.h"
#include "measurement/machine_lock.h"
#include "measurement/metric.h"
#include "session/deployment.h"

#include <fmt/format.h>

#include <sys/statvfs.h>
#include <unistd.h>

#include <cstdlib>

namespace metainfer::engine::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFetchRemedy =
    "run packaging/fetch-onnxruntime, or set METAINFER_ONNXRUNTIME to a libonnxruntime.so";

void addRuntimes(const AgentInventory& inventory, SystemReport& report) {
    std::size_t usable = 0;
    for (const RuntimeLibrary& library : inventory.runtimes) {
        SystemCheck check{
            "runtime",
            fmt::format("{} {}", library.runtime, library.version.empty() ? "?" : library.version),
            CheckLevel::Ok,
            fmt::format("{} ({}, sha256 {}){}", library.file.string(), library.origin,
                        library.sha256.empty() ? "unknown" : library.sha256,
                        library.isDefault ? ", loaded by default" : ""),
            "",
            false};
        if (!library.problem.empty()) {
            check.level = CheckLevel::Warning;
            check.detail = library.problem;
            check.remedy = "remove it or point METAINFER_ONNXRUNTIME at one that loads";
        } else {
            ++usable;
        }
        report.checks.push_back(std::move(check));
    }
    if (usable == 0)
        report.checks.push_back({"runtime", "ONNX Runtime", CheckLevel::Missing,
                                 "no library was found on this machine", kFetchRemedy});
}

/// The smallest model there is: y = Abs(x).
Status runTinyModel(AgentClient& client, std::string& detail) {
    ir::Model model;
    model.irVersion = 8;
    model.setOpset("", 13);
    ir::Graph& graph = *model.graph;
    graph.name = "doctor";
    const auto type = ir::ValueType::ofTensor(ElementType::Float, ir::Shape{ir::Dim::known(4)});
    const auto x = graph.addInput("x", type);
    const auto y = graph.addValue("y", type);
    ir::Node node;
    node.opType = "Abs";
    node.inputs = {x};
    node.outputs = {y};
    graph.addNode(std::move(node));
    graph.setOutputs({y});
    MI_ASSIGN(const auto folder, TemporaryDirectory::create("metainfer-doctor"));
    const fs::path file = folder.path() / "abs.onnx";
    MI_CHECK(ir::exportOnnx(model, file));
    const RunLimits limits{std::chrono::seconds(60), 0};
    MI_ASSIGN(const auto load, client.load({file, {}, "doctor"}, limits, {}));
    std::string providers;
    for (const std::string& provider : load.providers)
        providers += (providers.empty() ? "" : ", ") + provider;
    detail = fmt::format("loaded a model in ONNX Runtime {} ({})", load.runtimeVersion,
                         providers.empty() ? "CPU" : providers);
    return {};
}

/// How much the agent keeps of what remote sides sent. Older agents cannot tell.
void addSentFiles(AgentClient& client, SystemReport& report) {
    const auto usage = client.call("blob_usage", Json::object(), std::chrono::seconds(30), {});
    if (!usage)
        return;
    const auto size = [&](const char* key) {
        return measurement::formatMetric(measurement::Metric::Memory, jsonValue(*usage, key, 0.0));
    };
    report.checks.push_back(
        {"agent", "sent files", CheckLevel::Ok,
         fmt::format("{} in {}, {} of at most {}", jsonValue(*usage, "files", 0),
                     jsonValue(*usage, "folder", std::string()), size("bytes"),
                     size("limit_bytes")),
         ""});
}

void addAgent(SystemReport& report) {
    const auto command = findLocalAgent();
    if (!command) {
        report.checks.push_back({"agent", "metainfer-agent", CheckLevel::Missing,
                                 command.error().message, command.error().hint});
        return;
    }
    const std::string path = command->arguments.front();
    auto client = AgentClient::start(*command);
    if (!client) {
        report.checks.push_back({"agent", "metainfer-agent", CheckLevel::Missing,
                                 path + ": " + client.error().text(),
                                 "install the program again; see --log-level debug"});
        return;
    }
    if (const auto hello = (*client)->hello())
        report.checks.push_back(
            {"agent", "metainfer-agent", CheckLevel::Ok,
             fmt::format("{}, version {}, protocol {}.{}, answers", path, hello->agentVersion,
                         hello->protocolMajor, hello->protocolMinor),
             ""});
    else
        report.checks.push_back({"agent", "metainfer-agent", CheckLevel::Missing,
                                 path + ": " + hello.error().text(),
                                 "install the program and its agent from the same version"});
    std::string detail;
    const Status ran = runTinyModel(**client, detail);
    report.checks.push_back(
        {"agent", "runner", ran ? CheckLevel::Ok : CheckLevel::Missing,
         ran ? detail : ran.error().message,
         ran ? "" : (ran.error().hint.empty() ? kFetchRemedy : ran.error().hint)});
    addSentFiles(**client, report);
    const auto inventory = (*client)->inventory();
    if (inventory)
        addRuntimes(*inventory, report);
    else
        report.checks.push_back({"runtime", "ONNX Runtime", CheckLevel::Missing,
                                 inventory.error().text(), kFetchRemedy});
}

fs::path nearestExisting(fs::path path) {
    std::error_code code;
    path = fs::absolute(path, code);
    while (!fs::exists(path, code) && path.has_relative_path())
        path = path.parent_path();
    return path;
}

void addFolder(SystemReport& report, const std::string& name, const fs::path& folder,
               const std::string& variable) {
    const fs::path existing = nearestExisting(folder);
    std::error_code code;
    const bool there = fs::is_directory(folder, code);
    SystemCheck check{"folders", name, CheckLevel::Ok, folder.string(), ""};
    if (access(existing.c_str(), W_OK) != 0 || !fs::is_directory(existing, code)) {
        check.level = CheckLevel::Missing;
        check.detail += fmt::format(": cannot be written ({})", existing.string());
        check.remedy = fmt::format("make {} writable, or set {}", existing.string(), variable);
        report.checks.push_back(std::move(check));
        return;
    }
    struct statvfs space {};
    const bool known = statvfs(existing.c_str(), &space) == 0;
    const double free = known ? static_cast<double>(space.f_bavail) *
                                    static_cast<double>(space.f_frsize) / (1 << 30)
                              : -1;
    check.detail += there ? ", writable" : ", will be made when needed";
    if (known)
        check.detail += fmt::format(", {:.1f} GiB free", free);
    if (known && free < 1) {
        check.level = CheckLevel::Warning;
        check.remedy = fmt::format("free some space, or set {} to another disk", variable);
    }
    report.checks.push_back(std::move(check));
}

fs::path homeFolder(const char* variable, const char* fallback) {
    if (const char* named = std::getenv(variable); named && *named)
        return named;
    const char* home = std::getenv("HOME");
    return fs::path(home && *home ? home : ".") / fallback;
}

fs::path cacheFolder() {
    if (const char* named = std::getenv("METAINFER_CACHE"); named && *named)
        return named;
    return homeFolder("XDG_CACHE_HOME", ".cache") / "metainfer";
}

void addFolders(SystemReport& report) {
    addFolder(report, "cache", cacheFolder(), "METAINFER_CACHE");
    addFolder(report, "experience", experience::Store::defaultPath().parent_path(),
              "METAINFER_EXPERIENCE");
    addFolder(report, "own profiles", hardware::userProfileFolder(), "XDG_DATA_HOME");
    std::error_code code;
    addFolder(report, "temporary files", fs::temp_directory_path(code), "TMPDIR");
    const auto names = hardware::ProfileStore().names();
    report.checks.push_back(
        {"folders", "profiles", names.empty() ? CheckLevel::Warning : CheckLevel::Ok,
         fmt::format("{} hardware profiles are known by name", names.size()),
         names.empty() ? "set METAINFER_PROFILES to the folder of profiles" : "", false});
}

void addProbeState(SystemReport& report) {
    const hardware::ProfileStore own({hardware::userProfileFolder()});
    SystemCheck check{"machine", "probe", CheckLevel::Ok, "", "", false};
    if (const auto loaded = own.load("local")) {
        check.detail = fmt::format("this machine was probed: revision {} of {}",
                                   loaded->profile.revision.number, loaded->profile.revision.date);
    } else {
        check.level = CheckLevel::Warning;
        check.detail = "this machine has not been probed: predictions for it are rough";
        check.remedy = "metainfer probe local (about two minutes)";
    }
    report.checks.push_back(std::move(check));
}

void addMachine(SystemReport& report) {
    const auto environment = hardware::readLocalEnvironment();
    const auto add = [&](std::string name, bool good, std::string detail, std::string remedy) {
        report.checks.push_back({"machine", std::move(name),
                                 good ? CheckLevel::Ok : CheckLevel::Warning, std::move(detail),
                                 good ? std::string() : std::move(remedy), false});
    };
    add("processor", true,
        fmt::format("{}, {} usable cores, {}", environment.cpu, environment.cores,
                    environment.features),
        "");
    const bool bare = environment.virtualization == "none";
    add("virtualisation", bare,
        bare ? "none"
             : fmt::format("{}: neighbours can slow measurements down", environment.virtualization),
        "rely on interleaved comparisons; absolute times carry a grade");
    const bool steady = environment.governor == "performance";
    add("clock", steady,
        fmt::format("governor {}, {} MHz", environment.governor, environment.clockMhz),
        environment.governor == "unknown"
            ? "the governor cannot be read here; clock changes show in the grade only"
            : "set the governor to performance for steadier absolute times");
    const double load = [] {
        double one = 0;
        return getloadavg(&one, 1) == 1 ? one : -1.0;
    }();
    add("load", load < 0.5, fmt::format("load average {:.2f}", load),
        "other work runs on this machine: absolute times will be graded NOISY");
    const fs::path lock = measurement::MachineLock::defaultPath();
    const auto holder = measurement::MachineLock::holder(lock);
    add("machine lock", !holder,
        holder ? fmt::format("{}: process {} measures ({}) since {}", lock.string(), holder->pid,
                             holder->what, holder->since)
               : lock.string() + ", free",
        "measurements wait until it is done");
}

} // namespace

SystemReport readSystem() {
    SystemReport report;
    addAgent(report);
    addLibraries(report);
    addFolders(report);
    addProbeState(report);
    addMachine(report);
    return report;
}

} // namespace metainfer::engine::tools

namespace metainfer::engine {

std::string_view checkLevelName(CheckLevel level) {
    switch (level) {
    case CheckLevel::Ok:
        return "ok";
    case CheckLevel::Warning:
        return "warn";
    case CheckLevel::Missing:
        break;
    }
    return "missing";
}

bool SystemReport::usable() const {
    for (const SystemCheck& check : checks)
        if (check.needed && check.level == CheckLevel::Missing)
            return false;
    return true;
}

Json SystemReport::toJson() const {
    Json json = {{"schema", "doctor/1"}, {"usable", usable()}, {"checks", Json::array()}};
    for (const SystemCheck& check : checks)
        json["checks"].push_back({{"area", check.area},
                                  {"name", check.name},
                                  {"level", checkLevelName(check.level)},
                                  {"needed", check.needed},
                                  {"detail", check.detail},
                                  {"remedy", check.remedy}});
    return json;
}

} // namespace metainfer::engine
