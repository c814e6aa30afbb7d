// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The devices that the user added, one YAML file each. They hold how to reach a device, never a
// secret.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "measurement/device.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::measurement {

struct DeviceEntry {
    std::string name;
    DeviceKind kind = DeviceKind::Ssh; ///< Ssh or Toolchain
    // Ssh
    std::string address;                    ///< "user@host:port", or a host of ~/.ssh/config
    std::vector<std::string> jumpHosts;     ///< "user@host:port", the first one from here on
    std::vector<std::string> identityFiles; ///< private keys; empty = the usual ones and the agent
    // Toolchain
    std::string adapter; ///< name or path of the adapter
    // Both
    std::string runtime;   ///< what runs the models; empty = ONNX Runtime, or the adapter's
    std::string powerMode; ///< set while it measures, restored after; empty = left as it is
    std::string note;
    std::string addedAt;              ///< UTC, ISO 8601
    std::vector<std::string> unknown; ///< lines of keys that this version does not know, kept
    bool operator==(const DeviceEntry&) const = default;
    Json toJson() const;
};

/// A device that was added, with the file that says so.
struct RegisteredDevice {
    DeviceEntry entry;
    std::filesystem::path file;
    std::vector<std::string> warnings;
};

/// Thread-safe: the files are the state; writers replace whole files.
class DeviceRegistry {
  public:
    /// $METAINFER_DEVICES, else ${XDG_CONFIG_HOME:-~/.config}/metainfer/devices.
    static std::filesystem::path defaultFolder();
    explicit DeviceRegistry(std::filesystem::path folder = defaultFolder())
        : m_folder(std::move(folder)) {}

    const std::filesystem::path& folder() const { return m_folder; }
    /// By name. Files that cannot be read are named in `problems` when given.
    std::vector<RegisteredDevice> all(std::vector<Error>* problems = nullptr) const;
    std::vector<std::string> names() const;
    /// NotFound suggests near names; InvalidArgument lists every mistake of the file.
    Result<RegisteredDevice> find(const std::string& name) const;
    /// Conflict when the name is taken, InvalidArgument when it or another field is not legal.
    Status add(const DeviceEntry& entry) const;
    /// Replaces an entry that is there.
    Status update(const DeviceEntry& entry) const;
    /// Removes the entry alone: what lies on the device is removed by who can reach it.
    Status remove(const std::string& name) const;

  private:
    std::filesystem::path fileOf(const std::string& name) const {
        return m_folder / (name + ".yaml");
    }
    std::filesystem::path m_folder;
};

/// Reads one entry; `source` is the name that messages show.
Result<RegisteredDevice> parseDeviceEntry(std::string_view text, const std::string& source);
std::string writeDeviceEntry(const DeviceEntry& entry);
/// A name is letters, digits, '.', '_' and '-', up to 64, and none of the reserved ones.
Status checkDeviceName(const std::string& name);

/// "board:opencv" is the device "board" with the runtime "opencv".
struct DeviceName {
    std::string device, runtime;
};
DeviceName splitDeviceName(const std::string& text);

} // namespace metainfer::measurement
