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
constexpr int kDaysInWeek = 7, kMinutesInDay = 24 * 60;

/// Times are kept in UTC, so that neither summer time nor a journey moves them.
QDateTime readTime(const QSettings& settings, const char* key) {
    return QDateTime::fromString(settings.value(key).toString(), Qt::ISODate).toLocalTime();
}

void writeTime(QSettings& settings, const char* key, const QDateTime& time) {
    if (time.isValid())
        settings.setValue(key, time.toUTC().toString(Qt::ISODate));
    else
        settings.remove(key);
}

} // namespace

ProbeSchedule::ProbeSchedule(QSettings& settings, Clock clock, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_clock(clock ? std::move(clock) : Clock(&QDateTime::currentDateTime)) {
    m_every = static_cast<Every>(std::clamp(settings.value("microbenchmarks/every", 0).toInt(), 0,
                                            static_cast<int>(Every::After)));
    if (const QTime at = settings.value("microbenchmarks/at").toTime(); at.isValid())
        m_at = at;
    m_day = std::clamp(settings.value("microbenchmarks/day", 1).toInt(), 1, kDaysInWeek);
    m_minutes =
        std::clamp(settings.value("microbenchmarks/minutes", m_minutes).toInt(), 1, kMinutesInDay);
    m_timer.setInterval(kTickMs);
    connect(&m_timer, &QTimer::timeout, this, &ProbeSchedule::tick);
    restore();
}

void ProbeSchedule::restore() {
    const QDateTime now = m_clock(), regular = firstAfter(now);
    const QDateTime kept = readTime(m_settings, "microbenchmarks/next");
    m_missed = readTime(m_settings, "microbenchmarks/missed");
    if (isOnce())
        return restoreOnce(kept, now);
    if (m_every == Every::Never || !kept.isValid())
        return plan(regular);
    if (kept > now) // later than a whole period: the clock was set back meanwhile
        return plan(std::min(kept, regular));
    if (!m_missed.isValid())
        m_missed = kept;
    plan(regular);
}

void ProbeSchedule::restoreOnce(const QDateTime& kept, const QDateTime& now) {
    if (kept.isValid() && kept > now)
        return plan(std::min(kept, firstAfter(now)));
    if (kept.isValid() && !m_missed.isValid())
        m_missed = kept;
    m_every = Every::Never;
    plan({});
}

void ProbeSchedule::set(Every every, QTime at, int minutes) {
    minutes = std::clamp(minutes > 0 ? minutes : m_minutes, 1, kMinutesInDay);
    if (every == m_every && at == m_at && minutes == m_minutes)
        return;
    if (every != m_every)
        m_day = m_clock().date().dayOfWeek();
    m_every = every;
    m_at = at;
    m_minutes = minutes;
    if (every == Every::Never)
        m_missed = {};
    plan(firstAfter(m_clock()));
}

QDateTime ProbeSchedule::firstAfter(const QDateTime& now) const {
    switch (m_every) {
    case Every::Never:
        break;
    case Every::Hour:
        return now.addSecs(3600);
    case Every::SixHours:
        return now.addSecs(6 * 3600);
    case Every::After:
        return now.addSecs(60 * m_minutes);
    case Every::Once:
    case Every::Day:
    case Every::Week: {
        QDateTime next(now.date(), m_at);
        while (next <= now || (m_every == Every::Week && next.date().dayOfWeek() != m_day))
            next = QDateTime(next.date().addDays(1), m_at);
        return next;
    }
    }
    return {};
}

void ProbeSchedule::plan(const QDateTime& next) {
    m_next = next;
    if (m_next.isValid())
        m_timer.start();
    else
        m_timer.stop();
    keep();
    emit changed();
}

void ProbeSchedule::keep() {
    if (m_every == Every::Never && !m_settings.contains("microbenchmarks/every"))
        return; // nobody ever planned anything
    m_settings.setValue("microbenchmarks/every", static_cast<int>(m_every));
    m_settings.setValue("microbenchmarks/at", m_at);
    m_settings.setValue("microbenchmarks/day", m_day);
    m_settings.setValue("microbenchmarks/minutes", m_minutes);
    writeTime(m_settings, "microbenchmarks/next", m_next);
    writeTime(m_settings, "microbenchmarks/missed", m_missed);
    m_settings.sync(); // a program that is killed has it too
}

void ProbeSchedule::forgetMissed() {
    if (!m_missed.isValid())
        return;
    m_missed = {};
    keep();
    emit changed();
}

void ProbeSchedule::miss() {
    if (m_missed.isValid())
        return;
    m_missed = m_clock();
    keep();
    emit changed();
}

void ProbeSchedule::tick() {
    if (!m_next.isValid() || m_clock() < m_next)
        return;
    if (isOnce())
        m_every = Every::Never;
    plan(firstAfter(m_clock())); // before the run: what it takes does not move the next one
    emit due();
}

} // namespace metainfer::workbench
