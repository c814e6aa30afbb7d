// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The candidates of the current session.
#include "candidates/candidates_presenter.h"

#include "candidates/explanation.h"
#include "candidates/notes_file.h"
#include "session/engine_words.h"

#include <algorithm>

namespace metainfer::workbench {

using widgets::CandidateTable;

/// What one load brings, made off the GUI thread.
struct CandidatesPresenter::Loaded {
    std::filesystem::path folder;
    widgets::CandidateTablePtr table;
    std::map<QString, widgets::OperatorTimes> profiles;
    Result<widgets::CandidateMarks> marks;
};

CandidatesPresenter::CandidatesPresenter(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_table(std::make_shared<CandidateTable>()) {
    connect(&workspace, &Workspace::currentChanged, this, &CandidatesPresenter::follow);
    follow();
}

void CandidatesPresenter::follow() {
    SessionPresenter* session = m_workspace.current();
    if (m_session == session && session)
        return;
    if (m_session) {
        disconnect(m_session, nullptr, this, nullptr);
        disconnect(&m_session->selection(), nullptr, this, nullptr);
    }
    m_session = session;
    m_table = std::make_shared<CandidateTable>();
    m_decision.reset();
    m_verdicts.clear();
    m_marks.clear();
    m_profiles.clear();
    m_again.clear();
    m_changed = false;
    m_task = m_sessionTask = {};
    m_waiting = session && !session->content() && !session->failure();
    if (session) {
        connect(session, &SessionPresenter::contentChanged, this, &CandidatesPresenter::load);
        connect(&session->selection(), &Selection::changed, this,
                &CandidatesPresenter::selectionChanged);
        connect(&session->selection(), &Selection::currentChanged, this,
                &CandidatesPresenter::currentChanged);
    }
    emit tableChanged();
    emit marksChanged();
    emit decisionChanged();
    emit selectionChanged();
    emit currentChanged();
    load();
}

void CandidatesPresenter::load() {
    if (!m_session)
        return;
    const auto content = m_session->content();
    if (!content) {
        m_waiting = !m_session->failure();
        return;
    }
    m_waiting = false;
    if (m_making) {
        m_makeAgain = true;
        return;
    }
    m_making = true;
    m_workspace.jobs().run<std::shared_ptr<const Loaded>>(
        {}, this,
        [content](const JobContext&) {
            return std::make_shared<const Loaded>(
                Loaded{content->folder, widgets::makeCandidateTable(*content),
                       widgets::readProfiles(*content), readNotes(content->folder)});
        },
        [this](std::shared_ptr<const Loaded> loaded) {
            m_making = false;
            if (m_session && m_session->folder() == loaded->folder)
                take(*loaded);
            else
                m_makeAgain = true; // another session came to the front meanwhile
            if (std::exchange(m_makeAgain, false))
                load();
        });
}

void CandidatesPresenter::take(const Loaded& loaded) {
    // The original stands behind the candidates: when more arrive its row moves.
    const auto oldOriginal = m_table->original;
    const auto newOriginal = loaded.table->original;
    Selection& selection = m_session->selection();
    auto selected = selection.rows();
    int current = selection.current();
    if (oldOriginal && newOriginal && *oldOriginal != *newOriginal) {
        std::replace(selected.begin(), selected.end(), *oldOriginal, *newOriginal);
        if (current == static_cast<int>(*oldOriginal))
            current = static_cast<int>(*newOriginal);
    }
    const bool first = m_table->rows.empty();
    m_table = loaded.table;
    m_profiles = loaded.profiles;
    m_sessionTask = {m_table->objectives, m_table->constraints, false};
    if (!m_changed)
        m_task = m_sessionTask;
    if (loaded.marks) {
        if (!m_saving)
            m_marks = *loaded.marks;
    } else if (first) {
        m_workspace.say(loaded.marks.error());
    }
    emit tableChanged();
    emit marksChanged();
    emit profilesChanged();
    selection.select(selected);
    if (current < 0 && m_table->chosen)
        current = static_cast<int>(*m_table->chosen);
    selection.setCurrent(current);
    emit sessionLoaded();
    decide();
}

void CandidatesPresenter::decide() {
    if (m_table->rows.empty() || !m_table->original)
        return;
    if (m_deciding) {
        m_decideAgain = true;
        return;
    }
    m_deciding = true;
    using Answer = std::shared_ptr<const search::Decision>;
    m_workspace.jobs().run<Answer>(
        {}, this,
        [table = m_table, task = m_task](const JobContext&) {
            return std::make_shared<const search::Decision>(widgets::decideAmong(
                *table, task.objectives, task.constraints, task.finalistsOnly));
        },
        [this, table = m_table](Answer decision) {
            m_deciding = false;
            if (table == m_table) {
                m_decision = std::move(decision);
                m_verdicts.clear();
                for (std::size_t i = 0; i < m_decision->verdicts.size(); ++i)
                    m_verdicts.insert(QString::fromStdString(m_decision->verdicts[i].id), i);
                emit decisionChanged();
            }
            if (std::exchange(m_decideAgain, false) || table != m_table)
                decide();
        });
}

QString CandidatesPresenter::unreadable() const {
    return m_session && !m_session->content() && m_session->failure()
               ? widgets::EngineWords::error(*m_session->failure())
               : QString();
}

std::vector<bool> CandidatesPresenter::selectedRows() const {
    std::vector<bool> rows(m_table->rows.size(), false);
    if (m_session)
        for (const std::size_t row : m_session->selection().rows())
            if (row < rows.size())
                rows[row] = true;
    return rows;
}

int CandidatesPresenter::currentRow() const {
    const int row = m_session ? m_session->selection().current() : -1;
    return row < static_cast<int>(m_table->rows.size()) ? row : -1;
}

void CandidatesPresenter::select(const std::vector<std::size_t>& rows) {
    if (m_session)
        m_session->selection().select(rows);
}

void CandidatesPresenter::select(const std::vector<std::size_t>& rows,
                                 Qt::KeyboardModifiers modifiers) {
    std::vector<std::size_t> all = rows;
    if (modifiers & (Qt::ShiftModifier | Qt::ControlModifier)) {
        auto now = selectedRows();
        for (const std::size_t row : rows)
            if (row < now.size())
                now[row] = (modifiers & Qt::ControlModifier) ? !now[row] : true;
        all.clear();
        for (std::size_t row = 0; row < now.size(); ++row)
            if (now[row])
                all.push_back(row);
    }
    select(all);
    if (rows.size() == 1)
        setCurrent(static_cast<int>(rows.front()));
}

void CandidatesPresenter::setCurrent(int row) {
    if (m_session)
        m_session->selection().setCurrent(row);
}

void CandidatesPresenter::setTask(const widgets::DecisionTask& task) {
    if (task == m_task)
        return;
    m_task = task;
    m_changed = !(m_task == m_sessionTask);
    decide();
}

void CandidatesPresenter::resetTask() {
    m_task = m_sessionTask;
    m_changed = false;
    decide();
}

std::optional<std::size_t> CandidatesPresenter::chosenRow() const {
    if (m_decision && (m_changed || !m_table->answer))
        return m_table->find(QString::fromStdString(m_decision->chosen));
    return m_table->chosen;
}

const search::Verdict* CandidatesPresenter::verdict(std::size_t row) const {
    const auto it = m_verdicts.constFind(m_table->rows[row].id);
    return it == m_verdicts.constEnd() ? nullptr : &m_decision->verdicts[*it];
}

const search::Verdict* CandidatesPresenter::winner() const {
    const auto chosen = chosenRow();
    return chosen ? verdict(*chosen) : nullptr;
}

QString CandidatesPresenter::why(std::size_t row) const {
    return widgets::Explanation::why(*m_table, m_table->rows[row], verdict(row), winner());
}

void CandidatesPresenter::setPinned(std::size_t row, bool pinned) {
    m_marks[m_table->rows[row].id].pinned = pinned;
    saveMarks();
}

void CandidatesPresenter::setNote(std::size_t row, const QString& note) {
    m_marks[m_table->rows[row].id].note = note;
    saveMarks();
}

void CandidatesPresenter::saveMarks() {
    emit marksChanged();
    if (!m_session)
        return;
    if (m_saving) {
        m_saveAgain = true;
        return;
    }
    m_saving = true;
    m_workspace.jobs().run<Status>(
        {}, this,
        [folder = m_session->folder(), marks = m_marks](const JobContext&) {
            return writeNotes(folder, marks);
        },
        [this](Status written) {
            m_saving = false;
            if (!written)
                m_workspace.say(written.error());
            if (std::exchange(m_saveAgain, false))
                saveMarks();
        });
}

std::pair<std::optional<std::size_t>, std::optional<std::size_t>>
CandidatesPresenter::compared() const {
    const auto rows = m_session ? m_session->selection().rows() : std::vector<std::size_t>();
    if (rows.size() == 2 && rows.back() < m_table->rows.size())
        return m_table->original == rows.back() ? std::pair(rows[1], rows[0])
                                                : std::pair(rows[0], rows[1]);
    const int current = currentRow();
    if (!m_table->original || current < 0)
        return {};
    return {m_table->original, static_cast<std::size_t>(current)};
}

} // namespace metainfer::workbench
