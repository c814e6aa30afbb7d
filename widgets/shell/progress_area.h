// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The one place that shows running jobs: a bar, what it does and a cancel button each; those that a
// narrow window has no room for are in a menu.
#pragma once

#include <QWidget>

#include <map>

class QHBoxLayout;
class QLabel;
class QProgressBar;
class QToolButton;

namespace metainfer::widgets {

class ProgressArea : public QWidget {
    Q_OBJECT

  public:
    explicit ProgressArea(QWidget* parent = nullptr);
    /// Adds or updates a job's line; `fraction` below 0 = unknown.
    void showJob(quint64 job, const QString& title, const QString& what, double fraction);
    void remove(quint64 job);
    int count() const { return static_cast<int>(m_lines.size()); }

  signals:
    void cancelAsked(quint64 job);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    struct Line {
        QWidget* widget = nullptr;
        QLabel* text = nullptr;
        QProgressBar* bar = nullptr;
        QToolButton* cancel = nullptr;
        QString title, said; ///< said: with what it does
    };
    Line makeLine(quint64 job);
    void arrange();
    void retranslate();
    void showMore();

    QHBoxLayout* m_layout;
    QToolButton* m_more;
    std::map<quint64, Line> m_lines; ///< the oldest first
};

} // namespace metainfer::widgets
