// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Rows of a form.
#include "session/form_rows.h"

#include "theme/theme.h"

#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace metainfer::widgets {
namespace {

constexpr int kLabelWidth = 150;
constexpr int kLongWord = 24; ///< letters; longer words may break anywhere

/// With places to break within paths and other long words, which a label keeps whole otherwise.
QString breakable(const QString& text) {
    QString broken;
    int letters = 0;
    for (const QChar letter : text) {
        letters = letter.isSpace() ? 0 : letters + 1;
        broken += letter;
        if (letter == '/' || letters == kLongWord) {
            broken += QChar(0x200b); // zero width space
            letters = 0;
        }
    }
    return broken;
}

/// This much of a message's place stays while it is hidden.
void keepPlace(QLabel& message, int height) {
    QSizePolicy policy = message.sizePolicy();
    policy.setRetainSizeWhenHidden(height > 0);
    message.setSizePolicy(policy);
    message.setMinimumHeight(height);
}

} // namespace

QGroupBox* FormRows::group(QWidget* parent, QVBoxLayout* into) {
    auto* box = new QGroupBox(parent);
    auto* layout = new QVBoxLayout(box);
    layout->setSpacing(6);
    into->addWidget(box);
    return box;
}

void FormRows::add(QGroupBox* group, MigrationField field, QWidget* editor) {
    Row row;
    row.editor = editor;
    row.label = new QLabel(group);
    row.label->setFixedWidth(kLabelWidth);
    row.label->setWordWrap(true);
    row.label->setContentsMargins(0, 4, 0, 0); // its text beside the editor's
    // The part that is typed in: a label gives the focus to no widget that has none of its own.
    QWidget* typedIn = editor;
    while (typedIn->focusProxy())
        typedIn = typedIn->focusProxy();
    row.label->setBuddy(typedIn);
    row.message = new QLabel(group);
    row.message->setObjectName(editor->objectName() + "_message");
    row.message->setWordWrap(true);
    row.message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row.message->hide();
    auto* right = new QVBoxLayout;
    right->setSpacing(2);
    const bool isShort = editor->maximumWidth() < QWIDGETSIZE_MAX;
    right->addWidget(editor, 0, isShort ? Qt::AlignLeft : Qt::Alignment());
    right->addWidget(row.message);
    auto* line = new QHBoxLayout;
    line->addWidget(row.label, 0, Qt::AlignTop);
    line->addLayout(right, 1);
    static_cast<QVBoxLayout*>(group->layout())->addLayout(line);
    m_rows.insert(field, row);
    m_order << field;
}

void FormRows::setLabel(MigrationField field, const QString& label, const QString& tip) {
    const Row& row = m_rows[field];
    row.label->setText(label);
    row.label->setToolTip(tip);
    row.editor->setToolTip(tip);
    row.editor->setAccessibleName(QString(label).remove('&'));
}

void FormRows::setShown(MigrationField field, bool shown) {
    const Row& row = m_rows[field];
    row.label->setVisible(shown);
    row.editor->setVisible(shown);
    if (!shown) {
        keepPlace(*row.message, 0);
        row.message->hide();
    }
}

bool FormRows::setMessages(const FieldMessages& messages) {
    bool anyMistake = false;
    for (auto it = m_rows.begin(); it != m_rows.end(); ++it) {
        const auto found = messages.constFind(it.key());
        QLabel* label = it->message;
        const bool shown = found != messages.constEnd() && !found->text.isEmpty();
        const bool mistake = shown && found->isError;
        // The sign says it without the colour.
        const QString text = !shown    ? QString()
                             : mistake ? tr("✕ %1", "error beneath a field").arg(found->text)
                                       : tr("ⓘ %1", "hint beneath a field").arg(found->text);
        setRole(*label, mistake ? "error" : "muted");
        label->setText(breakable(text));
        it->isWrong = mistake;
        keepPlace(*label, shown ? 0 : label->isHidden() ? label->minimumHeight() : label->height());
        label->setVisible(shown);
        it->editor->setAccessibleDescription(text);
        anyMistake = anyMistake || mistake;
    }
    return anyMistake;
}

void FormRows::closeGaps() {
    for (const Row& row : std::as_const(m_rows))
        keepPlace(*row.message, 0);
}

QWidget* FormRows::firstMistake() const {
    for (const MigrationField field : m_order)
        if (const Row row = m_rows.value(field); row.isWrong)
            return row.editor;
    return nullptr;
}

} // namespace metainfer::widgets
