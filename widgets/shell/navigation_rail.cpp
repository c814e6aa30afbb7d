// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The rail on the left.
#include "shell/navigation_rail.h"

#include "theme/theme.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHash>
#include <QKeyEvent>
#include <QToolButton>
#include <QVBoxLayout>

namespace metainfer::widgets {

NavigationRail::NavigationRail(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
    , m_group(new QButtonGroup(this)) {
    m_layout->setContentsMargins(4, 6, 4, 6);
    m_layout->setSpacing(2);
    m_layout->addStretch(1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Midlight);
    setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Expanding);
}

void NavigationRail::addEntry(const QString& id, const QString& icon) {
    auto* button = new QToolButton(this);
    button->setObjectName("rail_" + id);
    button->setProperty("iconName", icon);
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    button->setIconSize(QSize(22, 22));
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_group->addButton(button);
    m_layout->insertWidget(m_layout->count() - 1, button);
    m_buttons.insert(id, button);
    m_order << id;
    button->setIcon(themedIcon(icon, palette()));
    connect(button, &QToolButton::clicked, this, [this, id] { emit chosen(id); });
}

void NavigationRail::setTexts(const QString& id, const QString& title, const QString& toolTip) {
    if (QToolButton* button = m_buttons.value(id)) {
        button->setText(title);
        button->setToolTip(toolTip);
        button->setAccessibleName(title);
        button->setAccessibleDescription(toolTip);
    }
}

void NavigationRail::setCurrent(const QString& id) {
    if (QToolButton* button = m_buttons.value(id))
        button->setChecked(true);
}

void NavigationRail::tint() {
    for (QToolButton* button : std::as_const(m_buttons))
        button->setIcon(themedIcon(button->property("iconName").toString(), palette()));
}

void NavigationRail::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        tint();
    QWidget::changeEvent(event);
}

void NavigationRail::keyPressEvent(QKeyEvent* event) {
    const int step = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    for (int i = 0; step != 0 && i < m_order.size(); ++i)
        if (m_buttons[m_order[i]]->hasFocus()) {
            m_buttons[m_order[(i + step + m_order.size()) % m_order.size()]]->setFocus();
            return;
        }
    QWidget::keyPressEvent(event);
}

} // namespace metainfer::widgets
