// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer-runner-onnxruntime: serves the supervisor's requests, one after the other, with ONNX
// Runtime loaded into this process. JSON lines on stdin and stdout.
#include "methods.h"
#include "ort_support.h"
#include "runner_loop.h"

#include <array>
#include <cstdio>
#include <string_view>

namespace {

using namespace metainfer;

constexpr std::array<runner::NamedMethod, 10> kMethods = {{
    {"inventory", runner::inventory},
    {"load", runner::load},
    {"types", runner::types},
    {"run", runner::run},
    {"run_many", runner::runMany},
    {"statistics", runner::statistics},
    {"measure", runner::measure},
    {"compare", runner::compare},
    {"profile", runner::profile},
    {"memory", runner::memory},
}};

int printVersionOf(const char* file) {
    const auto version = runner::versionOfLibrary(file);
    if (!version) {
        std::fprintf(stderr, "%s\n", version.error().text().c_str());
        return 1;
    }
    std::printf("%s\n", version->c_str());
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[1]) == "--version-of")
        return printVersionOf(argv[2]);
    return runner::serveAs(argc, argv, kMethods);
}
