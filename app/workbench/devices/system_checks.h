// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether everything that the program needs is here, as a table and in one sentence.
#pragma once

#include "engine/queries.h"
#include "session/row_table.h"

#include <optional>

namespace metainfer::workbench {

class SystemChecks : public widgets::RowTable {
    Q_OBJECT

  public:
    using RowTable::RowTable;
    void setReport(engine::SystemReport report);
    QString summary() const; ///< empty before there is a report
    void retranslate();

  private:
    void fill();

    std::optional<engine::SystemReport> m_report;
};

} // namespace metainfer::workbench
