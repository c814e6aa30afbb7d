// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Everything that an adapter can read from what its tool left behind.
#pragma once

#include "fuzzing.h"
#include "measurement/toolchain/tool_output.h"

#include <cmath>

namespace metainfer::fuzz {

/// `text`: what the tool printed; behind a form feed, what each file holds that it wrote.
inline void readEverything(const measurement::Adapter& adapter, std::string_view text) {
    using namespace measurement;
    ToolOutput output;
    output.text = cutAt(text, "\f");
    const std::string file(text.empty() ? std::string_view(output.text) : text);
    output.readFile = [&file](const std::string&) -> Result<std::string> { return file; };
    for (const auto& [name, setting] : adapter.settings)
        output.values[name] = setting.value;
    for (const std::string& name : toolPlaceholders())
        output.values.try_emplace(name, "x");
    if (const auto times = readLatency(adapter, output))
        for (const double us : times->wallUs)
            require(std::isfinite(us) && us >= 0, "a latency is a number of microseconds");
    if (const auto layers = readLayers(adapter, output, 3))
        for (const OperatorTime& layer : *layers)
            require(std::isfinite(layer.us) && layer.us >= 0, "a layer's time is a number");
    (void)readMemory(adapter, output);
    (void)readColdStart(adapter, output);
    (void)readVersion(adapter, output);
    (void)knownError(adapter, output, false);
    (void)toolError(adapter, output, "tool");
}

} // namespace metainfer::fuzz
