// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A device while somebody looks: sensors, load and memory over time, who measures and who waits,
// and what happened.
#pragma once

#include "bridge/jobs.h"

#include "base/cancellation.h"
#include "hardware/telemetry.h"
#include "measurement/device.h"
#include "measurement/machine_lock.h"

#include <QDateTime>
#include <QObject>
#include <QStringList>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace metainfer::workbench {

/// One look.
struct TelemetryLook {
    QDateTime when;
    hardware::Telemetry values;
    std::optional<measurement::LockOwner> holder;
    std::vector<measurement::LockOwner> queue;
    std::optional<Error> problem;      ///< nothing could be read, and why
    std::optional<Error> queueProblem; ///< nor who measures
    /// Shares since the look before, in [0, 1]; empty at the first one.
    std::optional<double> load, stolen;
    std::vector<double> cpuLoads;
};

/// A time in which the sensors were left alone because of a timed run.
struct QuietTime {
    QDateTime begin, end;
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
    ~TelemetryPresenter() override;

    /// Looks at another device from now on; what was seen of the one before is forgotten, what
    /// happened on it is kept under its name. An empty reader: it cannot be looked at.
    void setDevice(const QString& device, Reader reader);
    /// The same of a device that is open; a look that waits for a lost connection is given up when
    /// another device is looked at.
    void setOpenDevice(const QString& device, std::shared_ptr<measurement::Device> open);
    const QString& device() const { return m_device; }
    bool hasReader() const { return bool(m_reader); }
    /// This machine, read without an agent.
    static Reader localReader();

    /// Looks once a second, half as often while a measurement runs, until as many have stopped as
    /// have started.
    void start();
    void stop();
    bool isRunning() const { return m_timer.isActive(); }
    bool isLooking() const { return m_looking; }

    /// The newest look, also one at which nothing could be read, or that is an earlier one because
    /// a timed run goes on; null before the first.
    const TelemetryLook* latest() const { return m_latest ? &*m_latest : nullptr; }
    /// Oldest first, the last five minutes; only those that saw something new.
    const std::deque<TelemetryLook>& looks() const { return m_looks; }
    /// Oldest first; the last one may go on.
    const std::deque<QuietTime>& quietTimes() const { return m_quiet; }
    /// On this device, oldest first; the last thousand.
    const std::deque<DeviceEvent>& events() const { return m_events[m_device]; }
    void note(DeviceEventKind kind, const QString& text);

  signals:
    void looked();
    void eventsChanged();

  private:
    void look();
    void add(TelemetryLook look);
    void noteQuiet(const QDateTime& when);
    void findEvents(const TelemetryLook& before, const TelemetryLook& now);

    Jobs& m_jobs;
    Reader m_reader;
    QTimer m_timer;
    QString m_device = QStringLiteral("local");
    CancellationToken m_token; ///< of the looks at this device
    int m_generation = 0;      ///< of the device that is looked at
    std::optional<TelemetryLook> m_latest;
    std::deque<TelemetryLook> m_looks;
    std::deque<QuietTime> m_quiet;
    mutable std::map<QString, std::deque<DeviceEvent>> m_events;
    bool m_looking = false;
    int m_watchers = 0;
};

/// "12345: measure c17 (since 12:01:07)".
QString ownerText(const measurement::LockOwner& owner);

} // namespace metainfer::workbench
