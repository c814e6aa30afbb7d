// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes an adapter's commands out of a workload and runs them: conversion with a cache of what was
// converted, runs in folders of their own, failures named as the adapter says.
#pragma once

#include "execution/executor.h"
#include "measurement/device.h"
#include "measurement/toolchain/adapter.h"
#include "measurement/toolchain/command_runner.h"
#include "measurement/toolchain/tool_output.h"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace metainfer::measurement {

/// How long and how often the tool is to run the model; what {iterations}, {seconds}, … stand for.
struct ToolPlan {
    int iterations = 3, mostIterations = 20'000;
    double seconds = 0, mostSeconds = 20;
    int warmUp = 3;
    double warmUpSeconds = 0.05, mostWarmUpSeconds = 5;

    static ToolPlan of(const Protocol& protocol);
};

enum class ToolMode { Latency, Outputs, Layers, Memory };
std::string_view toolModeName(ToolMode mode);

/// Arguments that a mapping makes for the converter and for the runner.
struct MappingArguments {
    std::vector<std::string> convert, run;
};
/// Unsupported names a value that the adapter does not know, with the legal ones. Keys that the
/// adapter does not have are not honoured: they make nothing.
Result<MappingArguments> mappingArguments(const Adapter& adapter, const SessionOptions& session,
                                          int cores);

/// Unsupported names the first operator, data type or opset of the model that the adapter says its
/// tool does not take.
Status checkSupport(const Adapter& adapter, const std::filesystem::path& model);

/// Adds "dtype: t" to an error that names a node (`detail: NAME`) of the model, but no type.
void nameType(Error& error, const std::filesystem::path& model);

/// What a run left behind. Its folder is removed with the last copy.
struct ToolRun {
    ToolOutput output;
    std::shared_ptr<const std::filesystem::path> folder;
};

/// Thread-safe. Whoever measures holds the machine's lock.
class ToolDriver {
  public:
    struct Options {
        std::filesystem::path workFolder; ///< of this device alone; made when it is needed
        std::shared_ptr<CommandRunner> runner;
        int cores = 1;
    };
    ToolDriver(Adapter adapter, Options options);

    const Adapter& adapter() const { return m_adapter; }
    CommandRunner& runner() const { return *m_options.runner; }
    const std::filesystem::path& workFolder() const { return m_options.workFolder; }

    /// Asks the tool for its version; empty when it says none that the adapter knows. NotFound when
    /// it is not installed: its hint is how to install it.
    Result<std::string> version(const CancellationToken& cancel);
    /// The file that identifies the runtime, filled; empty when the adapter names none.
    std::filesystem::path library() const;

    /// What the tool's converter makes of the model for this session and, where it takes them, the
    /// shapes of `inputs`, converted at most once.
    Result<std::filesystem::path> artifact(const std::filesystem::path& model,
                                           const SessionOptions& session,
                                           const std::vector<NamedTensor>& inputs,
                                           const RunLimits& limits,
                                           const CancellationToken& cancel);
    /// One run over `sets` of inputs. An error is what the tool failed with.
    Result<ToolRun> run(ToolMode mode, const std::filesystem::path& model,
                        const SessionOptions& session,
                        const std::vector<std::vector<NamedTensor>>& sets, const ToolPlan& plan,
                        const RunLimits& limits, const std::vector<int>& pinTo,
                        const CancellationToken& cancel);

    /// The exact command lines of a conversion and a run, without running anything.
    Result<std::vector<std::string>> commandsFor(ToolMode mode, const Workload& workload,
                                                 const ToolPlan& plan) const;

  private:
    PlaceholderValues values(const SessionOptions& session) const;
    Result<std::vector<ToolInvocation>> fill(const std::vector<ToolCommand>& commands,
                                             const PlaceholderValues& values,
                                             const std::vector<std::string>& flags,
                                             const std::vector<int>& pinTo = {}) const;
    Status execute(const std::vector<ToolInvocation>& commands, std::chrono::milliseconds timeout,
                   const CancellationToken& cancel, ToolOutput& output) const;
    Result<std::string> modelHash(const std::filesystem::path& model);
    void forgetOldArtifacts() const;

    Adapter m_adapter;
    Options m_options;
    std::string m_version;
    std::mutex m_mutex;                          ///< guards what follows
    std::map<std::string, std::string> m_hashes; ///< of models, by path, size and time
};

} // namespace metainfer::measurement
