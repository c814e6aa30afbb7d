// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One session in the window: its folder's content, and the adaptation while it runs.
#pragma once

#include "bridge/jobs.h"
#include "bridge/selection.h"

#include "engine/commands.h"
#include "session/session_folder.h"

#include <QObject>

#include <chrono>
#include <memory>
#include <span>
#include <string>

namespace metainfer::workbench {

/// One event in the session's stream, in order.
struct EventLine {
    double seconds = 0; ///< since the start of its run
    engine::Event event;
    int run = 0;       ///< 0 = the first; every resuming begins another
    std::string began; ///< with the first event of a run: when, ISO 8601 in UTC
};

/// How many candidates the session has come to, each counted once however many runs it took.
struct CandidateTally {
    int measured = 0;   ///< in turn with the original
    int droppedOut = 0; ///< could not be built or run, or fell short before that
    bool operator==(const CandidateTally&) const = default;
};

class SessionPresenter : public QObject {
    Q_OBJECT

  public:
    SessionPresenter(engine::Commands& engine, Jobs& jobs, QObject* parent = nullptr);
    ~SessionPresenter() override;

    /// Starts or, with `request.resume`, goes on. The session's folder must be named in the
    /// request.
    void start(const engine::AdaptRequest& request);
    /// Shows a session folder; what it holds arrives with `contentChanged`.
    void open(const std::filesystem::path& folder);
    void cancel();
    /// Reads the folder again, off the GUI thread.
    void reload();

    const std::filesystem::path& folder() const { return m_folder; }
    QString title() const; ///< the folder's name
    bool isRunning() const { return m_job != 0; }
    /// Another process adapts in this folder. Its progress is read from there.
    bool isRunningElsewhere() const { return m_elsewhere; }
    bool isDone() const; ///< ended with a decision, not running again
    /// A run to resume, or one to try again that failed before its folder held anything.
    bool canGoOn() const;
    const engine::AdaptRequest& request() const { return m_request; }
    /// What goes on with this session, as it was asked last; without deployment while nothing was
    /// read.
    const engine::AdaptRequest& resumePlan() const { return m_plan; }
    /// Null until something was read.
    std::shared_ptr<const session::SessionContent> content() const { return m_content; }
    /// Of all runs of this session, also of those that other programs and times saw.
    const std::vector<EventLine>& events() const { return m_events; }
    /// The events of the last run.
    std::span<const EventLine> lastRun() const;
    CandidateTally tally() const { return m_tally; }
    /// Times of the candidates that may win relative to the original's, in the order in which they
    /// were first measured.
    const std::vector<double>& ratios() const { return m_ratios; }
    engine::Stage stage() const { return m_stage; }
    const engine::WorkDone& progress() const { return m_progress; }
    const std::optional<engine::BestChanged>& best() const { return m_best; }
    /// The device whose connection was lost during this run; empty when none was.
    const QString& linkDevice() const { return m_linkDevice; }
    const std::optional<engine::AdaptOutcome>& outcome() const { return m_outcome; }
    const std::optional<Error>& failure() const { return m_failure; }
    Selection& selection() { return m_selection; }
    /// How a place showed this session when it was last looked at (selection, filter, layout); null
    /// when it did not say. Kept in the session's folder, read before `content` is there.
    Json view(const std::string& place) const { return jsonValue(m_views, place.c_str(), Json()); }
    /// Written shortly after the last change; a folder that cannot be written keeps nothing.
    void setView(const std::string& place, Json view);
    /// What to type to get the same, or, when it is not done, to go on with it: "metainfer adapt
    /// deployment.yaml --out folder". Empty while nothing was read.
    QString command() const;
    /// What was asked, complete; empty while nothing was read.
    QString deploymentYaml() const;

  signals:
    void stateChanged();   ///< running, ended, failed
    void eventsAdded();    ///< `events`, `stage`, `progress`, `best`; at most ten times a second
    void contentChanged(); ///< `content`
    void linkTrouble(const QString& remark); ///< live: a device's connection was lost

  private:
    struct Read;
    void collect();
    void takeRead(Read read);
    void take(EventLine line);
    std::span<const EventLine> run(int number) const;
    void saveViews();

    engine::Commands& m_engine;
    Jobs& m_jobs;
    std::filesystem::path m_folder;
    engine::AdaptRequest m_request;
    Jobs::Id m_job = 0;
    bool m_reading = false, m_readAgain = false, m_elsewhere = false;
    CandidateTally m_tally;
    std::vector<double> m_ratios;
    engine::AdaptRequest m_plan;
    QTimer m_watch; ///< while another process runs
    std::shared_ptr<const session::SessionContent> m_content;

    struct Inbox;
    std::shared_ptr<Inbox> m_inbox; ///< filled by the engine's thread
    QTimer m_collect;
    std::vector<EventLine> m_events;
    bool m_eventsRead = false;                 ///< those of earlier runs
    std::vector<engine::AdaptRequest> m_asked; ///< by earlier runs
    engine::Stage m_stage = engine::Stage::Loading;
    engine::WorkDone m_progress;
    std::optional<engine::BestChanged> m_best;
    QString m_linkDevice;
    std::optional<engine::AdaptOutcome> m_outcome;
    std::optional<Error> m_failure;
    Selection m_selection;
    Json m_views = Json::object(); ///< by place
    bool m_viewsRead = false, m_viewsChanged = false;
    QTimer m_saveViews;
};

} // namespace metainfer::workbench
