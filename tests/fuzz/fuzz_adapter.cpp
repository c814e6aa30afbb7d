// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Toolchain adapters, and their own readers on what a tool printed: the part behind the first
// line of dashes.
#include "fuzzing.h"
#include "tool_readers.h"

using namespace metainfer;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = fuzz::textOf(data, size);
    const std::string_view yaml = fuzz::cutAt(text, "\n-----\n");
    if (const auto adapter = measurement::parseAdapter(yaml, "fuzzed.yaml"))
        fuzz::readEverything(*adapter, text);
    return 0;
}
