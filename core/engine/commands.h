// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Everything that a front end can ask the engine to do. Calls block; run them off the GUI thread.
#pragma once

#include "base/cancellation.h"
#include "base/json.h"
#include "engine/device_requests.h"
#include "engine/events.h"
#include "engine/queries.h"
#include "engine/requests.h"
#include "measurement/device.h"
#include "search/decision.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::engine {

/// The main job. Unset values come from the deployment file.
struct AdaptRequest {
    std::filesystem::path deployment; ///< file, or a model (.onnx) to adapt without one
    std::string hardware;             ///< with a model: profile; empty = this machine
    std::filesystem::path out;        ///< session folder; empty = "<deployment's name>-session"
    std::optional<int> budget;        ///< candidates to measure
    std::optional<std::chrono::seconds> timeLimit;
    std::optional<std::uint64_t> seed;
    bool resume = false;
    bool useExperience = true; ///< read and write the experience store
};

struct KeptEvent {
    double seconds = 0; ///< since its run began
    Event event;
};

/// One run: from starting or resuming to its end, however it ended.
struct KeptRun {
    std::string at;       ///< when it began, ISO 8601 in UTC; may be empty
    AdaptRequest request; ///< as it was asked; no deployment where that was not kept
    std::vector<KeptEvent> events;
};

/// One row of the answer: the original with default options, the best hand-set options, the
/// adapted.
struct Subject {
    std::string id;   ///< candidate id: "original", "hand-tuned", "c7"
    std::string role; ///< "original", "hand-tuned", "adapted"
    std::string key;  ///< variant and session signature
    measurement::MetricValues values;
    std::optional<Interval>
        ratio;                    ///< time relative to the original, from the final interleaved run
    std::string ratioClock;       ///< clock of the ratio
    std::string verdict;          ///< "faster by 1.62 [1.55, 1.70]", "cannot tell", …
    std::string againstHandTuned; ///< the same against the hand-tuned options; adapted only
    std::string grade;            ///< of the absolute numbers: VALID, NOISY, INVALID
    std::string accuracy;         ///< "88.4 % top1 (-0.1 points)", verdict of the gate included
};

struct AdaptOutcome {
    std::filesystem::path session;
    search::Answer answer = search::Answer::KeepOriginal;
    std::string reason;
    bool simulated = false;
    std::string accuracyBasis; ///< "fidelity on 64 held-out calibration samples"
    std::vector<Subject> subjects;
    search::Decision decision;
    std::size_t tried = 0, failed = 0, reusedMeasurements = 0;
    std::vector<std::pair<std::string, double>> stageSeconds;
    std::filesystem::path report;
    Json document; ///< decision.json
};

struct InspectRequest {
    std::filesystem::path model;
    std::string hardware; ///< profile name or path; empty = model only
    std::map<std::string, std::int64_t> dimensions;
};

class Commands : public Queries {
  public:
    virtual Result<AdaptOutcome> adapt(const AdaptRequest& request, const EventSink& events,
                                       const CancellationToken& cancel) = 0;
    /// What happened in a session's runs, in order; none where nothing was kept. Torn and
    /// unreadable lines are left out.
    virtual std::vector<KeptRun> runsOf(const std::filesystem::path& session) = 0;
    /// diagnosis.json of a model, on a hardware profile when one is named.
    virtual Result<Json> inspect(const InspectRequest& request,
                                 const CancellationToken& cancel) = 0;
    /// The device by name, opened: "local", an added device, a toolchain adapter, each also as
    /// "NAME:RUNTIME", or the name or path of a profile (then it is simulated).
    virtual Result<std::shared_ptr<measurement::Device>>
    device(const std::string& name, const CancellationToken& cancel = {}) = 0;
    /// Ends the connection to it, if there is one.
    virtual void closeDevice(const std::string& name) = 0;
    /// Connects, installs the agent and runs a sample, then keeps the device under its name. What
    /// fails is a step of the answer; an error is a request that is wrong.
    virtual Result<DeviceCheck> addDevice(const AddDeviceRequest& request, const EventSink& events,
                                          const CancellationToken& cancel) = 0;
    virtual Result<DeviceCheck> testDevice(const std::string& name, const EventSink& events,
                                           const CancellationToken& cancel) = 0;
    /// Clears what was installed there, and forgets the device.
    virtual Result<RemovedDevice> removeDevice(const std::string& name, const EventSink& events,
                                               const CancellationToken& cancel) = 0;
    /// Measures a hand-made variant in turn with the original and keeps the result.
    virtual Result<experience::Baseline> recordBaseline(const BaselineRequest& request,
                                                        const EventSink& events,
                                                        const CancellationToken& cancel) = 0;
    virtual Status removeBaseline(const std::string& id) = 0;

    /// Lists the rewrites that are legal; applies some; proves that the outputs stay the same.
    virtual Result<RewritesOutcome> rewrites(const RewritesRequest& request,
                                             const EventSink& events,
                                             const CancellationToken& cancel) = 0;
    virtual Result<QuantizeOutcome> quantize(const QuantizeRequest& request,
                                             const EventSink& events,
                                             const CancellationToken& cancel) = 0;
    /// Lowers one layer at a time and compares the outputs.
    virtual Result<LayersOutcome> layers(const LayersRequest& request, const EventSink& events,
                                         const CancellationToken& cancel) = 0;
    /// Runs original and candidate on the session's validation data and writes accuracy.json into
    /// the folder. When the original itself was chosen only the layers are examined.
    virtual Result<validation::Examination> examine(const ExamineRequest& request,
                                                    const EventSink& events,
                                                    const CancellationToken& cancel) = 0;
    virtual Result<EquivalentOutcome> equivalent(const EquivalentRequest& request,
                                                 const EventSink& events,
                                                 const CancellationToken& cancel) = 0;
    /// Measures the device's parts and writes the profile as a new revision.
    virtual Result<ProbeOutcome> probe(const ProbeRequest& request, const EventSink& events,
                                       const CancellationToken& cancel) = 0;
    virtual Result<PredictOutcome> predict(const PredictRequest& request, const EventSink& events,
                                           const CancellationToken& cancel) = 0;
    virtual Result<MeasureOutcome> measure(const MeasureModelRequest& request,
                                           const EventSink& events,
                                           const CancellationToken& cancel) = 0;
    /// The exact command lines that a measurement on a toolchain device would run, without running
    /// anything: the tool need not be installed. Without a model, of one with three operators.
    virtual Result<std::vector<std::string>> dryRun(const MeasureModelRequest& request,
                                                    const CancellationToken& cancel) = 0;
    virtual Result<GateOutcome> gate(const GateRequest& request, const EventSink& events,
                                     const CancellationToken& cancel) = 0;
    /// The gate of a finished session: what its decision and validation say about the winner.
    virtual Result<GateOutcome> gateOfSession(const std::filesystem::path& session,
                                              const GateRequest& limits) = 0;
    virtual Result<ReportOutcome> report(const ReportRequest& request) = 0;

    /// Builds a session's candidate again: model.onnx, mapping.json and session_options.json in
    /// `out`, which is made where it is missing; the files written.
    virtual Result<std::vector<std::filesystem::path>>
    exportCandidate(const CandidateRequest& request, const std::filesystem::path& out,
                    const EventSink& events, const CancellationToken& cancel) = 0;
    /// On the session's device, with its deployment's data, in turn with the original.
    virtual Result<MeasuredCandidate> measureCandidate(const CandidateRequest& request,
                                                       const EventSink& events,
                                                       const CancellationToken& cancel) = 0;

    /// Makes an earlier revision the newest one.
    virtual Result<hardware::Profile> rollBackProfile(const std::string& nameOrPath,
                                                      int revision) = 0;
    /// The full form of a profile as YAML; written to `out` unless that is empty.
    virtual Result<std::string> convertProfile(const std::string& nameOrPath,
                                               const std::filesystem::path& out) = 0;

    virtual Result<std::size_t> exportExperience(const std::filesystem::path& file) = 0;
    virtual Result<experience::ImportReport>
    importExperience(const std::filesystem::path& file) = 0;
    /// Removes what is hardly trusted any more; how many records went.
    virtual Result<std::size_t> expireExperience(double minimumTrust) = 0;
};

} // namespace metainfer::engine
