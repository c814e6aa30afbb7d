// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The devices there are, in words.
#include "devices/device_description.h"

#include "execution/agent_client.h"
#include "hardware/profile_catalogue.h"
#include "hardware/quantity_text.h"
#include "session/engine_words.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace metainfer::workbench {
namespace {

using Kind = ListedDevice::Kind;
using Inventory = Result<DeviceInventory>;
using Cell = widgets::DataCell;
using Tone = widgets::CellTone;

template <typename T>
QString number(const std::optional<T>& value, const QString& pattern) {
    return value ? pattern.arg(widgets::numberText(static_cast<double>(*value))) : QString();
}

QString fromStd(const std::string& text) {
    return QString::fromStdString(text);
}

QString joined(const std::vector<std::string>& texts) {
    QStringList list;
    for (const std::string& text : texts)
        list << fromStd(text);
    return list.join(", ");
}

class Describer {
    Q_DECLARE_TR_FUNCTIONS(DeviceDescription)

  public:
    static DeviceDescription describe(const ListedDevice& device, const Inventory* inventory) {
        if (!device.measures())
            return profiled(device);
        DeviceDescription found{deviceTitle(device), {}, {}};
        if (device.kind == Kind::Local)
            found.note = tr("Models run here in a process of their own; all numbers are measured.");
        else if (device.kind == Kind::Ssh)
            found.note = tr("A machine reached over SSH: models run there and are measured there.");
        else
            found.note = tr("A vendor's compiler and runner: models are converted, run and "
                            "measured by its own commands.");
        addEntry(device, found.rows);
        if (inventory && *inventory)
            addInventory(**inventory, found.rows);
        else if (inventory)
            found.rows += failureRows((*inventory).error());
        if (device.kind == Kind::Local && !inventory)
            found.note = tr("Reading the environment…");
        else if (device.kind == Kind::Local && inventory && !*inventory)
            found.note = tr("Nothing can be measured here at present.");
        found.rows.append({tr("Probed"), probed(device)});
        addRefusals(device, found.rows);
        return found;
    }

    static QPair<QString, QString> experience(const ListedDevice& device) {
        return {tr("Experience"),
                tr("records: %1, newest %2")
                    .arg(QLocale().toString(qulonglong(device.records)),
                         QLocale().toString(QDateTime::fromMSecsSinceEpoch(device.lastMs),
                                            QLocale::ShortFormat))};
    }

    static QString kind(const ListedDevice& device) {
        switch (device.kind) {
        case Kind::Ssh:
            return tr("SSH");
        case Kind::Toolchain:
            return tr("Toolchain");
        case Kind::Local:
            return deviceTypeText(hardware::DeviceType::Cpu);
        default:
            return device.profile ? deviceTypeText(device.profile->profile.type) : QString();
        }
    }

    static Cell state(const ListedDevice& device, const Inventory* inventory) {
        const auto cell = [](const QString& text, Tone tone) { return Cell{text, {}, {}, tone}; };
        switch (device.kind) {
        case Kind::Local:
            return inventory && !*inventory ? cell(tr("✕ cannot measure"), Tone::Bad)
                                            : cell(tr("✓ measures"), Tone::Good);
        case Kind::Toolchain:
            if (!inventory)
                return cell(tr("○ not tried yet"), Tone::Muted);
            return *inventory ? cell(tr("✓ works"), Tone::Good)
                              : cell(tr("✕ does not work"), Tone::Bad);
        case Kind::Simulated:
            return cell(tr("○ simulated"), Tone::Muted);
        case Kind::Remembered:
            return cell(tr("… remembered"), Tone::Muted);
        case Kind::Ssh:
            break;
        }
        switch (device.state.value_or(LinkState::Closed)) {
        case LinkState::Connecting:
            return cell(tr("… connecting"), Tone::Plain);
        case LinkState::Connected:
            return cell(tr("● connected"), Tone::Good);
        case LinkState::Reconnecting:
            return cell(tr("! reconnecting"), Tone::Warning);
        case LinkState::Lost:
            return cell(tr("✕ lost"), Tone::Bad);
        case LinkState::Closed:
            break;
        }
        return device.isUnreached ? cell(tr("✕ not reached"), Tone::Bad)
                                  : cell(tr("○ not connected"), Tone::Muted);
    }

    static QString link(LinkState state) {
        switch (state) {
        case LinkState::Connecting:
            return tr("connecting");
        case LinkState::Connected:
            return tr("connected");
        case LinkState::Reconnecting:
            return tr("reconnecting");
        case LinkState::Lost:
            return tr("lost");
        case LinkState::Closed:
            return tr("closed");
        }
        return {};
    }

    static QString here() { return tr("This machine"); }

  private:
    /// What measuring found out about its legality, the newest last.
    static void addRefusals(const ListedDevice& device, QList<QPair<QString, QString>>& rows) {
        constexpr std::size_t kMost = 12;
        std::size_t shown = 0;
        for (const std::string& sentence : device.refusals) {
            if (++shown > kMost)
                break;
            rows.append({tr("Learned: refuses"), widgets::EngineWords::text(sentence)});
        }
        if (device.refusals.size() > kMost)
            rows.append(
                {tr("Learned: refuses"), tr("and more: %1").arg(device.refusals.size() - kMost)});
    }

    static QString probed(const ListedDevice& device) {
        if (!device.known || !device.known->isProbed)
            return tr("not yet, so predictions are rough");
        if (!device.profile || device.profile->profile.revision.number <= 0)
            return tr("yes");
        return tr("yes, revision %1").arg(device.profile->profile.revision.number);
    }

    static void addEntry(const ListedDevice& device, QList<QPair<QString, QString>>& rows) {
        if (device.kind == Kind::Toolchain && device.known && !device.known->entry)
            rows.append({tr("Adapter"), fromStd(device.known->what)});
        if (device.isAdded()) {
            const measurement::DeviceEntry& entry = *device.known->entry;
            rows.append({tr("Address"), fromStd(entry.address)});
            rows.append({tr("Reached through"), joined(entry.jumpHosts)});
            rows.append({tr("Private keys"), joined(entry.identityFiles)});
            rows.append({tr("Adapter"), fromStd(entry.adapter)});
            rows.append({tr("Runtime"), fromStd(entry.runtime)});
            rows.append(
                {tr("Power mode"), entry.powerMode.empty()
                                       ? tr("left as it is")
                                       : tr("%1 while it measures").arg(fromStd(entry.powerMode))});
            rows.append({tr("Note"), fromStd(entry.note)});
            const auto added = QDateTime::fromString(fromStd(entry.addedAt), Qt::ISODate);
            rows.append({tr("Added"), added.isValid() ? QLocale().toString(added.toLocalTime(),
                                                                           QLocale::ShortFormat)
                                                      : fromStd(entry.addedAt)});
        }
        if (device.isRemote())
            rows.append({tr("Connection"), link(device.state.value_or(LinkState::Closed))});
    }

    static void addInventory(const DeviceInventory& inventory,
                             QList<QPair<QString, QString>>& rows) {
        const hardware::Environment& e = inventory.environment;
        const measurement::Capabilities& can = inventory.capabilities;
        const QString unknown = tr("not available here");
        const auto known = [&](const std::string& value) {
            return value == "unknown" || value.empty() ? unknown : fromStd(value);
        };
        rows += QList<QPair<QString, QString>>{
            {tr("Processor"), known(e.cpu)},
            {tr("Architecture"), known(e.architecture)},
            {tr("Usable processors"), known(e.cores)},
            {tr("Instruction sets"), known(e.features)},
            {tr("Memory"), e.memoryMb == "unknown"
                               ? unknown
                               : widgets::bytesText(std::atof(e.memoryMb.c_str()) * 1024 * 1024)}};
        for (const measurement::CacheLevel& cache : inventory.caches)
            rows.append({tr("Cache %1").arg(fromStd(cache.level)),
                         tr("%1, line %2 B, instances: %3")
                             .arg(widgets::bytesText(cache.sizeBytes))
                             .arg(cache.lineBytes)
                             .arg(cache.instances)});
        rows += QList<QPair<QString, QString>>{
            {tr("Runtimes"), joined(can.runtimes)},
            {tr("Execution providers"), joined(can.providers)},
            {tr("Runtime library (SHA-256)"), known(e.runtimeSha256)},
            {tr("Mapping keys that count"), joined(can.mappingKeys)},
            {tr("Agent"), inventory.isOutdated
                              ? tr("%1, older than this program; Test installs the newer one")
                                    .arg(inventory.agent)
                              : inventory.agent},
            {tr("Clock, MHz"), known(e.clockMhz)},
            {tr("Clock governor"), known(e.governor)},
            {tr("Virtualization"), known(e.virtualization)},
            {tr("Operating system"), known(e.os)},
            {tr("Kernel"), known(e.kernel)},
            {tr("Microcode"), known(e.microcode)},
            {tr("Processor id"), known(e.cpuId)},
            {tr("Runtime build"), known(e.runtimeBuild)},
            {tr("Compiler of this program"), known(e.compileFlags)}};
    }

    static QList<QPair<QString, QString>> failureRows(const Error& error) {
        return {{tr("Reason"), widgets::EngineWords::text(error.message)},
                {tr("What to do"), widgets::EngineWords::text(error.hint)}};
    }

    static DeviceDescription profiled(const ListedDevice& device) {
        if (!device.profile)
            return {fromStd(device.name),
                    tr("Known from experience only: there is no profile of this name here, so "
                       "nothing can be measured or simulated on it. What was learned there still "
                       "transfers."),
                    {}};
        const hardware::Profile& p = device.profile->profile;
        DeviceDescription found{fromStd(device.name),
                                tr("There is no such device here. Adapting to it is possible: "
                                   "times come from a model of this profile and are marked as "
                                   "simulated."),
                                {}};
        auto& rows = found.rows;
        rows.append({tr("Description"), widgets::EngineWords::text(p.description)});
        rows.append({tr("Vendor"), fromStd(p.vendor)});
        rows.append({tr("Cores"), number(p.compute.cores, "%1")});
        rows.append({tr("Clock"), number(p.compute.frequencyMhz, tr("%1 MHz"))});
        QStringList dtypes;
        for (const ElementType type : p.compute.supportedDtypes)
            dtypes << fromStd(hardware::dtypeName(type));
        rows.append({tr("Data types"), dtypes.join(", ")});
        for (const auto type : p.compute.supportedDtypes)
            if (const auto gflops = p.gflops(type))
                rows.append({tr("Peak, %1").arg(fromStd(hardware::dtypeName(type))),
                             widgets::rateText(*gflops, !isFloatingPoint(type))});
        for (const hardware::MemoryLevel& level : p.memory.hierarchy)
            if (const auto gbps = level.totalGbps())
                rows.append(
                    {tr("Bandwidth, %1").arg(fromStd(level.level)), widgets::gigabytesText(*gbps)});
        rows.append({tr("Launch overhead"), p.launchOverheadUs()
                                                ? widgets::microsecondsText(*p.launchOverheadUs())
                                                : QString()});
        if (p.revision.number > 0)
            rows.append({tr("Revision"), QString::number(p.revision.number)});
        rows.append({tr("File"), fromStd(device.profile->file.string())});
        return found;
    }
};

ListedDevice listed(const engine::KnownDevice& known,
                    const std::vector<engine::ProfileEntry>& profiles) {
    ListedDevice device;
    switch (known.kind) {
    case measurement::DeviceKind::Local:
        device.kind = Kind::Local;
        break;
    case measurement::DeviceKind::Ssh:
        device.kind = Kind::Ssh;
        break;
    case measurement::DeviceKind::Toolchain:
        device.kind = Kind::Toolchain;
        break;
    case measurement::DeviceKind::Simulated:
        device.kind = Kind::Simulated;
        break;
    }
    device.name = known.name;
    device.state = known.state;
    const auto profile = std::find_if(profiles.begin(), profiles.end(),
                                      [&](const auto& entry) { return entry.name == known.name; });
    if (profile != profiles.end())
        device.profile = *profile;
    device.known = known;
    return device;
}

} // namespace

std::vector<ListedDevice> listedDevices(const engine::DeviceCatalogue& catalogue,
                                        const std::vector<engine::ProfileEntry>& profiles,
                                        const std::vector<experience::Record>& records) {
    std::map<std::string, ListedDevice> remembered;
    for (const experience::Record& record : records) {
        ListedDevice& device = remembered[record.hardwareName];
        device.kind = Kind::Remembered;
        device.name = record.hardwareName;
        device.lastMs = std::max(device.lastMs, record.timeMs);
        ++device.records;
    }
    std::vector<ListedDevice> devices;
    for (const engine::KnownDevice& known : catalogue.devices) {
        ListedDevice device = listed(known, profiles);
        // The store knows a profile by the name that it has inside.
        const std::string inside = device.profile ? device.profile->profile.name : device.name;
        for (const std::string& name : {inside, device.name})
            if (const auto it = remembered.find(name); it != remembered.end()) {
                device.records += it->second.records;
                device.lastMs = std::max(device.lastMs, it->second.lastMs);
                remembered.erase(it);
            }
        devices.push_back(std::move(device));
    }
    for (auto& [name, device] : remembered)
        devices.push_back(std::move(device));
    return devices;
}

DeviceInventory readInventory(const std::shared_ptr<measurement::Device>& device) {
    DeviceInventory inventory;
    inventory.device = device;
    inventory.environment = device->environment({});
    inventory.capabilities = device->capabilities();
    if (auto caches = device->caches())
        inventory.caches = std::move(*caches);
    if (const auto agent = device->agent()) {
        inventory.agent = fromStd(agent->greeting().agentVersion);
        inventory.isOutdated = agent->isOutdated();
    }
    return inventory;
}

DeviceDescription describeDevice(const ListedDevice& device,
                                 const Result<DeviceInventory>* inventory) {
    DeviceDescription found = Describer::describe(device, inventory);
    if (device.records)
        found.rows.append(Describer::experience(device));
    found.rows.removeIf([](const auto& row) { return row.second.isEmpty(); });
    return found;
}

QString deviceKindText(const ListedDevice& device) {
    return Describer::kind(device);
}

widgets::DataCell deviceStateCell(const ListedDevice& device,
                                  const Result<DeviceInventory>* inventory) {
    return Describer::state(device, inventory);
}

QString linkStateText(LinkState state) {
    return Describer::link(state);
}

QString deviceTitle(const ListedDevice& device) {
    return device.kind == Kind::Local ? Describer::here() : fromStd(device.name);
}

} // namespace metainfer::workbench
