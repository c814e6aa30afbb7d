// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Exporting a candidate and measuring it again; both take their time on a thread of their own.
#include "candidates/candidates_presenter.h"

#include "engine/tools/candidate_tools.h"

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
        [session = m_session->folder(), id = id.toStdString(), folder](const JobContext& context) {
            return engine::tools::exportCandidate(session, id, folder, reportTo(context),
                                                  context.cancel);
        },
        [this, folder](Answer written) {
            if (written)
                emit exported(QString::fromStdString(folder.string()));
            else if (written.error().code != ErrorCode::Cancelled)
                m_workspace.say(written.error());
        });
}

void CandidatesPresenter::measureAgain(std::size_t row) {
    if (!canExport(row) || m_measuring)
        return;
    m_measuring = true;
    const QString id = m_table->rows[row].id;
    using Answer = std::shared_ptr<const Result<engine::tools::CandidateMeasured>>;
    m_workspace.jobs().run<Answer>(
        tr("Measuring %1 again").arg(id), this,
        [session = m_session->folder(), id = id.toStdString()](const JobContext& context) {
            return std::make_shared<const Result<engine::tools::CandidateMeasured>>(
                engine::tools::measureCandidate(session, id, reportTo(context), context.cancel));
        },
        [this, id, folder = m_session->folder()](const Answer& answer) {
            m_measuring = false;
            if (!*answer) {
                if (answer->error().code != ErrorCode::Cancelled)
                    m_workspace.say(answer->error());
            } else if (m_session && m_session->folder() == folder) {
                const auto& measured = **answer;
                m_profiles["original"] = timesOf(measured.original);
                m_profiles[id] = timesOf(measured.candidate);
                if (const auto* result = measured.comparison.find(id.toStdString())) {
                    const Interval& ratio = result->estimate.ratio;
                    const auto text = [](double value) { return QString::number(value, 'f', 3); };
                    m_again[id] =
                        tr("Measured again: %1 of the original's time [%2, %3], %4, %5.")
                            .arg(text(ratio.value), text(ratio.low), text(ratio.high),
                                 widgets::CandidateText::source(measured.comparison.source),
                                 QString::fromUtf8(
                                     gradeName(measured.comparison.validity.grade).data()));
                }
                emit profilesChanged();
            }
            emit measuredAgainChanged();
            emit currentChanged(); // actions may be used again
        });
}

} // namespace metainfer::workbench
