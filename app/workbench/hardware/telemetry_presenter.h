// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// This machine while somebody looks: sensors, load and memory over time, who measures and who
// waits, and what happened.
#pragma once

#include "bridge/jobs.h"

#include "hardware/telemetry.h"
#include "measurement/machine_lock.h"

#include <QDateTime>
#include <QObject>
#include <QStringList>

#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace metainfer::workbench {

/// One look.
struct TelemetryLook {
    QDateTime when;
    hardware::Telemetry values;
    std::optional<measurement::LockOwner> holder;
    std::vector<measurement::LockOwner> queue;
    /// Shares since the look before, in [0, 1]; empty at the first one.
    std::optional<double> load, stolen;
    std::vector<double> cpuLoads;
};

enum class DeviceEventKind { Began, Ended, Throttled, Memory, Clock, Test };
struct DeviceEvent {
    QDateTime when;
    DeviceEventKind kind = DeviceEventKind::Test;
    QString text;
};

class TelemetryPresenter : public QObject {
    Q_OBJECT

  public:
    /// What a look reads; replaced in tests.
    using Reader = std::function<TelemetryLook()>;

    explicit TelemetryPresenter(Jobs& jobs, Reader reader = {}, QObject* parent = nullptr);

    /// Looks once a second, half as often while a measurement runs, until as many have stopped as
    /// have started.
    void start();
    void stop();
    bool isRunning() const { return m_timer.isActive(); }
    bool isLooking() const { return m_looking; }

    /// Oldest first, the last five minutes.
    const std::deque<TelemetryLook>& looks() const { return m_looks; }
    /// Oldest first; the last thousand.
    const std::deque<DeviceEvent>& events() const { return m_events; }
    void note(DeviceEventKind kind, const QString& text);

  signals:
    void looked();
    void eventsChanged();

  private:
    void look();
    void add(TelemetryLook look);
    void findEvents(const TelemetryLook& before, const TelemetryLook& now);

    Jobs& m_jobs;
    Reader m_reader;
    QTimer m_timer;
    std::deque<TelemetryLook> m_looks;
    std::deque<DeviceEvent> m_events;
    bool m_looking = false;
    int m_watchers = 0;
};

/// "12345: measure c17 (since 12:01:07)".
QString ownerText(const measurement::LockOwner& owner);

} // namespace metainfer::workbench
