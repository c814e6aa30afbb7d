// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a view shows while it has nothing to show.
#include "shell/empty_state.h"

#include "theme/theme.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace metainfer::widgets {

EmptyState::EmptyState(const QString& icon, QWidget* parent)
    : QWidget(parent)
    , m_iconName(icon)
    , m_icon(new QLabel(this))
    , m_title(new QLabel(this))
    , m_hint(new QLabel(this))
    , m_action(new QPushButton(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(2);
    m_icon->setAlignment(Qt::AlignCenter);
    m_title->setProperty("role", "title");
    m_title->setAlignment(Qt::AlignCenter);
    m_title->setWordWrap(true);
    m_hint->setProperty("role", "muted");
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    m_action->setProperty("role", "primary");
    m_action->hide();
    layout->addWidget(m_icon);
    layout->addWidget(m_title);
    layout->addWidget(m_hint);
    layout->addSpacing(8);
    layout->addWidget(m_action, 0, Qt::AlignCenter);
    layout->addStretch(3);
    connect(m_action, &QPushButton::clicked, this, &EmptyState::actionChosen);
    tint();
}

void EmptyState::setTexts(const QString& title, const QString& hint, const QString& action) {
    m_title->setText(title);
    m_hint->setText(hint);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(hint);
}

void EmptyState::tint() {
    m_icon->setPixmap(themedIcon(m_iconName, palette()).pixmap(QSize(48, 48), QIcon::Disabled));
}

void EmptyState::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        tint();
    QWidget::changeEvent(event);
}

} // namespace metainfer::widgets
