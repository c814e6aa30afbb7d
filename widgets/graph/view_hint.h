// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Why something is not to be seen in a graph, and what brings it there; in the lower left corner.
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace metainfer::widgets {

class ViewHint : public QFrame {
    Q_OBJECT

  public:
    explicit ViewHint(QWidget* view);
    /// An empty text hides it, an empty action its button.
    void setTexts(const QString& title, const QString& text, const QString& action = {});

  signals:
    void actionChosen();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void place();

    QLabel *m_title, *m_text;
    QPushButton* m_action;
};

} // namespace metainfer::widgets
