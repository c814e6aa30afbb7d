// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The stages of a run.
#include "session/stage_list.h"

#include "session/number_words.h"
#include "theme/colors.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>

namespace metainfer::widgets {

StageList::StageList(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QGridLayout(this)) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setVerticalSpacing(4);
    m_layout->setColumnStretch(1, 1);
}

void StageList::setStages(const QList<StageRow>& stages) {
    if (stages == m_stages)
        return;
    m_stages = stages;
    while (m_lines.size() < m_stages.size()) {
        const int row = static_cast<int>(m_lines.size());
        Line line{new QLabel(this), new QLabel(this), new QLabel(this)};
        line.sign->setFixedWidth(18);
        line.sign->setAlignment(Qt::AlignCenter);
        line.time->setProperty("role", "muted");
        line.time->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        line.time->setMinimumWidth(fontMetrics().horizontalAdvance("00 min 00 s"));
        m_layout->addWidget(line.sign, row, 0);
        m_layout->addWidget(line.name, row, 1);
        m_layout->addWidget(line.time, row, 2);
        m_lines.append(line);
    }
    refresh();
}

void StageList::refresh() {
    const Colors& colors = Colors::of(this);
    for (qsizetype i = 0; i < m_lines.size(); ++i) {
        const StageRow row = i < m_stages.size() ? m_stages[i] : StageRow{};
        QString sign, said;
        QColor color = colors.textMuted;
        switch (row.state) {
        case StageState::Waiting:
            sign = "○";
            said = tr("%1: to come").arg(row.name);
            break;
        case StageState::Working:
            sign = "▶";
            color = colors.accent;
            said = tr("%1: at work").arg(row.name);
            break;
        case StageState::Done:
            sign = "✓";
            color = colors.success;
            said = tr("%1: done").arg(row.name);
            break;
        case StageState::Stopped:
            sign = "■";
            color = colors.warning;
            said = tr("%1: stopped here").arg(row.name);
            break;
        }
        const Line& line = m_lines[i];
        line.sign->setText(sign);
        QPalette palette = line.sign->palette();
        palette.setColor(QPalette::WindowText, color);
        line.sign->setPalette(palette);
        line.name->setText(row.name);
        QFont font = line.name->font();
        font.setBold(row.state == StageState::Working);
        line.name->setFont(font);
        line.name->setAccessibleName(said);
        line.time->setText(row.seconds < 0 ? QString() : NumberWords::seconds(row.seconds));
    }
}

void StageList::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange)
        refresh();
    QWidget::changeEvent(event);
}

} // namespace metainfer::widgets
