// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A plot over the table of the same rows, selected together; a hint while there is nothing.
#pragma once

#include "plot/plot_types.h"

#include <QStackedWidget>

class QLabel;

namespace metainfer::widgets {
class EmptyState;
class PlotView;
class RowTable;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class PlotTablePage : public QStackedWidget {
    Q_OBJECT

  public:
    /// Objects are named `name`, `name`Plot and `name`Note.
    PlotTablePage(const QString& name, QWidget* parent = nullptr);

    widgets::RowTable& table() const { return *m_table; }
    widgets::PlotView& plot() const { return *m_plot; }
    widgets::EmptyState& empty() const { return *m_empty; }
    void setNote(const QString& note);
    /// Shows the hint instead of the data.
    void showEmpty(bool empty);

  signals:
    void rowActivated(int row); ///< Enter or double click, in table or plot
    void rowChosen(int row);    ///< -1 = none

  private:
    widgets::EmptyState* m_empty;
    QLabel* m_note;
    widgets::PlotView* m_plot;
    widgets::RowTable* m_table;
};

} // namespace metainfer::workbench
