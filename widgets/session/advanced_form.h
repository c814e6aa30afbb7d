// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What few migrations need: further limits, the stages of the search, wishes for parts of the
// model.
#pragma once

#include "session/form_rows.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QGroupBox;
class QLineEdit;

namespace metainfer::widgets {

class IntentTable;

class AdvancedForm : public QWidget {
    Q_OBJECT

  public:
    explicit AdvancedForm(QWidget* parent = nullptr);
    /// Fills `more` and `intents`.
    void read(MigrationValues& values) const;
    void setValues(const MigrationValues& values);
    /// True when one of its fields is wrong.
    bool setMessages(const FieldMessages& messages) { return m_rows.setMessages(messages); }
    QWidget* firstMistake() const { return m_rows.firstMistake(); }

  signals:
    void changed();

  protected:
    void changeEvent(QEvent* event) override;

  private:
    struct Field {
        MigrationField field;
        QLineEdit* edit = nullptr; ///< one of the two
        QComboBox* choice = nullptr;
    };
    void addText(QGroupBox* group, MigrationField field, const QString& name, bool isNumber);
    void addChoice(QGroupBox* group, MigrationField field, const QString& name,
                   const QStringList& values);
    void setChoices(MigrationField field, const QStringList& texts);
    void setPlaceholder(MigrationField field, const QString& text);
    void retranslate();

    FormRows m_rows;
    std::vector<Field> m_fields;
    QGroupBox *m_limits, *m_graph, *m_kernel, *m_wishes;
    IntentTable* m_intents;
};

} // namespace metainfer::widgets
