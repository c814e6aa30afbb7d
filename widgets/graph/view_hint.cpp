// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The hint in the corner of a graph.
#include "graph/view_hint.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace metainfer::widgets {
namespace {

constexpr int kGap = 10, kWidest = 300;

} // namespace

ViewHint::ViewHint(QWidget* view)
    : QFrame(view)
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
    , m_action(new QPushButton(this)) {
    setObjectName("viewHint");
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_title->setProperty("role", "heading");
    m_text->setObjectName("viewHintText");
    m_text->setWordWrap(true);
    m_action->setObjectName("viewHintAction");
    m_action->setFocusPolicy(Qt::StrongFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 10, 12, 10);
    column->setSpacing(6);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addWidget(m_action, 0, Qt::AlignLeft);
    connect(m_action, &QPushButton::clicked, this, &ViewHint::actionChosen);
    view->installEventFilter(this);
    hide();
}

void ViewHint::setTexts(const QString& title, const QString& text, const QString& action) {
    m_title->setText(title);
    m_text->setText(text);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(text);
    setVisible(!text.isEmpty());
    place();
}

void ViewHint::place() {
    const int width = std::min(kWidest, parentWidget()->width() - 2 * kGap);
    setFixedWidth(std::max(width, 80));
    const int height = layout()->hasHeightForWidth() ? layout()->heightForWidth(this->width())
                                                     : layout()->sizeHint().height();
    setGeometry(kGap, parentWidget()->height() - height - kGap, this->width(), height);
    raise();
}

bool ViewHint::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        place();
    return QFrame::eventFilter(watched, event);
}

} // namespace metainfer::widgets
