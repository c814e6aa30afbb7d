// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Adding, testing and removing devices, what they say, and manual baselines.
#pragma once

#include "execution/agent_link.h"
#include "experience/baselines.h"
#include "measurement/device_registry.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::engine {

/// One step on the way to a device, in the order in which they were taken.
struct DeviceStep {
    std::string what;           ///< "connecting to 10.0.0.7, port 22"
    std::string note;           ///< what came out, where that is not plain
    std::optional<Error> error; ///< why it failed, with what to do
    double seconds = 0;
};

struct DeviceCheck {
    std::string device;
    std::vector<DeviceStep> steps;
    bool added = false;
    Json facts = Json::object();    ///< environment, runtimes, agent, as far as it got
    std::optional<double> sampleUs; ///< median of a small sample model
    NumberSource source = NumberSource::Measured; ///< of that number
    bool passed() const;
    const Error* error() const; ///< of the step that failed; null when none did
    Json toJson() const;
};

struct AddDeviceRequest {
    measurement::DeviceEntry entry;
    bool check = true;    ///< connect, install the agent, run a sample; add only what works
    bool replace = false; ///< an entry of that name
};

struct RemovedDevice {
    std::string device;
    std::vector<std::string> cleared; ///< what was removed from the device itself
    std::optional<Error> unreachable; ///< the entry is gone, its files on the device are not
    Json toJson() const;
};

/// One line of a device's log.
struct DeviceLogLine {
    std::string at; ///< UTC of this machine, ISO 8601
    LinkState state = LinkState::Connecting;
    std::string text;
};
std::string_view linkStateName(LinkState state); ///< "connecting", "connected", …

/// One device that can be named as a target.
struct KnownDevice {
    std::string name;
    measurement::DeviceKind kind = measurement::DeviceKind::Local;
    bool measures = true; ///< false: numbers are simulated, or a compiler's own estimates
    std::string what;     ///< address, adapter or description
    std::optional<measurement::DeviceEntry> entry; ///< of one that was added
    std::optional<LinkState> state;                ///< of one that was opened in this program
    bool isProbed = false;
    std::filesystem::path file; ///< its entry or profile
};

struct DeviceCatalogue {
    std::vector<KnownDevice> devices; ///< this machine, added devices, adapters, profiles
    std::vector<Error> problems;      ///< files that do not load
};

/// What an engineer reached by hand, to be measured in turn with the original.
struct BaselineRequest {
    std::string model; ///< the original
    std::string device = "local";
    std::string file;    ///< the hand-made model; empty = the original
    std::string session; ///< signature of the options; empty = the default
    std::string who, what;
    std::optional<double> hours;
    std::filesystem::path data; ///< inputs; empty = seeded random values
    std::map<std::string, std::int64_t> dimensions;
    int processes = 5, rounds = 10;
};

} // namespace metainfer::engine
