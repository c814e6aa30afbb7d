// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Searching in the graph that is shown.
#include "graph/graph_presenter.h"

namespace metainfer::workbench {

void GraphPresenter::search(const QString& text) {
    m_jobs.cancel(m_searchJob);
    m_searchText = text.trimmed();
    m_searchJob = 0;
    m_pendingStep = 0;
    const auto deliver = [this](std::vector<drawing::Match> matches) {
        m_matches = std::move(matches);
        m_match = -1;
        emit matchesChanged();
        if (const int step = std::exchange(m_pendingStep, 0))
            nextMatch(step);
    };
    if (m_searchText.isEmpty() || !m_model)
        return deliver({});
    using Answer = std::vector<drawing::Match>;
    m_searchJob = m_jobs.run<Answer>(
        {}, this,
        [diagram = m_model->diagram,
         wanted = m_searchText.toStdString()](const JobContext& context) {
            return drawing::search(*diagram, {wanted}, context.cancel);
        },
        [this, deliver, asked = m_searchText, generation = m_generation](Answer matches) {
            if (asked != m_searchText || generation != m_generation)
                return;
            m_searchJob = 0;
            deliver(std::move(matches));
        });
}

void GraphPresenter::nextMatch(int step) {
    if (m_searchJob != 0) { // asked for before the answer is there
        m_pendingStep = step;
        return;
    }
    if (m_matches.empty())
        return;
    const int count = static_cast<int>(m_matches.size());
    m_match = m_match < 0 ? (step > 0 ? 0 : count - 1) : (m_match + step + count) % count;
    emit matchesChanged();
    reveal(elementOf(m_matches[static_cast<std::size_t>(m_match)]));
}

} // namespace metainfer::workbench
