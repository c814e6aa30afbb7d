// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The dialogs in which a person answers the engine: a secret, a yes or no.
#pragma once

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace metainfer::workbench {

/// A password or passphrase: hidden unless one asks to see it.
class SecretDialog : public QDialog {
    Q_OBJECT

  public:
    /// `what` as the engine says it: "Password of pi@board".
    explicit SecretDialog(const QString& what, QWidget* parent = nullptr);
    QString secret() const;
    /// Says that what was typed last was not accepted.
    void setRefused();
    /// Forgets what was typed.
    void wipe();

  private:
    void showSecret(bool shown);

    QLineEdit* m_secret;
    QLabel* m_refused;
    QToolButton* m_show;
};

/// A question before something that cannot be undone; "no" unless one chooses otherwise. A
/// fingerprint in it stands on a line of its own, to be compared letter by letter.
class ConfirmDialog : public QDialog {
    Q_OBJECT

  public:
    explicit ConfirmDialog(const QString& question, QWidget* parent = nullptr);
};

} // namespace metainfer::workbench
