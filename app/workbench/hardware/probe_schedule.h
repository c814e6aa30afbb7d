// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// When microbenchmarks start by themselves while the window is open, once or again and again, and
// which ones were missed while it was not.
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
    /// Once is the next time that the clock shows `at`, After a while from now; both end as Never.
    enum class Every { Never, Hour, SixHours, Day, Week, Once, After };
    using Clock = std::function<QDateTime()>;

    /// Goes on with what was set last: a run that is still to come keeps its time, one whose time
    /// passed while the window was closed is `missed`.
    explicit ProbeSchedule(QSettings& settings, Clock clock = {}, QObject* parent = nullptr);

    /// `at` counts for days, weeks and Once; weeks are of today's day. `minutes` counts for After.
    void set(Every every, QTime at, int minutes = 0);
    Every every() const { return m_every; }
    bool isOnce() const { return m_every == Every::Once || m_every == Every::After; }
    QTime at() const { return m_at; }
    int minutes() const { return m_minutes; }
    int dayOfWeek() const { return m_day; } ///< 1 = Monday
    /// Invalid when nothing is planned.
    QDateTime next() const { return m_next; }
    /// The first run that did not take place; invalid when none was. Kept over a restart until it
    /// is made up for or given up.
    QDateTime missed() const { return m_missed; }
    /// A run was started, or none is wanted: nothing is missed any more.
    void forgetMissed();
    /// Notes that the run of now could not be started.
    void miss();
    /// Looks at the clock; called by a timer.
    void tick();

  signals:
    void due();
    void changed(); ///< what is planned, what was missed

  private:
    QDateTime firstAfter(const QDateTime& now) const;
    void restore();
    void restoreOnce(const QDateTime& kept, const QDateTime& now);
    void plan(const QDateTime& next);
    void keep();

    QSettings& m_settings;
    Clock m_clock;
    Every m_every = Every::Never;
    QTime m_at{3, 0};
    int m_day = 1, m_minutes = 30;
    QDateTime m_next, m_missed;
    QTimer m_timer;
};

} // namespace metainfer::workbench
