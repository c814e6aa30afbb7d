// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// An editor for YAML: line numbers, colours, and marks where something is wrong. It keeps no undo
// history of its own.
#pragma once

#include "hardware/profile_problem.h"

#include <QPlainTextEdit>

class QSyntaxHighlighter;

namespace metainfer::widgets {

class YamlEditor : public QPlainTextEdit {
    Q_OBJECT

  public:
    explicit YamlEditor(QWidget* parent = nullptr);

    /// Replaces only what differs, so that cursor and scroll position stay.
    void showText(const QString& text);
    void setProblems(const std::vector<ProfileProblem>& problems);
    void goToLine(int line);

  signals:
    void typed(const QString& text);
    void undoAsked();
    void redoAsked();

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    class Margin;
    int marginWidth() const;
    void layOutMargin();
    void paintMargin(QPaintEvent* event);
    void markProblems();
    QString problemText(int line) const;

    Margin* m_margin;
    QSyntaxHighlighter* m_highlighter;
    std::vector<ProfileProblem> m_problems;
    bool m_showing = false; ///< the text is set by the program
};

} // namespace metainfer::widgets
