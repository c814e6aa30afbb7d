// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The table of methods, and jobs made from requests.
#include "job.h"

#include "base/suggest.h"
#include "execution/session_options.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace metainfer::agent {

namespace {

// Longer ones would overflow the clock.
constexpr std::chrono::hours kLongestDeadline{24 * 365};

constexpr std::array<MethodFacts, 43> kMethods = {{
    {"hello", "", false},
    {"cancel", "", false},
    {"machine_state", "", false},
    {"blob_has", "", false},
    {"blob_put", "", false},
    {"blob_chunk", "", false},
    {"blob_commit", "", false},
    {"blob_usage", "", false},
    {"blobs_missing", "", false},
    {"blobs_put", "", false},
    {"ping", "", false},
    {"resume", "", false},
    {"bye", "", false},
    {"lock", "", false},
    {"unlock", "", false},
    {"lock_state", "", false},
    {"telemetry", "", false},
    {"environment", "", false},
    {"caches", "", false},
    {"power_mode", "", false},
    {"exec", "", false},
    {"file_read", "", false},
    {"file_drop", "", false},
    {"inventory", "onnxruntime", true},
    {"load", "onnxruntime", true},
    {"types", "onnxruntime", false},
    {"run", "onnxruntime", false},
    {"run_many", "onnxruntime", false},
    {"statistics", "onnxruntime", false},
    {"measure", "onnxruntime", true},
    {"compare", "onnxruntime", true},
    {"profile", "onnxruntime", true},
    {"memory", "onnxruntime", true},
    {"inventory", "opencv", true},
    {"load", "opencv", true},
    {"run", "opencv", false},
    {"run_many", "opencv", false},
    {"measure", "opencv", true},
    {"compare", "opencv", true},
    {"profile", "opencv", true},
    {"memory", "opencv", true},
    {"probe_compute", "probe", false},
    {"probe_memory", "probe", false},
}};

/// The options that decide about the runner. Variants of one comparison share a process, hence a
/// runtime and its library: those of the first count.
SessionOptions optionsOf(const Json& params) {
    const Json variants = jsonValue(params, "variants", Json::array());
    const Json& holder = variants.empty() ? params : variants.front();
    // The runner refuses options that are wrong, with the reason.
    return SessionOptions::fromJson(jsonValue(holder, "options", Json::object()))
        .value_or(SessionOptions());
}

} // namespace

const MethodFacts* factsOfMethod(std::string_view name, std::string_view runtime) {
    const std::vector<const MethodFacts*> all = runnersOfMethod(name);
    for (const MethodFacts* facts : all)
        if (facts->runner == runtime)
            return facts;
    return all.empty() ? nullptr : all.front();
}

std::vector<const MethodFacts*> runnersOfMethod(std::string_view name) {
    std::vector<const MethodFacts*> all;
    for (const MethodFacts& facts : kMethods)
        if (facts.name == name)
            all.push_back(&facts);
    return all;
}

std::vector<std::string> methodNames() {
    std::vector<std::string> names;
    for (const MethodFacts& facts : kMethods)
        if (std::find(names.begin(), names.end(), facts.name) == names.end())
            names.emplace_back(facts.name);
    return names;
}

std::string Job::describe() const {
    const std::string model = jsonValue(params, "model", std::string());
    return model.empty() ? fmt::format("`{}`", method) : fmt::format("`{}` of {}", method, model);
}

Result<Job> makeJob(const Json& request, std::uint64_t defaultMemoryLimit) {
    Job job;
    job.id = jsonValue(request, "id", Json(0));
    job.method = jsonValue(request, "method", std::string());
    job.params = jsonValue(request, "params", Json::object());
    const SessionOptions options = optionsOf(job.params);
    job.facts = factsOfMethod(job.method, options.runtime);
    if (!job.facts)
        return fail(ErrorCode::Unsupported, fmt::format("no method `{}`", job.method),
                    didYouMean(job.method, methodNames()));
    const auto deadlineMs = jsonValue(request, "deadline_ms", std::int64_t{0});
    if (deadlineMs < 0)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("`deadline_ms` is {}, legal are positive numbers, or 0 for none",
                                deadlineMs));
    if (deadlineMs > 0)
        job.deadline = Clock::now() + std::min<std::chrono::milliseconds>(
                                          std::chrono::milliseconds(deadlineMs), kLongestDeadline);
    job.memoryLimit = jsonValue(job.params, "memory_limit", std::uint64_t{0});
    if (job.memoryLimit == 0)
        job.memoryLimit = defaultMemoryLimit;
    job.runtimeVersion = options.runtimeVersion;
    job.updateSessionKey();
    return job;
}

void Job::updateSessionKey() {
    sessionKey = fmt::format("{}|{}", jsonValue(params, "model", std::string()),
                             dumpJson(jsonValue(params, "options", Json::object())));
}

bool isTimed(std::string_view method) {
    return method == "measure" || method == "compare" || method == "profile" ||
           method.starts_with("probe_");
}

} // namespace metainfer::agent
