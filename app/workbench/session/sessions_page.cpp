// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// All open sessions side by side.
#include "session/sessions_page.h"

#include "session/session_card.h"
#include "session/workspace.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace metainfer::workbench {

SessionsPage::SessionsPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_title(new QLabel(this))
    , m_row(new QHBoxLayout) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(10);
    m_title->setProperty("role", "title");
    layout->addWidget(m_title);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* inside = new QWidget(scroll);
    inside->setLayout(m_row);
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(12);
    m_row->addStretch(1);
    scroll->setWidget(inside);
    layout->addWidget(scroll, 1);
    connect(&workspace, &Workspace::sessionsChanged, this, &SessionsPage::follow);
    retranslate();
    follow();
}

/// Keeps the cards of sessions that stay, so that a running one does not flicker.
void SessionsPage::follow() {
    const auto& sessions = m_workspace.sessions();
    QList<SessionCard*> kept;
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        SessionPresenter* session = sessions[i].get();
        const auto it = std::find_if(m_cards.begin(), m_cards.end(),
                                     [&](SessionCard* card) { return card->session() == session; });
        if (it != m_cards.end()) {
            kept << *it;
            continue;
        }
        auto* card = new SessionCard(*session, this);
        connect(card, &SessionCard::showAsked, this, [this, card] {
            for (std::size_t at = 0; at < m_workspace.sessions().size(); ++at)
                if (m_workspace.sessions()[at].get() == card->session())
                    m_workspace.showSession(at);
        });
        connect(card, &SessionCard::resumeAsked, this, [this, card] {
            if (card->session())
                m_workspace.resume(*card->session());
        });
        kept << card;
        m_row->insertWidget(m_row->count() - 1, card); // before the stretch
    }
    for (SessionCard* card : std::as_const(m_cards))
        if (!kept.contains(card)) {
            card->hide();
            card->deleteLater();
        }
    m_cards = kept;
}

void SessionsPage::retranslate() {
    m_title->setText(tr("Open sessions side by side"));
}

void SessionsPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace metainfer::workbench
