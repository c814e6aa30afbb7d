// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts what each event costs the GUI thread: its CPU time, and the time it stood still in a call
// that blocks. Both are the thread's own, as the kernel counts them, so that a busy machine makes
// no event slow.
#pragma once

#include <QApplication>
#include <QString>
#include <QThread>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

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
        m_worstBlocked = {};
        m_watching = true;
        m_events = 0;
    }
    /// Slowest first; the last ones are of no interest.
    const std::vector<Slow>& slowest() const { return m_slowest; }
    double worstMilliseconds() const {
        return m_slowest.empty() ? 0 : m_slowest.front().milliseconds;
    }
    /// The longest that one event waited for something (a file, a lock, another process).
    const Slow& worstBlocked() const { return m_worstBlocked; }
    qint64 events() const { return m_events; }
    QString report() const {
        QString text = QString("%1 events; stood still for %2 ms %3;")
                           .arg(m_events)
                           .arg(m_worstBlocked.milliseconds, 0, 'f', 1)
                           .arg(m_worstBlocked.what);
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
        const double begin = cpuMilliseconds(), stoodBefore = blockedMilliseconds();
        const bool done = QApplication::notify(receiver, event);
        const double total = cpuMilliseconds() - begin;
        const double stood = blockedMilliseconds() - stoodBefore;
        const Open own = m_open.back();
        m_open.pop_back();
        if (!m_open.empty()) {
            m_open.back().inner += total;
            m_open.back().hadInner = true; // an inner loop waits for events: no blocking call
        }
        // While an inner loop ran, the outer event's own waiting cannot be told from the loop's.
        note(total - own.inner, own.hadInner ? 0 : stood, what);
        return done;
    }

  private:
    struct Open {
        int level;
        double inner; ///< time of events in inner loops
        bool hadInner = false;
    };
    /// Wall time in which the thread neither ran nor waited for a processor.
    static double blockedMilliseconds() {
        static const int file = ::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
        char text[96] = {};
        if (file < 0 || ::pread(file, text, sizeof(text) - 1, 0) <= 0)
            return 0; // a kernel that does not count it
        unsigned long long ran = 0, waited = 0;
        if (std::sscanf(text, "%llu %llu", &ran, &waited) != 2)
            return 0;
        std::timespec now{};
        clock_gettime(CLOCK_MONOTONIC, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6 -
               static_cast<double>(ran + waited) / 1e6;
    }
    static double cpuMilliseconds() {
        std::timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
    }
    void note(double milliseconds, double blocked, const QString& what) {
        ++m_events;
        if (blocked > m_worstBlocked.milliseconds)
            m_worstBlocked = {blocked, what};
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
    Slow m_worstBlocked;
};

} // namespace metainfer::testing
