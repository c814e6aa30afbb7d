// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Devices that do what a test says: an engine whose device functions are played, the rest is real.
#pragma once

#include "workbench/desk.h"
#include "workbench/forwarding_commands.h"

#include "measurement/time_text.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace metainfer::test {

/// A machine that tells what the test put into it; nothing can be run on it.
class PlayedDevice : public measurement::Device {
  public:
    explicit PlayedDevice(std::string name)
        : m_name(std::move(name)) {
        m_capabilities.runtimes = {"onnxruntime@1.30.0", "opencv@4.6.0"};
        m_capabilities.mappingKeys = {"threads", "opt"};
        environmentNow.cpu = "Played A72";
        environmentNow.governor = "performance";
        now.memoryBytes = 4'000'000'000;
        now.availableBytes = 3'000'000'000;
        now.clocksMhz = {1500, 1500};
        now.temperatures = {{"cpu-thermal", 51.5}};
        now.throttleCount = 0;
    }
    std::string name() const override { return m_name; }
    measurement::DeviceKind kind() const override { return measurement::DeviceKind::Ssh; }
    const measurement::Capabilities& capabilities() const override { return m_capabilities; }
    hardware::Environment environment(const SessionOptions&) override { return environmentNow; }
    Executor& executor() override { std::abort(); }
    Result<measurement::Measurement> measure(const measurement::MeasureRequest&) override {
        return nothing();
    }
    Result<measurement::Comparison> compare(const measurement::CompareRequest&) override {
        return nothing();
    }
    Result<measurement::OperatorProfile> profileOperators(const measurement::Workload&, int,
                                                          const RunLimits&,
                                                          const CancellationToken&) override {
        return nothing();
    }
    Result<std::uint64_t> peakMemory(const measurement::Workload&, const RunLimits&,
                                     const CancellationToken&) override {
        return nothing();
    }
    Result<measurement::ColdStart> coldStart(const measurement::Workload&, const RunLimits&,
                                             const CancellationToken&) override {
        return nothing();
    }
    Result<hardware::Telemetry> telemetry() override {
        const std::lock_guard lock(mutex);
        ++looks;
        return now;
    }
    Result<measurement::DeviceQueue> queue() override {
        const std::lock_guard lock(mutex);
        return queueNow;
    }

    std::mutex mutex; ///< guards the two below
    hardware::Telemetry now;
    measurement::DeviceQueue queueNow;
    hardware::Environment environmentNow;
    std::atomic<int> looks{0};

  private:
    tl::unexpected<Error> nothing() const {
        return fail(ErrorCode::Unsupported, "nothing runs on a played device");
    }
    std::string m_name;
    measurement::Capabilities m_capabilities;
};

/// Opening waits until the test lets it through; what is asked for is kept.
class PlayedDevices : public ForwardingCommands {
  public:
    using ForwardingCommands::ForwardingCommands;

    engine::DeviceCatalogue devices() override {
        engine::DeviceCatalogue all = m_real.devices();
        const std::lock_guard lock(m_mutex);
        for (auto& [name, one] : m_known) {
            engine::KnownDevice known = one;
            if (!m_log[name].empty())
                known.state = m_log[name].back().state;
            all.devices.insert(all.devices.begin() + 1, std::move(known));
        }
        return all;
    }
    std::vector<engine::DeviceLogLine> deviceLog(const std::string& name) override {
        const std::lock_guard lock(m_mutex);
        return m_log[name];
    }
    Result<std::shared_ptr<measurement::Device>> device(const std::string& name,
                                                        const CancellationToken& cancel) override {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_known.contains(name))
                return m_real.device(name, cancel);
        }
        if (const auto state = lastState(name); state != LinkState::Connected) {
            say(name, LinkState::Connecting, "connecting to 10.0.0.7, port 22");
            ++opening;
            MI_CHECK(pass(cancel));
            if (opensWith) {
                say(name, LinkState::Closed, opensWith->message);
                return fail(*opensWith);
            }
            say(name, LinkState::Connected, "");
        }
        const std::lock_guard lock(m_mutex);
        auto& made = m_made[name];
        if (!made)
            made = std::make_shared<PlayedDevice>(name);
        return std::static_pointer_cast<measurement::Device>(made);
    }
    void closeDevice(const std::string& name) override { say(name, LinkState::Closed, "closed"); }
    Result<engine::DeviceCheck> addDevice(const engine::AddDeviceRequest& request,
                                          const engine::EventSink& events,
                                          const CancellationToken& cancel) override {
        {
            const std::lock_guard lock(m_mutex);
            asked = request;
        }
        auto check = run(request.entry.name, events, cancel);
        if (check && check->passed()) {
            check->added = true;
            know(request.entry);
            say(request.entry.name, LinkState::Connected, "");
        }
        return check;
    }
    Result<engine::DeviceCheck> testDevice(const std::string& name, const engine::EventSink& events,
                                           const CancellationToken& cancel) override {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_known.contains(name))
                return m_real.testDevice(name, events, cancel);
        }
        return run(name, events, cancel);
    }
    Result<engine::RemovedDevice> removeDevice(const std::string& name, const engine::EventSink&,
                                               const CancellationToken&) override {
        const std::lock_guard lock(m_mutex);
        m_known.erase(name);
        engine::RemovedDevice removed;
        removed.device = name;
        removed.cleared = {"/home/pi/.cache/metainfer", "41.5 MB"};
        return removed;
    }
    Result<experience::Baseline> recordBaseline(const engine::BaselineRequest& request,
                                                const engine::EventSink&,
                                                const CancellationToken&) override {
        const std::lock_guard lock(m_mutex);
        experience::Baseline one;
        one.id = "b-0123456789abcdef";
        one.device = request.device;
        one.model = request.model;
        one.who = request.who;
        one.session = request.session;
        one.hours = request.hours;
        one.ratio.value = 0.5;
        one.ratio.low = 0.48;
        one.ratio.high = 0.52;
        one.verdict = "faster by 2.00 [1.92, 2.08]";
        one.recordedAt = "2026-01-02T03:04:05Z";
        m_baselines.push_back(one);
        return one;
    }
    Result<std::vector<experience::Baseline>> baselines(const std::string& device) override {
        const std::lock_guard lock(m_mutex);
        std::vector<experience::Baseline> found;
        for (const auto& one : m_baselines)
            if (one.device == device)
                found.push_back(one);
        return found;
    }
    Status removeBaseline(const std::string& id) override {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_baselines, [&id](const auto& one) { return one.id == id; });
        return {};
    }

    // For the test.

    void know(const measurement::DeviceEntry& entry) {
        const std::lock_guard lock(m_mutex);
        engine::KnownDevice known;
        known.name = entry.name;
        known.kind = entry.kind;
        known.what = entry.address;
        known.entry = entry;
        m_known[entry.name] = known;
    }
    void say(const std::string& name, LinkState state, const std::string& text) {
        const std::lock_guard lock(m_mutex);
        m_log[name].push_back({measurement::utcNow(), state, text});
    }
    LinkState lastState(const std::string& name) {
        const std::lock_guard lock(m_mutex);
        return m_log[name].empty() ? LinkState::Closed : m_log[name].back().state;
    }
    std::shared_ptr<PlayedDevice> made(const std::string& name) {
        const std::lock_guard lock(m_mutex);
        return m_made[name];
    }
    engine::AddDeviceRequest lastAsked() {
        const std::lock_guard lock(m_mutex);
        return asked;
    }
    /// What waits, and what comes later, may go on.
    void letThrough() {
        const std::lock_guard lock(m_mutex);
        m_isOpen = true;
        m_changed.notify_all();
    }
    std::atomic<int> opening{0};
    std::optional<Error> opensWith; ///< set before anything is opened
    engine::AddDeviceRequest asked;

  private:
    Status pass(const CancellationToken& cancel) {
        std::unique_lock lock(m_mutex);
        while (!m_isOpen) {
            MI_CHECK(cancel.check());
            m_changed.wait_for(lock, std::chrono::milliseconds(10));
        }
        return {};
    }
    static engine::DeviceStep step(const std::string& what, double seconds) {
        engine::DeviceStep step;
        step.what = what;
        step.seconds = seconds;
        return step;
    }
    Result<engine::DeviceCheck> run(const std::string& name, const engine::EventSink& events,
                                    const CancellationToken& cancel) {
        engine::DeviceCheck check;
        check.device = name;
        const auto tell = [&](const std::string& text) {
            engine::notify(events, engine::WorkDone{-1, std::nullopt, text});
        };
        tell("open " + name);
        tell(name + ": connecting to 10.0.0.7, port 22");
        check.steps.push_back(step("connecting to 10.0.0.7, port 22", 0));
        engine::DeviceStep open = step("open " + name, 0.7);
        if (const auto passed = pass(cancel); !passed)
            open.error = passed.error();
        else if (opensWith)
            open.error = *opensWith;
        check.steps.push_back(open);
        if (open.error)
            return check;
        for (const char* what : {"read what it is", "run the sample model grid-detector"}) {
            tell(what);
            check.steps.push_back(step(what, 1.2));
        }
        check.sampleUs = 1234.0;
        return check;
    }

    std::mutex m_mutex; ///< guards the rest
    std::condition_variable m_changed;
    bool m_isOpen = false;
    std::map<std::string, engine::KnownDevice> m_known;
    std::map<std::string, std::vector<engine::DeviceLogLine>> m_log;
    std::map<std::string, std::shared_ptr<PlayedDevice>> m_made;
    std::vector<experience::Baseline> m_baselines;
};

inline measurement::DeviceEntry boardEntry(const std::string& name) {
    measurement::DeviceEntry entry;
    entry.name = name;
    entry.address = "pi@10.0.0.7";
    entry.powerMode = "performance";
    entry.addedAt = "2026-01-02T03:04:05Z";
    return entry;
}

/// A window over played devices.
struct DeviceDesk {
    QTemporaryDir folder;
    QSettings settings{folder.filePath("settings.ini"), QSettings::IniFormat};
    std::unique_ptr<engine::Commands> real = engine::createEngine(engineOptions(folder));
    PlayedDevices engine{*real};
    workbench::Jobs jobs;
    workbench::Workspace workspace{engine, jobs, settings};
    workbench::Languages languages;
    std::unique_ptr<workbench::MainWindow> window;

    DeviceDesk() { qputenv("XDG_DATA_HOME", folder.path().toUtf8()); }
    ~DeviceDesk() {
        engine.letThrough();
        jobs.cancelAll();
    }
    void open(const char* place, const QString& language = "en") {
        languages.apply(language);
        window = std::make_unique<workbench::MainWindow>(workspace, languages);
        window->resize(1280, 800);
        window->show();
        window->showPlace(place);
    }
    template <typename T>
    T* find(const char* name) {
        return window->findChild<T*>(name);
    }
};

} // namespace metainfer::test
