// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The devices there are, in words.
#include "hardware/device_description.h"

#include "hardware/quantity_text.h"
#include "session/engine_words.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <map>

namespace metainfer::workbench {
namespace {

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
    static DeviceDescription here(const std::optional<Result<LocalInventory>>& local) {
        DeviceDescription found{
            tr("This machine"),
            tr("Models run here in a process of their own; all numbers are measured.")};
        if (!local) {
            found.note = tr("Reading the environment…");
            return found;
        }
        if (!*local) {
            const Error& error = local->error();
            found.note = tr("Nothing can be measured here at present.");
            found.rows = {{tr("Reason"), widgets::EngineWords::text(error.message)},
                          {tr("What to do"), widgets::EngineWords::text(error.hint)}};
            return found;
        }
        const hardware::Environment& e = (*local)->environment;
        const measurement::Capabilities& can = (*local)->capabilities;
        const QString unknown = tr("not available here");
        const auto known = [&](const std::string& value) {
            return value == "unknown" || value.empty() ? unknown : fromStd(value);
        };
        auto& rows = found.rows;
        rows = {
            {tr("Processor"), known(e.cpu)},
            {tr("Architecture"), known(e.architecture)},
            {tr("Usable processors"), known(e.cores)},
            {tr("Instruction sets"), known(e.features)},
            {tr("Memory"), e.memoryMb == "unknown"
                               ? unknown
                               : widgets::bytesText(std::atof(e.memoryMb.c_str()) * 1024 * 1024)}};
        for (const measurement::CacheLevel& cache : (*local)->caches)
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
            {tr("Clock, MHz"), known(e.clockMhz)},
            {tr("Clock governor"), known(e.governor)},
            {tr("Virtualization"), known(e.virtualization)},
            {tr("Operating system"), known(e.os)},
            {tr("Kernel"), known(e.kernel)},
            {tr("Microcode"), known(e.microcode)},
            {tr("Processor id"), known(e.cpuId)},
            {tr("Runtime build"), known(e.runtimeBuild)},
            {tr("Compiler of this program"), known(e.compileFlags)}};
        return found;
    }

    static DeviceDescription profiled(const ListedDevice& device) {
        if (!device.profile)
            return {fromStd(device.name),
                    tr("Known from experience only: there is no profile of this name here, so "
                       "nothing can be measured or simulated on it. What was learned there still "
                       "transfers.")};
        const hardware::Profile& p = device.profile->profile;
        DeviceDescription found{fromStd(device.name),
                                tr("There is no such device here. Adapting to it is possible: "
                                   "times come from a model of this profile and are marked as "
                                   "simulated.")};
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

    static QPair<QString, QString> experience(const ListedDevice& device) {
        return {tr("Experience"),
                tr("records: %1, newest %2")
                    .arg(QLocale().toString(qulonglong(device.records)),
                         QLocale().toString(QDateTime::fromMSecsSinceEpoch(device.lastMs),
                                            QLocale::ShortFormat))};
    }
};

} // namespace

std::vector<ListedDevice> listedDevices(const std::vector<engine::ProfileEntry>& profiles,
                                        const std::vector<experience::Record>& records) {
    std::map<std::string, ListedDevice> remembered;
    for (const experience::Record& record : records) {
        ListedDevice& device = remembered[record.hardwareName];
        device.kind = ListedDevice::Kind::Remembered;
        device.name = record.hardwareName;
        device.lastMs = std::max(device.lastMs, record.timeMs);
        ++device.records;
    }
    const auto take = [&remembered](ListedDevice device, const std::string& name) {
        if (const auto it = remembered.find(name); it != remembered.end()) {
            device.records = it->second.records;
            device.lastMs = it->second.lastMs;
            remembered.erase(it);
        }
        return device;
    };
    std::vector<ListedDevice> devices;
    const auto local = std::find_if(profiles.begin(), profiles.end(),
                                    [](const auto& entry) { return entry.name == "local"; });
    ListedDevice here{ListedDevice::Kind::Local, "local", {}, 0, 0};
    if (local != profiles.end())
        here.profile = *local; // what it was probed to be
    devices.push_back(take(std::move(here), "local"));
    for (const engine::ProfileEntry& entry : profiles)
        if (entry.name != "local")
            devices.push_back(
                take({ListedDevice::Kind::Simulated, entry.name, entry, 0, 0}, entry.profile.name));
    for (auto& [name, device] : remembered)
        devices.push_back(std::move(device));
    return devices;
}

DeviceDescription describeDevice(const ListedDevice& device,
                                 const std::optional<Result<LocalInventory>>& local) {
    DeviceDescription found = device.kind == ListedDevice::Kind::Local
                                  ? Describer::here(local)
                                  : Describer::profiled(device);
    if (device.records)
        found.rows.append(Describer::experience(device));
    found.rows.removeIf([](const auto& row) { return row.second.isEmpty(); });
    return found;
}

} // namespace metainfer::workbench
