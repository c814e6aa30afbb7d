// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// One session in a narrow column.
#include "session/session_card.h"

#include "plot/plot_view.h"
#include "session/number_words.h"
#include "session/session_words.h"
#include "theme/wrapped_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace metainfer::workbench {
namespace {

constexpr int kWidth = 340;

} // namespace

std::vector<double> bestCurve(const SessionPresenter& session) {
    std::vector<double> curve;
    const auto take = [&](double ratio) {
        if (std::isfinite(ratio) && ratio > 0)
            curve.push_back(std::min(ratio, curve.empty() ? 1.0 : curve.back()));
    };
    for (const double ratio : session.ratios())
        take(ratio);
    if (!curve.empty() || !session.content() || !session.content()->decision)
        return curve;
    for (const Json& candidate :
         jsonValue(*session.content()->decision, "candidates", Json::array()))
        if (const Json ratio = jsonValue(candidate, "ratio", Json());
            ratio.is_object() && jsonValue(candidate, "feasible", false))
            take(jsonValue(ratio, "value", 0.0));
    return curve;
}

void BestCurve::prepare(widgets::PlotView& plot, const QString& name) {
    plot.setObjectName(name);
    plot.setLegendVisible(false);
    plot.setAccessibleName(tr("Best so far"));
    plot.setEmptyText(tr("The curve starts with the first measured candidate."));
    plot.setContent({}, {}, {});
}

void BestCurve::show(widgets::PlotView& plot, const std::vector<double>& curve) {
    if (!plot.series().empty() && plot.series().front().y == curve)
        return;
    widgets::PlotSeries series;
    series.kind = widgets::PlotSeries::Kind::Step;
    series.name = tr("Best so far");
    series.markers = curve.size() < 60;
    for (std::size_t i = 0; i < curve.size(); ++i) {
        series.x.push_back(static_cast<double>(i + 1));
        series.y.push_back(curve[i]);
    }
    widgets::PlotAxis across, up;
    across.title = tr("Measured candidates");
    across.range = {0, std::max(4.0, static_cast<double>(curve.size()) + 0.5)};
    up.title = tr("Best time / original's");
    plot.setContent(across, up, {series});
}

SessionCard::SessionCard(SessionPresenter& session, QWidget* parent)
    : QFrame(parent)
    , m_session(&session)
    , m_title(widgets::wrappedLabel(this, "heading"))
    , m_state(new QLabel(this))
    , m_subject(widgets::wrappedLabel(this, "muted"))
    , m_what(widgets::wrappedLabel(this, "muted"))
    , m_failure(widgets::wrappedLabel(this, "error"))
    , m_best(widgets::wrappedLabel(this))
    , m_counts(widgets::wrappedLabel(this, "muted"))
    , m_bar(new QProgressBar(this))
    , m_curve(new widgets::PlotView(this))
    , m_show(new QPushButton(this))
    , m_pause(new QPushButton(this))
    , m_resume(new QPushButton(this)) {
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setFixedWidth(kWidth);
    m_title->setObjectName("cardTitle");
    m_best->setObjectName("cardBest");
    m_show->setObjectName("cardShow");
    m_pause->setObjectName("cardPause");
    m_resume->setObjectName("cardResume");
    m_bar->setRange(0, 1000);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(8);
    m_curve->setMinimumHeight(180);
    m_curve->setMaximumHeight(480);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(6);
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_state, 0, Qt::AlignTop);
    column->addLayout(head);
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_subject, m_bar, m_what, m_failure, m_best, m_counts})
        column->addWidget(part);
    column->addWidget(m_curve, 100);
    column->addStretch(1); // what the curve does not take
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_show, m_pause, m_resume})
        buttons->addWidget(button);
    buttons->addStretch(1);
    column->addLayout(buttons);
    connect(m_show, &QPushButton::clicked, this, &SessionCard::showAsked);
    connect(m_resume, &QPushButton::clicked, this, &SessionCard::resumeAsked);
    connect(m_pause, &QPushButton::clicked, this, [this] {
        if (m_session)
            m_session->cancel();
        m_pause->setEnabled(false);
    });
    connect(&session, &SessionPresenter::eventsAdded, this, &SessionCard::refresh);
    connect(&session, &SessionPresenter::stateChanged, this, &SessionCard::refresh);
    connect(&session, &SessionPresenter::contentChanged, this, &SessionCard::refresh);
    retranslate();
}

void SessionCard::refresh() {
    if (!m_session)
        return;
    const auto content = m_session->content();
    const bool running = m_session->isRunning();
    m_title->setText(m_session->title());
    m_title->setToolTip(QString::fromStdString(m_session->folder().string()));
    m_state->setText(SessionWords::headline(*m_session));
    m_subject->setText(
        content ? tr("%1 on %2", "model, target")
                      .arg(QString::fromStdString(std::filesystem::path(content->info.modelPath)
                                                      .parent_path()
                                                      .filename()
                                                      .string()),
                           QString::fromStdString(content->info.hardwareName))
                : QString());
    m_bar->setVisible(running);
    const QString failure = SessionWords::failure(*m_session);
    m_failure->setText(failure);
    m_failure->setVisible(!failure.isEmpty());
    const bool stopped = m_session->canGoOn() && !m_session->events().empty();
    m_what->setVisible(running || stopped);
    if (stopped)
        m_what->setText(tr("Stopped in: %1", "stage").arg(SessionWords::stage(m_session->stage())));
    const engine::WorkDone& progress = m_session->progress();
    if (running) {
        m_bar->setValue(static_cast<int>(progress.fraction * 1000));
        m_what->setText(
            progress.remainingSeconds
                ? tr("%1, about %2 left", "what is done, time")
                      .arg(SessionWords::work(progress.what),
                           widgets::NumberWords::seconds(std::max(1.0, *progress.remainingSeconds)))
                : SessionWords::work(progress.what));
    }
    const auto& best = m_session->best();
    m_best->setText(m_session->isDone() && content->decision
                        ? SessionWords::answer(*content->decision)
                    : best ? tr("Best so far: %1, %2 of the original's score")
                                 .arg(QString::fromStdString(best->id))
                                 .arg(best->ratio, 0, 'f', 3)
                           : tr("Nothing better than the original yet"));
    m_pause->setVisible(running);
    m_pause->setEnabled(running);
    m_resume->setText(content ? tr("Resume") : tr("Try again"));
    m_resume->setVisible(m_session->canGoOn());
    for (QPushButton* button : {m_show, m_pause, m_resume})
        button->setAccessibleName(
            tr("%1: %2", "action, session").arg(button->text(), m_title->text()));
    refreshCurve();
}

void SessionCard::refreshCurve() {
    const auto curve = bestCurve(*m_session);
    const CandidateTally tally = m_session->tally();
    m_counts->setText(
        tr("Candidates measured: %1, dropped out: %2").arg(tally.measured).arg(tally.droppedOut));
    BestCurve::show(*m_curve, curve);
}

void SessionCard::retranslate() {
    m_show->setText(tr("Show"));
    m_pause->setText(tr("Pause"));
    m_bar->setAccessibleName(tr("Progress of the adaptation"));
    BestCurve::prepare(*m_curve, "cardCurve");
    refresh();
}

void SessionCard::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

} // namespace metainfer::workbench
