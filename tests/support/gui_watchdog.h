// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts the CPU time that each event costs the GUI thread. Its own time, not the wall's: a busy
// machine makes no event slow.
#pragma once

#include <QApplication>
#include <QString>
#include <QThread>

#include <algorithm>
#include <ctime>
#include <vector>

namespace metainfer::testing {

class WatchedApplication : public QApplication {
  public:
    using QApplication::QApplication;

    struct Slow {
        double milliseconds = 0;
        QString what;
    };

    /// Events from now on are counted.
    void watch() {
        m_slowest.clear();
        m_watching = true;
        m_events = 0;
    }
    /// Slowest first; the last ones are of no interest.
    const std::vector<Slow>& slowest() const { return m_slowest; }
    double worstMilliseconds() const {
        return m_slowest.empty() ? 0 : m_slowest.front().milliseconds;
    }
    qint64 events() const { return m_events; }
    QString report() const {
        QString text = QString("%1 events;").arg(m_events);
        for (const Slow& slow : m_slowest)
            text += QString(" %1 ms %2;").arg(slow.milliseconds, 0, 'f', 1).arg(slow.what);
        return text;
    }

    bool notify(QObject* receiver, QEvent* event) override {
        const int level = QThread::currentThread()->loopLevel();
        // An event that is part of another one's work belongs to it; one that an inner event loop
        // delivers (a dialog's) is an event of its own.
        const bool counted = m_watching && QThread::currentThread() == thread() &&
                             (m_open.empty() || level > m_open.back().level);
        if (!counted)
            return QApplication::notify(receiver, event);
        const QString what = QString("%1 %2 type %3")
                                 .arg(receiver->metaObject()->className(), receiver->objectName())
                                 .arg(event->type());
        m_open.push_back({level, 0});
        const double begin = cpuMilliseconds();
        const bool done = QApplication::notify(receiver, event);
        const double total = cpuMilliseconds() - begin;
        const double own = total - m_open.back().inner;
        m_open.pop_back();
        if (!m_open.empty())
            m_open.back().inner += total;
        note(own, what);
        return done;
    }

  private:
    struct Open {
        int level;
        double inner; ///< time of events in inner loops
    };
    static double cpuMilliseconds() {
        std::timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
    }
    void note(double milliseconds, const QString& what) {
        ++m_events;
        m_slowest.push_back({milliseconds, what});
        std::sort(m_slowest.begin(), m_slowest.end(),
                  [](const Slow& a, const Slow& b) { return a.milliseconds > b.milliseconds; });
        if (m_slowest.size() > 5)
            m_slowest.resize(5);
    }

    bool m_watching = false;
    qint64 m_events = 0;
    std::vector<Open> m_open;
    std::vector<Slow> m_slowest;
};

} // namespace metainfer::testing
