// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Every knob of SessionOptions handed to the runtime.
#include "session_setup.h"

#include "base/suggest.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer::runner {

namespace {

GraphOptimizationLevel levelOf(OptimizationLevel level) {
    switch (level) {
    case OptimizationLevel::None:
        return ORT_DISABLE_ALL;
    case OptimizationLevel::Basic:
        return ORT_ENABLE_BASIC;
    case OptimizationLevel::Extended:
        return ORT_ENABLE_EXTENDED;
    case OptimizationLevel::Layout:
        return ORT_ENABLE_LAYOUT;
    case OptimizationLevel::All:
        return ORT_ENABLE_ALL;
    }
    return ORT_ENABLE_ALL;
}

Status addConfig(OrtSessionOptions* target, const std::string& key, const std::string& value) {
    return check(ort().AddSessionConfigEntry(target, key.c_str(), value.c_str()));
}

Status applyThreads(OrtSessionOptions* target, const SessionOptions& options) {
    if (options.threads > 0)
        MI_CHECK(check(ort().SetIntraOpNumThreads(target, options.threads)));
    if (options.interThreads > 0)
        MI_CHECK(check(ort().SetInterOpNumThreads(target, options.interThreads)));
    if (!options.spinning) {
        MI_CHECK(addConfig(target, "session.intra_op.allow_spinning", "0"));
        MI_CHECK(addConfig(target, "session.inter_op.allow_spinning", "0"));
    }
    return check(ort().SetSessionExecutionMode(
        target, options.execution == ExecutionMode::Parallel ? ORT_PARALLEL : ORT_SEQUENTIAL));
}

Status applyMemory(OrtSessionOptions* target, const SessionOptions& options) {
    MI_CHECK(
        check(options.arena ? ort().EnableCpuMemArena(target) : ort().DisableCpuMemArena(target)));
    MI_CHECK(check(options.memoryPattern ? ort().EnableMemPattern(target)
                                         : ort().DisableMemPattern(target)));
    if (!options.prepacking)
        MI_CHECK(addConfig(target, "session.disable_prepacking", "1"));
    return {};
}

Status applyOptimizers(OrtSessionOptions* target, const OrtLibrary& library,
                       const SessionOptions& options, LoadReport& report) {
    MI_CHECK(check(ort().SetSessionGraphOptimizationLevel(target, levelOf(options.optimization))));
    if (options.disabledOptimizers.empty())
        return {};
    for (const std::string& pass : options.disabledOptimizers)
        if (!libraryContains(library, pass))
            report.unknownOptimizers.push_back(pass);
    return addConfig(target, "optimization.disable_specified_optimizers",
                     fmt::format("{}", fmt::join(options.disabledOptimizers, ";")));
}

Status applyConfig(OrtSessionOptions* target, const OrtLibrary& library,
                   const SessionOptions& options, LoadReport& report) {
    if (options.denormalAsZero)
        MI_CHECK(addConfig(target, "session.set_denormal_as_zero", "1"));
    for (const auto& [key, value] : options.config) {
        MI_CHECK(addConfig(target, key, value));
        if (!libraryContains(library, key))
            report.unknownConfig.push_back(key);
    }
    for (const auto& [symbol, value] : options.freeDimensions)
        MI_CHECK(check(ort().AddFreeDimensionOverrideByName(target, symbol.c_str(), value)));
    return {};
}

/// Names as ONNX Runtime spells them: "cpu" -> "CPUExecutionProvider".
std::vector<std::string> availableProviders() {
    char** names = nullptr;
    int count = 0;
    std::vector<std::string> result;
    if (!check(ort().GetAvailableProviders(&names, &count)))
        return result;
    for (int i = 0; i < count; ++i)
        result.emplace_back(names[i]);
    (void)check(ort().ReleaseAvailableProviders(names, count));
    return result;
}

std::string shortProviderName(std::string name) {
    constexpr std::string_view kSuffix = "ExecutionProvider";
    if (name.ends_with(kSuffix))
        name.resize(name.size() - kSuffix.size());
    return name;
}

bool sameName(const std::string& a, const std::string& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
        return std::tolower(x) == std::tolower(y);
    });
}

Status applyProviders(OrtSessionOptions* target, const SessionOptions& options,
                      LoadReport& report) {
    std::vector<std::string> known;
    for (const std::string& name : availableProviders())
        known.push_back(shortProviderName(name));
    for (const std::string& asked : options.providers) {
        const std::string wanted = shortProviderName(asked);
        const auto found = std::find_if(known.begin(), known.end(), [&](const std::string& name) {
            return sameName(name, wanted);
        });
        if (found == known.end())
            return fail(ErrorCode::Unsupported,
                        fmt::format("this ONNX Runtime has no execution provider `{}`", asked),
                        fmt::format("it has {}", fmt::join(known, ", ")));
        report.providers.push_back(*found);
        if (sameName(*found, "CPU"))
            continue; // always there, as the last resort
        MI_CHECK(check(ort().SessionOptionsAppendExecutionProvider(target, found->c_str(), nullptr,
                                                                   nullptr, 0)));
    }
    if (report.providers.empty() || !sameName(report.providers.back(), "CPU"))
        report.providers.emplace_back("CPU");
    return {};
}

} // namespace

Result<OrtOwned<OrtSessionOptions>> makeSessionOptions(const OrtLibrary& library,
                                                       const SessionOptions& options,
                                                       const LoadExtras& extras,
                                                       LoadReport& report) {
    OrtSessionOptions* raw = nullptr;
    MI_CHECK(check(ort().CreateSessionOptions(&raw)));
    OrtOwned<OrtSessionOptions> target(raw);
    MI_CHECK(applyThreads(raw, options));
    MI_CHECK(applyMemory(raw, options));
    MI_CHECK(applyOptimizers(raw, library, options, report));
    MI_CHECK(applyConfig(raw, library, options, report));
    MI_CHECK(applyProviders(raw, options, report));
    if (!extras.profilePrefix.empty())
        MI_CHECK(check(ort().EnableProfiling(raw, extras.profilePrefix.c_str())));
    if (!extras.optimizedModel.empty())
        MI_CHECK(check(ort().SetOptimizedModelFilePath(raw, extras.optimizedModel.c_str())));
    return target;
}

} // namespace metainfer::runner
