// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The question before a profile is written.
#include "hardware/save_dialog.h"

#include "hardware/field_changes.h"
#include "session/data_table.h"
#include "theme/theme.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace metainfer::workbench {

SaveDialog::SaveDialog(const std::filesystem::path& target, bool meetsAnother,
                       const std::vector<hardware::FieldChange>& changes, QWidget* parent)
    : QDialog(parent)
    , m_reason(new QLineEdit(this)) {
    setWindowTitle(tr("Save the profile"));
    resize(820, 480);
    auto* layout = new QVBoxLayout(this);
    auto* where = new QLabel(
        tr("A new revision is written to %1").arg(QString::fromStdString(target.string())), this);
    where->setWordWrap(true);
    layout->addWidget(where);
    if (meetsAnother) {
        auto* warning =
            new QLabel(tr("A profile of this name exists there already; its present content stays "
                          "in its history. Change the name to keep both apart."),
                       this);
        warning->setProperty("role", "error");
        warning->setWordWrap(true);
        layout->addWidget(warning);
    }
    auto* table = new widgets::DataTable(this);
    table->setAccessibleName(tr("Changed fields"));
    auto rows = changeRows(changes);
    const QString heading = rows.empty() ? tr("Nothing differs from what is stored.")
                                         : tr("Fields that change: %1").arg(rows.size());
    layout->addWidget(new QLabel(heading, this));
    table->content().setContent({tr("Field"), tr("Before"), tr("After")}, std::move(rows));
    table->fitColumns();
    for (const int column : {1, 2})
        table->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
    layout->addWidget(table, 1);
    auto* label = new QLabel(tr("&Reason of the change"), this);
    label->setBuddy(m_reason);
    m_reason->setObjectName("saveReason");
    m_reason->setPlaceholderText(tr("For example: clock as in the new board revision"));
    layout->addWidget(label);
    layout->addWidget(m_reason);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    QPushButton* save = buttons->button(QDialogButtonBox::Save);
    widgets::setRole(*save, "primary");
    save->setEnabled(false);
    connect(m_reason, &QLineEdit::textChanged, save,
            [save](const QString& text) { save->setEnabled(!text.trimmed().isEmpty()); });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    m_reason->setFocus();
}

QString SaveDialog::reason() const {
    return m_reason->text().trimmed();
}

void SaveDialog::setReason(const QString& reason) {
    m_reason->setText(reason);
}

} // namespace metainfer::workbench
