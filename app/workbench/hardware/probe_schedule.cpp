// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// When microbenchmarks start by themselves.
#include "hardware/probe_schedule.h"

#include <QSettings>

#include <algorithm>
#include <utility>

namespace metainfer::workbench {
namespace {

constexpr int kTickMs = 10'000;
constexpr int kDaysInWeek = 7;

} // namespace

ProbeSchedule::ProbeSchedule(QSettings& settings, Clock clock, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_clock(clock ? std::move(clock) : Clock(&QDateTime::currentDateTime)) {
    m_every =
        static_cast<Every>(std::clamp(settings.value("microbenchmarks/every", 0).toInt(), 0, 4));
    if (const QTime at = settings.value("microbenchmarks/at").toTime(); at.isValid())
        m_at = at;
    m_day = std::clamp(settings.value("microbenchmarks/day", 1).toInt(), 1, kDaysInWeek);
    m_timer.setInterval(kTickMs);
    connect(&m_timer, &QTimer::timeout, this, &ProbeSchedule::tick);
    plan();
}

void ProbeSchedule::set(Every every, QTime at) {
    if (every == m_every && at == m_at)
        return;
    if (every != m_every)
        m_day = m_clock().date().dayOfWeek();
    m_settings.setValue("microbenchmarks/day", m_day);
    m_every = every;
    m_at = at;
    m_settings.setValue("microbenchmarks/every", static_cast<int>(every));
    m_settings.setValue("microbenchmarks/at", at);
    plan();
}

void ProbeSchedule::plan() {
    const QDateTime now = m_clock();
    switch (m_every) {
    case Every::Never:
        m_next = {};
        break;
    case Every::Hour:
        m_next = now.addSecs(3600);
        break;
    case Every::SixHours:
        m_next = now.addSecs(6 * 3600);
        break;
    case Every::Day:
    case Every::Week:
        m_next = QDateTime(now.date(), m_at);
        while (m_next <= now || (m_every == Every::Week && m_next.date().dayOfWeek() != m_day))
            m_next = QDateTime(m_next.date().addDays(1), m_at);
        break;
    }
    if (m_next.isValid())
        m_timer.start();
    else
        m_timer.stop();
    emit changed();
}

void ProbeSchedule::tick() {
    if (!m_next.isValid() || m_clock() < m_next)
        return;
    plan(); // before the run: what it takes does not move the next one
    emit due();
}

} // namespace metainfer::workbench
