// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The one place that shows running jobs.
#include "shell/progress_area.h"

#include "theme/theme.h"

#include <QFontMetrics>
#include <QHash>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

namespace metainfer::widgets {

struct ProgressArea::Line {
    QWidget* widget;
    QLabel* text;
    QProgressBar* bar;
};

ProgressArea::ProgressArea(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QHBoxLayout(this)) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    setAccessibleName(tr("Running jobs"));
}

void ProgressArea::showJob(quint64 job, const QString& title, const QString& what,
                           double fraction) {
    Line*& line = m_lines[job];
    if (!line) {
        line = new Line{new QWidget(this), nullptr, nullptr};
        line->widget->setObjectName(QString("job_%1").arg(job));
        auto* layout = new QHBoxLayout(line->widget);
        layout->setContentsMargins(4, 0, 4, 0);
        line->text = new QLabel(line->widget);
        line->bar = new QProgressBar(line->widget);
        line->bar->setFixedWidth(140);
        line->bar->setTextVisible(false);
        auto* cancel = new QToolButton(line->widget);
        cancel->setObjectName("cancel");
        cancel->setIcon(themedIcon("cancel", palette()));
        cancel->setAutoRaise(true);
        cancel->setToolTip(tr("Cancel %1").arg(title));
        cancel->setAccessibleName(cancel->toolTip());
        layout->addWidget(line->text);
        layout->addWidget(line->bar);
        layout->addWidget(cancel);
        m_layout->addWidget(line->widget);
        connect(cancel, &QToolButton::clicked, this, [this, job] { emit cancelAsked(job); });
    }
    const QString text = what.isEmpty() ? title : tr("%1: %2").arg(title, what);
    line->text->setText(fontMetrics().elidedText(text, Qt::ElideRight, 360));
    line->text->setToolTip(text);
    line->bar->setRange(0, fraction < 0 ? 0 : 1000);
    line->bar->setValue(fraction < 0 ? 0 : static_cast<int>(fraction * 1000));
    line->bar->setAccessibleName(title);
}

void ProgressArea::remove(quint64 job) {
    if (Line* line = m_lines.take(job)) {
        line->widget->deleteLater();
        delete line;
    }
}

} // namespace metainfer::widgets
