// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// An engine that hands everything on to another one: tests replace what they want to decide
// themselves.
#pragma once

#include "engine/commands.h"

namespace metainfer::test {

class ForwardingCommands : public engine::Commands {
  public:
    explicit ForwardingCommands(engine::Commands& real)
        : m_real(real) {}

    Result<std::filesystem::path> findModel(const std::string& nameOrPath) override {
        return m_real.findModel(nameOrPath);
    }
    engine::DeviceCatalogue devices() override { return m_real.devices(); }
    std::vector<engine::DeviceLogLine> deviceLog(const std::string& name) override {
        return m_real.deviceLog(name);
    }
    Result<std::vector<std::string>> learnedRules(const std::string& device) override {
        return m_real.learnedRules(device);
    }
    Result<std::vector<experience::Baseline>> baselines(const std::string& device) override {
        return m_real.baselines(device);
    }
    engine::ProfileCatalogue profiles() override { return m_real.profiles(); }
    Result<engine::ProfileFile> profile(const std::string& nameOrPath) override {
        return m_real.profile(nameOrPath);
    }
    Result<std::vector<hardware::FieldChange>> profileDiff(const std::string& before,
                                                           const std::string& after) override {
        return m_real.profileDiff(before, after);
    }
    Result<std::vector<hardware::Similarity>> similarProfiles(const std::string& nameOrPath,
                                                              std::size_t most) override {
        return m_real.similarProfiles(nameOrPath, most);
    }
    Result<std::vector<hardware::Revision>> profileHistory(const std::string& nameOrPath) override {
        return m_real.profileHistory(nameOrPath);
    }
    Result<std::vector<experience::Record>>
    experienceList(const experience::Filter& filter) override {
        return m_real.experienceList(filter);
    }
    Result<experience::Stats> experienceStats() override { return m_real.experienceStats(); }
    Result<std::vector<double>>
    experienceTrust(const std::vector<experience::Record>& records) override {
        return m_real.experienceTrust(records);
    }
    Result<engine::TransferAnswer> experienceFor(const engine::TransferRequest& request) override {
        return m_real.experienceFor(request);
    }
    Result<std::optional<validation::Examination>>
    examination(const std::filesystem::path& session) override {
        return m_real.examination(session);
    }
    Result<std::vector<engine::SamplePicture>>
    samplePictures(const std::filesystem::path& session, const std::vector<std::size_t>& samples,
                   const CancellationToken& cancel) override {
        return m_real.samplePictures(session, samples, cancel);
    }
    engine::SystemReport systemReport() override { return m_real.systemReport(); }
    Result<engine::AdaptOutcome> adapt(const engine::AdaptRequest& request,
                                       const engine::EventSink& events,
                                       const CancellationToken& cancel) override {
        return m_real.adapt(request, events, cancel);
    }
    std::vector<engine::KeptRun> runsOf(const std::filesystem::path& session) override {
        return m_real.runsOf(session);
    }
    Result<Json> inspect(const engine::InspectRequest& request,
                         const CancellationToken& cancel) override {
        return m_real.inspect(request, cancel);
    }
    Result<std::shared_ptr<measurement::Device>> device(const std::string& name,
                                                        const CancellationToken& cancel) override {
        return m_real.device(name, cancel);
    }
    void closeDevice(const std::string& name) override { return m_real.closeDevice(name); }
    Result<engine::DeviceCheck> addDevice(const engine::AddDeviceRequest& request,
                                          const engine::EventSink& events,
                                          const CancellationToken& cancel) override {
        return m_real.addDevice(request, events, cancel);
    }
    Result<engine::DeviceCheck> testDevice(const std::string& name, const engine::EventSink& events,
                                           const CancellationToken& cancel) override {
        return m_real.testDevice(name, events, cancel);
    }
    Result<engine::RemovedDevice> removeDevice(const std::string& name,
                                               const engine::EventSink& events,
                                               const CancellationToken& cancel) override {
        return m_real.removeDevice(name, events, cancel);
    }
    Result<experience::Baseline> recordBaseline(const engine::BaselineRequest& request,
                                                const engine::EventSink& events,
                                                const CancellationToken& cancel) override {
        return m_real.recordBaseline(request, events, cancel);
    }
    Status removeBaseline(const std::string& id) override { return m_real.removeBaseline(id); }
    Result<engine::RewritesOutcome> rewrites(const engine::RewritesRequest& request,
                                             const engine::EventSink& events,
                                             const CancellationToken& cancel) override {
        return m_real.rewrites(request, events, cancel);
    }
    Result<engine::QuantizeOutcome> quantize(const engine::QuantizeRequest& request,
                                             const engine::EventSink& events,
                                             const CancellationToken& cancel) override {
        return m_real.quantize(request, events, cancel);
    }
    Result<engine::LayersOutcome> layers(const engine::LayersRequest& request,
                                         const engine::EventSink& events,
                                         const CancellationToken& cancel) override {
        return m_real.layers(request, events, cancel);
    }
    Result<validation::Examination> examine(const engine::ExamineRequest& request,
                                            const engine::EventSink& events,
                                            const CancellationToken& cancel) override {
        return m_real.examine(request, events, cancel);
    }
    Result<engine::EquivalentOutcome> equivalent(const engine::EquivalentRequest& request,
                                                 const engine::EventSink& events,
                                                 const CancellationToken& cancel) override {
        return m_real.equivalent(request, events, cancel);
    }
    Result<engine::ProbeOutcome> probe(const engine::ProbeRequest& request,
                                       const engine::EventSink& events,
                                       const CancellationToken& cancel) override {
        return m_real.probe(request, events, cancel);
    }
    Result<engine::PredictOutcome> predict(const engine::PredictRequest& request,
                                           const engine::EventSink& events,
                                           const CancellationToken& cancel) override {
        return m_real.predict(request, events, cancel);
    }
    Result<engine::MeasureOutcome> measure(const engine::MeasureModelRequest& request,
                                           const engine::EventSink& events,
                                           const CancellationToken& cancel) override {
        return m_real.measure(request, events, cancel);
    }
    Result<std::vector<std::string>> dryRun(const engine::MeasureModelRequest& request,
                                            const CancellationToken& cancel) override {
        return m_real.dryRun(request, cancel);
    }
    Result<engine::GateOutcome> gate(const engine::GateRequest& request,
                                     const engine::EventSink& events,
                                     const CancellationToken& cancel) override {
        return m_real.gate(request, events, cancel);
    }
    Result<engine::GateOutcome> gateOfSession(const std::filesystem::path& session,
                                              const engine::GateRequest& limits) override {
        return m_real.gateOfSession(session, limits);
    }
    Result<engine::ReportOutcome> report(const engine::ReportRequest& request) override {
        return m_real.report(request);
    }
    Result<std::vector<std::filesystem::path>>
    exportCandidate(const engine::CandidateRequest& request, const std::filesystem::path& out,
                    const engine::EventSink& events, const CancellationToken& cancel) override {
        return m_real.exportCandidate(request, out, events, cancel);
    }
    Result<engine::MeasuredCandidate> measureCandidate(const engine::CandidateRequest& request,
                                                       const engine::EventSink& events,
                                                       const CancellationToken& cancel) override {
        return m_real.measureCandidate(request, events, cancel);
    }
    Result<hardware::Profile> rollBackProfile(const std::string& nameOrPath,
                                              int revision) override {
        return m_real.rollBackProfile(nameOrPath, revision);
    }
    Result<std::string> convertProfile(const std::string& nameOrPath,
                                       const std::filesystem::path& out) override {
        return m_real.convertProfile(nameOrPath, out);
    }
    Result<std::size_t> exportExperience(const std::filesystem::path& file) override {
        return m_real.exportExperience(file);
    }
    Result<experience::ImportReport> importExperience(const std::filesystem::path& file) override {
        return m_real.importExperience(file);
    }
    Result<std::size_t> expireExperience(double minimumTrust) override {
        return m_real.expireExperience(minimumTrust);
    }

  protected:
    engine::Commands& m_real;
};

} // namespace metainfer::test
