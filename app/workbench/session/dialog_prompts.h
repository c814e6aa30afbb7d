// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The engine's questions as dialogs of the window: passwords, passphrases, host keys.
#pragma once

#include "engine/prompts.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QWidget>

#include <memory>
#include <mutex>
#include <vector>

namespace metainfer::workbench {

/// The engine asks from threads of its own and waits there; the dialog stands in the GUI thread,
/// which never waits.
class DialogPrompts : public QObject, public engine::Prompts {
    Q_OBJECT

  public:
    explicit DialogPrompts(QObject* parent = nullptr);
    ~DialogPrompts() override;

    std::optional<bool> confirm(const std::string& question) override;
    std::optional<std::string> secret(const std::string& what) override;

    /// Where dialogs stand when no other dialog is open.
    void setWindow(QWidget* window) { m_window = window; }
    /// What is asked now is answered "nobody is there": the work that asks was cancelled.
    void dismiss();
    /// So is everything from now on: the window closes.
    void close();

  private:
    struct Question;
    void ask(const std::shared_ptr<Question>& question);
    void show(const std::shared_ptr<Question>& question);

    QPointer<QWidget> m_window;
    QString m_lastSecret; ///< what was asked for, and when it was answered
    QElapsedTimer m_sinceSecret;
    std::mutex m_mutex; ///< guards the two below
    bool m_isClosed = false;
    std::vector<std::shared_ptr<Question>> m_open;
};

} // namespace metainfer::workbench
