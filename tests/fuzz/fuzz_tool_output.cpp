// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the tools of the adapters in resources/toolchains print and write: the first line names the
// adapter, the rest is read as it says.
#include "tool_readers.h"

#include "base/file.h"

#include <map>

using namespace metainfer;

namespace {

const std::map<std::string, measurement::Adapter, std::less<>>& adapters() {
    static const auto all = [] {
        std::map<std::string, measurement::Adapter, std::less<>> read;
        for (const auto& file : std::filesystem::directory_iterator(METAINFER_TOOLCHAIN_DIR)) {
            if (file.path().extension() != ".yaml")
                continue;
            const auto text = readTextFile(file.path());
            fuzz::require(text.has_value(), text ? "" : text.error().text());
            auto adapter = measurement::parseAdapter(*text, file.path().string());
            fuzz::require(adapter.has_value(), adapter ? "" : adapter.error().text());
            read.emplace(file.path().stem().string(), std::move(*adapter));
        }
        fuzz::require(!read.empty(), "there are adapters");
        return read;
    }();
    return all;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = fuzz::textOf(data, size);
    const auto adapter = adapters().find(fuzz::cutAt(text, "\n"));
    if (adapter != adapters().end())
        fuzz::readEverything(adapter->second, text);
    return 0;
}
