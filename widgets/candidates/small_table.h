// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A plain table whose rows can be copied, tab-separated.
#pragma once

#include <QTableView>

namespace metainfer::widgets {

class SmallTable : public QTableView {
    Q_OBJECT

  public:
    explicit SmallTable(QAbstractItemModel& model, QWidget* parent = nullptr);
    /// The selected rows, or all when none is, with a head line.
    QString text() const;

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    void copy() const;
};

} // namespace metainfer::widgets
