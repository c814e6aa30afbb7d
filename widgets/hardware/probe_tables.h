// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A probe's result as tables and curves, beside what a datasheet says and beside an earlier run.
#pragma once

#include "hardware/compared_profile.h"
#include "plot/plot_types.h"
#include "session/data_table.h"

#include "measurement/probe/probe.h"

namespace metainfer::widgets {

struct ProbeView {
    const measurement::ProbeResult* result = nullptr;
    const measurement::ProbeResult* earlier = nullptr; ///< may be null
    const hardware::Profile* datasheet = nullptr;      ///< may be null
};

/// Rates, bandwidths, overheads: measured, datasheet, their ratio, earlier, change.
QStringList machineColumns();
std::vector<DataTableModel::Row> machineRows(const ProbeView& view);

/// One row each operator case; with the earlier run's time where it has the same case.
QStringList operatorColumns(bool withEarlier);
std::vector<DataTableModel::Row> operatorRows(const std::vector<hardware::ProbeRow>& rows,
                                              const ProbeView& view);

struct ProbeCurves {
    std::vector<PlotSeries> series;
    std::vector<ReferenceLine> lines; ///< cache knees
};
/// Bandwidth over the size of the data, by pattern and threads.
ProbeCurves bandwidthCurves(const ProbeView& view);
/// Speed-up over threads, with the ideal.
ProbeCurves scalingCurves(const ProbeView& view);

} // namespace metainfer::widgets
