// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Who measures, and who waits.
#include "devices/queue_page.h"

#include "session/engine_words.h"
#include "theme/wrapped_label.h"

#include <QDateTime>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

namespace metainfer::workbench {

using widgets::TableCell;

namespace {

/// In the time of this machine's place; as the device wrote it in the tip.
TableCell sinceCell(const measurement::LockOwner& owner) {
    const QString written = QString::fromStdString(owner.since);
    const QDateTime since = QDateTime::fromString(written, Qt::ISODate).toLocalTime();
    if (!since.isValid())
        return {written, {}, {}};
    return {QLocale().toString(since, QLocale::ShortFormat), since,
            QueuePage::tr("%1 (UTC)").arg(written)};
}

} // namespace

QueuePage::QueuePage(TelemetryPresenter& presenter, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_state(widgets::wrappedLabel(this))
    , m_file(widgets::wrappedLabel(this, "muted"))
    , m_title(widgets::wrappedLabel(this, "heading"))
    , m_queue(new widgets::RowTable(this)) {
    m_state->setObjectName("lockState");
    m_queue->setObjectName("lockQueue");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_state, m_file, m_title})
        layout->addWidget(widget);
    layout->addWidget(m_queue, 1);
    connect(&m_presenter, &TelemetryPresenter::looked, this, [this] {
        if (isVisible())
            showQueue();
    });
}

void QueuePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_presenter.start();
    showQueue();
}

void QueuePage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_presenter.stop();
}

void QueuePage::showQueue() {
    QList<QList<TableCell>> rows;
    const TelemetryLook* look = m_presenter.latest();
    const bool here = m_presenter.device() == "local";
    if (!look) {
        m_state->setText(tr("Looking…"));
    } else if (look->queueProblem) {
        m_state->setText(
            tr("✕ Who measures cannot be read: %1").arg(EngineWords::error(*look->queueProblem)));
    } else {
        m_state->setText(look->holder ? tr("● Measuring: %1").arg(ownerText(*look->holder))
                         : here       ? tr("○ Free: nobody measures on this machine.")
                                      : tr("○ Free: nobody measures on this device."));
        int place = 0;
        for (const measurement::LockOwner& one : look->queue)
            rows.append({{QString::number(++place), place, {}},
                         {QString::number(one.pid), one.pid, {}},
                         {EngineWords::text(one.what), {}, {}},
                         sinceCell(one)});
    }
    m_file->setText(
        here ? tr("One measurement at a time: all users and programs of this machine take "
                  "turns through %1.")
                   .arg(QString::fromStdString(measurement::MachineLock::defaultPath().string()))
             : tr("One measurement at a time: all who use this device take turns, also from other "
                  "machines. Times are of the device's own clock, shown in the time zone of this "
                  "machine."));
    m_title->setText(rows.isEmpty() ? tr("Nobody waits")
                                    : tr("Waiting for their turn: %1").arg(rows.size()));
    if (rows != m_waiting) {
        m_waiting = rows;
        m_queue->rows().setRows(std::move(rows));
        m_queue->setColumnWidth(0, 70);
        m_queue->setColumnWidth(1, 90);
        m_queue->setColumnWidth(3, 150);
        m_queue->stretch(2);
    }
}

void QueuePage::retranslate() {
    m_queue->rows().setHeaders({tr("Turn"), tr("Process"), tr("What"), tr("Waits since")});
    m_queue->setAccessibleName(tr("Those who wait for their turn"));
    m_queue->setEmptyText(tr("Who measures later stands here in line."));
    m_queue->stretch(2);
    showQueue();
}

} // namespace metainfer::workbench
