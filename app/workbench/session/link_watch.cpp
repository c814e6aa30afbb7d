// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Devices whose connection is lost.
#include "session/link_watch.h"

#include "session/engine_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace metainfer::workbench {
namespace {

constexpr int kLookMs = 400;

} // namespace

LinkWatch::LinkWatch(engine::Commands& engine, Jobs& jobs, QObject* parent)
    : QObject(parent)
    , m_engine(engine)
    , m_jobs(jobs)
    , m_self(std::make_shared<LinkWatch*>(this)) {
    m_look.setInterval(kLookMs);
    connect(&m_look, &QTimer::timeout, this, &LinkWatch::look);
}

LinkWatch::~LinkWatch() {
    *m_self = nullptr;
}

engine::EventSink LinkWatch::sink() const {
    return [self = m_self](const engine::Event& event) {
        const auto* remark = std::get_if<engine::Remark>(&event);
        if (!remark || remark->code != "device_link" || !qApp)
            return;
        QMetaObject::invokeMethod(
            qApp,
            [self, text = QString::fromStdString(remark->text)] {
                if (*self)
                    (*self)->note(text);
            },
            Qt::QueuedConnection);
    };
}

QString LinkWatch::deviceOf(const QString& remark) {
    return remark.left(std::max<qsizetype>(0, remark.indexOf(": ")));
}

void LinkWatch::note(const QString& remark) {
    const QString device = deviceOf(remark);
    if (device.isEmpty())
        return;
    const bool isNew = !m_troubles.contains(device);
    if (isNew) {
        m_troubles.insert(device, {LinkState::Reconnecting, remark.mid(device.size() + 2)});
        emit wasLost(device);
        emit changed();
    }
    m_look.start();
    look();
}

QString LinkWatch::trouble(const QString& device) const {
    const auto found = m_troubles.constFind(device);
    if (found == m_troubles.constEnd())
        return {};
    const QString why = EngineWords::text(found->detail);
    return why.isEmpty()
               ? tr("%1: connection lost, trying again", "device").arg(device)
               : tr("%1: connection lost, trying again (%2)", "device, why").arg(device, why);
}

QStringList LinkWatch::troubles() const {
    QStringList said;
    for (auto it = m_troubles.begin(); it != m_troubles.end(); ++it)
        said << tr("%1: connection lost, trying again", "device").arg(it.key());
    return said;
}

void LinkWatch::look() {
    if (m_looking || m_troubles.isEmpty())
        return;
    m_looking = true;
    using States = QMap<QString, State>;
    m_jobs.run<States>(
        {}, this,
        [&engine = m_engine, names = m_troubles.keys()](const JobContext&) {
            States states;
            for (const QString& name : names)
                if (const auto log = engine.deviceLog(name.toStdString()); !log.empty())
                    states.insert(name,
                                  {log.back().state, QString::fromStdString(log.back().text)});
            return states;
        },
        [this](const States& states) {
            m_looking = false;
            for (auto it = states.begin(); it != states.end(); ++it)
                take(it.key(), it.value());
            if (m_troubles.isEmpty())
                m_look.stop();
        });
}

void LinkWatch::take(const QString& device, const State& now) {
    const auto known = m_troubles.find(device);
    if (known == m_troubles.end() || *known == now)
        return;
    switch (now.state) {
    case LinkState::Connecting: // on its way back; what was wrong still stands
        return;
    case LinkState::Reconnecting:
        *known = now;
        return emit changed();
    case LinkState::Connected:
        m_troubles.erase(known);
        emit told(tr("%1: connected again").arg(device));
        return emit changed();
    case LinkState::Lost:
    case LinkState::Closed:
        m_troubles.erase(known);
        if (now.state == LinkState::Lost)
            emit told(tr("%1: the connection is given up. %2", "device, why")
                          .arg(device, EngineWords::text(now.detail)));
        return emit changed();
    }
}

} // namespace metainfer::workbench
