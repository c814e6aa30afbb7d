// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Which devices have lost their connection while something uses them, and when they are back.
#pragma once

#include "bridge/jobs.h"

#include "engine/commands.h"

#include <QMap>
#include <QObject>
#include <QStringList>

#include <memory>

namespace metainfer::workbench {

class LinkWatch : public QObject {
    Q_OBJECT

  public:
    LinkWatch(engine::Commands& engine, Jobs& jobs, QObject* parent = nullptr);
    ~LinkWatch() override;

    /// Takes the remarks "device_link" out of an engine's events, on any thread, also when this is
    /// gone.
    engine::EventSink sink() const;

    /// The text of a remark "device_link": "kitchen: the connection ended (…)". From then on the
    /// device's log is looked at until its connection is back, or given up.
    void note(const QString& remark);
    /// The device that such a remark is about.
    static QString deviceOf(const QString& remark);

    /// What is wrong with its connection, in the current language; empty when nothing is.
    QString trouble(const QString& device) const;
    /// "kitchen: connection lost, trying again", of all that have trouble, one line each.
    QStringList troubles() const;

  signals:
    void changed();
    void told(const QString& text); ///< it is back, or given up: worth a notice
    void wasLost(const QString& device);

  private:
    struct State {
        LinkState state = LinkState::Reconnecting;
        QString detail;
        bool operator==(const State&) const = default;
    };
    void look();
    void take(const QString& device, const State& now);

    engine::Commands& m_engine;
    Jobs& m_jobs;
    QTimer m_look;
    bool m_looking = false;
    QMap<QString, State> m_troubles;
    std::shared_ptr<LinkWatch*> m_self; ///< looked at in the GUI thread alone
};

} // namespace metainfer::workbench
