// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The devices there are, and what can be said of each: without widgets.
#pragma once

#include "candidates/legality.h"
#include "engine/queries.h"
#include "measurement/device.h"
#include "session/data_table.h"

#include <QList>
#include <QPair>
#include <QString>

#include <map>
#include <memory>

namespace metainfer::workbench {

/// One device that is listed.
struct ListedDevice {
    enum class Kind { Local, Ssh, Toolchain, Simulated, Remembered };
    Kind kind = Kind::Local;
    std::string name; ///< as the engine opens it; of remembered ones their name in the store
    std::optional<engine::KnownDevice> known;    ///< absent of remembered ones
    std::optional<engine::ProfileEntry> profile; ///< what it was probed to be, or is simulated from
    std::optional<LinkState> state;              ///< of its connection; absent = never opened
    bool isUnreached = false;                    ///< the last try to connect failed
    std::vector<std::string> refusals;           ///< what it was seen not to run, a sentence each
    std::size_t records = 0;                     ///< of experience
    std::int64_t lastMs = 0;                     ///< of its newest record

    /// It has a connection, which somebody has to make.
    bool isRemote() const { return kind == Kind::Ssh; }
    bool isConnected() const { return state == LinkState::Connected; }
    /// It can be a target.
    bool runs() const { return kind != Kind::Remembered; }
    bool measures() const { return runs() && kind != Kind::Simulated; }
    /// It was added, and so can be removed.
    bool isAdded() const { return known && known->entry.has_value(); }
};
/// In the order of the catalogue (this machine, added devices, adapters, profiles), then what only
/// the experience store knows; each once.
std::vector<ListedDevice> listedDevices(const engine::DeviceCatalogue& catalogue,
                                        const std::vector<engine::ProfileEntry>& profiles,
                                        const std::vector<experience::Record>& records);

/// What a device says about itself while it is open.
struct DeviceInventory {
    hardware::Environment environment;
    measurement::Capabilities capabilities;
    std::vector<measurement::CacheLevel> caches;
    QString agent; ///< its version; empty without one
    bool isOutdated = false;
    std::shared_ptr<measurement::Device> device; ///< keeps its connection
};
/// Of a device that is open: asks it, which takes up to a second.
DeviceInventory readInventory(const std::shared_ptr<measurement::Device>& device);
using DeviceInventories = std::map<std::string, Result<DeviceInventory>>;

struct DeviceDescription {
    QString title;
    QString note;                          ///< what its numbers are worth
    QList<QPair<QString, QString>> rows{}; ///< property, value
};
/// In the current language. The inventory is null while it is still being read, or not open.
DeviceDescription describeDevice(const ListedDevice& device,
                                 const Result<DeviceInventory>* inventory);

/// "Board over SSH", "Toolchain", … or the type that a profile tells.
QString deviceKindText(const ListedDevice& device);
/// "● connected", "✓ measures", "○ simulated", … as a cell of the list.
widgets::DataCell deviceStateCell(const ListedDevice& device,
                                  const Result<DeviceInventory>* inventory);
QString linkStateText(LinkState state); ///< "connected"
/// What the list calls it: "This machine" or its name.
QString deviceTitle(const ListedDevice& device);

} // namespace metainfer::workbench
