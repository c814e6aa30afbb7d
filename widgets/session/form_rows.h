// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Rows of a form: a label, its editor, and beneath it what is said about the field.
#pragma once

#include "session/migration_values.h"

#include <QCoreApplication>
#include <QHash>
#include <QList>

class QGroupBox;
class QLabel;
class QVBoxLayout;
class QWidget;

namespace metainfer::widgets {

class FormRows {
    Q_DECLARE_TR_FUNCTIONS(FormRows)

  public:
    static constexpr int kNumberWidth = 120; ///< of editors that take a number

    /// A frame with a title for rows, at the end of `into`.
    static QGroupBox* group(QWidget* parent, QVBoxLayout* into);
    /// Editors with a maximum width stand at the left, others fill the line.
    void add(QGroupBox* group, MigrationField field, QWidget* editor);
    void setLabel(MigrationField field, const QString& label, const QString& tip);
    /// Hides label, editor and message.
    void setShown(MigrationField field, bool shown);
    /// Shows the messages of these rows' fields; true when one of them is a mistake.
    /// The place of a message that goes stays free, so that no field moves under a hand that is on
    /// its way to it; `closeGaps` gives it up.
    bool setMessages(const FieldMessages& messages);
    void closeGaps();
    /// Editor of the uppermost of these rows with a mistake; null when there is none.
    QWidget* firstMistake() const;
    QLabel* label(MigrationField field) const { return m_rows[field].label; }

  private:
    struct Row {
        QLabel* label = nullptr;
        QLabel* message = nullptr;
        QWidget* editor = nullptr;
        bool isWrong = false;
    };
    QList<MigrationField> m_order; ///< from the top
    QHash<MigrationField, Row> m_rows;
};

} // namespace metainfer::widgets
