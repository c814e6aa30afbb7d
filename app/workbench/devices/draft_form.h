// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The form in which a device is described: address of a board, or a toolchain adapter; judged as
// one types.
#pragma once

#include "devices/device_draft.h"

#include <QWidget>

#include <map>

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;

namespace metainfer::widgets {
class CodePanel;
class PathField;
} // namespace metainfer::widgets

namespace metainfer::workbench {

class DraftForm : public QWidget {
    Q_OBJECT

  public:
    /// `adapters`: name and title.
    DraftForm(QStringList taken, const QList<QPair<QString, QString>>& adapters,
              QWidget* parent = nullptr);
    void setToolchain(bool isToolchain);
    void setHosts(const QStringList& hosts); ///< offered while one types the host
    const DraftAnswer& answer() const { return m_answer; }
    DeviceDraft draft() const;
    void focusFirst();

  signals:
    void changed();

  private:
    struct Row {
        QLabel *label, *message;
        QWidget* editor;
    };
    void add(DraftField field, const QString& label, const QString& tip, QWidget* editor);
    QLineEdit* line(const char* name);
    void check();

    QStringList m_taken;
    bool m_isToolchain = false;
    QGridLayout* m_grid;
    std::map<DraftField, Row> m_rows;
    QLineEdit *m_host, *m_user, *m_port, *m_jumps, *m_power, *m_name;
    widgets::PathField* m_identity;
    QComboBox* m_adapter;
    widgets::CodePanel* m_command;
    DraftAnswer m_answer;
};

} // namespace metainfer::workbench
