// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Ctrl+K: every action by a few of its letters.
#pragma once

#include <QDialog>

class QAction;
class QLineEdit;
class QListWidget;

namespace metainfer::widgets {

/// How well `query` fits `text`: every letter in order, word beginnings and runs count more;
/// negative when it does not fit. Case is ignored; an empty query fits everything.
int matchScore(const QString& query, const QString& text);

class CommandPalette : public QDialog {
    Q_OBJECT

  public:
    /// Lists the enabled ones of `actions`; running one closes the palette first.
    explicit CommandPalette(QList<QAction*> actions, QWidget* parent = nullptr);

  signals:
    void aboutToRun(QAction* action);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

  private:
    void refill();
    void runCurrent();

    QList<QAction*> m_actions;
    QLineEdit* m_query;
    QListWidget* m_list;
};

} // namespace metainfer::widgets
