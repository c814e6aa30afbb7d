// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Testing or adding a device.
#include "devices/check_run.h"

#include <mutex>
#include <utility>

namespace metainfer::workbench {
namespace {

constexpr int kCollectMs = 100;

} // namespace

void CheckSteps::take(const engine::WorkDone& done) {
    QString text = QString::fromStdString(done.what);
    const QString prefix = m_device + ": ";
    const bool isLink = text.startsWith(prefix);
    if (isLink)
        text = text.mid(prefix.size());
    // A fraction tells how far a step is; that somebody else measures is no step either.
    if (done.fraction >= 0 || text.startsWith("waiting: ")) {
        m_detail = text;
        return;
    }
    m_detail.clear();
    if (text.isEmpty())
        return;
    if (isLink && m_opening) {
        m_steps.insert(m_steps.end() - 1, {text, CheckStep::State::Done, 0, {}, {}});
        return;
    }
    if (isLink && m_steps.empty()) {
        m_steps.push_back({text, CheckStep::State::Done, 0, {}, {}});
        return;
    }
    if (isLink) // while a later step works: it explains why that takes so long
        return (void)(m_detail = text);
    for (CheckStep& step : m_steps)
        if (step.state == CheckStep::State::Working)
            step.state = CheckStep::State::Done;
    m_opening = text == "open " + m_device;
    m_steps.push_back({text, CheckStep::State::Working, 0, {}, {}});
}

void CheckSteps::take(const engine::DeviceCheck& check) {
    m_steps.clear();
    m_detail.clear();
    for (const engine::DeviceStep& step : check.steps) {
        const QString text = QString::fromStdString(step.what);
        if (text.isEmpty()) // "connected" without more to say
            continue;
        m_steps.push_back({text,
                           !step.error                                ? CheckStep::State::Done
                           : step.error->code == ErrorCode::Cancelled ? CheckStep::State::Stopped
                                                                      : CheckStep::State::Failed,
                           step.seconds, step.error, QString::fromStdString(step.note)});
    }
}

void CheckSteps::fail(const Error& error) {
    m_detail.clear();
    const bool cancelled = error.code == ErrorCode::Cancelled;
    const auto state = cancelled ? CheckStep::State::Stopped : CheckStep::State::Failed;
    if (!m_steps.empty() && m_steps.back().state == CheckStep::State::Working) {
        m_steps.back().state = state;
        m_steps.back().error = error;
        return;
    }
    m_steps.push_back({QString::fromStdString(error.message), state, 0, error, {}});
}

struct CheckRun::Inbox {
    std::mutex mutex;
    std::vector<engine::WorkDone> events;
};

CheckRun::CheckRun(engine::Commands& engine, Jobs& jobs, QObject* parent)
    : QObject(parent)
    , m_engine(engine)
    , m_jobs(jobs) {
    m_collect.setInterval(kCollectMs);
    connect(&m_collect, &QTimer::timeout, this, &CheckRun::collect);
}

CheckRun::~CheckRun() {
    cancel(); // nobody is there any more to see what comes of it
}

void CheckRun::test(const QString& device) {
    m_device = device;
    run(tr("Testing %1").arg(device),
        [&engine = m_engine, name = device.toStdString()](const engine::EventSink& events,
                                                          const CancellationToken& cancel) {
            return engine.testDevice(name, events, cancel);
        });
}

void CheckRun::add(const engine::AddDeviceRequest& request) {
    m_device = QString::fromStdString(request.entry.name);
    run(tr("Adding %1").arg(m_device),
        [&engine = m_engine, request](const engine::EventSink& events,
                                      const CancellationToken& cancel) {
            return engine.addDevice(request, events, cancel);
        });
}

void CheckRun::run(const QString& title, Work work) {
    if (isRunning())
        return;
    m_steps = CheckSteps(m_device);
    m_answer.reset();
    m_inbox = std::make_shared<Inbox>();
    using Answer = Result<engine::DeviceCheck>;
    m_job = m_jobs.run<Answer>(
        title, this,
        [work = std::move(work), inbox = m_inbox](const JobContext& context) {
            const engine::EventSink events = [&](const engine::Event& event) {
                const auto* done = std::get_if<engine::WorkDone>(&event);
                if (!done)
                    return;
                context.progress({done->fraction, done->what});
                const std::lock_guard lock(inbox->mutex);
                inbox->events.push_back(*done);
            };
            return work(events, context.cancel);
        },
        [this](Answer answer) {
            m_collect.stop();
            collect();
            m_job = 0;
            if (answer)
                m_steps.take(*answer);
            else
                m_steps.fail(answer.error());
            m_answer = std::move(answer);
            emit changed();
            emit finished();
        });
    m_collect.start();
    emit changed();
}

void CheckRun::cancel() {
    if (m_job)
        m_jobs.cancel(m_job);
}

bool CheckRun::wasCancelled() const {
    if (!m_answer)
        return false;
    const Error* error = !*m_answer ? &m_answer->error() : (*m_answer)->error();
    return error && error->code == ErrorCode::Cancelled;
}

void CheckRun::collect() {
    std::vector<engine::WorkDone> fresh;
    {
        const std::lock_guard lock(m_inbox->mutex);
        fresh.swap(m_inbox->events);
    }
    for (const engine::WorkDone& done : fresh)
        m_steps.take(done);
    if (!fresh.empty())
        emit changed();
}

} // namespace metainfer::workbench
