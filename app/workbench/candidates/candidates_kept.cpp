// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// How the Candidates place shows a session: kept with the session, taken up again when it is
// opened. What holds for all sessions (columns and axes used last) is in the settings beside.
#include "candidates/candidate_view.h"
#include "candidates/candidates_place.h"
#include "candidates/decision_panel.h"
#include "candidates/parallel_view.h"
#include "candidates/scatter_pane.h"
#include "shell/dock_area.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>

#include <algorithm>

namespace metainfer::workbench {

using widgets::CandidateModel;
using widgets::Quantity;

namespace {

constexpr std::size_t kMostKept = 2000; ///< selected names that are kept with the session

QString textIn(const Json& view, const char* key) {
    return QString::fromStdString(jsonValue(view, key, std::string()));
}

QStringList textsIn(const Json& view, const char* key) {
    QStringList texts;
    if (view.contains(key) && view[key].is_array())
        for (const Json& text : view[key])
            if (text.is_string())
                texts << QString::fromStdString(text.get<std::string>());
    return texts;
}

} // namespace

void CandidatesPlace::startColumns() {
    if (m_view->restoreColumns(workspace().settings().value("candidates/columns").toByteArray()))
        return;
    QList<int> hidden{CandidateModel::OriginColumn};
    for (const Quantity quantity :
         {Quantity::P50Latency, Quantity::P90Latency, Quantity::P99Latency, Quantity::Throughput,
          Quantity::Energy, Quantity::Power, Quantity::ColdStart, Quantity::Changes,
          Quantity::Threads})
        hidden << CandidateModel::columnOf(quantity);
    for (int column = 0; column < m_model.columnCount(); ++column)
        m_view->setColumnHidden(column, hidden.contains(column));
    const int em = fontMetrics().horizontalAdvance('0');
    const auto wide = [&](int column, int chars) { m_view->setColumnWidth(column, em * chars); };
    wide(CandidateModel::PinColumn, 6);
    wide(CandidateModel::IdColumn, 12);
    wide(CandidateModel::StateColumn, 12);
    wide(CandidateModel::PrecisionColumn, 26);
    wide(CandidateModel::RewritesColumn, 26);
    wide(CandidateModel::OptionsColumn, 22);
    wide(CandidateModel::ReasonColumn, 60);
    wide(CandidateModel::NoteColumn, 24);
    for (const Quantity quantity : widgets::allQuantities())
        wide(CandidateModel::columnOf(quantity), 15);
    wide(CandidateModel::columnOf(Quantity::Ratio), 22);
    wide(CandidateModel::columnOf(Quantity::Predicted), 18);
    wide(CandidateModel::columnOf(Quantity::PredictionError), 18);
    wide(CandidateModel::columnOf(Quantity::Accuracy), 24);
    wide(CandidateModel::columnOf(Quantity::SearchAccuracy), 25);
}

void CandidatesPlace::restoreView() {
    SessionPresenter* session = m_presenter.session();
    if (!session || session == m_viewOf || m_presenter.table()->rows.empty())
        return;
    m_viewOf = session;
    const Json kept = session->view("candidates");
    // A session that was never looked at starts without the filters of another one.
    const Json view = kept.is_object() ? kept : Json::object();
    m_restoringView = true;
    m_search->setText(textIn(view, "search"));
    m_filter->setCurrentIndex(std::clamp(jsonValue(view, "filter", 0), 0, m_filter->count() - 1));
    m_view->restoreColumns(QByteArray::fromBase64(textIn(view, "columns").toLatin1()));
    m_view->sortByColumn(
        std::clamp(jsonValue(view, "sort_column", -1), -1, m_model.columnCount() - 1),
        jsonValue(view, "sort_descending", false) ? Qt::DescendingOrder : Qt::AscendingOrder);
    if (const QString scatter = textIn(view, "scatter"); !scatter.isEmpty())
        m_scatter->setChoiceText(scatter);
    m_docks->bringToFront(textsIn(view, "front"));
    restoreBrushes(jsonValue(view, "brushes", Json::object()));
    if (view.contains("task")) {
        m_presenter.setTask(widgets::taskFromJson(view["task"], m_presenter.task()));
        m_decisionPanel->setTable(*m_presenter.table(), m_presenter.task());
    }
    if (kept.is_object())
        restoreSelection(textsIn(view, "selected"), textIn(view, "current"));
    m_restoringView = false;
    m_plainView = kept.is_object() ? Json() : viewNow();
}

void CandidatesPlace::restoreSelection(const QStringList& selected, const QString& current) {
    const auto& table = *m_presenter.table();
    std::vector<std::size_t> rows;
    for (const QString& id : selected)
        if (const auto row = table.find(id))
            rows.push_back(*row);
    m_presenter.select(rows);
    if (const auto row = table.find(current))
        m_presenter.setCurrent(static_cast<int>(*row));
}

void CandidatesPlace::restoreBrushes(const Json& brushes) {
    m_parallel->dropBrushes();
    m_wantedBrushes.clear();
    if (brushes.is_object())
        for (const auto& [key, ends] : brushes.items())
            if (ends.is_array() && ends.size() == 2 && ends[0].is_number() && ends[1].is_number())
                m_wantedBrushes[QString::fromStdString(key)] = {ends[0].get<double>(),
                                                                ends[1].get<double>()};
    m_stale.insert("parallel");
    showPlots();
}

Json CandidatesPlace::brushes() const {
    Json brushes = Json::object();
    for (const auto& [key, range] : m_wantedBrushes) // not drawn yet
        brushes[key.toStdString()] = {range.low, range.high};
    for (std::size_t i = 0; i < m_parallelAxes.size(); ++i)
        if (const auto range = m_parallel->brush(i))
            brushes[widgets::quantityKey(m_parallelAxes[i]).toStdString()] = {range->low,
                                                                              range->high};
    return brushes;
}

Json CandidatesPlace::viewNow() const {
    const auto& rows = m_presenter.table()->rows;
    const auto id = [&](std::size_t row) { return rows[row].id.toStdString(); };
    Json selected = Json::array(), front = Json::array();
    const Selection& selection = m_presenter.session()->selection();
    if (selection.count() <= kMostKept)
        for (const std::size_t row : selection.rows())
            if (row < rows.size())
                selected.push_back(id(row));
    for (const QString& panel : m_docks->frontPanels())
        front.push_back(panel.toStdString());
    const int current = m_presenter.currentRow();
    const QHeaderView* header = m_view->horizontalHeader();
    Json view = {{"search", m_search->text().toStdString()},
                 {"filter", m_filter->currentIndex()},
                 {"scatter", m_scatter->choiceText().toStdString()},
                 {"front", front},
                 {"brushes", brushes()},
                 {"columns", m_view->saveColumns().toBase64().toStdString()},
                 {"sort_column", header->sortIndicatorSection()},
                 {"sort_descending", header->sortIndicatorOrder() == Qt::DescendingOrder},
                 {"selected", selected},
                 {"current", current < 0 ? "" : id(static_cast<std::size_t>(current))}};
    if (m_presenter.isTaskChanged())
        view["task"] = widgets::toJson(m_presenter.task());
    return view;
}

void CandidatesPlace::storeView() {
    SessionPresenter* session = m_presenter.session();
    if (m_restoringView || !session || session != m_viewOf)
        return;
    Json view = viewNow();
    if (m_plainView.is_object() && m_plainView["front"].empty())
        m_plainView["front"] = view["front"]; // the panels had no place yet
    if (view == m_plainView)
        return; // to have looked at a session changes nothing in it
    m_plainView = Json();
    session->setView("candidates", std::move(view));
    workspace().settings().setValue("candidates/columns", m_view->saveColumns());
    workspace().settings().setValue("candidates/scatter", m_scatter->choiceText());
}

} // namespace metainfer::workbench
