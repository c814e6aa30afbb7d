// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The commands beside the main job, forwarded to the tools.
#include "engine/tools/tool_commands.h"

#include "engine/environment_note.h"
#include "engine/event_log.h"
#include "engine/tools/accuracy_tools.h"
#include "engine/tools/baseline_tools.h"
#include "engine/tools/candidate_tools.h"
#include "engine/tools/device_tools.h"
#include "engine/tools/experience_tools.h"
#include "engine/tools/inspect_model.h"
#include "engine/tools/manage_devices.h"
#include "engine/tools/model_tools.h"
#include "engine/tools/prepared_model.h"
#include "engine/tools/probe_memory.h"
#include "engine/tools/profile_tools.h"
#include "engine/tools/report_tools.h"
#include "engine/tools/system_report.h"
#include "experience/legality_store.h"

#include <chrono>

namespace metainfer::engine {
namespace {

std::int64_t nowMs() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// Measuring does not predict, so it does not matter whether the device was probed.
EventSink withoutProbeAdvice(const EventSink& events) {
    return [events](const Event& event) {
        const auto* remark = std::get_if<Remark>(&event);
        if (!remark || remark->code != "not_probed")
            notify(events, event);
    };
}

/// Tests and teams have a store of their own: baselines lie beside it.
std::filesystem::path baselinesBeside(const std::filesystem::path& store) {
    return store.empty() ? experience::BaselineBook::defaultPath()
                         : store.parent_path() / "baselines.jsonl";
}

} // namespace

ToolCommands::ToolCommands(const EngineOptions& options)
    : m_hub(options.prompts, options.devices.empty() ? measurement::DeviceRegistry()
                                                     : measurement::DeviceRegistry(options.devices))
    , m_baselines(options.baselines.empty() ? baselinesBeside(options.experience)
                                            : options.baselines) {}

tools::ToolContext ToolCommands::context(const EventSink& events, const CancellationToken& cancel) {
    const auto listener = std::make_shared<DeviceListener>(events);
    return {events, cancel, [this, listener, cancel](const std::string& name) {
                return m_hub.open(name, listener, cancel);
            }};
}

std::vector<KeptRun> ToolCommands::runsOf(const std::filesystem::path& session) {
    return readEvents(session);
}

Result<std::shared_ptr<measurement::Device>> ToolCommands::device(const std::string& name,
                                                                  const CancellationToken& cancel) {
    MI_ASSIGN(const auto found, m_hub.open(name, nullptr, cancel));
    return found.device;
}

void ToolCommands::closeDevice(const std::string& name) {
    m_hub.close(name);
}

Result<DeviceCheck> ToolCommands::addDevice(const AddDeviceRequest& request,
                                            const EventSink& events,
                                            const CancellationToken& cancel) {
    return tools::addDevice(request, m_hub, context(withoutProbeAdvice(events), cancel));
}

Result<DeviceCheck> ToolCommands::testDevice(const std::string& name, const EventSink& events,
                                             const CancellationToken& cancel) {
    return tools::testDevice(name, m_hub, context(withoutProbeAdvice(events), cancel));
}

Result<RemovedDevice> ToolCommands::removeDevice(const std::string& name, const EventSink& events,
                                                 const CancellationToken& cancel) {
    return tools::removeDevice(name, m_hub, context(events, cancel));
}

Result<experience::Baseline> ToolCommands::recordBaseline(const BaselineRequest& request,
                                                          const EventSink& events,
                                                          const CancellationToken& cancel) {
    return tools::recordBaseline(request, m_baselines, context(withoutProbeAdvice(events), cancel));
}

Status ToolCommands::removeBaseline(const std::string& id) {
    return m_baselines.remove(id);
}

DeviceCatalogue ToolCommands::devices() {
    return tools::listDevices(m_hub, profiles());
}

std::vector<DeviceLogLine> ToolCommands::deviceLog(const std::string& name) {
    return m_hub.log(name);
}

Result<std::vector<std::string>> ToolCommands::learnedRules(const std::string& device) {
    MI_ASSIGN(const auto rules, experience::LegalityStore().rules(device));
    std::vector<std::string> texts;
    for (const auto& rule : rules)
        texts.push_back(candidates::ruleText(rule, device));
    return texts;
}

Result<std::vector<experience::Baseline>> ToolCommands::baselines(const std::string& device) {
    return m_baselines.list(device, {});
}

Result<Json> ToolCommands::inspect(const InspectRequest& request, const CancellationToken& cancel) {
    return tools::inspectModel(request, cancel);
}

Result<RewritesOutcome> ToolCommands::rewrites(const RewritesRequest& request,
                                               const EventSink& events,
                                               const CancellationToken& cancel) {
    return tools::rewriteModel(request, context(events, cancel));
}

Result<QuantizeOutcome> ToolCommands::quantize(const QuantizeRequest& request,
                                               const EventSink& events,
                                               const CancellationToken& cancel) {
    return tools::quantizeModel(request, context(events, cancel));
}

Result<LayersOutcome> ToolCommands::layers(const LayersRequest& request, const EventSink& events,
                                           const CancellationToken& cancel) {
    return tools::rankLayers(request, context(events, cancel));
}

Result<validation::Examination> ToolCommands::examine(const ExamineRequest& request,
                                                      const EventSink& events,
                                                      const CancellationToken& cancel) {
    return tools::examineAccuracy(request, context(withoutProbeAdvice(events), cancel));
}

Result<EquivalentOutcome> ToolCommands::equivalent(const EquivalentRequest& request,
                                                   const EventSink& events,
                                                   const CancellationToken& cancel) {
    return tools::compareTwoModels(request, context(events, cancel));
}

Result<ProbeOutcome> ToolCommands::probe(const ProbeRequest& request, const EventSink& events,
                                         const CancellationToken& cancel) {
    const auto tool = context(withoutProbeAdvice(events), cancel);
    MI_ASSIGN(auto outcome, tools::probeDevice(request, tool));
    // What was measured counts even when the store cannot be written.
    auto memory = store();
    if (memory)
        if (auto note = environmentNote(**memory, outcome.profile.name, outcome.result.environment))
            tool.remark(Severity::Warning, "environment_changed", std::move(*note));
    const Status kept = memory ? tools::rememberProbe(**memory, outcome, nowMs())
                               : Status(tl::unexpected(memory.error()));
    if (!kept)
        tool.remark(Severity::Warning, "no_experience", kept.error().text());
    return outcome;
}

Result<PredictOutcome> ToolCommands::predict(const PredictRequest& request, const EventSink& events,
                                             const CancellationToken& cancel) {
    const auto tool = context(withoutProbeAdvice(events), cancel);
    const auto memory = store();
    if (!memory)
        tool.remark(Severity::Warning, "no_experience", memory.error().text());
    return tools::predictModel(request, memory ? *memory : nullptr, nowMs(), tool);
}

Result<MeasureOutcome> ToolCommands::measure(const MeasureModelRequest& request,
                                             const EventSink& events,
                                             const CancellationToken& cancel) {
    return tools::measureModel(request, context(withoutProbeAdvice(events), cancel));
}

Result<std::vector<std::string>> ToolCommands::dryRun(const MeasureModelRequest& request,
                                                      const CancellationToken& cancel) {
    return tools::commandLines(request, m_hub.registry(), cancel);
}

Result<GateOutcome> ToolCommands::gate(const GateRequest& request, const EventSink& events,
                                       const CancellationToken& cancel) {
    return tools::gateModel(request, context(withoutProbeAdvice(events), cancel));
}

Result<GateOutcome> ToolCommands::gateOfSession(const std::filesystem::path& session,
                                                const GateRequest& limits) {
    return tools::gateSession(session, limits);
}

Result<ReportOutcome> ToolCommands::report(const ReportRequest& request) {
    return tools::reportSessions(request);
}

Result<std::vector<std::filesystem::path>>
ToolCommands::exportCandidate(const CandidateRequest& request, const std::filesystem::path& out,
                              const EventSink& events, const CancellationToken& cancel) {
    return tools::exportCandidate(request, out, context(events, cancel));
}

Result<MeasuredCandidate> ToolCommands::measureCandidate(const CandidateRequest& request,
                                                         const EventSink& events,
                                                         const CancellationToken& cancel) {
    return tools::measureCandidate(request, context(withoutProbeAdvice(events), cancel));
}

Result<std::filesystem::path> ToolCommands::findModel(const std::string& nameOrPath) {
    return tools::findModelFile(nameOrPath);
}

ProfileCatalogue ToolCommands::profiles() {
    return tools::profileCatalogue();
}

Result<ProfileFile> ToolCommands::profile(const std::string& nameOrPath) {
    return tools::openProfileFile(nameOrPath);
}

Result<std::vector<hardware::FieldChange>> ToolCommands::profileDiff(const std::string& before,
                                                                     const std::string& after) {
    return tools::diffOfProfiles(before, after);
}

Result<std::vector<hardware::Similarity>>
ToolCommands::similarProfiles(const std::string& nameOrPath, std::size_t most) {
    return tools::profilesLike(nameOrPath, most);
}

Result<std::vector<hardware::Revision>>
ToolCommands::profileHistory(const std::string& nameOrPath) {
    return tools::historyOf(nameOrPath);
}

Result<hardware::Profile> ToolCommands::rollBackProfile(const std::string& nameOrPath,
                                                        int revision) {
    return tools::rollBack(nameOrPath, revision);
}

Result<std::string> ToolCommands::convertProfile(const std::string& nameOrPath,
                                                 const std::filesystem::path& out) {
    return tools::fullForm(nameOrPath, out);
}

Result<std::vector<experience::Record>>
ToolCommands::experienceList(const experience::Filter& filter) {
    MI_ASSIGN(const auto* memory, store());
    return memory->list(filter);
}

Result<experience::Stats> ToolCommands::experienceStats() {
    MI_ASSIGN(const auto* memory, store());
    return memory->stats();
}

Result<std::vector<double>>
ToolCommands::experienceTrust(const std::vector<experience::Record>& records) {
    MI_ASSIGN(const auto* memory, store());
    // Only this machine can be looked at; of others nothing is known but the age of their records.
    std::map<std::string, std::string> present;
    const auto local = m_hub.open("local", nullptr, {});
    if (local)
        present[local->profile.name] = local->device->environment({}).hash();
    return memory->presentTrust(records, present, nowMs());
}

Result<TransferAnswer> ToolCommands::experienceFor(const TransferRequest& request) {
    MI_ASSIGN(const auto* memory, store());
    return tools::experienceFor(request, *memory, nowMs(), context(withoutProbeAdvice({}), {}));
}

Result<std::size_t> ToolCommands::exportExperience(const std::filesystem::path& file) {
    MI_ASSIGN(const auto* memory, store());
    return memory->exportTo(file);
}

Result<experience::ImportReport> ToolCommands::importExperience(const std::filesystem::path& file) {
    MI_ASSIGN(auto* memory, store());
    return memory->importFrom(file);
}

Result<std::size_t> ToolCommands::expireExperience(double minimumTrust) {
    MI_ASSIGN(auto* memory, store());
    return memory->expire(minimumTrust, nowMs());
}

Result<std::optional<validation::Examination>>
ToolCommands::examination(const std::filesystem::path& session) {
    return tools::readExamination(session);
}

Result<std::vector<SamplePicture>>
ToolCommands::samplePictures(const std::filesystem::path& session,
                             const std::vector<std::size_t>& samples,
                             const CancellationToken& cancel) {
    return tools::samplePictures(session, samples, context({}, cancel));
}

SystemReport ToolCommands::systemReport() {
    return tools::readSystem();
}

} // namespace metainfer::engine
