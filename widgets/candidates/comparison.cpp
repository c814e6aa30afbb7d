// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Comparison of two candidates.
#include "candidates/comparison.h"

#include "base/json.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace metainfer::widgets {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

OperatorTimes timesFrom(const Json& rows) {
    OperatorTimes times;
    if (!rows.is_array())
        return times;
    for (const Json& row : rows)
        times.push_back({QString::fromStdString(jsonValue(row, "node", std::string())),
                         QString::fromStdString(jsonValue(row, "op_type", std::string())),
                         jsonValue(row, "us", 0.0)});
    return times;
}

QString microseconds(double us) {
    return std::isfinite(us) ? CandidateText::number(Quantity::P50Latency, us) : QString("–");
}

QVariant right(int column) {
    return QVariant::fromValue(
        Qt::Alignment((column > 0 ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
}

/// Operators that the runtime gives other names when they run in integers are one kind.
QString familyOf(const QString& opType) {
    for (const char* prefix : {"QLinear", "DynamicQuantize", "Fused"})
        if (opType.startsWith(QLatin1String(prefix)) &&
            opType.size() > static_cast<qsizetype>(qstrlen(prefix)))
            return opType.mid(static_cast<qsizetype>(qstrlen(prefix)));
    return opType;
}

} // namespace

double OperatorDifference::difference() const {
    return (std::isfinite(b) ? b : 0) - (std::isfinite(a) ? a : 0);
}

std::map<QString, OperatorTimes> readProfiles(const session::SessionContent& content) {
    std::map<QString, OperatorTimes> profiles;
    const auto read = [&](const QString& id, const char* role) {
        const auto file = content.folder / "profile" / (std::string(role) + ".json");
        if (const auto json = readJsonFile(file))
            profiles[id] = timesFrom(*json);
        else if (content.decision && content.decision->contains("operators"))
            profiles[id] =
                timesFrom(jsonValue((*content.decision)["operators"], role, Json::array()));
        if (profiles[id].empty())
            profiles.erase(id);
    };
    read("original", "original");
    if (content.decision) {
        const std::string chosen = jsonValue(*content.decision, "chosen", std::string());
        if (!chosen.empty() && chosen != "original")
            read(QString::fromStdString(chosen), "adapted");
    }
    return profiles;
}

QString scopeOf(const QString& node) {
    QStringList parts = node.split('/', Qt::SkipEmptyParts);
    if (parts.size() < 2)
        return {};
    parts.removeLast();
    // "depthwise/depthwise.0": the step within a sequence says nothing more.
    if (parts.size() > 1 && parts.last().startsWith(parts[parts.size() - 2] + "."))
        parts.removeLast();
    return parts.join('/');
}

std::vector<OperatorDifference> compareOperators(const OperatorTimes& a, const OperatorTimes& b,
                                                 OperatorGrouping grouping) {
    std::map<std::pair<QString, QString>, OperatorDifference> groups;
    const auto add = [&](const OperatorTimes& times, double OperatorDifference::*us,
                         std::size_t OperatorDifference::*count) {
        for (const ProfiledOperator& one : times) {
            const QString type = familyOf(one.opType);
            const QString group = grouping == OperatorGrouping::ByType    ? type
                                  : grouping == OperatorGrouping::ByScope ? scopeOf(one.node)
                                                                          : one.node;
            const QString kind = grouping == OperatorGrouping::Each ? one.opType : QString();
            auto [it, isNew] = groups.try_emplace({group, kind});
            OperatorDifference& to = it->second;
            if (isNew) {
                to = {group, grouping == OperatorGrouping::ByScope ? QString() : one.opType,
                      kNone, kNone,
                      0,     0};
                if (grouping == OperatorGrouping::ByType)
                    to.opType = type;
            }
            to.*us = (std::isfinite(to.*us) ? to.*us : 0) + one.us;
            ++(to.*count);
        }
    };
    add(a, &OperatorDifference::a, &OperatorDifference::countA);
    add(b, &OperatorDifference::b, &OperatorDifference::countB);
    std::vector<OperatorDifference> rows;
    for (auto& [key, row] : groups)
        rows.push_back(std::move(row));
    std::stable_sort(rows.begin(), rows.end(),
                     [](const OperatorDifference& x, const OperatorDifference& y) {
                         return std::abs(x.difference()) > std::abs(y.difference());
                     });
    return rows;
}

void MetricComparisonModel::setRows(CandidateTablePtr table, std::optional<std::size_t> a,
                                    std::optional<std::size_t> b) {
    beginResetModel();
    m_table = std::move(table);
    m_a = a;
    m_b = b;
    m_quantities.clear();
    if (m_table && m_a && m_b)
        for (const Quantity quantity : allQuantities())
            if (valueOf(m_table->rows[*m_a], quantity) || valueOf(m_table->rows[*m_b], quantity))
                m_quantities.push_back(quantity);
    endResetModel();
}

void MetricComparisonModel::retranslate() {
    beginResetModel();
    endResetModel();
}

int MetricComparisonModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_quantities.size());
}

int MetricComparisonModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : 4;
}

QVariant MetricComparisonModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return right(index.column());
    const Quantity quantity = m_quantities[static_cast<std::size_t>(index.row())];
    const auto a = valueOf(m_table->rows[*m_a], quantity);
    const auto b = valueOf(m_table->rows[*m_b], quantity);
    if (role == Qt::ToolTipRole && index.column() == 0)
        return CandidateText::name(quantity);
    if (role == Qt::ToolTipRole && (index.column() == 1 || index.column() == 2)) {
        const auto& value = index.column() == 1 ? a : b;
        return value ? CandidateText::full(quantity, *value) : QVariant();
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case 0:
        return CandidateText::name(quantity);
    case 1:
        return a ? CandidateText::number(quantity, a->interval.value) : QString("–");
    case 2:
        return b ? CandidateText::number(quantity, b->interval.value) : QString("–");
    default:
        if (!a || !b || a->interval.value == 0 || quantity == Quantity::PredictionError)
            return QString("–");
        return QString::number(b->interval.value / a->interval.value, 'f', 3);
    }
}

QVariant MetricComparisonModel::headerData(int section, Qt::Orientation orientation,
                                           int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return right(section);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const QString a = m_table && m_a ? m_table->rows[*m_a].id : QString("A");
    const QString b = m_table && m_b ? m_table->rows[*m_b].id : QString("B");
    switch (section) {
    case 0:
        return tr("Metric");
    case 1:
        return a;
    case 2:
        return b;
    default:
        return role == Qt::ToolTipRole ? tr("%1 / %2", "ratio of two candidates").arg(b, a)
                                       : tr("Ratio");
    }
}

void OperatorComparisonModel::setDifferences(std::vector<OperatorDifference> rows, const QString& a,
                                             const QString& b) {
    beginResetModel();
    m_rows = std::move(rows);
    m_a = a;
    m_b = b;
    endResetModel();
}

void OperatorComparisonModel::retranslate() {
    beginResetModel();
    endResetModel();
}

int OperatorComparisonModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int OperatorComparisonModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : 5;
}

QVariant OperatorComparisonModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return right(std::max(0, index.column() - 1));
    const OperatorDifference& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole)
        return tr("%1 operators against %2").arg(row.countA).arg(row.countB);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case 0:
        return row.group.isEmpty() ? tr("(no scope)") : row.group;
    case 1:
        return row.opType;
    case 2:
        return microseconds(row.a);
    case 3:
        return microseconds(row.b);
    default: {
        const double change = row.difference();
        return (change > 0 ? "+" : change < 0 ? "−" : "") + microseconds(std::abs(change));
    }
    }
}

QVariant OperatorComparisonModel::headerData(int section, Qt::Orientation orientation,
                                             int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return right(std::max(0, section - 1));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case 0:
        return tr("Operators");
    case 1:
        return tr("Type");
    case 2:
        return m_a;
    case 3:
        return m_b;
    default:
        return tr("Change");
    }
}

void OperatorComparisonModel::sort(int column, Qt::SortOrder order) {
    if (column < 0)
        return;
    emit layoutAboutToBeChanged();
    const auto number = [](double value) { return std::isfinite(value) ? value : -1; };
    std::stable_sort(m_rows.begin(), m_rows.end(),
                     [&](const OperatorDifference& x, const OperatorDifference& y) {
                         const auto& a = order == Qt::AscendingOrder ? x : y;
                         const auto& b = order == Qt::AscendingOrder ? y : x;
                         switch (column) {
                         case 0:
                             return a.group < b.group;
                         case 1:
                             return a.opType < b.opType;
                         case 2:
                             return number(a.a) < number(b.a);
                         case 3:
                             return number(a.b) < number(b.b);
                         default:
                             return a.difference() < b.difference();
                         }
                     });
    // Nobody keeps an index across a sort of this small table.
    for (const QModelIndex& old : persistentIndexList())
        changePersistentIndex(old, {});
    emit layoutChanged();
}

} // namespace metainfer::widgets
