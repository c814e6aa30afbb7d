// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The dialogs of the engine's questions.
#include "session/prompt_dialogs.h"

#include "session/engine_words.h"
#include "theme/theme.h"
#include "theme/wrapped_label.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QToolButton>
#include <QVBoxLayout>

namespace metainfer::workbench {
namespace {

constexpr int kWidth = 460;

} // namespace

SecretDialog::SecretDialog(const QString& what, QWidget* parent)
    : QDialog(parent)
    , m_secret(new QLineEdit(this))
    , m_show(new QToolButton(this)) {
    setWindowTitle(tr("A secret is needed"));
    setMinimumWidth(kWidth);
    auto* layout = new QVBoxLayout(this);
    auto* label = widgets::wrappedLabel(this, "heading");
    label->setText(EngineWords::text(what));
    label->setBuddy(m_secret);
    layout->addWidget(label);
    auto* row = new QHBoxLayout;
    m_secret->setObjectName("secret");
    m_secret->setEchoMode(QLineEdit::Password);
    m_secret->setInputMethodHints(Qt::ImhHiddenText | Qt::ImhSensitiveData |
                                  Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase);
    m_secret->setAccessibleName(label->text());
    m_show->setObjectName("showSecret");
    m_show->setCheckable(true);
    m_show->setText(tr("&Show"));
    m_show->setAccessibleName(tr("Show what is typed"));
    m_show->setToolTip(m_show->accessibleName());
    row->addWidget(m_secret, 1);
    row->addWidget(m_show);
    layout->addLayout(row);
    m_refused = widgets::wrappedLabel(this, "error");
    m_refused->setObjectName("secretRefused");
    m_refused->setText(tr("✕ That was not accepted. Try once more."));
    m_refused->hide();
    layout->addWidget(m_refused);
    auto* note = widgets::wrappedLabel(this, "muted");
    note->setText(tr("Kept in memory while the program runs, so that connecting again does not ask "
                     "again; never written anywhere."));
    layout->addWidget(note);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    widgets::setRole(*buttons->button(QDialogButtonBox::Ok), "primary");
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_show, &QToolButton::toggled, this, &SecretDialog::showSecret);
    m_secret->setFocus();
}

QString SecretDialog::secret() const {
    return m_secret->text();
}

void SecretDialog::setRefused() {
    m_refused->show();
    m_secret->setAccessibleDescription(m_refused->text());
}

void SecretDialog::wipe() {
    m_secret->clear();
}

void SecretDialog::showSecret(bool shown) {
    m_secret->setEchoMode(shown ? QLineEdit::Normal : QLineEdit::Password);
    m_secret->setFocus();
}

ConfirmDialog::ConfirmDialog(const QString& question, QWidget* parent)
    : QDialog(parent) {
    setWindowTitle(tr("Please confirm"));
    setMinimumWidth(kWidth);
    auto* layout = new QVBoxLayout(this);
    static const QRegularExpression print(R"(\b(?:[A-Z0-9]+ )?(?:SHA256|MD5):[A-Za-z0-9+/=:]+)");
    const auto found = print.match(question);
    auto* text = widgets::wrappedLabel(this);
    text->setObjectName("question");
    text->setText(EngineWords::text(question));
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    if (found.hasMatch()) {
        auto* title = widgets::wrappedLabel(this, "heading");
        title->setText(tr("This device is not known yet"));
        layout->addWidget(title);
    }
    layout->addWidget(text);
    if (found.hasMatch()) {
        setWindowTitle(tr("Unknown host key"));
        auto* shown = new QLineEdit(found.captured(0), this);
        shown->setObjectName("fingerprint");
        shown->setReadOnly(true);
        shown->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        shown->setAccessibleName(tr("Fingerprint of the host key"));
        shown->setMinimumWidth(
            shown->fontMetrics().horizontalAdvance(found.captured(0) + QStringLiteral("WW")));
        shown->setCursorPosition(0);
        layout->addWidget(shown);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Yes | QDialogButtonBox::No, this);
    QPushButton *yes = buttons->button(QDialogButtonBox::Yes),
                *no = buttons->button(QDialogButtonBox::No);
    yes->setObjectName("confirmYes");
    no->setObjectName("confirmNo");
    yes->setAutoDefault(false);
    no->setDefault(true);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    no->setFocus();
}

} // namespace metainfer::workbench
