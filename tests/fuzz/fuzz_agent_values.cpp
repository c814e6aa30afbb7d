// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Messages of the agent protocol as values: any JSON gives a message, and one that is written reads
// as itself. Also the texts within them: base64, session options, signatures, the lock's owner.
#include "base/json.h"
#include "execution/agent_codec.h"
#include "execution/base64.h"
#include "execution/device_telemetry.h"
#include "execution/machine_lock.h"
#include "execution/session_options.h"
#include "fuzzing.h"
#include "hardware/environment.h"

using namespace metainfer;

namespace {

template <typename T>
void roundTrip(const Json& json) {
    const T first = decode<T>(json);
    const std::string once = dumpJson(toJson(first));
    const auto parsed = parseJson(once, "written");
    fuzz::require(parsed.has_value(), "written JSON can be read: " + once);
    fuzz::require(dumpJson(toJson(decode<T>(*parsed))) == once, "a message changes: " + once);
}

void environment(const Json& json) {
    const auto first = hardware::Environment::fromJson(json);
    if (!first)
        return;
    const auto second = hardware::Environment::fromJson(first->toJson());
    fuzz::require(second && second->toJson() == first->toJson(), "an environment changes");
}

void telemetry(const Json& json) {
    const Json once = hardware::Telemetry::fromJson(json).toJson();
    fuzz::require(hardware::Telemetry::fromJson(once).toJson() == once, "telemetry changes");
}

void base64(std::string_view text) {
    if (const auto bytes = decodeBase64(text))
        fuzz::require(encodeBase64(*bytes) == text, "base64 has one form");
    fuzz::require(decodeBase64(encodeBase64(text)).value_or("?") == text, "base64 keeps the bytes");
}

void options(const Json& json) {
    const auto read = SessionOptions::fromJson(json);
    if (!read)
        return;
    const auto again = SessionOptions::fromJson(read->toJson());
    fuzz::require(again.has_value(), "written options can be read");
    fuzz::require(dumpJson(again->toJson()) == dumpJson(read->toJson()), "options change");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    base64(text);
    const auto json = parseJson(text, "fuzzed");
    if (!json)
        return 0;
    roundTrip<AgentInventory>(*json);
    roundTrip<AgentHello>(*json);
    roundTrip<ModelTypes>(*json);
    roundTrip<LoadReport>(*json);
    roundTrip<MachineState>(*json);
    roundTrip<MeasureReport>(*json);
    roundTrip<CompareBlock>(*json);
    roundTrip<ProfileReport>(*json);
    roundTrip<MemoryReport>(*json);
    roundTrip<ProbeComputeReport>(*json);
    roundTrip<ProbeMemoryReport>(*json);
    roundTrip<ExecReport>(*json);
    telemetry(*json);
    environment(*json);
    (void)dumpJson(errorToJson(errorFromJson(*json)));
    (void)variantFromJson(*json);
    (void)dumpJson(toJson(lockOwnerFromJson(*json)));
    options(*json);
    return 0;
}
