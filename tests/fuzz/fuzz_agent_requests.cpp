// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A client that sends anything: each input is one whole conversation on the agent's stdin. There
// are no runners, so requests for models fail after everything that the supervisor does with them.
// Requests to execute a command of the caller's are the one thing that is left out.
#include "base/file.h"
#include "base/json.h"
#include "fuzzing.h"
#include "supervisor.h"

#include <sys/mman.h>

using namespace metainfer;

namespace {

agent::SupervisorSettings settingsIn(const std::filesystem::path& folder) {
    agent::SupervisorSettings made;
    made.runnerFolder = folder / "none";
    made.work = folder;
    made.blobs = folder / "blobs";
    made.blobLimitBytes = 1 << 20;
    made.defaultMemoryLimit = 1 << 30;
    made.sysfs = folder / "sys";
    made.notes = folder;
    made.lockFile = folder / "lock";
    return made;
}

bool executes(std::string_view line) {
    const auto request = parseJson(line, "fuzzed");
    return request && jsonValue(*request, "method", std::string()) == "exec";
}

std::string withoutCommands(std::string_view text) {
    std::string kept;
    while (!text.empty()) {
        const bool isWhole = text.find('\n') != text.npos;
        const std::string_view line = fuzz::cutAt(text, "\n");
        if (!executes(line))
            kept.append(line).append(isWhole ? "\n" : "");
    }
    return kept;
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    // Answers go nowhere; findings are told on stderr.
    dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDOUT_FILENO);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const UniqueFd in(memfd_create("fuzz", MFD_CLOEXEC));
    fuzz::require(writeAll(in.get(), withoutCommands(fuzz::textOf(data, size))).has_value(),
                  "the input is whole");
    lseek(in.get(), 0, SEEK_SET);
    dup2(in.get(), STDIN_FILENO);
    // A fresh folder, so that an input does the same whatever came before it.
    const auto folder = TemporaryDirectory::create("metainfer-fuzz");
    fuzz::require(folder.has_value(), folder ? "" : folder.error().text());
    const volatile bool stop = false;
    fuzz::require(agent::Supervisor(settingsIn(folder->path()), std::nullopt).serve(stop) == 0,
                  "the agent ends well");
    return 0;
}
