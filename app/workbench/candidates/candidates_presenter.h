// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The candidates of the current session: the table, what is selected, what would be chosen, pins
// and notes, comparison and export. Without widgets.
#pragma once

#include "candidates/candidate_model.h"
#include "candidates/comparison.h"
#include "candidates/decision_task.h"
#include "session/workspace.h"

#include <QObject>
#include <QPointer>

#include <memory>
#include <set>

namespace metainfer::workbench {

class CandidatesPresenter : public QObject {
    Q_OBJECT

  public:
    explicit CandidatesPresenter(Workspace& workspace, QObject* parent = nullptr);

    /// Never null; empty without a session.
    const widgets::CandidateTablePtr& table() const { return m_table; }
    SessionPresenter* session() const { return m_session; }
    bool isLoading() const { return m_making || m_deciding || m_waiting; }
    bool hasSession() const { return m_session != nullptr; }
    QString unreadable() const; ///< why the session cannot be read; empty when it can

    std::vector<bool> selectedRows() const; ///< by row of the table
    int currentRow() const;                 ///< -1 = none
    void select(const std::vector<std::size_t>& rows);
    /// Adds with Shift, toggles with Ctrl, otherwise replaces.
    void select(const std::vector<std::size_t>& rows, Qt::KeyboardModifiers modifiers);
    void setCurrent(int row);

    /// The session's own objectives and limits until `setTask`.
    const widgets::DecisionTask& task() const { return m_task; }
    void setTask(const widgets::DecisionTask& task);
    void resetTask();
    bool isTaskChanged() const { return m_changed; }
    /// Over all measured candidates under `task`; null before the first one.
    const std::shared_ptr<const search::Decision>& decision() const { return m_decision; }
    /// The row chosen under `task`: the session's own choice until the task is changed.
    std::optional<std::size_t> chosenRow() const;
    const search::Verdict* verdict(std::size_t row) const;
    /// On the one chosen under `task`; null where none is.
    const search::Verdict* winner() const;
    QString why(std::size_t row) const;

    const widgets::CandidateMarks& marks() const { return m_marks; }
    void setPinned(std::size_t row, bool pinned);
    void setNote(std::size_t row, const QString& note);

    /// Profiles by candidate id, as far as the session has them.
    const std::map<QString, widgets::OperatorTimes>& profiles() const { return m_profiles; }
    /// What A/B compares: two selected rows, or the current one with the original.
    std::pair<std::optional<std::size_t>, std::optional<std::size_t>> compared() const;

    /// True when the candidate can be built again from the session.
    bool canExport(std::size_t row) const;
    /// Writes model.onnx and mapping.json into `folder`, off the GUI thread.
    void exportCandidate(std::size_t row, const std::filesystem::path& folder);
    /// Shows it in the Model place beside the original; built first where the session does not
    /// hold its model.
    void showInModel(std::size_t row);
    bool isBuilding() const { return m_building; }
    /// Builds the candidate and measures it in turn with the original, operators included.
    void measureAgain(std::size_t row);
    bool isMeasuring() const { return m_measuring; }
    /// What measuring again found, by candidate id.
    const QHash<QString, QString>& measuredAgain() const { return m_again; }

  signals:
    void tableChanged();
    void
    sessionLoaded(); ///< table, marks, profiles and selection are those of the session's folder
    void selectionChanged();
    void currentChanged();
    void decisionChanged();
    void marksChanged();
    void profilesChanged();
    void measuredAgainChanged();
    void exported(const QString& folder);

  private:
    struct Loaded;
    void follow();
    void load();
    void take(const Loaded& loaded);
    void decide();
    void saveMarks();

    Workspace& m_workspace;
    QPointer<SessionPresenter> m_session;
    widgets::CandidateTablePtr m_table;
    widgets::DecisionTask m_task, m_sessionTask;
    bool m_changed = false;
    std::shared_ptr<const search::Decision> m_decision;
    QHash<QString, std::size_t> m_verdicts; ///< place in the decision, by id
    widgets::CandidateMarks m_marks;
    std::map<QString, widgets::OperatorTimes> m_profiles;
    QHash<QString, QString> m_again;
    bool m_waiting = false; ///< a session is open, its content is not read yet
    bool m_making = false, m_makeAgain = false;
    bool m_deciding = false, m_decideAgain = false;
    bool m_saving = false, m_saveAgain = false;
    bool m_measuring = false, m_building = false;
    std::set<std::filesystem::path> m_built; ///< folders that hold a built candidate
};

} // namespace metainfer::workbench
