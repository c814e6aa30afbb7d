// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The engine's questions as dialogs.
#include "session/dialog_prompts.h"

#include "session/prompt_dialogs.h"

#include <QApplication>
#include <QMetaObject>
#include <QThread>

#include <algorithm>
#include <condition_variable>
#include <utility>

namespace metainfer::workbench {
namespace {

constexpr qint64 kAgainMs = 60'000; ///< logging in takes no longer than that

} // namespace

struct DialogPrompts::Question {
    bool isSecret = false;
    QString text;
    QPointer<QDialog> dialog; ///< of the GUI thread

    std::mutex mutex; ///< guards the rest
    std::condition_variable answered;
    bool isAnswered = false;
    std::optional<bool> yes;
    std::optional<std::string> secret;

    /// Only the first answer counts.
    void answer(std::optional<bool> said, std::optional<std::string> typed) {
        const std::lock_guard lock(mutex);
        if (std::exchange(isAnswered, true))
            return;
        yes = said;
        secret = std::move(typed);
        answered.notify_all();
    }
};

DialogPrompts::DialogPrompts(QObject* parent)
    : QObject(parent) {}

DialogPrompts::~DialogPrompts() {
    close();
}

std::optional<bool> DialogPrompts::confirm(const std::string& question) {
    const auto asked = std::make_shared<Question>();
    asked->text = QString::fromStdString(question);
    ask(asked);
    return asked->yes;
}

std::optional<std::string> DialogPrompts::secret(const std::string& what) {
    const auto asked = std::make_shared<Question>();
    asked->isSecret = true;
    asked->text = QString::fromStdString(what);
    ask(asked);
    return std::move(asked->secret);
}

void DialogPrompts::ask(const std::shared_ptr<Question>& question) {
    if (QThread::currentThread() == thread())
        return; // it would wait for itself
    {
        const std::lock_guard lock(m_mutex);
        if (m_isClosed)
            return;
        m_open.push_back(question);
    }
    QMetaObject::invokeMethod(
        this, [this, question] { show(question); }, Qt::QueuedConnection);
    {
        std::unique_lock lock(question->mutex);
        question->answered.wait(lock, [&question] { return question->isAnswered; });
    }
    const std::lock_guard lock(m_mutex);
    std::erase(m_open, question);
}

void DialogPrompts::show(const std::shared_ptr<Question>& question) {
    {
        const std::lock_guard lock(question->mutex);
        if (question->isAnswered) // dismissed before it came so far
            return;
    }
    QWidget* before = QApplication::activeModalWidget();
    if (!before)
        before = m_window;
    QDialog* dialog = nullptr;
    if (question->isSecret) {
        auto* secret = new SecretDialog(question->text, before);
        // Answers that are accepted are kept: the same question again means a wrong one.
        if (question->text == m_lastSecret && m_sinceSecret.isValid() &&
            m_sinceSecret.elapsed() < kAgainMs)
            secret->setRefused();
        dialog = secret;
    } else {
        dialog = new ConfirmDialog(question->text, before);
    }
    dialog->setObjectName(question->isSecret ? "secretDialog" : "confirmDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    question->dialog = dialog;
    connect(dialog, &QDialog::finished, this, [this, question, dialog](int result) {
        const bool accepted = result == QDialog::Accepted;
        if (auto* secret = qobject_cast<SecretDialog*>(dialog)) {
            m_lastSecret = accepted ? question->text : QString();
            m_sinceSecret.start();
            question->answer(std::nullopt, accepted ? std::optional(secret->secret().toStdString())
                                                    : std::nullopt);
            secret->wipe();
        } else {
            question->answer(accepted, std::nullopt);
        }
    });
    // The window that is behind it may go without it being asked.
    connect(dialog, &QObject::destroyed, this,
            [question] { question->answer(std::nullopt, std::nullopt); });
    dialog->open();
}

void DialogPrompts::dismiss() {
    std::vector<std::shared_ptr<Question>> open;
    {
        const std::lock_guard lock(m_mutex);
        open = m_open;
    }
    for (const auto& question : open) {
        question->answer(std::nullopt, std::nullopt);
        if (question->dialog)
            question->dialog->close();
    }
}

void DialogPrompts::close() {
    {
        const std::lock_guard lock(m_mutex);
        m_isClosed = true;
    }
    dismiss();
}

} // namespace metainfer::workbench
