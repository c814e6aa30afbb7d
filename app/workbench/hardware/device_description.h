// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The devices there are, and what can be said of each: without widgets.
#pragma once

#include "engine/queries.h"
#include "measurement/device.h"
#include "measurement/probe/probe.h"

#include <QList>
#include <QPair>
#include <QString>

namespace metainfer::workbench {

/// One device that is listed.
struct ListedDevice {
    enum class Kind { Local, Simulated, Remembered };
    Kind kind = Kind::Local;
    std::string name; ///< as the engine opens it; of remembered ones their name in the store
    std::optional<engine::ProfileEntry> profile;
    std::size_t records = 0; ///< of experience
    std::int64_t lastMs = 0; ///< of its newest record
};
/// This machine, then profiles, then what only the experience store knows; each once.
std::vector<ListedDevice> listedDevices(const std::vector<engine::ProfileEntry>& profiles,
                                        const std::vector<experience::Record>& records);

/// What this machine says about itself.
struct LocalInventory {
    hardware::Environment environment;
    measurement::Capabilities capabilities;
    std::vector<measurement::CacheLevel> caches;
};

struct DeviceDescription {
    QString title;
    QString note;                          ///< what its numbers are worth
    QList<QPair<QString, QString>> rows{}; ///< property, value
};
/// In the current language. `local` is absent while it is still being read.
DeviceDescription describeDevice(const ListedDevice& device,
                                 const std::optional<Result<LocalInventory>>& local);

} // namespace metainfer::workbench
