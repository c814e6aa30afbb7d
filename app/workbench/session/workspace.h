// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the window has open: the sessions, which of them is shown, the model and profile that a
// place was asked to show. Every place listens to it and none knows another.
#pragma once

#include "session/session_presenter.h"

#include <QObject>
#include <QSettings>
#include <QTemporaryDir>

#include <memory>
#include <vector>

namespace metainfer::workbench {

class LinkWatch;

/// A candidate of the current session as files, to be looked at beside the original.
struct BuiltCandidate {
    std::filesystem::path session; ///< folder
    QString id;
    std::filesystem::path model, mapping;
};

class Workspace : public QObject {
    Q_OBJECT

  public:
    Workspace(engine::Commands& engine, Jobs& jobs, QSettings& settings, QObject* parent = nullptr);

    engine::Commands& engine() const { return m_engine; }
    Jobs& jobs() const { return m_jobs; }
    QSettings& settings() const { return m_settings; }
    /// Devices whose connection is lost while something uses them.
    LinkWatch& links() const { return *m_links; }

    /// A session folder, a deployment file, a model or a hardware profile, told apart by content.
    /// Anything else is refused with a `problem`.
    void openFile(const QString& path);
    void openSession(const std::filesystem::path& folder);
    /// Starts a new migration or resumes one; shows it.
    void startSession(const engine::AdaptRequest& request);
    void closeSession(std::size_t index);
    /// Opens what was open when the program ended, however it ended.
    void restore();
    void showSession(std::size_t index);
    /// Shows the form of a new migration; the current session stays the current one.
    void askNewMigration();
    /// Shows all open sessions side by side.
    void askAllSessions();
    /// Goes on with a session that was paused or interrupted, as it was asked.
    void resume(SessionPresenter& session);

    const std::vector<std::unique_ptr<SessionPresenter>>& sessions() const { return m_sessions; }
    /// Null while none is open.
    SessionPresenter* current() const;
    int currentIndex() const { return m_current; }
    QStringList recentSessions() const;

    /// Asks the window to show a place, e.g. "model".
    void goTo(const QString& place) { emit placeAsked(place); }
    /// Shows the form of a new migration with this target: a device or a profile.
    void askTarget(const QString& target);
    /// Shows the microbenchmarks with this device chosen.
    void askProbe(const QString& device);
    /// Shows the form of a new migration filled in as this run was asked.
    void askForm(const engine::AdaptRequest& request) { emit formAsked(request); }
    /// Shows the Model place with this node of the current session's model selected.
    void showNode(const QString& node);
    /// Shows the Model place with this candidate beside the original.
    void showCandidate(const BuiltCandidate& candidate);
    /// A folder for files that nobody needs after the program has ended.
    std::filesystem::path scratch(const QString& name) const;
    void say(const Error& error) { emit problem(error); }
    /// Something was done that is not to be seen at once: "c7 was written to …".
    void tell(const QString& text) { emit notice(text); }

  signals:
    void sessionsChanged();   ///< list or titles
    void currentChanged();    ///< another session, or none
    void newMigrationAsked(); ///< show the form
    void allSessionsAsked();  ///< show them side by side
    void targetAsked(const QString& target);
    void probeAsked(const QString& device);
    void formAsked(const metainfer::engine::AdaptRequest& request);
    void sessionAsked();                        ///< show the current session again
    void modelOpened(const QString& file);      ///< show this model
    void deploymentOpened(const QString& file); ///< fill the form with this file
    void profileOpened(const QString& file);
    void placeAsked(const QString& place);
    void nodeAsked(const QString& node); ///< a node's name, or its first output's
    void candidateAsked(const metainfer::workbench::BuiltCandidate& candidate);
    void problem(const metainfer::Error& error); ///< to be shown where the user looks
    void notice(const QString& text);
    void recentChanged();

  private:
    SessionPresenter& add(const std::filesystem::path& folder);
    void remember(const std::filesystem::path& folder);
    void keepOpenOnes();

    engine::Commands& m_engine;
    Jobs& m_jobs;
    QSettings& m_settings;
    LinkWatch* m_links;
    QTemporaryDir m_scratch;
    std::vector<std::unique_ptr<SessionPresenter>> m_sessions;
    int m_current = -1;
};

} // namespace metainfer::workbench
