// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a runtime takes for a whole session: the whole-model part of a mapping signature.
#pragma once

#include "base/json.h"
#include "base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer {

enum class OptimizationLevel { None, Basic, Extended, Layout, All };
enum class ExecutionMode { Sequential, Parallel };

/// The knobs of an ONNX Runtime session. Default-constructed it is what a user gets who sets
/// nothing, except that `threads` 0 means the runtime's own choice.
struct SessionOptions {
    std::string runtime = "onnxruntime";
    std::string runtimeVersion; ///< empty = whichever the device has
    int threads = 0;            ///< intra-op; 0 = the runtime's default (all physical cores)
    int interThreads = 0;       ///< used with ExecutionMode::Parallel; 0 = the runtime's default
    OptimizationLevel optimization = OptimizationLevel::All;
    ExecutionMode execution = ExecutionMode::Sequential;
    bool spinning = true;
    bool arena = true;
    bool memoryPattern = true;
    bool prepacking = true;
    bool denormalAsZero = false;
    std::vector<std::string>
        disabledOptimizers;             ///< single passes switched off, e.g. NchwcTransformer
    std::vector<std::string> providers; ///< order of execution providers; empty = CPU
    std::map<std::string, std::string> config; ///< further session config entries, key -> value
    std::map<std::string, std::int64_t> freeDimensions; ///< symbol -> value, overrides by name

    bool operator==(const SessionOptions&) const = default;

    /// The canonical signature: sorted `key=value` joined by ';', only what differs from the
    /// default plus runtime, threads and opt:
    /// "arena=off;exec=sequential;opt=all;runtime=onnxruntime@1.30.0;…".
    std::string signature() const;
    /// Reads a signature (any order of keys). InvalidArgument names the bad key and the legal
    /// values.
    static Result<SessionOptions> fromSignature(std::string_view text);
    Json toJson() const;
    static Result<SessionOptions> fromJson(const Json& json);
};

} // namespace metainfer
