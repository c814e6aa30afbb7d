// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Microbenchmarks of a device.
#include "hardware/probe_presenter.h"

#include "base/file.h"
#include "hardware/profile_store.h"
#include "measurement/device_registry.h"
#include "measurement/probe/probe_archive.h"
#include "measurement/probe/probe_reading.h"
#include "measurement/time_text.h"

#include <algorithm>
#include <cctype>
#include <mutex>
#include <tuple>
#include <utility>

namespace metainfer::workbench {
namespace {

namespace fs = std::filesystem;

constexpr int kCollectMs = 100;

/// The profile that a result would be written into, as it is now; an empty one when there is none.
hardware::Profile storedProfile(const fs::path& file) {
    auto loaded = hardware::loadProfile(file);
    return loaded ? std::move(loaded->profile) : hardware::Profile();
}

std::vector<ProbeRunEntry> listRuns(const fs::path& folder) {
    std::vector<ProbeRunEntry> runs;
    for (const measurement::KeptProbe& kept : measurement::keptProbes(folder))
        runs.push_back({kept.file, QString::fromStdString(kept.device),
                        QString::fromStdString(kept.startedAt),
                        QString::fromStdString(kept.suite)});
    return runs;
}

Result<ProbePresenter::ResultPointer> readRun(const fs::path& file) {
    MI_ASSIGN(auto result, measurement::readProbe(file));
    return std::make_shared<const measurement::ProbeResult>(std::move(result));
}

/// A result in any of the forms that are written: everything, or the rows alone.
Result<measurement::ProbeResult> readForeign(const fs::path& file) {
    measurement::ProbeResult result;
    if (file.extension() == ".csv") {
        MI_ASSIGN(const auto text, readTextFile(file));
        auto rows = hardware::probeRowsFromCsv(text);
        if (!rows)
            return failWith(rows.error(), "while reading " + file.string());
        result.rows = std::move(*rows);
    } else {
        MI_ASSIGN(const auto json, readJsonFile(file));
        auto whole = measurement::probeResultFromJson(json);
        if (!whole)
            return failWith(whole.error(), "while reading " + file.string());
        result = std::move(*whole);
    }
    if (result.rows.empty() && result.compute.empty() && result.bandwidth.empty())
        return fail(ErrorCode::InvalidArgument, file.string() + " holds no results",
                    "Choose a file that the export of microbenchmarks wrote.");
    // Rows alone do not say where and when they come from.
    if (result.device.empty())
        result.device = "imported";
    if (result.startedAt.empty()) {
        result.startedAt = measurement::utcNow();
        result.environment = hardware::Environment::fromText(result.rows.front().environment);
    }
    return result;
}

} // namespace

struct ProbePresenter::Outcome {
    ResultPointer result;
    std::shared_ptr<const hardware::Profile> before; ///< what `changes` change
    std::shared_ptr<const hardware::Profile> proposal;
    std::vector<hardware::FieldChange> changes;
    std::optional<Error> failure;
};

/// Rows that the engine's thread delivers, and whom it waits for.
struct ProbePresenter::Inbox {
    std::mutex mutex;
    std::vector<hardware::ProbeRow> rows;
    std::string waiting;

    void note(const engine::WorkDone& done) {
        const std::lock_guard lock(mutex);
        waiting = done.fraction < 0 && done.what.starts_with("waiting: ") ? done.what : "";
    }
};

ProbePresenter::ProbePresenter(engine::Commands& engine, Jobs& jobs, fs::path folder,
                               QObject* parent)
    : QObject(parent)
    , m_engine(engine)
    , m_jobs(jobs)
    , m_folder(std::move(folder)) {
    m_collect.setInterval(kCollectMs);
    connect(&m_collect, &QTimer::timeout, this, &ProbePresenter::collect);
}

fs::path ProbePresenter::defaultFolder() {
    return measurement::defaultProbeFolder();
}

fs::path ProbePresenter::storeTarget() const {
    const std::string device = m_result ? m_result->device : m_choice.device.toStdString();
    const auto [name, runtime] = measurement::splitDeviceName(device);
    return hardware::userProfileFolder() /
           ((runtime.empty() ? name : name + "-" + runtime) + ".yaml");
}

void ProbePresenter::start(const ProbeChoice& choice) {
    if (isRunning())
        return;
    m_choice = choice;
    run({}, measurement::ProbeResume::Never);
}

void ProbePresenter::goOn() {
    if (canGoOn())
        run(m_rows, measurement::ProbeResume::Always);
}

void ProbePresenter::run(std::vector<hardware::ProbeRow> known, measurement::ProbeResume resume) {
    m_rows = known;
    m_result.reset();
    m_proposal.reset();
    m_changes.clear();
    m_failure.reset();
    m_stopped = false;
    m_inbox = std::make_shared<Inbox>();
    engine::ProbeRequest request;
    request.device = m_choice.device.toStdString();
    request.options.suite = m_choice.suite;
    for (const QString& family : m_choice.families)
        request.options.families.push_back(family.toStdString());
    for (const QString& type : m_choice.dtypes)
        request.options.dtypes.push_back(type.toStdString());
    for (const QString& shape : m_choice.shapes)
        request.options.shapes.push_back(shape.toStdString());
    request.options.machine = m_choice.machine;
    request.options.operators = m_choice.operators;
    request.options.timeLimitSeconds = m_choice.timeLimitSeconds;
    request.options.known = std::move(known);
    request.options.resume = resume;
    request.options.onRow = [inbox = m_inbox](const hardware::ProbeRow& row) {
        const std::lock_guard lock(inbox->mutex);
        inbox->rows.push_back(row);
    };
    const fs::path target = storeTarget(), folder = m_folder;
    m_job = m_jobs.run<Outcome>(
        tr("Microbenchmarks of %1").arg(m_choice.device), this,
        [&engine = m_engine, links = m_links, inbox = m_inbox, request, target,
         folder](const JobContext& context) mutable {
            Outcome outcome;
            // The engine writes a profile; the device's own is touched only when somebody has seen
            // what changes.
            auto scratch = TemporaryDirectory::create("metainfer-probe");
            if (!scratch) {
                outcome.failure = scratch.error();
                return outcome;
            }
            request.profile = scratch->path() / target.filename();
            const hardware::Profile before = storedProfile(target);
            if (!before.name.empty())
                (void)hardware::writeProfile(request.profile, before);
            const engine::EventSink events = [&](const engine::Event& event) {
                engine::notify(links, event);
                const auto* done = std::get_if<engine::WorkDone>(&event);
                if (!done)
                    return;
                inbox->note(*done);
                if (context.progress)
                    context.progress({done->fraction, done->what});
            };
            auto probed = engine.probe(request, events, context.cancel);
            if (!probed) {
                outcome.failure = probed.error();
                return outcome;
            }
            outcome.changes = hardware::diffProfiles(before, probed->profile);
            outcome.before = std::make_shared<const hardware::Profile>(before);
            outcome.proposal =
                std::make_shared<const hardware::Profile>(std::move(probed->profile));
            // The engine keeps it in the default folder; failing to does not make it worthless.
            (void)measurement::keepProbe(folder, probed->result);
            outcome.result =
                std::make_shared<const measurement::ProbeResult>(std::move(probed->result));
            return outcome;
        },
        [this](Outcome outcome) { finish(std::move(outcome)); });
    m_collect.start();
    emit resultChanged();
    emit stateChanged();
}

void ProbePresenter::collect() {
    std::vector<hardware::ProbeRow> fresh;
    QString waiting;
    {
        const std::lock_guard lock(m_inbox->mutex);
        fresh.swap(m_inbox->rows);
        waiting = QString::fromStdString(m_inbox->waiting);
    }
    if (std::exchange(m_waiting, waiting) != waiting)
        emit stateChanged();
    if (fresh.empty())
        return;
    m_rows.insert(m_rows.end(), fresh.begin(), fresh.end());
    emit rowsAdded();
}

void ProbePresenter::finish(Outcome outcome) {
    m_collect.stop();
    collect();
    m_waiting.clear();
    m_job = 0;
    m_result = std::move(outcome.result);
    m_proposal = std::move(outcome.proposal);
    m_before = std::move(outcome.before);
    m_changes = std::move(outcome.changes);
    if (m_result)
        m_rows = m_result->rows;
    if (outcome.failure && outcome.failure->code == ErrorCode::Cancelled)
        m_stopped = true;
    else
        m_failure = std::move(outcome.failure);
    emit resultChanged();
    emit stateChanged();
    if (m_failure)
        emit problem(*m_failure);
    compareWithBefore();
    readRuns();
}

/// What was chosen by hand stays.
void ProbePresenter::compareWithBefore() {
    if (!m_result || m_chosenByHand)
        return;
    for (const ProbeRunEntry& run : m_runs) // newest first; the times are ISO 8601 in UTC
        if (run.device.toStdString() == m_result->device &&
            run.suite.toStdString() == measurement::probeSuiteName(m_result->suite) &&
            run.startedAt.toStdString() < m_result->startedAt)
            return compare(run.file);
    if (!m_compareWith.empty())
        compare({});
}

void ProbePresenter::stop() {
    m_jobs.cancel(m_job);
}

void ProbePresenter::store(const QString& reason) {
    if (!canStore())
        return;
    /// Either saved, or proposed anew.
    using Stored = std::pair<Result<hardware::Profile>, Outcome>;
    ++m_pending;
    m_jobs.run<Stored>(
        {}, this,
        [proposal = m_proposal, before = m_before, result = m_result, target = storeTarget(),
         reason = reason.trimmed().toStdString()](const JobContext&) -> Stored {
            const hardware::Profile now = storedProfile(target);
            if (!before || now == *before)
                return {hardware::ProfileStore::save(target.parent_path(), *proposal, reason,
                                                     result->startedAt),
                        {}};
            // Somebody saved it since: what was shown is not what would be changed.
            Outcome again;
            auto updated = measurement::updateProfile(now, *result);
            updated.name = target.stem().string();
            again.changes = hardware::diffProfiles(now, updated);
            again.before = std::make_shared<const hardware::Profile>(now);
            again.proposal = std::make_shared<const hardware::Profile>(std::move(updated));
            return {fail(ErrorCode::Conflict,
                         tr("%1 was changed since the run ended; nothing was written")
                             .arg(QString::fromStdString(target.string()))
                             .toStdString(),
                         tr("The differences were worked out again: look at them once more.")
                             .toStdString()),
                    std::move(again)};
        },
        [this](Stored answer) {
            --m_pending;
            auto& [saved, again] = answer;
            if (again.proposal) {
                m_proposal = std::move(again.proposal);
                m_before = std::move(again.before);
                m_changes = std::move(again.changes);
                emit resultChanged();
            }
            if (!saved)
                return emit problem(saved.error());
            m_changes.clear();
            emit resultChanged();
            emit stored(saved->revision.number);
        });
}

void ProbePresenter::readRuns() {
    ++m_pending;
    m_jobs.run<std::vector<ProbeRunEntry>>(
        {}, this, [folder = m_folder](const JobContext&) { return listRuns(folder); },
        [this](std::vector<ProbeRunEntry> runs) {
            --m_pending;
            m_runs = std::move(runs);
            emit runsChanged();
        });
}

void ProbePresenter::openRun(const fs::path& file) {
    if (isRunning())
        return;
    ++m_pending;
    m_jobs.run<Result<ResultPointer>>(
        {}, this, [file](const JobContext&) { return readRun(file); },
        [this](Result<ResultPointer> result) {
            --m_pending;
            if (!result)
                return emit problem(result.error());
            if (isRunning())
                return;
            m_result = std::move(*result);
            m_rows = m_result->rows;
            // An old run says nothing of the machine now; it is shown, not written.
            m_proposal.reset();
            m_changes.clear();
            m_stopped = false;
            emit resultChanged();
            emit stateChanged();
            compareWithBefore();
        });
}

void ProbePresenter::importRun(const fs::path& file) {
    if (isRunning())
        return;
    using Kept = Result<fs::path>;
    ++m_pending;
    m_jobs.run<Kept>(
        tr("Importing %1").arg(QString::fromStdString(file.filename().string())), this,
        [file, folder = m_folder](const JobContext&) -> Kept {
            MI_ASSIGN(const auto result, readForeign(file));
            return measurement::keepProbe(folder, result);
        },
        [this](Kept kept) {
            --m_pending;
            if (!kept)
                return emit problem(kept.error());
            openRun(*kept);
            readRuns();
        });
}

void ProbePresenter::compareWith(const fs::path& file) {
    m_chosenByHand = true;
    compare(file);
}

void ProbePresenter::compare(const fs::path& file) {
    m_compareWith = file;
    if (file.empty()) {
        m_earlier.reset();
        return emit earlierChanged();
    }
    ++m_pending;
    m_jobs.run<Result<ResultPointer>>(
        {}, this, [file](const JobContext&) { return readRun(file); },
        [this, file](Result<ResultPointer> result) {
            --m_pending;
            if (file != m_compareWith)
                return;
            if (!result)
                return emit problem(result.error());
            m_earlier = std::move(*result);
            emit earlierChanged();
        });
}

void ProbePresenter::exportTo(const fs::path& file) {
    const bool csv = file.extension() == ".csv";
    const ResultPointer result = m_result;
    ++m_pending;
    m_jobs.run<Status>(
        {}, this,
        [file, csv, result, rows = m_rows](const JobContext&) -> Status {
            if (csv)
                return writeFileAtomically(file, hardware::probeRowsToCsv(rows));
            return writeJsonFile(file, result ? result->toJson() : hardware::probeRowsToJson(rows));
        },
        [this, file](Status written) {
            --m_pending;
            if (written)
                emit exported(QString::fromStdString(file.string()));
            else
                emit problem(written.error());
        });
}

} // namespace metainfer::workbench
