// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading of requests and writing of answers.
#include "runner_loop.h"

#include "base/subprocess.h"
#include "execution/agent_codec.h"

#include <iostream>
#include <new>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

namespace metainfer::runner {

namespace {

/// The descriptor that answers go to; stdout itself then writes to stderr.
int moveStdoutAside() {
    const int answers = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 10);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return answers;
}

/// The outermost boundary: what libraries throw becomes an error value.
Result<Json> callGuarded(const NamedMethod& method, const Json& params,
                         const std::function<void(const Json&)>& progress) {
    try {
        return method.method(params, progress);
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "the runner could not allocate memory",
                    "use a smaller batch or input, or raise the memory limit");
    } catch (const std::exception& exception) {
        return fail(ErrorCode::Internal, fmt::format("the runner failed: {}", exception.what()));
    }
}

Result<Json> dispatch(std::span<const NamedMethod> methods, const Json& request,
                      const std::function<void(const Json&)>& progress) {
    const std::string name = jsonValue(request, "method", std::string());
    for (const NamedMethod& method : methods)
        if (method.name == name)
            return callGuarded(method, jsonValue(request, "params", Json::object()), progress);
    return fail(ErrorCode::Unsupported, fmt::format("the runner has no method `{}`", name));
}

} // namespace

int serveAs(int argc, char** argv, std::span<const NamedMethod> methods) {
    if (argc != 2 || std::string_view(argv[1]) != "--version")
        return serve(methods);
    const std::string_view path = argv[0];
    fmt::print("{} {}\n", path.substr(path.rfind('/') + 1), METAINFER_VERSION);
    return 0;
}

int serve(std::span<const NamedMethod> methods) {
    const int answers = moveStdoutAside();
    for (std::string line; std::getline(std::cin, line);) {
        const auto request = parseJson(line, "request");
        if (!request)
            return 2;
        const Json id = jsonValue(*request, "id", Json(0));
        const auto send = [&](const char* type, const char* key, Json content) {
            Json answer;
            answer["id"] = id;
            answer["type"] = type;
            answer[key] = std::move(content);
            return writeAll(answers, dumpJson(answer) + "\n");
        };
        const auto progress = [&](const Json& data) { (void)send("progress", "data", data); };
        auto result = dispatch(methods, *request, progress);
        const Status sent = result ? send("ok", "result", std::move(*result))
                                   : send("error", "error", errorToJson(result.error()));
        if (!sent)
            return 0; // the supervisor is gone
    }
    return 0;
}

} // namespace metainfer::runner
