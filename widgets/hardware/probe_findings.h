// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a probe's numbers mean, and what changed since an earlier one, as a table.
#pragma once

#include "hardware/probe_tables.h"

#include "measurement/probe/probe_changes.h"

namespace metainfer::widgets {

QStringList findingColumns();
/// The changes first, then the findings, most certain first.
std::vector<DataTableModel::Row>
findingRows(const measurement::ProbeResult& result,
            const std::optional<measurement::ProbeComparison>& changes);

} // namespace metainfer::widgets
