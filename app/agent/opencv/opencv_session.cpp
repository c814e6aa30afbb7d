// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Loading of networks with our options.
#include "opencv_session.h"

#include "opencv_support.h"

#include <chrono>

#include <fmt/format.h>

namespace metainfer::runner {

namespace {

constexpr bool kHasWinograd = CV_VERSION_MAJOR > 4 || CV_VERSION_MINOR >= 7;

Status checkRuntime(const SessionOptions& options) {
    if (options.runtime != "opencv")
        return fail(ErrorCode::Unsupported,
                    fmt::format("this runner has OpenCV, asked for is `{}`", options.runtime));
    const std::string version = opencvVersion();
    if (options.runtimeVersion.empty() || version == options.runtimeVersion ||
        version.starts_with(options.runtimeVersion + "."))
        return {};
    return fail(ErrorCode::NotFound,
                fmt::format("OpenCV {} is not on this device; there is {}", options.runtimeVersion,
                            version),
                "ask for that one");
}

/// Knobs of other runtimes that were turned: they have no effect here.
std::vector<std::string> foreignKnobs(const SessionOptions& options) {
    const SessionOptions standard;
    std::vector<std::string> names;
    const auto note = [&](bool turned, const char* name) {
        if (turned)
            names.emplace_back(name);
    };
    note(options.interThreads != 0, "inter");
    note(options.optimization != standard.optimization, "opt");
    note(options.execution != standard.execution, "exec");
    note(options.spinning != standard.spinning, "spin");
    note(options.arena != standard.arena, "arena");
    note(options.memoryPattern != standard.memoryPattern, "pattern");
    note(options.prepacking != standard.prepacking, "prepack");
    note(options.denormalAsZero, "denormals");
    note(!options.freeDimensions.empty(), "dim");
    return names;
}

Status setTarget(cv::dnn::Net& net, const std::string& name) {
    int target = cv::dnn::DNN_TARGET_CPU;
#if CV_VERSION_MAJOR > 4 || CV_VERSION_MINOR >= 9
    if (name == "cpu_fp16")
        target = cv::dnn::DNN_TARGET_CPU_FP16;
    else
#endif
        if (name != "cpu")
        return fail(ErrorCode::Unsupported,
                    fmt::format("OpenCV {} has no target `{}` here", opencvVersion(), name),
                    "it has cpu");
    net.setPreferableTarget(target);
    return {};
}

Status applyConfig(cv::dnn::Net& net, const SessionOptions& options, LoadReport& report) {
    net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    for (const auto& [key, value] : options.config) {
        if (key == "opencv.fusion")
            net.enableFusion(value != "0");
        else if (key == "opencv.target")
            MI_CHECK(setTarget(net, value));
#if CV_VERSION_MAJOR > 4 || CV_VERSION_MINOR >= 7
        else if (key == "opencv.winograd")
            net.enableWinograd(value != "0");
#endif
        else
            report.unknownConfig.push_back(key);
    }
    const std::vector<std::string> foreign = foreignKnobs(options);
    report.unknownConfig.insert(report.unknownConfig.end(), foreign.begin(), foreign.end());
    report.unknownOptimizers = options.disabledOptimizers;
    for (const std::string& provider : options.providers)
        if (provider != "CPU" && provider != "CPUExecutionProvider")
            return fail(ErrorCode::Unsupported,
                        fmt::format("OpenCV has no execution provider `{}`", provider),
                        "it has CPU");
    report.providers = {"CPU"};
    return {};
}

} // namespace

Result<std::unique_ptr<OpencvSession>> OpencvSession::load(const ModelVariant& variant) {
    MI_CHECK(checkRuntime(variant.options));
    std::error_code error;
    if (!std::filesystem::is_regular_file(variant.model, error))
        return fail(ErrorCode::NotFound, fmt::format("no such model: {}", variant.model.string()),
                    "check the path; a file that was sent is named blob:HASH");
    std::unique_ptr<OpencvSession> session(new OpencvSession);
    MI_ASSIGN(session->m_glance, glanceAtOnnx(variant.model));
    LoadReport& report = session->m_report;
    report.runtimeVersion = opencvVersion();
    report.libraryFile = opencvLibraries().front();
    session->m_threads = variant.options.threads;
    useThreads(session->m_threads);
    try {
        const auto start = std::chrono::steady_clock::now();
        session->m_net = cv::dnn::readNetFromONNX(variant.model.string());
        MI_CHECK(applyConfig(session->m_net, variant.options, report));
        const std::chrono::duration<double, std::micro> elapsed =
            std::chrono::steady_clock::now() - start;
        report.loadUs = elapsed.count();
    } catch (const cv::Exception& exception) {
        return failWith(opencvError(exception, session->m_glance),
                        fmt::format("while loading {}", variant.model.string()));
    }
    if (session->m_net.empty())
        return fail(ErrorCode::InvalidModel,
                    fmt::format("OpenCV found no layer in {}", variant.model.string()));
    return session;
}

Result<std::unique_ptr<RunnableSession>> loadSession(const ModelVariant& variant) {
    return OpencvSession::load(variant);
}

Result<std::vector<std::filesystem::path>> readyRuntime(const SessionOptions& options) {
    MI_CHECK(checkRuntime(options));
    // A network of no layers makes the module register its layer types and start its threads.
    useThreads(options.threads);
    const cv::dnn::Net net;
    return opencvLibraries();
}

} // namespace metainfer::runner
