// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A plain table.
#include "candidates/small_table.h"

#include <QHeaderView>

namespace metainfer::widgets {

SmallTable::SmallTable(QAbstractItemModel& model, QWidget* parent)
    : CopyTable(parent) {
    setModel(&model);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
}

} // namespace metainfer::widgets
