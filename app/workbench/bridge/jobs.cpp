// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Long work off the GUI thread.
#include "bridge/jobs.h"

namespace metainfer::workbench {

struct Jobs::Running {
    QString title;
    QPointer<QObject> receiver;
    bool hadReceiver = false;
    CancellationToken cancel;
    std::function<void()> done;
    std::mutex mutex; ///< guards the two below
    Progress progress;
    bool changed = true;
};

Jobs::Jobs(QObject* parent)
    : QObject(parent) {
    // Jobs wait for devices and disks far more than they compute. Those that a person started and
    // watches each get a thread: the device itself says whose turn it is.
    m_quick.setMaxThreadCount(8);
    m_long.setMaxThreadCount(256);
    m_long.setExpiryTimeout(5000);
    m_shown.setInterval(100);
    connect(&m_shown, &QTimer::timeout, this, &Jobs::showProgress);
}

Jobs::~Jobs() {
    cancelAll();
    m_long.waitForDone();
    m_quick.waitForDone();
}

Jobs::Id Jobs::start(const QString& title, QObject* receiver,
                     std::function<void(const JobContext&)> work, std::function<void()> done,
                     bool mayWait) {
    const Id id = ++m_last;
    auto running = std::make_shared<Running>();
    running->title = title;
    running->receiver = receiver;
    running->hadReceiver = receiver != nullptr;
    running->done = std::move(done);
    m_running.emplace(id, running);
    JobContext context{running->cancel, [running](const Progress& progress) {
                           const std::lock_guard lock(running->mutex);
                           running->progress = progress;
                           running->changed = true;
                       }};
    if (!title.isEmpty()) {
        emit progressed(id, title, {}, -1);
        m_shown.start();
    }
    QThreadPool& threads = title.isEmpty() && !mayWait ? m_quick : m_long;
    threads.start([this, id, context = std::move(context), work = std::move(work)] {
        work(context);
        QMetaObject::invokeMethod(
            this, [this, id] { finish(id); }, Qt::QueuedConnection);
    });
    return id;
}

void Jobs::finish(Id job) {
    const auto it = m_running.find(job);
    const auto running = it->second;
    m_running.erase(it);
    if (m_running.empty())
        m_shown.stop();
    emit ended(job);
    if (!running->hadReceiver || running->receiver)
        running->done();
}

void Jobs::showProgress() {
    for (const auto& [id, running] : m_running) {
        if (running->title.isEmpty())
            continue;
        Progress progress;
        {
            const std::lock_guard lock(running->mutex);
            if (!std::exchange(running->changed, false))
                continue;
            progress = running->progress;
        }
        emit progressed(id, running->title, QString::fromStdString(progress.what),
                        progress.fraction);
    }
}

void Jobs::cancel(Id job) {
    if (const auto it = m_running.find(job); it != m_running.end())
        it->second->cancel.cancel();
    emit cancelAsked();
}

void Jobs::cancelAll() {
    for (const auto& [id, running] : m_running)
        running->cancel.cancel();
    emit cancelAsked();
}

} // namespace metainfer::workbench
