// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a manual baseline is of: the original, what was made by hand, who and how long.
#pragma once

#include "engine/device_requests.h"

#include <QDialog>
#include <QString>
#include <QStringList>

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSettings;

namespace metainfer::widgets {
class CodePanel;
class PathField;
} // namespace metainfer::widgets

namespace metainfer::workbench {

/// Texts as typed.
struct BaselineDraft {
    QString device, model, file, mapping, who, what, hours, data;
};
struct BaselineAnswer {
    QString mistake; ///< empty: it can be measured
    engine::BaselineRequest request;
    QString command;
};
BaselineAnswer checkBaseline(const BaselineDraft& draft);

class BaselineDialog : public QDialog {
    Q_OBJECT

  public:
    BaselineDialog(const QString& device, QSettings& settings, QWidget* parent = nullptr);

  signals:
    void recordAsked(const metainfer::engine::BaselineRequest& request);

  protected:
    void accept() override;

  private:
    QLineEdit* line(const char* name);
    widgets::PathField* path(const char* name, const QString& title);
    void add(const QString& label, QWidget* editor, const QString& tip);
    void check();

    QString m_device;
    QSettings& m_settings;
    QGridLayout* m_grid;
    widgets::PathField *m_model, *m_file, *m_data;
    QLineEdit *m_mapping, *m_who, *m_what, *m_hours;
    QLabel* m_mistake;
    widgets::CodePanel* m_command;
    QPushButton* m_record = nullptr;
    BaselineAnswer m_answer;
};

} // namespace metainfer::workbench
