// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Probe tables as CSV or JSON: any bytes give rows or an error, and written rows read as
// themselves.
#include "base/json.h"
#include "fuzzing.h"
#include "hardware/probe_row.h"

using namespace metainfer;

namespace {

void csv(std::string_view text) {
    const auto first = hardware::probeRowsFromCsv(text);
    if (!first)
        return;
    const std::string written = hardware::probeRowsToCsv(*first);
    const auto second = hardware::probeRowsFromCsv(written);
    fuzz::require(second.has_value(), second ? "" : second.error().text() + "\n" + written);
    fuzz::require(hardware::probeRowsToCsv(*second) == written,
                  "rows change when they are written twice:\n" + written);
}

void json(std::string_view text) {
    const auto document = parseJson(text, "fuzzed");
    const auto first = document
                           ? hardware::probeRowsFromJson(*document)
                           : Result<std::vector<hardware::ProbeRow>>(fail(Error(document.error())));
    if (!first)
        return;
    const Json written = hardware::probeRowsToJson(*first);
    const auto second = hardware::probeRowsFromJson(written);
    fuzz::require(second.has_value(), second ? "" : second.error().text());
    fuzz::require(dumpJson(hardware::probeRowsToJson(*second)) == dumpJson(written),
                  "rows change when they are written twice:\n" + dumpJson(written));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    csv(text);
    json(text);
    return 0;
}
