// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The log of a device.
#include "devices/log_page.h"

#include "session/engine_words.h"
#include "session/row_table.h"
#include "theme/theme.h"
#include "theme/wrapped_label.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace metainfer::workbench {
namespace {

using widgets::CellTone;

QString kindText(DeviceEventKind kind) {
    switch (kind) {
    case DeviceEventKind::Began:
        return LogPage::tr("▶ begun");
    case DeviceEventKind::Ended:
        return LogPage::tr("■ ended");
    case DeviceEventKind::Throttled:
        return LogPage::tr("! throttled");
    case DeviceEventKind::Memory:
        return LogPage::tr("! memory");
    case DeviceEventKind::Clock:
        return LogPage::tr("! clock");
    case DeviceEventKind::Test:
        return LogPage::tr("○ test");
    }
    return {};
}

CellTone toneOf(LinkState state) {
    return state == LinkState::Connected      ? CellTone::Good
           : state == LinkState::Reconnecting ? CellTone::Warning
           : state == LinkState::Lost         ? CellTone::Bad
                                              : CellTone::Plain;
}

QString linkKind(LinkState state) {
    switch (state) {
    case LinkState::Connecting:
        return LogPage::tr("… connecting");
    case LinkState::Connected:
        return LogPage::tr("● connected");
    case LinkState::Reconnecting:
        return LogPage::tr("! reconnecting");
    case LinkState::Lost:
        return LogPage::tr("✕ lost");
    case LinkState::Closed:
        break;
    }
    return LogPage::tr("○ closed");
}

/// A state alone says nothing that its kind does not.
QString linkSentence(const engine::DeviceLogLine& line) {
    if (!line.text.empty() && line.text != engine::linkStateName(line.state))
        return EngineWords::text(line.text);
    switch (line.state) {
    case LinkState::Connected:
        return LogPage::tr("The connection is open.");
    case LinkState::Lost:
        return LogPage::tr("The connection was given up.");
    case LinkState::Closed:
        return LogPage::tr("The connection was closed.");
    default:
        return linkStateText(line.state);
    }
}

struct Line {
    QDateTime when;
    QString kind, text;
    CellTone tone = CellTone::Plain;
};

/// The link's lines and what was seen, oldest first; of one moment the link's come first.
std::vector<Line> merged(const std::vector<engine::DeviceLogLine>& log,
                         const std::deque<DeviceEvent>& events) {
    std::vector<Line> lines;
    for (const engine::DeviceLogLine& line : log)
        lines.push_back(
            {QDateTime::fromString(QString::fromStdString(line.at), Qt::ISODate).toLocalTime(),
             linkKind(line.state), linkSentence(line), toneOf(line.state)});
    for (const DeviceEvent& event : events)
        lines.push_back({event.when, kindText(event.kind), event.text, CellTone::Plain});
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line& a, const Line& b) { return a.when < b.when; });
    return lines;
}

} // namespace

LogPage::LogPage(DevicesPresenter& devices, TelemetryPresenter& telemetry, QWidget* parent)
    : QWidget(parent)
    , m_devices(devices)
    , m_telemetry(telemetry)
    , m_title(widgets::wrappedLabel(this, "heading"))
    , m_copy(new QToolButton(this))
    , m_log(new widgets::RowTable(this)) {
    m_log->setObjectName("deviceLog");
    m_copy->setObjectName("copyLog");
    m_copy->setAutoRaise(true);
    m_copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_copy);
    layout->addLayout(head);
    layout->addWidget(m_log, 1);
    connect(m_copy, &QToolButton::clicked, this, [this] {
        m_log->clearSelection(); // all of it
        QApplication::clipboard()->setText(m_log->copyText(true));
    });
    connect(&m_devices, &DevicesPresenter::logChanged, this, &LogPage::showLog);
    connect(&m_telemetry, &TelemetryPresenter::eventsChanged, this, &LogPage::showLog);
}

void LogPage::showLog() {
    QList<QList<widgets::TableCell>> rows;
    const std::vector<Line> lines = merged(m_devices.log(), m_telemetry.events());
    for (auto it = lines.rbegin(); it != lines.rend(); ++it)
        rows.append({{QLocale().toString(it->when.time(), "HH:mm:ss"), it->when, {}},
                     {it->kind, {}, {}, it->tone},
                     {it->text, {}, it->text}});
    m_title->setText(rows.isEmpty() ? tr("Nothing happened yet") : tr("Newest first"));
    m_copy->setEnabled(!rows.isEmpty());
    m_log->rows().setRows(std::move(rows));
    m_log->setColumnWidth(0, 90);
    m_log->setColumnWidth(1, 110);
    m_log->stretch(2);
}

void LogPage::retranslate() {
    m_copy->setText(tr("Copy all"));
    m_copy->setAccessibleName(tr("Copy the log"));
    m_copy->setToolTip(m_copy->accessibleName());
    m_copy->setIcon(widgets::themedIcon("copy", palette()));
    m_log->rows().setHeaders({tr("Time"), tr("Kind"), tr("What happened")});
    m_log->setAccessibleName(tr("Log of the device"));
    m_log->setEmptyText(tr("What the connection says, who measures and what the sensors notice "
                           "stands here while the device is looked at."));
    showLog();
}

void LogPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        m_copy->setIcon(widgets::themedIcon("copy", palette()));
    QWidget::changeEvent(event);
}

} // namespace metainfer::workbench
