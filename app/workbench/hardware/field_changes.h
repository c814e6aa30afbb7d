// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Fields of a profile before and after, as the rows of a table.
#pragma once

#include "session/data_table.h"

#include "hardware/profile_diff.h"

namespace metainfer::workbench {

/// Field, before, after; numbers are rounded, their tips say them whole.
std::vector<widgets::DataTableModel::Row>
changeRows(const std::vector<hardware::FieldChange>& changes);

} // namespace metainfer::workbench
