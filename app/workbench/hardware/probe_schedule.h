// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// When microbenchmarks start by themselves while the window is open.
#pragma once

#include <QDateTime>
#include <QObject>
#include <QTime>
#include <QTimer>

#include <functional>

class QSettings;

namespace metainfer::workbench {

class ProbeSchedule : public QObject {
    Q_OBJECT

  public:
    enum class Every { Never, Hour, SixHours, Day, Week };
    using Clock = std::function<QDateTime()>;

    /// Goes on with what was set last; a run that was missed while the window was closed is left
    /// out.
    explicit ProbeSchedule(QSettings& settings, Clock clock = {}, QObject* parent = nullptr);

    /// `at` counts for days and weeks; weeks are of today's day.
    void set(Every every, QTime at);
    Every every() const { return m_every; }
    QTime at() const { return m_at; }
    int dayOfWeek() const { return m_day; } ///< 1 = Monday
    /// Invalid when nothing is planned.
    QDateTime next() const { return m_next; }
    /// Looks at the clock; called by a timer.
    void tick();

  signals:
    void due();
    void changed(); ///< what is planned

  private:
    void plan();

    QSettings& m_settings;
    Clock m_clock;
    Every m_every = Every::Never;
    QTime m_at{3, 0};
    int m_day = 1;
    QDateTime m_next;
    QTimer m_timer;
};

} // namespace metainfer::workbench
