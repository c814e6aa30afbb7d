// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Devices: added only when they work, tested step by step, removed without a trace.
#include "engine/tools/manage_devices.h"

#include "engine/tools/device_tools.h"
#include "execution/agent_codec.h"
#include "measurement/check_model.h"
#include "measurement/runtime_facts.h"
#include "measurement/toolchain/toolchain_device.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::engine::tools {
namespace {

using Clock = std::chrono::steady_clock;

/// A sample that every device can run.
constexpr const char* kTestModel = "grid-detector";

/// Of the device itself, or of one of its runtimes.
bool isProfileOfDevice(const std::string& profile, const std::vector<std::string>& devices) {
    std::vector<std::string> runtimes = measurement::AdapterStore().names();
    for (const std::string_view runtime : measurement::knownRuntimes())
        runtimes.emplace_back(runtime);
    return std::any_of(devices.begin(), devices.end(), [&](const std::string& device) {
        return profile == device ||
               std::any_of(runtimes.begin(), runtimes.end(), [&](const std::string& runtime) {
                   return profile == fmt::format("{}-{}", device, runtime);
               });
    });
}

/// Takes the steps of a check and times them.
class StepList {
  public:
    StepList(DeviceCheck& check, const ToolContext& context)
        : m_check(check)
        , m_context(context) {}

    void begin(const std::string& what) {
        m_begin = Clock::now();
        m_check.steps.push_back({what, {}, std::nullopt, 0});
        m_context.say(-1, what);
    }
    /// False when the step failed.
    bool end(const Status& status) {
        DeviceStep& step = m_check.steps.back();
        step.seconds = std::chrono::duration<double>(Clock::now() - m_begin).count();
        if (!status)
            step.error = status.error();
        return status.has_value();
    }
    /// What the connection said meanwhile stands before the step that waited for it.
    void insertLinkSteps(const std::vector<DeviceLogLine>& lines) {
        const auto place = m_check.steps.end() - 1;
        std::vector<DeviceStep> said;
        for (const DeviceLogLine& line : lines)
            said.push_back({line.text, {}, std::nullopt, 0});
        m_check.steps.insert(place, said.begin(), said.end());
    }

  private:
    DeviceCheck& m_check;
    const ToolContext& m_context;
    Clock::time_point m_begin = Clock::now();
};

Json factsOf(measurement::Device& device) {
    const auto& can = device.capabilities();
    Json facts{{"kind", measurement::deviceKindName(device.kind())},
               {"environment", device.environment({}).toJson()},
               {"runtimes", can.runtimes},
               {"mapping_keys", can.mappingKeys}};
    if (const auto* tool = dynamic_cast<const measurement::ToolchainDevice*>(&device)) {
        const measurement::Adapter& adapter = tool->adapter();
        facts["adapter"] = {{"name", adapter.name},           {"title", adapter.title},
                            {"vendor", adapter.vendor},       {"hardware", adapter.hardware},
                            {"licence", adapter.licence},     {"documents", adapter.documents},
                            {"version", tool->toolVersion()}, {"file", adapter.file.string()}};
    }
    if (const auto agent = device.agent())
        if (const auto hello = agent->hello())
            facts["agent"] = {
                {"version", hello->agentVersion},
                {"protocol", fmt::format("{}.{}", hello->protocolMajor, hello->protocolMinor)}};
    return facts;
}

/// Opens, looks and runs a sample; the answer has every step.
DeviceCheck check(const std::string& name, DeviceHub& hub, const ToolContext& context) {
    DeviceCheck answer;
    answer.device = name;
    StepList steps(answer, context);
    const std::size_t logged = hub.log(name).size();
    steps.begin("open " + name);
    const auto target = context.target(name);
    const auto log = hub.log(name);
    const bool opened =
        steps.end(target ? Status() : Status(tl::unexpected<Error>(target.error())));
    steps.insertLinkSteps(
        {log.begin() + static_cast<std::ptrdiff_t>(std::min(logged, log.size())), log.end()});
    if (!opened)
        return answer;
    steps.begin("read what it is");
    answer.facts = factsOf(*target->device);
    steps.end({});
    steps.begin("run a model of three operators");
    const auto trial = measurement::tryCheckModel(*target->device, context.cancel);
    if (!trial || trial->failure) {
        const Error& error = trial ? *trial->failure : trial.error();
        steps.end(tl::unexpected<Error>(error));
        return answer;
    }
    steps.end({});
    answer.steps.back().note = fmt::format("outputs are right to {:g}", *trial->difference);
    steps.begin(fmt::format("run the sample model {}", kTestModel));
    MeasureModelRequest request;
    request.input.model = kTestModel;
    request.device = name;
    request.quick = true;
    const auto measured = measureModel(request, context);
    if (!measured && measured.error().code == ErrorCode::Unsupported) {
        // It computes right; that its runtime lacks an operator of the sample is not its fault.
        steps.end({});
        answer.steps.back().note = measured.error().message;
        return answer;
    }
    if (!steps.end(measured ? Status() : Status(tl::unexpected<Error>(measured.error()))))
        return answer;
    answer.sampleUs = measured->measurement.latencyUs();
    answer.source = measured->measurement.source;
    return answer;
}

} // namespace

Result<DeviceCheck> addDevice(const AddDeviceRequest& request, DeviceHub& hub,
                              const ToolContext& context) {
    const auto& registry = hub.registry();
    const std::string& name = request.entry.name;
    const bool exists = registry.find(name).has_value();
    // Kept before it is checked, since it is opened by its name; taken back when it does not work.
    const auto before = exists ? std::optional(registry.find(name)->entry) : std::nullopt;
    if (exists && request.replace)
        MI_CHECK(registry.update(request.entry));
    else
        MI_CHECK(registry.add(request.entry));
    hub.close(name);
    DeviceCheck answer;
    answer.device = name;
    if (request.check)
        answer = check(name, hub, context);
    answer.added = answer.passed();
    if (!answer.added) {
        hub.close(name);
        MI_CHECK(before ? registry.update(*before) : registry.remove(name));
    }
    return answer;
}

Result<DeviceCheck> testDevice(const std::string& name, DeviceHub& hub,
                               const ToolContext& context) {
    // A test connects anew: it is asked for when something does not work.
    hub.close(name);
    DeviceCheck answer = check(name, hub, context);
    // A name that nobody knows is a wrong request, not a device that fails.
    if (const Error* error = answer.error();
        error && error->code == ErrorCode::NotFound && answer.steps.size() == 1)
        return fail(*error);
    return answer;
}

Result<RemovedDevice> removeDevice(const std::string& name, DeviceHub& hub,
                                   const ToolContext& context) {
    const auto& registry = hub.registry();
    RemovedDevice removed;
    removed.device = name;
    hub.close(name);
    const auto found = registry.find(name);
    // A file that cannot be read says nothing about where to clear; it can go all the same.
    if (found) {
        auto cleared = hub.clear(found->entry, context.cancel);
        if (cleared)
            removed.cleared = std::move(*cleared);
        else if (cleared.error().code == ErrorCode::Cancelled)
            return fail(cleared.error());
        else
            removed.unreachable = cleared.error();
    }
    MI_CHECK(registry.remove(name));
    return removed;
}

DeviceCatalogue listDevices(DeviceHub& hub, const ProfileCatalogue& profiles) {
    DeviceCatalogue catalogue;
    const auto isProbed = [&profiles](const std::string& name) {
        return std::any_of(profiles.profiles.begin(), profiles.profiles.end(),
                           [&](const auto& entry) { return entry.name == profileNameOf(name); });
    };
    std::vector<std::string> taken{"local"};
    KnownDevice local;
    local.name = "local";
    local.what = "this machine";
    local.state = hub.state("local");
    local.isProbed = isProbed("local");
    catalogue.devices.push_back(std::move(local));
    for (auto& added : hub.registry().all(&catalogue.problems)) {
        KnownDevice known;
        known.name = added.entry.name;
        known.kind = added.entry.kind;
        known.what = added.entry.kind == measurement::DeviceKind::Ssh ? added.entry.address
                                                                      : added.entry.adapter;
        known.state = hub.state(known.name);
        known.isProbed = isProbed(known.name);
        known.file = added.file;
        known.entry = std::move(added.entry);
        taken.push_back(known.name);
        catalogue.devices.push_back(std::move(known));
    }
    for (const auto& adapter : measurement::AdapterStore().all(&catalogue.problems)) {
        if (std::find(taken.begin(), taken.end(), adapter.name) != taken.end())
            continue;
        KnownDevice known;
        known.name = adapter.name;
        known.kind = measurement::DeviceKind::Toolchain;
        known.what = adapter.label();
        known.measures = !adapter.estimates;
        known.state = hub.state(known.name);
        known.isProbed = isProbed(known.name);
        known.file = adapter.file;
        taken.push_back(known.name);
        catalogue.devices.push_back(std::move(known));
    }
    for (const auto& entry : profiles.profiles) {
        // What a device was probed to be is no device of its own.
        if (isProfileOfDevice(entry.name, taken))
            continue;
        KnownDevice simulated;
        simulated.name = entry.name;
        simulated.kind = measurement::DeviceKind::Simulated;
        simulated.measures = false;
        simulated.what = entry.profile.description;
        simulated.file = entry.file;
        catalogue.devices.push_back(std::move(simulated));
    }
    return catalogue;
}

} // namespace metainfer::engine::tools

namespace metainfer::engine {

bool DeviceCheck::passed() const {
    return error() == nullptr;
}

const Error* DeviceCheck::error() const {
    for (const DeviceStep& step : steps)
        if (step.error)
            return &*step.error;
    return nullptr;
}

Json DeviceCheck::toJson() const {
    Json list = Json::array();
    for (const DeviceStep& step : steps) {
        Json one{{"what", step.what}, {"seconds", step.seconds}, {"ok", !step.error}};
        if (!step.note.empty())
            one["note"] = step.note;
        if (step.error)
            one["error"] = errorToJson(*step.error);
        list.push_back(std::move(one));
    }
    return {{"schema", "device-check/1"},
            {"device", device},
            {"passed", passed()},
            {"added", added},
            {"steps", std::move(list)},
            {"facts", facts},
            {"sample_us", sampleUs ? Json(*sampleUs) : Json()},
            {"source", numberSourceName(source)}};
}

Json RemovedDevice::toJson() const {
    return {{"schema", "device-removed/1"},
            {"device", device},
            {"cleared", cleared},
            {"unreachable", unreachable ? errorToJson(*unreachable) : Json()}};
}

} // namespace metainfer::engine
