// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One request that a runner has to serve, with its limits.
#pragma once

#include "base/json.h"
#include "base/result.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace metainfer::agent {

using Clock = std::chrono::steady_clock;

/// Which runner serves a method, and whether it must be a fresh process that serves nothing else:
/// cold starts, peak memory and timings must not inherit an earlier request's state.
struct MethodFacts {
    std::string_view name;
    std::string_view runner; ///< "onnxruntime", "opencv", "probe"; empty = the supervisor itself
    bool needsFreshProcess = false;
};

/// Null for an unknown method. Where several runners serve it: that of `runtime`, else the first.
const MethodFacts* factsOfMethod(std::string_view name, std::string_view runtime = {});
/// All runners that serve the method, the default runtime's first.
std::vector<const MethodFacts*> runnersOfMethod(std::string_view name);
/// Names of all methods, for `hello`.
std::vector<std::string> methodNames();

struct Job {
    Json id;
    std::string method;
    Json params;
    const MethodFacts* facts = nullptr;
    std::string runtimeVersion; ///< of the library that the runner must hold; empty = default
    std::string sessionKey;     ///< model and options: a runner that served the same has it loaded
    std::optional<Clock::time_point> deadline;
    std::uint64_t memoryLimit = 0;
    std::shared_ptr<void> files; ///< go when the job is done

    /// Method and model, for messages: "`run` of model.onnx".
    std::string describe() const;
    /// After the names in `params` became paths.
    void updateSessionKey();
};

/// Measures time, so that whatever else the device does disturbs it.
bool isTimed(std::string_view method);

/// InvalidArgument when the request has no method or a limit of the wrong type.
Result<Job> makeJob(const Json& request, std::uint64_t defaultMemoryLimit);

} // namespace metainfer::agent
