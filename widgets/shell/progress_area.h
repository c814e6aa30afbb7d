// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The one place that shows running jobs: a bar, what it does, time left and a cancel button each.
#pragma once

#include <QHash>
#include <QWidget>

class QHBoxLayout;

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

  private:
    struct Line;
    QHBoxLayout* m_layout;
    QHash<quint64, Line*> m_lines;
};

} // namespace metainfer::widgets
