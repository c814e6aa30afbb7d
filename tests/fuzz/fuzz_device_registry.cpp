// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Entries of the device registry, and texts that stand for devices: any bytes give an entry or an
// error, and an entry that is written reads as itself.
#include "fuzzing.h"
#include "measurement/device_registry.h"

using namespace metainfer;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(fuzz::textOf(data, size));
    const auto name = measurement::splitDeviceName(text);
    (void)measurement::checkDeviceName(name.device);
    const auto first = measurement::parseDeviceEntry(text, "fuzzed.yaml");
    if (!first)
        return 0;
    const std::string yaml = measurement::writeDeviceEntry(first->entry);
    const auto second = measurement::parseDeviceEntry(yaml, "written.yaml");
    fuzz::require(second.has_value(), second ? "" : second.error().text() + "\n" + yaml);
    fuzz::require(measurement::writeDeviceEntry(second->entry) == yaml,
                  "a device changes when it is written twice:\n" + yaml);
    return 0;
}
