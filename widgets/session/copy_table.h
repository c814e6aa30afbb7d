// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A table as all of the session's views show it: sorted by a click, copied by Ctrl+C
// (tab-separated), with a context menu.
#pragma once

#include <QTableView>

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
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
};

} // namespace metainfer::widgets
