// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The candidates' item model. Sorting works on keys made once, not on variants.
#include "candidates/candidate_model.h"

#include "candidates/explanation.h"

#include <algorithm>
#include <cmath>

namespace metainfer::widgets {

static_assert(static_cast<int>(Quantity::Threads) == 16, "columns count the quantities");

CandidateModel::CandidateModel(QObject* parent)
    : QAbstractTableModel(parent)
    , m_table(std::make_shared<CandidateTable>()) {}

void CandidateModel::setTable(CandidateTablePtr table) {
    beginResetModel();
    m_table = table ? std::move(table) : std::make_shared<const CandidateTable>();
    m_order = arranged();
    indexOrder();
    endResetModel();
}

void CandidateModel::setMarks(const CandidateMarks& marks) {
    if (marks == m_marks)
        return;
    m_marks = marks;
    if (m_filter == Filter::Pinned || m_sortColumn == PinColumn || m_sortColumn == NoteColumn)
        return rearrange();
    if (rowCount() > 0) {
        emit dataChanged(index(0, PinColumn), index(rowCount() - 1, PinColumn));
        emit dataChanged(index(0, NoteColumn), index(rowCount() - 1, NoteColumn));
    }
}

void CandidateModel::setSelected(std::vector<bool> rows) {
    m_selected = std::move(rows);
    if (m_filter == Filter::Selected)
        return rearrange();
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnEnd - 1), {SelectedRole});
}

void CandidateModel::setFront(std::vector<bool> rows) {
    m_front = std::move(rows);
    if (m_filter == Filter::Front)
        rearrange();
}

void CandidateModel::setDecision(std::shared_ptr<const search::Decision> decision,
                                 std::optional<std::size_t> chosen) {
    m_decision = std::move(decision);
    m_verdicts.clear();
    for (std::size_t i = 0; m_decision && i < m_decision->verdicts.size(); ++i)
        m_verdicts.insert(QString::fromStdString(m_decision->verdicts[i].id), i);
    m_winner = nullptr;
    if (chosen && *chosen < m_table->rows.size())
        if (const auto it = m_verdicts.constFind(m_table->rows[*chosen].id);
            it != m_verdicts.constEnd())
            m_winner = &m_decision->verdicts[*it];
    if (rowCount() > 0)
        emit dataChanged(index(0, ReasonColumn), index(rowCount() - 1, ReasonColumn));
}

QString CandidateModel::reasonOf(const CandidateRow& row) const {
    const auto it = m_verdicts.constFind(row.id);
    const search::Verdict* verdict =
        it == m_verdicts.constEnd() ? nullptr : &m_decision->verdicts[*it];
    return Explanation::why(*m_table, row, verdict, m_winner);
}

void CandidateModel::setFilterText(const QString& text) {
    const QStringList words = text.simplified().split(' ', Qt::SkipEmptyParts);
    if (words == m_words)
        return;
    m_words = words;
    rearrange();
}

void CandidateModel::setFilter(Filter filter) {
    if (filter == m_filter)
        return;
    m_filter = filter;
    rearrange();
}

void CandidateModel::retranslate() {
    emit headerDataChanged(Qt::Horizontal, 0, ColumnEnd - 1);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnEnd - 1));
}

int CandidateModel::rowOf(std::size_t sourceRow) const {
    return sourceRow < m_place.size() ? m_place[sourceRow] : -1;
}

std::optional<Quantity> CandidateModel::quantityAt(int column) {
    if (column < FirstQuantity || column >= ReasonColumn)
        return std::nullopt;
    return static_cast<Quantity>(column - FirstQuantity);
}

QString CandidateModel::columnKey(int column) {
    static const QStringList names = {"pin",       "id",       "state",  "origin",
                                      "precision", "rewrites", "options"};
    if (const auto quantity = quantityAt(column))
        return quantityKey(*quantity);
    return column < FirstQuantity ? names[column] : column == ReasonColumn ? "reason" : "note";
}

int CandidateModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int CandidateModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnEnd;
}

QString CandidateModel::textOf(const CandidateRow& row, int column) const {
    if (const auto quantity = quantityAt(column))
        return CandidateText::number(*quantity, numberOf(row, *quantity));
    switch (column) {
    case PinColumn:
        return m_marks.value(row.id).pinned ? tr("pinned") : QString();
    case IdColumn:
        return row.id;
    case StateColumn:
        return CandidateText::state(row.state);
    case OriginColumn:
        return CandidateText::origin(row.origin);
    case PrecisionColumn:
        return row.precision;
    case RewritesColumn:
        return row.rewrites;
    case OptionsColumn:
        return row.options;
    case ReasonColumn:
        return reasonOf(row);
    case NoteColumn:
        return m_marks.value(row.id).note;
    default:
        return {};
    }
}

QVariant CandidateModel::tipOf(const CandidateRow& row, int column) const {
    if (const auto quantity = quantityAt(column)) {
        const auto value = valueOf(row, *quantity);
        return value ? CandidateText::full(*quantity, *value) : QVariant();
    }
    const QString text = textOf(row, column);
    return text.isEmpty() ? QVariant() : text;
}

QVariant CandidateModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const std::size_t source = sourceRow(index.row());
    const CandidateRow& row = m_table->rows[source];
    switch (role) {
    case Qt::DisplayRole:
        return textOf(row, index.column());
    case Qt::ToolTipRole:
        return tipOf(row, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(
            (quantityAt(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    case Qt::AccessibleTextRole: // the state of the row, which others see by its colour
        if (index.column() == IdColumn && source < m_selected.size() && m_selected[source])
            return tr("%1, selected").arg(row.id);
        return textOf(row, index.column());
    case SelectedRole:
        return source < m_selected.size() && m_selected[source];
    case SourceRow:
        return static_cast<qulonglong>(source);
    default:
        return {};
    }
}

QVariant CandidateModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(
            (quantityAt(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    if (const auto quantity = quantityAt(section))
        return CandidateText::name(*quantity);
    switch (section) {
    case PinColumn:
        return tr("Pin");
    case IdColumn:
        return tr("Candidate");
    case StateColumn:
        return tr("State");
    case OriginColumn:
        return tr("Proposed by");
    case PrecisionColumn:
        return tr("Precision");
    case RewritesColumn:
        return tr("Rewrites");
    case OptionsColumn:
        return tr("Session options");
    case ReasonColumn:
        return tr("Why it won or lost");
    case NoteColumn:
        return tr("Note");
    default:
        return {};
    }
}

bool CandidateModel::passes(std::size_t index) const {
    const CandidateRow& row = m_table->rows[index];
    const auto isIn = [index](const std::vector<bool>& set) {
        return index < set.size() && set[index];
    };
    bool in = true;
    switch (m_filter) {
    case Filter::All:
        break;
    case Filter::Measured:
        in = row.measured();
        break;
    case Filter::Front:
        in = isIn(m_front);
        break;
    case Filter::Finalists:
        in = row.state == CandidateState::Finalist || row.state == CandidateState::Chosen ||
             row.state == CandidateState::Original;
        break;
    case Filter::Failed:
        in = row.state == CandidateState::Failed || row.state == CandidateState::Barred;
        break;
    case Filter::Pinned:
        in = m_marks.value(row.id).pinned;
        break;
    case Filter::Selected:
        in = isIn(m_selected);
        break;
    }
    if (!in || m_words.isEmpty())
        return in;
    const QString note = m_marks.value(row.id).note;
    const QString state = CandidateText::state(row.state);
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
        const auto has = [&](const QString& text) {
            return text.contains(word, Qt::CaseInsensitive);
        };
        return has(row.id) || has(row.precision) || has(row.rewrites) || has(row.options) ||
               has(row.origin) || has(state) || has(row.reason) || has(note);
    });
}

std::vector<std::size_t> CandidateModel::arranged() const {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < m_table->rows.size(); ++i)
        if (passes(i))
            order.push_back(i);
    if (m_sortColumn < 0)
        return order;
    const bool up = m_sortOrder == Qt::AscendingOrder;
    const auto& rows = m_table->rows;
    if (const auto quantity = quantityAt(m_sortColumn)) {
        std::vector<double> keys(rows.size());
        for (const std::size_t i : order)
            keys[i] = numberOf(*m_table, i, *quantity);
        // What has no number stands at the end in both directions.
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            const bool noA = std::isnan(keys[a]), noB = std::isnan(keys[b]);
            if (noA || noB)
                return !noA && noB;
            return up ? keys[a] < keys[b] : keys[b] < keys[a];
        });
        return order;
    }
    if (m_sortColumn == IdColumn) { // c2 before c10; the session's order is that of the numbers
        if (!up)
            std::reverse(order.begin(), order.end());
        return order;
    }
    std::vector<QString> keys(rows.size());
    for (const std::size_t i : order)
        keys[i] = textOf(rows[i], m_sortColumn);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const int compared = keys[a].compare(keys[b]);
        return up ? compared < 0 : compared > 0;
    });
    return order;
}

void CandidateModel::indexOrder() {
    m_place.assign(m_table->rows.size(), -1);
    for (std::size_t i = 0; i < m_order.size(); ++i)
        m_place[m_order[i]] = static_cast<int>(i);
}

void CandidateModel::rearrange() {
    const auto order = arranged();
    if (order == m_order)
        return;
    if (order.size() != m_order.size()) {
        // Another set of rows: the views start afresh, which is cheaper than telling differences.
        beginResetModel();
        m_order = order;
        indexOrder();
        endResetModel();
        return;
    }
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<std::size_t> sources;
    for (const QModelIndex& one : before)
        sources.push_back(sourceRow(one.row()));
    m_order = order;
    indexOrder();
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        const int row = m_place[sources[static_cast<std::size_t>(i)]];
        after << (row < 0 ? QModelIndex() : index(row, before[i].column()));
    }
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

void CandidateModel::sort(int column, Qt::SortOrder order) {
    if (column == m_sortColumn && order == m_sortOrder)
        return;
    m_sortColumn = column;
    m_sortOrder = order;
    rearrange();
}

} // namespace metainfer::widgets
