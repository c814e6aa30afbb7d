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
    /// What stands in the middle while there is no row: what that means, or what to do.
    void setEmptyText(const QString& text);
    QString emptyText() const { return m_emptyText; }

  protected:
    /// More entries, above those for copying.
    virtual void addToMenu(QMenu& /*menu*/) {}
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    QString m_emptyText;
};

} // namespace metainfer::widgets
