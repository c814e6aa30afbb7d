// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer-runner-opencv: serves the supervisor's requests, one after the other, with OpenCV's DNN
// module. JSON lines on stdin and stdout.
#include "methods.h"
#include "runner_loop.h"

#include <array>

namespace {

using namespace metainfer;

constexpr std::array<runner::NamedMethod, 8> kMethods = {{
    {"inventory", runner::inventory},
    {"load", runner::load},
    {"run", runner::run},
    {"run_many", runner::runMany},
    {"measure", runner::measure},
    {"compare", runner::compare},
    {"profile", runner::profile},
    {"memory", runner::memory},
}};

} // namespace

int main(int argc, char** argv) {
    return runner::serveAs(argc, argv, kMethods);
}
