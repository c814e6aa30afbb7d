// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// All open sessions side by side, live.
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace metainfer::workbench {

class SessionCard;
class Workspace;

class SessionsPage : public QWidget {
    Q_OBJECT

  public:
    explicit SessionsPage(Workspace& workspace, QWidget* parent = nullptr);
    const QList<SessionCard*>& cards() const { return m_cards; }

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void follow();
    void retranslate();

    Workspace& m_workspace;
    QLabel* m_title;
    QHBoxLayout* m_row;
    QList<SessionCard*> m_cards;
};

} // namespace metainfer::workbench
