// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A plain table of few rows.
#pragma once

#include "session/copy_table.h"

namespace metainfer::widgets {

class SmallTable : public CopyTable {
    Q_OBJECT

  public:
    explicit SmallTable(QAbstractItemModel& model, QWidget* parent = nullptr);
    /// The selected rows, or all when none is, with a head line.
    QString text() const { return copyText(true) + '\n'; }
};

} // namespace metainfer::widgets
