// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Exporting a candidate and measuring it again; both take their time on a thread of their own.
#include "candidates/candidates_presenter.h"

#include "session/migration_check.h"
#include "session/number_words.h"

namespace metainfer::workbench {
namespace {

engine::EventSink reportTo(const JobContext& context) {
    return [sink = context.progress](const engine::Event& event) {
        if (const auto* done = std::get_if<engine::WorkDone>(&event); done && sink)
            sink({done->fraction, done->what});
    };
}

widgets::OperatorTimes timesOf(const measurement::OperatorProfile& profile) {
    widgets::OperatorTimes times;
    for (const auto& one : profile.operators)
        times.push_back(
            {QString::fromStdString(one.node), QString::fromStdString(one.opType), one.us});
    return times;
}

} // namespace

bool CandidatesPresenter::canExport(std::size_t row) const {
    return m_session && row < m_table->rows.size();
}

void CandidatesPresenter::exportCandidate(std::size_t row, const std::filesystem::path& folder) {
    if (!canExport(row))
        return;
    const QString id = m_table->rows[row].id;
    using Answer = Result<std::vector<std::filesystem::path>>;
    m_workspace.jobs().run<Answer>(
        tr("Exporting %1").arg(id), this,
        [&engine = m_workspace.engine(),
         request = engine::CandidateRequest{m_session->folder(), id.toStdString()},
         folder](const JobContext& context) {
            return engine.exportCandidate(request, folder, reportTo(context), context.cancel);
        },
        [this, folder, id, session = m_session->folder()](Answer written) {
            const QString to = QString::fromStdString(folder.string());
            if (written) {
                m_workspace.tell(tr("%1 was written to %2. The same on the command line: "
                                    "metainfer candidate export %3 %1 -o %2")
                                     .arg(id, shellWord(to),
                                          shellWord(QString::fromStdString(session.string()))));
                emit exported(to);
            } else if (written.error().code != ErrorCode::Cancelled) {
                m_workspace.say(written.error());
            }
        });
}

void CandidatesPresenter::showInModel(std::size_t row) {
    if (!canExport(row) || m_building)
        return;
    const QString id = m_table->rows[row].id;
    const std::filesystem::path session = m_session->folder();
    if (m_table->original == row) {
        m_workspace.goTo("model"); // the side that is always there
        return;
    }
    const auto content = m_session->content();
    if (m_table->chosen == row && content && content->mapping) { // the session holds it
        m_workspace.showCandidate(
            {session, id, session / "adapted.onnx", session / "mapping.json"});
        return;
    }
    // The same candidate is not built twice while the program runs.
    const auto key = std::to_string(std::filesystem::hash_value(session));
    const std::filesystem::path folder =
        m_workspace.scratch(QString::fromStdString(key) + "-" + id);
    const BuiltCandidate built{session, id, folder / "model.onnx", folder / "mapping.json"};
    if (m_built.contains(folder)) {
        m_workspace.showCandidate(built);
        return;
    }
    m_building = true;
    emit currentChanged(); // the action cannot be used meanwhile
    using Answer = Result<std::vector<std::filesystem::path>>;
    m_workspace.jobs().run<Answer>(
        tr("Building %1").arg(id), this,
        [&engine = m_workspace.engine(),
         request = engine::CandidateRequest{session, id.toStdString()},
         folder](const JobContext& context) {
            return engine.exportCandidate(request, folder, reportTo(context), context.cancel);
        },
        [this, built](Answer written) {
            m_building = false;
            emit currentChanged();
            if (written) {
                m_built.insert(built.model.parent_path());
                m_workspace.showCandidate(built);
            } else if (written.error().code != ErrorCode::Cancelled) {
                m_workspace.say(written.error());
            }
        });
}

void CandidatesPresenter::measureAgain(std::size_t row) {
    if (!canExport(row) || m_measuring)
        return;
    m_measuring = true;
    const QString id = m_table->rows[row].id;
    using Answer = std::shared_ptr<const Result<engine::MeasuredCandidate>>;
    m_workspace.jobs().run<Answer>(
        tr("Measuring %1 again").arg(id), this,
        [&engine = m_workspace.engine(),
         request = engine::CandidateRequest{m_session->folder(), id.toStdString()}](
            const JobContext& context) {
            return std::make_shared<const Result<engine::MeasuredCandidate>>(
                engine.measureCandidate(request, reportTo(context), context.cancel));
        },
        [this, id, folder = m_session->folder()](const Answer& answer) {
            m_measuring = false;
            if (!*answer) {
                if (answer->error().code != ErrorCode::Cancelled)
                    m_workspace.say(answer->error());
            } else if (m_session && m_session->folder() == folder) {
                const auto& measured = **answer;
                m_profiles["original"] = timesOf(measured.original);
                m_profiles[id] = timesOf(measured.adapted);
                if (const auto* result = measured.comparison.find(id.toStdString())) {
                    const Interval& ratio = result->estimate.ratio;
                    const auto text = [](double value) { return QString::number(value, 'f', 3); };
                    m_again[id] =
                        tr("Measured again: %1 of the original's time [%2, %3], %4, %5.")
                            .arg(text(ratio.value), text(ratio.low), text(ratio.high),
                                 widgets::NumberWords::source(measured.comparison.source),
                                 QString::fromUtf8(
                                     gradeName(measured.comparison.validity.grade).data()));
                }
                m_workspace.tell(
                    tr("%1 was measured again. The same on the command line: metainfer "
                       "candidate measure %2 %1")
                        .arg(id, shellWord(QString::fromStdString(folder.string()))));
                emit profilesChanged();
            }
            emit measuredAgainChanged();
            emit currentChanged(); // actions may be used again
        });
}

} // namespace metainfer::workbench
