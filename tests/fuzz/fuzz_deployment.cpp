// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Deployment files: any bytes give a deployment or an error, and a written one reads as itself.
#include "fuzzing.h"
#include "session/deployment.h"

using namespace metainfer;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto first =
        session::parseDeployment(std::string(fuzz::textOf(data, size)), "fuzzed.yaml");
    if (!first)
        return 0;
    const std::string yaml = first->toYaml();
    const auto second = session::parseDeployment(yaml, "written.yaml");
    fuzz::require(second.has_value(), second ? "" : second.error().text() + "\n" + yaml);
    fuzz::require(second->toYaml() == yaml,
                  "a deployment changes when it is written twice:\n" + yaml);
    return 0;
}
