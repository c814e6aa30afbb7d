// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The way to a new device: what kind, where it is, the check step by step, what next.
#pragma once

#include "devices/check_run.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QRadioButton;
class QStackedWidget;

namespace metainfer::workbench {

class DraftForm;
class StepList;
class Workspace;

class AddDeviceDialog : public QDialog {
    Q_OBJECT

  public:
    AddDeviceDialog(Workspace& workspace, const engine::DeviceCatalogue& known,
                    QWidget* parent = nullptr);
    CheckRun& check() { return m_check; }

  signals:
    void added(const QString& device);
    void probeAsked(const QString& device);
    void baselineAsked(const QString& device);
    void targetAsked(const QString& device);

  protected:
    void done(int result) override;

  private:
    enum Page { Kind, Form, Check, Success };
    QWidget* makeKind();
    QWidget* makeCheck();
    QWidget* makeSuccess();
    void makeButtons();
    void goTo(Page page);
    void next();
    void back();
    void showCheck();
    void showSuccess(const engine::DeviceCheck& check);
    void readHosts();

    Workspace& m_workspace;
    CheckRun m_check;
    QStackedWidget* m_pages;
    QLabel *m_title, *m_state, *m_result;
    QRadioButton *m_board, *m_toolchain;
    DraftForm* m_form;
    StepList* m_steps;
    QPushButton *m_back, *m_next, *m_cancel;
    QPushButton *m_probe, *m_baseline, *m_target;
};

} // namespace metainfer::workbench
