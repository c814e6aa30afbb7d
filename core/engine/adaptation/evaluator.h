// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Builds candidates, checks their outputs and measures them against the original, round by round.
// Everything measured is written to the session at once and taken over when the session resumes.
#pragma once

#include "candidates/build_variant.h"
#include "engine/adaptation/task.h"
#include "engine/events.h"
#include "search/portfolio.h"
#include "session/session_folder.h"
#include "validation/accuracy.h"
#include "validation/remembering_executor.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace metainfer::engine {

/// A variant as a file, or why it could not be built. Shared by all candidates with this variant.
struct BuiltModel {
    std::filesystem::path file;
    std::uint64_t bytes = 0;
    candidates::BuiltVariant variant; ///< with the graph, for prediction and reports
    double seconds = 0;
};

/// All that is known about one candidate.
struct Evaluated {
    candidates::Candidate candidate;
    measurement::MetricValues predicted;
    std::optional<Interval> ratio; ///< median time of a request relative to the original's
    measurement::ClockKind clock = measurement::ClockKind::Wall;
    std::optional<double>
        quality; ///< the accuracy metric on the search's part of the validation data
    std::optional<std::uint64_t> modelBytes, memoryBytes;
    /// Operators meant to be integer that the runtime computes in float between Q/DQ pairs;
    /// looked for in quantized finalists.
    std::optional<std::size_t> unfused;
    std::optional<Error> failure; ///< it could not be built or run
    std::string invalid;          ///< it runs, but may not win: the reason
    bool reused = false;          ///< taken over from an interrupted run of this session

    Json toJson() const;
    static Result<Evaluated> fromJson(const Json& json);
};

class Evaluator {
  public:
    /// `task` and `writer` must outlive the evaluator.
    Evaluator(const Task& task, session::SessionWriter& writer, EventSink events,
              CancellationToken cancel);

    /// Measures the original alone: absolute values, its quality, memory. To be called first.
    Status measureOriginal();
    const search::Evaluation& original() const { return m_original; }
    double originalQuality() const { return m_originalQuality; }
    /// Of the validation data: what the accuracy of the search is computed on.
    std::size_t searchSamples() const { return m_searchSamples; }
    double originalLatencyUs() const { return m_latencyUs; }
    const measurement::Workload& originalWorkload() const { return m_originalWorkload; }

    /// One interleaved run of all proposals against the original. An error only when going on makes
    /// no sense (cancelled, device lost, disk full); a candidate's own failure is in its value.
    Result<std::vector<Evaluated>> evaluate(const std::vector<search::Proposal>& proposals);

    /// Builds or finds the variant's file.
    Result<std::shared_ptr<const BuiltModel>> build(const candidates::Variant& variant);
    Result<measurement::Workload> workload(const candidates::Candidate& candidate);
    /// As the decision wants it: absolute values are the original's times the ratio.
    search::Evaluation evaluationOf(const Evaluated& evaluated) const;
    /// Accuracy metric of a model on the first `samples` of the validation data (0 = all).
    Result<validation::Accuracy> accuracy(const std::filesystem::path& model,
                                          const SessionOptions& session, std::size_t samples);
    /// Runs models for their outputs; the original's are kept, so that it runs once per sample.
    validation::RememberingExecutor& executor() { return m_executor; }
    validation::Gate gate() const;
    bool wantsMemory() const { return m_wantsMemory; }
    std::size_t reusedCount() const { return m_reused; }

  private:
    /// Keeps it in the session under its own id: the one that it had in an earlier run, or a fresh
    /// one where another candidate has the proposed id.
    Status record(const search::Proposal& proposal, candidates::Candidate& candidate);
    bool takeOver(Evaluated& evaluated);
    std::chrono::milliseconds patience() const;
    void checkQuality(Evaluated& evaluated, const measurement::Workload& workload);
    /// The graph of a candidate that was built.
    const ir::Model& graphOf(const candidates::Candidate& candidate) const;
    LearnedLegality& legality() { return *m_task.legality; }
    void learn(const Evaluated& evaluated);
    Status compare(std::vector<Evaluated*> pending, std::vector<measurement::Workload> workloads);
    Status store(const Evaluated& evaluated, const Json& comparison);
    measurement::CompareRequest searchProtocol(std::size_t variants) const;

    const Task& m_task;
    session::SessionWriter& m_writer;
    EventSink m_events;
    CancellationToken m_cancel;
    std::filesystem::path m_folder;
    validation::RememberingExecutor m_executor;
    candidates::CalibrationCache m_calibrations;
    std::map<std::string, Result<std::shared_ptr<const BuiltModel>>> m_built;
    measurement::Workload m_originalWorkload;
    search::Evaluation m_original;
    validation::Accuracy m_originalAccuracy;
    double m_originalQuality = 1;
    double m_latencyUs = 0;
    double m_loadMs = 0; ///< of the original
    std::size_t m_searchSamples = 16;
    bool m_wantsMemory = false;
    std::size_t m_reused = 0;
    std::map<std::string, std::string> m_idByKey; ///< of all candidates in the session
    std::set<std::string> m_ids;
};

/// The session's default: what a user gets who sets nothing, within the deployment's thread limit.
SessionOptions defaultSession(const Task& task);

} // namespace metainfer::engine
