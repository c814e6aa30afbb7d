// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Two candidates side by side: their metrics, and where the time of one operator after the other
// went.
#pragma once

#include "candidates/quantities.h"

#include <QAbstractTableModel>

#include <map>
#include <vector>

namespace metainfer::widgets {

/// One node of a runtime's profile.
struct ProfiledOperator {
    QString node, opType;
    double us = 0;
};
using OperatorTimes = std::vector<ProfiledOperator>;

enum class OperatorGrouping { ByType, ByScope, Each };

/// Time of one group in both candidates; NaN = the group is not there.
struct OperatorDifference {
    QString group, opType;
    double a = 0, b = 0;
    std::size_t countA = 0, countB = 0;
    double difference() const;
};

/// The profiles in a session folder by candidate id; reads files.
std::map<QString, OperatorTimes> readProfiles(const session::SessionContent& content);

/// The part of a node's name that tells where in the model it stands: "blocks.1/expand".
QString scopeOf(const QString& node);

/// Groups of both sides, the largest difference first.
std::vector<OperatorDifference> compareOperators(const OperatorTimes& a, const OperatorTimes& b,
                                                 OperatorGrouping grouping);

/// Metrics of two rows.
class MetricComparisonModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    using QAbstractTableModel::QAbstractTableModel;
    void setRows(CandidateTablePtr table, std::optional<std::size_t> a,
                 std::optional<std::size_t> b);
    void retranslate();
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

  private:
    CandidateTablePtr m_table;
    std::optional<std::size_t> m_a, m_b;
    std::vector<Quantity> m_quantities;
};

/// Operators of two profiles.
class OperatorComparisonModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    using QAbstractTableModel::QAbstractTableModel;
    void setDifferences(std::vector<OperatorDifference> rows, const QString& a, const QString& b);
    void retranslate();
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

  private:
    std::vector<OperatorDifference> m_rows;
    QString m_a, m_b;
};

} // namespace metainfer::widgets
