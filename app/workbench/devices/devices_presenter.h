// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The devices that can be named, what they say, and what is done with them: without widgets.
#pragma once

#include "bridge/jobs.h"
#include "devices/device_description.h"

#include "engine/commands.h"

#include <QObject>
#include <QSettings>

#include <map>
#include <set>
#include <vector>

namespace metainfer::workbench {

class DevicesPresenter : public QObject {
    Q_OBJECT

  public:
    DevicesPresenter(engine::Commands& engine, Jobs& jobs, QSettings& settings,
                     QObject* parent = nullptr);

    /// Reads all that can be named; `listChanged` follows.
    void refresh();
    bool isReading() const;
    /// Told what the engine says while something is done here; called on its threads.
    void setLinkSink(engine::EventSink sink) { m_links = std::move(sink); }
    const std::vector<ListedDevice>& devices() const { return m_devices; }
    const engine::DeviceCatalogue& catalogue() const { return m_catalogue; }
    const ListedDevice* find(const std::string& name) const;

    /// While somebody looks: states and logs are looked at once a second. Connects to nothing.
    void watch(bool on);
    /// The device that is looked at.
    void setCurrent(const std::string& name);
    const std::string& current() const { return m_current; }

    /// Null while it was not read: the device is not open, or being asked.
    const Result<DeviceInventory>* inventory(const std::string& name) const;
    const std::vector<engine::DeviceLogLine>& log() const { return m_log; } ///< of the current one
    /// Of the current one; null before they were read.
    const std::optional<Result<std::vector<experience::Baseline>>>& baselines() const {
        return m_baselines;
    }

    void connectTo(const std::string& name);
    void disconnectFrom(const std::string& name);
    /// Ends connecting, recording or removing.
    void cancel(const std::string& name);
    /// Connecting, disconnecting, removing or recording is under way.
    bool isBusy(const std::string& name) const { return m_busy.contains(name); }
    /// Why the last thing that was done with it failed; null when it did not.
    const Error* failure(const std::string& name) const;
    void remove(const std::string& name);
    void recordBaseline(const engine::BaselineRequest& request);
    void removeBaseline(const std::string& id);
    /// Reads what an open device is, again.
    void readInventory(const std::string& name);
    /// Lets go of an open device, so that its connection can end.
    void forget(const std::string& name);
    /// Whether the last try to connect came through, as a test found too.
    void noteReached(const std::string& name, bool reached);
    /// It was opened by a test: from now on it can be asked.
    void opened(const std::string& name);

    /// Devices and runtimes that microbenchmarks can be run on: "local", "kitchen",
    /// "kitchen:opencv". Runtimes are known of devices that were open at some time.
    static QStringList measurable(const engine::DeviceCatalogue& catalogue,
                                  const QSettings& settings);
    /// Remembers the runtimes of a device that is open.
    static void rememberRuntimes(QSettings& settings, const QString& device,
                                 const QStringList& runtimes);

  signals:
    void listChanged();                      ///< devices, states, inventories
    void logChanged();                       ///< of the current device
    void baselinesChanged();                 ///< of the current device
    void workChanged(const QString& device); ///< busy, failure
    void removed(const QString& device, const QStringList& cleared, const QString& warning);
    void recorded(const metainfer::experience::Baseline& baseline);

  private:
    void look();
    void readBaselines();
    void setBusy(const std::string& name, Jobs::Id job);
    void finish(const std::string& name, std::optional<Error> failure);

    engine::Commands& m_engine;
    Jobs& m_jobs;
    QSettings& m_settings;
    QTimer m_look;
    engine::EventSink m_links;
    bool m_refreshing = false, m_looking = false, m_refreshAgain = false;
    engine::DeviceCatalogue m_catalogue;
    std::vector<ListedDevice> m_devices;
    DeviceInventories m_inventories;
    std::map<std::string, bool> m_asking; ///< inventories that are being read
    std::map<std::string, Jobs::Id> m_busy;
    std::map<std::string, Error> m_failures;
    std::set<std::string> m_unreached;
    std::string m_current;
    std::vector<engine::DeviceLogLine> m_log;
    std::optional<Result<std::vector<experience::Baseline>>> m_baselines;
};

} // namespace metainfer::workbench
