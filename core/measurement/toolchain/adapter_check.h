// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Is the tool of an adapter here, and does it run?
#pragma once

#include "base/json.h"
#include "measurement/toolchain/toolchain_device.h"

#include <optional>
#include <string>
#include <vector>

namespace metainfer::measurement {

struct AdapterCheck {
    std::string adapter, title, vendor, hardware, licence;
    std::vector<std::string> documents;
    bool installed = false;
    std::string version;
    std::optional<Error> missing;      ///< why it cannot be used; its hint says how to install it
    std::vector<std::string> commands; ///< of the tiny model: what runs for its latency
    bool tried = false;
    std::optional<double> us;         ///< latency of the tiny model
    std::optional<double> difference; ///< largest one of its outputs from the right ones
    std::optional<Error> failure;     ///< of the tiny model
    bool ok() const { return installed && !failure; }
    Json toJson() const;
};

/// Asks for the version, and runs a model of three operators when the tool is there. An error only
/// when it was cancelled or the work folder cannot be written.
Result<AdapterCheck> checkAdapter(const Adapter& adapter, ToolchainDevice::Options options,
                                  const CancellationToken& cancel);

} // namespace metainfer::measurement
