// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Loading of the library at run time: a program linked against one release loads no other, since
// the entry point carries a symbol version per release.
#include "ort_support.h"

#include "base/file.h"
#include "base/hash.h"
#include "library_finder.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include <dlfcn.h>

#include <fmt/format.h>

namespace metainfer::runner {

namespace {

OrtLibrary g_library;

constexpr int kOldestRelease = 20; // 1.20: the first with every function used here

Result<const OrtApiBase*> loadBase(const std::string& file) {
    void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return fail(ErrorCode::NotFound, fmt::format("cannot load {}: {}", file, dlerror()),
                    "check that the file is an ONNX Runtime library for this architecture");
    using Entry = const OrtApiBase* (*)();
    const auto entry = reinterpret_cast<Entry>(dlsym(handle, "OrtGetApiBase"));
    if (!entry)
        return fail(ErrorCode::NotFound, fmt::format("{} is not an ONNX Runtime library", file));
    return entry();
}

/// 30 for "1.30.0"; 0 when it is no such text.
int releaseOf(const std::string& version) {
    const std::size_t dot = version.find('.');
    return version.starts_with("1.") ? std::atoi(version.c_str() + dot + 1) : 0;
}

Status openInto(OrtLibrary& library, const RuntimeLibrary& chosen) {
    MI_ASSIGN(const OrtApiBase* base, loadBase(chosen.file.string()));
    library.description = chosen;
    library.description.version = base->GetVersionString();
    const int release = releaseOf(library.description.version);
    const auto version = static_cast<std::uint32_t>(std::min(release, ORT_API_VERSION));
    library.api = release >= kOldestRelease ? base->GetApi(version) : nullptr;
    if (!library.api)
        return fail(ErrorCode::VersionMismatch,
                    fmt::format("{} is version {}; 1.{} or newer is needed", chosen.file.string(),
                                library.description.version, kOldestRelease));
    // Builds with telemetry write a device id and a database below the user's cache folder, and run
    // a thread, as soon as the environment is made: too early for DisableTelemetryEvents.
    ::setenv("ORT_DISABLE_TELEMETRY", "1", 1);
    MI_CHECK(
        check(library.api->CreateEnv(ORT_LOGGING_LEVEL_ERROR, "metainfer", &library.environment)));
    MI_CHECK(check(library.api->DisableTelemetryEvents(library.environment)));
    OrtMemoryInfo* memory = nullptr;
    MI_CHECK(
        check(library.api->CreateCpuMemoryInfo(OrtDeviceAllocator, OrtMemTypeDefault, &memory)));
    library.cpuMemory = memory;
    return check(library.api->GetAllocatorWithDefaultOptions(&library.allocator));
}

bool containsAny(const std::string& text, std::initializer_list<std::string_view> patterns) {
    std::string lower = text;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](std::string_view pattern) { return lower.find(pattern) != lower.npos; });
}

/// Without "/…/file.cc:123 signature(…) " in the middle: where in the runtime's own source
/// something was noticed says nothing to the reader.
std::string withoutSourcePlace(const std::string& message) {
    std::size_t mark = message.npos;
    for (const char* ending : {".cc:", ".h:", ".cpp:"})
        mark = std::min(mark, message.find(ending));
    if (mark == message.npos)
        return message;
    const std::size_t slash = message.rfind('/', mark);
    std::size_t begin = slash == message.npos ? message.npos : slash;
    while (begin != message.npos && begin > 0 && message[begin - 1] != ' ' &&
           message[begin - 1] != ':')
        --begin;
    // The signature ends where its outermost brackets do.
    std::size_t end = message.find('(', mark);
    for (int depth = 0; end < message.size(); ++end) {
        depth += message[end] == '(' ? 1 : message[end] == ')' ? -1 : 0;
        if (depth == 0 && (end + 1 == message.size() || message[end + 1] != '('))
            break;
    }
    if (begin == message.npos || end >= message.size())
        return message;
    end = message.find_first_not_of(' ', end + 1);
    if (message.compare(std::min(end, message.size()), 6, "const ") == 0)
        end = message.find_first_not_of(' ', end + 6);
    if (end == message.npos)
        return message;
    const bool joined = begin > 0 && message[begin - 1] != ' ';
    return message.substr(0, begin) + (joined ? " " : "") + message.substr(end);
}

/// The word behind `mark`, up to one of `ends`.
std::string wordAfter(const std::string& message, std::string_view mark, std::string_view ends) {
    const std::size_t at = message.find(mark);
    if (at == message.npos)
        return {};
    const std::size_t begin = at + mark.size();
    return message.substr(begin,
                          std::min(message.find_first_of(ends, begin), message.size()) - begin);
}

/// Which operator it is that the runtime does not take, as the context entries of all runners:
/// "operator: TYPE", "node: NAME", and "form: REASON" when it has the operator, but not so.
void addRefusedOperator(const std::string& message, Error& error) {
    const auto add = [&](const char* key, const std::string& value) {
        if (!value.empty())
            error.context.push_back(fmt::format("{}: {}", key, value));
    };
    // "Could not find an implementation for ConvInteger(10) node with name 'conv1'"
    if (const auto type = wordAfter(message, "implementation for ", "( "); !type.empty()) {
        add("operator", type);
        add("node", wordAfter(message, "node with name '", "'"));
        add("form", "there is no implementation for these types");
        return;
    }
    // "No Op registered for Foo with domain_version of 17"
    if (const auto type = wordAfter(message, "No Op registered for ", " "); !type.empty())
        return add("operator", type);
    // "Fatal error: my.domain:Foo(-1) is not a registered function/op"
    if (message.find("is not a registered function") != message.npos) {
        const std::string type = wordAfter(message, "Fatal error: ", "(");
        add("operator", type.starts_with("ai.onnx:") ? type.substr(8) : type);
    }
}

} // namespace

const OrtLibrary& currentLibrary() {
    return g_library;
}

const OrtApi& ort() {
    return *g_library.api;
}

Result<std::string> versionOfLibrary(const std::string& file) {
    MI_ASSIGN(const OrtApiBase* base, loadBase(file));
    return std::string(base->GetVersionString());
}

Result<const OrtLibrary*> openLibrary(const std::string& version) {
    static std::string opened;
    if (!g_library.environment) {
        MI_ASSIGN(const RuntimeLibrary chosen, chooseLibrary(version));
        MI_CHECK(openInto(g_library, chosen));
        opened = version;
    } else if (version != opened && version != g_library.description.version) {
        return fail(ErrorCode::Conflict,
                    fmt::format("this runner holds ONNX Runtime {}, asked for is {}",
                                g_library.description.version, version));
    }
    return &g_library;
}

Error ortError(OrtErrorCode code, const std::string& message) {
    Error error{ErrorCode::Internal, "ONNX Runtime: " + withoutSourcePlace(message), {}, {}};
    if (containsAny(message, {"bad_alloc", "failed to allocate memory", "out of memory",
                              "bad allocation", "available memory of"})) {
        error.code = ErrorCode::OutOfMemory;
        error.hint = "use a smaller batch or input, or raise the memory limit";
    } else if (containsAny(message,
                           {"is not a registered function", "no op registered for",
                            "no opset import for domain", "could not find an implementation",
                            // An operator that declines its attributes.
                            "exception during initialization"}) ||
               code == ORT_NOT_IMPLEMENTED) {
        error.code = ErrorCode::Unsupported;
        error.hint = "use a newer ONNX Runtime, or replace the operator";
        addRefusedOperator(message, error);
    } else if (containsAny(message, {"unsupported model ir version", "guarantees* support",
                                     "is under development and support"})) {
        error.code = ErrorCode::VersionMismatch;
        error.hint = "use a newer ONNX Runtime, or export the model with an older opset";
    } else if (code == ORT_NO_SUCHFILE ||
               containsAny(message, {"no such file", "doesn't exist", "does not exist"})) {
        error.code = ErrorCode::NotFound;
    } else if (code == ORT_INVALID_PROTOBUF || code == ORT_INVALID_GRAPH || code == ORT_NO_MODEL ||
               containsAny(message, {"load model from"})) {
        error.code = ErrorCode::InvalidModel;
    } else if (code == ORT_INVALID_ARGUMENT) {
        error.code = ErrorCode::InvalidArgument;
    }
    return error;
}

Status check(OrtStatus* status) {
    if (!status)
        return {};
    std::string message = ort().GetErrorMessage(status);
    while (!message.empty() && message.back() == '\n')
        message.pop_back();
    Error error = ortError(ort().GetErrorCode(status), message);
    ort().ReleaseStatus(status);
    return fail(std::move(error));
}

bool libraryContains(const OrtLibrary& library, const std::string& text) {
    static const std::string content =
        readTextFile(library.description.file).value_or(std::string());
    return content.empty() || content.find(text) != content.npos;
}

} // namespace metainfer::runner
