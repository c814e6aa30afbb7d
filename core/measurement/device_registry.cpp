// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Entries as YAML files in the user's folder.
#include "measurement/device_registry.h"

#include "base/file.h"
#include "base/suggest.h"
#include "hardware/yaml_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace metainfer::measurement {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kSchema = "device/1";
constexpr std::size_t kLongestName = 64;

fs::path environmentPath(const char* name) {
    const char* value = std::getenv(name);
    return value ? fs::path(value) : fs::path();
}

/// A scalar in double quotes: any text survives.
std::string quoted(const std::string& text) {
    return dumpJson(Json(text));
}

/// As written where that reads back.
std::string keyText(const std::string& key) {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const bool isPlain = !key.empty() && key.find_first_not_of(kPlain) == key.npos;
    return isPlain ? key : quoted(key);
}

std::string listed(const std::vector<std::string>& texts) {
    return dumpJson(Json(texts));
}

Status checkEntry(const DeviceEntry& entry) {
    MI_CHECK(checkDeviceName(entry.name));
    if (entry.kind == DeviceKind::Ssh && entry.address.empty())
        return fail(ErrorCode::InvalidArgument, "an SSH device needs an address",
                    "Write user@host or user@host:port.");
    if (entry.kind == DeviceKind::Toolchain && entry.adapter.empty())
        return fail(ErrorCode::InvalidArgument, "a toolchain device needs an adapter",
                    "Name one of `metainfer device list`, or a YAML file of your own.");
    return {};
}

void readSsh(const hardware::YamlNode& node, hardware::YamlProblems& problems, DeviceEntry& entry) {
    hardware::YamlMap map(node, problems);
    map.require("address", "write user@host or user@host:port");
    entry.address = map.text("address").value_or("");
    entry.jumpHosts = map.texts("jump_hosts");
    entry.identityFiles = map.texts("identity_files");
}

} // namespace

Json DeviceEntry::toJson() const {
    Json json{{"name", name}, {"kind", deviceKindName(kind)}};
    if (kind == DeviceKind::Ssh)
        json["ssh"] = {
            {"address", address}, {"jump_hosts", jumpHosts}, {"identity_files", identityFiles}};
    else
        json["toolchain"] = adapter;
    for (const auto& [key, value] : {std::pair{"runtime", &runtime},
                                     {"power_mode", &powerMode},
                                     {"note", &note},
                                     {"added", &addedAt}})
        if (!value->empty())
            json[key] = *value;
    return json;
}

fs::path DeviceRegistry::defaultFolder() {
    if (const fs::path named = environmentPath("METAINFER_DEVICES"); !named.empty())
        return named;
    if (const fs::path config = environmentPath("XDG_CONFIG_HOME"); !config.empty())
        return config / "metainfer" / "devices";
    const fs::path home = environmentPath("HOME");
    return (home.empty() ? fs::path(".") : home) / ".config" / "metainfer" / "devices";
}

Status checkDeviceName(const std::string& name) {
    const auto legal = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '.' || c == '_' || c == '-';
    };
    if (name.empty() || name.size() > kLongestName || name.front() == '.' || name.front() == '-' ||
        !std::all_of(name.begin(), name.end(), legal))
        return fail(ErrorCode::InvalidArgument, fmt::format("'{}' is no name for a device", name),
                    "Use 1 to 64 letters, digits, '.', '_' and '-', and begin with a letter or a "
                    "digit.");
    if (name == "local")
        return fail(ErrorCode::InvalidArgument, "'local' is this machine itself",
                    "Choose another name for the device.");
    return {};
}

Result<RegisteredDevice> parseDeviceEntry(std::string_view text, const std::string& source) {
    MI_ASSIGN(const auto root, hardware::YamlNode::parse(text, source));
    hardware::YamlProblems problems;
    problems.source = source;
    RegisteredDevice device;
    DeviceEntry& entry = device.entry;
    {
        hardware::YamlMap map(root, problems);
        static const std::array<std::string, 1> kSchemas{std::string(kSchema)};
        (void)map.choice("schema", kSchemas);
        map.require("name", "write the name by which the device is called");
        entry.name = map.text("name").value_or("");
        entry.runtime = map.text("runtime").value_or("");
        entry.powerMode = map.text("power_mode").value_or("");
        entry.note = map.text("note").value_or("");
        entry.addedAt = map.text("added").value_or("");
        if (map.has("ssh") && map.has("toolchain"))
            problems.add(map.node("toolchain"), "stands beside `ssh`; it must be one of them",
                         "keep `ssh` for a machine, `toolchain` for a vendor's compiler");
        if (map.has("toolchain")) {
            entry.kind = DeviceKind::Toolchain;
            entry.adapter = map.text("toolchain").value_or("");
        } else if (map.has("ssh")) {
            readSsh(map.node("ssh"), problems, entry);
        } else {
            problems.add(map.self(), "names neither `ssh` nor `toolchain`",
                         "write `ssh:` with an `address`, or `toolchain:` with an adapter's name");
        }
        if (!entry.name.empty())
            if (const auto checked = checkDeviceName(entry.name); !checked)
                problems.add(map.node("name"), checked.error().message, checked.error().hint);
    }
    MI_CHECK(problems.status());
    for (const auto& key : problems.unknown)
        if (key.path.empty())
            entry.unknown.push_back(fmt::format("{}: {}", keyText(key.key), key.yaml));
    device.warnings = problems.warnings();
    return device;
}

std::string writeDeviceEntry(const DeviceEntry& entry) {
    std::string text = fmt::format("schema: {}\nname: {}\n", kSchema, quoted(entry.name));
    if (entry.kind == DeviceKind::Toolchain) {
        text += fmt::format("toolchain: {}\n", quoted(entry.adapter));
    } else {
        text += fmt::format("ssh:\n  address: {}\n", quoted(entry.address));
        if (!entry.jumpHosts.empty())
            text += fmt::format("  jump_hosts: {}\n", listed(entry.jumpHosts));
        if (!entry.identityFiles.empty())
            text += fmt::format("  identity_files: {}\n", listed(entry.identityFiles));
    }
    for (const auto& [key, value] : {std::pair{"runtime", &entry.runtime},
                                     {"power_mode", &entry.powerMode},
                                     {"note", &entry.note},
                                     {"added", &entry.addedAt}})
        if (!value->empty())
            text += fmt::format("{}: {}\n", key, quoted(*value));
    for (const std::string& line : entry.unknown)
        text += line + "\n";
    return text;
}

std::vector<std::string> DeviceRegistry::names() const {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator it(m_folder, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == ".yaml" && checkDeviceName(it->path().stem().string()))
            names.push_back(it->path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<RegisteredDevice> DeviceRegistry::all(std::vector<Error>* problems) const {
    std::vector<RegisteredDevice> devices;
    for (const std::string& name : names()) {
        auto found = find(name);
        if (found)
            devices.push_back(std::move(*found));
        else if (problems)
            problems->push_back(found.error());
    }
    return devices;
}

Result<RegisteredDevice> DeviceRegistry::find(const std::string& name) const {
    const fs::path file = fileOf(name);
    std::error_code error;
    if (!checkDeviceName(name) || !fs::exists(file, error)) {
        std::vector<std::string> known = names();
        known.insert(known.begin(), "local");
        return fail(ErrorCode::NotFound, fmt::format("there is no device '{}'", name),
                    didYouMean(name, known) +
                        " Add one with: metainfer device add user@host --name NAME");
    }
    MI_ASSIGN(const std::string text, readTextFile(file));
    MI_ASSIGN(auto device, parseDeviceEntry(text, file.string()));
    if (device.entry.name != name)
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}: its name is '{}'", file.string(), device.entry.name),
                    fmt::format("Write `name: {}`, or rename the file.", name));
    device.file = file;
    return device;
}

Status DeviceRegistry::add(const DeviceEntry& entry) const {
    MI_CHECK(checkEntry(entry));
    std::error_code error;
    if (fs::exists(fileOf(entry.name), error))
        return fail(
            ErrorCode::Conflict, fmt::format("there is a device '{}' already", entry.name),
            "Choose another name with --name, or remove that one: metainfer device remove " +
                entry.name);
    MI_CHECK(createDirectories(m_folder));
    return writeFileAtomically(fileOf(entry.name), writeDeviceEntry(entry));
}

Status DeviceRegistry::update(const DeviceEntry& entry) const {
    MI_CHECK(checkEntry(entry));
    MI_CHECK(find(entry.name));
    return writeFileAtomically(fileOf(entry.name), writeDeviceEntry(entry));
}

Status DeviceRegistry::remove(const std::string& name) const {
    std::error_code error;
    // A damaged file can be removed too.
    if (!checkDeviceName(name) || !fs::exists(fileOf(name), error))
        MI_CHECK(find(name));
    fs::remove(fileOf(name), error);
    if (error)
        return fail(errnoError("cannot remove " + fileOf(name).string(), error.value()));
    return {};
}

DeviceName splitDeviceName(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    if (colon == text.npos || text.find('/') != text.npos)
        return {text, {}};
    return {text.substr(0, colon), text.substr(colon + 1)};
}

} // namespace metainfer::measurement
