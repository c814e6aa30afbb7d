// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A table of ready-made cells in which one row is the current one: what the smaller views show.
#pragma once

#include "session/data_table.h"

namespace metainfer::widgets {

using TableCell = DataCell;

class RowTable : public DataTable {
    Q_OBJECT

  public:
    explicit RowTable(QWidget* parent = nullptr);
    DataTableModel& rows() { return content(); }
    /// Row of the model behind the current one; -1 = none.
    int currentSource() const { return currentRow(); }
    void selectSource(int row);
    /// Gives this column what the others leave.
    void stretch(int column);

  signals:
    /// Also when the rows are others.
    void currentSourceChanged(int row);
};

} // namespace metainfer::widgets
