// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// From a workload to commands, and what became of them.
#include "measurement/toolchain/tool_driver.h"

#include "base/file.h"
#include "base/hash.h"
#include "ir/onnx_io.h"
#include "measurement/time_text.h"
#include "measurement/toolchain/tool_tensors.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer::measurement {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostArtifacts = 64, kMostOutput = 32u << 20;
constexpr auto kCheckTime = std::chrono::seconds(60);

using Clock = std::chrono::steady_clock;

const std::vector<ToolCommand>& commandsOf(const Adapter& adapter, ToolMode mode) {
    switch (mode) {
    case ToolMode::Outputs:
        return adapter.outputs;
    case ToolMode::Layers:
        return adapter.profile;
    case ToolMode::Memory:
        return adapter.memory;
    case ToolMode::Latency:
        break;
    }
    return adapter.latency;
}

Status offers(const Adapter& adapter, ToolMode mode) {
    if (!commandsOf(adapter, mode).empty())
        return {};
    return fail(ErrorCode::Unsupported,
                fmt::format("{} gives no {}", adapter.label(), toolModeName(mode)),
                fmt::format("the adapter `{}` has no commands for it under `run`", adapter.name));
}

void addPlan(PlaceholderValues& values, const ToolPlan& plan) {
    values["iterations"] = std::to_string(plan.iterations);
    values["most_iterations"] = std::to_string(plan.mostIterations);
    values["whole_seconds"] = fmt::format("{:.0f}", std::ceil(plan.seconds));
    values["seconds"] = fmt::format("{:g}", plan.seconds);
    values["most_seconds"] = fmt::format("{:g}", plan.mostSeconds);
    values["warmup"] = std::to_string(plan.warmUp);
    values["warmup_seconds"] = fmt::format("{:g}", plan.warmUpSeconds);
    values["warmup_ms"] = fmt::format("{:.0f}", plan.warmUpSeconds * 1000);
    values["most_warmup_seconds"] = fmt::format("{:g}", plan.mostWarmUpSeconds);
}

/// The run's folder, removed with the last who holds it.
std::shared_ptr<const fs::path> ownFolder(const fs::path& folder,
                                          std::shared_ptr<CommandRunner> runner) {
    return {new fs::path(folder), [runner = std::move(runner)](const fs::path* path) {
                (void)runner->removeFolder(*path);
                std::error_code code;
                fs::remove_all(*path, code); // what was brought here, when the runner is elsewhere
                delete path;
            }};
}

/// Files beside the model that hold its weights.
std::set<fs::path> externalFiles(const fs::path& model) {
    std::set<fs::path> files;
    const auto imported = ir::importOnnx(model);
    if (!imported)
        return files;
    ir::forEachGraph(*imported, [&](const ir::Graph& graph, const std::string&) {
        for (const ir::ValueId id : graph.values())
            if (const auto& constant = graph.value(id).constant; constant && constant->isOnDisk())
                files.insert(constant->slice().file->path());
    });
    std::error_code code;
    std::erase_if(files, [&](const fs::path& file) { return fs::equivalent(file, model, code); });
    return files;
}

/// Tools run in a folder of their own.
fs::path wholePath(const fs::path& path) {
    std::error_code error;
    const fs::path whole = fs::absolute(path, error);
    return error ? path : whole;
}

} // namespace

std::string_view toolModeName(ToolMode mode) {
    switch (mode) {
    case ToolMode::Outputs:
        return "outputs";
    case ToolMode::Layers:
        return "times of layers";
    case ToolMode::Memory:
        return "memory";
    case ToolMode::Latency:
        break;
    }
    return "latency";
}

ToolPlan ToolPlan::of(const Protocol& protocol) {
    ToolPlan plan;
    plan.iterations = std::max(1, protocol.minimumRuns);
    plan.mostIterations = protocol.maximumRuns;
    plan.seconds = protocol.minimumSeconds;
    plan.mostSeconds = protocol.maximumSeconds;
    plan.warmUp = protocol.warmUpRuns;
    plan.warmUpSeconds = protocol.warmUpSeconds;
    plan.mostWarmUpSeconds = protocol.warmUpMaximumSeconds;
    return plan;
}

ToolDriver::ToolDriver(Adapter adapter, Options options)
    : m_adapter(std::move(adapter))
    , m_options(std::move(options)) {
    if (!m_options.runner)
        m_options.runner = std::make_shared<LocalCommandRunner>();
}

PlaceholderValues ToolDriver::values(const SessionOptions& session) const {
    PlaceholderValues values;
    values["cache"] = m_options.runner->cacheFolder().string();
    values["toolchain"] = m_adapter.file.parent_path().string();
    values["threads"] = std::to_string(session.threads > 0 ? session.threads : m_options.cores);
    for (const auto& [name, setting] : m_adapter.settings) {
        const auto set = setting.environment.empty()
                             ? Result<std::string>("")
                             : m_options.runner->variable(setting.environment);
        const auto filled = fillPlaceholders(setting.value, values);
        values[name] = set && !set->empty() ? *set : filled ? *filled : setting.value;
    }
    return values;
}

Result<std::vector<ToolInvocation>> ToolDriver::fill(const std::vector<ToolCommand>& commands,
                                                     const PlaceholderValues& values,
                                                     const std::vector<std::string>& flags,
                                                     const std::vector<int>& pinTo) const {
    std::vector<ToolInvocation> filled;
    for (const ToolCommand& command : commands) {
        ToolInvocation& invocation = filled.emplace_back();
        if (!pinTo.empty())
            invocation.arguments = {"taskset", "-c", fmt::format("{}", fmt::join(pinTo, ","))};
        for (const std::string& argument : command.arguments) {
            if (argument == "{flags}") {
                invocation.arguments.insert(invocation.arguments.end(), flags.begin(), flags.end());
                continue;
            }
            MI_ASSIGN(std::string text, fillPlaceholders(argument, values));
            invocation.arguments.push_back(std::move(text));
        }
        for (const auto& [name, value] : m_adapter.environment) {
            MI_ASSIGN(const std::string text, fillPlaceholders(value, values));
            invocation.environment.push_back(name + "=" + text);
        }
        if (const auto work = values.find("work"); work != values.end())
            invocation.workingDirectory = work->second;
    }
    return filled;
}

Status ToolDriver::execute(const std::vector<ToolInvocation>& commands,
                           std::chrono::milliseconds timeout, const CancellationToken& cancel,
                           ToolOutput& output) const {
    const auto end = Clock::now() + timeout;
    const auto begin = Clock::now();
    for (const ToolInvocation& command : commands) {
        MI_CHECK(cancel.check());
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
        const std::string& program = command.arguments.front();
        auto result =
            m_options.runner->run(command, std::max(left, std::chrono::milliseconds(1)), cancel);
        if (!result) {
            Error error = result.error();
            if (error.code == ErrorCode::NotFound && error.hint.empty())
                error.hint = m_adapter.install;
            if (error.code == ErrorCode::Timeout)
                error.message = fmt::format("{}: {} ran longer than {:g} s", m_adapter.label(),
                                            program, static_cast<double>(timeout.count()) / 1000);
            return fail(std::move(error));
        }
        output.text += result->out;
        if (!output.text.empty() && output.text.back() != '\n')
            output.text += '\n';
        output.text += result->err;
        if (output.text.size() > kMostOutput)
            output.text.resize(kMostOutput);
        output.exit = result->exit;
        output.cpuSeconds += result->exit.userSeconds + result->exit.systemSeconds;
        if (!result->exit.succeeded())
            return fail(toolError(m_adapter, output, program));
    }
    output.wallSeconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (auto error = knownError(m_adapter, output, false))
        return fail(std::move(*error));
    return {};
}

Result<std::string> ToolDriver::version(const CancellationToken& cancel) {
    MI_ASSIGN(const auto commands, fill({m_adapter.check}, values({}), {}));
    auto result = m_options.runner->run(commands.front(), kCheckTime, cancel);
    if (!result) {
        Error error = result.error();
        if (error.code == ErrorCode::NotFound || error.code == ErrorCode::PermissionDenied) {
            error.message =
                fmt::format("{} is not installed: {}", m_adapter.label(), error.message);
            error.hint = m_adapter.install;
        }
        return fail(std::move(error));
    }
    ToolOutput output;
    output.text = result->out + "\n" + result->err;
    output.exit = result->exit;
    const std::string found = readVersion(m_adapter, output);
    if (!result->exit.succeeded()) {
        Error error = toolError(m_adapter, output, commands.front().arguments.front());
        if (error.code == ErrorCode::Io) {
            error.code = ErrorCode::NotFound;
            error.message = fmt::format("{} is not installed: its check ended with {}",
                                        m_adapter.label(), result->exit.text());
            error.hint = m_adapter.install;
        }
        return fail(std::move(error));
    }
    const std::lock_guard guard(m_mutex);
    m_version = found;
    return found;
}

fs::path ToolDriver::library() const {
    const auto filled = fillPlaceholders(m_adapter.library, values({}));
    return filled ? fs::path(*filled) : fs::path();
}

Result<std::string> ToolDriver::modelHash(const fs::path& model) {
    std::error_code code;
    const auto size = fs::file_size(model, code);
    const auto time = fs::last_write_time(model, code).time_since_epoch().count();
    const std::string key = fmt::format("{}:{}:{}", model.string(), size, time);
    const std::lock_guard guard(m_mutex);
    if (const auto known = m_hashes.find(key); known != m_hashes.end())
        return known->second;
    MI_ASSIGN(std::string hash, sha256OfFile(model));
    for (const fs::path& file : externalFiles(model)) {
        MI_ASSIGN(const std::string part, sha256OfFile(file));
        hash += part;
        MI_CHECK(m_options.runner->upload(file));
    }
    return m_hashes.emplace(key, sha256Hex(hash)).first->second;
}

/// The oldest go when there are too many; those that are in use are young.
void ToolDriver::forgetOldArtifacts() const {
    std::error_code code;
    std::vector<std::pair<fs::file_time_type, fs::path>> found;
    for (const auto& entry : fs::directory_iterator(workFolder() / "artifacts", code))
        if (entry.is_directory(code))
            found.emplace_back(fs::last_write_time(entry.path() / "converted", code), entry.path());
    std::sort(found.begin(), found.end());
    for (std::size_t i = 0; i + kMostArtifacts < found.size(); ++i)
        (void)m_options.runner->removeFolder(found[i].second);
}

Result<fs::path> ToolDriver::artifact(const fs::path& model, const SessionOptions& session,
                                      const std::vector<NamedTensor>& inputs,
                                      const RunLimits& limits, const CancellationToken& cancel) {
    MI_CHECK(m_options.runner->upload(model));
    if (m_adapter.convert.empty())
        return wholePath(model);
    MI_ASSIGN(const MappingArguments arguments,
              mappingArguments(m_adapter, session, m_options.cores));
    PlaceholderValues known = values(session);
    MI_ASSIGN(known["input_shapes"], shapeList(m_adapter.tensors, inputs));
    // What is converted how: the commands as they will be, but for the places of files.
    for (const char* name : {"work", "model", "artifact"})
        known[name] = name;
    std::string key = m_adapter.hash + m_version;
    MI_ASSIGN(const auto shape, fill(m_adapter.convert, known, arguments.convert));
    for (const ToolInvocation& command : shape)
        key += "\n" + command.text();
    MI_ASSIGN(const std::string hash, modelHash(model));
    const fs::path folder = workFolder() / "artifacts" / sha256Hex(hash + key).substr(0, 32);
    known["work"] = folder.string();
    known["model"] = wholePath(model).string();
    MI_ASSIGN(known["artifact"], fillPlaceholders(m_adapter.artifact, known));
    const fs::path result = known["artifact"];
    MI_CHECK(createDirectories(folder));
    MI_ASSIGN(const FileLock lock, FileLock::acquire(folder / ".lock", true));
    std::error_code code;
    MI_ASSIGN(const bool there, m_options.runner->exists(result));
    if (there && fs::exists(folder / "converted", code))
        return result;
    MI_CHECK(m_options.runner->makeFolder(folder));
    MI_ASSIGN(const auto commands, fill(m_adapter.convert, known, arguments.convert));
    const auto timeout = std::max(
        limits.timeout,
        std::chrono::milliseconds(static_cast<std::int64_t>(m_adapter.timeoutSeconds * 1000)));
    ToolOutput output;
    output.values = known;
    const Status done = execute(commands, timeout, cancel, output);
    if (!done) {
        Error error = done.error();
        nameType(error, model);
        return failWith(std::move(error), "while converting " + model.filename().string());
    }
    MI_ASSIGN(const bool made, m_options.runner->exists(result));
    if (!made) {
        Error error = toolError(m_adapter, output, commands.back().arguments.front());
        if (error.code == ErrorCode::Io)
            error.message =
                fmt::format("{}: {} made no {}", m_adapter.label(),
                            commands.back().arguments.front(), result.filename().string());
        return fail(std::move(error));
    }
    MI_CHECK(writeFileAtomically(folder / "converted", utcNow() + "\n"));
    forgetOldArtifacts();
    return result;
}

Result<ToolRun> ToolDriver::run(ToolMode mode, const fs::path& model, const SessionOptions& session,
                                const std::vector<std::vector<NamedTensor>>& sets,
                                const ToolPlan& plan, const RunLimits& limits,
                                const std::vector<int>& pinTo, const CancellationToken& cancel) {
    MI_CHECK(offers(m_adapter, mode));
    MI_ASSIGN(const MappingArguments arguments,
              mappingArguments(m_adapter, session, m_options.cores));
    MI_ASSIGN(const fs::path artifact,
              this->artifact(model, session,
                             sets.empty() ? std::vector<NamedTensor>{} : sets.front(), limits,
                             cancel));
    ToolRun result;
    const fs::path folder = workFolder() / freshId("run");
    result.folder = ownFolder(folder, m_options.runner);
    PlaceholderValues& known = result.output.values;
    known = values(session);
    known["work"] = folder.string();
    known["inputs"] = (folder / "inputs").string();
    known["outputs"] = (folder / "outputs").string();
    known["model"] = wholePath(model).string();
    known["artifact"] = artifact.string();
    known["artifact_folder"] = artifact.parent_path().string();
    MI_ASSIGN(
        known["input_shapes"],
        shapeList(m_adapter.tensors, sets.empty() ? std::vector<NamedTensor>{} : sets.front()));
    addPlan(known, plan);
    for (const char* name : {"inputs", "outputs"}) {
        MI_CHECK(createDirectories(known[name]));
        MI_CHECK(m_options.runner->makeFolder(known[name]));
    }
    MI_ASSIGN(const WrittenInputs written, writeInputs(m_adapter.tensors, known, sets));
    if (const auto list = written.values.find("list_file");
        list != written.values.end() && !m_options.runner->isLocal()) {
        MI_ASSIGN(const std::string names, readTextFile(list->second));
        MI_CHECK(writeFileAtomically(list->second, m_options.runner->there(names)));
    }
    for (const fs::path& file : written.files)
        MI_CHECK(m_options.runner->upload(file));
    for (const auto& [name, value] : written.values)
        known[name] = value;
    MI_ASSIGN(const auto commands, fill(commandsOf(m_adapter, mode), known, arguments.run, pinTo));
    result.output.readFile = [runner = m_options.runner](const std::string& path) {
        const Status there = runner->download(path);
        return there ? readTextFile(path) : Result<std::string>(fail(there.error()));
    };
    const auto protocol = std::chrono::milliseconds(
        static_cast<std::int64_t>((plan.mostSeconds + plan.mostWarmUpSeconds) * 1000));
    if (const Status done = execute(commands, limits.timeout + protocol, cancel, result.output);
        !done) {
        Error error = done.error();
        nameType(error, model);
        return fail(std::move(error));
    }
    return result;
}

Result<std::vector<std::string>> ToolDriver::commandsFor(ToolMode mode, const Workload& workload,
                                                         const ToolPlan& plan) const {
    MI_CHECK(offers(m_adapter, mode));
    MI_ASSIGN(const MappingArguments arguments,
              mappingArguments(m_adapter, workload.session, m_options.cores));
    PlaceholderValues known = values(workload.session);
    known["model"] = wholePath(workload.model).string();
    known["work"] = (workFolder() / "artifacts" / "KEY").string();
    MI_ASSIGN(known["input_shapes"], shapeList(m_adapter.tensors, workload.inputs));
    MI_ASSIGN(known["artifact"], m_adapter.convert.empty()
                                     ? Result<std::string>(known["model"])
                                     : fillPlaceholders(m_adapter.artifact, known));
    MI_ASSIGN(auto commands, fill(m_adapter.convert, known, arguments.convert));
    known["artifact_folder"] = fs::path(known["artifact"]).parent_path().string();
    const fs::path folder = workFolder() / "run-ID";
    known["work"] = folder.string();
    known["inputs"] = (folder / "inputs").string();
    known["outputs"] = (folder / "outputs").string();
    addPlan(known, plan);
    known["sets"] = "1";
    const auto& tensors = m_adapter.tensors;
    std::vector<std::string> list;
    for (std::size_t i = 0; i < workload.inputs.size() && !tensors.listEach.empty(); ++i) {
        PlaceholderValues names = known;
        names["set"] = "0";
        names["index"] = std::to_string(i);
        names["safe_name"] = names["name"] = safeName(workload.inputs[i].name);
        MI_ASSIGN(names["file"], fillPlaceholders(tensors.inputFile, names));
        names["name"] = workload.inputs[i].name;
        names["reversed_dims"] = names["dims"] =
            fmt::format("{}", fmt::join(workload.inputs[i].tensor.dims, tensors.dimsSeparator));
        MI_ASSIGN(std::string item, fillPlaceholders(tensors.listEach, names));
        list.push_back(std::move(item));
    }
    known["input_list"] = fmt::format("{}", fmt::join(list, tensors.listSeparator));
    MI_ASSIGN(known["list_file"], fillPlaceholders(tensors.listFile, known));
    MI_ASSIGN(auto runs, fill(commandsOf(m_adapter, mode), known, arguments.run));
    commands.insert(commands.end(), runs.begin(), runs.end());
    std::vector<std::string> texts;
    for (const ToolInvocation& command : commands)
        texts.push_back(m_options.runner->there(command.text()));
    return texts;
}

} // namespace metainfer::measurement
