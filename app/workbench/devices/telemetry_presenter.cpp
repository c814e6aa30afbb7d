// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A device while somebody looks.
#include "devices/telemetry_presenter.h"

#include "execution/agent_client.h"
#include "session/engine_words.h"

#include <QLocale>

#include <algorithm>
#include <numeric>

namespace metainfer::workbench {
namespace {

constexpr int kLookMs = 1000, kLookWhileMeasuringMs = 2000;
constexpr std::size_t kKeptLooks = 300;
constexpr std::size_t kKeptEvents = 1000;
/// Below it a measurement may start to swap.
constexpr double kLittleMemory = 0.1;
/// A clock that moves by more changes what a time means.
constexpr double kClockChange = 0.1;
constexpr std::chrono::seconds kPatience{10}; ///< of one look over a connection

TelemetryLook readMachine() {
    TelemetryLook look;
    look.when = QDateTime::currentDateTime();
    look.values = hardware::readTelemetry();
    look.holder = measurement::MachineLock::holder();
    look.queue = measurement::MachineLock::queue();
    return look;
}

TelemetryPresenter::Reader readerOf(std::shared_ptr<measurement::Device> device,
                                    CancellationToken cancel) {
    return [device = std::move(device), cancel = std::move(cancel)] {
        TelemetryLook look;
        // Through the agent itself a look can be given up while the connection is lost.
        auto values = [&]() -> Result<hardware::Telemetry> {
            const auto agent = device->agent();
            if (!agent)
                return device->telemetry();
            MI_ASSIGN(const Json answer,
                      agent->call("telemetry", Json::object(), kPatience, cancel));
            return hardware::Telemetry::fromJson(answer);
        }();
        look.when = QDateTime::currentDateTime();
        if (values)
            look.values = std::move(*values);
        else
            look.problem = values.error();
        if (cancel.isCancelled())
            return look;
        auto queue = device->queue();
        if (queue) {
            look.holder = std::move(queue->holder);
            look.queue = std::move(queue->waiting);
        } else {
            look.queueProblem = queue.error();
        }
        return look;
    };
}

std::optional<double> freeShare(const hardware::Telemetry& values) {
    if (!values.memoryBytes || !values.availableBytes || *values.memoryBytes == 0)
        return std::nullopt;
    return static_cast<double>(*values.availableBytes) / static_cast<double>(*values.memoryBytes);
}

double meanOf(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

} // namespace

QString ownerText(const measurement::LockOwner& owner) {
    const QDateTime since =
        QDateTime::fromString(QString::fromStdString(owner.since), Qt::ISODate).toLocalTime();
    return TelemetryPresenter::tr("process %1: %2, since %3", "pid, what, time")
        .arg(QString::number(owner.pid), EngineWords::text(owner.what),
             since.isValid() ? QLocale().toString(since.time(), "HH:mm:ss")
                             : QString::fromStdString(owner.since));
}

TelemetryPresenter::TelemetryPresenter(Jobs& jobs, Reader reader, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs)
    , m_reader(reader ? std::move(reader) : localReader()) {
    m_timer.setInterval(kLookMs);
    connect(&m_timer, &QTimer::timeout, this, &TelemetryPresenter::look);
}

TelemetryPresenter::~TelemetryPresenter() {
    m_token.cancel();
}

TelemetryPresenter::Reader TelemetryPresenter::localReader() {
    return &readMachine;
}

void TelemetryPresenter::setDevice(const QString& device, Reader reader) {
    m_token.cancel();
    m_token = CancellationToken();
    m_device = device;
    m_reader = std::move(reader);
    ++m_generation;
    m_looking = false;
    m_latest.reset();
    m_looks.clear();
    m_quiet.clear();
    emit looked();
    emit eventsChanged();
    if (m_timer.isActive())
        look();
}

void TelemetryPresenter::setOpenDevice(const QString& device,
                                       std::shared_ptr<measurement::Device> open) {
    const CancellationToken cancel;
    setDevice(device, readerOf(std::move(open), cancel));
    m_token = cancel;
}

void TelemetryPresenter::start() {
    if (m_watchers++ > 0)
        return;
    m_timer.start();
    look();
}

void TelemetryPresenter::stop() {
    if (m_watchers > 0 && --m_watchers == 0)
        m_timer.stop();
}

void TelemetryPresenter::look() {
    if (m_looking || !m_reader)
        return;
    m_looking = true;
    m_jobs.runPatiently<std::shared_ptr<TelemetryLook>>(
        this,
        [reader = m_reader](const JobContext&) {
            return std::make_shared<TelemetryLook>(reader());
        },
        [this, generation = m_generation](std::shared_ptr<TelemetryLook> look) {
            if (generation != m_generation)
                return; // of a device that is not looked at any more
            m_looking = false;
            add(std::move(*look));
        });
}

void TelemetryPresenter::add(TelemetryLook now) {
    const bool isNew = !now.problem && !now.values.isAsleep;
    if (!isNew && !now.problem)
        noteQuiet(now.when);
    if (m_latest && !isNew) { // only who measures is new
        now.values = m_latest->values;
        now.load = m_latest->load;
        now.stolen = m_latest->stolen;
        now.cpuLoads = m_latest->cpuLoads;
    }
    now.values.isAsleep = !isNew && !now.problem;
    if (!m_looks.empty() && isNew) {
        const TelemetryLook& before = m_looks.back();
        if (before.values.all && now.values.all) {
            now.load = hardware::busyShare(*before.values.all, *now.values.all);
            now.stolen = hardware::stolenShare(*before.values.all, *now.values.all);
        }
        const std::size_t cpus = std::min(before.values.cpus.size(), now.values.cpus.size());
        for (std::size_t i = 0; i < cpus; ++i)
            now.cpuLoads.push_back(
                hardware::busyShare(before.values.cpus[i], now.values.cpus[i]).value_or(0));
    }
    if (m_latest)
        findEvents(*m_latest, now);
    else if (now.holder)
        note(DeviceEventKind::Began, tr("Measuring already: %1").arg(ownerText(*now.holder)));
    m_timer.setInterval(now.holder ? kLookWhileMeasuringMs : kLookMs);
    m_latest = now;
    if (isNew) {
        m_looks.push_back(std::move(now));
        if (m_looks.size() > kKeptLooks)
            m_looks.pop_front();
    }
    emit looked();
}

/// Called before the look becomes the latest one.
void TelemetryPresenter::noteQuiet(const QDateTime& when) {
    if (m_latest && m_latest->values.isAsleep && !m_quiet.empty()) {
        m_quiet.back().end = when;
        return;
    }
    m_quiet.push_back({m_latest ? m_latest->when : when, when});
    if (m_quiet.size() > kKeptLooks)
        m_quiet.pop_front();
}

void TelemetryPresenter::findEvents(const TelemetryLook& before, const TelemetryLook& now) {
    const auto same = [](const auto& a, const auto& b) {
        return a.has_value() == b.has_value() &&
               (!a || (a->pid == b->pid && a->what == b->what && a->since == b->since));
    };
    if (!same(before.holder, now.holder)) {
        if (before.holder)
            note(DeviceEventKind::Ended, tr("Measured: %1").arg(ownerText(*before.holder)));
        if (now.holder)
            note(DeviceEventKind::Began, tr("Measuring: %1").arg(ownerText(*now.holder)));
    }
    if (before.values.throttleCount && now.values.throttleCount &&
        *now.values.throttleCount > *before.values.throttleCount)
        note(DeviceEventKind::Throttled,
             tr("The processor throttled itself; measurements of this moment are not valid. "
                "Events: %1")
                 .arg(*now.values.throttleCount - *before.values.throttleCount));
    const auto free = freeShare(before.values), left = freeShare(now.values);
    if (free && left && *free >= kLittleMemory && *left < kLittleMemory)
        note(DeviceEventKind::Memory,
             tr("Less than %1 % of the memory is free").arg(kLittleMemory * 100));
    if (!before.values.clocksMhz.empty() && !now.values.clocksMhz.empty()) {
        const double was = meanOf(before.values.clocksMhz), is = meanOf(now.values.clocksMhz);
        // While nobody measures a clock may idle as it likes.
        if (before.holder && now.holder && std::abs(is - was) > kClockChange * was)
            note(DeviceEventKind::Clock, tr("The clock went from %1 to %2 MHz during a measurement")
                                             .arg(qRound(was))
                                             .arg(qRound(is)));
    }
}

void TelemetryPresenter::note(DeviceEventKind kind, const QString& text) {
    auto& events = m_events[m_device];
    events.push_back({QDateTime::currentDateTime(), kind, text});
    if (events.size() > kKeptEvents)
        events.pop_front();
    emit eventsChanged();
}

} // namespace metainfer::workbench
