// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The candidate table as an item model that sorts and filters itself: 50 000 rows stay fluent.
#pragma once

#include "candidates/quantities.h"

#include <QAbstractTableModel>
#include <QHash>

#include <vector>

namespace metainfer::widgets {

/// What a person put on a candidate.
struct CandidateMark {
    bool pinned = false;
    QString note;
    bool operator==(const CandidateMark&) const = default;
};
using CandidateMarks = QHash<QString, CandidateMark>; ///< by candidate id

class CandidateModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    /// Columns before and after the quantities.
    enum Column {
        PinColumn,
        IdColumn,
        StateColumn,
        OriginColumn,
        PrecisionColumn,
        RewritesColumn,
        OptionsColumn,
        FirstQuantity,
        ReasonColumn = FirstQuantity + 17,
        NoteColumn,
        ColumnEnd
    };
    enum Role {
        SelectedRole = Qt::UserRole + 1, ///< bool, from setSelected
        SourceRow                        ///< row in the CandidateTable
    };
    enum class Filter { All, Measured, Front, Finalists, Failed, Pinned, Selected };

    explicit CandidateModel(QObject* parent = nullptr);

    void setTable(CandidateTablePtr table);
    const CandidateTablePtr& table() const { return m_table; }
    void setMarks(const CandidateMarks& marks);
    /// Rows drawn as selected.
    void setSelected(std::vector<bool> rows);
    /// Rows that the filter Front lets through.
    void setFront(std::vector<bool> rows);
    /// What the reasons rest on; null = what the session recorded.
    void setDecision(std::shared_ptr<const search::Decision> decision,
                     std::optional<std::size_t> chosen);
    /// Words that must all appear in a row's texts.
    void setFilterText(const QString& text);
    void setFilter(Filter filter);
    void retranslate();

    std::size_t sourceRow(int row) const { return m_order[static_cast<std::size_t>(row)]; }
    /// -1 when the filter hides it.
    int rowOf(std::size_t sourceRow) const;

    static std::optional<Quantity> quantityAt(int column);
    static int columnOf(Quantity quantity) { return FirstQuantity + static_cast<int>(quantity); }
    static QString columnKey(int column); ///< stable, for settings

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

  private:
    QString textOf(const CandidateRow& row, int column) const;
    QVariant tipOf(const CandidateRow& row, int column) const;
    QString reasonOf(const CandidateRow& row) const;
    bool passes(std::size_t row) const;
    std::vector<std::size_t> arranged() const;
    void rearrange();
    void indexOrder();

    CandidateTablePtr m_table;
    std::vector<std::size_t> m_order; ///< source row of each row shown
    std::vector<int> m_place;         ///< and back; -1 = hidden
    CandidateMarks m_marks;
    std::shared_ptr<const search::Decision> m_decision;
    QHash<QString, std::size_t> m_verdicts; ///< place in the decision, by id
    const search::Verdict* m_winner = nullptr;
    std::vector<bool> m_selected, m_front;
    QStringList m_words;
    Filter m_filter = Filter::All;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace metainfer::widgets
