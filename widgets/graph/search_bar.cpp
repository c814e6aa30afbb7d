// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The search bar.
#include "graph/search_bar.h"

#include "theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace metainfer::widgets {
namespace {

constexpr int kPause = 150; ///< ms after the last key

} // namespace

SearchBar::SearchBar(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLineEdit(this))
    , m_count(new QLabel(this))
    , m_previous(new QToolButton(this))
    , m_next(new QToolButton(this))
    , m_close(new QToolButton(this)) {
    m_text->setObjectName("searchText");
    m_text->setClearButtonEnabled(true);
    m_text->installEventFilter(this);
    m_count->setObjectName("searchCount");
    m_count->setProperty("role", "muted");
    m_count->setMinimumWidth(m_count->fontMetrics().horizontalAdvance("0000 / 00000 "));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->addWidget(m_text, 1);
    row->addWidget(m_count);
    for (QToolButton* button : {m_previous, m_next, m_close}) {
        button->setAutoRaise(true);
        row->addWidget(button);
    }
    m_typing.setSingleShot(true);
    m_typing.setInterval(kPause);
    connect(&m_typing, &QTimer::timeout, this, &SearchBar::askNow);
    connect(m_text, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(m_previous, &QToolButton::clicked, this, [this] { emit stepAsked(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { emit stepAsked(1); });
    connect(m_close, &QToolButton::clicked, this, &SearchBar::closed);
    retranslate();
    tint();
    showCount();
}

void SearchBar::askNow() {
    m_typing.stop();
    emit searchAsked(m_text->text());
}

QString SearchBar::text() const {
    return m_text->text();
}

void SearchBar::setText(const QString& text) {
    m_text->setText(text);
}

void SearchBar::start() {
    show();
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void SearchBar::setMatches(int current, int count) {
    m_current = current;
    m_matches = count;
    showCount();
}

void SearchBar::showCount() {
    const bool asked = !m_text->text().trimmed().isEmpty();
    m_count->setText(!asked           ? QString()
                     : m_matches == 0 ? tr("nothing found")
                     : m_current < 0  ? tr("%1 found").arg(m_matches)
                                      : tr("%1 of %2").arg(m_current + 1).arg(m_matches));
    m_previous->setEnabled(m_matches > 0);
    m_next->setEnabled(m_matches > 0);
}

void SearchBar::tint() {
    m_previous->setIcon(themedIcon("up", palette()));
    m_next->setIcon(themedIcon("down", palette()));
    m_close->setIcon(themedIcon("cancel", palette()));
}

void SearchBar::retranslate() {
    const auto name = [](QToolButton* button, const QString& text) {
        button->setToolTip(text);
        button->setAccessibleName(text);
    };
    m_text->setPlaceholderText(tr("Search operators, names, attributes, tensors"));
    m_text->setToolTip(tr("Several words must all fit. type:Conv, name:layer1, attr:stride and "
                          "tensor:logits search in one field."));
    m_text->setAccessibleName(tr("Search in the graph"));
    name(m_previous, tr("Previous match (Shift+F3)"));
    name(m_next, tr("Next match (F3)"));
    name(m_close, tr("Close the search"));
    showCount();
}

void SearchBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        tint();
    QWidget::changeEvent(event);
}

bool SearchBar::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_typing.isActive())
            askNow();
        emit stepAsked(key->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
        return true;
    case Qt::Key_Down:
        emit stepAsked(1);
        return true;
    case Qt::Key_Up:
        emit stepAsked(-1);
        return true;
    case Qt::Key_Escape:
        emit closed();
        return true;
    default:
        return false;
    }
}

} // namespace metainfer::widgets
