// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The table of runtimes.
#include "measurement/runtime_facts.h"

#include <charconv>

namespace metainfer::measurement {
namespace {

/// True for "4.7.0" at 4, 7; false when there is no version.
bool isAtLeast(std::string_view version, int major, int minor) {
    int numbers[2] = {0, 0};
    const char* at = version.data();
    const char* end = at + version.size();
    for (int& number : numbers) {
        const auto [next, error] = std::from_chars(at, end, number);
        if (error != std::errc())
            return false;
        at = next < end ? next + 1 : next;
    }
    return numbers[0] > major || (numbers[0] == major && numbers[1] >= minor);
}

RuntimeTraits onnxRuntime() {
    RuntimeTraits traits;
    traits.name = "onnxruntime";
    // What it takes for a session; it takes nothing per operator.
    traits.mappingKeys = {"runtime", "threads", "inter",  "opt",     "exec",
                          "layout",  "spin",    "arena",  "pattern", "prepack",
                          "disable", "ep",      "config", "dim",     "denormals"};
    traits.precisions = {"fp32", "fp64", "int8", "fp16"};
    traits.layouts = {"NCHW"};
    traits.providers = {"CPUExecutionProvider"};
    traits.hasStatistics = true;
    return traits;
}

RuntimeTraits opencv(std::string_view version) {
    RuntimeTraits traits;
    traits.name = "opencv";
    traits.mappingKeys = {"runtime", "threads", "fusion"};
    if (isAtLeast(version, 4, 7))
        traits.mappingKeys.emplace_back("winograd");
    traits.precisions = {"fp32"};
    traits.layouts = {"NCHW"};
    traits.providers = {"CPU"};
    return traits;
}

} // namespace

RuntimeTraits traitsOf(std::string_view runtime) {
    const std::size_t at = runtime.find('@');
    const std::string_view name = runtime.substr(0, at);
    const std::string_view version =
        at == runtime.npos ? std::string_view() : runtime.substr(at + 1);
    if (name == "onnxruntime")
        return onnxRuntime();
    if (name == "opencv")
        return opencv(version);
    RuntimeTraits traits;
    traits.mappingKeys = {"runtime"};
    return traits;
}

std::vector<std::string_view> knownRuntimes() {
    return {"onnxruntime", "opencv"};
}

SessionOptions plainSession(const Capabilities& capabilities) {
    SessionOptions session;
    if (!capabilities.runtimes.empty()) {
        const std::string& first = capabilities.runtimes.front();
        session.runtime = first.substr(0, first.find('@'));
    }
    return session;
}

} // namespace metainfer::measurement
