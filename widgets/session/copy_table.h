// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The base of all tables: rows are selected and copied by Ctrl+C (tab-separated), the context menu
// says what else can be done with them.
#pragma once

#include <QTableView>

class QMenu;

namespace metainfer::widgets {

/// What a cell is sorted by; without it, by its text.
constexpr int kSortRole = Qt::UserRole + 1;

class CopyTable : public QTableView {
    Q_OBJECT

  public:
    explicit CopyTable(QWidget* parent = nullptr);
    /// The selected cells, or the whole table when none is: lines of tab-separated texts.
    QString copyText(bool withHeader) const;

  protected:
    /// More entries, above those for copying.
    virtual void addToMenu(QMenu& /*menu*/) {}
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
};

} // namespace metainfer::widgets
