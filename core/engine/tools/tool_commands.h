// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The commands beside the main job, forwarded to the tools.
#pragma once

#include "engine/commands.h"
#include "engine/devices/device_hub.h"
#include "engine/engine.h"
#include "engine/target.h"
#include "engine/tools/tool_context.h"

namespace metainfer::engine {

class ToolCommands : public Commands {
  public:
    explicit ToolCommands(const EngineOptions& options);

    Result<std::shared_ptr<measurement::Device>> device(const std::string& name,
                                                        const CancellationToken& cancel) override;
    void closeDevice(const std::string& name) override;
    Result<DeviceCheck> addDevice(const AddDeviceRequest& request, const EventSink& events,
                                  const CancellationToken& cancel) override;
    Result<DeviceCheck> testDevice(const std::string& name, const EventSink& events,
                                   const CancellationToken& cancel) override;
    Result<RemovedDevice> removeDevice(const std::string& name, const EventSink& events,
                                       const CancellationToken& cancel) override;
    Result<experience::Baseline> recordBaseline(const BaselineRequest& request,
                                                const EventSink& events,
                                                const CancellationToken& cancel) override;
    Status removeBaseline(const std::string& id) override;
    DeviceCatalogue devices() override;
    std::vector<DeviceLogLine> deviceLog(const std::string& name) override;
    Result<std::vector<std::string>> learnedRules(const std::string& device) override;
    Result<std::vector<experience::Baseline>> baselines(const std::string& device) override;

    std::vector<KeptRun> runsOf(const std::filesystem::path& session) override;
    Result<Json> inspect(const InspectRequest& request, const CancellationToken& cancel) override;
    Result<RewritesOutcome> rewrites(const RewritesRequest& request, const EventSink& events,
                                     const CancellationToken& cancel) override;
    Result<QuantizeOutcome> quantize(const QuantizeRequest& request, const EventSink& events,
                                     const CancellationToken& cancel) override;
    Result<LayersOutcome> layers(const LayersRequest& request, const EventSink& events,
                                 const CancellationToken& cancel) override;
    Result<validation::Examination> examine(const ExamineRequest& request, const EventSink& events,
                                            const CancellationToken& cancel) override;
    Result<EquivalentOutcome> equivalent(const EquivalentRequest& request, const EventSink& events,
                                         const CancellationToken& cancel) override;
    Result<ProbeOutcome> probe(const ProbeRequest& request, const EventSink& events,
                               const CancellationToken& cancel) override;
    Result<PredictOutcome> predict(const PredictRequest& request, const EventSink& events,
                                   const CancellationToken& cancel) override;
    Result<MeasureOutcome> measure(const MeasureModelRequest& request, const EventSink& events,
                                   const CancellationToken& cancel) override;
    Result<std::vector<std::string>> dryRun(const MeasureModelRequest& request,
                                            const CancellationToken& cancel) override;
    Result<GateOutcome> gate(const GateRequest& request, const EventSink& events,
                             const CancellationToken& cancel) override;
    Result<GateOutcome> gateOfSession(const std::filesystem::path& session,
                                      const GateRequest& limits) override;
    Result<ReportOutcome> report(const ReportRequest& request) override;
    Result<std::vector<std::filesystem::path>>
    exportCandidate(const CandidateRequest& request, const std::filesystem::path& out,
                    const EventSink& events, const CancellationToken& cancel) override;
    Result<MeasuredCandidate> measureCandidate(const CandidateRequest& request,
                                               const EventSink& events,
                                               const CancellationToken& cancel) override;

    Result<std::filesystem::path> findModel(const std::string& nameOrPath) override;
    ProfileCatalogue profiles() override;
    Result<ProfileFile> profile(const std::string& nameOrPath) override;
    Result<std::vector<hardware::FieldChange>> profileDiff(const std::string& before,
                                                           const std::string& after) override;
    Result<std::vector<hardware::Similarity>> similarProfiles(const std::string& nameOrPath,
                                                              std::size_t most) override;
    Result<std::vector<hardware::Revision>> profileHistory(const std::string& nameOrPath) override;
    Result<hardware::Profile> rollBackProfile(const std::string& nameOrPath, int revision) override;
    Result<std::string> convertProfile(const std::string& nameOrPath,
                                       const std::filesystem::path& out) override;

    Result<std::vector<experience::Record>>
    experienceList(const experience::Filter& filter) override;
    Result<experience::Stats> experienceStats() override;
    Result<std::vector<double>>
    experienceTrust(const std::vector<experience::Record>& records) override;
    Result<TransferAnswer> experienceFor(const TransferRequest& request) override;
    Result<std::size_t> exportExperience(const std::filesystem::path& file) override;
    Result<experience::ImportReport> importExperience(const std::filesystem::path& file) override;
    Result<std::size_t> expireExperience(double minimumTrust) override;

    Result<std::optional<validation::Examination>>
    examination(const std::filesystem::path& session) override;
    Result<std::vector<SamplePicture>> samplePictures(const std::filesystem::path& session,
                                                      const std::vector<std::size_t>& samples,
                                                      const CancellationToken& cancel) override;

    SystemReport systemReport() override;

  protected:
    DeviceHub& hub() { return m_hub; }
    const experience::BaselineBook& baselineBook() const { return m_baselines; }
    virtual Result<experience::Store*> store() = 0;

  private:
    tools::ToolContext context(const EventSink& events, const CancellationToken& cancel);

    DeviceHub m_hub;
    experience::BaselineBook m_baselines;
};

} // namespace metainfer::engine
