// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Wishes for parts of the model: which nodes, what they are for, in which layout and precisions.
#pragma once

#include "session/migration_values.h"

#include <QWidget>

class QTableWidget;
class QToolButton;

namespace metainfer::widgets {

class IntentTable : public QWidget {
    Q_OBJECT

  public:
    explicit IntentTable(QWidget* parent = nullptr);
    /// Rows that say nothing are left out.
    QList<IntentRow> rows() const;
    void setRows(const QList<IntentRow>& rows);

  signals:
    void changed();

  protected:
    void changeEvent(QEvent* event) override;

  private:
    enum Column { Nodes, Intent, Layout, Precisions, Columns };
    void addRow(const IntentRow& row);
    void removeCurrent();
    void showButtons();
    void tint();
    void retranslate();

    QTableWidget* m_table;
    QToolButton *m_add, *m_remove;
};

} // namespace metainfer::widgets
