// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The devices that can be named.
#include "devices/devices_presenter.h"

#include "session/engine_words.h"

#include <algorithm>
#include <utility>

namespace metainfer::workbench {
namespace {

constexpr int kLookMs = 1000;
constexpr std::size_t kMostRecords = 50'000;
constexpr const char* kOpenCv = "opencv";

/// What one look at the connections tells: nothing is read from files.
struct Seen {
    std::map<std::string, LinkState> states;
    std::vector<engine::DeviceLogLine> log;
};

bool sameLog(const std::vector<engine::DeviceLogLine>& a,
             const std::vector<engine::DeviceLogLine>& b) {
    return a.size() == b.size() &&
           (a.empty() || (a.back().at == b.back().at && a.back().text == b.back().text &&
                          a.front().text == b.front().text));
}

/// Of all its runtimes. What cannot be read is not known.
std::vector<std::string> refusalsOf(engine::Queries& engine, const std::string& device) {
    std::vector<std::string> all;
    for (const std::string& name : {device, device + ":" + kOpenCv})
        if (const auto rules = engine.learnedRules(name))
            all.insert(all.end(), rules->begin(), rules->end());
    return all;
}

QString runtimesKey(const QString& device) {
    return "devices/runtimes/" + device;
}

} // namespace

DevicesPresenter::DevicesPresenter(engine::Commands& engine, Jobs& jobs, QSettings& settings,
                                   QObject* parent)
    : QObject(parent)
    , m_engine(engine)
    , m_jobs(jobs)
    , m_settings(settings) {
    m_look.setInterval(kLookMs);
    connect(&m_look, &QTimer::timeout, this, &DevicesPresenter::look);
}

const ListedDevice* DevicesPresenter::find(const std::string& name) const {
    const auto it = std::find_if(m_devices.begin(), m_devices.end(),
                                 [&name](const auto& device) { return device.name == name; });
    return it == m_devices.end() ? nullptr : &*it;
}

/// What is read without waiting for another machine.
bool DevicesPresenter::isReading() const {
    const auto here = m_asking.find("local");
    return m_refreshing || (here != m_asking.end() && here->second);
}

const Result<DeviceInventory>* DevicesPresenter::inventory(const std::string& name) const {
    const auto it = m_inventories.find(name);
    return it == m_inventories.end() ? nullptr : &it->second;
}

const Error* DevicesPresenter::failure(const std::string& name) const {
    const auto it = m_failures.find(name);
    return it == m_failures.end() ? nullptr : &it->second;
}

void DevicesPresenter::refresh() {
    if (std::exchange(m_refreshing, true)) {
        m_refreshAgain = true;
        return;
    }
    struct Found {
        engine::DeviceCatalogue catalogue;
        std::vector<ListedDevice> devices;
    };
    m_jobs.run<Found>(
        {}, this,
        [&engine = m_engine](const JobContext&) {
            experience::Filter all;
            all.limit = kMostRecords;
            const auto records = engine.experienceList(all);
            Found found{engine.devices(), {}};
            found.devices = listedDevices(found.catalogue, engine.profiles().profiles,
                                          records ? *records : std::vector<experience::Record>());
            for (ListedDevice& device : found.devices)
                if (device.measures())
                    device.refusals = refusalsOf(engine, device.name);
            return found;
        },
        [this](Found found) {
            m_refreshing = false;
            m_catalogue = std::move(found.catalogue);
            m_devices = std::move(found.devices);
            // What went, or was closed, says nothing any more.
            std::erase_if(m_inventories, [this](const auto& known) {
                const ListedDevice* device = find(known.first);
                if (device && device->kind == ListedDevice::Kind::Local)
                    return !known.second; // perhaps it was mended
                return !device || (device->isRemote() && !device->isConnected());
            });
            for (ListedDevice& device : m_devices)
                device.isUnreached = m_unreached.contains(device.name);
            for (const ListedDevice& device : m_devices)
                if ((device.kind == ListedDevice::Kind::Local || device.isConnected()) &&
                    !inventory(device.name))
                    readInventory(device.name);
            emit listChanged();
            if (std::exchange(m_refreshAgain, false))
                refresh();
        });
}

void DevicesPresenter::watch(bool on) {
    if (on && !m_look.isActive()) {
        m_look.start();
        look();
    } else if (!on) {
        m_look.stop();
    }
}

void DevicesPresenter::setCurrent(const std::string& name) {
    if (name == m_current)
        return;
    m_current = name;
    m_log.clear();
    m_baselines.reset();
    emit logChanged();
    emit baselinesChanged();
    readBaselines();
    look();
}

void DevicesPresenter::look() {
    if (m_looking)
        return;
    m_looking = true;
    std::vector<std::string> names;
    for (const ListedDevice& device : m_devices)
        if (device.isRemote())
            names.push_back(device.name);
    m_jobs.run<Seen>(
        {}, this,
        [&engine = m_engine, names, current = m_current](const JobContext&) {
            Seen seen;
            for (const std::string& name : names) {
                auto log = engine.deviceLog(name);
                if (!log.empty())
                    seen.states[name] = log.back().state;
                if (name == current)
                    seen.log = std::move(log);
            }
            if (std::find(names.begin(), names.end(), current) == names.end())
                seen.log = engine.deviceLog(current);
            return seen;
        },
        [this, current = m_current](Seen seen) {
            m_looking = false;
            bool changed = false;
            for (ListedDevice& device : m_devices) {
                const auto now = seen.states.find(device.name);
                if (now == seen.states.end() || device.state == now->second)
                    continue;
                device.state = now->second;
                changed = true;
                if (device.isConnected())
                    readInventory(device.name);
                else if (device.state == LinkState::Closed || device.state == LinkState::Lost)
                    m_inventories.erase(device.name);
            }
            if (changed)
                emit listChanged();
            if (current == m_current && !sameLog(seen.log, m_log)) {
                m_log = std::move(seen.log);
                emit logChanged();
            }
        });
}

void DevicesPresenter::readInventory(const std::string& name) {
    if (std::exchange(m_asking[name], true))
        return;
    m_jobs.runPatiently<Result<DeviceInventory>>(
        this,
        [&engine = m_engine, name](const JobContext& context) -> Result<DeviceInventory> {
            MI_ASSIGN(const auto device, engine.device(name, context.cancel));
            return workbench::readInventory(device);
        },
        [this, name](Result<DeviceInventory> inventory) {
            m_asking[name] = false;
            if (inventory) {
                QStringList runtimes;
                for (const std::string& runtime : inventory->capabilities.runtimes)
                    runtimes << QString::fromStdString(runtime);
                rememberRuntimes(m_settings, QString::fromStdString(name), runtimes);
            }
            m_inventories.insert_or_assign(name, std::move(inventory));
            emit listChanged();
        });
}

void DevicesPresenter::noteReached(const std::string& name, bool reached) {
    if (reached)
        m_unreached.erase(name);
    else
        m_unreached.insert(name);
    for (ListedDevice& device : m_devices)
        if (device.name == name && std::exchange(device.isUnreached, !reached) == reached)
            emit listChanged();
}

void DevicesPresenter::opened(const std::string& name) {
    noteReached(name, true);
    m_inventories.erase(name);
    if (const ListedDevice* device = find(name); device && device->measures())
        readInventory(name);
    look();
}

void DevicesPresenter::readBaselines() {
    m_jobs.run<Result<std::vector<experience::Baseline>>>(
        {}, this,
        [&engine = m_engine, device = m_current](const JobContext&) {
            return engine.baselines(device);
        },
        [this, device = m_current](Result<std::vector<experience::Baseline>> found) {
            if (device != m_current)
                return;
            m_baselines = std::move(found);
            emit baselinesChanged();
        });
}

void DevicesPresenter::setBusy(const std::string& name, Jobs::Id job) {
    m_busy[name] = job;
    m_failures.erase(name);
    emit workChanged(QString::fromStdString(name));
}

void DevicesPresenter::finish(const std::string& name, std::optional<Error> failure) {
    m_busy.erase(name);
    if (failure && failure->code != ErrorCode::Cancelled)
        m_failures.insert_or_assign(name, std::move(*failure));
    look();
    emit workChanged(QString::fromStdString(name));
}

void DevicesPresenter::connectTo(const std::string& name) {
    if (isBusy(name))
        return;
    setBusy(name,
            m_jobs.run<Result<DeviceInventory>>(
                tr("Connecting to %1").arg(QString::fromStdString(name)), this,
                [&engine = m_engine, name](const JobContext& context) -> Result<DeviceInventory> {
                    MI_ASSIGN(const auto device, engine.device(name, context.cancel));
                    return workbench::readInventory(device);
                },
                [this, name](Result<DeviceInventory> inventory) {
                    std::optional<Error> failure;
                    if (!inventory)
                        failure = inventory.error();
                    m_inventories.insert_or_assign(name, std::move(inventory));
                    // Who stops it knows no more than before.
                    if (!failure || failure->code != ErrorCode::Cancelled)
                        noteReached(name, !failure);
                    finish(name, std::move(failure));
                    emit listChanged();
                }));
}

/// What is held of it would keep its connection.
void DevicesPresenter::forget(const std::string& name) {
    if (m_inventories.erase(name) > 0)
        emit listChanged();
}

void DevicesPresenter::disconnectFrom(const std::string& name) {
    if (isBusy(name))
        return;
    forget(name);
    setBusy(name, m_jobs.runPatiently<bool>(
                      this,
                      [&engine = m_engine, name](const JobContext&) {
                          engine.closeDevice(name);
                          return true;
                      },
                      [this, name](bool) { finish(name, std::nullopt); }));
}

void DevicesPresenter::cancel(const std::string& name) {
    if (const auto it = m_busy.find(name); it != m_busy.end())
        m_jobs.cancel(it->second);
}

void DevicesPresenter::remove(const std::string& name) {
    if (isBusy(name))
        return;
    forget(name);
    setBusy(name, m_jobs.run<Result<engine::RemovedDevice>>(
                      tr("Removing %1").arg(QString::fromStdString(name)), this,
                      [&engine = m_engine, name](const JobContext& context) {
                          return engine.removeDevice(name, {}, context.cancel);
                      },
                      [this, name](Result<engine::RemovedDevice> answer) {
                          finish(name, answer ? std::nullopt : std::optional(answer.error()));
                          if (!answer)
                              return;
                          QStringList cleared;
                          for (const std::string& what : answer->cleared)
                              cleared << QString::fromStdString(what);
                          emit removed(QString::fromStdString(name), cleared,
                                       answer->unreachable
                                           ? EngineWords::error(*answer->unreachable)
                                           : QString());
                          refresh();
                      }));
}

void DevicesPresenter::recordBaseline(const engine::BaselineRequest& request) {
    const std::string name = request.device;
    if (isBusy(name))
        return;
    using Answer = Result<experience::Baseline>;
    setBusy(name, m_jobs.run<Answer>(
                      tr("Recording a baseline on %1").arg(QString::fromStdString(name)), this,
                      [&engine = m_engine, links = m_links, request](const JobContext& context) {
                          const engine::EventSink events = [&](const engine::Event& event) {
                              engine::notify(links, event);
                              if (const auto* done = std::get_if<engine::WorkDone>(&event))
                                  context.progress({done->fraction, done->what});
                          };
                          return engine.recordBaseline(request, events, context.cancel);
                      },
                      [this, name](Answer answer) {
                          finish(name, answer ? std::nullopt : std::optional(answer.error()));
                          if (answer)
                              emit recorded(*answer);
                          readBaselines();
                      }));
}

void DevicesPresenter::removeBaseline(const std::string& id) {
    m_jobs.run<Status>(
        {}, this, [&engine = m_engine, id](const JobContext&) { return engine.removeBaseline(id); },
        [this](Status done) {
            if (!done)
                m_failures.insert_or_assign(m_current, done.error());
            readBaselines();
            emit workChanged(QString::fromStdString(m_current));
        });
}

QStringList DevicesPresenter::measurable(const engine::DeviceCatalogue& catalogue,
                                         const QSettings& settings) {
    QStringList names;
    for (const engine::KnownDevice& device : catalogue.devices) {
        if (device.kind == measurement::DeviceKind::Simulated)
            continue;
        const QString name = QString::fromStdString(device.name);
        names << name;
        if (device.kind == measurement::DeviceKind::Toolchain)
            continue;
        for (const QString& runtime : settings.value(runtimesKey(name)).toStringList())
            if (runtime.section('@', 0, 0) == QLatin1String(kOpenCv) &&
                !(device.entry && device.entry->runtime == kOpenCv)) {
                names << name + ':' + kOpenCv;
                break;
            }
    }
    return names;
}

void DevicesPresenter::rememberRuntimes(QSettings& settings, const QString& device,
                                        const QStringList& runtimes) {
    if (settings.value(runtimesKey(device)).toStringList() != runtimes)
        settings.setValue(runtimesKey(device), runtimes);
}

} // namespace metainfer::workbench
