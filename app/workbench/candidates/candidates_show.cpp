// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the Candidates place shows.
#include "candidates/candidates_place.h"

#include "candidates/candidate_view.h"
#include "candidates/compare_pane.h"
#include "candidates/decision_panel.h"
#include "candidates/explanation.h"
#include "candidates/parallel_view.h"
#include "candidates/plots.h"
#include "candidates/scatter_pane.h"
#include "plot/plot_view.h"
#include "shell/dock_area.h"
#include "shell/empty_state.h"
#include "theme/colors.h"
#include "theme/theme.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QStackedLayout>
#include <QTextBrowser>
#include <QToolBar>

#include <algorithm>

namespace metainfer::workbench {

using widgets::CandidatePlots;
using widgets::Quantity;

namespace {

void put(widgets::PlotView& plot, widgets::PlotContent content) {
    plot.setTitle(content.title);
    plot.setReferenceLines(std::move(content.lines));
    plot.setContent(std::move(content.x), std::move(content.y), std::move(content.series));
}

} // namespace

void CandidatesPlace::showPage() {
    const bool any = !m_presenter.table()->rows.empty();
    m_pages->setCurrentIndex(any ? 1 : 0);
    if (any)
        return;
    if (!m_presenter.hasSession())
        m_empty->setTexts(tr("No session is open"),
                          tr("Open a session folder or start a migration: each candidate it tries "
                             "appears here."),
                          tr("Start a migration"));
    else if (m_presenter.isLoading())
        m_empty->setTexts(tr("Reading the session…"), QString());
    else if (const QString trouble = m_presenter.unreadable(); !trouble.isEmpty())
        m_empty->setTexts(tr("The session cannot be read"), trouble, tr("Show the session"));
    else
        m_empty->setTexts(tr("No candidate yet"),
                          tr("The session has not proposed one so far. They appear as soon as the "
                             "search starts."),
                          tr("Show the session"));
}

void CandidatesPlace::showTable() {
    const auto& table = m_presenter.table();
    m_model.setTable(table);
    m_model.setMarks(m_presenter.marks());
    showPage();
    m_decisionPanel->setTable(*table, m_presenter.task());
    spoilPlots();
    showPlots();
    showSelection();
    showDecision();
    showCount();
}

void CandidatesPlace::spoilPlots() {
    m_stale = {"tradeOffs", "parallel", "progress", "prediction"};
}

void CandidatesPlace::showPlots() {
    // Without rows there is nothing to draw, and old points must not be asked about.
    const bool empty = m_presenter.table()->rows.empty();
    for (const QString& id : QSet<QString>(m_stale))
        if ((empty || m_docks->isShown(id)) && m_stale.remove(id))
            showPlot(id);
}

void CandidatesPlace::showPlot(const QString& id) {
    const auto& table = m_presenter.table();
    const auto tip = [table](const widgets::PlotSeries& series, std::size_t point) {
        if (series.rows.empty())
            return QString();
        return CandidatePlots::tip(*table, series.rows[point],
                                   {Quantity::Ratio, Quantity::P50Latency, Quantity::Predicted});
    };
    if (id == "tradeOffs") {
        m_scatter->setTable(table, m_presenter.chosenRow());
    } else if (id == "parallel") {
        showParallel();
    } else if (id == "progress") {
        put(*m_convergence, CandidatePlots::convergence(*table));
        put(*m_hypervolume, CandidatePlots::hypervolume(*table));
        m_convergence->setTipText(tip);
        m_convergence->setAccessibleName(tr("Best so far"));
        m_hypervolume->setAccessibleName(tr("Hypervolume"));
    } else {
        put(*m_prediction, CandidatePlots::prediction(*table));
        m_prediction->setTipText(tip);
        m_prediction->setAccessibleName(tr("Predicted against measured latency"));
    }
}

void CandidatesPlace::showParallel() {
    const auto& table = m_presenter.table();
    const auto present = widgets::presentQuantities(*table);
    std::vector<Quantity> axes;
    for (const Quantity quantity :
         {Quantity::Ratio, Quantity::P95Latency, Quantity::Memory, Quantity::ModelSize,
          Quantity::SearchAccuracy, Quantity::Energy, Quantity::Predicted, Quantity::Changes})
        if (std::find(present.begin(), present.end(), quantity) != present.end())
            axes.push_back(quantity);
    std::vector<std::size_t> rows;
    auto made = CandidatePlots::parallel(*table, axes, rows);
    m_parallel->setAxes(std::move(made), std::move(rows));
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (const auto it = m_wantedBrushes.find(widgets::quantityKey(axes[i]));
            it != m_wantedBrushes.end())
            m_parallel->setBrush(i, it->second);
    m_wantedBrushes.clear();
    m_parallelAxes = std::move(axes);
    m_parallel->setRowName([table](std::size_t row) {
        return row < table->rows.size() ? table->rows[row].id : QString();
    });
}

void CandidatesPlace::showSelection() {
    const auto selected = m_presenter.selectedRows();
    const int current = m_presenter.currentRow();
    m_model.setSelected(selected);
    m_view->showSelected(selected);
    m_view->showCurrent(current);
    m_scatter->setSelection(selected, current);
    m_parallel->setSelection(selected, current);
    for (widgets::PlotView* plot : {m_convergence, m_hypervolume, m_prediction})
        plot->setSelection(selected, current);
    const bool any = current >= 0;
    const auto row = static_cast<std::size_t>(std::max(0, current));
    m_actions["pin"]->setEnabled(!targetRows().empty());
    m_actions["note"]->setEnabled(any);
    m_actions["compare"]->setEnabled(any);
    m_actions["showModel"]->setEnabled(any && m_presenter.canExport(row) &&
                                       !m_presenter.isBuilding());
    m_actions["export"]->setEnabled(any && m_presenter.canExport(row));
    m_actions["measure"]->setEnabled(any && m_presenter.canExport(row) &&
                                     !m_presenter.isMeasuring());
    showCount();
    showDetails();
}

void CandidatesPlace::showDecision() {
    const auto& table = m_presenter.table();
    const auto& choice = m_scatter->choice();
    std::vector<bool> front(table->rows.size(), false);
    for (const std::size_t row : widgets::frontOf(*table, choice.x, choice.y))
        front[row] = true;
    m_model.setFront(std::move(front));
    m_model.setDecision(m_presenter.decision(), m_presenter.chosenRow());
    m_stale.insert("tradeOffs"); // the mark of the choice moves
    showPlots();
    const auto& decision = m_presenter.decision();
    if (!decision) {
        m_decisionPanel->setOutcome(tr("Nothing is decided yet"),
                                    tr("The choice is shown as soon as the original and a first "
                                       "candidate are measured."),
                                    false);
    } else if (!m_presenter.isTaskChanged() && table->answer) {
        m_decisionPanel->setOutcome(
            widgets::CandidateText::answer(
                *table->answer, table->chosen ? table->rows[*table->chosen].id : QString()),
            tr("The session's own choice. Move a weight or a limit to see where the choice would "
               "go."),
            false);
    } else {
        m_decisionPanel->setOutcome(widgets::CandidateText::answer(
                                        decision->answer, QString::fromStdString(decision->chosen)),
                                    widgets::Explanation::move(*table, *decision),
                                    m_presenter.isTaskChanged());
    }
    showDetails();
}

void CandidatesPlace::showDetails() {
    const auto& table = m_presenter.table();
    const int current = m_presenter.currentRow();
    if (m_docks->isShown("compare")) {
        const auto [a, b] = m_presenter.compared();
        m_compare->setPair(table, a, b, m_presenter.profiles());
    }
    if (current < 0) {
        m_details->setHtml(
            QString("<p>%1</p>")
                .arg(tr("Choose a candidate in the table or in a plot.").toHtmlEscaped()));
        m_note->setEnabled(false);
        m_noteOf.clear();
        m_result->hide();
        return;
    }
    const auto row = static_cast<std::size_t>(current);
    const QString id = table->rows[row].id;
    const auto mark = m_presenter.marks().value(id);
    auto shown = mark;
    shown.note.clear(); // the editor below shows it
    m_details->setHtml(widgets::Explanation::html(*table, row, m_presenter.verdict(row),
                                                  m_presenter.winner(), shown,
                                                  widgets::Colors::of(this)));
    const QString again = m_presenter.measuredAgain().value(id);
    m_result->setText(again);
    m_result->setVisible(!again.isEmpty());
    m_note->setEnabled(true);
    if (m_noteOf != id || (!m_note->hasFocus() && m_note->toPlainText() != mark.note)) {
        m_writingNote = true;
        m_note->setPlainText(mark.note);
        m_writingNote = false;
        m_noteOf = id;
    }
}

void CandidatesPlace::showCount() {
    const auto selected = m_presenter.selectedRows();
    const auto count = static_cast<int>(std::count(selected.begin(), selected.end(), true));
    // The original is no candidate.
    const auto& table = *m_presenter.table();
    const auto all = table.rows.size() - (table.original ? 1 : 0);
    const int shown =
        m_model.rowCount() - (table.original && m_model.rowOf(*table.original) >= 0 ? 1 : 0);
    m_count->setText(count > 0
                         ? tr("%1 of %2 candidates, %3 selected").arg(shown).arg(all).arg(count)
                         : tr("%1 of %2 candidates").arg(shown).arg(all));
}

void CandidatesPlace::saveNote() {
    if (m_writingNote || m_noteOf.isEmpty())
        return;
    if (const auto row = m_presenter.table()->find(m_noteOf))
        m_presenter.setNote(*row, m_note->toPlainText());
}

void CandidatesPlace::showEvent(QShowEvent* event) {
    Place::showEvent(event);
    showPlots();
}

void CandidatesPlace::changeEvent(QEvent* event) {
    Place::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_details) {
        for (QAction* one : m_actions)
            one->setIcon(widgets::themedIcon(one->property("iconName").toString(), palette()));
        showDetails();
    }
}

void CandidatesPlace::retranslate() {
    const std::pair<const char*, QString> panels[] = {
        {"tradeOffs", tr("Trade-offs")}, {"parallel", tr("Parallel coordinates")},
        {"progress", tr("Progress")},    {"prediction", tr("Prediction")},
        {"details", tr("Candidate")},    {"decision", tr("Weights and limits")},
        {"compare", tr("Compare")}};
    for (const auto& [id, title] : panels)
        m_docks->setTitle(id, title);
    m_search->setPlaceholderText(tr("Filter by words…"));
    m_search->setToolTip(tr("Name, rewrite, precision, options, reason"));
    m_search->setAccessibleName(tr("Filter candidates by words"));
    const int at = std::max(0, m_filter->currentIndex());
    m_filter->blockSignals(true);
    m_filter->clear();
    m_filter->addItems({tr("All"), tr("Measured"), tr("Best trade-offs"), tr("Finalists"),
                        tr("Failed or not allowed"), tr("Pinned"), tr("Selected")});
    m_filter->setCurrentIndex(at);
    m_filter->blockSignals(false);
    m_filter->setAccessibleName(tr("Which candidates are shown"));
    const QHash<QString, QString> names = {{"pin", tr("Pin")},
                                           {"note", tr("Note")},
                                           {"compare", tr("Compare")},
                                           {"measure", tr("Measure again")},
                                           {"export", tr("Export…")},
                                           {"selectFront", tr("Select the best trade-offs")},
                                           {"clearSelection", tr("Clear the selection")},
                                           {"showModel", tr("Show graph")}};
    for (auto it = names.begin(); it != names.end(); ++it)
        m_actions[it.key()]->setText(it.value());
    m_tools->setAccessibleName(tr("What can be done with candidates"));
    m_noteLabel->setText(tr("&Note, kept with the session"));
    m_note->setPlaceholderText(tr("What should be remembered about this candidate?"));
    m_view->setAccessibleName(tr("Candidates"));
    m_view->setTexts(tr("Columns"), tr("&Copy rows"));
    m_details->setAccessibleName(tr("About the candidate"));
    m_parallel->setAccessibleName(tr("Parallel coordinates"));
    m_parallel->setEmptyText(tr("Nothing is measured yet."));
    for (widgets::PlotView* plot : {m_convergence, m_hypervolume})
        plot->setEmptyText(tr("The curve starts with the first measured candidate."));
    m_prediction->setEmptyText(tr("No candidate has both a predicted and a measured latency."));
    m_scatter->retranslate();
    m_compare->retranslate();
    m_model.retranslate();
    spoilPlots();
    showPlots();
    showPage();
    showDecision();
    showCount();
}

} // namespace metainfer::workbench
