// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a view shows while it has nothing to show: what is missing and what to do next.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace metainfer::widgets {

class EmptyState : public QWidget {
    Q_OBJECT

  public:
    explicit EmptyState(const QString& icon, QWidget* parent = nullptr);
    /// An empty `action` hides the button.
    void setTexts(const QString& title, const QString& hint, const QString& action = {});

  signals:
    void actionChosen();

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void tint();

    QString m_iconName;
    QLabel *m_icon, *m_title, *m_hint;
    QPushButton* m_action;
};

} // namespace metainfer::widgets
