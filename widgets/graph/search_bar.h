// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Search in a graph: text, number of matches, previous, next, close.
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace metainfer::widgets {

class SearchBar : public QWidget {
    Q_OBJECT

  public:
    explicit SearchBar(QWidget* parent = nullptr);
    /// `current` counts from 0; -1 while none is shown yet.
    void setMatches(int current, int count);
    QString text() const;
    void setText(const QString& text);
    /// Shows itself and takes the keyboard.
    void start();

  signals:
    void searchAsked(const QString& text); ///< shortly after the last key
    void stepAsked(int step);              ///< +1 next, -1 previous
    void closed();

  protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void retranslate();
    void tint();
    void showCount();
    void askNow();

    QLineEdit* m_text;
    QLabel* m_count;
    QToolButton *m_previous, *m_next, *m_close;
    QTimer m_typing;
    int m_current = -1, m_matches = 0;
};

} // namespace metainfer::widgets
