// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The answer of a session as a table: metrics in rows; the original, the best hand-set options and
// the adapted model in columns.
#pragma once

#include "base/json.h"

#include <QAbstractTableModel>

namespace metainfer::widgets {

class ResultModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    using QAbstractTableModel::QAbstractTableModel;

    /// `decision`: decision.json; anything else empties the table.
    void setDecision(const Json& decision);
    bool isSimulated() const { return m_simulated; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;
    /// Texts come anew in the current language.
    void retranslate();

  private:
    enum class Kind { Metric, Ratio, Verdict, AgainstHand, Grade, Options };
    struct Row {
        Kind kind = Kind::Metric;
        std::string metric;
    };
    const Json* subject(int column) const;
    QString rowName(const Row& row) const;
    QString cell(const Row& row, const Json& subject) const;
    QString toolTip(const Row& row, const Json& subject) const;

    Json m_subjects = Json::array();
    bool m_simulated = false;
    std::string m_quality;
    std::vector<Row> m_rows;
};

} // namespace metainfer::widgets
