// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The candidates as a table. What is selected lives outside (one bitset for all views), so that
// thousands of scattered rows cost nothing.
#pragma once

#include <QTableView>

#include <vector>

namespace metainfer::widgets {

class CandidateModel;

class CandidateView : public QTableView {
    Q_OBJECT

  public:
    explicit CandidateView(CandidateModel& model, QWidget* parent = nullptr);

    /// Tells assistive technology what is selected (by source row), as far as it is of use: Qt's
    /// own selection takes quadratic time for thousands of scattered rows.
    void showSelected(std::vector<bool> rows);
    /// Shows the row as current without asking for anything.
    void showCurrent(int sourceRow);
    /// The rows shown, tab-separated with a head line: the selected ones, or all when none is.
    QString text() const;
    void copy() const;
    void setTexts(const QString& chooseColumns, const QString& copyRows);

    QByteArray saveColumns() const;
    /// False when `state` is empty or from other columns; then nothing changes.
    bool restoreColumns(const QByteArray& state);

  signals:
    void selectionAsked(const std::vector<std::size_t>& rows);
    void currentAsked(int sourceRow);
    void rowActivated(int sourceRow); ///< Return or double click
    void pinAsked(int sourceRow);
    /// For actions of the place; `menu` is open until the slot returns.
    void menuAsked(QMenu* menu, int sourceRow);

  protected:
    QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex& index,
                                                         const QEvent* event) const override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

  private:
    void showHeaderMenu(const QPoint& at);
    void tellSelected();
    void askFor(int row, Qt::KeyboardModifiers modifiers);
    std::vector<std::size_t> selectedRows() const;

    CandidateModel& m_model;
    int m_anchor = 0; ///< row from which Shift extends
    bool m_quiet = false;
    std::vector<bool> m_selected; ///< by source row
    QString m_chooseColumns, m_copyRows;
};

} // namespace metainfer::widgets
