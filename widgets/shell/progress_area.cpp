// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The one place that shows running jobs.
#include "shell/progress_area.h"

#include "theme/theme.h"

#include <QEvent>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QToolButton>

namespace metainfer::widgets {
namespace {

constexpr std::size_t kShown = 2; ///< with a line of their own
constexpr int kTextOfOne = 360, kTextOfSeveral = 200, kBar = 120;

} // namespace

ProgressArea::ProgressArea(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QHBoxLayout(this))
    , m_more(new QToolButton(this)) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_more->setObjectName("moreJobs");
    m_more->setAutoRaise(true);
    m_more->hide();
    m_layout->addWidget(m_more);
    connect(m_more, &QToolButton::clicked, this, &ProgressArea::showMore);
    retranslate();
}

ProgressArea::Line ProgressArea::makeLine(quint64 job) {
    Line line;
    line.widget = new QWidget(this);
    line.widget->setObjectName(QString("job_%1").arg(job));
    auto* layout = new QHBoxLayout(line.widget);
    layout->setContentsMargins(4, 0, 4, 0);
    line.text = new QLabel(line.widget);
    line.bar = new QProgressBar(line.widget);
    line.bar->setFixedWidth(kBar);
    line.bar->setTextVisible(false);
    line.cancel = new QToolButton(line.widget);
    line.cancel->setObjectName("cancel");
    line.cancel->setIcon(themedIcon("cancel", palette()));
    line.cancel->setAutoRaise(true);
    layout->addWidget(line.text);
    layout->addWidget(line.bar);
    layout->addWidget(line.cancel);
    connect(line.cancel, &QToolButton::clicked, this, [this, job] { emit cancelAsked(job); });
    m_layout->insertWidget(m_layout->count() - 1, line.widget);
    return line;
}

void ProgressArea::showJob(quint64 job, const QString& title, const QString& what,
                           double fraction) {
    const bool isNew = !m_lines.contains(job);
    if (isNew)
        m_lines.emplace(job, makeLine(job));
    Line& line = m_lines[job];
    line.title = title;
    line.said = what.isEmpty() ? title : tr("%1: %2").arg(title, what);
    line.bar->setRange(0, fraction < 0 ? 0 : 1000);
    line.bar->setValue(fraction < 0 ? 0 : static_cast<int>(fraction * 1000));
    line.bar->setAccessibleName(title);
    line.cancel->setToolTip(tr("Cancel %1").arg(title));
    line.cancel->setAccessibleName(line.cancel->toolTip());
    arrange();
}

void ProgressArea::remove(quint64 job) {
    const auto it = m_lines.find(job);
    if (it == m_lines.end())
        return;
    it->second.widget->hide();
    it->second.widget->deleteLater();
    m_lines.erase(it);
    arrange();
}

void ProgressArea::arrange() {
    const int width = m_lines.size() > 1 ? kTextOfSeveral : kTextOfOne;
    std::size_t index = 0;
    QStringList hidden;
    for (auto& [job, line] : m_lines) {
        const bool shown = index++ < kShown;
        line.widget->setVisible(shown);
        line.text->setText(fontMetrics().elidedText(line.said, Qt::ElideRight, width));
        line.text->setToolTip(line.said);
        if (!shown)
            hidden << line.said;
    }
    m_more->setVisible(!hidden.isEmpty());
    m_more->setText(tr("+%1", "so many jobs more").arg(hidden.size()));
    m_more->setToolTip(hidden.join('\n'));
}

void ProgressArea::showMore() {
    QMenu menu(this);
    std::size_t index = 0;
    for (const auto& [job, line] : m_lines)
        if (index++ >= kShown)
            menu.addAction(themedIcon("cancel", palette()), tr("Cancel %1").arg(line.title), this,
                           [this, id = job] { emit cancelAsked(id); });
    menu.exec(m_more->mapToGlobal(QPoint(0, -menu.sizeHint().height())));
}

void ProgressArea::retranslate() {
    setAccessibleName(tr("Running jobs"));
    m_more->setAccessibleName(tr("More running jobs"));
}

void ProgressArea::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        for (auto& [job, line] : m_lines)
            line.cancel->setIcon(themedIcon("cancel", palette()));
    QWidget::changeEvent(event);
}

} // namespace metainfer::widgets
