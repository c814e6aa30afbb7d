// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Microbenchmarks of a device: started, watched, stopped, kept, compared with earlier ones, and
// written into a profile when somebody says so.
#pragma once

#include "bridge/jobs.h"

#include "engine/commands.h"
#include "hardware/profile_diff.h"
#include "measurement/probe/probe.h"

#include <QObject>

#include <filesystem>

namespace metainfer::workbench {

/// What is to be probed.
struct ProbeChoice {
    QString device = "local";
    measurement::ProbeSuite suite = measurement::ProbeSuite::Quick;
    QStringList families, dtypes; ///< empty = all
    QStringList shapes;           ///< as ProbeOptions::shapes
    bool machine = true, operators = true;
    double timeLimitSeconds = 0; ///< 0 = the suite's own
};

/// A run that was kept.
struct ProbeRunEntry {
    std::filesystem::path file;
    QString device, startedAt, suite;
};

class ProbePresenter : public QObject {
    Q_OBJECT

  public:
    using ResultPointer = std::shared_ptr<const measurement::ProbeResult>;

    /// Runs are kept in `folder`; it is made when the first one ends.
    ProbePresenter(engine::Commands& engine, Jobs& jobs, std::filesystem::path folder,
                   QObject* parent = nullptr);
    /// Beside the user's profiles.
    static std::filesystem::path defaultFolder();

    /// Told what the engine says of connections during a run; called on its threads.
    void setLinkSink(engine::EventSink sink) { m_links = std::move(sink); }

    /// Nothing happens while one runs.
    void start(const ProbeChoice& choice);
    /// Goes on where a stopped run ended: its rows are not measured again.
    void goOn();
    void stop();
    bool isRunning() const { return m_job != 0; }
    /// "waiting: process 4711 measures (…)" while the device is somebody else's; else empty.
    const QString& waiting() const { return m_waiting; }
    bool canGoOn() const { return !isRunning() && m_stopped && !m_rows.empty(); }
    const ProbeChoice& choice() const { return m_choice; }

    /// Rows so far, or those of the result.
    const std::vector<hardware::ProbeRow>& rows() const { return m_rows; }
    /// Null until a run ended or an earlier one was opened.
    const ResultPointer& result() const { return m_result; }
    const std::optional<Error>& failure() const { return m_failure; }

    /// What writing the result would change in the device's profile; empty without one.
    const std::vector<hardware::FieldChange>& changes() const { return m_changes; }
    bool canStore() const { return m_proposal && !m_changes.empty() && !isRunning(); }
    std::filesystem::path storeTarget() const;
    /// Writes the proposal as the next revision; `stored` or `problem` follows. When the profile
    /// was changed since the run nothing is written and `changes` are worked out again.
    void store(const QString& reason);

    /// Earlier runs, newest first, read off the GUI thread; `runsChanged` follows.
    void readRuns();
    const std::vector<ProbeRunEntry>& runs() const { return m_runs; }
    /// Shows an earlier run as the result.
    void openRun(const std::filesystem::path& file);
    /// An earlier run beside the result; an empty path = none. Until this is called it is the one
    /// before of the same device and suite.
    void compareWith(const std::filesystem::path& file);
    const ResultPointer& earlier() const { return m_earlier; }
    const std::filesystem::path& comparedFile() const { return m_compareWith; }
    /// Takes results of another machine or of the command line (JSON, or rows as CSV) among the
    /// runs and shows them.
    void importRun(const std::filesystem::path& file);

    /// Rows as CSV, or everything as JSON, by the file's ending; `exported` or `problem` follows.
    void exportTo(const std::filesystem::path& file);
    bool isLoading() const { return m_pending > 0; }

  signals:
    void stateChanged();  ///< running, ended, stopped, failed
    void rowsAdded();     ///< at most ten times a second
    void resultChanged(); ///< result, changes
    void earlierChanged();
    void runsChanged();
    void stored(int revision);
    void exported(const QString& file);
    void problem(const metainfer::Error& error);

  private:
    struct Outcome;
    struct Inbox;
    void run(std::vector<hardware::ProbeRow> known, measurement::ProbeResume resume);
    void collect();
    void finish(Outcome outcome);
    void compareWithBefore();
    void compare(const std::filesystem::path& file);

    engine::Commands& m_engine;
    engine::EventSink m_links;
    Jobs& m_jobs;
    std::filesystem::path m_folder;
    ProbeChoice m_choice;
    Jobs::Id m_job = 0;
    QString m_waiting;
    bool m_stopped = false, m_chosenByHand = false; ///< the second: what it is compared with
    std::shared_ptr<Inbox> m_inbox;
    QTimer m_collect;
    std::vector<hardware::ProbeRow> m_rows;
    ResultPointer m_result, m_earlier;
    std::shared_ptr<const hardware::Profile> m_proposal, m_before; ///< and what it changes
    std::vector<hardware::FieldChange> m_changes;
    std::optional<Error> m_failure;
    std::vector<ProbeRunEntry> m_runs;
    std::filesystem::path m_compareWith;
    int m_pending = 0;
};

} // namespace metainfer::workbench
