// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Long work off the GUI thread: started here, cancelled here, its result delivered on the GUI
// thread.
#pragma once

#include "base/cancellation.h"
#include "base/progress.h"
#include "base/result.h"

#include <QObject>
#include <QPointer>
#include <QString>
#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace metainfer::workbench {

/// What the work of a job may use, on its own thread.
struct JobContext {
    CancellationToken cancel;
    ProgressSink progress; ///< shown at most ten times a second
};

class Jobs : public QObject {
    Q_OBJECT

  public:
    using Id = quint64;

    explicit Jobs(QObject* parent = nullptr);
    /// Cancels everything and waits for it.
    ~Jobs() override;

    /// Runs `work` on a thread; then `done(result)` on this object's thread, unless `receiver` is
    /// gone. An untitled job is not shown (quick reads); it never waits for a titled one, however
    /// many of those are at work or wait for a device.
    template <typename T>
    Id run(const QString& title, QObject* receiver, std::function<T(const JobContext&)> work,
           std::function<void(T)> done) {
        const auto result = std::make_shared<std::optional<T>>();
        return start(
            title, receiver,
            [result, work = std::move(work)](const JobContext& context) {
                result->emplace(work(context));
            },
            [result, done = std::move(done)] { done(std::move(**result)); });
    }

    /// Not shown either, but may wait for another machine for minutes: takes no thread from quick
    /// reads.
    template <typename T>
    Id runPatiently(QObject* receiver, std::function<T(const JobContext&)> work,
                    std::function<void(T)> done) {
        const auto result = std::make_shared<std::optional<T>>();
        return start(
            {}, receiver,
            [result, work = std::move(work)](const JobContext& context) {
                result->emplace(work(context));
            },
            [result, done = std::move(done)] { done(std::move(**result)); }, true);
    }

    void cancel(Id job);
    void cancelAll();
    bool isRunning(Id job) const { return m_running.contains(job); }
    int runningCount() const { return static_cast<int>(m_running.size()); }

  signals:
    void progressed(quint64 job, const QString& title, const QString& what, double fraction);
    void ended(quint64 job);
    void cancelAsked(); ///< of some job, or of all

  private:
    struct Running;
    Id start(const QString& title, QObject* receiver, std::function<void(const JobContext&)> work,
             std::function<void()> done, bool mayWait = false);
    void finish(Id job);
    void showProgress();

    QThreadPool m_quick, m_long; ///< reads; titled jobs and those that may wait
    QTimer m_shown;              ///< gathers what the threads report
    std::map<Id, std::shared_ptr<Running>> m_running;
    Id m_last = 0;
};

} // namespace metainfer::workbench
