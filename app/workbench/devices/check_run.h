// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Testing or adding a device: its steps as they happen.
#pragma once

#include "bridge/jobs.h"

#include "engine/commands.h"

#include <QObject>

#include <memory>
#include <vector>

namespace metainfer::workbench {

struct CheckStep {
    enum class State { Working, Done, Failed, Stopped };
    QString text; ///< as the engine says it
    State state = State::Working;
    double seconds = 0;         ///< 0 = not worth telling
    std::optional<Error> error; ///< with what to do
    QString note;               ///< what came out, as the engine says it; may be empty
};

/// The steps as they can be told while the engine works: link messages stand before the step that
/// waits for them, like in the final answer.
class CheckSteps {
  public:
    explicit CheckSteps(QString device)
        : m_device(std::move(device)) {}
    void take(const engine::WorkDone& done);
    void take(const engine::DeviceCheck& check);
    void fail(const Error& error);
    const std::vector<CheckStep>& list() const { return m_steps; }
    /// What the present step does in detail; may be empty.
    const QString& detail() const { return m_detail; }

  private:
    QString m_device, m_detail;
    std::vector<CheckStep> m_steps;
    bool m_opening = false; ///< the last step waits for the connection
};

class CheckRun : public QObject {
    Q_OBJECT

  public:
    CheckRun(engine::Commands& engine, Jobs& jobs, QObject* parent = nullptr);
    ~CheckRun() override;

    void test(const QString& device);
    void add(const engine::AddDeviceRequest& request);
    void cancel();
    bool isRunning() const { return m_job != 0; }
    const QString& device() const { return m_device; }
    const CheckSteps& steps() const { return m_steps; }
    /// Null until it ended.
    const std::optional<Result<engine::DeviceCheck>>& answer() const { return m_answer; }
    bool passed() const { return m_answer && *m_answer && (*m_answer)->passed(); }
    bool wasCancelled() const;

  signals:
    void changed();
    void finished();

  private:
    struct Inbox;
    using Work = std::function<Result<engine::DeviceCheck>(const engine::EventSink&,
                                                           const CancellationToken&)>;
    void run(const QString& title, Work work);
    void collect();

    engine::Commands& m_engine;
    Jobs& m_jobs;
    Jobs::Id m_job = 0;
    QString m_device;
    CheckSteps m_steps{QString()};
    std::shared_ptr<Inbox> m_inbox;
    QTimer m_collect;
    std::optional<Result<engine::DeviceCheck>> m_answer;
};

} // namespace metainfer::workbench
