// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Read-only text with a copy button.
#include "session/code_panel.h"

#include "theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace metainfer::widgets {

CodePanel::CodePanel(int lines, QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_copy(new QToolButton(this))
    , m_text(new QPlainTextEdit(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto* head = new QHBoxLayout;
    m_title->setProperty("role", "heading");
    head->addWidget(m_title, 1);
    m_copy->setObjectName("copy");
    m_copy->setAutoRaise(true);
    m_copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    head->addWidget(m_copy);
    layout->addLayout(head);
    m_text->setObjectName("text");
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setLineWrapMode(lines > 0 ? QPlainTextEdit::WidgetWidth : QPlainTextEdit::NoWrap);
    m_text->setWordWrapMode(lines > 0 ? QTextOption::WrapAtWordBoundaryOrAnywhere
                                      : QTextOption::NoWrap);
    if (lines > 0)
        m_text->setFixedHeight(m_text->fontMetrics().lineSpacing() * lines + 14);
    m_title->setBuddy(m_text);
    layout->addWidget(m_text, 1);
    connect(m_copy, &QToolButton::clicked, this,
            [this] { QApplication::clipboard()->setText(text()); });
    retranslate();
}

void CodePanel::setTitle(const QString& title) {
    m_title->setText(title);
    m_text->setAccessibleName(title);
    retranslate();
}

void CodePanel::setText(const QString& text) {
    if (text == m_text->toPlainText())
        return;
    const int at = m_text->verticalScrollBar()->value();
    m_text->setPlainText(text);
    m_text->verticalScrollBar()->setValue(at);
    m_copy->setEnabled(!text.isEmpty());
}

QString CodePanel::text() const {
    return m_text->toPlainText();
}

void CodePanel::setPlaceholder(const QString& text) {
    m_text->setPlaceholderText(text);
}

void CodePanel::retranslate() {
    m_copy->setText(tr("Copy"));
    m_copy->setIcon(themedIcon("copy", palette()));
    m_copy->setAccessibleName(tr("Copy %1").arg(m_title->text()));
    m_copy->setToolTip(m_copy->accessibleName());
}

void CodePanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace metainfer::widgets
