// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Fields of a profile before and after.
#include "hardware/field_changes.h"

#include "hardware/quantity_text.h"

#include <QCoreApplication>

namespace metainfer::workbench {
namespace {

struct FieldChanges {
    Q_DECLARE_TR_FUNCTIONS(FieldChanges)
};

widgets::DataCell cellOf(const std::string& text) {
    if (text.empty())
        return widgets::DataCell::absent(FieldChanges::tr("not given"));
    const QString whole = QString::fromStdString(text);
    bool isNumber = false;
    const double number = whole.toDouble(&isNumber);
    return {isNumber ? widgets::numberText(number) : whole, {}, whole, {}};
}

} // namespace

std::vector<widgets::DataTableModel::Row>
changeRows(const std::vector<hardware::FieldChange>& changes) {
    std::vector<widgets::DataTableModel::Row> rows;
    for (const auto& change : changes)
        rows.push_back({{QString::fromStdString(change.path), {}, {}, {}},
                        cellOf(change.before),
                        cellOf(change.after)});
    return rows;
}

} // namespace metainfer::workbench
