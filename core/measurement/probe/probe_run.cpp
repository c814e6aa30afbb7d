// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The steps within the time limit, with their journal.
#include "measurement/probe/probe_run.h"

#include "base/file.h"
#include "measurement/agent_values.h"
#include "measurement/probe/probe_journal.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::measurement::probe {
namespace {

constexpr double kQuickSeconds = 105; // the suite's promise is two minutes

double timeLimit(const ProbeOptions& options) {
    if (options.timeLimitSeconds > 0)
        return options.timeLimitSeconds;
    return options.suite == ProbeSuite::Full ? 1e9 : kQuickSeconds;
}

/// What an earlier run has done already.
class Earlier {
  public:
    Earlier(const ProbeOptions& options, const std::string& environment) {
        for (const hardware::ProbeRow& row : options.known)
            if (row.environment == environment && !m_rows.emplace(keyOf(row), row).second &&
                row.layout == "NCHW")
                m_rows.emplace(keyOf(row) + " NCHW", row);
    }

    void take(std::map<std::string, ProbeResult> parts) { m_parts = std::move(parts); }

    /// The part of a step, once.
    std::optional<ProbeResult> part(const std::string& key) {
        if (const auto it = m_parts.find(key); it != m_parts.end())
            return std::move(it->second);
        if (const auto it = m_rows.find(key); it != m_rows.end()) {
            ProbeResult part;
            part.rows.push_back(it->second);
            return part;
        }
        return std::nullopt;
    }
    bool isKnownRow(const std::string& key) const { return m_rows.contains(key); }

  private:
    /// The step's key, as OperatorCase::key makes it. Where a case comes twice, the second one is
    /// the one without the blocked layout.
    static std::string keyOf(const hardware::ProbeRow& row) {
        return fmt::format("row/{} {} {}", row.op, row.dtype, row.shapes.text());
    }

    std::map<std::string, hardware::ProbeRow> m_rows;
    std::map<std::string, ProbeResult> m_parts;
};

/// What the machine's counters say about the time of the whole probe.
Validity gradeProbe(const std::optional<metainfer::MachineState>& from,
                    const std::optional<metainfer::MachineState>& to) {
    if (!from || !to)
        return {};
    const MachineState before = fromAgent(*from, {}), after = fromAgent(*to, {});
    GradeEvidence evidence;
    evidence.samples = 1;
    addStateEvidence(evidence, before, after);
    // Over many processes ours and others' cannot be told apart: what ran when it began counts.
    evidence.otherLoad.reset();
    if (from->loadAverage >= 0)
        evidence.otherLoad = from->loadAverage;
    return gradeOf(evidence);
}

/// A profile must not say of all operators that the device cannot run them when it is the runtime
/// that does not run.
Status checkAnyRan(const ProbeResult& result) {
    const auto ran = [](const hardware::ProbeRow& row) {
        return row.status == hardware::ProbeStatus::Ok;
    };
    if (result.rows.empty() || std::any_of(result.rows.begin(), result.rows.end(), ran))
        return {};
    return fail(ErrorCode::Io,
                fmt::format("none of {} operator cases ran on {}: {}", result.rows.size(),
                            result.device, result.rows.front().error),
                "metainfer doctor says what is there and how to get it");
}

/// Whether there is something to go on with, and whether the caller wants it.
bool goesOn(const std::optional<ProbeJournal::Kept>& kept, const ProbedDevice& device,
            const ProbeOptions& options) {
    if (!kept)
        return false;
    UnfinishedProbe unfinished{kept->head.startedAt, kept->parts.size(),
                               hardware::differences(kept->head.environment, device.environment)};
    const bool wanted = options.onUnfinished && options.onUnfinished(unfinished);
    return unfinished.changes.empty() && (options.resume == ProbeResume::Always ||
                                          (options.resume == ProbeResume::Ask && wanted));
}

class Run {
  public:
    Run(ProbeBench& bench, const ProbedDevice& device, const ProbeOptions& options,
        const ProgressSink& progress, const CancellationToken& cancel)
        : m_bench(bench)
        , m_device(device)
        , m_options(options)
        , m_progress(progress)
        , m_cancel(cancel)
        , m_earlier(options, device.environment.text()) {}

    Result<ProbeResult> run(const std::string& startedAt) {
        m_result.suite = m_options.suite;
        m_result.device = m_device.name;
        m_result.runtime = m_device.environment.runtime;
        m_result.provider = m_device.provider;
        m_result.environment = m_device.environment;
        m_result.caches = m_device.caches;
        m_result.problems = m_device.problems;
        m_result.startedAt = startedAt;
        MI_ASSIGN(const TemporaryDirectory folder, TemporaryDirectory::create("metainfer-probe"));
        m_folder = folder.path();
        MI_CHECK(openJournal());
        const double start = m_bench.now();
        const auto before = m_bench.machineState();
        MI_CHECK(runSteps(start));
        // Of a few chosen cases it may well be that none is supported.
        if (m_options.families.empty() && m_options.dtypes.empty() && m_options.shapes.empty())
            MI_CHECK(checkAnyRan(m_result));
        m_result.validity = gradeProbe(before, m_bench.machineState());
        m_result.seconds = m_bench.now() - start;
        m_result.knees = findKnees(m_result.readCurve(), m_result.caches);
        m_result.findings = findingsOf(m_result);
        if (m_journal && m_result.skipped == 0)
            m_journal->remove();
        report(m_progress, 1, fmt::format("{} operators probed", m_result.rows.size()));
        return std::move(m_result);
    }

  private:
    Status openJournal() {
        if (m_options.journalFolder.empty())
            return {};
        const auto file =
            ProbeJournal::fileFor(m_options.journalFolder, m_device.name, m_options.suite);
        auto kept = ProbeJournal::read(file);
        const bool goOn = goesOn(kept, m_device, m_options);
        if (goOn)
            m_earlier.take(std::move(kept->parts));
        MI_ASSIGN(auto journal,
                  ProbeJournal::open(file,
                                     {m_device.name, std::string(probeSuiteName(m_options.suite)),
                                      m_result.startedAt, m_device.environment},
                                     goOn));
        m_journal.emplace(std::move(journal));
        return {};
    }

    Status runSteps(double start) {
        const std::vector<ProbeStep> steps = stepsOf(m_device, m_bench, m_options);
        double all = 1e-9, done = 0;
        for (const ProbeStep& step : steps)
            all += step.seconds;
        // What comes after the operators belongs into the limit too.
        double reserve = 0;
        for (auto it = steps.rbegin(); it != steps.rend() && !it->mayBeSkipped; ++it)
            reserve += it->seconds;
        const double limit = std::max(0.0, timeLimit(m_options) - reserve);
        for (const ProbeStep& step : steps) {
            MI_CHECK(m_cancel.check());
            report(m_progress, std::min(0.99, done / all), step.what);
            done += step.seconds;
            MI_CHECK(runStep(step, start, limit));
        }
        return {};
    }

    Status runStep(const ProbeStep& step, double start, double limit) {
        if (auto part = m_earlier.part(step.key)) {
            const bool tell = !m_earlier.isKnownRow(step.key);
            m_result.resumed += tell;
            return keep(std::move(*part), tell);
        }
        if (step.mayBeSkipped && m_bench.now() - start > limit) {
            ++m_result.skipped;
            return {};
        }
        ProbeResult part;
        part.suite = m_options.suite;
        const StepContext context{m_bench, m_device, m_folder, m_options.suite, m_result};
        MI_CHECK(step.run(context, part, m_cancel));
        if (m_journal)
            MI_CHECK(m_journal->add(step.key, part));
        return keep(std::move(part), true);
    }

    Status keep(ProbeResult part, bool tell) {
        if (m_options.onRow && tell)
            for (const hardware::ProbeRow& row : part.rows)
                m_options.onRow(row);
        mergePart(m_result, std::move(part));
        return {};
    }

    ProbeBench& m_bench;
    const ProbedDevice& m_device;
    const ProbeOptions& m_options;
    const ProgressSink& m_progress;
    const CancellationToken& m_cancel;
    Earlier m_earlier;
    std::filesystem::path m_folder;
    std::optional<ProbeJournal> m_journal;
    ProbeResult m_result;
};

} // namespace

std::vector<ProbeStep> stepsOf(const ProbedDevice& device, const ProbeBench& bench,
                               const ProbeOptions& options) {
    std::vector<ProbeStep> steps{launchStep()};
    const auto add = [&steps](std::vector<ProbeStep> more) {
        steps.insert(steps.end(), std::make_move_iterator(more.begin()),
                     std::make_move_iterator(more.end()));
    };
    const bool machine = options.machine && bench.hasKernels();
    if (machine) {
        add(computeSteps(device, options.suite));
        add(bandwidthSteps(device, options.suite));
        add(scalingSteps(device, options.suite));
        add(sessionSteps(options.suite));
    }
    if (options.operators) {
        // With a time limit the operators come last: of many, the least is lost.
        const bool full = options.suite == ProbeSuite::Full;
        if (full)
            add(operatorSteps(options, device));
        if (full || !bench.isSlow())
            add(sweepSteps(options));
        if (!bench.isSlow())
            add(threadSteps(options, device));
        if (!full)
            add(operatorSteps(options, device));
    }
    // Last: it heats what is measured after it.
    if (machine)
        steps.push_back(sustainedStep(device, options.suite));
    return steps;
}

Result<ProbeResult> runProbe(ProbeBench& bench, const ProbedDevice& device,
                             const std::string& startedAt, const ProbeOptions& options,
                             const ProgressSink& progress, const CancellationToken& cancel) {
    return Run(bench, device, options, progress, cancel).run(startedAt);
}

} // namespace metainfer::measurement::probe
