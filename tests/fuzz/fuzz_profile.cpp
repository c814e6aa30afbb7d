// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Profiles: any bytes give a profile or an error, and a profile that is written reads as itself.
#include "fuzzing.h"
#include "hardware/profile_yaml.h"

using namespace metainfer;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto first = hardware::parseProfile(fuzz::textOf(data, size), "fuzzed.yaml");
    if (!first)
        return 0;
    const std::string yaml = hardware::profileToYaml(first->profile);
    const auto second = hardware::parseProfile(yaml, "written.yaml");
    fuzz::require(second.has_value(), second ? "" : second.error().text() + "\n" + yaml);
    fuzz::require(hardware::profileHash(first->profile) == hardware::profileHash(second->profile),
                  "a profile that was written and read is another one:\n" + yaml);
    return 0;
}
