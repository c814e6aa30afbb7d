// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The steps of a check.
#include "devices/step_list.h"

#include "session/engine_words.h"
#include "session/number_words.h"
#include "theme/colors.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QScrollBar>
#include <QTimer>

namespace metainfer::workbench {
namespace {

constexpr double kShortest = 0.05; ///< seconds; what takes less is not worth a number

struct Look {
    QString sign, said;
    QColor color;
};

Look lookOf(const CheckStep& step, const widgets::Colors& colors) {
    const QString what = EngineWords::text(step.text);
    switch (step.state) {
    case CheckStep::State::Working:
        return {"▶", StepList::tr("%1: at work", "step").arg(what), colors.accent};
    case CheckStep::State::Done:
        return {"✓", StepList::tr("%1: done", "step").arg(what), colors.success};
    case CheckStep::State::Failed:
        return {"✕", StepList::tr("%1: failed", "step").arg(what), colors.danger};
    case CheckStep::State::Stopped:
        return {"■", StepList::tr("%1: stopped", "step").arg(what), colors.warning};
    }
    return {};
}

} // namespace

StepList::StepList(QWidget* parent)
    : QScrollArea(parent)
    , m_page(new QWidget)
    , m_layout(new QGridLayout(m_page)) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    m_layout->setContentsMargins(2, 4, 8, 4);
    m_layout->setVerticalSpacing(4);
    m_layout->setColumnStretch(1, 1);
    setWidget(m_page);
}

StepList::Line& StepList::line(qsizetype index) {
    while (m_lines.size() <= index) {
        Line made{new QLabel(m_page), new QLabel(m_page), new QLabel(m_page)};
        made.what->setWordWrap(true);
        made.what->setTextInteractionFlags(Qt::TextSelectableByMouse);
        made.what->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        made.time->setProperty("role", "muted");
        made.time->setAlignment(Qt::AlignRight | Qt::AlignTop);
        made.sign->setFixedWidth(18);
        const int row = static_cast<int>(m_lines.size());
        m_layout->setRowStretch(row, 0);
        m_layout->setRowStretch(row + 1, 1); // what is left lies below
        m_layout->addWidget(made.sign, row, 0, Qt::AlignTop);
        m_layout->addWidget(made.what, row, 1);
        m_layout->addWidget(made.time, row, 2, Qt::AlignTop);
        m_lines.append(made);
    }
    return m_lines[index];
}

void StepList::setSteps(const CheckSteps& steps) {
    m_steps = steps;
    refresh();
    // The newest step is what one waits for.
    QTimer::singleShot(0, this,
                       [this] { verticalScrollBar()->setValue(verticalScrollBar()->maximum()); });
}

void StepList::refresh() {
    const auto& colors = widgets::Colors::of(this);
    const auto& steps = m_steps.list();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const CheckStep& step = steps[i];
        const Look look = lookOf(step, colors);
        const Line& shown = line(static_cast<qsizetype>(i));
        QPalette palette = shown.sign->palette();
        palette.setColor(QPalette::WindowText, look.color);
        shown.sign->setPalette(palette);
        shown.sign->setText(look.sign);
        QString what = EngineWords::text(step.text);
        const bool last = i + 1 == steps.size();
        if (last && !m_steps.detail().isEmpty())
            what = tr("%1\n%2", "step, detail").arg(what, EngineWords::text(m_steps.detail()));
        if (!step.note.isEmpty())
            what = tr("%1\n%2", "step, detail").arg(what, EngineWords::text(step.note));
        if (step.error) {
            const QString why = EngineWords::text(step.error->message);
            if (why != what)
                what = tr("%1\n%2", "step, why it failed").arg(what, why);
            if (!step.error->hint.empty())
                what = tr("%1\nWhat to do: %2", "step and failure, remedy")
                           .arg(what, EngineWords::text(step.error->hint));
        }
        shown.what->setText(what);
        shown.what->setAccessibleName(look.said);
        shown.time->setText(step.seconds < kShortest ? QString()
                                                     : widgets::NumberWords::seconds(step.seconds));
        for (QLabel* part : {shown.sign, shown.what, shown.time})
            part->show();
    }
    for (qsizetype i = static_cast<qsizetype>(steps.size()); i < m_lines.size(); ++i)
        for (QLabel* part : {m_lines[i].sign, m_lines[i].what, m_lines[i].time})
            part->hide();
    setAccessibleName(tr("Steps of the check"));
    setAccessibleDescription(text());
}

QString StepList::text() const {
    QStringList lines;
    for (std::size_t i = 0; i < m_steps.list().size(); ++i) {
        const Line& shown = m_lines[static_cast<qsizetype>(i)];
        QString line = shown.sign->text() + ' ' + shown.what->text();
        if (!shown.time->text().isEmpty())
            line += " (" + shown.time->text() + ')';
        lines << line;
    }
    return lines.join('\n');
}

void StepList::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange)
        refresh();
    QScrollArea::changeEvent(event);
}

} // namespace metainfer::workbench
