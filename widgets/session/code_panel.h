// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Read-only text in a fixed-width font with its title and a copy button: YAML, commands.
#pragma once

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QToolButton;

namespace metainfer::widgets {

class CodePanel : public QWidget {
    Q_OBJECT

  public:
    /// `lines` > 0 fixes the height to so many lines; 0 fills what there is.
    explicit CodePanel(int lines, QWidget* parent = nullptr);
    void setTitle(const QString& title);
    /// Keeps the scroll position when the text changes.
    void setText(const QString& text);
    QString text() const;
    void setPlaceholder(const QString& text);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void retranslate();

    QLabel* m_title;
    QToolButton* m_copy;
    QPlainTextEdit* m_text;
};

} // namespace metainfer::widgets
